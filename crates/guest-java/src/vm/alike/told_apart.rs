//! What a guest can ask for that tells its threads apart.

use std::sync::atomic::Ordering;

use crate::vm::Vm;
use crate::vm::classes::class::Class;
use crate::vm::juc::{AtomicCall, note};
use crate::vm::memory::layout::{HEAP, Ref};

const THREAD: &str = "java/lang/Thread";
const GROUP: &str = "java/lang/ThreadGroup";
const SYNCHRONIZER: &str = "java/util/concurrent/locks/AbstractQueuedSynchronizer";

/// Where calls by reflection and by method handles come from: who asked is further down.
const GO_BETWEENS: &[&str] = &["java/lang/invoke/", "java/lang/reflect/", "jdk/internal/reflect/"];

/// Methods that are noticed.
pub static CALLS: &[AtomicCall] = &[
    note(THREAD, "getName", "", named),
    note(THREAD, "getId", "", named),
    note(THREAD, "threadId", "", named),
    note("java/util/concurrent/locks/LockSupport", "getThreadId", "", named),
    // Of a thread that has ended, in which it may differ from others.
    note(THREAD, "getPriority", "", others),
    note(THREAD, "getContextClassLoader", "", others),
    note(THREAD, "getUncaughtExceptionHandler", "", others),
    note(THREAD, "dispatchUncaughtException", "", listed),
    // Threads that a lock knows, of which a subclass may ask. What it asks is an operation of its own; inside that these are called.
    note("java/util/concurrent/locks/ReentrantLock$Sync", "getOwner", "", listed),
    note("java/util/concurrent/locks/ReentrantReadWriteLock$Sync", "getOwner", "", listed),
    note(SYNCHRONIZER, "getFirstQueuedThread", "", listed),
    note(SYNCHRONIZER, "getQueuedThreads", "", listed),
    note(SYNCHRONIZER, "getExclusiveQueuedThreads", "", listed),
    note(SYNCHRONIZER, "getSharedQueuedThreads", "", listed),
    note(SYNCHRONIZER, "getWaitingThreads", "", listed),
    note(GROUP, "enumerate", "", listed),
    note(GROUP, "list", "", listed),
    note(GROUP, "interrupt", "", listed),
];

/// A thread's name or number is asked for. That of the guest's first thread is no other's.
fn named(vm: &mut Vm, args: &[u64]) {
    if args[0] as Ref != vm.thread_object(0) {
        vm.tell_apart();
    }
}

/// Something is asked about another thread.
fn others(vm: &mut Vm, args: &[u64]) {
    if args[0] as Ref != vm.current_thread() {
        vm.tell_apart();
    }
}

fn listed(vm: &mut Vm, _: &[u64]) {
    vm.tell_apart();
}

impl Vm {
    /// The guest asks for something that threads differ in.
    pub(crate) fn tell_apart(&self) {
        if self.multi {
            self.shared.alike.told_apart.store(true, Ordering::Relaxed);
        }
    }

    /// A thread asks who it is. What the library does with the answer stays there; the program can keep it, and its maker compare it with what that keeps.
    pub(crate) fn tell_apart_by_identity(&self) {
        let (own, caller) = (self.frame, if self.frame == 0 { 0 } else { self.caller(self.frame).0 });
        let is_program = |frame: u32| {
            let is_for_program =
                |class: &Class| !class.platform || GO_BETWEENS.iter().any(|name| class.name.starts_with(name));
            frame != 0 && is_for_program(self.frame_method(frame).class())
        };
        if self.tid != 0 && (is_program(own) || is_program(caller)) {
            self.tell_apart();
        }
    }

    /// The guest asks for the identity hash code of an object. Those of classes and literals do not depend on threads.
    pub(crate) fn tell_apart_by(&self, object: Ref) {
        if object >= HEAP {
            self.tell_apart();
        }
    }
}
