//! What threads do in a witness, as values with names. The report crate puts them into words.

use deadheat_analysis::ThreadName;
use deadheat_event::{Schedule, SourcePos, ThreadId, WakeReason};
use deadheat_machine::Uncaught;
use serde::{Deserialize, Serialize};

use crate::goal::Goal;

/// A schedule that proves an error.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Witness {
    /// The schedule; in a file, the text of a schedule file.
    #[serde(with = "schedule_text")]
    pub schedule: Schedule,
    /// How many steps it has.
    pub steps: u64,
    /// How often it changes from one thread to another.
    pub switches: u64,
    /// All threads of the run.
    pub threads: Vec<ThreadName>,
    /// What it ends in, for a replay to compare.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<Goal>,
    /// What must come together for it that threads alone do not bring about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// The variable that holds the collection which a race is inside of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holder: Option<String>,
    /// What happens, step by step; long ones are cut in the middle, which shows as a gap in the numbers.
    pub interleaving: Vec<Moment>,
}

/// An order of a trace's events that leads to an error. There was no program to replay it with: it is no witness.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reordering {
    /// How many events it has.
    pub steps: u64,
    /// The threads that are told of.
    pub threads: Vec<ThreadName>,
    /// The last events, and what matters of those before; the numbers show where some are left out.
    pub interleaving: Vec<Moment>,
}

/// What is drawn of a finding: the course of a witness, or of a reordering.
#[derive(Clone, Copy, Debug)]
pub struct Course<'a> {
    /// How many steps it has.
    pub steps: u64,
    /// Its threads.
    pub threads: &'a [ThreadName],
    /// What happens.
    pub interleaving: &'a [Moment],
}

impl Witness {
    /// Its course.
    #[must_use]
    pub fn course(&self) -> Course<'_> {
        Course { steps: self.steps, threads: &self.threads, interleaving: &self.interleaving }
    }
}

impl Reordering {
    /// Its course.
    #[must_use]
    pub fn course(&self) -> Course<'_> {
        Course { steps: self.steps, threads: &self.threads, interleaving: &self.interleaving }
    }
}

/// What a witness needs beside an order of the threads. Such an error is real, and rarer than others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Condition {
    /// Time passes while threads could go on: the longest wait that ends so, in milliseconds.
    Timeout {
        /// How long.
        millis: u64,
    },
    /// A wait ends for no reason.
    SpuriousWakeUp,
}

/// One event of a witness, or of a reordering.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    /// The number of the step that it belongs to, from 0.
    pub step: u64,
    /// The thread.
    pub thread: ThreadId,
    /// What it did.
    pub act: Act,
    /// Where in the program's code; none when no code of the program is on the stack.
    pub place: Option<SourcePos>,
    /// The library function that did it, when it was not the program's own code: `java.util.ArrayList.add`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub library: Option<String>,
    /// Whether it has to do with the error: touches the same memory or locks.
    pub relevant: bool,
    /// Why the schedule changed to this thread here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub switch: Option<Switch>,
}

/// Why a schedule changes from one thread to another: the situation of the thread that ran before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Switch {
    /// The thread that ran before.
    pub from: ThreadId,
    /// Its situation.
    pub doing: Doing,
}

