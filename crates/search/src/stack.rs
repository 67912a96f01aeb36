//! Depth-first exploration: each worker has a stack of its own, and gives its oldest nodes to workers that have nothing to do.
//!
//! The first child of a state is explored in place, without going back; a snapshot is taken only where there is more than
//! one.

use std::sync::atomic::Ordering;

use deadheat_machine::Machine;

use crate::node::Node;
use crate::path::bit;
use crate::worker::{Over, Worker};
use deadheat_event::Choice;

/// Explores until nothing is left, or the search is over.
pub fn explore<M: Machine>(worker: &mut Worker<'_, '_, '_, M>, first: Option<Node<M>>) -> Result<(), Over> {
    let mut stack: Vec<Node<M>> = Vec::new();
    if let Some(node) = first {
        descend(worker, &mut stack, node)?;
    }
    loop {
        let own = stack.pop();
        if own.is_some() {
            worker.pass.frontier.kept.fetch_sub(1, Ordering::Relaxed);
        }
        let Some(node) = own.or_else(|| worker.pass.frontier.take()) else { return Ok(()) };
        if worker.pass.is_over() {
            return Err(Over);
        }
        let Some(snapshot) = &node.snapshot else { continue };
        worker.restore(snapshot, node.order.clone(), Some(node.path.clone()));
        descend(worker, &mut stack, node)?;
    }
}

/// Explores from a node, in whose state the machine is, as long as there is a new state in front of it.
fn descend<M: Machine>(
    worker: &mut Worker<'_, '_, '_, M>,
    stack: &mut Vec<Node<M>>,
    mut node: Node<M>,
) -> Result<(), Over> {
    while let Some(choice) = node.todo.pop() {
        worker.set_path(node.path.clone());
        let manner = worker.manner(&node, choice);
        if let Choice::Thread(thread) = choice {
            node.sleep |= bit(thread);
        }
        let Some((manner, sleep)) = manner else { continue };
        if !node.todo.is_empty() {
            if node.snapshot.is_none() {
                let snapshot = worker.machine.snapshot();
                node.path.charge(M::size(&snapshot) as u64);
                node.snapshot = Some(snapshot);
            }
            worker.pass.frontier.kept.fetch_add(1, Ordering::Relaxed);
            stack.push(node);
            share(worker, stack);
        }
        worker.advance(choice)?;
        let manner = crate::worker::Manner { yielded: worker.yielded, ..manner };
        match worker.arrive(sleep, manner)? {
            Some(next) => node = next,
            None => return Ok(()),
        }
    }
    Ok(())
}

/// Gives half of the stack, the older one, to others, if they ask for it.
fn share<M: Machine>(worker: &Worker<'_, '_, '_, M>, stack: &mut Vec<Node<M>>) {
    if stack.len() > 1 && worker.pass.frontier.is_wanted() {
        let half = stack.len() / 2;
        worker.pass.frontier.kept.fetch_sub(half, Ordering::Relaxed);
        for node in stack.drain(..half) {
            worker.pass.frontier.push(0, node);
        }
    }
}
