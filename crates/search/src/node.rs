//! A state that is not done with.

use std::sync::Arc;

use deadheat_event::{Choice, ThreadId};
use deadheat_machine::Machine;

use crate::path::Path;
use crate::start_join_order::StartJoinOrder;

/// A state, and the choices in it that are still to be taken.
pub struct Node<M: Machine> {
    /// The state; taken only if the search has to come back.
    pub snapshot: Option<M::Snapshot>,
    /// How it was reached.
    pub path: Arc<Path>,
    /// What is known of its threads.
    pub order: Arc<StartJoinOrder>,
    /// The choices, the next one last.
    pub todo: Vec<Choice>,
    /// Threads that need not be explored from here, and those that already were.
    pub sleep: u64,
    /// See [`Situation`](crate::strategy::Situation) for these.
    pub last: Option<ThreadId>,
    pub yielded: bool,
    pub on_end: u32,
    pub preemptions: u32,
    pub preferred: u64,
}
