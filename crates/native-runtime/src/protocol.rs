//! What deadheat and the runtime inside a guest share: memory that both map, the *board*.
//!
//! The board has a header, tables that all copies of the guest's process fill together, and *slots*. Each copy of the process has a slot
//! of its own, in which it and deadheat take turns: deadheat writes a command and gives the turn away; the guest does what it says,
//! writes a report, and gives the turn back. Between two commands all threads of the guest stand still.
//!
//! This file is compiled twice, into deadheat and (without the standard library) into the runtime. The guest may overwrite all of it at any
//! time, by its own errors; so deadheat believes nothing that it reads here, only that it is bytes.

use core::sync::atomic::{AtomicU8, AtomicU32, AtomicU64};

/// At the board's beginning.
pub const MAGIC: u64 = u64::from_le_bytes(*b"deadheat");
/// Of everything in this file: a binary that was linked with another runtime is refused.
pub const VERSION: u32 = 4;
/// The environment variable that tells a guest the board's descriptor.
pub const VARIABLE: &str = "DEADHEAT_BOARD";
/// The descriptor of the board in the guest.
pub const BOARD_DESCRIPTOR: i32 = 1023;
/// A symbol that tells whether a binary has the runtime.
pub const SYMBOL: &str = "__deadheat_native_runtime";

/// So many threads have names, on all paths together.
pub const THREADS: usize = 4096;
/// So many events fit into one report.
pub const EVENTS: usize = 4096;
/// So many locks of a thread are told of.
pub const HELD: usize = 16;
/// So many nodes has the table of stacks: a power of two.
pub const NODES: usize = 1 << 20;
/// So many runs of choices fit into one command.
pub const RUNS: usize = 4096;
/// So many copies of the process are there at most.
pub const SLOTS: usize = 256;
/// So many bytes has the list of files that were opened, and that of files to open instead.
pub const OPENED: usize = 1 << 16;
/// The longest text in a report.
pub const TEXT: usize = 1024;

/// Whose turn it is.
pub mod turn {
    pub const GUEST: u32 = 0;
    pub const DEADHEAT: u32 = 1;
    /// Added while the other one sleeps, and must be woken when the turn is given back.
    pub const SLEEPS: u32 = 2;
}

/// What can be commanded.
pub mod command {
    /// Take the runs of choices, one after the other.
    pub const GO: u32 = 1;
    /// Make a copy of the process, which reports in another slot.
    pub const FORK: u32 = 2;
    /// End at once.
    pub const QUIT: u32 = 3;
    /// Go on with the command that was interrupted by a full report.
    pub const CONTINUE: u32 = 4;
    /// Make the present moment one to which the process can go back.
    pub const CHECKPOINT: u32 = 5;
    /// Go back to that moment.
    pub const GO_BACK: u32 = 6;
    /// Choose as a scheduler is expected to, step by step, and write each step into the log: see [`Step`](super::Step).
    pub const GO_AHEAD: u32 = 7;
}

/// How a guest stands.
pub mod outcome {
    /// It stands before its next choice.
    pub const RUNNING: u32 = 0;
    /// It ended, with `code`.
    pub const FINISHED: u32 = 1;
    /// The thread of the last choice crashed: `text` says how.
    pub const CRASHED: u32 = 2;
    /// The events fill the report; the command is not done yet.
    pub const FULL: u32 = 3;
    /// The choice of the run with number `steps` is not open.
    pub const NOT_POSSIBLE: u32 = 4;
    /// The guest asked for what the runtime does not have: `text` says for what.
    pub const NEEDS: u32 = 5;
    /// The runtime is at fault: `text` says how.
    pub const FAULT: u32 = 6;
    /// Memory beyond the limit.
    pub const HEAP: u32 = 7;
    /// Threads beyond the limit.
    pub const MANY_THREADS: u32 = 8;
}

