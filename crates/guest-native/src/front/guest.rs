//! Native programs as guests.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use deadheat_event::hash::Fnv64;
use deadheat_event::{Schedule, Sources};
use deadheat_machine::facts::{FAIL_ON_EXIT, SPURIOUS, THREADS, VISIBLE_OUTPUT};
use deadheat_machine::thread_births::{ThreadBirth, adopted, parse_thread_names, thread_names_text};
use deadheat_machine::{
    Expectation, Guest, GuestError, GuestKind, GuestSpec, MachineOptions, Need, States, stdin, surroundings,
};

use super::NativeSources;
use super::command::{NativeCommand, NativeProgram};
use super::compile::{self, Built};
use super::toolchain::Toolbox;
use crate::debug_info::{Examined, examine};
use crate::machine::{Image, NativeMachine};
use crate::process::{FamilyConfig, InputFiles, Output, ProcessError};

/// A step that takes longer is given up: its thread does nothing that another could notice, and may do so for ever.
const PATIENCE: Duration = Duration::from_secs(10);
/// The variable that says another number of seconds.
const PATIENCE_VARIABLE: &str = "DEADHEAT_PATIENCE";

/// The environment variable that leaves a program where the kernel puts it.
const RANDOM_ADDRESSES_VARIABLE: &str = "DEADHEAT_RANDOM_ADDRESSES";

/// The environment variable that keeps processes from going back to earlier states themselves, and ahead of schedulers.
const COPIES_VARIABLE: &str = "DEADHEAT_COPIES";

/// A native program, ready to run: compiled, if it is a source, and known to be one of ours.
pub struct NativeGuest {
    command: NativeCommand,
    built: Built,
    config: FamilyConfig,
    /// The folder in which the command was given.
    directory: PathBuf,
    image: Arc<Image>,
    shows_output: bool,
    /// The machine at the program's start of which the others are forks; made when the first is asked for.
    base: Mutex<Option<NativeMachine>>,
    digest: OnceLock<String>,
}

impl NativeGuest {
    /// Compiles the source where there is one, and checks that the executable is one of ours. Where a schedule is to be followed,
    /// `followed`'s facts decide on which machines. `env` looks up environment variables.
    ///
    /// # Errors
    /// If something is missing or does not compile.
    pub fn open(
        command: &NativeCommand,
        options: MachineOptions,
        followed: Option<&Schedule>,
        env: impl Fn(&str) -> Option<OsString>,
    ) -> Result<Self, GuestError> {
        let directory = surroundings::directory(followed);
        let built = compile::build_in(&directory, command, &Toolbox::new(&env))?;
        check(&built.executable, &named(command))?;
        let patience = env(PATIENCE_VARIABLE).and_then(|seconds| seconds.to_str()?.parse().ok());
        let image = Arc::new(Image::default());
        let MachineOptions { mut spurious, mut fail_on_exit, mut expect, keeps_output: mut visible_output, .. } =
            options;
        if let Some(schedule) = followed {
            spurious = schedule.fact(SPURIOUS).is_some();
            fail_on_exit = schedule.fact(FAIL_ON_EXIT).is_some();
            expect = Expectation::of(schedule);
            visible_output = schedule.fact(VISIBLE_OUTPUT).is_some();
            image.learn_thread_names(schedule.fact(THREADS).map(parse_thread_names).unwrap_or_default());
        }
        let keeps_output = visible_output || expect.output.is_some();
        let config = FamilyConfig {
            program: built.executable.clone(),
            arguments: command.arguments.iter().map(OsString::from).collect(),
            environment: environment(command, followed),
            directory: Some(command.directory.as_ref().map_or(directory.clone(), |inner| directory.join(inner))),
            heap: command.limits.heap,
            threads: command.limits.threads,
            spurious,
            fail_on_exit,
            random_addresses: env(RANDOM_ADDRESSES_VARIABLE).is_some(),
            goes_back: env(COPIES_VARIABLE).is_none(),
            visible_output: keeps_output,
            expect,
            output: if keeps_output { Output::Kept } else { Output::Dropped },
            input: input(followed),
            input_files: Arc::new(input_files(followed)?),
            patience: patience.map_or(PATIENCE, Duration::from_secs),
        };
        let (base, digest) = (Mutex::new(None), OnceLock::new());
        let (command, shows_output) = (command.clone(), options.live_output);
        Ok(Self { command, built, config, directory, image, shows_output, base, digest })
    }

    fn spec_without_digest(&self) -> GuestSpec {
        GuestSpec {
            kind: GuestKind::Native,
            name: named(&self.command),
            arguments: self.command.arguments.clone(),
            platform: "x86-64 Linux".to_owned(),
            digest: String::new(),
            command: self.command.words(),
            facts: self.facts().into_iter().map(|(key, value)| (key.to_owned(), value)).collect(),
        }
    }

