//! Questions about the moment: what the machine answers.

use deadheat_event::{
    AccessKind, CodeOwner, Context, Location, LockMode, ObjectId, SiteId, SourcePos, SyncId, ThreadId, Value,
};
use deadheat_machine::Machine as _;

use super::NativeMachine;

impl NativeMachine {
    /// The number of the stack of a thread that stands still.
    pub(super) fn stack_now(&self, thread: ThreadId) -> Option<u32> {
        let stopped = self.stopped()?;
        (stopped.status(thread.0) == 1).then(|| stopped.thread(thread.0).map(|record| record.stack)).flatten()
    }
}

impl Context for NativeMachine {
    fn stack_sites(&self, thread: ThreadId, out: &mut Vec<SiteId>) {
        out.clear();
        let stack = match &self.present {
            Some(present) => present.stacks.get(&thread).copied(),
            None => self.stack_now(thread),
        };
        if let Some(stack) = stack {
            out.extend_from_slice(&self.calls(stack));
        }
    }

    fn source(&self, site: SiteId) -> SourcePos {
        self.image.source(site)
    }

    fn owner(&self, site: SiteId) -> CodeOwner {
        self.image.source(site).owner
    }

    fn locks(&self, thread: ThreadId) -> Vec<(SyncId, LockMode)> {
        match &self.present {
            Some(present) => present.locks.get(&thread).cloned().unwrap_or_default(),
            None => self.locks_now(thread),
        }
    }

    fn live_threads(&self, out: &mut Vec<ThreadId>) {
        match &self.present {
            Some(present) => out.clone_from(&present.live),
            None => self.live(out),
        }
    }

    fn thread_name(&self, thread: ThreadId) -> String {
        self.name_of(thread)
    }

    fn type_name(&self, object: ObjectId) -> String {
        self.image.type_name(object)
    }

    fn location_name(&self, location: Location) -> String {
        self.image.location_name(location)
    }

    fn target_name(&self, location: Location) -> String {
        self.image.target_name(location)
    }

    fn value_name(&self, location: Location, value: Value) -> Option<String> {
        self.image.value_name(location, value)
    }

    fn sync_name(&self, sync: SyncId) -> String {
        self.image.sync_name(sync)
    }

    /// A lock that a library takes for itself guards no block of the program's. Where the code of the lock is a function of its own, its caller is
    /// not known here: then neither.
    fn guards_block(&self, _: SyncId, site: SiteId) -> bool {
        let calls = self.image.calls(site);
        let is_wrapper = |owner: CodeOwner| matches!(owner, CodeOwner::Lock | CodeOwner::Atomic);
        let taker = calls.iter().find(|place| !is_wrapper(place.owner));
        taker.is_some_and(|place| place.owner.is_program())
    }

    fn access_name(&self, access: AccessKind) -> Option<&'static str> {
        access.is_protected().then_some("atomic")
    }
}
