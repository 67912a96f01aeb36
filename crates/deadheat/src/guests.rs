//! The kinds of guests: how a command line names one, and how one is opened. The only place that knows which kinds there are.

use std::io::Write as _;

use deadheat_event::{CodeOwner, NoSources, Schedule, Sources};
use deadheat_guest_java::front::{
    self as java, JavaCommand, JavaGuest, JavaSources, JavaTest, JavaTests, Program, TestChoice,
};
pub use deadheat_guest_java::front::{BuildTool, TestModule};
use deadheat_guest_native::front::{self as native, NativeCommand, NativeGuest, NativeSources};
use deadheat_machine::{Examination, Guest, GuestError, GuestKind, Limits, MachineOptions, Tools};

use crate::project::ProjectOptions;
use crate::project::keys::Taker;
use crate::terminal::bundle;
use crate::terminal::failure::Failure;

/// A guest, as a command line names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GuestCommand {
    /// A Java program.
    Java(JavaCommand),
    /// A native program.
    Native(NativeCommand),
}

/// A command line that takes a guest, cut into deadheat's own options and what names the guest.
#[derive(Clone, Debug)]
pub enum Split {
    /// A Java program.
    Java(java::Split),
    /// A native program.
    Native(native::Split),
}

/// Something to be done with a guest, of whatever kind it is.
pub trait Task {
    /// What comes of it.
    type Output;

    /// Does it.
    fn perform<G: Guest>(self, guest: &G) -> Self::Output;
}

/// How a command that takes a guest is written.
pub(crate) fn usage(command: &str) -> String {
    let (java, native) = (java::USAGE, native::USAGE);
    format!("deadheat {command} [OPTIONS] {java}\n       deadheat {command} [OPTIONS] {native}")
}

/// What help says of guests, and then of exit codes.
pub(crate) fn help(exit_codes: &str) -> String {
    format!("{}\n{}\n{}\n{exit_codes}", java::HELP, java::TEST_HELP, native::HELP)
}

/// What help says of tests, and then of exit codes.
pub(crate) fn help_of_tests(exit_codes: &str) -> String {
    format!("{}\n{exit_codes}", java::HELP)
}

/// Cuts the arguments of a command that takes a guest, with what the project's options say of guests of its kind. `takes_value` says whether
/// one of deadheat's own options has a value as its next argument.
///
/// # Errors
/// If an option of the guest's kind is incomplete or not known.
pub fn split(args: &[String], project: &ProjectOptions, takes_value: impl Fn(&str) -> bool) -> Result<Split, Failure> {
    let given = cut(args, &takes_value)?;
    let is_java = matches!(given.split, Split::Java(_));
    let of_project = given.words_of(project, |taker| match taker {
        Taker::Own => false,
        Taker::Java(_) => is_java,
        Taker::Native => !is_java,
    });
    // The arguments alone make sense, so what is wrong now is in the file.
    let in_file = |error: GuestError| {
        let place = if of_project.is_empty() { String::new() } else { format!("{}: ", project.path()) };
        Failure::usage(format!("{place}{}", error.problem), error.remedy)
    };
    if !is_java {
        let words = [&of_project[..], &given.args].concat();
        return Ok(Split::Native(native::split(&words, takes_value).map_err(in_file)?));
    }
    let (of_environment, mut notes) = java::of_environment(|name| std::env::var_os(name));
    let words = [of_project.clone(), of_environment, given.args].concat();
    let split = java::split(&words, takes_value).map_err(in_file)?;
    if !split.ignored.is_empty() {
        notes.push(format!("deadheat: {}: without effect here", split.ignored.join(", ")));
    }
    for note in notes {
        let _ = writeln!(std::io::stderr(), "{note}");
    }
    Ok(Split::Java(split))
}

/// Deadheat's own options among the arguments of a command that takes a guest.
///
/// # Errors
/// As for [`split`].
pub fn own_options(args: &[String], takes_value: impl Fn(&str) -> bool) -> Result<Vec<String>, Failure> {
    cut(args, &takes_value).map(|cut| cut.split.own().to_vec())
}

/// The arguments alone, cut.
struct Cut {
    /// With what is in argument files.
    args: Vec<String>,
    split: Split,
}

impl Cut {
    /// What the project's options say to a kind of guests, but for what the arguments say otherwise.
    fn words_of(&self, project: &ProjectOptions, takes: impl Fn(Taker) -> bool) -> Vec<String> {
        let of_guest = match &self.split {
            Split::Java(split) => split.arguments.len(),
            Split::Native(split) => split.arguments().len(),
        };
        let options = &self.args[..self.args.len() - of_guest];
        let mut project = project.clone();
        project.without(|key| options.iter().any(|word| key.is_named_by(word)));
        project.words(takes)
    }
}