    /// The hash of what the user gave: of a source its text, for two compilations of it may differ in what does not matter.
    fn hash(&self) -> String {
        let mut hash = Fnv64::default();
        let file = match &self.command.program {
            NativeProgram::Source(file) => &surroundings::resolve(&self.directory, Path::new(file)),
            NativeProgram::Executable(_) => &self.built.executable,
        };
        hash.write(&fs::read(file).unwrap_or_default());
        self.command.flags.iter().for_each(|flag| hash.write(flag.as_bytes()));
        hash.write(&[self.command.optimisation]);
        hash.to_string()
    }

    fn fresh(&self, states: States, output: Output) -> Result<NativeMachine, GuestError> {
        self.thread_names();
        let config = FamilyConfig { output, ..self.config.clone() };
        NativeMachine::start(&config, &self.image, states == States::Kept).map_err(|error| self.failed(&error))
    }

    /// The names that threads have so far, in all families.
    fn thread_names(&self) -> Vec<ThreadBirth> {
        if let Some(base) = &*self.base.lock().unwrap_or_else(PoisonError::into_inner) {
            self.image.learn_thread_names(base.thread_names());
        }
        self.image.thread_names()
    }

    fn failed(&self, error: &ProcessError) -> GuestError {
        let name = named(&self.command);
        match error {
            ProcessError::Died { .. } => {
                let remedy = format!("run {name} by itself to see why; a library's constructor may have ended it");
                GuestError::new(format!("{name} did not come to its main: {error}"), remedy)
            }
            _ => GuestError::new(format!("{name}: {error}"), ""),
        }
    }
}

/// What is added to deadheat's own environment: what the command says, and before that what is known of the one in which a schedule was
/// found.
fn environment(command: &NativeCommand, followed: Option<&Schedule>) -> Vec<(OsString, OsString)> {
    let known = followed.and_then(|schedule| schedule.fact(surroundings::ENVIRONMENT));
    let known = known.map(surroundings::environment).unwrap_or_default();
    let all = known.iter().chain(&command.environment);
    all.map(|(name, value)| (name.into(), value.into())).collect()
}

/// The standard input: that with which a schedule was found, or deadheat's own.
fn input(followed: Option<&Schedule>) -> Option<Arc<[u8]>> {
    let known = followed.and_then(|schedule| schedule.fact(surroundings::INPUT)).and_then(surroundings::input);
    known.or_else(|| own_input().then(stdin::whole).flatten()).map(Into::into)
}

/// Whether deadheat's own standard input can be read to its end: not if somebody types it, nor if it is a pipe on which nothing comes, for
/// perhaps nobody ever writes to it. Decided once: what was read cannot be left to a guest that is simply run.
fn own_input() -> bool {
    const PIPE_PATIENCE_MS: i32 = 300;
    static DECIDED: OnceLock<bool> = OnceLock::new();
    *DECIDED.get_or_init(|| {
        let mut input = libc::pollfd { fd: 0, events: libc::POLLIN, revents: 0 };
        // SAFETY: one structure, which lives through the call.
        !io::stdin().is_terminal() && unsafe { libc::poll(&raw mut input, 1, PIPE_PATIENCE_MS) } == 1
    })
}

/// The files that a schedule was found with.
fn input_files(followed: Option<&Schedule>) -> Result<InputFiles, GuestError> {
    let fact = followed.and_then(|schedule| schedule.fact(surroundings::FILES)).unwrap_or_default();
    InputFiles::kept(fact).map_err(|error| GuestError::new(format!("no memory for the guest's files: {error}"), ""))
}

/// What a user calls the program.
fn named(command: &NativeCommand) -> String {
    match &command.program {
        NativeProgram::Source(file) | NativeProgram::Executable(file) => file.clone(),
    }
}

/// Whether deadheat can run the file, and if not, what to do.
fn check(executable: &Path, name: &str) -> Result<(), GuestError> {
    const BUILD: &str = "build it with `deadheat cc`, `deadheat c++`, `deadheat rustc` or `deadheat cargo build` (make CC=\"deadheat cc\")";
    let examined = examine(executable).map_err(|error| GuestError::new(format!("cannot read {name}: {error}"), ""))?;
    let (problem, remedy) = match examined {
        Examined::Instrumented { .. } => return Ok(()),
        Examined::NotElf | Examined::NotExecutable => (format!("{name} is no executable"), BUILD),
        Examined::Elf32 => (format!("{name} is for 32-bit processors, and deadheat runs 64-bit programs"), BUILD),
        Examined::OtherArchitecture(other) => {
            (format!("{name} is for {other}, and deadheat runs programs for x86-64"), BUILD)
        }
        Examined::Static => (
            format!("{name} is linked statically, so nothing can stand where its C library is"),
            "link it without -static",
        ),
        Examined::SharedLibraryOnly => (format!("{name} is a library, not a program"), "name a program that uses it"),
        Examined::NotInstrumented { .. } => (format!("{name} was not built for deadheat"), BUILD),
        Examined::ForeignTsan { .. } => (format!("{name} is linked with ThreadSanitizer's own runtime"), BUILD),
    };
    Err(GuestError::new(problem, remedy))
}

