//! From predictions to findings: what a trace without its program tells.
//!
//! Nothing is run here, so nothing is witnessed. A prediction with a correct reordering is *predicted*; one whose order changes what reads
//! saw is unresolved: whether the program still does the same, only the program could tell.

mod acts;
mod broken_blocks;
mod interleaving;

use deadheat_analysis::{LockName, ThreadName};
use deadheat_event::{LockMode, ObjectId, SyncId, name};
use deadheat_machine::GuestSpec;
use deadheat_predict::history::{Lock, Mode, Thread};
use deadheat_predict::namesakes::without_number;
use deadheat_predict::sections::Sections;
use deadheat_predict::{EventId, NamedHistory, PredictOptions, PredictedError, Prediction, predict};
use rustc_hash::FxHashMap;

use crate::finding;
use crate::result::{CheckResult, Doing, Finding, FoundError, Participant, TraceScope, Unresolved, Verdict, Waiting};

/// What is predicted from a trace, as a result.
#[must_use]
pub fn from_trace(trace: &NamedHistory, options: &PredictOptions, guest: GuestSpec) -> CheckResult {
    let mut result = CheckResult::new(guest);
    result.findings = findings(trace, &predict(&trace.history, options));
    result.trace = Some(TraceScope {
        events: trace.history.events().len() as u64,
        threads: trace.history.thread_count() as u64,
        engines: options.engines.iter().map(ToString::to_string).collect(),
        window: options.window as u64,
        limit: options.most as u64,
        whole: trace.complete,
    });
    result
}

/// Predictions as findings, best first. Several operations of one line are one error, and so are several ways to break a block.
#[must_use]
pub fn findings(trace: &NamedHistory, predictions: &[Prediction]) -> Vec<Finding> {
    let teller = Teller { trace, sections: Sections::new(&trace.history) };
    let mut findings: Vec<Finding> = teller.broken_blocks(predictions);
    let mut known: FxHashMap<String, usize> = FxHashMap::default();
    for found in predictions.iter().filter_map(|prediction| teller.finding(prediction)) {
        let at = *known.entry(found.id.clone()).or_insert(findings.len());
        match findings.get_mut(at) {
            Some(before) => {
                let count = before.count + found.count;
                if matches!(before.verdict, Verdict::Unresolved { .. }) {
                    *before = found;
                }
                before.count = count;
            }
            None => findings.push(found),
        }
    }
    finding::sort(&mut findings);
    findings
}

/// Tells of events by name.
struct Teller<'t> {
    trace: &'t NamedHistory,
    sections: Sections,
}

impl Teller<'_> {
    /// The finding that a prediction is; none for a broken block, which may be several predictions.
    fn finding(&self, prediction: &Prediction) -> Option<Finding> {
        let (error, situations) = match &prediction.reordering.error {
            PredictedError::Race(pair) => self.race(*pair),
            PredictedError::Deadlock(cycle) => self.deadlock(cycle),
            PredictedError::Atomicity { .. } => return None,
        };
        Some(self.told(prediction, error, &situations))
    }

    /// A prediction as a finding, with the situations of the threads that take part.
    fn told(&self, prediction: &Prediction, error: FoundError, situations: &[Doing]) -> Finding {
        let reordering = &prediction.reordering;
        let events = reordering.error.events();
        let participants = events.iter().zip(situations).map(|(event, doing)| self.participant(*event, doing.clone()));
        let mut finding = finding::unproved(error, participants.collect(), Vec::new());
        finding.verdict = if prediction.correct {
            Verdict::Predicted { engine: prediction.engine.to_string() }
        } else {
            Verdict::Unresolved { reason: Unresolved::Predicted, next: String::new() }
        };
        finding.in_library = !finding.participants.iter().any(|part| part.place.owner.is_program());
        finding.reordering = Some(self.reordering(reordering, situations));
        finding
    }

    fn race(&self, pair: [EventId; 2]) -> (FoundError, Vec<Doing>) {
        let event = |event: EventId| self.trace.history.event(event);
        let variable = event(pair[0]).action.access().map(|(variable, _)| variable);
        let target = variable.map_or("?", |variable| without_number(self.trace.names.variable(variable)));
        let situations = pair.iter().map(|id| Doing::About { next: Box::new(self.next(event(*id))) });
        (FoundError::Race { target: target.to_owned(), warning: None }, situations.collect())
    }

    fn deadlock(&self, cycle: &[EventId]) -> (FoundError, Vec<Doing>) {
        let mut locks = Vec::new();
        let mut situations = Vec::new();
        for (at, id) in cycle.iter().enumerate() {
            let holder = self.trace.history.event(cycle[(at + 1) % cycle.len()]).thread;
            let lock = self.wanted(*id).map_or("?", |lock| self.trace.names.lock(lock));
            locks.push(name::without_indices(without_number(lock)));
            let on = Waiting::Lock { lock: lock.to_owned(), owner: Some(self.trace.thread_id(holder)) };
            situations.push(Doing::Waiting { on });
        }
        locks.sort();
        locks.dedup();
        (FoundError::Deadlock { locks, warning: None }, situations)
    }

    /// The lock that an event takes.
    fn wanted(&self, event: EventId) -> Option<Lock> {
        self.trace.history.event(event).action.takes().map(|(lock, _)| lock)
    }

    fn participant(&self, id: EventId, doing: Doing) -> Participant {
        let history = &self.trace.history;
        let event = history.event(id);
        let place = self.trace.place(event.place).source;
        let open = self.sections.open(event.thread, history.position(id));
        let mut locks: Vec<_> = open.map(|section| (self.lock_name(section.lock), lock_mode(section.mode))).collect();
        // In the order in which they were taken.
        locks.reverse();
        let wants = self.wanted(id).map(|lock| self.lock_name(lock));
        Participant { thread: self.thread(event.thread), doing, stack: vec![place.clone()], place, locks, wants }
    }

    fn lock_name(&self, lock: Lock) -> LockName {
        LockName { id: SyncId::of(ObjectId(lock.0)), name: self.trace.names.lock(lock).to_owned() }
    }

    fn thread(&self, thread: Thread) -> ThreadName {
        let history = &self.trace.history;
        let fork = history.fork(thread).map(|fork| history.event(fork));
        ThreadName {
            id: self.trace.thread_id(thread),
            name: self.trace.thread_name(thread).to_owned(),
            started_by: fork.map(|fork| self.trace.thread_id(fork.thread)),
            started_at: fork.map(|fork| self.trace.place(fork.place).source).into_iter().collect(),
        }
    }
}

fn lock_mode(mode: Mode) -> LockMode {
    match mode {
        Mode::Exclusive => LockMode::Exclusive,
        Mode::Shared => LockMode::Shared,
    }
}
