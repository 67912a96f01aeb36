//! Panics, shown to the user as what they are: faults of deadheat.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Mutex;

use super::bundle;
use super::failure::Failure;

/// What the last panic said, and where.
static LAST: Mutex<Option<String>> = Mutex::new(None);

/// Does `work`; a panic becomes an internal error. With `RUST_BACKTRACE` set, its backtrace is shown.
pub fn catch<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    let previous = panic::take_hook();
    panic::set_hook(Box::new(|info| {
        let message = info.payload_as_str().unwrap_or("panic");
        let place = info.location().map(|place| format!(" at {}:{}", place.file(), place.line()));
        if let Ok(mut last) = LAST.lock() {
            *last = Some(format!("{message}{}", place.unwrap_or_default()));
        }
        let backtrace = Backtrace::capture();
        if backtrace.status() == BacktraceStatus::Captured {
            crate::note!("{backtrace}");
        }
        bundle::add("backtrace", Backtrace::force_capture().to_string());
    }));
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    panic::set_hook(previous);
    result.unwrap_or_else(|_| {
        let last = LAST.lock().ok().and_then(|mut last| last.take());
        Err(Failure::Internal(last.unwrap_or_else(|| "panic".to_owned()).replace('\n', " ")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_internal_error() {
        let failure = catch::<()>(|| panic!("no\nsuch {}", "thing")).unwrap_err();
        assert_eq!(failure.exit_code(), 3);
        let text = failure.to_string();
        assert!(text.starts_with("internal error: no such thing at crates/deadheat/src/terminal/panic.rs:"), "{text}");
        assert!(text.contains(env!("CARGO_PKG_VERSION")) && text.contains("report"));
    }
}
