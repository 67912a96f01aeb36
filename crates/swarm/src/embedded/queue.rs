//! Jobs in memory. Each waits in one of two places: in the line of those that can be taken now, or, taken or given back, under the moment at
//! which it comes back into the line. Takers sleep until the first such moment, or until somebody puts a job in; nobody looks again and again.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use crate::names::check_key;
use crate::{Delivery, Queue, SwarmError};

/// The jobs of one queue.
pub(super) struct Jobs {
    patience: Duration,
    state: Mutex<State>,
    /// There may be a job to take, or a new first moment to wait for.
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// All ids that were ever put in.
    ids: HashSet<String>,
    /// Jobs that are not done, by their numbers.
    open: HashMap<u64, Job>,
    /// Those that can be taken now.
    line: VecDeque<u64>,
    /// Those that come back into the line, and when. Invariant: an open job is either in the line, or here under its `returns`.
    returns: BTreeSet<(Instant, u64)>,
    next: u64,
}

struct Job {
    id: Arc<str>,
    content: Arc<[u8]>,
    times: u32,
    returns: Option<Instant>,
}

impl State {
    /// Lets a job come back into the line at this moment. Whether takers that sleep now would wake too late for it.
    fn return_at(&mut self, number: u64, moment: Instant) -> bool {
        let Some(job) = self.open.get_mut(&number) else { return false };
        if let Some(before) = job.returns.replace(moment) {
            self.returns.remove(&(before, number));
        }
        let first = self.returns.first().is_none_or(|first| moment < first.0);
        self.returns.insert((moment, number));
        first
    }

    /// Puts those whose moment has come into the line.
    fn return_until(&mut self, now: Instant) {
        while let Some(&(moment, number)) = self.returns.first()
            && moment <= now
        {
            self.returns.pop_first();
            if let Some(job) = self.open.get_mut(&number) {
                job.returns = None;
                self.line.push_back(number);
            }
        }
    }

    fn remove(&mut self, number: u64) {
        let Some(job) = self.open.remove(&number) else { return };
        match job.returns {
            Some(moment) => {
                self.returns.remove(&(moment, number));
            }
            // It came back while its taker was silent, and nobody has taken it yet.
            None => self.line.retain(|&other| other != number),
        }
    }
}

impl Jobs {
    pub(super) fn new(patience: Duration) -> Self {
        Self { patience, state: Mutex::default(), changed: Condvar::new() }
    }

    pub(super) fn forget(&self) {
        let mut state = self.state();
        // Numbers go on: those who still have a job of before must not touch one of now.
        *state = State { next: state.next, ..State::default() };
    }

    fn state(&self) -> MutexGuard<'_, State> {
        crate::lock(&self.state)
    }

    /// Lets a job that this delivery is of come back later than now, or not at all if another taker has it by now.
    fn return_after(&self, number: u64, times: u32, delay: Duration) {
        let mut state = self.state();
        if state.open.get(&number).is_some_and(|job| job.times == times && job.returns.is_some())
            && state.return_at(number, crate::moment(delay))
        {
            self.changed.notify_all();
        }
    }
}

/// A queue in memory.
pub(super) struct MemoryQueue(pub(super) Arc<Jobs>);

impl Queue for MemoryQueue {
    fn put(&self, id: &str, job: &[u8]) -> Result<bool, SwarmError> {
        check_key("job", id)?;
        let mut state = self.0.state();
        if !state.ids.insert(id.to_owned()) {
            return Ok(false);
        }
        let number = state.next;
        state.next += 1;
        state.open.insert(number, Job { id: id.into(), content: job.into(), times: 0, returns: None });
        state.line.push_back(number);
        self.0.changed.notify_one();
        Ok(true)
    }

    fn take(&self, wait: Duration) -> Result<Option<Box<dyn Delivery>>, SwarmError> {
        let deadline = crate::moment(wait);
        let mut state = self.0.state();
        loop {
            let now = Instant::now();
            state.return_until(now);
            if let Some(number) = state.line.pop_front() {
                // Others sleep longer than until this taker is heard of no more.
                if state.return_at(number, crate::moment(self.0.patience)) {
                    self.0.changed.notify_all();
                }
                let job = state.open.get_mut(&number).expect("what is in the line is open");
                job.times += 1;
                let (id, content, times) = (Arc::clone(&job.id), Arc::clone(&job.content), job.times);
                return Ok(Some(Box::new(MemoryDelivery { jobs: Arc::clone(&self.0), number, id, content, times })));
            }
            if now >= deadline {
                return Ok(None);
            }
            let until = state.returns.first().map_or(deadline, |first| first.0.min(deadline));
            state =
                self.0.changed.wait_timeout(state, until - now).unwrap_or_else(std::sync::PoisonError::into_inner).0;
        }
    }

    fn open(&self) -> Result<u64, SwarmError> {
        Ok(self.0.state().open.len() as u64)
    }
}

struct MemoryDelivery {
    jobs: Arc<Jobs>,
    number: u64,
    id: Arc<str>,
    content: Arc<[u8]>,
    times: u32,
}

impl Delivery for MemoryDelivery {
    fn id(&self) -> &str {
        &self.id
    }

    fn job(&self) -> &[u8] {
        &self.content
    }

    fn times(&self) -> u32 {
        self.times
    }

    fn patience(&self) -> Duration {
        self.jobs.patience
    }

    fn keep(&self) -> Result<(), SwarmError> {
        self.jobs.return_after(self.number, self.times, self.jobs.patience);
        Ok(())
    }

    fn done(self: Box<Self>) -> Result<(), SwarmError> {
        self.jobs.state().remove(self.number);
        Ok(())
    }

    fn back(self: Box<Self>, delay: Duration) -> Result<(), SwarmError> {
        self.jobs.return_after(self.number, self.times, delay);
        Ok(())
    }
}
