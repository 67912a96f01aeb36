//! Walks from the start to an end, again and again. Nothing is matched: a state met again is looked at and counted again. So no state
//! needs a name, but for the ends.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use deadheat_event::{Pending, SiteId, ThreadId};
use deadheat_machine::scheduler::Turn;
use deadheat_machine::{Machine, View};

use crate::Bound;
use crate::path::Path;
use crate::worker::{Manner, Over, Worker};

/// Walks until the search is over.
pub fn explore<M: Machine>(worker: &mut Worker<'_, '_, '_, M>) -> Result<(), Over> {
    loop {
        let number = worker.pass.shared.walks.fetch_add(1, Ordering::Relaxed);
        if worker.pass.shared.plan.bounds.walks.is_some_and(|most| number >= most) {
            worker.pass.shared.walks.fetch_sub(1, Ordering::Relaxed);
            worker.pass.shared.note(Bound::Walks);
            return Ok(());
        }
        walk(worker, number)?;
    }
}

fn walk<M: Machine>(worker: &mut Worker<'_, '_, '_, M>, number: u64) -> Result<(), Over> {
    let Some(mut scheduler) = worker.pass.shared.plan.strategy.walk(number) else {
        worker.pass.shared.note(Bound::Walks);
        return Err(Over);
    };
    let root = Path::root(0, 0, worker.pass.shared.account.clone());
    worker.restore(worker.pass.root, Arc::default(), Some(root));
    let plan = &worker.pass.shared.plan;
    // Eager operations are not the scheduler's choices, and what is frozen is not open to it.
    if let Some(forecast) = scheduler.forecast().filter(|_| !plan.eager && plan.frozen.is_empty()) {
        worker.foresee(forecast);
    }
    let mut manner = Manner { last: None, yielded: false, on_end: 0, preemptions: 0, preferred: 0 };
    let mut moves = 0;
    loop {
        if worker.pass.is_over() {
            return Err(Over);
        }
        worker.open_choices();
        if worker.choices.is_empty() || worker.is_hopeless() {
            return Ok(());
        }
        if worker.pass.shared.plan.bounds.depth.is_some_and(|most| worker.path.steps >= most) {
            worker.pass.shared.note(Bound::Depth);
            return Ok(());
        }
        let last = manner.last.map(|thread| Turn { thread, steps: 1, yielded: manner.yielded });
        let view = Now { steps: moves, last, machine: &*worker.machine };
        let Ok(Some(pick)) = scheduler.next(&worker.choices, &view) else { return Ok(()) };
        moves += 1;
        worker.advance(pick.choice)?;
        manner = Manner { last: Some(pick.choice.thread()), yielded: worker.yielded, ..manner };
        worker.visit_on_walk();
        worker.set_path(worker.path.then(&worker.chain, 0, 0));
    }
}

/// What the scheduler of a walk can know.
struct Now<'m, M> {
    steps: u64,
    last: Option<Turn>,
    machine: &'m M,
}

impl<M: Machine> View for Now<'_, M> {
    fn steps(&self) -> u64 {
        self.steps
    }

    fn last(&self) -> Option<Turn> {
        self.last
    }

    fn delay(&self, thread: ThreadId) -> Option<Duration> {
        self.machine.delay(thread)
    }

    fn pending(&self, thread: ThreadId) -> Option<Pending> {
        self.machine.pending(thread)
    }

    fn stack(&self, thread: ThreadId) -> Vec<SiteId> {
        self.machine.context().sites(thread)
    }
}
