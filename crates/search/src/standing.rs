//! Where threads stand.

use deadheat_event::{OpKind, PendingOp, ThreadId};

/// A thread that lives, and what it will do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The thread.
    pub thread: ThreadId,
    /// Its next operation.
    pub pending: PendingOp,
    /// Whether the search leaves it where it is.
    pub frozen: bool,
}

impl Standing {
    /// Whether the thread can do its next operation now.
    #[must_use]
    pub fn is_enabled(&self) -> bool {
        self.pending.is_enabled()
    }

    /// Whether a step of another thread can change what is known of this one.
    pub(crate) fn may_change(&self) -> bool {
        let own = matches!(
            self.pending.kind,
            OpKind::Read { .. } | OpKind::Write { .. } | OpKind::Update { .. } | OpKind::Begin | OpKind::Yield
        );
        !own || self.pending.blocked.is_some()
    }
}
