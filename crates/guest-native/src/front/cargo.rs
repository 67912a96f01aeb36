//! Rust packages: built by cargo with the flags that instrument, into a folder of their own; their tests and programs as guests.
//!
//! Cargo is given a target, although it is the usual one: then flags are for the program only, and neither for build scripts nor for
//! macros that run inside the compiler.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStringExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use deadheat_machine::{GuestError, Limits};
use serde::Deserialize;

use super::cargo_line::CargoLine;
use super::command::{NativeCommand, NativeProgram};
use super::toolchain::{Toolbox, exit_code, not_started, output};
use super::{flags, rustc};

/// A guest that cargo has built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CargoGuest {
    /// What a person calls it: `pool::tests::drops`.
    pub name: String,
    /// The command that names it.
    pub command: NativeCommand,
}

/// Builds what a line asks for, on the streams of this process, and gives cargo's exit code.
///
/// # Errors
/// If cargo cannot be started.
pub fn build(line: &CargoLine, tools: &Toolbox) -> Result<u8, GuestError> {
    let mut cargo = building(line, "build", tools)?;
    cargo.status().map(exit_code).map_err(|error| not_started(&cargo, &error))
}

/// Builds the tests of a package, and gives each of those that the line names.
///
/// # Errors
/// If they cannot be built or listed.
pub fn tests(line: &CargoLine, limits: Limits, tools: &Toolbox) -> Result<Vec<CargoGuest>, GuestError> {
    let mut cargo = building(line, "test", tools)?;
    cargo.arg("--no-run");
    let artifacts = artifacts(cargo, "the tests")?;
    let mut guests = Vec::new();
    for artifact in artifacts.iter().filter(|artifact| artifact.profile.test) {
        guests.extend(artifact.tests(line, limits)?);
    }
    Ok(guests)
}

/// Builds the program of a package.
///
/// # Errors
/// If it cannot be built, or there is more than one.
pub fn program(line: &CargoLine, limits: Limits, tools: &Toolbox) -> Result<CargoGuest, GuestError> {
    let default =
        if line.value("--bin").or(line.value("--example")).is_none() { default_run(line, tools) } else { None };
    let mut cargo = building(line, "build", tools)?;
    if let Some(name) = &default {
        cargo.args(["--bin", name]);
    }
    let mut artifacts = artifacts(cargo, "the program")?;
    artifacts.retain(|artifact| !artifact.profile.test);
    match artifacts.as_slice() {
        [artifact] => {
            let command = NativeCommand {
                arguments: line.arguments.clone(),
                limits,
                ..NativeCommand::new(NativeProgram::Executable(artifact.executable()?))
            };
            Ok(CargoGuest { name: artifact.target.name.clone(), command })
        }
        [] => Err(GuestError::new(
            "the package has no program",
            "name one with --bin or --example, or use `deadheat cargo test`",
        )),
        several => {
            let names: Vec<&str> = several.iter().map(|artifact| artifact.target.name.as_str()).collect();
            let problem = format!("the package has several programs: {}", names.join(", "));
            Err(GuestError::new(problem, "name one with --bin"))
        }
    }
}

/// An executable, as cargo tells of it.
#[derive(Debug, Deserialize)]
struct Artifact {
    executable: Option<PathBuf>,
    manifest_path: PathBuf,
    target: Target,
    profile: Profile,
}

#[derive(Debug, Deserialize)]
struct Target {
    name: String,
}

#[derive(Debug, Deserialize)]
struct Profile {
    test: bool,
}

impl Artifact {
    fn executable(&self) -> Result<String, GuestError> {
        let path = self.executable.as_deref().and_then(Path::to_str);
        path.map(str::to_owned)
            .ok_or_else(|| GuestError::new("the path of the executable is not UTF-8", "move the package"))
    }

