//! Runs a machine with a scheduler until the guest ends.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use deadheat_event::{Choice, Observer, Schedule, ThreadId};

use crate::scheduler::{Now, Pick, Turn};
use crate::{Brake, Departure, Limit, Machine, Outcome, Ran, Scheduler, StepError, brake, run_in_pieces};

/// No turn is longer, so that the clock on the wall is looked at now and then.
const LONGEST_TURN: u64 = 1 << 14;

/// A run to be made: `Driver::new(&mut machine, &mut scheduler).max_steps(1000).run()`.
pub struct Driver<'a, M: Machine> {
    machine: &'a mut M,
    scheduler: &'a mut dyn Scheduler,
    observer: Option<&'a mut dyn Observer>,
    max_steps: u64,
    deadline: Option<Instant>,
    stop: Option<&'a AtomicBool>,
    steady: Option<&'a Cell<bool>>,
    recording: bool,
    on_way: Option<&'a mut OnWay<'a, M>>,
}

/// Is shown the machine and the choices that led to its state.
pub type OnWay<'a, M> = dyn FnMut(&mut M, &Schedule) + 'a;

/// What became of a run.
#[derive(Debug)]
pub struct RunReport {
    /// How the run ended. [`Outcome::Running`]: the scheduler had nothing more to say.
    pub end: Result<Outcome, DriverError>,
    /// What it took.
    pub statistics: Statistics,
    /// The choices made, if they were recorded; up to the error, if there was one.
    pub schedule: Schedule,
}

/// What a run took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// The steps made.
    pub steps: u64,
    /// How often a step was made by another thread than the one before.
    pub switches: u64,
    /// The time spent.
    pub elapsed: Duration,
}

/// A run that could not go on, through no fault of the guest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DriverError {
    /// The run does not do what its schedule says.
    #[error(transparent)]
    Departure(#[from] Departure),
    /// The machine says that the run goes on, but offers no choice.
    #[error("step {step}: internal error of the machine: nothing can be done next, yet the run is not over")]
    Stuck {
        /// The number of the step that cannot be made.
        step: u64,
    },
    /// A step failed.
    #[error("step {step}: {error}")]
    Step {
        /// The number of the step at which the turn began.
        step: u64,
        /// Why it failed.
        error: StepError,
    },
}

impl<'a, M: Machine> Driver<'a, M> {
    /// A run without limits, observer or recording.
    pub fn new(machine: &'a mut M, scheduler: &'a mut dyn Scheduler) -> Self {
        let (observer, max_steps, deadline, stop, steady) = (None, u64::MAX, None, None, None);
        Self { machine, scheduler, observer, max_steps, deadline, stop, steady, recording: false, on_way: None }
    }

    /// The observer of the run.
    #[must_use]
    pub fn observer(mut self, observer: Option<&'a mut dyn Observer>) -> Self {
        self.observer = observer;
        self
    }

    /// The number of steps after which the run is stopped.
    #[must_use]
    pub fn max_steps(mut self, steps: u64) -> Self {
        self.max_steps = steps;
        self
    }

    /// When the run is stopped, by the clock on the wall.
    #[must_use]
    pub fn deadline(mut self, deadline: Option<Instant>) -> Self {
        self.deadline = deadline;
        self
    }

    /// A flag that stops the run when it gets set.
    #[must_use]
    pub fn stop(mut self, flag: Option<&'a AtomicBool>) -> Self {
        self.stop = flag;
        self
    }

    /// A flag by which who observes the run says that it shows nothing new any more.
    #[must_use]
    pub fn steady(mut self, flag: Option<&'a Cell<bool>>) -> Self {
        self.steady = flag;
        self
    }

    /// Whether the choices are recorded.
    #[must_use]
    pub fn record(mut self, recording: bool) -> Self {
        self.recording = recording;
        self
    }

    /// Called now and then while a run goes on whose choices are recorded. It must leave the machine as it is.
    #[must_use]
    pub fn on_way(mut self, tell: &'a mut OnWay<'a, M>) -> Self {
        self.on_way = Some(tell);
        self
    }

