//! From a user's command line for gcc or clang to the one that is run.
//!
//! The call that is run differs from the user's only in what instruments and what links our runtime; questions go through untouched, and
//! what the compiler says and its exit code are the user's. So a makefile or a configure script does not notice.

use std::cell::OnceCell;
use std::ffi::{OsStr, OsString};
use std::os::unix::process::ExitStatusExt as _;
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Output, Stdio};

use deadheat_machine::GuestError;
use deadheat_native_runtime::ARCHIVE;

use super::arguments::{self, Product, Request, Word};
use super::cache::{self, Env};
use super::compilers::{Compiler, Family, Language};
use super::{flags, response_file};

/// Where the files are that deadheat carries inside it and compilers need. Each is written when it is first asked for.
pub struct Toolbox<'a> {
    env: Env<'a>,
    archive: OnceCell<PathBuf>,
    specs: OnceCell<PathBuf>,
}

impl<'a> Toolbox<'a> {
    /// A box with nothing written yet.
    #[must_use]
    pub fn new(env: Env<'a>) -> Self {
        Self { env, archive: OnceCell::new(), specs: OnceCell::new() }
    }

    /// A box whose files are there already: for tests.
    #[must_use]
    pub fn with_files(env: Env<'a>, archive: impl Into<PathBuf>, specs: impl Into<PathBuf>) -> Self {
        Self { env, archive: OnceCell::from(archive.into()), specs: OnceCell::from(specs.into()) }
    }

    /// Looks up environment variables.
    pub fn env(&self) -> Env<'a> {
        self.env
    }

    /// The archive with the runtime.
    ///
    /// # Errors
    /// If there is none for this machine, or no place for it.
    pub fn archive(&self) -> Result<&PathBuf, GuestError> {
        if ARCHIVE.is_empty() {
            let problem = format!("native programs can be checked on {} only", flags::TARGET);
            return Err(GuestError::new(problem, "use a deadheat that was built there"));
        }
        stored(&self.archive, || cache::stored("libdeadheat", "a", ARCHIVE, self.env))
    }

    /// The specs for gcc.
    ///
    /// # Errors
    /// If there is no place for them.
    pub fn specs(&self) -> Result<&PathBuf, GuestError> {
        stored(&self.specs, || cache::stored("gcc", "specs", flags::GCC_SPECS.as_bytes(), self.env))
    }
}

fn stored(
    cell: &OnceCell<PathBuf>,
    store: impl FnOnce() -> Result<PathBuf, GuestError>,
) -> Result<&PathBuf, GuestError> {
    if cell.get().is_none() {
        let _ = cell.set(store()?);
    }
    Ok(cell.get_or_init(PathBuf::new))
}

/// The call that is run instead of the user's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Its arguments, behind the compiler's own words.
    pub args: Vec<OsString>,
    /// What the user should know of flags that were left out.
    pub warnings: Vec<String>,
}

/// Makes a command line for a compiler of this family into the one that is run. Response files are expanded already.
///
/// # Errors
/// If it asks for what cannot be had, or there is no place for the runtime.
pub fn plan(family: Family, args: &[OsString], tools: &Toolbox) -> Result<Plan, GuestError> {
    let request = Request::of(args);
    if request.product == Product::Answer {
        return Ok(Plan { args: args.to_vec(), warnings: Vec::new() });
    }
    if request.is_static && request.product == Product::Executable {
        let problem =
            "a statically linked program cannot be checked: threads and memory of its C library cannot be reached";
        return Err(GuestError::new(problem, "link it without -static"));
    }
    let Kept { mut args, warnings, instruments } = kept(args);
    // What stands behind `--` is an input, for clang.
    let inputs = args.iter().position(|arg| arg == "--").map(|at| args.split_off(at)).unwrap_or_default();
    let mut added: Vec<OsString> = Vec::new();
    if request.compiles {
        added.extend(words(flags::COMPILE));
        if instruments {
            let links = !matches!(request.product, Product::Unlinked);
            added.extend(match family {
                Family::Clang => words(flags::CLANG_INSTRUMENT),
                Family::Gcc if links => vec![joined("-specs=", tools.specs()?.as_os_str())],
                Family::Gcc => words(flags::GCC_INSTRUMENT),
            });
        }
    }
    match request.product {
        Product::Executable => {
            added.extend(words(flags::LINK_BEFORE));
            added.extend([OsString::from("-Xlinker"), tools.archive()?.into()]);
            added.extend(words(flags::LINK_BEHIND));
            if family == Family::Gcc {
                added.extend(words(flags::GCC_WRAP));
            }
        }
        Product::SharedLibrary if request.is_closed => added.extend(words(flags::ALLOW_UNDEFINED)),
        _ => {}
    }
    if family == Family::Clang && !added.is_empty() {
        let [start, end] = flags::CLANG_QUIET;
        added.insert(0, OsString::from(start));
        added.push(OsString::from(end));
    }
    args.extend(added);
    args.extend(inputs);
    Ok(Plan { args, warnings })
}