/// What a thread did, or is about to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the fields are what their names say; see `deadheat_event::Op` for the operations")]
pub enum Act {
    Begin,
    End,
    /// `access`: what the guest's language calls an access that is itself synchronisation (`volatile`, `atomic`).
    Read {
        target: String,
        value: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        access: Option<String>,
    },
    Write {
        target: String,
        value: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        access: Option<String>,
    },
    Update {
        target: String,
        old: Option<String>,
        new: Option<String>,
        wrote: bool,
    },
    Acquire {
        lock: String,
        shared: bool,
    },
    TryAcquire {
        lock: String,
        shared: bool,
        acquired: bool,
    },
    Release {
        lock: String,
        shared: bool,
    },
    Wait {
        condition: String,
        timed: bool,
    },
    /// Left the waiters because of an interrupt.
    LeaveWait {
        condition: String,
    },
    Wake {
        condition: String,
        #[serde(with = "wake_reason")]
        how: WakeReason,
    },
    Notify {
        condition: String,
        all: bool,
        woken: Vec<ThreadId>,
    },
    Start {
        thread: ThreadId,
    },
    Join {
        thread: ThreadId,
    },
    /// Looked at a thread, and found it alive.
    FindAlive {
        thread: ThreadId,
    },
    /// Had to do with a thread, and found that it was not started yet.
    FindUnstarted {
        thread: String,
    },
    /// Looked whether another thread is interrupted.
    Inspect {
        thread: ThreadId,
    },
    Initialise {
        once: String,
    },
    LatchAwait {
        latch: String,
    },
    LatchCountDown {
        latch: String,
    },
    SemaphoreAcquire {
        semaphore: String,
        permits: u32,
    },
    SemaphoreRelease {
        semaphore: String,
        permits: u32,
    },
    /// Sent bytes or messages; with none, only looked whether it can.
    Send {
        channel: String,
        amount: u32,
    },
    /// Received bytes or messages; with none, only looked whether there are any.
    Receive {
        channel: String,
        amount: u32,
    },
    Park {
        timed: bool,
    },
    Unpark {
        thread: ThreadId,
    },
    Interrupt {
        thread: ThreadId,
    },
    Interrupted,
    Sleep,
    Yield,
    Choose {
        options: u32,
        chosen: u32,
    },
    /// Did not catch an exception of this type.
    Throw {
        exception: String,
    },
    /// The last thing: where the thread stands when the witness ends.
    About {
        doing: Doing,
    },
    /// In words, from results of older versions.
    #[serde(rename = "other")]
    Text {
        what: String,
    },
}

/// The situation of a thread at some moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Doing {
    /// It is about to do this, and nothing keeps it from doing so.
    About {
        /// What.
        next: Box<Act>,
    },
    /// It cannot go on.
    Waiting {
        /// What it waits for.
        #[serde(flatten)]
        on: Waiting,
    },
    /// It has ended.
    Ended,
    /// It dies of an exception that it did not catch.
    Dying {
        /// The exception, as the guest shows it.
        message: String,
    },
    /// It ends the test, or the program, otherwise than was expected.
    Failing {
        /// What the test fails of, or what differs.
        message: String,
    },
    /// It reads, or writes, what a warning is about.
    Accessing {
        /// Whether it writes.
        writes: bool,
    },
    /// It takes a lock while it holds another.
    TakingUnder {
        /// The lock that it holds.
        holds: String,
        /// The lock that it takes.
        wants: String,
    },
    /// It does an operation of a block that should be atomic.
    InBlock {
        /// What.
        operation: BlockAct,
    },
    /// It is in a block still, and no order of whole blocks explains what it has seen.
    InBrokenBlock,
    /// In words, from results of older versions.
    Text {
        /// The words.
        text: String,
    },
}

impl Doing {
    /// What a thread does that dies of this.
    #[must_use]
    pub fn of_death(death: &Uncaught) -> Self {
        let message = death.message.clone();
        if death.failed.is_some() { Self::Failing { message } } else { Self::Dying { message } }
    }
}

/// What a thread that cannot go on waits for, by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "for", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the fields are what their names say; see `deadheat_event::BlockedOn`")]
pub enum Waiting {
    Lock { lock: String, owner: Option<ThreadId> },
    Notification { condition: String },
    End { thread: ThreadId },
    Unpark,
    Initialiser { once: String, owner: ThreadId },
    Permits { semaphore: String },
    Latch { latch: String },
    Message { channel: String },
    Room { channel: String },
    Time,
}

pub use deadheat_analysis::BlockAct;

/// A schedule as the text of a schedule file.
mod schedule_text {
    use deadheat_event::Schedule;
    use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};

    pub fn serialize<S: Serializer>(schedule: &Schedule, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(schedule)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Schedule, D::Error> {
        let text = String::deserialize(deserializer)?;
        Schedule::parse("schedule", &text).map_err(D::Error::custom)
    }
}

/// Why a thread woke, in the words that results have always had.
mod wake_reason {
    use deadheat_event::WakeReason;
    use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};

    const ALL: [WakeReason; 4] =
        [WakeReason::Notified, WakeReason::TimedOut, WakeReason::Interrupted, WakeReason::Spurious];

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands references")]
    pub fn serialize<S: Serializer>(how: &WakeReason, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(how)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<WakeReason, D::Error> {
        let text = String::deserialize(deserializer)?;
        ALL.into_iter().find(|how| how.to_string() == text).ok_or_else(|| D::Error::custom("no reason to wake"))
    }
}
