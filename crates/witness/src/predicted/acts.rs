//! Events of a trace as acts.

use deadheat_event::{ThreadId, WakeReason};
use deadheat_predict::history::{Action, Condition, Event, Mode, Variable};
use deadheat_predict::namesakes::without_number;

use super::Teller;
use crate::result::Act;

impl Teller<'_> {
    /// What an event did. Which threads a notification woke, the order tells, not the event.
    pub fn act(&self, event: &Event, woken: impl FnOnce(Condition, bool) -> Vec<ThreadId>) -> Act {
        let (trace, names) = (self.trace, &self.trace.names);
        let value = || event.value.map(|value| without_number(names.value(value)).to_owned());
        let target = |variable: Variable| names.variable(variable).to_owned();
        let access = |plain: bool| (!plain).then(|| "atomic".to_owned());
        let is_shared = |mode: Mode| mode == Mode::Shared;
        match event.action {
            Action::Begin => Act::Begin,
            Action::End => Act::End,
            Action::Fork(thread) => Act::Start { thread: trace.thread_id(thread) },
            Action::Join(thread) => Act::Join { thread: trace.thread_id(thread) },
            Action::Read { variable, plain } => {
                Act::Read { target: target(variable), value: value(), access: access(plain) }
            }
            Action::Write { variable, plain } => {
                Act::Write { target: target(variable), value: value(), access: access(plain) }
            }
            Action::Update { variable } => {
                Act::Update { target: target(variable), old: None, new: value(), wrote: true }
            }
            // Whether it would have waited is not always known: a lock may have been taken before anyone else knew of it.
            Action::Acquire { lock, mode, .. } => {
                Act::Acquire { lock: names.lock(lock).to_owned(), shared: is_shared(mode) }
            }
            Action::Refused { lock, mode } => {
                Act::TryAcquire { lock: names.lock(lock).to_owned(), shared: is_shared(mode), acquired: false }
            }
            Action::Release { lock, mode } => {
                Act::Release { lock: names.lock(lock).to_owned(), shared: is_shared(mode) }
            }
            // The lock, which the thread leaves and takes again, is what a reader knows the condition by.
            Action::Wait { lock, .. } => Act::Wait { condition: names.lock(lock).to_owned(), timed: false },
            Action::Wake { lock, notified, .. } => {
                let how = if notified { WakeReason::Notified } else { WakeReason::TimedOut };
                Act::Wake { condition: names.lock(lock).to_owned(), how }
            }
            Action::Notify { condition, all } => {
                let woken = woken(condition, all);
                Act::Notify { condition: names.condition(condition).to_owned(), all, woken }
            }
            Action::Up { semaphore, permits } => {
                Act::SemaphoreRelease { semaphore: names.semaphore(semaphore).to_owned(), permits }
            }
            Action::Down { semaphore, permits } => {
                Act::SemaphoreAcquire { semaphore: names.semaphore(semaphore).to_owned(), permits }
            }
            Action::CountDown(latch) => Act::LatchCountDown { latch: names.latch(latch).to_owned() },
            Action::Await(latch) => Act::LatchAwait { latch: names.latch(latch).to_owned() },
            Action::Unpark(thread) => Act::Unpark { thread: trace.thread_id(thread) },
            Action::Park => Act::Park { timed: false },
        }
    }

    /// What a thread is about to do: what a read will see there is not known.
    pub fn next(&self, event: &Event) -> Act {
        match self.act(event, |_, _| Vec::new()) {
            Act::Read { target, access, .. } => Act::Read { target, value: None, access },
            Act::Update { target, .. } => Act::Update { target, old: None, new: None, wrote: true },
            other => other,
        }
    }
}
