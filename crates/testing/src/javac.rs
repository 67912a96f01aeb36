//! One Java compiler for all that a test program compiles. Starting javac costs more than a second of processor time, and compiling
//! a small file with one that has run before a few hundredths; the tests compile about a hundred times.

use std::ffi::OsStr;
use std::io::{self, Read as _, Write as _};
use std::os::unix::ffi::OsStrExt as _;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::java::java_home;
use crate::repository;

/// A process that compiles until its input is closed, which it is when this process ends.
struct Compiler {
    _child: Child,
    requests: ChildStdin,
    answers: ChildStdout,
}

impl Compiler {
    fn start() -> io::Result<Self> {
        let mut java = Command::new(java_home().join("bin/java"));
        // Short-lived: what the optimising compiler and a parallel collector would win is less than what they cost.
        java.args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx1g"]);
        java.arg(repository("crates/testing/src/Compiler.java"));
        let mut child = java.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (requests, answers) = pipes.ok_or_else(|| io::Error::other("no pipes"))?;
        Ok(Self { _child: child, requests, answers })
    }

    /// The exit code, and what javac says.
    fn run(&mut self, arguments: &[&OsStr]) -> io::Result<(i32, String)> {
        let length = |bytes: usize| i32::try_from(bytes).map(i32::to_be_bytes).map_err(io::Error::other);
        let mut request = length(arguments.len())?.to_vec();
        for argument in arguments {
            request.extend(length(argument.len())?);
            request.extend(argument.as_bytes());
        }
        self.requests.write_all(&request)?;
        self.requests.flush()?;
        let mut number = || {
            let mut bytes = [0; 4];
            self.answers.read_exact(&mut bytes).map(|()| i32::from_be_bytes(bytes))
        };
        let (code, length) = (number()?, number()?);
        let mut said = vec![0; usize::try_from(length).map_err(io::Error::other)?];
        self.answers.read_exact(&mut said)?;
        Ok((code, String::from_utf8_lossy(&said).into_owned()))
    }
}

/// Runs javac with these arguments, which must compile.
#[track_caller]
pub(crate) fn javac(arguments: &[&OsStr]) {
    static COMPILER: OnceLock<Mutex<Compiler>> = OnceLock::new();
    let compiler = COMPILER.get_or_init(|| Mutex::new(Compiler::start().expect("a JDK with a compiler")));
    let answer = compiler.lock().unwrap_or_else(PoisonError::into_inner).run(arguments);
    let (code, said) = answer.expect("the compiler answers");
    assert!(code == 0, "{said}");
}
