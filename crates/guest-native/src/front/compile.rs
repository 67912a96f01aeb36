//! Guests given as source: compiled into a temporary folder. And where the executable of a guest is, however it was named.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use deadheat_machine::{GuestError, surroundings};
use tempfile::TempDir;

use super::command::{NativeCommand, NativeProgram};
use super::compilers::{Compiler, Language};
use super::options::{SourceLanguage, is_elf};
use super::rustc;
use super::toolchain::{self, Plan, Toolbox};

/// An executable, ready to run. If it was compiled here, it is deleted with this value.
#[derive(Debug)]
pub struct Built {
    /// The executable, by its full path.
    pub executable: PathBuf,
    /// The folder that it was compiled into.
    _folder: Option<TempDir>,
}

/// Finds the executable that a command names, or compiles it.
///
/// # Errors
/// If there is none, or the source does not compile.
pub fn build(command: &NativeCommand, tools: &Toolbox) -> Result<Built, GuestError> {
    build_in(&surroundings::here(), command, tools)
}

/// The same for a command that was given in `directory`: files are looked for there, then here.
///
/// # Errors
/// If there is none, or the source does not compile.
pub fn build_in(directory: &Path, command: &NativeCommand, tools: &Toolbox) -> Result<Built, GuestError> {
    match &command.program {
        NativeProgram::Source(file) => compile(command, directory, file, tools),
        NativeProgram::Executable(file) => {
            // A name without a folder is a file here, not a program on PATH.
            let executable = surroundings::resolve(directory, Path::new(file));
            let executable = fs::canonicalize(executable).map_err(|error| cannot_read(file, &error))?;
            if !is_elf(&executable) {
                let remedy =
                    "name a program that `deadheat cc`, `c++`, `rustc` or `cargo build` has built, or a source file";
                return Err(GuestError::new(format!("{file} is no executable"), remedy));
            }
            Ok(Built { executable, _folder: None })
        }
    }
}

fn compile(command: &NativeCommand, directory: &Path, file: &str, tools: &Toolbox) -> Result<Built, GuestError> {
    // Compilers say it in other words than deadheat does.
    let source = surroundings::resolve(directory, Path::new(file));
    fs::File::open(&source).map_err(|error| cannot_read(file, &error))?;
    let folder = tempfile::Builder::new().prefix("deadheat-").tempdir().map_err(|error| toolchain::no_space(&error))?;
    let executable = folder.path().join("program");
    let mut compiler = match SourceLanguage::of(file) {
        Some(SourceLanguage::Rust) => with_rustc(command, file, &executable, tools)?,
        Some(SourceLanguage::Cxx) => with_compiler(Language::Cxx, command, file, &executable, tools)?,
        Some(SourceLanguage::C) | None => with_compiler(Language::C, command, file, &executable, tools)?,
    };
    if source != Path::new(file) {
        // Called there, and not by another name here: a program's places have the names of its files.
        compiler.current_dir(directory);
    }
    let output = toolchain::output(&mut compiler)?;
    if output.status.success() {
        return Ok(Built { executable, _folder: Some(folder) });
    }
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    Err(GuestError::new(format!("{file} does not compile:\n{}", said.trim_end()), ""))
}

fn with_compiler(
    language: Language,
    command: &NativeCommand,
    file: &str,
    executable: &Path,
    tools: &Toolbox,
) -> Result<Command, GuestError> {
    let compiler = Compiler::find(language, command.compiler.as_deref(), tools.env())?;
    let mut args = vec![OsString::from(format!("-O{}", command.optimisation)), OsString::from("-o"), executable.into()];
    args.push(named(file));
    if uses_openmp(file) {
        args.push(OsString::from("-fopenmp"));
    }
    // Behind the file: libraries among the flags are for it.
    args.extend(command.flags.iter().map(OsString::from));
    args.extend(["-pthread", "-lm"].map(OsString::from));
    let Plan { args, .. } = toolchain::plan(compiler.family, &args, tools)?;
    let mut call = compiler.command();
    call.args(args);
    Ok(call)
}

/// Whether a source has pragmas of OpenMP: without the flag they would be left out in silence, and so would their errors.
fn uses_openmp(file: &str) -> bool {
    let text = fs::read(file).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    text.lines().any(|line| {
        let mut words = line.split_whitespace();
        let is_pragma = match words.next() {
            Some("#") => words.next() == Some("pragma"),
            first => first == Some("#pragma"),
        };
        (is_pragma && words.next() == Some("omp")) || line.contains("_Pragma(\"omp ")
    })
}

fn with_rustc(command: &NativeCommand, file: &str, executable: &Path, tools: &Toolbox) -> Result<Command, GuestError> {
    let mut args = vec![OsString::from(format!("-Copt-level={}", command.optimisation))];
    args.extend([OsString::from("-o"), executable.into(), named(file)]);
    // Without one it is that of 2015; a second one would be an error.
    if !command.flags.iter().any(|flag| flag.starts_with("--edition")) {
        args.push(OsString::from("--edition=2024"));
    }
    args.extend(command.flags.iter().map(OsString::from));
    let mut call = rustc::command(command.compiler.as_deref(), tools.env());
    call.env(rustc::BOOTSTRAP.0, rustc::BOOTSTRAP.1);
    let planned = rustc::plan(&args, tools)?;
    call.args(planned.unwrap_or(args));
    Ok(call)
}

/// A file's name that no compiler takes for an option.
fn named(file: &str) -> OsString {
    if file.starts_with(['-', '@']) { format!("./{file}").into() } else { file.into() }
}

fn cannot_read(file: &str, error: &std::io::Error) -> GuestError {
    GuestError::new(format!("cannot read {file}: {error}"), "check the file's name and its rights")
}
