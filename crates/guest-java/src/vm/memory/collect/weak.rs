//! Weak references: what becomes of them when their referents are gone.
//!
//! HotSpot's collector hands cleared references to a thread of the library, the reference handler, which puts them into
//! their queues. That thread is not started here: it would be one more thread in every search. The collector does its work
//! instead, and does to a queue what `ReferenceQueue.enqueue` does, word by word. A queue whose lock is held at that moment
//! (a thread was cut in the middle of `poll`) is left alone: its references wait in the list at `G_PENDING_REFS`, linked by
//! their `discovered` fields, for the next collection.
//!
//! What differs from HotSpot: finalisers are never run (they are deprecated, and no program can rely on them), and the
//! platform's own `jdk.internal.ref.Cleaner`s (of direct buffers) are cleared but their action is not run, so the memory of
//! a direct buffer that is not freed by hand is not reclaimed.

use super::mark::{Marks, StrongKinds};
use crate::vm::classes::class::ClassRef;
use crate::vm::classes::known::{instance_field, static_field};
use crate::vm::memory::layout::{G_PENDING_REFS, HEAP, Ref};
use crate::vm::{Vm, VmResult};

/// The fields of a `ReferenceQueue`.
struct QueueLayout {
    lock: u32,
    /// The condition of the lock, in JDKs where that is a `ReentrantLock`; else 0.
    condition: u32,
    head: u32,
    length: u32,
    /// The queue of a reference that has none.
    none: Ref,
    /// The queue of a reference that is in its queue.
    enqueued: Ref,
}

impl QueueLayout {
    fn of(vm: &Vm, class: ClassRef) -> VmResult<QueueLayout> {
        Ok(QueueLayout {
            lock: instance_field(class, "lock")?.place,
            condition: instance_field(class, "notEmpty").map_or(0, |field| field.place),
            head: instance_field(class, "head")?.place,
            length: instance_field(class, "queueLength")?.place,
            // Called otherwise by JDK 25.
            none: vm.get(static_field(class, "NULL").or_else(|_| static_field(class, "NULL_QUEUE"))?.place) as Ref,
            enqueued: vm.get(static_field(class, "ENQUEUED")?.place) as Ref,
        })
    }
}

impl Vm {
    /// Clears the references among `weak` that are alive while their referents are not, and hands them over.
    pub(super) fn clear_weak(&mut self, weak: &[Ref], marks: &Marks, strong: &StrongKinds) -> VmResult<()> {
        let mut cleared = Vec::new();
        for reference in weak {
            let referent = self.ref_field(*reference, self.known.reference_referent);
            let dead = referent >= HEAP && !marks.is_marked(referent);
            if dead && marks.is_marked(*reference) && !strong.keeps(self.class_of(*reference)) {
                let offset = self.known.reference_referent;
                self.set(reference + offset, 0);
                cleared.push(*reference);
            }
        }
        // The list is taken from its head, so the first goes in last.
        for reference in cleared.into_iter().rev() {
            let next = self.get(G_PENDING_REFS) as Ref;
            self.set_ref_field(reference, self.known.reference_discovered, next);
            self.set(G_PENDING_REFS, u64::from(reference));
        }
        self.enqueue_pending()
    }

    /// What the reference handler does with the pending references.
    fn enqueue_pending(&mut self) -> VmResult<()> {
        if self.get(G_PENDING_REFS) == 0 {
            return Ok(());
        }
        let Some(class) = self.loaded("java/lang/ref/ReferenceQueue", 0) else { return Ok(()) };
        let layout = QueueLayout::of(self, class)?;
        let mut next = self.get(G_PENDING_REFS) as Ref;
        let mut waiting = Vec::new();
        while next != 0 {
            let reference = next;
            next = self.ref_field(reference, self.known.reference_discovered);
            let discovered = self.known.reference_discovered;
            self.set(reference + discovered, 0);
            if !self.enqueue(reference, &layout) {
                waiting.push(reference);
            }
        }
        let mut head = 0;
        for reference in waiting.into_iter().rev() {
            self.set_ref_field(reference, self.known.reference_discovered, head);
            head = reference;
        }
        self.set(G_PENDING_REFS, u64::from(head));
        Ok(())
    }

    /// `ReferenceQueue.enqueue`; `false` when that must wait.
    fn enqueue(&mut self, reference: Ref, layout: &QueueLayout) -> bool {
        let queue = self.ref_field(reference, self.known.reference_queue);
        if queue == 0 || queue == layout.none || queue == layout.enqueued || self.is_platform_cleaner(reference) {
            return true;
        }
        let lock = self.ref_field(queue, layout.lock);
        if lock != 0 && self.is_queue_held(lock) {
            return false;
        }
        let head = self.ref_field(queue, layout.head);
        let next = if head == 0 { reference } else { head };
        self.set_ref_field(reference, self.known.reference_next, next);
        self.set_ref_field(queue, layout.head, reference);
        let length = self.field(queue, layout.length);
        self.set(queue + layout.length, length + 1);
        self.set_ref_field(reference, self.known.reference_queue, layout.enqueued);
        let waited_on = if layout.condition == 0 { lock } else { self.ref_field(queue, layout.condition) };
        if waited_on != 0 {
            self.notify_waiters(waited_on, true);
        }
        true
    }

    /// Whether a thread holds the lock of a queue: a monitor, or a `ReentrantLock` in later JDKs.
    fn is_queue_held(&self, lock: Ref) -> bool {
        if !self.class_of(lock).is_subclass_of(self.known.reentrant_lock()) {
            return self.monitor_owner(lock).is_some();
        }
        let sync = self.ref_field(lock, self.known.lock_sync);
        self.field(sync, self.known.aqs_state) != 0
    }

    fn is_platform_cleaner(&self, reference: Ref) -> bool {
        self.loaded("jdk/internal/ref/Cleaner", 0)
            .is_some_and(|cleaner| self.class_of(reference).is_subclass_of(cleaner))
    }
}
