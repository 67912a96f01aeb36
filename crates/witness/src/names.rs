//! Operations with names: from ids, which mean something to one machine, to values that files keep and reports show.

use deadheat_event::{BlockedOn, Context, Done, Location, LockMode, Op, Pending, SyncId, Value};
use rustc_hash::FxHashMap;

use crate::result::{Act, Doing, Waiting};

/// How a location is called: [exactly](exact_name), or as a report calls the [variable](variable_name).
pub type LocationName = fn(&dyn Context, Location) -> String;

/// The location itself: `Account.balance`, `int[3]`.
pub fn exact_name(context: &dyn Context, location: Location) -> String {
    context.location_name(location)
}

/// The variable that a location belongs to, by a name that is the same in every run.
pub fn variable_name(context: &dyn Context, location: Location) -> String {
    context.target_name(location)
}

/// Gives names, and keeps them apart: different locks have different names in one story, although a field may hold many.
#[derive(Debug, Default)]
pub struct Namer {
    known: FxHashMap<SyncId, String>,
    namesakes: FxHashMap<String, u32>,
}

impl Namer {
    /// The name of a lock, or of whatever else threads synchronise on.
    pub fn sync(&mut self, sync: SyncId, context: &dyn Context) -> String {
        if let Some(name) = self.known.get(&sync) {
            return name.clone();
        }
        let name = context.sync_name(sync);
        let namesakes = self.namesakes.entry(name.clone()).or_default();
        *namesakes += 1;
        let name = if *namesakes > 1 { format!("{name} #{namesakes}") } else { name };
        self.known.insert(sync, name.clone());
        name
    }

    /// What was done.
    pub fn act(&mut self, done: &Done, context: &dyn Context) -> Act {
        match done {
            Done::Read { location, access, value } => Act::Read {
                target: context.location_name(*location),
                value: value.map(|value| value_name(value, *location, context)),
                access: context.access_name(*access).map(str::to_owned),
            },
            Done::Write { location, access, value } => Act::Write {
                target: context.location_name(*location),
                value: value.map(|value| value_name(value, *location, context)),
                access: context.access_name(*access).map(str::to_owned),
            },
            Done::Update { location, old, new, wrote } => Act::Update {
                target: context.location_name(*location),
                old: old.map(|value| value_name(value, *location, context)),
                new: new.map(|value| value_name(value, *location, context)),
                wrote: *wrote,
            },
            Done::TryAcquire { lock, mode, acquired } => {
                Act::TryAcquire { lock: self.sync(*lock, context), shared: is_shared(*mode), acquired: *acquired }
            }
            Done::Notify { lock, all, woken, .. } => {
                Act::Notify { condition: self.sync(*lock, context), all: *all, woken: woken.clone() }
            }
            Done::Choose { options, chosen } => Act::Choose { options: *options, chosen: *chosen },
            Done::Throw { exception } => Act::Throw { exception: context.type_name(*exception) },
            other => match other.op() {
                Some(op) => self.next(&op, context, exact_name),
                None => Act::Yield,
            },
        }
    }

    /// The situation of a thread that has this operation before it, with memory called exactly.
    pub fn situation(&mut self, pending: &Pending, context: &dyn Context) -> Doing {
        self.doing(pending, context, exact_name)
    }

    /// The situation of a thread that has this operation before it.
    pub fn doing(&mut self, pending: &Pending, context: &dyn Context, location: LocationName) -> Doing {
        match pending.blocked {
            Some(blocked) => Doing::Waiting { on: self.waiting(blocked, &pending.op, context) },
            None => Doing::About { next: Box::new(self.next(&pending.op, context, location)) },
        }
    }

    fn waiting(&mut self, blocked: BlockedOn, op: &Op, context: &dyn Context) -> Waiting {
        match blocked {
            BlockedOn::Lock { lock, owner, .. } => Waiting::Lock { lock: self.sync(lock, context), owner },
            BlockedOn::Notify { condition, .. } => Waiting::Notification { condition: self.sync(condition, context) },
            BlockedOn::Join { thread } => Waiting::End { thread },
            BlockedOn::Unpark => Waiting::Unpark,
            BlockedOn::Initialise { once, owner } => Waiting::Initialiser { once: self.sync(once, context), owner },
            BlockedOn::Permits { semaphore } if context.is_channel(semaphore) => {
                let channel = self.sync(semaphore, context);
                match op {
                    Op::SemaphoreRelease { .. } => Waiting::Room { channel },
                    _ => Waiting::Message { channel },
                }
            }
            BlockedOn::Permits { semaphore } => Waiting::Permits { semaphore: self.sync(semaphore, context) },
            BlockedOn::Latch { latch } => Waiting::Latch { latch: self.sync(latch, context) },
            BlockedOn::Time => Waiting::Time,
        }
    }

