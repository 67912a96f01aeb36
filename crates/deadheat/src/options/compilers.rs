//! Command lines of `deadheat cc`, `c++` and `rustc`: the compiler's own, but for one option.

use std::ffi::OsString;

use clap::Args;

use crate::terminal::failure::Failure;

/// A compiler, by its name as a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompilerName {
    /// For C.
    Cc,
    /// For C++.
    Cxx,
    /// For Rust.
    Rustc,
}

/// What a compiler is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompilerCall {
    /// Which command it is.
    pub name: CompilerName,
    /// Which compiler, where the user says so.
    pub compiler: Option<String>,
    /// Its arguments, untouched.
    pub arguments: Vec<OsString>,
}

/// The options for help: everything else is the compiler's.
#[derive(Clone, Debug, Args)]
pub(super) struct CompilerArgs {
    /// Call this compiler; only directly behind the command's name
    #[arg(long, value_name = "NAME")]
    compiler: Option<String>,
}

impl CompilerCall {
    /// Reads a command line; none if it is of another command, or asks for help.
    pub(super) fn read(args: &[OsString]) -> Result<Option<Self>, Failure> {
        let (name, rest) = match args.split_first() {
            Some((name, rest)) if name == "cc" => (CompilerName::Cc, rest),
            Some((name, rest)) if name == "c++" => (CompilerName::Cxx, rest),
            Some((name, rest)) if name == "rustc" => (CompilerName::Rustc, rest),
            _ => return Ok(None),
        };
        if matches!(rest, [only] if only == "--help" || only == "-h") {
            return Ok(None);
        }
        let joined = rest.first().and_then(|first| first.to_str()?.strip_prefix("--compiler="));
        let (compiler, arguments) = match (joined, rest) {
            (Some(compiler), [_, rest @ ..]) => (Some(compiler.to_owned()), rest),
            (None, [first, second, rest @ ..]) if first == "--compiler" => (second.to_str().map(str::to_owned), rest),
            (None, [only]) if only == "--compiler" => {
                return Err(Failure::usage("--compiler needs a compiler after it", "write `--compiler clang-19`"));
            }
            _ => (None, rest),
        };
        Ok(Some(Self { name, compiler, arguments: arguments.to_vec() }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<CompilerCall> {
        CompilerCall::read(&line.split_whitespace().map(OsString::from).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn arguments_are_the_compilers() {
        for (line, name, compiler, arguments) in [
            ("cc", CompilerName::Cc, None, ""),
            ("cc --version", CompilerName::Cc, None, "--version"),
            ("cc -h x", CompilerName::Cc, None, "-h x"),
            ("c++ --compiler clang-19 -c a.cc", CompilerName::Cxx, Some("clang-19"), "-c a.cc"),
            ("cc --compiler=gcc-12 --compiler x", CompilerName::Cc, Some("gcc-12"), "--compiler x"),
            ("rustc -c --compiler x", CompilerName::Rustc, None, "-c --compiler x"),
        ] {
            let call = read(line).unwrap();
            let given: Vec<_> = call.arguments.iter().map(|word| word.to_string_lossy()).collect();
            assert_eq!((call.name, call.compiler.as_deref(), given.join(" ").as_str()), (name, compiler, arguments));
        }
        assert_eq!((read("cc --help"), read("check a.c"), read("")), (None, None, None));
        assert!(CompilerCall::read(&["cc".into(), "--compiler".into()]).is_err());
    }
}
