//! Java programs as guests.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, PoisonError};

use deadheat_event::{Schedule, Sources};
use deadheat_machine::thread_births::{ThreadBirth, adopted};
use deadheat_machine::{
    Guest, GuestError, GuestKind, GuestSpec, IdlePool, Limits, MachineOptions, Need, States, TestRuns, stdin,
    surroundings,
};

use crate::classpath::ClassPath;
use crate::front::command::JavaCommand;
use crate::front::facts::{self, apply_facts};
use crate::front::javac::{self, Compiled};
use crate::front::jdk::{self, Jdk};
use crate::front::options::Program;
use crate::front::ownership::Libraries;
use crate::front::sources::JavaSources;
use crate::front::tests::{self, SharedBase, TestChoice};
use crate::front::{agents, class_path, digest, modules};
use crate::host::readable::Readable;
use crate::vm::agents::Agent;
use crate::vm::config::Config;
use crate::vm::harness::{self, ClassProblem, End, Found, FoundTest, Harness};
use crate::vm::machine::Jvm;

/// A Java program, ready to run: its JDK is found and its source, if it is one, compiled.
///
/// ```no_run
/// use deadheat_guest_java::front::{JavaCommand, JavaGuest, Program};
/// use deadheat_machine::{Guest, Machine, MachineOptions, States};
///
/// let command = JavaCommand::new(Program::Source("Account.java".into()));
/// let guest = JavaGuest::open(&command, MachineOptions::default(), None, |name| std::env::var_os(name))?;
/// assert_eq!(guest.spec().name, "Account");
/// let machine = guest.start(States::Dropped)?;
/// assert_eq!(machine.threads()[0].name, "main");
/// # Ok::<(), deadheat_machine::GuestError>(())
/// ```
pub struct JavaGuest {
    command: JavaCommand,
    /// Its name for people.
    name: String,
    jdk: Jdk,
    /// What its machines are made from.
    config: Config,
    /// The class path, where the command does not say it.
    class_path: Option<String>,
    /// The temporary class files, kept for as long as the guest.
    _compiled: Arc<Option<Compiled>>,
    /// The machine at the program's start of which the others are forks; made when the first is asked for.
    base: SharedBase<Jvm>,
    /// The hash of its classes; made when it is asked for, because it takes reading them all.
    digest: Arc<OnceLock<Result<String, GuestError>>>,
    /// Which of its classes are of libraries; found out when it is asked for.
    libraries: Arc<OnceLock<Libraries>>,
    /// The number of the test that it is, on machines that have found all.
    test: Option<u32>,
}

