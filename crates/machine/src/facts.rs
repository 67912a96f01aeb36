//! The facts in a schedule's header that say on which machine it was found: those that all kinds of guests have.

/// Waits may end for no reason.
pub const SPURIOUS: &str = "spurious";
/// An exit code other than 0 is an error.
pub const FAIL_ON_EXIT: &str = "fail-on-exit";
/// To write to the standard output is a visible operation.
pub const VISIBLE_OUTPUT: &str = "visible-output";
/// How threads are called, where they are not numbered in the order of their starts: see [`thread_births`](crate::thread_births).
pub const THREADS: &str = "threads";
