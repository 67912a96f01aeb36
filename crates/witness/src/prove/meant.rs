//! Dead heats that are no errors, because the program says so.
//!
//! What a search meets is a dead heat whatever the analyses think of it. Three things make it none of the user's business, and every
//! command asks for them here or, where the state alone shows it, in the search itself:
//! - the field is marked: [`is_benign`](deadheat_event::Context::is_benign), asked by
//!   [`DeadHeat`](deadheat_search::property::DeadHeat);
//! - a thread has asked that what it does to memory is not looked at (`IgnoreOn`);
//! - what is read is thrown away unless a validation succeeds (`StampedLock`, sequence locks): a thread that began such reads, and
//!   validates them before it does anything else that others can notice, may read anything.
//!
//! The last two depend on the way to the state and on the rest of the run, so the schedule is replayed, and then goes on.
//!
//! *What it can miss*: a search keeps one schedule for each error. If that one is meant and another way to the same two places is
//! not, the error is not reported.

use deadheat_event::{Choice, CodeOwner, Context, Done, Event, EventKind, Mark, Observer, Op, Schedule, ThreadId};
use deadheat_machine::{Machine, StepError};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::stage::Stage;

/// How far a run goes on behind a dead heat: until what was read is used, or thrown away.
const BEYOND: u64 = 20_000;

/// What threads have asked for on the way.
#[derive(Default)]
struct Asked {
    /// How many `IgnoreOn` of a thread are not ended.
    ignoring: FxHashMap<ThreadId, u32>,
    /// Threads that read without a lock, and have not validated yet.
    optimistic: FxHashSet<ThreadId>,
    /// Those of them that have validated what they read.
    validated: FxHashSet<ThreadId>,
}

impl Asked {
    fn ignores(&self, thread: ThreadId) -> bool {
        self.ignoring.get(&thread).is_some_and(|count| *count > 0)
    }
}

impl Observer for Asked {
    fn event(&mut self, event: &Event, context: &dyn Context) {
        let thread = event.thread;
        match &event.kind {
            EventKind::Noted(Mark::IgnoreOn) => *self.ignoring.entry(thread).or_default() += 1,
            EventKind::Noted(Mark::IgnoreOff) => {
                let count = self.ignoring.entry(thread).or_default();
                *count = count.saturating_sub(1);
            }
            EventKind::Noted(_) => {}
            EventKind::Did(Done::TryAcquire { acquired: false, .. }) => match context.owner(event.site) {
                CodeOwner::OptimisticBegin => {
                    self.optimistic.insert(thread);
                }
                CodeOwner::OptimisticValidate if self.optimistic.remove(&thread) => {
                    self.validated.insert(thread);
                }
                _ => {}
            },
            EventKind::Did(Done::Acquire { .. } | Done::End | Done::Wait { .. }) => {
                self.optimistic.remove(&thread);
            }
            EventKind::Did(done) if done.access().is_some_and(|access| access.writes) => {
                self.optimistic.remove(&thread);
            }
            EventKind::Did(_) => {}
        }
    }
}

/// Whether the dead heat of these threads, at the end of a schedule, is meant. A machine that cannot follow the schedule says no.
///
/// # Errors
/// If the machine is at fault.
pub fn is_meant<M: Machine>(
    stage: &mut Stage<'_, M>,
    schedule: &Schedule,
    threads: [ThreadId; 2],
) -> Result<bool, StepError> {
    let mut asked = Asked::default();
    if !stage.follow(schedule, u64::MAX, Some(&mut asked))? {
        return Ok(false);
    }
    if threads.iter().any(|thread| asked.ignores(*thread)) {
        return Ok(true);
    }
    let reads = |thread: &ThreadId| {
        let pending = stage.machine.pending(*thread);
        asked.optimistic.contains(thread) && pending.is_some_and(|pending| matches!(pending.op, Op::Read { .. }))
    };
    let Some(reader) = threads.into_iter().find(reads) else { return Ok(false) };
    asked.validated.clear();
    let end = stage.steps + BEYOND;
    while asked.optimistic.contains(&reader) && stage.outcome().is_running() && stage.steps < end && !stage.is_late() {
        let mine = Choice::Thread(reader);
        let choices = stage.choices();
        let Some(choice) = choices.iter().find(|choice| **choice == mine).or(choices.first()).copied() else { break };
        stage.step(choice, Some(&mut asked))?;
    }
    Ok(asked.validated.contains(&reader) || asked.optimistic.contains(&reader))
}
