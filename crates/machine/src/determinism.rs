//! The determinism check: two machines made alike must do alike.
//!
//! [`DeterminismCheck`] is a machine made of two, which takes every choice in both and compares what they did: choices offered, events,
//! outcomes, and, every [`FINGERPRINT_EVERY`] steps and at the end, fingerprints. Any scheduler, limit or observer works
//! with it. What it can miss: dependence on something that happened to be the same for both (the date, a file's content), and
//! differences that no visible operation, choice or fingerprint shows. What it can never report wrongly: a difference is
//! always one.

use std::fmt;
use std::time::Duration;

use deadheat_event::{Choice, Context, Event, EventKind, Observer, Pending, ThreadId};

use crate::{Fingerprint, Machine, Outcome, Ran, StepError, ThreadInfo};

/// How many steps may pass between two comparisons of fingerprints.
pub const FINGERPRINT_EVERY: u64 = 1 << 12;

/// No turn is longer, so that few events are held in memory.
const LONGEST_TURN: u64 = 1 << 10;

/// Two machines made alike, run as one.
pub struct DeterminismCheck<M> {
    first: M,
    second: M,
    steps: u64,
    compare_at: u64,
}

/// The first difference between two runs on one schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The number of the step, from 0, before or in which they departed.
    pub step: u64,
    /// What differs.
    pub what: What,
    /// What the first run has.
    pub first: String,
    /// What the second run has.
    pub second: String,
}

/// What differs between two runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// The state before any step, or after one.
    State,
    /// What could be done next.
    Choices,
    /// What a step did.
    Event,
    /// How a step ended.
    Outcome,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.what {
            What::State => "state",
            What::Choices => "choices",
            What::Event => "event",
            What::Outcome => "outcome",
        };
        write!(
            f,
            "two runs on one schedule differ at step {}: {what} {} in the first, {} in the second; something outside the \
             schedule reaches the guest",
            self.step, self.first, self.second
        )
    }
}

impl<M: Machine> DeterminismCheck<M> {
    /// Joins two machines that were made alike and have not moved yet.
    pub fn new(first: M, second: M) -> Self {
        Self { first, second, steps: 0, compare_at: 0 }
    }

    /// The two machines.
    pub fn into_inner(self) -> (M, M) {
        (self.first, self.second)
    }

    fn differ<T>(&self, what: What, step: u64, first: impl ToString, second: impl ToString) -> Result<T, StepError> {
        let (first, second) = (first.to_string(), second.to_string());
        Err(StepError::Nondeterministic(Box::new(Difference { step, what, first, second })))
    }

    fn compare_states(&mut self) -> Result<(), StepError> {
        let (first, second) = (self.first.fingerprint(), self.second.fingerprint());
        if first == second { Ok(()) } else { self.differ(What::State, self.steps, first, second) }
    }

    fn compare_choices(&self) -> Result<(), StepError> {
        let (mut first, mut second) = (Vec::new(), Vec::new());
        self.first.choices(&mut first);
        self.second.choices(&mut second);
        if first == second { Ok(()) } else { self.differ(What::Choices, self.steps, List(&first), List(&second)) }
    }

    /// Compares event by event, then the outcomes.
    fn compare_turns(&self, first: &Turn, second: &Turn) -> Result<(), StepError> {
        let (a, b) = (&first.log, &second.log);
        for i in 0..a.events.len().max(b.events.len()) {
            if a.events.get(i) != b.events.get(i) {
                return self.differ(What::Event, a.step(i).min(b.step(i)), a.show(i), b.show(i));
            }
        }
        let (a, b) = (&first.ran, &second.ran);
        let step = self.steps + a.steps.min(b.steps);
        if a.outcome != b.outcome {
            return self.differ(What::Outcome, step, &a.outcome, &b.outcome);
        }
        if (a.steps, a.yielded) != (b.steps, b.yielded) {
            return self.differ(What::Outcome, step, format!("{} steps", a.steps), format!("{} steps", b.steps));
        }
        Ok(())
    }
}

/// One machine's part of a turn.
struct Turn {
    ran: Ran,
    log: Log,
}

/// The events of a turn, with their places in the source.
#[derive(Default)]
struct Log {
    events: Vec<Event>,
    sources: Vec<String>,
}

impl Log {
    fn step(&self, i: usize) -> u64 {
        self.events.get(i).map_or(u64::MAX, |event| event.step)
    }

    fn show(&self, i: usize) -> String {
        match (self.events.get(i), self.sources.get(i)) {
            (Some(event), Some(source)) => match &event.kind {
                EventKind::Did(done) => format!("`{} {done:?}` at {source}", event.thread),
                EventKind::Noted(mark) => format!("`{} {mark:?}` at {source}", event.thread),
            },
            _ => "nothing".to_owned(),
        }
    }
}

/// Logs, and passes on to another observer.
struct Tee<'a> {
    log: Log,
    next: Option<&'a mut dyn Observer>,
}

impl Observer for Tee<'_> {
    fn event(&mut self, event: &Event, context: &dyn Context) {
        self.log.events.push(event.clone());
        self.log.sources.push(context.source(event.site).to_string());
        if let Some(next) = &mut self.next {
            next.event(event, context);
        }
    }
}

fn turn<M: Machine>(
    machine: &mut M,
    choice: Choice,
    budget: u64,
    next: Option<&mut dyn Observer>,
) -> Result<Turn, StepError> {
    let mut tee = Tee { log: Log::default(), next };
    let ran = machine.run(choice, budget, Some(&mut tee))?;
    Ok(Turn { ran, log: tee.log })
}

impl<M: Machine> Machine for DeterminismCheck<M> {
    type Snapshot = (M::Snapshot, M::Snapshot, u64);

    fn threads(&self) -> Vec<ThreadInfo> {
        self.first.threads()
    }

    fn pending(&self, thread: ThreadId) -> Option<Pending> {
        self.first.pending(thread)
    }

    fn choices(&self, out: &mut Vec<Choice>) {
        self.first.choices(out);
    }

    fn step(&mut self, choice: Choice, observer: Option<&mut dyn Observer>) -> Result<Outcome, StepError> {
        self.run(choice, 1, observer).map(|ran| ran.outcome)
    }

    fn run(&mut self, choice: Choice, budget: u64, observer: Option<&mut dyn Observer>) -> Result<Ran, StepError> {
        self.compare_choices()?;
        let budget = budget.min(LONGEST_TURN);
        let first = turn(&mut self.first, choice, budget, observer)?;
        let second = turn(&mut self.second, choice, budget, None)?;
        self.compare_turns(&first, &second)?;
        self.steps += first.ran.steps;
        if self.steps >= self.compare_at || !first.ran.outcome.is_running() {
            self.compare_at = self.steps + FINGERPRINT_EVERY;
            self.compare_states()?;
        }
        Ok(first.ran)
    }

    fn snapshot(&mut self) -> Self::Snapshot {
        (self.first.snapshot(), self.second.snapshot(), self.steps)
    }

    fn restore(&mut self, (first, second, steps): &Self::Snapshot) {
        self.first.restore(first);
        self.second.restore(second);
        self.steps = *steps;
        self.compare_at = 0;
    }

    fn fingerprint(&mut self) -> Fingerprint {
        self.first.fingerprint()
    }

    fn delay(&self, thread: ThreadId) -> Option<Duration> {
        self.first.delay(thread)
    }

    fn context(&self) -> &dyn Context {
        self.first.context()
    }
}

struct List<'a>(&'a [Choice]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, choice) in self.0.iter().enumerate() {
            write!(f, "{}`{choice}`", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}