impl JavaGuest {
    /// Finds the JDK, compiles the source where there is one, and checks that the files are there. Where a schedule is to be
    /// followed, `followed`'s facts decide on which machines. `env` looks up environment variables.
    ///
    /// # Errors
    /// If something is missing or does not compile.
    pub fn open(
        command: &JavaCommand,
        options: MachineOptions,
        followed: Option<&Schedule>,
        env: impl Fn(&str) -> Option<OsString>,
    ) -> Result<Self, GuestError> {
        check_limits(&command.limits)?;
        let jdk = Jdk::find(&env)?;
        let from_env = || env("CLASSPATH").and_then(|path| path.into_string().ok()).filter(|path| !path.is_empty());
        let directory = surroundings::directory(followed);
        let resolve = |file: &Path| surroundings::resolve(&directory, file);
        let remembered = || followed.and_then(|schedule| schedule.fact(surroundings::CLASS_PATH)).map(str::to_owned);
        let unnamed = command.java.class_path.is_none().then(|| remembered().or_else(from_env)).flatten();
        let given = command.java.class_path.clone().or_else(|| unnamed.clone());
        let mut class_path = given.as_deref().map(|path| class_path::entries(path, resolve)).transpose()?;
        let module_path = command.java.module_path.as_deref();
        let module_path = module_path.map(|path| class_path::entries(path, resolve)).transpose()?.unwrap_or_default();
        let mut module = None;
        let mut compiled = None;
        let mut harness = None;
        let (name, main_class) = match &command.program {
            Program::Tests(choice) => {
                let path = class_path.get_or_insert_with(|| vec![resolve(Path::new("."))]);
                let (engines, classes) = tests::compile(&jdk, path)?;
                let scanned: Vec<PathBuf> = match &choice.scan[..] {
                    [] => path.iter().filter(|entry| entry.is_dir()).cloned().collect(),
                    scan => scan.iter().map(|place| resolve(Path::new(place))).collect(),
                };
                let candidates = tests::candidates(&scanned, choice)?.into();
                harness =
                    Some((engines, Harness { classes, candidates, chosen: choice.test.clone(), ..Harness::default() }));
                (choice.test.clone().unwrap_or_else(|| "tests".to_owned()), harness::CLASS.replace('/', "."))
            }
            Program::Class(name) => (name.clone(), name.clone()),
            Program::Jar(file) => {
                let jar = resolve(Path::new(file));
                class_path::check_jar(&jar)?;
                let main_class = class_path::main_class(&jar)?;
                let name = file.clone();
                class_path = Some(vec![jar]);
                (name, main_class)
            }
            Program::Module(named) => {
                class_path.get_or_insert_default();
                let (name, class) =
                    named.split_once('/').map_or((named.as_str(), None), |(name, class)| (name, Some(class)));
                let main_class = match class {
                    Some(class) => class.to_owned(),
                    None => modules::main_class(&modules::roots(&module_path), name, jdk.feature as u16)?,
                };
                module = Some(name.to_owned());
                (named.clone(), main_class)
            }
            Program::Source(file) => {
                let path = class_path.get_or_insert_default();
                let done = javac::compile(&jdk, &resolve(Path::new(file)), path)?;
                path.insert(0, done.classes.path().to_owned());
                let main = done.main.clone();
                compiled = Some(done);
                (main.clone(), main)
            }
        };
        let class_path = class_path.unwrap_or_else(|| vec![resolve(Path::new("."))]);
        let mut config = Config::new(jdk.home.clone(), class_path, &main_class);
        config.args.clone_from(&command.arguments);
        if let Some((engines, harness)) = harness {
            config.args = engines.into_iter().map(|engine| engine.class().to_owned()).collect();
            config.harness = Some(harness);
        }
        config.properties.clone_from(&command.java.properties);
        config.assertions.clone_from(&command.java.assertions);
        config.preview = command.java.preview;
        config.modules = modules::roots(&module_path);
        // As the launcher tells the library.
        if !module_path.is_empty() {
            let shown: Vec<String> = module_path.iter().map(|path| path.display().to_string()).collect();
            config.properties.push(("jdk.module.path".to_owned(), shown.join(":")));
        }
        if let Some(module) = module {
            config.properties.push(("jdk.module.main".to_owned(), module));
            config.properties.push(("jdk.module.main.class".to_owned(), main_class.clone()));
        }
        config.agents = agents::named(&command.java.agents, resolve)?;
        if let (Program::Jar(_), Some(jar)) = (&command.program, config.class_path.first()) {
            config.agents.extend(agents::of_launcher(jar)?);
        }
        config.properties.extend(agents::properties(&config));
        config.heap = command.limits.heap;
        config.stack = command.limits.stack;
        config.max_threads = command.limits.threads;
        config.live_output = options.live_output;
        config.public_blocks = options.public_blocks;
        config.spurious = options.spurious;
        config.choose_random = options.choose_random;
        config.pieces = options.pieces;
        config.fail_on_exit = options.fail_on_exit;
        config.expect = options.expect;
        let given = command.java.read.iter().flat_map(std::env::split_paths).map(|path| directory.join(path));
        let of_agents: Vec<PathBuf> = config.agents.iter().flat_map(Agent::files).collect();
        let usual = [directory.clone(), std::env::temp_dir(), PathBuf::from("/tmp")];
        config.readable = Readable::only(
            config.class_path.iter().cloned().chain(of_agents).chain(module_path).chain(usual).chain(given),
            &jdk.home,
        );
        config.directory = directory;
        if let Some(schedule) = followed {
            apply_facts(&mut config, schedule);
        }
        let (command, _compiled) = (command.clone(), Arc::new(compiled));
        let (base, digest, libraries) = Default::default();
        Ok(Self { command, name, jdk, config, class_path: unnamed, _compiled, base, digest, libraries, test: None })
    }

    /// The same guest with machines of its own, which share nothing with those of this one.
    pub(super) fn apart(&self) -> Self {
        let mut config = self.config.clone();
        (config.needs, config.blind_spots, config.idle_pools) = Default::default();
        Self {
            command: self.command.clone(),
            name: self.name.clone(),
            jdk: self.jdk.clone(),
            config,
            class_path: self.class_path.clone(),
            _compiled: self._compiled.clone(),
            base: SharedBase::default(),
            digest: self.digest.clone(),
            libraries: self.libraries.clone(),
            test: self.test,
        }
    }

