//! Every way that a run can stand or end.

use std::fmt;

use deadheat_event::ThreadId;

/// How a run stands after a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It can go on.
    Running,
    /// The guest ended, by itself or by `exit`.
    Finished {
        /// Its exit code.
        exit_code: i32,
    },
    /// Threads are left, none of them can ever go on, and not all of them are daemons.
    Deadlocked {
        /// The threads that wait.
        threads: Vec<ThreadId>,
    },
    /// An exception ended a thread, in a machine that was asked to stop then.
    Uncaught {
        /// The thread.
        thread: ThreadId,
        /// The exception, as the guest shows it.
        message: String,
    },
    /// A bound was reached before the guest ended.
    Limit(Limit),
}

/// What bound a run has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// The number of steps.
    Steps,
    /// Time, on the clock on the wall.
    Time,
    /// The size of the guest's heap.
    Heap,
    /// The number of the guest's threads.
    Threads,
    /// The depth of a thread's stack.
    Stack,
    /// The user's patience: they asked for an end.
    Patience,
    /// What there is to be seen: nothing new was reached any more.
    Steady,
    /// What the machine has: a thread died because the guest needs more. See [`Need`](crate::Need).
    Needs,
}

impl Outcome {
    /// Whether the run can go on.
    #[must_use]
    pub fn is_running(&self) -> bool {
        matches!(self, Self::Running)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Running => f.write_str("running"),
            Self::Finished { exit_code } => write!(f, "finished with exit code {exit_code}"),
            Self::Deadlocked { threads } => {
                f.write_str("deadlock:")?;
                for (i, thread) in threads.iter().enumerate() {
                    write!(f, "{} {thread}", if i == 0 { "" } else { "," })?;
                }
                f.write_str(if threads.len() == 1 { " waits for ever" } else { " wait for ever" })
            }
            Self::Uncaught { thread, message } => write!(f, "uncaught exception in {thread}: {message}"),
            Self::Limit(Limit::Needs) => f.write_str("stopped where the program needs what deadheat does not have"),
            Self::Limit(Limit::Patience) => f.write_str("stopped as you asked"),
            Self::Limit(Limit::Steady) => f.write_str("stopped because nothing new was reached any more"),
            Self::Limit(limit) => write!(f, "stopped by the limit on {limit}"),
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Steps => "steps",
            Self::Time => "time",
            Self::Heap => "heap size",
            Self::Threads => "threads",
            Self::Stack => "stack depth",
            Self::Patience => "your patience",
            Self::Steady => "what is new",
            Self::Needs => "what deadheat has",
        })
    }
}
