//! Idle threads: workers that wait in their pool's own queue for work.

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
    ("jdk/internal/ref/CleanerImpl", "run", PoolKind::Platform),
    ("java/lang/ref/Reference$ReferenceHandler", "run", PoolKind::Platform),
    ("java/lang/ref/Finalizer$FinalizerThread", "run", PoolKind::Platform),
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
        found
    }

    /// A pool, by the variable of the program's that holds it; else by its class.
    pub fn idle_pool(&self, kind: PoolKind, pool: Ref) -> IdlePool {
        let name = self.holder_in_program(pool).unwrap_or_else(|| match kind {
            PoolKind::Timer => "java.util.Timer".to_owned(),
            PoolKind::Executor | PoolKind::Platform => self.class_of(pool).java_name(),
        });
        IdlePool { kind, name }
    }
}