fn cut(args: &[String], takes_value: &impl Fn(&str) -> bool) -> Result<Cut, Failure> {
    let has_value = |option: &str| takes_value(option) || java::takes_value(option);
    let args = java::with_argument_files(args, has_value)?;
    // Native programs are known by their files, so they are asked first; a value of an option of Java's may look like one.
    let split = native::split(&args, has_value)?;
    let split = match split.operand.as_deref().is_some_and(is_native) {
        true => Split::Native(split),
        false => Split::Java(java::split(&args, takes_value)?),
    };
    Ok(Cut { args, split })
}

/// Whether a word names a native program: by what it is, or because it is a path and no name in Java.
fn is_native(word: &str) -> bool {
    native::claims(word) || (word.contains('/') && !java::claims(word))
}

/// Where the source text of a kind of guest is looked for in the project in the current folder, after the `given` places: for
/// results whose guest is not opened.
#[must_use]
pub fn project_sources(kind: GuestKind, given: &[std::path::PathBuf]) -> Box<dyn Sources> {
    match kind {
        // What a trace is of is not always known; positions of other languages are just not found.
        GuestKind::Java | GuestKind::Trace => {
            Box::new(JavaSources::new(given.iter().cloned()).in_project(std::path::Path::new(".")))
        }
        GuestKind::Native => Box::new(NativeSources::new(given.iter().cloned()).in_project(std::path::Path::new("."))),
        GuestKind::Toy => Box::new(NoSources),
    }
}

/// What there is to run each kind of guest with.
#[must_use]
pub fn tools() -> Vec<Tools> {
    let env = |name: &str| std::env::var_os(name);
    vec![java::doctor::tools(env), native::doctor::tools(&env)]
}

/// Whose code a function is, for results of version 1, which were all of Java programs and did not say so.
#[must_use]
pub fn owner_in_version_1(class: &str, method: &str) -> CodeOwner {
    java::trust::owner_by_name(class, method)
}

impl Split {
    /// Deadheat's own options.
    #[must_use]
    pub fn own(&self) -> &[String] {
        match self {
            Self::Java(split) => &split.own,
            Self::Native(split) => &split.own,
        }
    }

    /// Whether the command line names a guest at all.
    #[must_use]
    pub fn names_guest(&self) -> bool {
        match self {
            Self::Java(split) => split.program.is_some(),
            Self::Native(split) => split.operand.is_some(),
        }
    }

    /// The same with the class path that a build tool has given.
    ///
    /// # Errors
    /// If it has one, or names a guest that needs none.
    pub fn with_class_path(self, path: &[std::path::PathBuf]) -> Result<Self, Failure> {
        let remedy = "leave -cp out, or --maven and --gradle";
        let Self::Java(mut split) = self else {
            return Err(Failure::usage("a native program has no class path", remedy));
        };
        if split.java.class_path.is_some() {
            return Err(Failure::usage("the class path is the build tool's to say", remedy));
        }
        let joined = std::env::join_paths(path).map_err(|error| error.to_string());
        let joined =
            joined.and_then(|path| path.into_string().map_err(|path| format!("{} is not UTF-8", path.display())));
        let problem = |error| Failure::usage(format!("the class path of the build cannot be used: {error}"), "");
        split.java.class_path = Some(joined.map_err(problem)?);
        Ok(Self::Java(split))
    }

    /// The guest that the command line names, with the limits that deadheat's own options give it.
    ///
    /// # Errors
    /// If it names none.
    pub fn command(self, limits: Limits) -> Result<GuestCommand, GuestError> {
        match self {
            Self::Java(split) if split.program.is_none() => {
                let remedy = "name a class, a .java file, a jar with -jar, a C, C++ or Rust source, or an executable";
                Err(GuestError::new("there is no program to run", remedy))
            }
            Self::Java(split) => split.command(limits).map(GuestCommand::Java),
            Self::Native(split) => split.command(limits).map(GuestCommand::Native),
        }
    }
}

/// All tests of a program, found and ready to be checked one by one.
pub struct GuestTests(JavaTests);

/// One of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuestTest(JavaTest);

impl GuestTest {
    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// A hash of the code that it runs, as far as that is the program's.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.0.digest
    }
}

/// Tests that are still to be found.
pub struct UnfoundTests(JavaGuest);

impl UnfoundTests {
    /// Finds them.
    ///
    /// # Errors
    /// If that fails.
    pub fn find(self) -> Result<GuestTests, Failure> {
        Ok(GuestTests(JavaTests::find(self.0)?))
    }
}

