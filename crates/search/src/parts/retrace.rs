//! The way to a part's state, taken once more.

use std::sync::Arc;

use deadheat_event::{Choice, LastingName, Nameable, Schedule, ThreadId};
use deadheat_machine::{Machine, StepError, brake};
use rustc_hash::FxHashMap;

use super::{Part, Resume};
use crate::path::bit;
use crate::start_join_order::StartJoinOrder;
use crate::worker::Manner;
use crate::{Bound, Fault};

/// What is known at the end of the way.
pub struct Retraced {
    /// The way, in the numbers of this process.
    pub prefix: Schedule,
    /// What orders its threads.
    pub order: Arc<StartJoinOrder>,
    /// Threads and their parents.
    pub parents: Vec<(ThreadId, ThreadId)>,
    /// What is to be done there.
    pub resume: Resume,
}

/// Why the end was not reached.
pub enum Departure {
    /// A step was not possible: this is not the guest that the part is of.
    Fault(Fault),
    /// There was no more time.
    Stopped(Bound),
}

/// Takes the choices that lead to a part's state. The machine is at the program's start.
pub fn retrace<M: Machine>(machine: &mut M, part: &Part) -> Result<Retraced, Departure> {
    let mut threads = Threads { names: &part.threads, found: FxHashMap::default() };
    let mut prefix = Schedule::new();
    let (mut order, mut parents) = (StartJoinOrder::default(), Vec::new());
    let (mut live, mut lived) = (Vec::new(), Vec::new());
    machine.live(&mut live);
    for choice in part.prefix.choices() {
        let Some(taken) = threads.choice(choice, machine) else { return Err(unknown(choice, prefix)) };
        let thread = taken.thread();
        let joins = machine.pending(thread).and_then(|pending| StartJoinOrder::joins(thread, &pending.op, &live));
        if let Err(error) = machine.step(taken, None) {
            return Err(Departure::Fault(departure(taken, error, prefix)));
        }
        if brake::is_pulled() {
            return Err(Departure::Stopped(if brake::is_interrupted() { Bound::Interrupted } else { Bound::Time }));
        }
        prefix.push(taken, 1);
        if let Some(ended) = joins {
            order.join(thread, ended);
        }
        std::mem::swap(&mut live, &mut lived);
        machine.live(&mut live);
        for child in live.iter().filter(|thread| !lived.contains(thread)) {
            order.start(thread, *child);
            parents.push((thread, *child));
        }
    }
    let mut open = Vec::new();
    machine.choices(&mut open);
    let mut todo = Vec::with_capacity(part.todo.len());
    for choice in &part.todo {
        match threads.choice(*choice, machine) {
            Some(here) if open.contains(&here) => todo.push(here),
            _ => return Err(unknown(*choice, prefix)),
        }
    }
    // A thread that has a higher number here, or is not known, is not in the set: then it is explored.
    let asleep = part.sleep.iter().filter_map(|thread| threads.thread(*thread, machine));
    let sleep = asleep.fold(0, |set, thread| set | bit(thread));
    let manner = Manner {
        last: part.last.and_then(|thread| threads.thread(thread, machine)),
        yielded: part.yielded,
        on_end: part.on_end,
        preemptions: part.preemptions,
        preferred: 0,
    };
    let resume = Resume { steps: part.steps, todo, sleep, manner };
    Ok(Retraced { prefix, order: Arc::new(order), parents, resume })
}

/// A step of the part that is none here.
fn unknown(choice: Choice, prefix: Schedule) -> Departure {
    Departure::Fault(departure(choice, StepError::NotPossible(choice), prefix))
}

fn departure(choice: Choice, error: StepError, prefix: Schedule) -> Fault {
    Fault::Step { choice, error, schedule: Box::new(prefix) }
}

/// Which thread has which number here.
struct Threads<'p> {
    names: &'p [Option<LastingName>],
    found: FxHashMap<ThreadId, ThreadId>,
}

impl Threads<'_> {
    /// The thread with this number in the part, if there is one here. Where the part has no name for it, the number stands for itself.
    fn thread<M: Machine>(&mut self, thread: ThreadId, machine: &M) -> Option<ThreadId> {
        if let Some(found) = self.found.get(&thread) {
            return Some(*found);
        }
        let Some(Some(name)) = self.names.get(thread.0 as usize) else { return Some(thread) };
        let context = machine.context();
        let is_it = |id: &ThreadId| context.lasting_name(Nameable::Thread(*id)) == Some(*name);
        let found = machine.threads().into_iter().map(|one| one.id).find(is_it)?;
        self.found.insert(thread, found);
        Some(found)
    }

    fn choice<M: Machine>(&mut self, choice: Choice, machine: &M) -> Option<Choice> {
        Some(match choice {
            Choice::Thread(thread) => Choice::Thread(self.thread(thread, machine)?),
            Choice::Wake { notifier, waiter } => {
                Choice::Wake { notifier: self.thread(notifier, machine)?, waiter: self.thread(waiter, machine)? }
            }
            Choice::Timeout(thread) => Choice::Timeout(self.thread(thread, machine)?),
            Choice::Spurious(thread) => Choice::Spurious(self.thread(thread, machine)?),
            Choice::Value { thread, value } => Choice::Value { thread: self.thread(thread, machine)?, value },
        })
    }
}
