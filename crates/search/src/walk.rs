//! Walks from the start to an end, again and again. Nothing is matched: a state met again is looked at and counted again. So no state
//! needs a name, but for the ends.

use std::sync::atomic::Ordering;

use deadheat_machine::Machine;
use deadheat_machine::scheduler::{Now, Turn};

use crate::Bound;
use crate::trunk::Trunk;
use crate::worker::{Over, Worker};

/// Walks until the search is over.
pub fn explore<M: Machine>(worker: &mut Worker<'_, '_, '_, M>, is_first: bool) -> Result<(), Over> {
    let trunk = Trunk::grow(worker, is_first)?;
    loop {
        let number = worker.pass.shared.walks.fetch_add(1, Ordering::Relaxed);
        if worker.pass.shared.plan.bounds.walks.is_some_and(|most| number >= most) {
            worker.pass.shared.walks.fetch_sub(1, Ordering::Relaxed);
            worker.pass.shared.note(Bound::Walks);
            return Ok(());
        }
        walk(worker, &trunk, number)?;
    }
}

fn walk<M: Machine>(worker: &mut Worker<'_, '_, '_, M>, trunk: &Trunk<M>, number: u64) -> Result<(), Over> {
    let Some(mut scheduler) = worker.pass.shared.plan.strategy.walk(number) else {
        worker.pass.shared.note(Bound::Walks);
        return Err(Over);
    };
    if !trunk.is_chosen_by(&mut *scheduler) {
        return Ok(());
    }
    worker.restore(trunk.state.as_ref().unwrap_or(worker.pass.root), trunk.order.clone(), Some(trunk.path.clone()));
    let plan = &worker.pass.shared.plan;
    // Eager operations are not the scheduler's choices, and what is frozen is not open to it.
    if let Some(forecast) = scheduler.forecast().filter(|_| !plan.eager && plan.frozen.is_empty()) {
        worker.foresee(forecast);
    }
    let mut last = trunk.last();
    let mut moves = trunk.len();
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
        let view = Now { steps: moves, last, machine: &*worker.machine };
        let Ok(Some(pick)) = scheduler.next(&worker.choices, &view) else { return Ok(()) };
        moves += 1;
        worker.advance(pick.choice)?;
        last = Some(Turn { thread: pick.choice.thread(), steps: 1, yielded: worker.yielded });
        worker.visit_on_walk();
        worker.set_path(worker.path.then(&worker.chain, 0, 0, &worker.sheet));
    }
}
