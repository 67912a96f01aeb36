//! A machine on which schedules are tried: it can go back to the program's start, and remembers what was done since.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use deadheat_event::{Choice, Observer, Pending, Schedule, ThreadId};
use deadheat_machine::{Brake, Machine, Outcome, Replay, StepError, run_in_pieces};

use crate::landmarks::{Landmarks, Traveller};

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
    landmarks: Option<&'m Landmarks<M>>,
    traveller: Traveller,
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
            landmarks: None,
            traveller: Traveller::default(),
        }
    }

    /// The stage with states that others have come by, and leave here.
    #[must_use]
    pub fn knowing(mut self, landmarks: Option<&'m Landmarks<M>>) -> Self {
        self.landmarks = landmarks;
        self
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
        self.traveller = Traveller::default();
    }

    /// From the program's start: goes where the first choices of a schedule lead, at most `most`, as far as that is known, and says how many these
    /// are. Who must see the steps must not ask for this.
    pub fn skip(&mut self, schedule: &Schedule, most: u64) -> u64 {
        let landmark = self.landmarks.filter(|_| self.path.is_empty()).and_then(|known| known.on(schedule, most));
        let Some(landmark) = landmark else { return 0 };
        self.machine.restore(&landmark.state);
        self.path = landmark.path.clone();
        self.traveller = Traveller::from(&landmark);
        self.steps += self.path.steps();
        self.path.steps()
    }

    /// How long it takes to follow a schedule, as far as its way is known.
    #[must_use]
    pub fn known_cost(&self, schedule: &Schedule) -> Duration {
        let last = self.landmarks.and_then(|known| known.on(schedule, u64::MAX));
        last.map_or(Duration::ZERO, |landmark| landmark.cost)
    }

    /// How long it takes to get here from the program's start.
    #[must_use]
    pub fn cost(&self) -> Duration {
        self.traveller.cost()
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
        self.traveller = Traveller::default();
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

    /// Trying must end so soon.
    pub fn end_within(&mut self, time: Duration) {
        self.deadline = self.deadline.min(Instant::now() + time);
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
        let (path, traveller, landmarks) = (&mut self.path, &mut self.traveller, self.landmarks);
        let ran = run_in_pieces(self.machine, choice, count, observer, |machine, choice, ran| {
            path.push(choice, 1);
            path.push(Choice::Thread(choice.thread()), ran.steps - 1);
            if let Some(landmarks) = landmarks.filter(|_| ran.outcome.is_running()) {
                traveller.pass(machine, path, landmarks);
            }
        })?;
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
        let known = if observer.is_none() { self.skip(schedule, count) } else { 0 };
        let mut replay = Replay::of(schedule).from_step(known);
        while replay.passed() < count {
            if self.is_late() {
                return Ok(false);
            }
            let Ok(pick) = replay.pick_on(&*self.machine, count - replay.passed()) else { return Ok(false) };
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
