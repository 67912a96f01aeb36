//! What all walks have in common: the steps before there is anything to choose, such as those up to the start of a second thread. They are made once,
//! and walks go on from their end.
//!
//! The scheduler of each walk is asked about them all the same, so that it decides as if the walk had begun at the start. With one choice
//! it has nothing to decide; what it can look at meanwhile is the thread that moves, as it was noted when the steps were made.

use std::sync::Arc;
use std::time::Duration;

use deadheat_event::{Choice, Pending, SiteId, ThreadId};
use deadheat_machine::scheduler::{Scheduler, Turn};
use deadheat_machine::{Machine, View};

use crate::path::Path;
use crate::start_join_order::StartJoinOrder;
use crate::worker::{Over, Worker};

/// The common beginning of walks.
pub struct Trunk<M: Machine> {
    /// The state at its end; none if that is the one in which the search starts.
    pub state: Option<M::Snapshot>,
    pub order: Arc<StartJoinOrder>,
    pub path: Arc<Path>,
    steps: Vec<Step>,
}

/// A step that was the only one possible.
struct Step {
    choice: Choice,
    pending: Pending,
    stack: Vec<SiteId>,
    yielded: bool,
}

/// More of them are not kept: a program that does so much alone is not waited for.
const LONGEST: usize = 1 << 12;

impl<M: Machine> Trunk<M> {
    /// Makes the steps, from the state in which the search starts. The first worker looks at their states, and counts them.
    pub fn grow(worker: &mut Worker<'_, '_, '_, M>, is_first: bool) -> Result<Self, Over> {
        let path = Path::root(0, 0, worker.sheet.clone());
        let mut trunk = Self { state: None, order: Arc::default(), path: path.clone(), steps: Vec::new() };
        if worker.machine.goes_ahead() {
            return Ok(trunk);
        }
        worker.restore(worker.pass.root, Arc::default(), Some(path));
        while trunk.steps.len() < LONGEST {
            worker.open_choices();
            let [choice @ Choice::Thread(thread)] = worker.choices[..] else { break };
            let Some(pending) = worker.machine.pending(thread) else { break };
            let is_far = worker.pass.shared.plan.bounds.depth.is_some_and(|most| worker.path.steps >= most);
            if is_far || worker.is_hopeless() {
                break;
            }
            let stack = worker.machine.context().sites(thread);
            worker.advance(choice)?;
            if is_first {
                worker.visit_on_walk();
            } else {
                worker.uncount_steps();
            }
            worker.set_path(worker.path.then(&worker.chain, 0, 0, &worker.sheet));
            trunk.steps.push(Step { choice, pending, stack, yielded: worker.yielded });
            if worker.pass.is_over() {
                return Err(Over);
            }
        }
        if worker.outcome.is_running() && !trunk.steps.is_empty() {
            trunk.state = Some(worker.machine.snapshot());
            (trunk.order, trunk.path) = (worker.order.clone(), worker.path.clone());
        } else {
            trunk.steps.clear();
        }
        Ok(trunk)
    }

    /// How many steps it has.
    pub fn len(&self) -> u64 {
        self.steps.len() as u64
    }

    /// The turn that it ends with.
    pub fn last(&self) -> Option<Turn> {
        self.turn_before(self.steps.len())
    }

    /// Lets a scheduler choose what there was to choose. `false` if it chooses nothing.
    pub fn is_chosen_by(&self, scheduler: &mut dyn Scheduler) -> bool {
        (0..self.steps.len()).all(|at| {
            let then = Then { trunk: self, at };
            matches!(scheduler.next(&[self.steps[at].choice], &then), Ok(Some(_)))
        })
    }

    fn turn_before(&self, at: usize) -> Option<Turn> {
        let step = &self.steps[at.checked_sub(1)?];
        Some(Turn { thread: step.choice.thread(), steps: 1, yielded: step.yielded })
    }
}

/// What a scheduler could see before a step of the trunk.
struct Then<'t, M: Machine> {
    trunk: &'t Trunk<M>,
    at: usize,
}

impl<M: Machine> Then<'_, M> {
    fn step(&self, thread: ThreadId) -> Option<&Step> {
        Some(&self.trunk.steps[self.at]).filter(|step| step.choice.thread() == thread)
    }
}

impl<M: Machine> View for Then<'_, M> {
    fn steps(&self) -> u64 {
        self.at as u64
    }

    fn last(&self) -> Option<Turn> {
        self.trunk.turn_before(self.at)
    }

    fn delay(&self, _: ThreadId) -> Option<Duration> {
        // Time is among the choices wherever something waits for it.
        None
    }

    fn pending(&self, thread: ThreadId) -> Option<Pending> {
        self.step(thread).map(|step| step.pending.clone())
    }

    fn stack(&self, thread: ThreadId) -> Vec<SiteId> {
        self.step(thread).map(|step| step.stack.clone()).unwrap_or_default()
    }
}
