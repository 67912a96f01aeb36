//! Which compiler is called: gcc or clang, as the user says, else what there is.

use std::ffi::{OsStr, OsString};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use deadheat_machine::GuestError;

use super::cache::Env;

/// The languages of gcc and clang.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C.
    C,
    /// C++.
    Cxx,
}

/// Compilers that take the same flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// gcc, g++.
    Gcc,
    /// clang, clang++.
    Clang,
}

/// A compiler, found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiler {
    /// How it is called: a program, and words that come before all arguments (`ccache gcc`).
    pub words: Vec<OsString>,
    /// Whose flags it takes.
    pub family: Family,
}

/// The versions of clang whose flags are known, the newest first.
const CLANG_VERSIONS: std::ops::RangeInclusive<u32> = 14..=22;

impl Compiler {
    /// The compiler of a language: the one `given`, else of `DEADHEAT_CC` or `DEADHEAT_CXX`, else gcc, else clang.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(language: Language, given: Option<&str>, env: Env) -> Result<Self, GuestError> {
        let variable = match language {
            Language::C => "DEADHEAT_CC",
            Language::Cxx => "DEADHEAT_CXX",
        };
        let from_env = || env(variable).and_then(|value| value.into_string().ok());
        let named = given.map(str::to_owned).or_else(from_env).filter(|name| !name.trim().is_empty());
        match named {
            Some(named) => Self::named(&named, language, env),
            None => Self::usual(language, env),
        }
    }

    /// The command that calls it.
    #[must_use]
    pub fn command(&self) -> Command {
        let mut command = Command::new(self.words.first().map_or(OsStr::new(""), OsString::as_os_str));
        command.args(self.words.iter().skip(1));
        command
    }

    fn named(named: &str, language: Language, env: Env) -> Result<Self, GuestError> {
        let mut words: Vec<String> = named.split_whitespace().map(str::to_owned).collect();
        if let Some(last) = words.last_mut().filter(|_| language == Language::Cxx) {
            *last = in_cxx(last);
        }
        let program = words.first().map(String::as_str).unwrap_or_default();
        if on_path(program, env).is_none() {
            let remedy = "install it, or name another with --compiler";
            return Err(GuestError::new(format!("there is no compiler `{program}`"), remedy));
        }
        let words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
        let family = family(&words);
        Ok(Self { words, family })
    }

    fn usual(language: Language, env: Env) -> Result<Self, GuestError> {
        let (gcc, clang, package) = match language {
            Language::C => ("gcc", "clang", "gcc"),
            Language::Cxx => ("g++", "clang++", "g++"),
        };
        let versions = CLANG_VERSIONS.rev().map(|version| format!("{clang}-{version}"));
        let mut candidates = [gcc.to_owned(), clang.to_owned()].into_iter().chain(versions);
        let name = candidates.find(|name| on_path(name, env).is_some()).ok_or_else(|| {
            let remedy = format!("install one (Debian: apt install {package}), or name one with --compiler");
            GuestError::new(format!("there is no {gcc} and no {clang} on PATH"), remedy)
        })?;
        let family = if name == gcc { Family::Gcc } else { Family::Clang };
        Ok(Self { words: vec![OsString::from(name)], family })
    }
}

/// The C++ compiler beside one for C: `clang-19` is `clang++-19`.
fn in_cxx(name: &str) -> String {
    let (folder, file) = name.rsplit_once('/').map_or(("", name), |(folder, file)| (folder, file));
    let file = if file.contains("++") {
        file.to_owned()
    } else if file.contains("clang") {
        file.replacen("clang", "clang++", 1)
    } else {
        file.replacen("gcc", "g++", 1)
    };
    if folder.is_empty() && !name.starts_with('/') { file } else { format!("{folder}/{file}") }
}