    /// Its tests, those that the line names.
    fn tests(&self, line: &CargoLine, limits: Limits) -> Result<Vec<CargoGuest>, GuestError> {
        let executable = self.executable()?;
        // Tests run in the folder of their package.
        let folder = self.manifest_path.parent().and_then(Path::to_str).unwrap_or(".").to_owned();
        let guest = |name: String, arguments: Vec<String>| {
            let environment = vec![("CARGO_MANIFEST_DIR".to_owned(), folder.clone())];
            let program = NativeProgram::Executable(executable.clone());
            let directory = Some(folder.clone());
            let command = NativeCommand { arguments, directory, environment, limits, ..NativeCommand::new(program) };
            CargoGuest { name, command }
        };
        let filters: Vec<&str> = line.name.iter().chain(&line.arguments).map(String::as_str).collect();
        let Some(all) = self.list(&filters, &folder)? else {
            // A test without the usual harness is a program.
            return Ok(vec![guest(self.target.name.clone(), line.arguments.clone())]);
        };
        let wants_ignored = filters.iter().any(|word| matches!(*word, "--ignored" | "--include-ignored"));
        let ignored = match wants_ignored {
            true => Vec::new(),
            false => self.list(&[filters.as_slice(), &["--ignored"]].concat(), &folder)?.unwrap_or_default(),
        };
        let wanted = all.into_iter().filter(|name| !ignored.contains(name));
        Ok(wanted
            .map(|name| {
                let mut arguments: Vec<String> =
                    ["--exact", &name, "--test-threads=1", "--nocapture"].map(str::to_owned).into();
                arguments.extend(wants_ignored.then(|| "--include-ignored".to_owned()));
                guest(format!("{}::{name}", self.target.name), arguments)
            })
            .collect())
    }

    /// The tests that the executable lists; none where it does not know how to.
    fn list(&self, filters: &[&str], folder: &str) -> Result<Option<Vec<String>>, GuestError> {
        let executable = self.executable()?;
        let listed = output(Command::new(&executable).args(filters).arg("--list").current_dir(folder))?;
        Ok(if listed.status.success() { listed_tests(&String::from_utf8_lossy(&listed.stdout)) } else { None })
    }
}

/// Reads the list of tests of the usual harness, which ends in their number.
fn listed_tests(text: &str) -> Option<Vec<String>> {
    let last = text.lines().last()?;
    let is_sum = last
        .split_once(" test")
        .is_some_and(|(number, rest)| number.parse::<u64>().is_ok() && rest.contains("benchmark"));
    let tests = text.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned);
    is_sum.then(|| tests.collect())
}

/// Runs cargo, whose messages to people go to stderr, and gives the executables that it has built.
fn artifacts(mut cargo: Command, what: &str) -> Result<Vec<Artifact>, GuestError> {
    cargo.arg("--message-format=json-render-diagnostics").stdin(Stdio::null()).stderr(Stdio::inherit());
    let done = cargo.output().map_err(|error| not_started(&cargo, &error))?;
    if !done.status.success() {
        return Err(GuestError::new(format!("cargo could not build {what}"), "mend the errors that it shows above"));
    }
    let messages = String::from_utf8_lossy(&done.stdout);
    let artifacts = messages.lines().filter_map(|line| serde_json::from_str::<Artifact>(line).ok());
    let mut artifacts: Vec<Artifact> = artifacts.filter(|artifact| artifact.executable.is_some()).collect();
    // They come in the order in which they were done, which is another every time.
    artifacts.sort_by(|a, b| {
        (&a.manifest_path, &a.target.name, &a.executable).cmp(&(&b.manifest_path, &b.target.name, &b.executable))
    });
    Ok(artifacts)
}

/// Cargo, as the line has it.
fn cargo(line: &CargoLine, tools: &Toolbox) -> Command {
    let mut cargo = Command::new(tools.env()("CARGO").unwrap_or_else(|| OsStr::new("cargo").to_owned()));
    cargo.args(&line.toolchain).args(line.config.iter().flat_map(|value| ["--config", value]));
    cargo
}

/// Cargo with all that makes it build for deadheat.
fn building(line: &CargoLine, action: &str, tools: &Toolbox) -> Result<Command, GuestError> {
    let mut cargo = cargo(line, tools);
    cargo.arg(action).args(["--target", flags::TARGET]).args(&line.options);
    if line.value("--target-dir").is_none() {
        // Beside other builds, which stay as they are.
        cargo.arg("--target-dir").arg(metadata(line, tools)?.target_directory.join("deadheat"));
    }
    cargo.env(rustc::BOOTSTRAP.0, rustc::BOOTSTRAP.1).env("CARGO_ENCODED_RUSTFLAGS", rust_flags(line, tools)?);
    let given = line.value("--profile").map(|profile| profile.to_uppercase().replace('-', "_"));
    for profile in ["DEV", "TEST", "RELEASE", "BENCH"].into_iter().chain(given.as_deref()) {
        for (key, value) in flags::CARGO_PROFILE {
            cargo.env(format!("CARGO_PROFILE_{profile}_{key}"), value);
        }
    }
    Ok(cargo)
}

