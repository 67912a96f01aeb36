//! Hands: who takes jobs and does them.

use std::collections::HashMap;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use deadheat_machine::{Guest, Machine};
use deadheat_search::Bound;
use deadheat_swarm::{Delivery, Queue, Store, Swarm, SwarmError};

use super::job::{Done, Job, decode};
use super::runs::Runs;
use super::{SEARCHES, WARNINGS};
use crate::check::{Checker, panicked};
use crate::error::CheckError;
use crate::finding::Pursued;

/// A job that was delivered so often, and never done nor given back, is set aside: it may be what ends its hands.
pub const MOST_DELIVERIES: u32 = 3;

/// How long a hand waits for a job before it asks whether there is still something to wait for.
const WAIT: Duration = Duration::from_millis(500);

/// How often it is looked whether the check is over, and at the least how often taken jobs are kept.
const LOOK: Duration = Duration::from_millis(300);

/// Hands that have had nothing to do for so long look elsewhere.
const IDLE: Duration = Duration::from_secs(5);

/// How often a job was given back by hands that were asked to end, by its id.
const GIVEN_BACK: &str = "given-back";

/// Proofs that hands of this process have made themselves, by job: they need no second replay.
pub(crate) type Ledger = Mutex<HashMap<String, Result<Pursued, CheckError>>>;

/// The work for a check.
pub struct Service<'s> {
    /// Where the jobs are.
    pub swarm: &'s dyn Swarm,
    /// How many jobs are done at a time.
    pub hands: usize,
    /// Who does them.
    pub worker: String,
    /// Whether the check is over.
    pub over: &'s (dyn Fn() -> bool + Sync),
    /// Set when work has to end: when the check is over, or when the user wants it.
    pub stop: &'s AtomicBool,
    /// Called for each job when it is taken, with its id.
    pub told: &'s (dyn Fn(&str) + Sync),
}

/// How hands work.
pub(crate) struct Work<'w, 'r> {
    pub swarm: &'w dyn Swarm,
    pub worker: &'w str,
    pub runs: &'w Runs<'r>,
    /// When the check must be over, if that is known here.
    pub deadline: Option<Instant>,
    /// Where proofs are kept, if the coordinator is in this process. Then hands end when there is no job left; otherwise they wait for more.
    pub ledger: Option<&'w Ledger>,
    pub stop: Option<&'w AtomicBool>,
    pub told: &'w (dyn Fn(&str) + Sync),
}

/// Jobs that hands of this process have taken: while they are done, somebody must say so from time to time.
#[derive(Default)]
pub(crate) struct Held {
    taken: Mutex<HashMap<u64, Box<dyn Delivery>>>,
    next: AtomicU64,
    /// When the last one was let go.
    since: Mutex<Option<Instant>>,
    ended: Mutex<bool>,
    wake: Condvar,
}

impl Held {
    /// For how long no hand has had a job.
    fn idle_for(&self) -> Duration {
        if !self.taken.lock().unwrap_or_else(PoisonError::into_inner).is_empty() {
            return Duration::ZERO;
        }
        self.since.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(Instant::now).elapsed()
    }

    fn hold(&self, delivery: Box<dyn Delivery>) -> u64 {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        self.taken.lock().unwrap_or_else(PoisonError::into_inner).insert(number, delivery);
        number
    }

    fn let_go(&self, number: u64) -> Option<Box<dyn Delivery>> {
        *self.since.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        self.taken.lock().unwrap_or_else(PoisonError::into_inner).remove(&number)
    }

    /// Keeps what is taken, and does something else from time to time, until there are no hands any more.
    pub fn keep(&self, mut look: impl FnMut()) {
        let mut since = Duration::ZERO;
        loop {
            let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
            let (ended, _) = self.wake.wait_timeout(ended, LOOK).unwrap_or_else(PoisonError::into_inner);
            if *ended {
                return;
            }
            drop(ended);
            look();
            since += LOOK;
            let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
            if taken.values().any(|delivery| since >= delivery.patience() / 4) {
                // Where that fails the job is delivered again, and the first result counts.
                taken.values().for_each(|delivery| drop(delivery.keep()));
                since = Duration::ZERO;
            }
        }
    }

    /// There are no hands any more.
    pub fn end(&self) {
        *self.ended.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.wake.notify_all();
    }
}