/// Visible operations, as `deadheat_event::Op` has them.
pub mod op {
    pub const NONE: u32 = 0;
    pub const BEGIN: u32 = 1;
    pub const END: u32 = 2;
    pub const READ: u32 = 3;
    pub const WRITE: u32 = 4;
    pub const UPDATE: u32 = 5;
    pub const ACQUIRE: u32 = 6;
    pub const TRY_ACQUIRE: u32 = 7;
    pub const RELEASE: u32 = 8;
    pub const WAIT: u32 = 9;
    pub const WAKE: u32 = 10;
    pub const NOTIFY: u32 = 11;
    pub const START: u32 = 12;
    pub const JOIN: u32 = 13;
    pub const PARK: u32 = 14;
    pub const UNPARK: u32 = 15;
    pub const SLEEP: u32 = 16;
    pub const YIELD: u32 = 17;
    pub const INITIALISE: u32 = 18;
    pub const LATCH_AWAIT: u32 = 19;
    pub const LATCH_COUNT_DOWN: u32 = 20;
    pub const SEMAPHORE_ACQUIRE: u32 = 21;
    pub const SEMAPHORE_RELEASE: u32 = 22;
    /// Asks whether a thread has ended.
    pub const INSPECT: u32 = 23;
    /// A mark: an initialiser begins.
    pub const INIT_BEGIN: u32 = 24;
    /// A mark: it ends.
    pub const INIT_END: u32 = 25;
    /// Goes with the notification before it: this thread is woken by it.
    pub const WOKEN: u32 = 26;
    /// A mark: the heap block begins a new life.
    pub const REUSE: u32 = 27;
}

/// What is true of an operation beside its kind.
pub mod flag {
    /// Of a lock: together with other readers.
    pub const SHARED: u32 = 1;
    /// Of a lock: it is held already, or will be still.
    pub const REENTRANT: u32 = 2;
    /// With a time limit.
    pub const TIMED: u32 = 4;
    /// Of a notification: every waiter.
    pub const ALL: u32 = 8;
    /// Of an access: atomic.
    pub const ATOMIC: u32 = 16;
    /// Of a try: it succeeded. Of an update: it wrote.
    pub const DONE: u32 = 32;
    /// `value` is known.
    pub const VALUE: u32 = 64;
    /// `old` is known.
    pub const OLD: u32 = 128;
    /// Of a wake: by time.
    pub const TIMED_OUT: u32 = 256;
    /// Of a wake: for no reason.
    pub const SPURIOUS: u32 = 512;
    /// Of a write: the block is freed.
    pub const FREES: u32 = 1024;
    /// Of a read: the thread begins to wait for the word to change.
    pub const WAITS: u32 = 2048;
}

/// What a thread waits for.
pub mod blocked {
    pub const NO: u32 = 0;
    pub const LOCK: u32 = 1;
    pub const NOTIFY: u32 = 2;
    pub const JOIN: u32 = 3;
    pub const UNPARK: u32 = 4;
    pub const INITIALISE: u32 = 5;
    pub const PERMITS: u32 = 6;
    pub const LATCH: u32 = 7;
    pub const TIME: u32 = 8;
}

/// No thread: of an owner that is not known.
pub const NO_THREAD: u32 = u32::MAX;

/// A place in memory, named so that it is the same on all paths.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    pub address: u64,
    /// The heap block or the stack that it is in: see [`block`]. 0 for what is in neither.
    pub block: u64,
    /// Where in the block. Of a stack: how far above its end.
    pub offset: u32,
    /// The block's size.
    pub size: u32,
    /// The stack on which the block was made; of a stack, the call whose frame it is.
    pub stack: u32,
    /// Of a stack: how far below the frame's canonical address.
    pub frame_offset: u32,
}

/// Names of blocks of memory.
pub mod block {
    /// This bit is set for stacks; the thread is below.
    pub const STACK: u64 = 1 << 63;
    /// This bit is set for what OpenMP's threads share.
    pub const TEAM: u64 = 1 << 62;
    /// A heap block: which thread made it, and as its how manieth.
    pub const fn heap(thread: u32, number: u64) -> u64 {
        (thread as u64 + 1) << 40 | number
    }
}

/// A choice, taken so many times.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Run {
    /// See [`choice`].
    pub choice: u32,
    pub thread: u32,
    /// The waiter that is woken, or the value that is chosen.
    pub other: u32,
    pub pad: u32,
    pub steps: u64,
}

/// The kinds of choices.
pub mod choice {
    pub const THREAD: u32 = 0;
    pub const WAKE: u32 = 1;
    pub const TIMEOUT: u32 = 2;
    pub const SPURIOUS: u32 = 3;
    pub const VALUE: u32 = 4;
}