impl Guest for NativeGuest {
    type Machine = NativeMachine;

    fn spec(&self) -> GuestSpec {
        let digest = self.digest.get_or_init(|| self.hash()).clone();
        GuestSpec { digest, ..self.spec_without_digest() }
    }

    fn label(&self) -> GuestSpec {
        self.spec_without_digest()
    }

    fn start(&self, states: States) -> Result<NativeMachine, GuestError> {
        self.fresh(states, if self.shows_output { Output::Shown } else { self.config.output })
    }

    fn start_silent(&self, states: States) -> Result<NativeMachine, GuestError> {
        self.fresh(states, self.config.output)
    }

    fn fork(&self) -> Result<NativeMachine, GuestError> {
        let mut base = self.base.lock().unwrap_or_else(PoisonError::into_inner);
        let machine = match &mut *base {
            Some(machine) => machine,
            absent => {
                let started = NativeMachine::start(&self.config, &self.image, true);
                absent.insert(started.map_err(|error| self.failed(&error))?)
            }
        };
        machine.fork().map_err(|error| self.failed(&error))
    }

    /// Of a signal the system says no more than that it came.
    fn tells_of_deaths(&self) -> bool {
        false
    }

    /// The program's, and that of the worker, who looks at its board until it is his turn.
    fn processors(&self) -> usize {
        2
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let when = |is: bool, key: &'static str| is.then(|| (key, "yes".to_owned()));
        let facts = [
            when(self.config.spurious, SPURIOUS),
            when(self.config.fail_on_exit, FAIL_ON_EXIT),
            when(self.config.visible_output, VISIBLE_OUTPUT),
            thread_names_text(&self.thread_names()).map(|threads| (THREADS, threads)),
        ];
        facts.into_iter().flatten().chain(self.config.expect.facts()).collect()
    }

    fn files(&self) -> Vec<PathBuf> {
        vec![match &self.command.program {
            NativeProgram::Source(file) => surroundings::resolve(&self.directory, Path::new(file)),
            NativeProgram::Executable(_) => self.built.executable.clone(),
        }]
    }

    /// Threads have names here when a process has met them.
    fn adopt(&self, schedule: &Schedule) -> Option<Schedule> {
        let names = self.thread_names();
        let known =
            |parent, number| names.iter().find(|birth| (birth.0, birth.1) == (parent, number)).map(|birth| birth.2);
        // The main thread's own children have the numbers of their starts, as long as nobody else starts any.
        let plain = names.iter().all(|(parent, number, id)| *parent == 0 && *id == number + 1);
        adopted(schedule, |parent, number| known(parent, number).or((plain && parent == 0).then_some(number + 1)))
    }

    fn surroundings(&self, values: bool) -> Vec<(&'static str, String)> {
        let mut variables: BTreeMap<OsString, OsString> = std::env::vars_os().collect();
        variables.extend(self.config.environment.iter().cloned());
        let environment = surroundings::of_environment(variables.into_iter());
        let of_input = if values { surroundings::of_input } else { surroundings::length_of_input };
        let input = self.config.input.as_ref().filter(|input| !input.is_empty());
        let folder = self.config.directory.as_ref().unwrap_or(&self.directory);
        let facts = [
            Some((surroundings::DIRECTORY, self.directory.display().to_string())),
            Some((surroundings::ENVIRONMENT, environment)),
            input.map(|input| (surroundings::INPUT, of_input(input))),
            self.config.input_files.fact(folder, values).map(|files| (surroundings::FILES, files)),
        ];
        facts.into_iter().flatten().collect()
    }

    fn sources(&self, given: &[PathBuf]) -> Box<dyn Sources> {
        let module = crate::debug_info::Module::open(&self.built.executable);
        let folders = module.map(|module| module.compilation_folders()).unwrap_or_default();
        let sources = NativeSources::new(given.iter().cloned()).in_project(Path::new("."));
        Box::new(sources.compiled_in(folders))
    }

    fn blind_spots(&self) -> Vec<String> {
        self.image.blind_spots()
    }

    fn needs(&self) -> Vec<Need> {
        self.image.needs.list()
    }
}
