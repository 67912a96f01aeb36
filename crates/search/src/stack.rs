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
    let mut stack = Stack { nodes: Vec::new(), told: 0 };
    worker.recent.forgets = true;
    if let Some(node) = first {
        descend(worker, &mut stack, node)?;
    }
    loop {
        let own = stack.nodes.pop();
        stack.tell(worker);
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
    stack: &mut Stack<M>,
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
            stack.nodes.push(node);
            share(worker, stack);
        }
        match worker.advance_and_arrive(choice, sleep, manner)? {
            Some(next) => node = next,
            None => return Ok(()),
        }
    }
    Ok(())
}

/// Gives half of the stack, the older one, to others, if they ask for it.
fn share<M: Machine>(worker: &Worker<'_, '_, '_, M>, stack: &mut Stack<M>) {
    if stack.nodes.len() > 1 && worker.pass.frontier.is_wanted() {
        let half = stack.nodes.len() / 2;
        for node in stack.nodes.drain(..half) {
            worker.pass.frontier.push(0, node);
        }
    }
}

/// What one worker has still to explore.
struct Stack<M: Machine> {
    nodes: Vec<Node<M>>,
    /// How much of it was told to people who watch.
    told: usize,
}

impl<M: Machine> Stack<M> {
    /// Tells how much there is, where that has changed by much.
    fn tell(&mut self, worker: &Worker<'_, '_, '_, M>) {
        let now = self.nodes.len();
        if now.abs_diff(self.told) >= 16 || (now == 0 && self.told > 0) {
            let kept = &worker.pass.frontier.kept;
            kept.fetch_add(now, Ordering::Relaxed);
            kept.fetch_sub(self.told, Ordering::Relaxed);
            self.told = now;
        }
    }
}
