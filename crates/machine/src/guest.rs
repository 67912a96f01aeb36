//! Guests: programs under test, before any machine runs them.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use deadheat_event::{Schedule, Sources};
use serde::{Deserialize, Serialize};

use crate::{Expectation, IdlePool, Machine, Need, shell, thread_births};

/// A program under test: makes machines that run it, and describes itself.
///
/// One implementation per kind of program. Everything to the right of the machine (analyses, searches, witnesses, reports) works
/// with any guest.
///
/// ```
/// use deadheat_machine::{Guest, Machine, States};
/// use deadheat_testing::toy::{Act, ToyGuest};
///
/// let guest = ToyGuest::new(vec![vec![Act::Store(0, 1)]]);
/// assert_eq!(guest.spec().name, "toy");
/// let machine = guest.start(States::Kept).unwrap();
/// assert_eq!(machine.threads().len(), 1);
/// ```
pub trait Guest: Sync {
    /// The machine that runs it.
    type Machine: Machine + Send;

    /// What the guest is, so that it can be found and run again, by another process too.
    fn spec(&self) -> GuestSpec;

    /// The same without what takes time to find out: the digest.
    fn label(&self) -> GuestSpec {
        self.spec()
    }

    /// A fresh machine at the program's start, which shares nothing with other machines. It gives threads and objects the names
    /// that this guest's other machines have given them so far, so that their schedules mean the same to it.
    ///
    /// # Errors
    /// If there is no such machine to be had.
    fn start(&self, states: States) -> Result<Self::Machine, GuestError>;

    /// The same, but what the guest writes is not shown: for a second machine beside one that shows it.
    ///
    /// # Errors
    /// As for [`start`](Self::start).
    fn start_silent(&self, states: States) -> Result<Self::Machine, GuestError> {
        self.start(states)
    }

    /// A machine at the program's start that shares its snapshots with all other forks: cheap, for the workers of a search.
    ///
    /// # Errors
    /// If there is no such machine to be had.
    fn fork(&self) -> Result<Self::Machine, GuestError>;

    /// A schedule that another process has found, with its [`facts`](Self::facts), in the names that threads have here. None where it cannot
    /// be told in them.
    fn adopt(&self, schedule: &Schedule) -> Option<Schedule> {
        thread_births::adopted(schedule, |parent, number| (parent == 0).then_some(number + 1))
    }

    /// The files and folders that the guest is made of, beside what it runs on: enough to run it elsewhere.
    fn files(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    /// What it runs on, to the last digit: on another one its code may do other steps.
    fn exact_platform(&self) -> String {
        self.label().platform
    }

    /// Whether the guest writes by itself of what its threads die: a stack trace, say.
    fn tells_of_deaths(&self) -> bool {
        true
    }

    /// How many processors one of its machines keeps busy. Unless the user says how many, no more workers share a search than all
    /// processors can serve.
    fn processors(&self) -> usize {
        1
    }

    /// What a schedule of this guest must say beside its choices, so that a machine made from it later is the same one: keys and
    /// values for the schedule's header.
    fn facts(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// What its runs depend on outside of it, as far as they have asked for it: see [`surroundings`](crate::surroundings). Values that
    /// may be anyone's business only if `values`.
    fn surroundings(&self, values: bool) -> Vec<(&'static str, String)> {
        let _ = values;
        Vec::new()
    }

    /// Where the guest's source text is found: in the `given` places first, then where such guests usually have it.
    fn sources(&self, given: &[PathBuf]) -> Box<dyn Sources>;

    /// What the guest's machines have done to shared memory without showing it, by name.
    fn blind_spots(&self) -> Vec<String> {
        Vec::new()
    }

    /// Whether code or data that belongs to this (a class, a module) is a library's, and not of the program that the user wants to hear
    /// of.
    fn is_library(&self, container: &str) -> bool {
        let _ = container;
        false
    }

    /// Pools of threads that runs have ended with so far, because the guest did not shut them down.
    fn idle_pools(&self) -> Vec<IdlePool> {
        Vec::new()
    }

    /// What the guest has asked for so far and its machines do not have.
    fn needs(&self) -> Vec<Need> {
        Vec::new()
    }

    /// How its machines have ended so far, if the guest is a test.
    fn test_runs(&self) -> Option<TestRuns> {
        None
    }
}

/// How the runs of a test have ended so far, on all machines: in recorded runs, in searches, in replays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestRuns {
    /// The test.
    pub name: String,
    /// So many passed.
    pub passed: u64,
    /// So many failed.
    pub failed: u64,
    /// Why the test was left out, in some run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skipped: Option<String>,
}

/// Whether a machine is going to be asked for snapshots. Machines may run differently where states are kept (what is garbage, and
/// when, shows in addresses), so a schedule is followed in the mode in which it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum States {
    /// States are kept: for searches, and for schedules that searches have found.
    Kept,
    /// No state is kept: for plain runs.
    Dropped,
}