    /// One of the tests that this guest is, by its number and name. It shares the machine that has found them all.
    pub(super) fn with_test(&self, number: u32, name: &str) -> Self {
        let choice = TestChoice { test: Some(name.to_owned()), ..self.choice() };
        let mut config = self.config.clone();
        if let Some(harness) = &mut config.harness {
            harness.chosen = Some(name.to_owned());
        }
        Self {
            command: JavaCommand { program: Program::Tests(choice), ..self.command.clone() },
            name: name.to_owned(),
            config,
            base: self.base.clone(),
            test: Some(number),
            ..self.apart()
        }
    }

    /// Which tests it is.
    pub(super) fn choice(&self) -> TestChoice {
        match &self.command.program {
            Program::Tests(choice) => choice.clone(),
            _ => TestChoice::default(),
        }
    }

    /// The tests that its machines have found.
    pub(super) fn found_tests(&self) -> Result<Vec<FoundTest>, GuestError> {
        self.with_base(|machine| machine.found().map(Found::tests).unwrap_or_default())
    }

    /// The classes with which something was wrong then.
    pub(super) fn problems(&self) -> Result<Vec<ClassProblem>, GuestError> {
        self.with_base(|machine| machine.found().map(Found::problems).unwrap_or_default())
    }

    /// The number of the test that it is.
    fn test_number(&self) -> Option<u32> {
        let chosen = || {
            let name = self.config.harness.as_ref()?.chosen.as_ref()?;
            let tests = self.found_tests().ok()?;
            tests.iter().position(|test| test.name == *name).map(|at| at as u32)
        };
        self.test.or_else(chosen)
    }

    /// The command that names it.
    #[must_use]
    pub fn command(&self) -> &JavaCommand {
        &self.command
    }

    /// What its machines are made from.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The JDK that it runs on.
    #[must_use]
    pub fn jdk(&self) -> &Jdk {
        &self.jdk
    }

    /// The hash of its classes.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn digest(&self) -> Result<String, GuestError> {
        self.digest.get_or_init(|| digest::class_path(&self.classes())).clone()
    }

    /// Where its classes are: the class path, the modules, and the agents.
    fn classes(&self) -> Vec<PathBuf> {
        let of_agents = self.config.agents.iter().flat_map(Agent::files);
        self.config.class_path.iter().chain(&self.config.modules).cloned().chain(of_agents).collect()
    }

    fn spec_without_digest(&self) -> GuestSpec {
        GuestSpec {
            kind: GuestKind::Java,
            name: self.name.clone(),
            arguments: self.command.arguments.clone(),
            platform: format!("JDK {}", self.jdk.feature),
            digest: String::new(),
            command: self.command.words(),
            facts: self.facts().into_iter().map(|(key, value)| (key.to_owned(), value)).collect(),
        }
    }

    /// Boots the machine that the others are forks of, unless that was done: says early why a program cannot start.
    ///
    /// # Errors
    /// If it cannot.
    pub fn boot(&self) -> Result<(), GuestError> {
        self.with_base(|_| ())
    }

    fn fresh(&self, config: Config) -> Result<Jvm, GuestError> {
        let thread_names = self.thread_names();
        boot(&Config { thread_names, ..config })
    }

    /// Does something with the base machine, which is booted first if it is not there.
    fn with_base<T>(&self, act: impl FnOnce(&mut Jvm) -> T) -> Result<T, GuestError> {
        let mut base = self.base.lock().unwrap_or_else(PoisonError::into_inner);
        let machine = match &mut *base {
            Some(machine) => machine,
            absent => absent.insert(boot(&Config { states: States::Kept, ..self.config.clone() })?),
        };
        Ok(act(machine))
    }

    /// The names that threads have on the base machine and its forks so far.
    fn thread_names(&self) -> Vec<ThreadBirth> {
        let base = self.base.lock().unwrap_or_else(PoisonError::into_inner);
        base.as_ref().map_or_else(|| self.config.thread_names.clone(), Jvm::thread_names)
    }
}

/// The least heap that the library starts in, and the most that addresses reach.
const HEAP: (u64, u64) = (1 << 20, 32 << 30);
/// The largest stack.
const STACK: u64 = 2 << 20;

/// Limits that cannot be kept are not taken for others.
fn check_limits(limits: &Limits) -> Result<(), GuestError> {
    let Limits { heap, stack, .. } = *limits;
    if heap < HEAP.0 {
        return Err(GuestError::new(
            format!("no Java program runs in a heap of {heap} bytes"),
            "give it --heap 1m or more",
        ));
    }
    if heap > HEAP.1 {
        return Err(GuestError::new("a heap has at most 32 GB here", "give it --heap 32g or less"));
    }
    if stack > STACK {
        return Err(GuestError::new("a stack has at most 2 MB here", "give it --stack 2m (-Xss2m) or less"));
    }
    Ok(())
}