    /// Makes the run.
    pub fn run(mut self) -> RunReport {
        let start = Instant::now();
        let _brake = Brake::until(self.deadline).apply();
        let mut progress = Progress::default();
        let end = self.drive(&mut progress);
        let Progress { steps, switches, schedule, .. } = progress;
        RunReport { end, statistics: Statistics { steps, switches, elapsed: start.elapsed() }, schedule }
    }

    fn drive(&mut self, progress: &mut Progress) -> Result<Outcome, DriverError> {
        let mut choices = Vec::new();
        let mut outcome = Outcome::Running;
        while outcome.is_running() {
            self.machine.choices(&mut choices);
            if choices.is_empty() {
                return Err(DriverError::Stuck { step: progress.steps });
            }
            if let Some(limit) = self.limit(progress) {
                outcome = Outcome::Limit(limit);
                break;
            }
            let view = progress.view(self.machine);
            let Some(pick) = self.scheduler.next(&choices, &view)? else {
                break;
            };
            outcome = self.turn(pick, progress)?;
        }
        self.scheduler.finish(&outcome, &progress.view(self.machine))?;
        Ok(outcome)
    }

    fn limit(&self, progress: &Progress) -> Option<Limit> {
        if progress.steps >= self.max_steps {
            return Some(Limit::Steps);
        }
        if self.stop.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Limit::Patience);
        }
        if self.steady.is_some_and(Cell::get) {
            return Some(Limit::Steady);
        }
        brake::is_pulled().then_some(Limit::Time)
    }

    fn turn(&mut self, pick: Pick, progress: &mut Progress) -> Result<Outcome, DriverError> {
        let budget = pick.budget.clamp(1, LONGEST_TURN).min(self.max_steps - progress.steps);
        let observer: Option<&mut dyn Observer> = match self.observer {
            Some(ref mut observer) => Some(&mut **observer),
            None => None,
        };
        let recorded = |schedule: &mut Schedule, choice: Choice, steps: u64| {
            // A step that was left in its middle is not the one that a replay would make.
            let whole = if brake::is_pulled() { steps.saturating_sub(1) } else { steps };
            schedule.push(choice, whole.min(1));
            schedule.push(Choice::Thread(choice.thread()), whole.saturating_sub(1));
        };
        let schedule = &mut progress.schedule;
        let before = schedule.steps();
        let ran = match &mut self.on_way {
            Some(tell) if self.recording => {
                run_in_pieces(self.machine, pick.choice, budget, observer, |machine, choice, ran| {
                    recorded(schedule, choice, ran.steps);
                    if ran.outcome.is_running() && !brake::is_pulled() {
                        tell(machine, schedule);
                    }
                })
            }
            _ => {
                let ran = self.machine.run(pick.choice, budget, observer);
                if let Ok(ran) = &ran
                    && self.recording
                {
                    recorded(schedule, pick.choice, ran.steps);
                }
                ran
            }
        };
        if ran.is_err() && self.recording {
            let is_first = schedule.steps() == before;
            let failed = if is_first { pick.choice } else { Choice::Thread(pick.choice.thread()) };
            recorded(schedule, failed, 1);
        }
        let ran = ran.map_err(|error| DriverError::Step { step: progress.steps, error })?;
        progress.count(pick.choice.thread(), &ran);
        Ok(ran.outcome)
    }
}

/// How far a run has come.
#[derive(Default)]
struct Progress {
    steps: u64,
    switches: u64,
    last: Option<Turn>,
    schedule: Schedule,
}

impl Progress {
    /// The scheduler's view.
    fn view<'m, M: Machine>(&self, machine: &'m M) -> Now<'m, M> {
        Now { machine, steps: self.steps, last: self.last }
    }

    fn count(&mut self, thread: ThreadId, ran: &Ran) {
        self.switches += u64::from(self.last.is_some_and(|turn| turn.thread != thread));
        self.steps += ran.steps;
        self.last = Some(Turn { thread, steps: ran.steps, yielded: ran.yielded });
    }
}