/// The user's flags and ours, as cargo takes them.
fn rust_flags(line: &CargoLine, tools: &Toolbox) -> Result<OsString, GuestError> {
    let mut words = user_flags(line, tools);
    words.extend(rustc::compile_flags());
    words.extend(rustc::link_flags(tools.archive()?));
    let bytes: Vec<Vec<u8>> = words.into_iter().map(OsString::into_vec).collect();
    Ok(OsString::from_vec(bytes.join(&0x1f)))
}

/// The flags that cargo would give to rustc by itself, from the first place that has any. Ours take their place, so they are handed on.
fn user_flags(line: &CargoLine, tools: &Toolbox) -> Vec<OsString> {
    let env = tools.env();
    if let Some(encoded) = env("CARGO_ENCODED_RUSTFLAGS") {
        let words = encoded.into_vec();
        let words = words.split(|byte| *byte == 0x1f).filter(|word| !word.is_empty());
        return words.map(|word| OsString::from_vec(word.to_vec())).collect();
    }
    if let Some(plain) = env("RUSTFLAGS") {
        return plain.to_string_lossy().split_whitespace().map(OsString::from).collect();
    }
    let of_target = format!("target.{}.rustflags", flags::TARGET);
    let configured = configured(&of_target, line, tools).or_else(|| configured("build.rustflags", line, tools));
    configured.unwrap_or_default().into_iter().map(OsString::from).collect()
}

/// A list in cargo's configuration.
fn configured(key: &str, line: &CargoLine, tools: &Toolbox) -> Option<Vec<String>> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum List {
        Words(Vec<String>),
        Text(String),
    }
    let mut cargo = cargo(line, tools);
    // Asking is not stable.
    cargo.env(rustc::BOOTSTRAP.0, rustc::BOOTSTRAP.1).args([
        "-Zunstable-options",
        "config",
        "get",
        "--format=json-value",
        key,
    ]);
    let told = output(&mut cargo).ok().filter(|told| told.status.success())?;
    Some(match serde_json::from_slice(&told.stdout).ok()? {
        List::Words(words) => words,
        List::Text(text) => text.split_whitespace().map(str::to_owned).collect(),
    })
}

/// What cargo says of a package without building it.
#[derive(Debug, Deserialize)]
struct Metadata {
    target_directory: PathBuf,
    packages: Vec<Package>,
    /// Those that cargo works on unless it is told otherwise.
    #[serde(default)]
    workspace_default_members: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Package {
    id: String,
    name: String,
    default_run: Option<String>,
}

fn metadata(line: &CargoLine, tools: &Toolbox) -> Result<Metadata, GuestError> {
    let mut cargo = cargo(line, tools);
    cargo.args(["metadata", "--no-deps", "--format-version=1"]);
    if let Some(manifest) = line.value("--manifest-path") {
        cargo.args(["--manifest-path", manifest]);
    }
    let told = output(&mut cargo)?;
    let failed = |said: &str| {
        let said = said.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned();
        GuestError::new(format!("cargo finds no package: {said}"), "go to its folder, or name it with --manifest-path")
    };
    if !told.status.success() {
        return Err(failed(&String::from_utf8_lossy(&told.stderr)));
    }
    serde_json::from_slice(&told.stdout).map_err(|error| failed(&error.to_string()))
}

/// The program that `cargo run` would run among several.
fn default_run(line: &CargoLine, tools: &Toolbox) -> Option<String> {
    let Metadata { packages, workspace_default_members: usual, .. } = metadata(line, tools).ok()?;
    let wanted = line.value("-p").or(line.value("--package"));
    let fits = |package: &Package| wanted.map_or_else(|| usual.contains(&package.id), |name| name == package.name);
    let mut fit = packages.into_iter().filter(fits);
    fit.next().filter(|_| fit.next().is_none())?.default_run
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_tests() {
        let text = "tests::a: test\nb: bench\ntests::b c: test\n\n2 tests, 1 benchmark\n";
        assert_eq!(listed_tests(text), Some(vec!["tests::a".to_owned(), "tests::b c".to_owned()]));
        assert_eq!(listed_tests("0 tests, 0 benchmarks\n"), Some(Vec::new()));
        assert_eq!(listed_tests("1 test, 0 benchmarks\n"), Some(Vec::new()));
        for other in ["", "hello\n", "I ran 3 tests\n"] {
            assert_eq!(listed_tests(other), None, "{other}");
        }
    }
}
