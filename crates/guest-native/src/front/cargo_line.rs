//! A command line for cargo, cut into what is cargo's, and what is the test's or the program's.

use deadheat_machine::GuestError;

use super::flags::TARGET;
use super::rustc::other_target;

/// What cargo is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CargoAction {
    /// Every test is a guest.
    Test,
    /// The program is a guest.
    Run,
    /// Executables are built, for later.
    Build,
}

/// A command line for cargo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CargoLine {
    /// What is asked for.
    pub action: CargoAction,
    /// `+nightly`: which cargo, for rustup.
    pub toolchain: Option<String>,
    /// `--config`: for everything that cargo is asked.
    pub config: Vec<String>,
    /// Cargo's other options.
    pub options: Vec<String>,
    /// Only tests whose name has this in it.
    pub name: Option<String>,
    /// What stands behind `--`, or behind the first word that is no option of `cargo run`.
    pub arguments: Vec<String>,
}

/// Cargo's options whose value is the next word.
const TAKE_VALUE: &[&str] = &[
    "-p",
    "--package",
    "--exclude",
    "--bin",
    "--example",
    "--test",
    "--bench",
    "-F",
    "--features",
    "--profile",
    "-j",
    "--jobs",
    "--target",
    "--target-dir",
    "--manifest-path",
    "--lockfile-path",
    "--color",
    "--config",
    "-Z",
    "-C",
    "--message-format",
    "--artifact-dir",
];

/// Cargo's options that would undo what deadheat asks of it, and why.
const REFUSED: &[(&str, &str)] = &[
    ("--message-format", "leave it out; deadheat reads cargo's messages"),
    ("--no-run", "use `deadheat cargo build --tests`"),
    ("--doc", "leave it out; examples in comments are not checked"),
];

impl CargoLine {
    /// Reads a command line, from the name of the action on.
    ///
    /// # Errors
    /// If it asks for what cannot be had.
    pub fn read(words: &[String]) -> Result<Self, GuestError> {
        let mut words = words.iter().peekable();
        let toolchain = words.next_if(|word| word.starts_with('+')).cloned();
        let remedy = "write `deadheat cargo test`, `cargo run` or `cargo build`; see `deadheat cargo --help`";
        let action = match words.next().map(String::as_str) {
            Some("test" | "t") => CargoAction::Test,
            Some("run" | "r") => CargoAction::Run,
            Some("build" | "b") => CargoAction::Build,
            Some(other) => return Err(GuestError::new(format!("`cargo {other}` makes no program to check"), remedy)),
            None => return Err(GuestError::new("there is nothing for cargo to do", remedy)),
        };
        let mut line =
            Self { action, toolchain, config: Vec::new(), options: Vec::new(), name: None, arguments: Vec::new() };
        while let Some(word) = words.next() {
            match word.as_str() {
                "--" => {
                    line.arguments = words.cloned().collect();
                    break;
                }
                option if option.starts_with('-') => {
                    let (name, joined) =
                        option.split_once('=').map_or((option, None), |(name, value)| (name, Some(value)));
                    let value = if joined.is_none() && TAKE_VALUE.contains(&name) { words.next() } else { None };
                    let value_of = joined.or(value.map(String::as_str));
                    line.refuse(name, value_of)?;
                    match name {
                        "--target" => {}
                        "--config" => line.config.extend(value_of.map(str::to_owned)),
                        _ => line.options.extend([word].into_iter().chain(value).cloned()),
                    }
                }
                // As with cargo: the program's own begins where cargo's ends.
                first if action == CargoAction::Run => {
                    line.arguments = [first.to_owned()].into_iter().chain(words.cloned()).collect();
                    break;
                }
                name if action == CargoAction::Test && line.name.is_none() => line.name = Some(name.to_owned()),
                other => return Err(GuestError::new(format!("`{other}` is one name too many"), remedy)),
            }
        }
        Ok(line)
    }

    /// Refuses one of cargo's options, where it cannot be had.
    fn refuse(&self, name: &str, value: Option<&str>) -> Result<(), GuestError> {
        if let Some((_, remedy)) = REFUSED.iter().find(|(refused, _)| *refused == name) {
            return Err(GuestError::new(format!("{name} cannot be given here"), *remedy));
        }
        match value {
            Some(target) if name == "--target" && target != TARGET => Err(other_target(target)),
            _ => Ok(()),
        }
    }

    /// The value of one of cargo's options.
    #[must_use]
    pub fn value(&self, option: &str) -> Option<&str> {
        let mut options = self.options.iter();
        while let Some(word) = options.next() {
            if word == option {
                return options.next().map(String::as_str);
            }
            if let Some(value) = word.strip_prefix(option).and_then(|rest| rest.strip_prefix('=')) {
                return Some(value);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<CargoLine, GuestError> {
        CargoLine::read(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn lines_are_cut() {
        for (line, action, options, name, arguments) in [
            ("test", CargoAction::Test, "", None, ""),
            (
                "test -p a --release pool -- --ignored x",
                CargoAction::Test,
                "-p a --release",
                Some("pool"),
                "--ignored x",
            ),
            ("t pool --test=it", CargoAction::Test, "--test=it", Some("pool"), ""),
            ("run --bin b -- -x --bin", CargoAction::Run, "--bin b", None, "-x --bin"),
            ("run -F a b c --bin", CargoAction::Run, "-F a", None, "b c --bin"),
            ("build --tests --target x86_64-unknown-linux-gnu -v", CargoAction::Build, "--tests -v", None, ""),
        ] {
            let found = read(line).unwrap();
            let joined = (found.options.join(" "), found.arguments.join(" "));
            assert_eq!((found.action, found.name.as_deref()), (action, name), "{line}");
            assert_eq!(joined, (options.to_owned(), arguments.to_owned()), "{line}");
        }
        assert_eq!(read("+nightly test").unwrap().toolchain.as_deref(), Some("+nightly"));
        assert_eq!(read("test --config a=1 x --config=b=2").unwrap().config, ["a=1", "b=2"]);
        let line = read("build --profile=fast --manifest-path a/Cargo.toml").unwrap();
        assert_eq!((line.value("--profile"), line.value("--manifest-path")), (Some("fast"), Some("a/Cargo.toml")));
        assert_eq!(line.value("--bin"), None);
    }

    #[test]
    fn what_cannot_be_had() {
        for (line, part) in [
            ("", "nothing for cargo to do"),
            ("clippy", "makes no program"),
            ("test a b", "one name too many"),
            ("build a", "one name too many"),
            ("test --target aarch64-unknown-linux-gnu", "leave out --target"),
            ("test --message-format json", "leave it out"),
            ("test --doc", "comments"),
        ] {
            let error = read(line).unwrap_err().to_string();
            assert!(error.contains(part), "{line}: {error}");
        }
    }
}
