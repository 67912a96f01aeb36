//! Watchers of a search: they see every step that it explores.

use deadheat_event::{Observer, ThreadId};

/// Watches the steps that one worker explores. The worker jumps from path to path; after each jump it says where it is.
pub trait Watcher: Observer {
    /// The next events follow on another state than the one after the last event: these threads live in it.
    fn enter(&mut self, live: &[ThreadId]) {
        let _ = live;
    }
}

/// Watches a search: has a watcher for each of its workers.
pub trait Watch: Sync {
    /// A watcher for one more worker.
    fn watcher(&self) -> Box<dyn Watcher + '_>;
}