    /// An operation whose results are not known, or that has none.
    fn next(&mut self, op: &Op, context: &dyn Context, location_name: LocationName) -> Act {
        let none = || None;
        match *op {
            Op::Begin => Act::Begin,
            Op::End => Act::End,
            Op::Read { location, access } => Act::Read {
                target: location_name(context, location),
                value: none(),
                access: context.access_name(access).map(str::to_owned),
            },
            Op::Write { location, access, value } => Act::Write {
                target: location_name(context, location),
                value: value.map(|value| value_name(value, location, context)),
                access: context.access_name(access).map(str::to_owned),
            },
            Op::Update { location } => {
                Act::Update { target: location_name(context, location), old: None, new: None, wrote: true }
            }
            Op::Acquire { lock, mode, .. } => Act::Acquire { lock: self.sync(lock, context), shared: is_shared(mode) },
            Op::TryAcquire { lock, mode } => {
                Act::TryAcquire { lock: self.sync(lock, context), shared: is_shared(mode), acquired: false }
            }
            Op::Release { lock, mode, .. } => Act::Release { lock: self.sync(lock, context), shared: is_shared(mode) },
            // The lock, which the thread leaves and takes again, is what a reader knows the condition by.
            Op::Wait { lock, timed, .. } => Act::Wait { condition: self.sync(lock, context), timed },
            Op::LeaveWait { lock, .. } => Act::LeaveWait { condition: self.sync(lock, context) },
            Op::Wake { lock, how, .. } => Act::Wake { condition: self.sync(lock, context), how },
            Op::Notify { lock, all, .. } => Act::Notify { condition: self.sync(lock, context), all, woken: Vec::new() },
            Op::Start { thread } => Act::Start { thread },
            Op::Join { thread, .. } => Act::Join { thread },
            Op::Inspect { thread } => Act::Inspect { thread },
            Op::Unstarted { handle } => Act::FindUnstarted { thread: self.sync(handle, context) },
            Op::Park { timed } => Act::Park { timed },
            Op::Unpark { thread } => Act::Unpark { thread },
            Op::Interrupt { thread } => Act::Interrupt { thread },
            Op::Interrupted => Act::Interrupted,
            Op::Sleep => Act::Sleep,
            Op::Yield => Act::Yield,
            Op::Initialise { once } => Act::Initialise { once: self.sync(once, context) },
            Op::LatchAwait { latch } => Act::LatchAwait { latch: self.sync(latch, context) },
            Op::LatchCountDown { latch } => Act::LatchCountDown { latch: self.sync(latch, context) },
            Op::SemaphoreAcquire { semaphore, permits } if context.is_channel(semaphore) => {
                Act::Receive { channel: self.sync(semaphore, context), amount: permits }
            }
            Op::SemaphoreRelease { semaphore, permits } if context.is_channel(semaphore) => {
                Act::Send { channel: self.sync(semaphore, context), amount: permits }
            }
            Op::SemaphoreAcquire { semaphore, permits } => {
                Act::SemaphoreAcquire { semaphore: self.sync(semaphore, context), permits }
            }
            Op::SemaphoreRelease { semaphore, permits } => {
                Act::SemaphoreRelease { semaphore: self.sync(semaphore, context), permits }
            }
            Op::Choose { options } => Act::Choose { options, chosen: 0 },
        }
    }
}

fn is_shared(mode: LockMode) -> bool {
    mode == LockMode::Shared
}

/// A value as a person wants it: as the language writes it, or what kind of object it is.
fn value_name(value: Value, location: Location, context: &dyn Context) -> String {
    match value {
        Value::Ref(Some(object)) => format!("a {}", context.type_name(object)),
        other => context.value_name(location, other).unwrap_or_else(|| other.to_string()),
    }
}