/// By the name, else by what the compiler says of itself.
fn family(words: &[OsString]) -> Family {
    let name =
        words.last().map(|word| Path::new(word).file_name().unwrap_or_default().to_string_lossy()).unwrap_or_default();
    if name.contains("clang") {
        return Family::Clang;
    }
    if name.contains("gcc") || name.contains("g++") {
        return Family::Gcc;
    }
    let mut command = Command::new(words.first().map_or(OsStr::new(""), OsString::as_os_str));
    command.args(words.iter().skip(1)).arg("--version").stdin(Stdio::null()).stderr(Stdio::null());
    let said = command.output().map(|output| output.stdout).unwrap_or_default();
    if String::from_utf8_lossy(&said).contains("clang") { Family::Clang } else { Family::Gcc }
}

/// Where a program is, if it can be run.
pub(super) fn on_path(name: &str, env: Env) -> Option<PathBuf> {
    let runs = |path: &PathBuf| {
        std::fs::metadata(path).is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
    };
    if name.contains('/') {
        return Some(PathBuf::from(name)).filter(runs);
    }
    let path = env("PATH").filter(|_| !name.is_empty())?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(runs)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of programs that do nothing, and the environment in which they are found.
    fn with_programs(names: &[&str], variables: &[(&str, &str)], test: impl FnOnce(Env)) {
        let folder = tempfile::tempdir().unwrap();
        for name in names {
            let file = folder.path().join(name);
            std::fs::write(&file, "#!/bin/sh\necho a clang of some kind\n").unwrap();
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
        }
        test(&|name| {
            let given = variables.iter().find(|(variable, _)| *variable == name);
            given.map(|(_, value)| OsString::from(value)).or_else(|| (name == "PATH").then(|| folder.path().into()))
        });
    }

    fn called(found: Result<Compiler, GuestError>) -> String {
        let Compiler { words, family } = found.unwrap();
        let words: Vec<_> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        format!("{} ({family:?})", words.join(" "))
    }

    #[test]
    fn what_there_is() {
        use Language::{C, Cxx};
        with_programs(&["gcc", "clang", "g++", "clang++-19"], &[], |env| {
            assert_eq!(called(Compiler::find(C, None, env)), "gcc (Gcc)");
            assert_eq!(called(Compiler::find(Cxx, None, env)), "g++ (Gcc)");
            assert_eq!(called(Compiler::find(Cxx, Some("clang-19"), env)), "clang++-19 (Clang)");
            let error = Compiler::find(C, Some("tcc"), env).unwrap_err();
            assert_eq!(error.problem, "there is no compiler `tcc`");
        });
        with_programs(&["clang-15", "clang-19", "clang-9"], &[], |env| {
            assert_eq!(called(Compiler::find(C, None, env)), "clang-19 (Clang)");
            let error = Compiler::find(Cxx, None, env).unwrap_err().to_string();
            assert!(error.contains("apt install g++"), "{error}");
        });
    }

    #[test]
    fn what_the_environment_says() {
        let variables = [("DEADHEAT_CC", "ccache x86_64-linux-gnu-gcc-12"), ("DEADHEAT_CXX", " ")];
        with_programs(&["ccache", "g++", "gcc"], &variables, |env| {
            assert_eq!(called(Compiler::find(Language::C, None, env)), "ccache x86_64-linux-gnu-gcc-12 (Gcc)");
            assert_eq!(called(Compiler::find(Language::Cxx, None, env)), "g++ (Gcc)");
            assert_eq!(called(Compiler::find(Language::Cxx, Some("ccache gcc"), env)), "ccache g++ (Gcc)");
        });
    }

    #[test]
    fn names_that_say_nothing() {
        with_programs(&["mycc"], &[], |env| {
            let path = on_path("mycc", env).unwrap().display().to_string();
            assert_eq!(called(Compiler::find(Language::C, Some(&path), env)), format!("{path} (Clang)"));
        });
        assert_eq!(in_cxx("/opt/gcc/bin/gcc-12"), "/opt/gcc/bin/g++-12");
        assert_eq!((in_cxx("/gcc").as_str(), in_cxx("g++").as_str()), ("/g++", "g++"));
    }
}
