//! The thread that starts processes.
//!
//! A guest asks to be killed when its parent dies, so that none is left behind, whatever becomes of deadheat. The kernel takes the *thread*
//! that started a process for its parent; so one thread starts all of them, and lives as long as deadheat.

use std::sync::Mutex;
use std::sync::OnceLock;
use std::sync::mpsc::{Sender, channel};

type Work = Box<dyn FnOnce() + Send>;

/// Does something on the thread that lives as long as deadheat.
pub(super) fn there<R: Send + 'static>(work: impl FnOnce() -> R + Send + 'static) -> Option<R> {
    static NURSERY: OnceLock<Mutex<Sender<Work>>> = OnceLock::new();
    let nursery = NURSERY.get_or_init(|| {
        let (sender, receiver) = channel::<Work>();
        std::thread::spawn(move || receiver.into_iter().for_each(|work| work()));
        Mutex::new(sender)
    });
    let (sender, receiver) = channel();
    let work: Work = Box::new(move || {
        let _ = sender.send(work());
    });
    nursery.lock().ok()?.send(work).ok()?;
    receiver.recv().ok()
}
