//! A Java program as a command line names it, and can name it again.

use std::path::Path;

use deadheat_machine::{GuestError, Limits, shell, surroundings};

use crate::front::agents;
use crate::front::options::{self, JavaOptions, Program};

/// All that names a Java program, as a user has given it. [`words`](Self::words) and [`from_words`](Self::from_words) are each
/// other's opposite, so a witness or a job can carry it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JavaCommand {
    /// Java's options.
    pub java: JavaOptions,
    /// What it may use.
    pub limits: Limits,
    /// What to run.
    pub program: Program,
    /// Its arguments.
    pub arguments: Vec<String>,
}

impl JavaCommand {
    /// A command that names a program and nothing else: for tools and tests.
    #[must_use]
    pub fn new(program: Program) -> Self {
        Self { java: JavaOptions::default(), limits: Limits::default(), program, arguments: Vec::new() }
    }

    /// Reads what [`words`](Self::words) writes.
    ///
    /// # Errors
    /// If the words name no Java program, or say more than that.
    pub fn from_words(words: &[String]) -> Result<Self, GuestError> {
        let split = options::split(words, Limits::takes_value)?;
        let limits = Limits::from_words(&split.own)?;
        split.command(limits)
    }

    /// The words that name the guest, for any command that takes one.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let mut words = self.limits.words();
        words.extend(self.java.assertions.words());
        words.extend(self.java.preview.then(|| "--enable-preview".to_owned()));
        words.extend(self.java.properties.iter().map(|(key, value)| format!("-D{key}={value}")));
        words.extend(self.java.agents.iter().map(|agent| format!("{}{agent}", agents::OPTION)));
        words.extend(self.java.read.iter().flat_map(|paths| ["--read".to_owned(), paths.clone()]));
        if let Some(path) = &self.java.class_path {
            words.extend(["-cp".to_owned(), path.clone()]);
        }
        if let Some(path) = &self.java.module_path {
            words.extend(["-p".to_owned(), path.clone()]);
        }
        match &self.program {
            Program::Module(name) => words.extend(["-m".to_owned(), name.clone()]),
            // What looks like an option is none behind `--`.
            Program::Class(name) | Program::Source(name) if name.starts_with('-') => {
                words.extend(["--".to_owned(), name.clone()]);
            }
            Program::Class(name) | Program::Source(name) => words.push(name.clone()),
            Program::Jar(file) => words.extend(["-jar".to_owned(), file.clone()]),
            Program::Tests(choice) => {
                let options = [("--scan", &choice.scan), ("--select", &choice.select)];
                for (option, values) in options {
                    words.extend(values.iter().flat_map(|value| [option.to_owned(), value.clone()]));
                }
                words.extend(choice.test.iter().flat_map(|test| ["--test".to_owned(), test.clone()]));
            }
        }
        words.extend(self.arguments.iter().cloned());
        words
    }

    /// The same program in a copy of its files, which has the root folder here.
    #[must_use]
    pub fn below(&self, root: &Path) -> Self {
        let moved = |path: &str| surroundings::below(root, Path::new(path)).display().to_string();
        let all = |paths: &String| {
            paths
                .split(':')
                .map(|path| if path.is_empty() { String::new() } else { moved(path) })
                .collect::<Vec<_>>()
                .join(":")
        };
        let agent = |agent: &String| match agent.split_once('=') {
            Some((file, options)) => format!("{}={options}", moved(file)),
            None => moved(agent),
        };
        let mut command = self.clone();
        command.java.class_path = self.java.class_path.as_ref().map(all);
        command.java.module_path = self.java.module_path.as_ref().map(all);
        command.java.agents = self.java.agents.iter().map(agent).collect();
        command.java.read = self.java.read.iter().map(all).collect();
        command.program = match &self.program {
            Program::Jar(file) => Program::Jar(moved(file)),
            Program::Source(file) => Program::Source(moved(file)),
            other => other.clone(),
        };
        command
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
            "Main",
            "--heap 67108864 --stack 524288 --threads 9 -da -Da=b --read /a:/b --read c -cp x:y.jar a.Main 1 -cp",
            "-jar app.jar --heap 3",
            "-javaagent:a.jar -javaagent:b/c.jar=x,y=z -cp x Main",
            "-da -esa -ea:a.B -da:c... --enable-preview -p mods -m app/a.B 1",
            "Main.java",
            "-- -odd/Main.java -x",
            "-cp x:y.jar --scan x --select A --select B --test a.B",
        ] {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            let command = JavaCommand::from_words(&words).unwrap();
            assert_eq!((command.words(), command.line().as_str()), (words, line));
            assert_eq!(JavaCommand::from_words(&command.words()), Ok(command));
        }
    }

    #[test]
    fn a_copy_has_its_paths_below_its_root() {
        let words: Vec<String> =
            "-javaagent:/a/b.jar=x --read /r:s -cp /x/y.jar:z -p /m Main /kept".split(' ').map(str::to_owned).collect();
        let copy = JavaCommand::from_words(&words).unwrap().below(Path::new("/root"));
        assert_eq!(
            copy.line(),
            "-javaagent:/root/a/b.jar=x --read /root/r:s -cp /root/x/y.jar:z -p /root/m Main /kept"
        );
    }

    #[test]
    fn only_what_names_a_guest_is_read() {
        for line in ["--seed 1 Main", "-h", "--heap 1k", "-agentlib:x Main"] {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            assert!(JavaCommand::from_words(&words).is_err(), "{line}");
        }
    }
}
