//! What a machine is made from.

use std::path::PathBuf;

use deadheat_machine::{Expectation, IdlePools, Limits, Needs, States, surroundings};

use crate::front::Assertions;
use crate::host::readable::Readable;
use crate::host::zone::Zone;
use crate::vm::agents::Agent;
use crate::vm::blind_spots::BlindSpots;
use crate::vm::harness::Harness;

/// Options of a guest.
#[derive(Clone, Debug)]
pub struct Config {
    /// The JDK.
    pub java_home: PathBuf,
    /// Directories and jars, in order.
    pub class_path: Vec<PathBuf>,
    /// The class whose `main` is run (`a.b.Main`).
    pub main_class: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// `-D` properties.
    pub properties: Vec<(String, String)>,
    /// `-ea` and its like.
    pub assertions: Assertions,
    /// Preview features are enabled.
    pub preview: bool,
    /// Modules of the module path: jars and folders.
    pub modules: Vec<PathBuf>,
    /// Its agents, in order.
    pub agents: Vec<Agent>,
    /// Heap limit in bytes.
    pub heap: u64,
    /// Stack limit per thread in bytes.
    pub stack: u64,
    /// Threads alive at once.
    pub max_threads: u32,
    /// Seeds everything that is random to a guest.
    pub seed: u64,
    /// Output goes to the process's own streams as it is made, instead of being kept with the path.
    pub live_output: bool,
    /// Every public method of the guest counts as annotated `@Atomic`.
    pub public_blocks: bool,
    /// Waits may end for no reason: such choices are offered.
    pub spurious: bool,
    /// Small values of `java.util.Random` are the schedule's choice.
    pub choose_random: bool,
    /// How many bytes of a connection arrive at once is the schedule's choice.
    pub pieces: bool,
    /// An exit code other than 0 is an error.
    pub fail_on_exit: bool,
    /// What the guest's end should be.
    pub expect: Expectation,
    /// Names of threads, as (parent, number of its start, thread): a schedule that was found on a machine that had seen other
    /// paths first uses the names of that machine.
    pub thread_names: Vec<(u32, u32, u32)>,
    /// Whether the machine is going to be asked for snapshots: it then keeps states from the program's start on.
    pub states: States,
    /// What machines made from this configuration, or a copy of it, do to shared memory unseen.
    pub blind_spots: BlindSpots,
    /// Each step's writes are compared with what it has declared, where states are kept: slow, for tests.
    pub audit: bool,
    /// What the guest asks for and we don't have, on all machines made from this configuration or a copy of it.
    pub needs: Needs,
    /// Pools that the guest leaves behind, on all machines made from this configuration or a copy of it.
    pub idle_pools: IdlePools,
    /// Each decoded instruction is run by itself, without the fast loop: slow, for tests.
    pub one_by_one: bool,
    /// Pools and tasks of the library take all their steps, where states are kept as where they are not: for comparison, in tests.
    pub library_steps: bool,
    /// The collector runs all the time and checks itself: slow, for tests.
    pub paranoid: bool,
    /// The folder that the guest is run in.
    pub directory: PathBuf,
    /// What the guest may read of the outside.
    pub readable: Readable,
    /// Set if the guest is a test, or all of them.
    pub harness: Option<Harness>,
    /// The time zone, for all machines made from this configuration or a copy of it.
    pub zone: Zone,
}

impl Config {
    /// A guest with default limits.
    pub fn new(java_home: PathBuf, class_path: Vec<PathBuf>, main_class: &str) -> Config {
        let Limits { heap, stack, threads } = Limits::default();
        Config {
            java_home,
            class_path,
            main_class: main_class.to_string(),
            args: Vec::new(),
            properties: Vec::new(),
            assertions: Assertions::default(),
            preview: false,
            modules: Vec::new(),
            agents: Vec::new(),
            heap,
            stack,
            max_threads: threads,
            seed: 0,
            live_output: false,
            public_blocks: false,
            spurious: false,
            choose_random: false,
            pieces: false,
            fail_on_exit: false,
            expect: Expectation::default(),
            thread_names: Vec::new(),
            states: States::Dropped,
            blind_spots: BlindSpots::default(),
            audit: false,
            needs: Needs::default(),
            idle_pools: IdlePools::default(),
            one_by_one: false,
            library_steps: false,
            paranoid: false,
            directory: surroundings::here(),
            readable: Readable::everything(),
            harness: None,
            zone: Zone::default(),
        }
    }

    /// Heap limit in words.
    pub fn heap_words(&self) -> u64 {
        self.heap / 8
    }

    /// Words of a stack that may be used.
    pub fn stack_words(&self) -> u32 {
        let words = (self.stack / 8).clamp(
            8 << 10,
            u64::from(crate::vm::memory::layout::STACK_WORDS - crate::vm::memory::layout::STACK_MARGIN),
        );
        words as u32 + crate::vm::memory::layout::HELD_WORDS
    }
}
