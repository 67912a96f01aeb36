//! The command line, cut into what is deadheat's, what is a native program's, and what is the guest's.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use deadheat_machine::{GuestError, Limits};

use super::command::{DEFAULT_OPTIMISATION, NativeCommand, NativeProgram};

/// How a native program is named on a command line, for a line of usage.
pub const USAGE: &str = "(FILE.c | FILE.cpp | FILE.rs | EXECUTABLE) [ARGUMENTS]...";

/// The options of native programs, as help shows them.
pub const HELP: &str = "\
Options for native programs (C, C++, Rust):
  --compiler NAME              Compile a source with this one, such as clang-19 (default: gcc, else clang)
  --cflags FLAGS               More flags for the compiler of a source
  --opt LEVEL                  How far a source is optimised, 0 to 3 [default: 1]
  --cwd DIR                    Run the program in this folder
  --env NAME=VALUE             Set a variable of the program's environment
";

/// How the names of source files end, and whether they are C++.
const ENDINGS: [(&str, SourceLanguage); 8] = [
    ("c", SourceLanguage::C),
    ("cc", SourceLanguage::Cxx),
    ("cpp", SourceLanguage::Cxx),
    ("cxx", SourceLanguage::Cxx),
    ("c++", SourceLanguage::Cxx),
    ("cp", SourceLanguage::Cxx),
    ("C", SourceLanguage::Cxx),
    ("rs", SourceLanguage::Rust),
];

/// The languages that a source file can be compiled from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceLanguage {
    /// C.
    C,
    /// C++.
    Cxx,
    /// Rust.
    Rust,
}

impl SourceLanguage {
    /// By the ending of a file's name.
    #[must_use]
    pub fn of(file: &str) -> Option<Self> {
        let ending = Path::new(file).extension()?.to_str()?;
        ENDINGS.iter().find(|(known, _)| *known == ending).map(|(_, language)| *language)
    }
}

/// Whether a word of a command line names a native program: a source file, or a file that is an executable.
#[must_use]
pub fn claims(word: &str) -> bool {
    SourceLanguage::of(word).is_some() || is_elf(Path::new(word))
}

/// Whether a file begins as executables do.
#[must_use]
pub fn is_elf(file: &Path) -> bool {
    let mut magic = [0; 4];
    // Opening a pipe would wait for its writer.
    file.is_file() && File::open(file).and_then(|mut file| file.read_exact(&mut magic)).is_ok() && &magic == b"\x7fELF"
}

/// A command line, cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// For deadheat's own parser.
    pub own: Vec<String>,
    /// The word that names the program; `None` where the command line ends before.
    pub operand: Option<String>,
    /// An option that native programs do not have; nothing behind it was looked at.
    pub unknown: Option<String>,
    /// The command as far as it is known.
    named: NativeCommand,
}

impl Split {
    /// The guest's arguments.
    #[must_use]
    pub fn arguments(&self) -> &[String] {
        &self.named.arguments
    }

    /// The guest that the command line names, with the limits that deadheat's own options give it.
    ///
    /// # Errors
    /// If it names none.
    pub fn command(self, limits: Limits) -> Result<NativeCommand, GuestError> {
        if let Some(option) = self.unknown {
            let remedy = "flags for the compiler go into --cflags, options of the program itself behind its name";
            return Err(GuestError::new(format!("the option {option} is not known here"), remedy));
        }
        let remedy = "name a C, C++ or Rust source, or an executable";
        let operand = self.operand.ok_or_else(|| GuestError::new("there is no program to run", remedy))?;
        let is_source = SourceLanguage::of(&operand).is_some() && !is_elf(Path::new(&operand));
        let program = if is_source { NativeProgram::Source(operand) } else { NativeProgram::Executable(operand) };
        Ok(NativeCommand { program, limits, ..self.named })
    }
}

