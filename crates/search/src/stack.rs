//! Depth-first exploration: each worker has a stack of its own, and gives its oldest nodes to workers that have nothing to do.
//!
//! The first child of a state is explored in place, without going back; a snapshot is taken only where there is more than
//! one.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use deadheat_machine::Machine;

use crate::node::Node;
use crate::path::bit;
use crate::start_join_order::StartJoinOrder;
use crate::worker::{Over, Worker};
use deadheat_event::Choice;

/// Explores until nothing is left, or the search is over.
pub fn explore<M: Machine>(worker: &mut Worker<'_, '_, '_, M>, first: Option<Node<M>>) -> Result<(), Over> {
    let mut stack = Stack { nodes: Vec::new(), told: 0 };
    worker.recent.forgets = true;
    if let Some(first) = first {
        worker.recent.go_to(&first.path);
        stack.nodes.push(first);
    }
    // Whether the machine is in the state of the last node.
    let mut is_there = true;
    loop {
        if !is_there {
            stack.tell(worker);
        }
        let Some(node) = stack.nodes.last_mut() else {
            stack.tell(worker);
            let Some(mut node) = worker.pass.frontier.take() else { return Ok(()) };
            worker.recent.go_to(&node.path);
            // All nodes behind it share this: with the worker that has left it they would share the count of who does, too.
            node.order = Arc::new(StartJoinOrder::clone(&node.order));
            stack.nodes.push(node);
            is_there = false;
            continue;
        };
        if !is_there {
            if worker.pass.is_over() {
                return Err(Over);
            }
            // Who has explored a part of it has kept its state.
            let Some(snapshot) = &node.snapshot else {
                stack.nodes.pop();
                continue;
            };
            worker.restore(snapshot, node.order.clone(), Some(node.path.clone()));
            is_there = true;
        } else {
            worker.set_path(node.path.clone());
        }
        let Some(choice) = node.todo.pop() else {
            stack.nodes.pop();
            is_there = false;
            continue;
        };
        let manner = worker.manner(node, choice);
        if let Choice::Thread(thread) = choice {
            node.sleep |= bit(thread);
        }
        let Some((manner, sleep)) = manner else { continue };
        if node.todo.is_empty() {
            stack.nodes.pop();
        } else {
            if node.snapshot.is_none() {
                let snapshot = worker.machine.snapshot();
                node.path.charge(M::size(&snapshot) as u64);
                node.snapshot = Some(snapshot);
            }
            share(worker, &mut stack);
        }
        // A new state is explored in front of all others, without going back.
        let next = worker.advance_and_arrive(choice, sleep, manner)?;
        is_there = next.is_some();
        stack.nodes.extend(next);
    }
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
