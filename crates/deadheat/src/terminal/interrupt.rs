//! Ctrl-C, and the signals by which systems end programs (SIGTERM, SIGHUP): the first one asks for an end with what was found, the
//! second ends at once.

use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use deadheat_machine::brake;

/// What a shell reports for a program that an interrupt ended.
const EXIT_INTERRUPTED: i32 = 130;

static STOP: AtomicBool = AtomicBool::new(false);
static INSTALLED: OnceLock<bool> = OnceLock::new();

/// A flag that the user sets with ctrl-C, or the system with a signal that ends programs; `None` where that cannot be had.
pub fn flag() -> Option<&'static AtomicBool> {
    let handler = || {
        brake::interrupt();
        if STOP.swap(true, Ordering::Relaxed) {
            process::exit(EXIT_INTERRUPTED);
        }
    };
    INSTALLED.get_or_init(|| ctrlc::set_handler(handler).is_ok()).then_some(&STOP)
}