impl<G: Guest> Checker<'_, G> {
    /// Does jobs of a check that another process makes, until it is over, or there are none for a while. Gives how many were done.
    ///
    /// # Errors
    /// If no job can be taken, or the guest gives no machines.
    pub fn serve(&self, service: &Service<'_>) -> Result<u64, CheckError> {
        let places: Vec<_> = (0..super::runs::MOST_RUNS).map(|_| std::sync::OnceLock::new()).collect();
        let runs = Runs::kept_in(&places);
        let Service { swarm, stop, told, .. } = *service;
        let work =
            Work { swarm, worker: &service.worker, runs: &runs, deadline: None, ledger: None, stop: Some(stop), told };
        let look = || {
            if (service.over)() {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let ended = self.hands(&work, service.hands.max(1), look);
        ended.into_iter().try_fold(0, |sum, done| done.map(|done| sum + done))
    }

    /// Does jobs with so many hands; what becomes of each hand. `look` is called from time to time.
    pub(crate) fn hands(
        &self,
        work: &Work<'_, '_>,
        hands: usize,
        look: impl FnMut() + Send,
    ) -> Vec<Result<u64, CheckError>> {
        let held = Held::default();
        std::thread::scope(|scope| {
            let keeper = scope.spawn(|| held.keep(look));
            let all: Vec<_> = (0..hands).map(|_| scope.spawn(|| self.hand(work, &held))).collect();
            let ended = all.into_iter().map(|hand| hand.join().unwrap_or_else(|panic| Err(panicked(&*panic))));
            let ended = ended.collect();
            held.end();
            let _ = keeper.join();
            ended
        })
    }

    fn hand(&self, work: &Work<'_, '_>, held: &Held) -> Result<u64, CheckError> {
        let queues = [work.swarm.queue(WARNINGS)?, work.swarm.queue(SEARCHES)?];
        let mut machine = self.guest.fork()?;
        let start = machine.snapshot();
        let mut count = 0;
        let is_stopped = || work.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        loop {
            // Where the coordinator is in this process it decides what is still done.
            if work.ledger.is_none() && is_stopped() {
                return Ok(count);
            }
            let Some(delivery) = take(&queues, work.ledger.is_some())? else {
                if work.ledger.is_some() || held.idle_for() >= IDLE {
                    return Ok(count);
                }
                continue;
            };
            let (id, store) = (delivery.id().to_owned(), work.swarm.store());
            if is_poisoned(&*delivery, store)? {
                let fault = format!("a job was set aside that has ended {MOST_DELIVERIES} workers: {id}");
                Done { worker: work.worker.to_owned(), fault: Some(fault), ..Done::default() }.leave(&id, store)?;
                delivery.done()?;
                continue;
            }
            (work.told)(&id);
            let job: Option<Job> = decode(delivery.job(), store)?;
            let number = held.hold(delivery);
            let mut done = match job {
                None => {
                    let fault = Some("a job makes no sense: it is of another version of deadheat".to_owned());
                    Done { fault, ..Done::default() }
                }
                Some(job) => {
                    let act = AssertUnwindSafe(|| self.perform(&mut machine, &start, &job, work));
                    let performed = panic::catch_unwind(act).unwrap_or_else(|panic| {
                        // What a panic leaves behind is not used again.
                        Err(panicked(&*panic))
                    });
                    let done = match &performed {
                        Ok((done, _)) => done.clone(),
                        Err(error) => Done { fault: Some(error.to_string()), ..Done::default() },
                    };
                    if let Some(ledger) = work.ledger {
                        let own = performed.map(|(_, own)| own);
                        ledger.lock().unwrap_or_else(PoisonError::into_inner).insert(id.clone(), own);
                    } else if performed.is_err() {
                        machine = self.guest.fork()?;
                    }
                    done
                }
            };
            let Some(delivery) = held.let_go(number) else { continue };
            let unfinished = done.claims.is_empty() || done.bounds.contains(&Bound::Interrupted);
            if work.ledger.is_none() && is_stopped() && unfinished {
                give_back(delivery, store)?;
                return Ok(count);
            }
            done.worker = work.worker.to_owned();
            let failed = done.fault.is_some();
            done.leave(&id, store)?;
            delivery.done()?;
            count += 1;
            // A hand whose machine is at fault does no more: the next job would meet the same.
            if failed && work.ledger.is_some() {
                return Ok(count);
            }
        }
    }
}

/// Takes a job: of the warnings first.
fn take([warnings, searches]: &[Box<dyn Queue>; 2], to_the_end: bool) -> Result<Option<Box<dyn Delivery>>, SwarmError> {
    if let Some(delivery) = warnings.take(Duration::ZERO)? {
        return Ok(Some(delivery));
    }
    searches.take(if to_the_end { Duration::ZERO } else { WAIT })
}

/// Whether a job may be what ends its hands: it was delivered often, and seldom given back.
fn is_poisoned(delivery: &dyn Delivery, store: &dyn Store) -> Result<bool, SwarmError> {
    if delivery.times() <= MOST_DELIVERIES {
        return Ok(false);
    }
    Ok(delivery.times() > MOST_DELIVERIES + given_back(delivery.id(), store)?)
}

fn given_back(id: &str, store: &dyn Store) -> Result<u32, SwarmError> {
    let count = store.read(&format!("{GIVEN_BACK}.{id}"))?;
    Ok(count.and_then(|count| String::from_utf8(count).ok()?.parse().ok()).unwrap_or(0))
}

/// Gives a job back, for another hand.
fn give_back(delivery: Box<dyn Delivery>, store: &dyn Store) -> Result<(), SwarmError> {
    let count = given_back(delivery.id(), store)? + 1;
    store.write(&format!("{GIVEN_BACK}.{}", delivery.id()), count.to_string().as_bytes())?;
    delivery.back(Duration::ZERO)
}