/// What deadheat wants.
#[repr(C)]
pub struct Command {
    /// See [`command`].
    pub kind: u32,
    /// Whether events are wanted.
    pub observe: u32,
    /// Of a fork: the copy's slot.
    pub slot: u32,
    pub runs: u32,
    /// Of going ahead: the state of the random numbers, and how many ordering constraints PCT looks for; 0 for random walks.
    pub seed: u64,
    pub depth: u32,
}

/// What code that tells nothing has done.
pub mod unseen {
    /// It has synchronised threads.
    pub const WAKES: u32 = 1;
    /// It may have gathered what they write to the standard output.
    pub const GATHERS: u32 = 2;
}

/// What is done with the standard output.
pub mod output {
    /// Nobody looks at it.
    pub const DROPPED: u32 = 0;
    /// To write is a visible operation.
    pub const VISIBLE: u32 = 1;
    /// And what is written is kept, in a file in memory that each copy of the process has for itself.
    pub const KEPT: u32 = 2;
}

/// What the guest has done.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Report {
    /// See [`outcome`].
    pub outcome: u32,
    pub code: i32,
    /// Steps made by the last command.
    pub steps: u64,
    /// Whether the last of them was a yield or a sleep.
    pub yielded: u32,
    pub events: u32,
    pub live: u32,
    /// The thread that moved last.
    pub thread: u32,
    /// The name of the state.
    pub fingerprint: [u64; 2],
    /// Virtual time, in nanoseconds.
    pub clock: u64,
    /// Where a thread crashed.
    pub crash_stack: u32,
    /// See [`unseen`].
    pub unseen: u32,
    /// Whether the process can go back to its checkpoint.
    pub can_go_back: u32,
    /// Threads that have panicked so far; the last one, and where.
    pub panics: u32,
    pub panic_thread: u32,
    pub panic_stack: u32,
}

/// A thread, and what it will do.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct ThreadRecord {
    /// See [`op`].
    pub op: u32,
    /// See [`flag`].
    pub flags: u32,
    /// See [`blocked`].
    pub blocked: u32,
    /// The thread that stands in the way.
    pub owner: u32,
    /// The thread that the operation is about.
    pub other: u32,
    /// The bytes of an access; the permits of a semaphore.
    pub size: u32,
    /// Where it is: a node of the table of stacks.
    pub stack: u32,
    pub value: u64,
    /// When its wait ends by itself, on the virtual clock; 0 for never.
    pub deadline: u64,
    /// What the operation is about: memory, a lock, a condition.
    pub place: Place,
    /// The lock of a condition.
    pub lock: Place,
    pub stack_low: u64,
    pub stack_high: u64,
    /// The number of threads that wait for the condition that it will signal.
    pub waiters: u32,
    pub held: u32,
    pub name: [u8; 16],
    /// When it began to wait, among those that wait.
    pub waiting_since: u64,
    /// Last, so that the part that is in use is at the beginning.
    pub locks: [HeldLock; HELD],
}

/// A lock that a thread holds.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct HeldLock {
    pub place: Place,
    /// [`flag::SHARED`], or 0.
    pub mode: u32,
    pub depth: u32,
}

/// Something that happened.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct EventRecord {
    /// See [`op`].
    pub op: u32,
    /// See [`flag`].
    pub flags: u32,
    pub thread: u32,
    pub stack: u32,
    /// The thread that it is about.
    pub other: u32,
    /// The bytes of an access; the permits of a semaphore.
    pub size: u32,
    /// The number of its step, counted from the command's beginning.
    pub step: u32,
    pub pad: u32,
    /// What was read or written.
    pub value: u64,
    /// What was there before.
    pub old: u64,
    pub place: Place,
    pub lock: Place,
}

/// A step in the log of a guest that goes ahead. Behind it are the numbers of the threads that live, for each record that has changed the
/// thread's number and the record without locks that are not held, and the events; each part begins at a multiple of [`ALIGNED`].
#[repr(C, align(8))]
#[derive(Clone, Copy, Debug, Default)]
pub struct Step {
    /// The bytes of all of it.
    pub size: u32,
    /// So many records.
    pub records: u32,
    /// What was chosen.
    pub choice: Run,
    /// How things stand then.
    pub report: Report,
}

/// Where parts of a step begin.
pub const ALIGNED: usize = 8;
/// The bytes of the log.
pub const LOG: usize = 1 << 18;

