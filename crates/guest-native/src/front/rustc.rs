//! From a user's command line for rustc to the one that is run.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use deadheat_machine::GuestError;

use super::cache::Env;
use super::flags;
use super::toolchain::{Toolbox, exit_code, not_started};

/// The variable that lets stable compilers take flags that are not.
pub(super) const BOOTSTRAP: (&str, &str) = ("RUSTC_BOOTSTRAP", "1");

/// What comes of a call of rustc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Product {
    /// Nothing of ours: a question, or code that runs inside the compiler.
    Untouched,
    /// A library of any kind: instrumented, without the runtime.
    Library,
    /// An executable.
    Executable,
}

/// The arguments of the call that is run instead of the user's; none where that is left as it is.
///
/// # Errors
/// If it asks for what cannot be had, or there is no place for the runtime.
pub fn plan(args: &[OsString], tools: &Toolbox) -> Result<Option<Vec<OsString>>, GuestError> {
    let product = product(args);
    if product == Product::Untouched {
        return Ok(None);
    }
    refuse(args)?;
    let mut args = args.to_vec();
    args.extend(compile_flags());
    args.extend(flags::RUST_DEBUG.iter().map(OsString::from));
    if product == Product::Executable {
        args.extend(link_flags(tools.archive()?));
    }
    Ok(Some(args))
}

/// Refuses what the runtime cannot be linked into.
fn refuse(args: &[OsString]) -> Result<(), GuestError> {
    let mut words = args.iter().filter_map(|arg| arg.to_str());
    while let Some(word) = words.next() {
        if word.contains("+crt-static") {
            let problem =
                "a statically linked program cannot be checked: threads and memory of its C library cannot be reached";
            return Err(GuestError::new(problem, "leave out +crt-static"));
        }
        let target = word.strip_prefix("--target=").or_else(|| if word == "--target" { words.next() } else { None });
        if let Some(target) = target.filter(|target| *target != flags::TARGET) {
            return Err(other_target(target));
        }
    }
    Ok(())
}

pub(super) fn other_target(target: &str) -> GuestError {
    GuestError::new(
        format!("programs for {target} cannot be checked"),
        format!("leave out --target; it is {}", flags::TARGET),
    )
}

/// What instruments.
pub(super) fn compile_flags() -> impl Iterator<Item = OsString> {
    flags::RUST_COMPILE.iter().map(OsString::from)
}

/// What links the runtime.
pub(super) fn link_flags(archive: &Path) -> Vec<OsString> {
    let mut path = OsString::from("-Clink-arg=");
    path.push(archive);
    let before = flags::RUST_LINK_BEFORE.iter().map(OsString::from);
    before.chain([path]).chain(flags::RUST_LINK_BEHIND.iter().map(OsString::from)).collect()
}

fn product(args: &[OsString]) -> Product {
    const QUESTIONS: &[&str] = &["-V", "--version", "-vV", "-Vv", "-h", "--help", "--explain", "--print"];
    let (mut product, mut any) = (Product::Executable, false);
    let mut words = args.iter().map(|arg| arg.to_str().unwrap_or("input"));
    while let Some(word) = words.next() {
        if QUESTIONS.contains(&word) || word.starts_with("--print=") || word.starts_with("--explain=") {
            return Product::Untouched;
        }
        any |= word == "-" || !word.starts_with('-');
        let kinds =
            word.strip_prefix("--crate-type=").or_else(|| if word == "--crate-type" { words.next() } else { None });
        match kinds {
            Some(kinds) if kinds.contains("proc-macro") => return Product::Untouched,
            Some(kinds) if kinds.split(',').any(|kind| kind == "bin") => {}
            Some(_) => product = Product::Library,
            None if word == "--test" => return Product::Executable,
            None => {}
        }
    }
    if any { product } else { Product::Untouched }
}

/// rustc, by its given name, the one in `RUSTC`, or the usual one.
pub(super) fn command(given: Option<&str>, env: Env) -> Command {
    Command::new(given.map(OsString::from).or_else(|| env("RUSTC")).unwrap_or_else(|| OsString::from("rustc")))
}

/// Does what rustc is asked for, on the streams of this process, and gives its exit code.
///
/// # Errors
/// If there is no rustc, or it is asked for what cannot be had.
pub fn call(compiler: Option<&str>, args: &[OsString], tools: &Toolbox) -> Result<u8, GuestError> {
    let mut command = command(compiler, tools.env());
    match plan(args, tools)? {
        Some(args) => command.env(BOOTSTRAP.0, BOOTSTRAP.1).args(args),
        None => command.args(args),
    };
    command.status().map(exit_code).map_err(|error| not_started(&command, &error))
}
