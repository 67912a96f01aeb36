//! From a schedule to a proof: what it ends in, by name; a shorter schedule that ends in the same; the replay on a fresh machine.

mod condition;
mod confirm;
mod counterexamples;
mod cycle;
mod describe;
mod meant;
mod minimise;
mod serializability;
mod stuck;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use deadheat_analysis::Scope;
use deadheat_event::{ErrorKind, Schedule, ThreadId};
use deadheat_machine::{Brake, Guest, Machine, States};
use deadheat_search::{Counterexample, Involved, deadlocks};

use crate::error::CheckError;
use crate::goal::{Goal, exception_type, stuck_places, thrown_at};
use crate::landmarks::Landmarks;
use crate::race_pair::RacePair;
use crate::stage::Stage;
pub use confirm::{Proof, confirm};
pub(crate) use counterexamples::{unproved, untried};
pub use cycle::CycleWatch;
pub use minimise::minimise;
pub use serializability::Serializability;

/// How much time may go into making a witness short.
const POLISH: Duration = Duration::from_millis(1500);

/// And how little, when there is hardly any time.
const LEAST_POLISH: Duration = Duration::from_millis(50);

/// How much time a schedule may take to follow.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// How much time a replay may take that confirms it: it makes the whole run, on a fresh machine, and without it all else was for nothing.
const CONFIRMING_PATIENCE: Duration = Duration::from_secs(60);

/// The same when the user wants an end.
const LAST_PATIENCE: Duration = Duration::from_secs(1);

/// Proves schedules of a guest.
pub struct Prover<'a, G: Guest> {
    /// The guest.
    pub guest: &'a G,
    /// Set when the user wants an end.
    pub stop: Option<&'a AtomicBool>,
    /// When proving should be over: the nearer it is, the less is done to make witnesses short.
    pub deadline: Option<Instant>,
    /// So much later it must be over: what is found in the last moment should not be lost for the want of a replay.
    pub grace: Duration,
    /// States on the way of long runs, if somebody has kept any.
    pub landmarks: Option<&'a Landmarks<G::Machine>>,
}

/// How much later than its deadline a check of so much time may still replay.
#[must_use]
pub fn grace(total: Duration) -> Duration {
    total / 20 + Duration::from_millis(300)
}