fn words(list: &[&str]) -> Vec<OsString> {
    list.iter().map(OsString::from).collect()
}

fn joined(option: &str, value: &OsStr) -> OsString {
    let mut word = OsString::from(option);
    word.push(value);
    word
}

/// What is kept of the user's flags.
struct Kept {
    args: Vec<OsString>,
    warnings: Vec<String>,
    /// Unless the user said that this is not to be instrumented.
    instruments: bool,
}

fn kept(args: &[OsString]) -> Kept {
    let mut kept = Kept { args: Vec::with_capacity(args.len()), warnings: Vec::new(), instruments: true };
    for Word { text, value } in arguments::words(args) {
        let word = text.to_str().unwrap_or_default();
        if let Some(kinds) = word.strip_prefix("-fsanitize=") {
            kept.instruments |= kinds.split(',').any(|kind| kind == "thread");
            let others: Vec<&str> = kinds.split(',').filter(|kind| *kind != "thread").collect();
            if !others.is_empty() {
                kept.warnings.push(left_out(&format!("-fsanitize={}", others.join(","))));
            }
        } else if let Some(kinds) = word.strip_prefix("-fno-sanitize=") {
            kept.instruments &= !kinds.split(',').any(|kind| matches!(kind, "thread" | "all"));
        } else if word.starts_with("-fsanitize-coverage") {
            kept.warnings.push(left_out(word));
        } else if !is_left_out(word) {
            kept.args.extend([text].into_iter().chain(value).map(OsStr::to_owned));
        }
    }
    kept
}

fn left_out(flag: &str) -> String {
    format!("{flag} is left out: a program for deadheat can have no other sanitizer")
}

/// Whether a flag of the user's is left out in silence. Those that fine-tune sanitizers have nothing to tune.
fn is_left_out(word: &str) -> bool {
    let listed = |flag: &&str| flag.strip_suffix('*').map_or(word == *flag, |beginning| word.starts_with(beginning));
    word.starts_with("-fsanitize-") || word.starts_with("-fno-sanitize-") || flags::LEFT_OUT.iter().any(listed)
}

/// Does what a compiler is asked for, on the streams of this process, and gives its exit code. Warnings go to stderr, one a line.
///
/// # Errors
/// If there is no such compiler, or it is asked for what cannot be had.
pub fn call(language: Language, compiler: Option<&str>, args: &[OsString], tools: &Toolbox) -> Result<u8, GuestError> {
    let compiler = Compiler::find(language, compiler, tools.env())?;
    let (expanded, any) = response_file::expand(args);
    let Plan { args, warnings } = plan(compiler.family, &expanded, tools)?;
    warnings.iter().for_each(|warning| eprintln!("deadheat: warning: {warning}"));
    let mut command = compiler.command();
    // Kept until the compiler has ended.
    let mut file = None;
    if any {
        let written = response_file::write(&args).map_err(|error| no_space(&error))?;
        command.arg(joined("@", written.path().as_os_str()));
        file = Some(written);
    } else {
        command.args(args);
    }
    let status = command.status().map_err(|error| not_started(&command, &error))?;
    drop(file);
    Ok(exit_code(status))
}

/// Runs a compiler and keeps what it says.
pub(super) fn output(command: &mut Command) -> Result<Output, GuestError> {
    command.stdin(Stdio::null()).output().map_err(|error| not_started(command, &error))
}

/// The exit code as a shell tells it: a signal is 128 and its number.
pub(super) fn exit_code(status: ExitStatus) -> u8 {
    let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal)).unwrap_or(1);
    u8::try_from(code).unwrap_or(1)
}

pub(super) fn not_started(command: &Command, error: &std::io::Error) -> GuestError {
    let program = command.get_program().to_string_lossy();
    GuestError::new(format!("cannot start {program}: {error}"), "check that it is installed and on PATH")
}

pub(super) fn no_space(error: &std::io::Error) -> GuestError {
    GuestError::new(
        format!("cannot make a temporary file: {error}"),
        "check the rights and the space in the temporary folder",
    )
}