/// Cuts the arguments of a command that takes a guest. `takes_value` says whether one of deadheat's own options has a value as its next
/// argument. Whether the program is a native one is not asked: see [`claims`].
///
/// # Errors
/// If an option of native programs is incomplete or makes no sense.
pub fn split(args: &[String], takes_value: impl Fn(&str) -> bool) -> Result<Split, GuestError> {
    let named = NativeCommand::new(NativeProgram::Executable(String::new()));
    let mut split = Split { own: Vec::new(), operand: None, unknown: None, named };
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        match arg.as_str() {
            "--" => split.operand = rest.next().cloned(),
            "-h" | "-V" => split.own.push(arg.clone()),
            long if long.starts_with("--") => {
                let (name, joined) = long.split_once('=').map_or((long, None), |(name, value)| (name, Some(value)));
                if name == "--read" {
                    // Who runs with the user's rights can be kept from nothing.
                    split.unknown = Some(name.to_owned());
                } else if OPTIONS.contains(&name) {
                    let value = joined.or_else(|| rest.next().map(String::as_str));
                    set(name, value, &mut split.named)?;
                } else {
                    split.own.push(arg.clone());
                    if takes_value(long) {
                        split.own.extend(rest.next().cloned());
                    }
                }
            }
            option if option.starts_with('-') && option.len() > 1 => split.unknown = Some(option.to_owned()),
            name => split.operand = Some(name.to_owned()),
        }
        if split.unknown.is_some() {
            break;
        }
        if split.operand.is_some() {
            split.named.arguments = rest.cloned().collect();
            break;
        }
    }
    Ok(split)
}

const OPTIONS: [&str; 5] = ["--compiler", "--cflags", "--opt", "--cwd", "--env"];

fn set(option: &str, value: Option<&str>, command: &mut NativeCommand) -> Result<(), GuestError> {
    let wrong = |what: &str, example: &str| {
        GuestError::new(format!("{option} needs {what} after it"), format!("write `{option} {example}`"))
    };
    match option {
        "--compiler" => command.compiler = Some(value.ok_or_else(|| wrong("a compiler", "clang-19"))?.to_owned()),
        "--cflags" => {
            let flags = value.ok_or_else(|| wrong("flags", "'-std=c11 -DN=2'"))?;
            command.flags.extend(flags.split_whitespace().map(str::to_owned));
        }
        "--opt" => {
            let level = value.and_then(|value| value.parse().ok()).filter(|level| *level <= 3);
            command.optimisation =
                level.ok_or_else(|| wrong("a level from 0 to 3", &DEFAULT_OPTIMISATION.to_string()))?;
        }
        "--cwd" => command.directory = Some(value.ok_or_else(|| wrong("a folder", "DIR"))?.to_owned()),
        _ => {
            let pair = value.and_then(|value| value.split_once('=')).filter(|(name, _)| !name.is_empty());
            let (name, value) = pair.ok_or_else(|| wrong("a variable with its value", "NAME=VALUE"))?;
            command.environment.push((name.to_owned(), value.to_owned()));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(line: &str) -> Result<Split, GuestError> {
        let args: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        split(&args, |option| option == "--seed")
    }

    #[test]
    fn a_source_with_everything() {
        let line =
            "--seed 7 --cflags -DN=1 --opt=2 --stats --cflags=-lm --compiler clang --cwd d --env A=1 p/a.cpp --opt 3 x";
        let split = cut(line).unwrap();
        assert_eq!(split.own, ["--seed", "7", "--stats"]);
        assert_eq!(split.operand.as_deref(), Some("p/a.cpp"));
        let command = split.command(Limits::default()).unwrap();
        assert_eq!(command.program, NativeProgram::Source("p/a.cpp".into()));
        assert_eq!(command.arguments, ["--opt", "3", "x"]);
        assert_eq!((command.flags.join(" ").as_str(), command.optimisation), ("-DN=1 -lm", 2));
        assert_eq!((command.compiler.as_deref(), command.directory.as_deref()), (Some("clang"), Some("d")));
        assert_eq!(command.environment, [("A".to_owned(), "1".to_owned())]);
    }

    #[test]
    fn incomplete_and_unknown() {
        let nothing = cut("--stats").unwrap();
        assert_eq!(nothing.command(Limits::default()).unwrap_err().problem, "there is no program to run");
        for (line, remedy) in [
            ("--cflags", "write `--cflags"),
            ("--opt x a.c", "from 0 to 3"),
            ("--opt", "write `--opt 1`"),
            ("--env A a.c", "NAME=VALUE"),
            ("--env =b a.c", "NAME=VALUE"),
            ("-O2 a.c", "--cflags"),
        ] {
            let error = cut(line).and_then(|split| split.command(Limits::default())).unwrap_err();
            assert!(error.to_string().contains(remedy), "{line}: {error}");
        }
    }

    #[test]
    fn names_of_native_programs() {
        for word in ["a.c", "dir/a.cc", "a.cpp", "a.cxx", "A.C", "a.c++", "main.rs", "/no/such/file.c"] {
            assert!(claims(word), "{word}");
        }
        for word in ["", "Main", "a.Main", "Main.java", "app.jar", "c", "a.rs.java", "/dev/null", "/no/such/file", "."]
        {
            assert!(!claims(word), "{word}");
        }
        let this = std::env::current_exe().unwrap();
        assert!(claims(this.to_str().unwrap()));
    }
}
