//! What a scheduler or a search decides.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::ThreadId;

/// One decision: which thread moves, and how, where it can move in more than one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Choice {
    /// The thread performs its pending operation.
    Thread(ThreadId),
    /// The notifier performs its `notify`, and this waiter is the one woken. Offered, in place of `Thread`, where two or more
    /// threads wait.
    Wake {
        /// The thread that notifies.
        notifier: ThreadId,
        /// The thread that is woken.
        waiter: ThreadId,
    },
    /// The timed wait, park, sleep, join or lock attempt of this thread ends by time.
    Timeout(ThreadId),
    /// The wait or park of this thread ends for no reason, as specifications allow.
    Spurious(ThreadId),
    /// The thread's pending `Choose` gives this value.
    Value {
        /// The thread that asks.
        thread: ThreadId,
        /// The answer.
        value: u32,
    },
}

impl Choice {
    /// The thread that moves.
    #[must_use]
    pub const fn thread(self) -> ThreadId {
        match self {
            Self::Thread(thread) | Self::Timeout(thread) | Self::Spurious(thread) => thread,
            Self::Wake { notifier, .. } => notifier,
            Self::Value { thread, .. } => thread,
        }
    }
}

/// As in a schedule file: `T0`, `T0 wake T2`, `T1 timeout`, `T1 spurious`, `T1 value 3`.
impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Thread(thread) => write!(f, "{thread}"),
            Self::Wake { notifier, waiter } => write!(f, "{notifier} wake {waiter}"),
            Self::Timeout(thread) => write!(f, "{thread} timeout"),
            Self::Spurious(thread) => write!(f, "{thread} spurious"),
            Self::Value { thread, value } => write!(f, "{thread} value {value}"),
        }
    }
}
