//! From a schedule to a proof: what it ends in, by name; a shorter schedule that ends in the same; the replay on a machine made anew.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use deadheat_event::Schedule;
use deadheat_machine::{Machine, StepError};
use deadheat_search::{Finding, Kind, deadlock};

use crate::confirm::{Confirmed, confirm};
use crate::goal::{Goal, stuck_places, thrown_at};
use crate::minimise::minimise;
use crate::race::Heat;
use crate::stage::Stage;
use crate::stuck;

/// How much time may go into making a witness short.
const POLISH: Duration = Duration::from_millis(1500);

/// How much time a schedule may take to follow.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// Machines to prove schedules on.
pub struct Prover<'a, M: Machine> {
    /// A machine at the program's start that shares its states with the others.
    pub fork: &'a (dyn Fn() -> Result<M, StepError> + Sync),
    /// A machine at the program's start, made anew.
    pub boot: &'a (dyn Fn() -> Result<M, StepError> + Sync),
    /// Set when the user wants an end.
    pub stop: Option<&'a AtomicBool>,
}

impl<M: Machine> Prover<'_, M> {
    /// Makes a schedule short and replays it from the start on a machine made anew.
    ///
    /// # Errors
    /// If a machine is at fault.
    pub fn prove(&self, goal: &Goal, schedule: &Schedule) -> Result<Option<Confirmed>, StepError> {
        let polish = |stage: Stage<'_, M>| minimise(&mut stage.stopped_by(self.stop), goal, schedule);
        let short = self.on_stage(POLISH, polish)?;
        for schedule in [&short, schedule] {
            if let Some(confirmed) = confirm(&mut (self.boot)()?, goal, schedule)? {
                return Ok(Some(confirmed));
            }
        }
        Ok(None)
    }

    /// What comes of a machine at the program's start.
    pub(crate) fn on_stage<T>(
        &self,
        time: Duration,
        act: impl FnOnce(Stage<'_, M>) -> Result<T, StepError>,
    ) -> Result<T, StepError> {
        let mut machine = (self.fork)()?;
        let start = machine.snapshot();
        act(Stage::new(&mut machine, start, Instant::now() + time))
    }

    /// What a search's finding is, by name; none where it has none in the guest's code.
    pub(crate) fn goal(&self, found: &Finding) -> Result<Option<Goal>, StepError> {
        self.on_stage(PATIENCE, |mut stage| {
            if !stage.follow(&found.schedule, u64::MAX)? {
                return Ok(None);
            }
            let (machine, outcome) = (&*stage.machine, stage.outcome());
            let threads: Vec<_> = found.threads.iter().map(|involved| involved.thread).collect();
            Ok(match (found.kind, &threads[..]) {
                (Kind::DeadHeat, &[one, other]) => Heat::between([one, other], machine).map(Goal::Race),
                (Kind::Deadlock, _) => {
                    deadlock(machine, outcome).map(|threads| Goal::Stuck(stuck_places(&threads, machine)))
                }
                (Kind::Uncaught, &[thread, ..]) => Some(Goal::Uncaught(thrown_at(thread, machine))),
                (Kind::Livelock, _) => Some(Goal::Circle(found.circle)),
                (Kind::Target, &[thread, ..]) => {
                    machine.pending(thread).map(|op| Goal::Reached(machine.context().source(op.site)))
                }
                _ => None,
            })
        })
    }

    /// Whether the threads that are stuck at the end of a search's schedule are set free in the rest of the run, by an interrupt: then they
    /// are in no deadlock. If in other runs nobody frees them, the search finds that, too, as a state in which nothing moves.
    pub(crate) fn is_broken(&self, found: &Finding) -> Result<bool, StepError> {
        if !found.partial {
            return Ok(false);
        }
        self.on_stage(PATIENCE, |mut stage| {
            stage.follow(&found.schedule, u64::MAX)?;
            match deadlock(&*stage.machine, stage.outcome()) {
                Some(threads) => Ok(!stuck::stay(stage.machine, &threads)?),
                None => Ok(false),
            }
        })
    }
}