fn boot(config: &Config) -> Result<Jvm, GuestError> {
    Jvm::new(config).map_err(|error| GuestError::new(error.to_string(), ""))
}

impl Guest for JavaGuest {
    type Machine = Jvm;

    /// The digest is empty where classes cannot be read; [`JavaGuest::digest`] says why.
    fn spec(&self) -> GuestSpec {
        GuestSpec { digest: self.digest().unwrap_or_default(), ..self.spec_without_digest() }
    }

    fn start(&self, states: States) -> Result<Jvm, GuestError> {
        self.fresh(Config { states, ..self.config.clone() })
    }

    fn start_silent(&self, states: States) -> Result<Jvm, GuestError> {
        self.fresh(Config { live_output: false, states, ..self.config.clone() })
    }

    fn fork(&self) -> Result<Jvm, GuestError> {
        let forked = self.with_base(|base| {
            base.fork().map(|mut fork| {
                self.test.into_iter().for_each(|test| fork.choose(test));
                fork
            })
        });
        forked?.map_err(|error| {
            let remedy = "use fewer --workers, or raise the limit on virtual memory";
            GuestError::new(format!("no memory for another machine: {error}"), remedy)
        })
    }

    fn label(&self) -> GuestSpec {
        self.spec_without_digest()
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        facts::facts(&self.config, &self.thread_names())
    }

    fn adopt(&self, schedule: &Schedule) -> Option<Schedule> {
        let name = |base: &mut Jvm| adopted(schedule, |parent, number| Some(base.name_thread(parent, number)));
        self.with_base(name).ok().flatten()
    }

    fn files(&self) -> Vec<PathBuf> {
        let compiled = (*self._compiled).as_ref().map(|compiled| compiled.classes.path().to_owned());
        let source = match &self.command.program {
            Program::Source(file) => Some(surroundings::resolve(&self.config.directory, Path::new(file))),
            _ => None,
        };
        // With what the manifests of jars name.
        let all = ClassPath::open(&self.classes());
        let all = all.map(|all| all.entries().map(|(path, _)| path.to_owned()).collect::<Vec<_>>());
        let mut files = all.unwrap_or_else(|_| self.classes());
        files.retain(|file| Some(file) != compiled.as_ref());
        files.into_iter().chain(source).collect()
    }

    fn exact_platform(&self) -> String {
        let version = jdk::version(&self.jdk.home);
        format!("JDK {}", version.unwrap_or_else(|| self.jdk.feature.to_string()))
    }

    fn surroundings(&self, values: bool) -> Vec<(&'static str, String)> {
        let input = |bytes: Vec<u8>| match values {
            true => surroundings::of_input(&bytes),
            false => surroundings::length_of_input(&bytes),
        };
        let facts = [
            Some((surroundings::PLATFORM, format!("JDK {}", self.jdk.feature))),
            Some((surroundings::DIRECTORY, self.config.directory.display().to_string())),
            self.class_path.clone().map(|path| (surroundings::CLASS_PATH, path)),
            self.config.zone.asked().map(|zone| (surroundings::ZONE, zone)),
            stdin::seen().map(|bytes| (surroundings::INPUT, input(bytes))),
        ];
        facts.into_iter().flatten().collect()
    }

    fn sources(&self, given: &[PathBuf]) -> Box<dyn Sources> {
        let compiled = match &self.command.program {
            Program::Source(file) => Some(PathBuf::from(file)),
            _ => None,
        };
        let places = given.iter().cloned().chain(compiled);
        Box::new(JavaSources::new(places).beside(self.classes()))
    }

    fn blind_spots(&self) -> Vec<String> {
        self.config.blind_spots.names()
    }

    fn is_library(&self, container: &str) -> bool {
        let scanned = self.choice().scan;
        let open = || Libraries::of(&self.classes(), self.jdk.feature as u16, &self.config.main_class, &scanned);
        self.libraries.get_or_init(open).has(container)
    }

    fn idle_pools(&self) -> Vec<IdlePool> {
        self.config.idle_pools.list()
    }

    fn needs(&self) -> Vec<Need> {
        self.config.needs.list()
    }

    fn test_runs(&self) -> Option<TestRuns> {
        let harness = self.config.harness.as_ref()?;
        let End { passed, failed, skipped } = harness.ends.of(self.test_number()?);
        Some(TestRuns { name: self.name.clone(), passed, failed, skipped })
    }
}
