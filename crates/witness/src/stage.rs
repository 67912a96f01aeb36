//! A machine on which schedules are tried: it can go back to the program's start, and remembers what was done since.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use deadheat_event::{Choice, Observer, Pending, Schedule, ThreadId};
use deadheat_machine::{Brake, Machine, Outcome, Replay, StepError};

/// A machine with its start and its path.
pub struct Stage<'m, M: Machine> {
    /// The machine.
    pub machine: &'m mut M,
    start: M::Snapshot,
    path: Schedule,
    outcome: Outcome,
    choices: Vec<Choice>,
    /// Steps made on this stage, over all paths.
    pub steps: u64,
    /// When trying must end.
    deadline: Instant,
    /// Set when the user wants an end.
    stop: Option<&'m AtomicBool>,
    late: bool,
}

/// A state to come back to.
pub struct Checkpoint<S> {
    /// The state.
    pub state: S,
    /// How it was reached.
    pub path: Schedule,
    outcome: Outcome,
}

impl<'m, M: Machine> Stage<'m, M> {
    /// A stage on a machine whose program starts in the state `start`.
    pub fn new(machine: &'m mut M, start: M::Snapshot, deadline: Instant) -> Self {
        machine.restore(&start);
        Self {
            machine,
            start,
            path: Schedule::new(),
            outcome: Outcome::Running,
            choices: Vec::new(),
            steps: 0,
            deadline,
            stop: None,
            late: false,
        }
    }

    /// The stage with a flag that ends all trying.
    #[must_use]
    pub fn stopped_by(mut self, stop: Option<&'m AtomicBool>) -> Self {
        self.stop = stop;
        self
    }

    /// Goes back to the program's start.
    pub fn rewind(&mut self) {
        self.machine.restore(&self.start);
        self.path = Schedule::new();
        self.outcome = Outcome::Running;
    }

    /// The state now.
    pub fn checkpoint(&mut self) -> Checkpoint<M::Snapshot> {
        Checkpoint { state: self.machine.snapshot(), path: self.path.clone(), outcome: self.outcome.clone() }
    }

    /// Goes to a state.
    pub fn go_to(&mut self, checkpoint: &Checkpoint<M::Snapshot>) {
        self.machine.restore(&checkpoint.state);
        self.path = checkpoint.path.clone();
        self.outcome = checkpoint.outcome.clone();
    }

    /// The choices made since the start.
    #[must_use]
    pub fn path(&self) -> &Schedule {
        &self.path
    }

    /// How the run stands.
    #[must_use]
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// Sets when trying must end.
    pub fn until(&mut self, deadline: Instant) {
        (self.deadline, self.late) = (deadline, false);
    }

    /// Whether time is over.
    pub fn is_late(&mut self) -> bool {
        if !self.late {
            let stopped = self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
            self.late = stopped || Instant::now() >= self.deadline;
        }
        self.late
    }

    /// What can be done now.
    pub fn choices(&mut self) -> &[Choice] {
        self.machine.choices(&mut self.choices);
        &self.choices
    }

    /// What the thread will do next, if it can do it now.
    #[must_use]
    pub fn enabled(&self, thread: ThreadId) -> Option<Pending> {
        self.machine.pending(thread).filter(Pending::is_enabled)
    }

    /// Makes one step.
    ///
    /// # Errors
    /// If the machine is at fault, or the choice is not open.
    pub fn step(&mut self, choice: Choice, observer: Option<&mut dyn Observer>) -> Result<(), StepError> {
        self.run(choice, 1, observer).map(|_| ())
    }

    /// Lets a thread make up to `count` steps, and says how many it made.
    ///
    /// # Errors
    /// If the machine is at fault, or the choice is not open.
    pub fn run(&mut self, choice: Choice, count: u64, observer: Option<&mut dyn Observer>) -> Result<u64, StepError> {
        let _brake = Brake::until(Some(self.deadline)).apply();
        let ran = self.machine.run(choice, count, observer)?;
        self.path.push(choice, 1);
        self.path.push(Choice::Thread(choice.thread()), ran.steps - 1);
        self.steps += ran.steps;
        self.outcome = ran.outcome;
        Ok(ran.steps)
    }

    /// Follows a schedule exactly for `count` steps, or as far as it goes; says whether it could.
    ///
    /// # Errors
    /// If the machine is at fault.
    pub fn follow(
        &mut self,
        schedule: &Schedule,
        count: u64,
        mut observer: Option<&mut dyn Observer>,
    ) -> Result<bool, StepError> {
        let mut replay = Replay::of(schedule);
        while replay.passed() < count {
            if self.is_late() {
                return Ok(false);
            }
            let Ok(pick) = replay.pick(self.choices(), count - replay.passed()) else { return Ok(false) };
            let Some(pick) = pick else { break };
            let observer: Option<&mut dyn Observer> = match observer {
                Some(ref mut observer) => Some(&mut **observer),
                None => None,
            };
            replay.advance(self.run(pick.choice, pick.budget, observer)?);
        }
        Ok(true)
    }
}