/// How a guest that went ahead has stopped.
pub mod ahead {
    /// Where the log ends.
    pub const THERE: u32 = 0;
    /// Somewhere else: what comes after the log's end is not known.
    pub const ELSEWHERE: u32 = 1;
}

/// A node of the table of stacks: a call, and the stack of its caller. The number of a node is its index.
#[repr(C, align(16))]
pub struct Node {
    /// Where in the code; 0 in a node that is free.
    pub pc: AtomicU64,
    /// The stack of the caller, plus 1 in the upper half as a sign that it is written.
    pub parent: AtomicU64,
}

/// Code of a function that takes, tries or gives back a lock of a library's by atomic operations of its own.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct LockSite {
    pub start: u64,
    pub end: u64,
    /// See [`lock_site`].
    pub kind: u32,
    pub pad: u32,
}

/// What the code at a lock site does.
pub mod lock_site {
    /// A lock that is 0 when it is free.
    pub const LOCK: u32 = 1;
    pub const TRY_LOCK: u32 = 2;
    pub const UNLOCK: u32 = 3;
    /// A lock whose lower bits count readers; all of them set: a writer.
    pub const READ: u32 = 4;
    pub const TRY_READ: u32 = 5;
    pub const READ_UNLOCK: u32 = 6;
    pub const WRITE: u32 = 7;
    pub const TRY_WRITE: u32 = 8;
    pub const WRITE_UNLOCK: u32 = 9;
}

/// So many lock sites are known at most.
pub const LOCK_SITES: usize = 4096;

/// What a file was opened for: the byte before its path in the list.
pub mod opened {
    pub const READS: u8 = b'r';
    pub const WRITES: u8 = b'w';
}

/// What all copies share.
#[repr(C)]
pub struct Header {
    pub magic: u64,
    pub version: u32,
    /// Whether waits may end for no reason.
    pub spurious: u32,
    /// The most bytes of heap.
    pub heap: u64,
    /// The size of a thread's stack.
    pub stack: u64,
    /// The most threads at a time.
    pub threads: u32,
    /// See [`output`].
    pub output: u32,
    /// Set by the runtime when it has found the board.
    pub ready: AtomicU32,
    /// The address of a function of the executable, to tell where it is loaded.
    pub anchor: AtomicU64,
    /// The names of threads: parent and number of the start there, plus 1; 0 for those that are free.
    pub names: [AtomicU64; THREADS],
    /// How large a stack the thread of that name asked for when it was last started; 0 if it has none with a thread of the operating system.
    pub stack_sizes: [AtomicU64; THREADS],
    /// Lock sites, sorted, none inside another; written by deadheat before the guest's `main`.
    pub lock_sites: [LockSite; LOCK_SITES],
    pub lock_site_count: u32,
    /// The files that were opened by name: what for (see [`opened`]), the path, and a zero. More of it may be counted than there is room for.
    pub opened_length: AtomicU32,
    pub opened: [AtomicU8; OPENED],
    /// Paths of files and of those to open instead, each with a zero behind it; written by deadheat before the guest starts.
    pub instead_length: u32,
    pub instead: [u8; OPENED],
}

/// Everything in the memory of one copy.
#[repr(C, align(4096))]
pub struct Slot {
    /// See [`turn`].
    pub turn: AtomicU32,
    /// The copy's process.
    pub process: AtomicU32,
    pub command: Command,
    pub report: Report,
    pub text_length: u32,
    pub text: [u8; TEXT],
    /// Bytes of the log that are written.
    pub logged: AtomicU32,
    /// See [`ahead`].
    pub stopped: u32,
    pub runs: [Run; RUNS],
    /// The threads that live, by number.
    pub live: [u32; THREADS],
    /// Of each thread: 0 if it was never started, 1 if it lives, 2 if it has ended.
    pub status: [u8; THREADS],
    pub threads: [ThreadRecord; THREADS],
    pub events: [EventRecord; EVENTS],
    pub log: Log,
}

/// The steps of a guest that goes ahead.
#[repr(C, align(8))]
pub struct Log(pub [u8; LOG]);

/// Where the parts of the board are.
pub const NODES_OFFSET: usize = size_of::<Header>().next_multiple_of(4096);
pub const SLOTS_OFFSET: usize = NODES_OFFSET + NODES * size_of::<Node>();
pub const BOARD_SIZE: usize = SLOTS_OFFSET + SLOTS * size_of::<Slot>();
