//! Warnings as cases, and their pursuit by threads of this process.
//!
//! Each case is a job in a queue, as it is where [others](super::campaign) do them; only what a thread here has proved itself needs no second replay.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use deadheat_analysis::{PossibleError, Suppressions, Warning};
use deadheat_event::SourcePos;
use deadheat_machine::{Guest, Machine};
use deadheat_swarm::{Embedded, Swarm as _};

use super::prediction::Predictor;
use super::pursue::Pursuer;
use super::recording::Recording;
use super::{CheckProgress, Checker, panicked};
use crate::crew::{self, Job, Ledger, Runs, Task, Work};
use crate::error::CheckError;
use crate::finding::{self, Pursued};
use crate::goal::Goal;
use crate::options::CheckOptions;
use crate::race_pair::RacePair;
use crate::result::{Attempt, AttemptOutcome, Effort};
use crate::stage::Stage;

/// How long is waited for results before it is looked whether there can be any.
const LISTEN: Duration = Duration::from_millis(20);

/// A warning with the run that it came from.
pub(crate) struct Case {
    pub warning: Warning,
    pub run: usize,
    pub goal: Goal,
}

impl<G: Guest> Checker<'_, G> {
    /// Works on all warnings, several at a time: each is a job for the hands of this process.
    pub(super) fn pursue_all(
        &self,
        recordings: &[Recording],
        cases: &[&Case],
        options: &CheckOptions,
        deadline: Instant,
    ) -> (Vec<Pursued>, Vec<CheckError>) {
        let pursued: Mutex<Vec<Pursued>> = Mutex::new(cases.iter().map(|_| Pursued::default()).collect());
        let faults = self.pursue_by_hands(recordings, cases, options, deadline, &pursued);
        let faults = faults.unwrap_or_else(|fault| vec![fault]);
        (pursued.into_inner().unwrap_or_else(PoisonError::into_inner), faults)
    }

    fn pursue_by_hands(
        &self,
        recordings: &[Recording],
        cases: &[&Case],
        options: &CheckOptions,
        deadline: Instant,
        pursued: &Mutex<Vec<Pursued>>,
    ) -> Result<Vec<CheckError>, CheckError> {
        let (swarm, runs, ledger) = (Embedded::new(), Runs::given(recordings), Ledger::default());
        let (queue, store) = (swarm.queue(crew::WARNINGS)?, swarm.store());
        for (at, case) in cases.iter().enumerate().filter(|(_, case)| case.warning.suppressed_by.is_none()) {
            let task = Task::Pursue { run: case.run as u32, warning: finding::id_of(&case.warning.error) };
            crew::send(&*queue, store, &at.to_string(), &Job { task, time: options.each, seed: options.seed })?;
        }
        let told = |id: &str| {
            let at = id.parse().unwrap_or(0);
            self.tell(CheckProgress::Warning(at + 1, cases.len()));
        };
        let (worker, stop) = ("", self.stop);
        let work = Work {
            swarm: &swarm,
            worker,
            runs: &runs,
            deadline: Some(deadline),
            ledger: Some(&ledger),
            stop,
            told: &told,
        };
        let hands = self.options.workers.clamp(1, cases.len().max(1));
        let over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let hands = scope.spawn(|| {
                let ended = self.hands(&work, hands, || {});
                over.store(true, Ordering::Relaxed);
                ended
            });
            let (mut faults, mut revision) = (Vec::new(), 0);
            loop {
                // What is left in the store before the hands have ended is all that there will be.
                let last = over.load(Ordering::Relaxed);
                for change in store.changes(crew::RESULTS, revision, if last { Duration::ZERO } else { LISTEN })? {
                    revision = change.revision;
                    let id = change.key.rsplit('.').next().unwrap_or_default();
                    let own = ledger.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
                    match (own, id.parse::<usize>()) {
                        (Some(Ok(found)), Ok(at)) => {
                            if found.proof.is_some() {
                                self.tell_finding(&finding::of_warning(&cases[at].warning, found.clone()));
                            }
                            pursued.lock().unwrap_or_else(PoisonError::into_inner)[at] = found;
                        }
                        (Some(Err(fault)), _) => faults.push(fault),
                        _ => {}
                    }
                }
                if last {
                    break;
                }
            }
            let ended = hands.join().unwrap_or_else(|panic| vec![Err(panicked(&*panic))]);
            faults.extend(ended.into_iter().filter_map(Result::err));
            Ok(faults)
        })
    }

    pub(crate) fn pursue(
        &self,
        machine: &mut G::Machine,
        start: &<G::Machine as Machine>::Snapshot,
        options: &CheckOptions,
        case: &Case,
        (recording, predictor): (&Recording, &Predictor<'_>),
        deadline: Instant,
    ) -> Result<Pursued, CheckError> {
        let deadline = deadline.min(Instant::now() + options.each);
        let (guest, stop, attempts) = (self.guest, self.stop, Vec::new());
        let mut pursuer = Pursuer { guest, options, recording, predictor, deadline, stop, attempts };
        let mut stage =
            Stage::new(machine, start.clone(), deadline).stopped_by(self.stop).knowing(Some(&self.landmarks));
        let found = pursuer.pursue(&mut stage, &case.warning.error, &case.goal)?;
        let Some(found) = found else { return Ok(Pursued { proof: None, attempts: pursuer.attempts }) };
        let proof = self.prover(deadline).prove(&case.goal, &found.schedule)?;
        let technique = found.technique;
        if proof.is_none() {
            let (outcome, effort) = (AttemptOutcome::ReplayFailed, Effort::default());
            pursuer.attempts.push(Attempt { technique, outcome, effort });
        }
        Ok(Pursued { proof: proof.map(|proof| (proof, technique)), attempts: pursuer.attempts })
    }
}

/// The warnings of all runs, each once.
pub(super) fn cases(recordings: &[Recording], suppressions: &mut Suppressions) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for (run, recording) in recordings.iter().enumerate() {
        for warning in &recording.warnings {
            let id = finding::id_of(&warning.error);
            if let Some(known) = cases.iter_mut().find(|case| finding::id_of(&case.warning.error) == id) {
                known.warning.count += warning.count;
                continue;
            }
            let goal = goal_of(&warning.error);
            cases.push(Case { warning: warning.clone(), run, goal });
        }
    }
    let mut warnings: Vec<Warning> = cases.iter().map(|case| case.warning.clone()).collect();
    suppressions.apply(&mut warnings);
    for (case, warning) in cases.iter_mut().zip(warnings) {
        case.warning = warning;
    }
    cases
}

/// What proves a warning.
pub(crate) fn goal_of(error: &PossibleError) -> Goal {
    match error {
        PossibleError::Race(race) => Goal::Race(RacePair::of(race)),
        PossibleError::Deadlock(deadlock) => {
            let mut places: Vec<SourcePos> = deadlock.cycle.iter().map(|edge| edge.place.clone()).collect();
            places.sort();
            places.dedup();
            Goal::Stuck(places)
        }
        PossibleError::Atomicity(atomicity) => Goal::Atomicity(atomicity.begins.clone()),
    }
}