impl<G: Guest> Prover<'_, G> {
    /// Makes a schedule short and replays it from the start on a fresh machine.
    ///
    /// # Errors
    /// If a machine is at fault.
    pub fn prove(&self, goal: &Goal, schedule: &Schedule) -> Result<Option<Proof>, CheckError> {
        let polish = |stage: Stage<'_, G::Machine>| Ok(minimise(&mut stage.stopped_by(self.stop), goal, schedule)?);
        let left = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let time = left.map_or(POLISH, |left| (left / 8).clamp(LEAST_POLISH, POLISH));
        let in_haste = left.is_some_and(|left| left.is_zero()) || self.is_stopped();
        let short = if in_haste { schedule.clone() } else { self.on_stage(time, polish)? };
        if let Some(proof) = self.replay(goal, &short)? {
            return Ok(Some(proof));
        }
        if short == *schedule { Ok(None) } else { self.replay(goal, schedule) }
    }

    /// Replays a schedule from the start on a fresh machine, as long as there is time.
    ///
    /// # Errors
    /// If a machine is at fault.
    pub fn replay(&self, goal: &Goal, schedule: &Schedule) -> Result<Option<Proof>, CheckError> {
        if self.is_late() {
            return Ok(None);
        }
        let mut fresh = self.guest.start(States::Kept)?;
        let _brake = Brake::until(Some(self.end(CONFIRMING_PATIENCE))).whatever_the_user_wants().apply();
        Ok(confirm(&mut fresh, goal, schedule)?)
    }

    /// Whether there is no time left for anything.
    #[must_use]
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline + self.grace)
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// When what is begun now, and may take so long, must be over.
    fn end(&self, patience: Duration) -> Instant {
        let patience = if self.is_stopped() { LAST_PATIENCE } else { patience };
        let end = Instant::now() + patience;
        self.deadline.map_or(end, |deadline| end.min(deadline + self.grace))
    }

    /// What comes of a machine at the program's start.
    pub(crate) fn on_stage<T>(
        &self,
        time: Duration,
        act: impl FnOnce(Stage<'_, G::Machine>) -> Result<T, CheckError>,
    ) -> Result<T, CheckError> {
        let mut machine = self.guest.fork()?;
        let start = machine.snapshot();
        let end = self.end(PATIENCE).min(Instant::now() + time);
        let _brake = Brake::until(Some(end)).whatever_the_user_wants().apply();
        act(Stage::new(&mut machine, start, end).knowing(self.landmarks))
    }

    /// What a counterexample is, by name; none where it cannot be reached again. Its own threads are asked: others may stand at the same
    /// places.
    pub(crate) fn goal(&self, found: &Counterexample) -> Result<Option<Goal>, CheckError> {
        self.on_stage(PATIENCE, |mut stage| {
            if !stage.follow(&found.schedule, u64::MAX, None)? {
                return Ok(None);
            }
            let (machine, outcome) = (&*stage.machine, stage.outcome());
            let threads: Vec<_> = found.involved.iter().map(|involved| involved.thread).collect();
            Ok(match (found.kind, &threads[..]) {
                (ErrorKind::Race, &[one, other]) => RacePair::between([one, other], machine).map(Goal::Race),
                (ErrorKind::Deadlock, _) => own_deadlock(found, deadlocks(machine, outcome))
                    .map(|threads| Goal::Stuck(stuck_places(&threads, machine))),
                (ErrorKind::Uncaught | ErrorKind::FailingTest | ErrorKind::DifferingOutput, &[thread, ..]) => {
                    machine.uncaught(thread).map(|death| Goal::Thrown {
                        exception: exception_type(&death.message).to_owned(),
                        place: thrown_at(thread, machine),
                    })
                }
                (ErrorKind::Livelock, _) => Some(Goal::Cycle(found.cycle_steps)),
                (ErrorKind::Target, &[thread, ..]) => {
                    machine.pending(thread).map(|pending| Goal::Reached(machine.context().source(pending.site)))
                }
                _ => None,
            })
        })
    }

    /// Whether a counterexample is none of the user's business: a dead heat that is [meant](meant), or that is in no part of the
    /// program that the user wants to hear of.
    pub(crate) fn is_silent(&self, found: &Counterexample, scope: &Scope) -> Result<bool, CheckError> {
        let (ErrorKind::Race, [one, other]) = (found.kind, &found.involved[..]) else { return Ok(false) };
        let unwanted = |involved: &Involved| {
            let program = involved.stack.iter().find(|frame| frame.owner.is_program());
            program.or(involved.stack.first()).is_some_and(|place| !scope.wants(place))
        };
        if unwanted(one) && unwanted(other) {
            return Ok(true);
        }
        let threads = [one.thread, other.thread];
        self.on_stage(PATIENCE, |mut stage| Ok(meant::is_meant(&mut stage, &found.schedule, threads)?))
    }

    /// Whether the threads that are stuck at the end of a counterexample are set free in the rest of the run, by an interrupt: then
    /// they are in no deadlock. If in other runs nothing frees them, the search finds that, too, as a state in which nothing moves.
    pub(crate) fn is_broken(&self, found: &Counterexample) -> Result<bool, CheckError> {
        if !found.partial {
            return Ok(false);
        }
        self.on_stage(PATIENCE, |mut stage| {
            stage.follow(&found.schedule, u64::MAX, None)?;
            match own_deadlock(found, deadlocks(&*stage.machine, stage.outcome())) {
                // Where that is not known, nothing is left out.
                Some(threads) => Ok(stuck::stay(stage.machine, &threads)? == Some(false)),
                None => Ok(false),
            }
        })
    }
}

/// Of the deadlocks in a state the one that a counterexample speaks of.
fn own_deadlock(found: &Counterexample, deadlocks: Vec<Vec<ThreadId>>) -> Option<Vec<ThreadId>> {
    let is_own = |threads: &Vec<ThreadId>| {
        threads.len() == found.involved.len() && found.involved.iter().all(|one| threads.contains(&one.thread))
    };
    let at = deadlocks.iter().position(is_own).unwrap_or(0);
    deadlocks.into_iter().nth(at)
}
