//! The moment of an event, while observers are told of it: the process itself is farther already.

use deadheat_event::{Done, Event, LockMode, SyncId, ThreadId};
use rustc_hash::FxHashMap;

use super::NativeMachine;
use deadheat_machine::Machine as _;

/// What is true at the moment that is told of.
pub struct Present {
    /// The stack of each thread, by its number in the family's table; of a thread that has just begun there is none.
    pub stacks: FxHashMap<ThreadId, u32>,
    /// The locks that each thread holds, in the order in which it took them.
    pub locks: FxHashMap<ThreadId, Vec<(SyncId, LockMode)>>,
    /// The threads that live, sorted.
    pub live: Vec<ThreadId>,
}

impl Present {
    /// The moment before a command.
    pub fn of(machine: &NativeMachine) -> Self {
        let mut live = Vec::new();
        machine.live(&mut live);
        let locks = live.iter().map(|thread| (*thread, machine.locks_now(*thread))).collect();
        let stacks = live.iter().filter_map(|thread| Some((*thread, machine.stack_now(*thread)?))).collect();
        Self { stacks, locks, live }
    }

    /// An event is told of. Locks that it takes are held afterwards, locks that it gives back are not held before.
    pub fn note(&mut self, stack: u32, event: &Event, is_before: bool) {
        if is_before {
            self.stacks.insert(event.thread, stack);
        }
        let Some(done) = event.done() else { return };
        let held = self.locks.entry(event.thread).or_default();
        match (done, is_before) {
            (
                Done::Acquire { lock, mode, reentrant: false } | Done::TryAcquire { lock, mode, acquired: true },
                false,
            ) => {
                held.push((*lock, *mode));
            }
            (Done::Wake { lock, .. }, false) => held.push((*lock, LockMode::Exclusive)),
            (Done::Release { lock, mode, reentrant: false }, true) => {
                if let Some(at) = held.iter().rposition(|one| *one == (*lock, *mode)) {
                    held.remove(at);
                }
            }
            (Done::Wait { lock, .. }, true) => held.retain(|(one, _)| one != lock),
            (Done::Start { thread }, true) => {
                if let Err(at) = self.live.binary_search(thread) {
                    self.live.insert(at, *thread);
                }
            }
            (Done::End, false) => self.live.retain(|one| *one != event.thread),
            _ => {}
        }
    }
}
