//! What is still to be explored, shared by all workers.

use std::cmp::Ordering as Order;
use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A place where workers leave what others may take, and wait for more.
pub struct Frontier<N> {
    inner: Mutex<Inner<N>>,
    changed: Condvar,
    workers: usize,
    /// Workers that wait.
    waiting: AtomicUsize,
    /// What is kept here and in the workers' own stacks.
    pub kept: AtomicUsize,
}

struct Inner<N> {
    heap: BinaryHeap<Ranked<N>>,
    pushed: u64,
    idle: usize,
    closed: bool,
}

struct Ranked<N> {
    rank: i64,
    number: u64,
    node: N,
}

impl<N> PartialEq for Ranked<N> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Order::Equal
    }
}
impl<N> Eq for Ranked<N> {}
impl<N> PartialOrd for Ranked<N> {
    fn partial_cmp(&self, other: &Self) -> Option<Order> {
        Some(self.cmp(other))
    }
}
impl<N> Ord for Ranked<N> {
    /// The greatest is the one to take: lowest rank, then the oldest.
    fn cmp(&self, other: &Self) -> Order {
        (other.rank, other.number).cmp(&(self.rank, self.number))
    }
}

impl<N> Frontier<N> {
    /// An empty frontier for so many workers.
    pub fn new(workers: usize) -> Self {
        let inner = Inner { heap: BinaryHeap::new(), pushed: 0, idle: 0, closed: false };
        Self {
            inner: Mutex::new(inner),
            changed: Condvar::new(),
            workers,
            waiting: AtomicUsize::new(0),
            kept: AtomicUsize::new(0),
        }
    }

    /// Leaves something to be explored.
    pub fn push(&self, rank: i64, node: N) {
        let mut inner = self.lock();
        let number = inner.pushed;
        inner.pushed += 1;
        inner.heap.push(Ranked { rank, number, node });
        drop(inner);
        self.changed.notify_one();
    }

    /// Takes what is to be explored next; waits while others may still leave something. `None`: all is done, or the search was stopped.
    pub fn take(&self) -> Option<N> {
        let mut inner = self.lock();
        inner.idle += 1;
        loop {
            if inner.closed {
                return None;
            }
            if let Some(ranked) = inner.heap.pop() {
                inner.idle -= 1;
                return Some(ranked.node);
            }
            if inner.idle == self.workers {
                inner.closed = true;
                self.changed.notify_all();
                return None;
            }
            self.waiting.fetch_add(1, Ordering::Relaxed);
            inner = self.changed.wait(inner).unwrap_or_else(PoisonError::into_inner);
            self.waiting.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// How much was left here and not taken.
    pub fn len(&self) -> usize {
        self.lock().heap.len()
    }

    /// Takes all that is left here, in the order in which it would have been explored.
    pub fn drain(&self) -> Vec<N> {
        let heap = std::mem::take(&mut self.lock().heap);
        heap.into_sorted_vec().into_iter().rev().map(|ranked| ranked.node).collect()
    }

    /// Ends the work of all workers.
    pub fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// Whether a worker waits for work.
    pub fn is_wanted(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }

    fn lock(&self) -> MutexGuard<'_, Inner<N>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lowest_rank_first_then_oldest() {
        let frontier = Frontier::new(1);
        for (rank, name) in [(2, "c"), (1, "a"), (1, "b")] {
            frontier.push(rank, name);
        }
        let taken: Vec<&str> = std::iter::from_fn(|| frontier.take()).collect();
        assert_eq!(taken, ["a", "b", "c"]);
    }

    #[test]
    fn workers_end_when_all_wait() {
        let frontier: Frontier<u32> = Frontier::new(3);
        frontier.push(0, 1);
        let sum: u32 = std::thread::scope(|scope| {
            let workers: Vec<_> =
                (0..3).map(|_| scope.spawn(|| std::iter::from_fn(|| frontier.take()).sum::<u32>())).collect();
            workers.into_iter().map(|worker| worker.join().unwrap()).sum()
        });
        assert_eq!(sum, 1);
    }
}
