//! How a state was reached: a list of choices that shares its beginnings with other lists.
//!
//! Visited states keep no link to their parents; only states that are still being explored do, through this list. So the
//! schedule of an error costs memory only while the error can still be found.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use deadheat_event::schedule::Run;
use deadheat_event::{Choice, Schedule, ThreadId};

use crate::account::Sheet;

/// The way to a state: the way to its parent, and the choices since.
pub struct Path {
    parent: Option<Arc<Path>>,
    runs: Box<[Run]>,
    /// The state reached.
    pub state: u128,
    /// The threads that had an open choice there, of the first 64.
    pub open: u64,
    /// Steps from the start of the search.
    pub steps: u64,
    /// How many paths there are before it, back to the root.
    pub depth: u32,
    /// Bytes of snapshots that live as long as this path.
    charge: AtomicU64,
    account: Arc<Sheet>,
}

impl Path {
    /// The way to the state in which a search starts.
    pub fn root(state: u128, open: u64, account: Arc<Sheet>) -> Arc<Self> {
        Self::resumed(state, open, 0, account)
    }

    /// The same, where so many steps count as made.
    pub fn resumed(state: u128, open: u64, steps: u64, account: Arc<Sheet>) -> Arc<Self> {
        let charge = AtomicU64::new(0);
        Arc::new(Self { parent: None, runs: Box::new([]), state, open, steps, depth: 0, charge, account })
    }

    /// The way that goes on with these choices, counted on this sheet.
    pub fn then(self: &Arc<Self>, runs: &[Run], state: u128, open: u64, account: &Arc<Sheet>) -> Arc<Self> {
        let steps = self.steps + runs.iter().map(|run| run.count).sum::<u64>();
        let size = (size_of::<Self>() + size_of_val(runs) + 16) as u64;
        account.add(size);
        Arc::new(Self {
            parent: Some(self.clone()),
            runs: runs.into(),
            state,
            open,
            steps,
            depth: self.depth + 1,
            charge: AtomicU64::new(size),
            account: account.clone(),
        })
    }

    /// Counts the bytes of a snapshot of this state, for as long as the path lives: so long do later snapshots share them.
    #[inline]
    pub fn charge(&self, bytes: u64) {
        self.charge.fetch_add(bytes, Ordering::Relaxed);
        self.account.add(bytes);
    }

    /// The paths from this one back to the root, this one first.
    pub fn back(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |path| path.parent.as_deref())
    }

    /// The threads, of the first 64, that moved in the last step of this path.
    pub fn moved(&self) -> u64 {
        self.runs.iter().fold(0, |mask, run| mask | bit(run.choice.thread()))
    }

    /// The steps of the last move of this path.
    #[inline]
    pub fn moved_steps(&self) -> u64 {
        self.runs.iter().map(|run| run.count).sum()
    }

    /// The schedule of this path, after `prefix`, and then of `rest`.
    pub fn schedule(&self, prefix: &Schedule, rest: &[Run]) -> Schedule {
        let parts: Vec<&Self> = self.back().collect();
        let mut schedule = prefix.clone();
        for run in parts.iter().rev().flat_map(|path| path.runs.iter()).chain(rest) {
            schedule.push(run.choice, run.count);
        }
        schedule
    }
}

impl Drop for Path {
    /// Gives back what was counted, and drops a long chain of parents without recursion.
    fn drop(&mut self) {
        self.account.give_back(*self.charge.get_mut());
        let mut next = self.parent.take();
        while let Some(path) = next {
            next = Arc::into_inner(path).and_then(|mut path| path.parent.take());
        }
    }
}

/// Adds a choice to a list of runs.
#[inline]
pub fn push(runs: &mut Vec<Run>, choice: Choice) {
    match runs.last_mut() {
        Some(last) if last.choice == choice && matches!(choice, Choice::Thread(_)) => last.count += 1,
        _ => runs.push(Run { choice, count: 1 }),
    }
}

/// The thread in a set of the first 64; nothing for the others.
#[inline]
pub fn bit(thread: ThreadId) -> u64 {
    if thread.0 < 64 { 1 << thread.0 } else { 0 }
}
