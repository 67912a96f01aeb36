//! Scouting: random walks before a search is split into [parts](crate::parts), which learn what is unsafe before anything relies on it.
//!
//! In one process a pass that breaks an assumption is soon given up. A split that has assumed too much costs all parts that were made of it, and what
//! it does not know each part has to find out. Random walks differ from each other in early choices as in late ones, so a few of them see most
//! conflicts that are not rare.
//!
//! Nothing is reported, counted as a state or entered anywhere but into the table of the locking discipline, and what is noted there was about to
//! be done by real threads: so the set of unsafe objects in the end is the same with and without scouts (see [`eager`](crate::eager)). Where
//! paths are left out by a bound, the set may depend on which paths were seen: walks keep within the depth allowed, and there are none where
//! preemptions are bounded.

use std::sync::atomic::Ordering;

use deadheat_machine::{Machine, Rng};

use crate::path::Path;
use crate::shared::Plan;
use crate::worker::{Over, Worker};

/// How many steps scouts make in all.
const MOST_STEPS: u64 = 1 << 14;

/// How many walks they make at most: some lead nowhere.
const MOST_WALKS: u64 = 256;

/// How many steps one walk may have, so that there are several.
const LONGEST: u64 = MOST_STEPS / 8;

/// Whether scouts are sent before the search.
pub fn are_sent(plan: &Plan<'_>) -> bool {
    plan.split.is_some() && plan.eager && plan.bounds.preemptions.is_none()
}

/// Walks until enough steps are made.
pub fn explore<M: Machine>(worker: &mut Worker<'_, '_, '_, M>) -> Result<(), Over> {
    let pass = worker.pass;
    for number in 0..MOST_WALKS {
        walk(worker, number)?;
        worker.flush();
        worker.learn_violations();
        if pass.shared.steps.load(Ordering::Relaxed) - pass.first_step >= MOST_STEPS {
            break;
        }
    }
    Ok(())
}

fn walk<M: Machine>(worker: &mut Worker<'_, '_, '_, M>, number: u64) -> Result<(), Over> {
    let (pass, plan) = (worker.pass, &worker.pass.shared.plan);
    let mut rng = Rng::new(number);
    let path = Path::root(0, 0, worker.sheet.clone());
    worker.restore(pass.root, plan.order.clone(), Some(path));
    worker.note_all();
    loop {
        worker.open_choices();
        let steps = worker.path.steps;
        let is_far = steps >= LONGEST || plan.bounds.depth.is_some_and(|most| steps >= most);
        if worker.choices.is_empty() || is_far || pass.cut.is_some_and(|hopeless| hopeless(worker.machine)) {
            return Ok(());
        }
        if pass.is_over() {
            return Err(Over);
        }
        let choice = rng.pick(&worker.choices);
        worker.advance(choice)?;
        worker.set_path(worker.path.then(&worker.chain, 0, 0, &worker.sheet));
    }
}
