//! Idle threads: workers that wait in their pool's own queue for work, and servers that wait for clients.

use deadheat_event::BlockedOn;
use deadheat_machine::{IdlePool, PoolKind};

use crate::vm::Vm;
use crate::vm::memory::layout::Ref;

/// Methods of the library in which a worker waits for work, and in which no task is run.
const WAITING_ROOMS: &[(&str, &str, PoolKind)] = &[
    // Scheduled executors, `CompletableFuture`'s delays and all that `Executors` makes, too.
    ("java/util/concurrent/ThreadPoolExecutor", "getTask", PoolKind::Executor),
    ("java/util/concurrent/ForkJoinPool", "awaitWork", PoolKind::Executor),
    // Tasks are run from here, too, but then a frame of theirs is in between.
    ("java/util/TimerThread", "mainLoop", PoolKind::Timer),
    ("java/net/ServerSocket", "accept", PoolKind::Server),
    ("sun/nio/ch/ServerSocketChannelImpl", "accept", PoolKind::Server),
    ("sun/nio/ch/SelectorImpl", "lockAndDoSelect", PoolKind::Server),
    ("sun/nio/ch/EPollPort$EventHandlerTask", "poll", PoolKind::Server),
    ("sun/nio/ch/Poller", "pollLoop", PoolKind::Platform),
    ("sun/nio/ch/Poller", "run", PoolKind::Platform),
    ("jdk/internal/ref/CleanerImpl", "run", PoolKind::Platform),
    ("java/lang/ref/Reference$ReferenceHandler", "run", PoolKind::Platform),
    ("java/lang/ref/Finalizer$FinalizerThread", "run", PoolKind::Platform),
];

/// Classes in which servers wait, and what a program knows them as.
const KNOWN_AS: &[(&str, &str)] = &[
    ("sun/nio/ch/ServerSocketChannelImpl", "java.nio.channels.ServerSocketChannel"),
    ("sun/nio/ch/EPollSelectorImpl", "java.nio.channels.Selector"),
    ("sun/nio/ch/PollSelectorImpl", "java.nio.channels.Selector"),
    ("sun/nio/ch/EPollPort$EventHandlerTask", "java.nio.channels.AsynchronousChannelGroup"),
];

impl Vm {
    /// For a thread that waits: its pool, if it waits there for work, with nothing of the program's own in between.
    pub fn idle_in(&self, tid: u32) -> Option<(PoolKind, Ref)> {
        let (mut found, mut searching) = (None, true);
        self.each_frame(tid, |frame, _| {
            if !searching {
                return;
            }
            let method = self.frame_method(frame);
            let class = &*method.class().name;
            let room = WAITING_ROOMS.iter().find(|(owner, name, _)| *owner == class && **name == *method.name);
            if let Some((.., kind)) = room.filter(|_| method.class().platform) {
                found = self.frame_receiver(frame).map(|pool| (*kind, pool));
            }
            searching = found.is_none() && !method.code_owner().is_program();
        });
        // In these rooms threads may also wait for each other.
        let for_clients = || {
            let blocked = self.pending_of(tid).and_then(|pending| pending.blocked);
            matches!(blocked, Some(BlockedOn::Permits { .. } | BlockedOn::Unpark))
        };
        found.filter(|(kind, _)| *kind != PoolKind::Server || for_clients())
    }

    /// A pool, by the variable of the program's that holds it; else by its class.
    pub fn idle_pool(&self, kind: PoolKind, pool: Ref) -> IdlePool {
        let name = self.holder_in_program(pool).unwrap_or_else(|| match kind {
            PoolKind::Timer => "java.util.Timer".to_owned(),
            PoolKind::Server => {
                let class = self.class_of(pool);
                let known = KNOWN_AS.iter().find(|(name, _)| *name == &*class.name);
                known.map_or_else(|| class.java_name(), |(_, known)| (*known).to_owned())
            }
            PoolKind::Executor | PoolKind::Platform => self.class_of(pool).java_name(),
        });
        IdlePool { kind, name }
    }
}
