//! Events that cannot be, told with the names of the trace, and what must be in a trace instead.

use super::error::excerpt;
use super::names::Names;
use crate::history::{Condition, IllFormed, Lock, Thread};

/// The error in words.
pub(super) fn words(error: IllFormed, names: &Names) -> String {
    let t = |thread: Thread| excerpt(names.thread(thread).as_bytes());
    let l = |lock: Lock| excerpt(names.lock(lock).as_bytes());
    let c = |condition: Condition| excerpt(names.condition(condition).as_bytes());
    let (what, must) = match error {
        IllFormed::NotHeld { thread, lock } => (
            format!("{} gives back {}, which it does not hold", t(thread), l(lock)),
            "have an acquire before each release, by the same thread and in the same mode",
        ),
        IllFormed::HeldByOther { thread, lock, owner } => (
            format!("{} takes {}, which {} holds", t(thread), l(lock), t(owner)),
            "have the release before the acquire of another thread",
        ),
        IllFormed::BeforeFork { thread } => (
            format!("{} is forked after it has done something", t(thread)),
            "have the fork of a thread before all that the thread does",
        ),
        IllFormed::AfterEnd { thread } => (
            format!("{} does something after it was joined, or after its end", t(thread)),
            "have the join of a thread, and its end, after all that the thread does",
        ),
        IllFormed::ForkedTwice { thread } => {
            (format!("{} is forked a second time", t(thread)), "have another name for each thread")
        }
        IllFormed::Itself { thread } => {
            (format!("{} forks or joins itself", t(thread)), "have the name of another thread there")
        }
        IllFormed::WaitsWithout { thread, lock } => (
            format!("{} waits with {}, which it does not hold alone", t(thread), l(lock)),
            "have an acq of the lock before a wait with it",
        ),
        IllFormed::Waiting { thread, condition } => (
            format!("{} does something while it waits for {}", t(thread), c(condition)),
            "have a wake or a timeout, for the same condition, before what follows a wait",
        ),
        IllFormed::NotWaiting { thread, condition } => (
            format!("{} wakes, but does not wait for {}", t(thread), c(condition)),
            "have a wait before each wake or timeout, by the same thread",
        ),
        IllFormed::NotNotified { thread, condition } => (
            format!("{} wakes from {}, but was not notified", t(thread), c(condition)),
            "have a notify or notifyAll between wait and wake; if there was none, timeout instead of wake",
        ),
        IllFormed::NoPermit { thread } => (
            format!("{} goes on after park, but no permit was given", t(thread)),
            "have an unpark of the thread before each park",
        ),
        IllFormed::RefusedFree { thread, lock } => (
            format!("{} is refused {}, which is free", t(thread), l(lock)),
            "have the acquire of the thread that holds the lock before",
        ),
        IllFormed::NoBlock { thread } => (
            format!("{} ends a block that it has not begun", t(thread)),
            "have a begin before each end of a block, by the same thread",
        ),
        IllFormed::TooMany => ("there are more than 4 billion events".to_owned(), "be cut into smaller ones"),
    };
    format!("{what}: a trace must {must}")
}
