//! A run of the guest under all analyses.

use std::cell::Cell;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use deadheat_analysis::dependency::Dependency;
use deadheat_analysis::eraser::EraserMode;
use deadheat_analysis::{Analyses, AnalysisOptions, PossibleError, Scope, Warning};
use deadheat_event::{ErrorKind, Schedule};
use deadheat_machine::{Driver, DriverError, Machine, Outcome, Scheduler};
use deadheat_predict::{HistoryRecorder, RecordedHistory};

use super::lost_signals::{WaitSite, Waits};
use super::prediction::Predictor;
use super::steady::Steady;
use crate::finding;
use crate::goal::{Goal, exception_type, thrown_at};
use crate::landmarks::{Landmarks, Traveller};

/// A recorded run.
pub struct Recording {
    /// What was done.
    pub schedule: Schedule,
    /// How it ended.
    pub outcome: Outcome,
    /// The end of the guest, where another one was expected.
    pub unexpected: Option<Goal>,
    /// What the analyses say.
    pub warnings: Vec<Warning>,
    /// Races that only what this run handed over speaks against: to be tried, not to be reported.
    pub suspicions: Vec<Warning>,
    /// The waits.
    pub waits: Vec<WaitSite>,
    /// Which thread depends on which.
    pub dependency: Dependency,
    /// What its threads did, for predictions.
    pub history: RecordedHistory,
}

/// No more events are kept for predictions.
const MOST_EVENTS: usize = 4_000_000;

impl Recording {
    /// What can be predicted from it.
    #[must_use]
    pub fn predictor(&self) -> Predictor<'_> {
        Predictor::new(&self.history, &self.schedule)
    }
}

/// What a recording is made with.
pub struct Recorder<'a> {
    /// Which analyses.
    pub analyses: &'a AnalysisOptions,
    /// Which parts of the program are of interest.
    pub scope: &'a Scope,
    /// Whether suspicions are looked for, too.
    pub suspects: bool,
    /// Whether predictions will be made from it.
    pub predicts: bool,
    /// The most steps.
    pub max_steps: u64,
    /// The least steps in which nothing new is reached, after which it ends.
    pub steady: u64,
    /// When it must end.
    pub deadline: Instant,
    /// Set when the user wants an end.
    pub stop: Option<&'a AtomicBool>,
}

impl Recorder<'_> {
    /// Runs the machine, which keeps states and stands at the program's start, to its end.
    ///
    /// # Errors
    /// If the machine is at fault.
    pub fn record<M: Machine>(
        &self,
        machine: &mut M,
        scheduler: &mut dyn Scheduler,
        landmarks: &Landmarks<M>,
    ) -> Result<Recording, DriverError> {
        let suspicious = AnalysisOptions { eraser: Some(EraserMode::Suspicious), ..AnalysisOptions::none() };
        let suspicious = self.suspects.then(|| Analyses::new(&suspicious, self.scope.clone()));
        let analyses = (Analyses::new(self.analyses, self.scope.clone()), suspicious);
        let history = self.predicts.then(|| HistoryRecorder::new(MOST_EVENTS));
        let reached = Cell::new(false);
        let steady = Steady::new(self.steady, &reached);
        let mut observer = (((analyses, Waits::default()), history), steady);
        let mut traveller = Traveller::default();
        let mut pass = |machine: &mut M, path: &Schedule| traveller.pass(machine, path, landmarks);
        let report = Driver::new(machine, scheduler)
            .observer(Some(&mut observer))
            .max_steps(self.max_steps)
            .deadline(Some(self.deadline))
            .stop(self.stop)
            .steady(Some(&reached))
            .record(true)
            .on_way(&mut pass)
            .run();
        let outcome = report.end?;
        let ((((mut analyses, suspicious), waits), history), _) = observer;
        let warnings = analyses.warnings(machine.context());
        let mut suspicions = suspicious.map_or_else(Vec::new, |mut analyses| analyses.warnings(machine.context()));
        suspicions.retain(|suspicion| !warnings.iter().any(|warning| is_same(&warning.error, &suspicion.error)));
        let dependency = analyses.dependency.take().unwrap_or_default();
        let history = history.map(HistoryRecorder::finish).unwrap_or_default();
        let (schedule, waits) = (report.schedule, waits.sites);
        let unexpected = unexpected_end(machine);
        Ok(Recording { schedule, outcome, unexpected, warnings, suspicions, waits, dependency, history })
    }
}

/// What is wrong with the end of a guest of which another one was expected.
fn unexpected_end<M: Machine>(machine: &M) -> Option<Goal> {
    machine.threads().into_iter().find_map(|thread| {
        let death = machine.uncaught(thread.id).filter(|death| death.kind() == ErrorKind::DifferingOutput)?;
        let exception = exception_type(&death.message).to_owned();
        Some(Goal::Thrown { exception, place: thrown_at(thread.id, machine) })
    })
}

fn is_same(one: &PossibleError, other: &PossibleError) -> bool {
    finding::id_of(one) == finding::id_of(other)
}
