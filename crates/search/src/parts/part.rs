//! Parts of a search, and what becomes of them, as values that can be sent to other processes.

use deadheat_event::{Choice, Context, LastingName, Nameable, Schedule, ThreadId};
use deadheat_machine::Machine;
use serde::{Deserialize, Serialize};

use super::{Assumptions, Notes};
use crate::node::Node;
use crate::path::bit;
use crate::worker::Manner;
use crate::{Counts, Coverage, SearchReport};

/// A part of a search: a state, what is still to be explored from it, and what must not be assumed meanwhile. It means the same in every process that
/// runs the same guest. Threads in it have the numbers of the process that has made it; which threads these are, `threads` says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The choices that lead to the state, from the program's start.
    pub(super) prefix: Schedule,
    /// How many of these were made since the search began: what a bound of the depth counts.
    pub(super) steps: u64,
    /// The choices still to be taken there, the next one last.
    pub(super) todo: Vec<Choice>,
    /// The threads that need not be explored.
    pub(super) sleep: Vec<ThreadId>,
    /// See [`Situation`](crate::strategy::Situation) for these.
    pub(super) last: Option<ThreadId>,
    pub(super) yielded: bool,
    pub(super) on_end: u32,
    pub(super) preemptions: u32,
    /// The threads, by number: their names, where the guest has any.
    pub(super) threads: Vec<Option<LastingName>>,
    /// Whether what cannot make a difference is left out: all parts of a search do it, or none.
    pub(crate) reduction: bool,
    /// What must not be assumed.
    pub(crate) assumptions: Assumptions,
}

impl Part {
    /// The part that a node is. The schedule leads to it.
    pub(crate) fn of<M: Machine>(
        node: Node<M>,
        prefix: Schedule,
        reduction: bool,
        threads: &[Option<LastingName>],
    ) -> Self {
        let sleep = (0..u64::BITS).map(ThreadId).filter(|thread| node.sleep & bit(*thread) != 0).collect();
        Self {
            prefix,
            steps: node.path.steps,
            todo: node.todo,
            sleep,
            last: node.last,
            yielded: node.yielded,
            on_end: node.on_end,
            preemptions: node.preemptions,
            threads: threads.to_vec(),
            reduction,
            assumptions: Assumptions::default(),
        }
    }

    /// The choices that lead to the part's state, in the numbers of the process that has made it.
    #[must_use]
    pub fn prefix(&self) -> &Schedule {
        &self.prefix
    }

    /// What must not be assumed.
    #[must_use]
    pub fn assumptions(&self) -> &Assumptions {
        &self.assumptions
    }

    /// The same part, to be searched without assuming this.
    #[must_use]
    pub fn assume(self, assumptions: Assumptions) -> Self {
        Self { assumptions, ..self }
    }
}

/// The names of the threads with the numbers up to `last`.
pub fn thread_names(last: u32, context: &dyn Context) -> Vec<Option<LastingName>> {
    (0..=last).map(|thread| context.lasting_name(Nameable::Thread(ThreadId(thread)))).collect()
}

/// Where a part goes on, in the numbers of this process.
pub struct Resume {
    pub steps: u64,
    pub todo: Vec<Choice>,
    pub sleep: u64,
    pub manner: Manner,
}

/// A search that was split.
#[derive(Clone, Debug)]
pub struct Split {
    /// What is still to be explored; nothing if all was.
    pub parts: Vec<Part>,
    /// What was found and seen until then.
    pub so_far: PartRun,
}

/// What became of a part, in the process that has searched it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartRun {
    /// What was found. Its schedules begin at the program's start; threads in them have the numbers of this process, so what is sent needs the
    /// guest's [facts](deadheat_machine::Guest::facts) beside them.
    pub search: SearchReport,
    /// What is to be put together with other parts.
    pub report: PartReport,
}

/// What became of a part: what [`Whole`](super::Whole) needs of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartReport {
    /// Whether everything was seen.
    pub coverage: Coverage,
    /// What was seen and done.
    pub counts: Counts,
    /// What was seen of the locking discipline.
    pub notes: Notes,
}
