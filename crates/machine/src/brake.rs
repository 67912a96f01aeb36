//! The clock on the wall, looked at inside long steps.
//!
//! What bounds time (drivers, stages, searches) looks at the clock between steps. A step may be long: a collection of a large heap,
//! a copy of a large array, a loop without a visible operation. So machines look, too, every few milliseconds: a thread of ours that
//! has work with an end says so by a [`Brake`], and a machine that finds it [pulled](is_pulled) leaves its step where it is.
//!
//! A step that was left is not the step that its choice means, so nothing may be made of it: whoever drives a machine asks
//! [`is_pulled`] (or [`was_found_pulled`]) behind each step, and believes, keeps and records it only if not. Time decides when work ends, never what it finds.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The user wants an end: all work of all threads that does not say otherwise.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

thread_local! {
    static CURRENT: Cell<Brake> = const { Cell::new(Brake { until: None, unheeding: false }) };
    /// Whether the brake in force was found pulled.
    static FOUND: Cell<bool> = const { Cell::new(false) };
}

/// When the work of a thread has to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Brake {
    until: Option<Instant>,
    unheeding: bool,
}

/// A brake that is in force until this is dropped.
#[must_use = "the brake is in force only as long as this lives"]
pub struct InForce {
    before: Brake,
    found: bool,
}

/// Another brake is in force for this thread.
fn put(brake: Brake) -> InForce {
    InForce { before: CURRENT.replace(brake), found: FOUND.replace(false) }
}

impl Brake {
    /// Work that ends then, if there is a time at all, or when the user wants it.
    #[must_use]
    pub const fn until(deadline: Option<Instant>) -> Self {
        Self { until: deadline, unheeding: false }
    }

    /// The same, but an interrupt does not end it: for the little that is left to be done then.
    #[must_use]
    pub const fn whatever_the_user_wants(self) -> Self {
        Self { unheeding: true, ..self }
    }

    /// Puts it in force for this thread. Inside the scope of another the earlier time counts, and what heeds no interrupt heeds none.
    pub fn apply(self) -> InForce {
        let before = CURRENT.get();
        let until = match (before.until, self.until) {
            (Some(outer), Some(inner)) => Some(outer.min(inner)),
            (outer, inner) => outer.or(inner),
        };
        put(Self { until, unheeding: before.unheeding || self.unheeding })
    }
}

impl Drop for InForce {
    fn drop(&mut self) {
        CURRENT.set(self.before);
        FOUND.set(self.found);
    }
}

/// No brake is in force for this thread until the answer is dropped: for work without which there is nothing to end, such as bringing a
/// machine up.
pub fn suspend() -> InForce {
    put(Brake { until: None, unheeding: true })
}

/// Whether the work of this thread has to end now.
#[must_use]
pub fn is_pulled() -> bool {
    let Brake { until, unheeding } = CURRENT.get();
    let is_pulled = (!unheeding && is_interrupted()) || until.is_some_and(|until| Instant::now() >= until);
    if is_pulled {
        FOUND.set(true);
    }
    is_pulled
}

/// Whether somebody has [found](is_pulled) that the work of this thread has to end: a machine that has left a step for it has. Costs less than to look at the
/// clock, for work of steps so short that this counts.
#[must_use]
#[inline]
pub fn was_found_pulled() -> bool {
    FOUND.get()
}

/// When the work of this thread has to end, as far as it is known: for waits, which should not be longer.
#[must_use]
pub fn deadline() -> Option<Instant> {
    CURRENT.get().until
}

/// Whether the user wants an end.
#[must_use]
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Ends all work that heeds it: the user wants an end.
pub fn interrupt() {
    INTERRUPTED.store(true, Ordering::Relaxed);
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_earlier_end_counts_and_the_outer_one_comes_back() {
        let (now, hour) = (Instant::now(), Duration::from_secs(3600));
        assert!(!is_pulled());
        let outer = Brake::until(Some(now + hour)).apply();
        assert!(!is_pulled());
        {
            let _inner = Brake::until(Some(now)).apply();
            assert!(!was_found_pulled() && is_pulled() && was_found_pulled());
            let _innermost = Brake::until(Some(now + 2 * hour)).apply();
            assert!(is_pulled());
        }
        assert!(!was_found_pulled());
        assert_eq!((is_pulled(), deadline()), (false, Some(now + hour)));
        {
            let _short = Brake::until(Some(now)).apply();
            let calm = suspend();
            assert!(!is_pulled());
            drop(calm);
            assert!(is_pulled());
        }
        drop(outer);
        assert_eq!(deadline(), None);
    }
}
