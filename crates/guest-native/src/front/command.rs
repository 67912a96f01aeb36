//! A native program as a command line names it, and can name it again.

use std::path::Path;

use deadheat_machine::{GuestError, Limits, shell, surroundings};

use super::options;

/// What to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NativeProgram {
    /// A source file of C, C++ or Rust, to be compiled first.
    Source(String),
    /// An executable that was built with one of deadheat's compilers.
    Executable(String),
}

/// The level of optimisation for a source file, unless another is given: the compilers merge accesses at higher ones, and at 0 every local
/// variable is in memory.
pub const DEFAULT_OPTIMISATION: u8 = 1;

/// All that names a native program, as a user has given it. [`words`](Self::words) and [`from_words`](Self::from_words) are each other's
/// opposite, so a witness or a job can carry it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeCommand {
    /// What to run.
    pub program: NativeProgram,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The compiler for a source, where the user named one: `--compiler`.
    pub compiler: Option<String>,
    /// More flags for the compiler of a source, none of which has a blank in it: `--cflags`.
    pub flags: Vec<String>,
    /// How far a source is optimised, 0 to 3: `--opt`.
    pub optimisation: u8,
    /// The folder that it runs in, where that is not the current one: `--cwd`.
    pub directory: Option<String>,
    /// Variables of its environment, beside deadheat's own: `--env`.
    pub environment: Vec<(String, String)>,
    /// What it may use.
    pub limits: Limits,
}

impl NativeCommand {
    /// A command that names a program and nothing else.
    #[must_use]
    pub fn new(program: NativeProgram) -> Self {
        Self {
            program,
            arguments: Vec::new(),
            compiler: None,
            flags: Vec::new(),
            optimisation: DEFAULT_OPTIMISATION,
            directory: None,
            environment: Vec::new(),
            limits: Limits::default(),
        }
    }

    /// Reads what [`words`](Self::words) writes.
    ///
    /// # Errors
    /// If the words name no native program, or say more than that.
    pub fn from_words(words: &[String]) -> Result<Self, GuestError> {
        let split = options::split(words, Limits::takes_value)?;
        let limits = Limits::from_words(&split.own)?;
        split.command(limits)
    }

    /// The words that name the guest, for any command that takes one.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let mut words = self.limits.words();
        let mut option = |name: &str, value: String| words.extend([name.to_owned(), value]);
        if let Some(compiler) = &self.compiler {
            option("--compiler", compiler.clone());
        }
        if !self.flags.is_empty() {
            option("--cflags", self.flags.join(" "));
        }
        if self.optimisation != DEFAULT_OPTIMISATION {
            option("--opt", self.optimisation.to_string());
        }
        if let Some(directory) = &self.directory {
            option("--cwd", directory.clone());
        }
        for (name, value) in &self.environment {
            option("--env", format!("{name}={value}"));
        }
        let (NativeProgram::Source(file) | NativeProgram::Executable(file)) = &self.program;
        // What looks like an option is none behind `--`.
        if file.starts_with('-') {
            words.push("--".to_owned());
        }
        words.push(file.clone());
        words.extend(self.arguments.iter().cloned());
        words
    }

    /// The same program in a copy of its files, which has the root folder here.
    #[must_use]
    pub fn below(&self, root: &Path) -> Self {
        let moved = |path: &String| surroundings::below(root, Path::new(path)).display().to_string();
        let program = match &self.program {
            NativeProgram::Source(file) => NativeProgram::Source(moved(file)),
            NativeProgram::Executable(file) => NativeProgram::Executable(moved(file)),
        };
        Self { program, directory: self.directory.as_ref().map(moved), ..self.clone() }
    }

    /// The same as a line for a shell.
    #[must_use]
    pub fn line(&self) -> String {
        shell::line(&self.words())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for line in [
            "account.c",
            "./app a --opt -x",
            "--heap 67108864 --threads 9 --compiler clang-19 --opt 0 --cwd some/where --env A=b=c --env B= main.rs 1",
            "-- -odd.cc",
        ] {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            let command = NativeCommand::from_words(&words).unwrap();
            assert_eq!((command.words(), command.line().as_str()), (words, line));
            assert_eq!(NativeCommand::from_words(&command.words()), Ok(command));
        }
        let command = NativeCommand {
            flags: vec!["-DN=3".to_owned(), "-std=c11".to_owned()],
            ..NativeCommand::new(NativeProgram::Source("a.c".to_owned()))
        };
        assert_eq!(command.line(), "--cflags '-DN=3 -std=c11' a.c");
        assert_eq!(NativeCommand::from_words(&command.words()), Ok(command));
    }

    #[test]
    fn only_what_names_a_guest_is_read() {
        for line in ["--seed 1 a.c", "-h", "--heap 1k", "-cp x a.c", "--opt 7 a.c"] {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            assert!(NativeCommand::from_words(&words).is_err(), "{line}");
        }
    }
}
