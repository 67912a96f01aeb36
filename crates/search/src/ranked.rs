//! Best-first exploration: one frontier for all workers, the lowest rank first.

use std::sync::atomic::Ordering;

use deadheat_event::Choice;
use deadheat_machine::Machine;

use crate::node::Node;
use crate::path::bit;
use crate::strategy::Situation;
use crate::worker::{Over, Worker};

/// Explores until nothing is left, or the search is over.
pub fn explore<M: Machine>(worker: &mut Worker<'_, '_, '_, M>, first: Option<Node<M>>) -> Result<(), Over> {
    if let Some(node) = first {
        keep(worker, node);
    }
    let enough = worker.pass.shared.plan.split.unwrap_or(usize::MAX);
    if worker.pass.frontier.len() >= enough {
        return Ok(());
    }
    while let Some(node) = worker.pass.frontier.take() {
        worker.pass.frontier.kept.fetch_sub(1, Ordering::Relaxed);
        expand(worker, node)?;
        if worker.pass.frontier.len() >= enough {
            // These are parts for others.
            return Ok(());
        }
    }
    Ok(())
}

/// Makes every move that is open in a node's state.
fn expand<M: Machine>(worker: &mut Worker<'_, '_, '_, M>, mut node: Node<M>) -> Result<(), Over> {
    let Some(snapshot) = node.snapshot.take() else { return Ok(()) };
    while let Some(choice) = node.todo.pop() {
        if worker.pass.is_over() {
            return Err(Over);
        }
        worker.restore(&snapshot, node.order.clone(), Some(node.path.clone()));
        let manner = worker.manner(&node, choice);
        if let Choice::Thread(thread) = choice {
            node.sleep |= bit(thread);
        }
        let Some((manner, sleep)) = manner else { continue };
        if let Some(next) = worker.advance_and_arrive(choice, sleep, manner)? {
            keep(worker, next);
        }
    }
    Ok(())
}

/// Keeps a node, in whose state the machine is, for later.
fn keep<M: Machine>(worker: &mut Worker<'_, '_, '_, M>, mut node: Node<M>) {
    let snapshot = worker.machine.snapshot();
    node.path.charge(M::size(&snapshot) as u64);
    node.snapshot = Some(snapshot);
    let rank = worker.pass.shared.plan.strategy.rank(&Situation {
        threads: &worker.threads,
        last: node.last,
        yielded: node.yielded,
        on_end: node.on_end,
        steps: node.path.steps,
        preemptions: node.preemptions,
        preferred: node.preferred,
    });
    worker.pass.frontier.kept.fetch_add(1, Ordering::Relaxed);
    worker.pass.frontier.push(rank, node);
}
