//! A run of the guest under all analyses, and where in it things happened.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use deadheat_analysis::dependency::Dependency;
use deadheat_analysis::eraser::Mode;
use deadheat_analysis::{Analyses, Options, PossibleError, Scope, Warning};
use deadheat_event::{Choice, Context, Event, Observer, Schedule};
use deadheat_machine::{Driver, DriverError, Machine, Outcome, Scheduler, StepError};
use rustc_hash::FxHashMap;

use crate::finding;
use crate::signals::{Signal, Signals};

/// Steps between two states that are kept while events are looked up.
const CHUNK: u64 = 4096;

/// A recorded run.
pub struct Recording {
    /// What was done.
    pub schedule: Schedule,
    /// How it ended.
    pub outcome: Outcome,
    /// What the analyses say.
    pub warnings: Vec<Warning>,
    /// Races that only what this run handed over speaks against: to be tried, not to be told.
    pub suspicions: Vec<Warning>,
    /// The waits.
    pub signals: Vec<Signal>,
    /// Who depends on whom.
    pub dependency: Dependency,
    /// The number of the first event.
    first: Option<u64>,
}

/// What a recording is made with.
pub struct Recorder<'a> {
    /// Which analyses.
    pub analyses: &'a Options,
    /// Whether suspicions are looked for, too.
    pub suspects: bool,
    /// The most steps.
    pub max_steps: u64,
    /// When it must end.
    pub deadline: Instant,
    /// Set when the user wants an end.
    pub stop: Option<&'a AtomicBool>,
}

/// Remembers the number of the first event: a machine counts on over all its runs.
struct First<O> {
    first: Option<u64>,
    inner: O,
}

impl<O: Observer> Observer for First<O> {
    fn event(&mut self, event: &Event, context: &dyn Context) {
        self.first.get_or_insert(event.seq);
        self.inner.event(event, context);
    }
}

impl Recorder<'_> {
    /// Runs the machine, which stands at the program's start, to its end.
    ///
    /// # Errors
    /// If the machine is at fault.
    pub fn record<M: Machine>(
        &self,
        machine: &mut M,
        scheduler: &mut dyn Scheduler,
        scope: &dyn Fn() -> Scope,
    ) -> Result<Recording, DriverError> {
        let suspicious = Options { eraser: Some(Mode::Suspicious), ..Options::none() };
        let suspicious = self.suspects.then(|| Analyses::new(&suspicious, scope()));
        let analyses = (Analyses::new(self.analyses, scope()), suspicious);
        let mut observer = First { first: None, inner: (analyses, Signals::default()) };
        let report = Driver::new(machine, scheduler)
            .observer(Some(&mut observer))
            .max_steps(self.max_steps)
            .deadline(Some(self.deadline))
            .stop(self.stop)
            .record(true)
            .run();
        let outcome = report.end?;
        let ((mut analyses, suspicious), signals) = observer.inner;
        let warnings = analyses.warnings(machine.context());
        let mut suspicions = suspicious.map_or_else(Vec::new, |mut analyses| analyses.warnings(machine.context()));
        suspicions.retain(|suspicion| !warnings.iter().any(|warning| is_same(&warning.error, &suspicion.error)));
        let dependency = analyses.dependency.take().unwrap_or_default();
        let (schedule, first) = (report.schedule, observer.first);
        Ok(Recording { schedule, outcome, warnings, suspicions, signals: signals.waits, dependency, first })
    }
}

impl Recording {
    /// The numbers of the steps that these events (by their numbers in this recording) were a part of. The machine must stand at the
    /// program's start.
    ///
    /// # Errors
    /// If the machine is at fault.
    pub fn locate<M: Machine>(&self, machine: &mut M, events: &[u64]) -> Result<FxHashMap<u64, u64>, StepError> {
        let mut wanted: Vec<u64> = events.to_vec();
        wanted.sort_unstable();
        wanted.dedup();
        let mut found = FxHashMap::default();
        let mut counter = Counter::default();
        let Some(base) = self.first else { return Ok(found) };
        let mut wanted = wanted.into_iter().map(|seq| (seq, seq - base)).peekable();
        let mut step = 0;
        for run in self.schedule.runs() {
            let mut left = run.count;
            while left > 0 {
                let Some((_, next)) = wanted.peek() else { return Ok(found) };
                let (next, turn) = (*next, left.min(CHUNK));
                let before = (machine.snapshot(), counter.seen);
                let ran = machine.run(run.choice, turn, Some(&mut counter))?.steps;
                if counter.seen <= next {
                    (left, step) = (left - ran.min(left), step + ran);
                    continue;
                }
                // It is in here: again, one by one.
                machine.restore(&before.0);
                counter.seen = before.1;
                let mut choice = run.choice;
                for _ in 0..ran {
                    machine.step(choice, Some(&mut counter))?;
                    choice = Choice::Thread(choice.thread());
                    while let Some((seq, _)) = wanted.next_if(|(_, at)| counter.seen > *at) {
                        found.insert(seq, step);
                    }
                    step += 1;
                }
                left -= ran.min(left);
            }
        }
        Ok(found)
    }
}

fn is_same(one: &PossibleError, other: &PossibleError) -> bool {
    finding::id_of(one) == finding::id_of(other)
}

/// Counts events.
#[derive(Default)]
struct Counter {
    seen: u64,
}

impl Observer for Counter {
    fn event(&mut self, _: &Event, _: &dyn Context) {
        self.seen += 1;
    }
}
