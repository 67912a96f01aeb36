//! Variables of the runtime.

use core::cell::UnsafeCell;

/// A variable that only the one thread that runs the guest touches.
pub struct Global<T>(UnsafeCell<T>);

// SAFETY: of a controlled guest one thread of the operating system runs; all others are parked before they touch anything.
unsafe impl<T> Sync for Global<T> {}

impl<T> Global<T> {
    pub const fn new(value: T) -> Self {
        Self(UnsafeCell::new(value))
    }

    /// The variable itself. No two of these may be used at the same time; functions here are short, and none keeps one over a call that
    /// could come back to the same variable.
    #[inline(always)]
    #[allow(clippy::mut_from_ref, reason = "see above")]
    pub fn get(&self) -> &mut T {
        // SAFETY: see the type.
        unsafe { &mut *self.0.get() }
    }
}