/// How the machines of a guest are to be, beside what names the guest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MachineOptions {
    /// Output goes to the process's own streams as it is made, instead of being kept with the path.
    pub live_output: bool,
    /// Every public function of the guest is a block that should be atomic.
    pub public_blocks: bool,
    /// Waits may end for no reason: such choices are offered.
    pub spurious: bool,
    /// Small random values are choices.
    pub choose_random: bool,
    /// How many bytes of a connection arrive at once is a choice.
    pub pieces: bool,
    /// An exit code other than 0 is an error, of which the thread dies that ends the guest: see [`Uncaught::of_exit`].
    ///
    /// [`Uncaught::of_exit`]: crate::Uncaught::of_exit
    pub fail_on_exit: bool,
    /// What the guest's end should be.
    pub expect: Expectation,
    /// What the guest writes to its standard output will be asked for. Machines that keep it anyway need not be told.
    pub keeps_output: bool,
}

/// The kinds of guests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GuestKind {
    /// A Java program.
    #[default]
    Java,
    /// A native program: C, C++, Rust.
    Native,
    /// A list of operations, for tests.
    Toy,
    /// No program: a trace of one.
    Trace,
}

/// A guest as a value: what is written into results, traces and jobs. Enough to run it again where its files are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GuestSpec {
    /// What kind of program it is.
    #[serde(default)]
    pub kind: GuestKind,
    /// Its name for people: a main class, a jar, a binary.
    pub name: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// What it runs on: `JDK 17`.
    #[serde(default)]
    pub platform: String,
    /// A hash of its code, in hexadecimal: another program is another guest. Empty where it was not asked for.
    #[serde(default)]
    pub digest: String,
    /// The words of a command line that name it, for any command that takes a guest.
    #[serde(default)]
    pub command: Vec<String>,
    /// The facts of its machines: see [`Guest::facts`].
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub facts: BTreeMap<String, String>,
}

impl GuestSpec {
    /// The words that name the guest, as a line for a shell.
    #[must_use]
    pub fn line(&self) -> String {
        shell::line(&self.command)
    }
}

/// Why a guest gives no machine: what is wrong, and the remedy (which may be empty).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuestError {
    /// What is wrong.
    pub problem: String,
    /// What to do about it.
    pub remedy: String,
}

impl GuestError {
    /// An error with its remedy, which may be empty.
    pub fn new(problem: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { problem: problem.into(), remedy: remedy.into() }
    }
}

impl fmt::Display for GuestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problem)?;
        if self.remedy.is_empty() { Ok(()) } else { write!(f, "; {}", self.remedy) }
    }
}

impl std::error::Error for GuestError {}

impl fmt::Display for GuestKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Java => "java",
            Self::Native => "native",
            Self::Toy => "toy",
            Self::Trace => "trace",
        })
    }
}