impl GuestTests {
    /// Finds the tests that a command line means.
    ///
    /// # Errors
    /// If there are none to be looked for, or that fails.
    pub fn find(
        split: Split,
        limits: Limits,
        (select, scan): (&[String], &[String]),
        options: MachineOptions,
    ) -> Result<Self, Failure> {
        let remedy = "name the class path with -cp, and single tests with --select CLASS#METHOD";
        let Split::Java(mut split) = split else {
            return Err(Failure::usage("tests of native programs are checked by `deadheat cargo test`", remedy));
        };
        if let Some(word) = split.operand {
            return Err(Failure::usage(format!("`{word}` is no test"), remedy));
        }
        let choice = TestChoice { select: select.to_vec(), scan: scan.to_vec(), test: None };
        split.program = Some(Program::Tests(choice));
        let command = split.command(limits)?;
        bundle::add("guest", format!("tests {}", command.line()));
        let guest = JavaGuest::open(&command, options, None, |name| std::env::var_os(name))?;
        Ok(Self(JavaTests::find(guest)?))
    }

    /// The same for another worker, who has to find them.
    #[must_use]
    pub fn apart(&self) -> UnfoundTests {
        UnfoundTests(self.0.apart())
    }

    /// Finds them anew, so that nothing is left of those that were checked.
    ///
    /// # Errors
    /// If that fails; then all is as it was.
    pub fn renew(&mut self) -> Result<(), Failure> {
        *self = self.apart().find()?;
        Ok(())
    }

    /// The tests.
    ///
    /// # Errors
    /// If they cannot be listed.
    pub fn list(&self) -> Result<Vec<GuestTest>, Failure> {
        Ok(self.0.list()?.into_iter().map(GuestTest).collect())
    }

    /// What is wrong with some of them, so that they cannot be listed, and what else a user should know: a line each.
    ///
    /// # Errors
    /// If that cannot be found out.
    pub fn problems(&self) -> Result<Vec<String>, Failure> {
        Ok(self.0.problems()?)
    }

    /// What finds and runs them.
    #[must_use]
    pub fn engines(&self) -> Vec<&'static str> {
        self.0.engines()
    }

    /// Does something with one of them, and with no other at the same time.
    pub fn with<T: Task>(&mut self, test: &GuestTest, task: T) -> T::Output {
        task.perform(&self.0.guest(&test.0))
    }

    /// Does something with the program that they all are.
    pub fn with_all<T: Task>(&mut self, task: T) -> T::Output {
        task.perform(self.0.all())
    }
}

impl GuestCommand {
    /// Reads what [`words`](Self::words) writes.
    ///
    /// # Errors
    /// If the words name no guest, or say more than that.
    pub fn from_words(kind: GuestKind, words: &[String]) -> Result<Self, GuestError> {
        match kind {
            GuestKind::Java => JavaCommand::from_words(words).map(Self::Java),
            GuestKind::Native => NativeCommand::from_words(words).map(Self::Native),
            other => Err(GuestError::new(format!("guests of kind `{other}` cannot be opened here"), "")),
        }
    }

    /// Its kind.
    #[must_use]
    pub fn kind(&self) -> GuestKind {
        match self {
            Self::Java(_) => GuestKind::Java,
            Self::Native(_) => GuestKind::Native,
        }
    }

    /// The words that name the guest, for any command that takes one.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        match self {
            Self::Java(command) => command.words(),
            Self::Native(command) => command.words(),
        }
    }

    /// The same as a line for a shell.
    #[must_use]
    pub fn line(&self) -> String {
        match self {
            Self::Java(command) => command.line(),
            Self::Native(command) => command.line(),
        }
    }

    /// The same guest in a copy of its files, which has the root folder here.
    #[must_use]
    pub fn below(&self, root: &std::path::Path) -> Self {
        match self {
            Self::Java(command) => Self::Java(command.below(root)),
            Self::Native(command) => Self::Native(command.below(root)),
        }
    }

    /// Looks through the guest's files, without running it.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn examine(&self) -> Result<Examination, Failure> {
        let (options, env) = (MachineOptions::default(), |name: &str| std::env::var_os(name));
        match self {
            Self::Java(command) => Ok(java::doctor::examine(&JavaGuest::open(command, options, None, env)?)?),
            // That it can be opened is all that its files tell: what it calls is known when it is run.
            Self::Native(command) => {
                NativeGuest::open(command, options, None, env)?;
                Ok(Examination::default())
            }
        }
    }

    /// Opens the guest and does something with it. Where a schedule is to be followed, its facts decide on which machines.
    ///
    /// # Errors
    /// If the guest cannot be opened.
    pub fn with<T: Task>(
        &self,
        options: MachineOptions,
        followed: Option<&Schedule>,
        task: T,
    ) -> Result<T::Output, Failure> {
        bundle::add("guest", format!("{} {}", self.kind(), self.line()));
        match self {
            Self::Java(command) => {
                let guest = JavaGuest::open(command, options, followed, |name| std::env::var_os(name))?;
                bundle::add("platform", guest.label().platform);
                Ok(task.perform(&guest))
            }
            Self::Native(command) => {
                let guest = NativeGuest::open(command, options, followed, |name| std::env::var_os(name))?;
                Ok(task.perform(&guest))
            }
        }
    }
}
