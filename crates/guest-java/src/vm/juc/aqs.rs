//! The state that the library's synchronisers keep in `AbstractQueuedSynchronizer`, and what they have in common.

use super::plan::Patience;
use super::queue::QueuePolicy;
use crate::vm::Vm;
use crate::vm::memory::layout::Ref;

/// The units of `TimeUnit` in nanoseconds, by ordinal.
const NANOS: [i64; 7] = [1, 1_000, 1_000_000, 1_000_000_000, 60_000_000_000, 3_600_000_000_000, 86_400_000_000_000];

/// The synchroniser's state word.
pub fn state(vm: &Vm, sync: Ref) -> i32 {
    vm.field(sync, vm.known.aqs_state) as u32 as i32
}

/// The thread object that owns a synchroniser exclusively, or null.
fn owner_object(vm: &Vm, sync: Ref) -> Ref {
    vm.ref_field(sync, vm.known.aqs_owner)
}

/// The thread that owns it, even if it has ended since: who waits for that waits for ever.
pub fn owner(vm: &Vm, sync: Ref) -> Option<u32> {
    let thread = owner_object(vm, sync);
    if thread == 0 { None } else { vm.started_tid_of(thread) }
}

/// Whether a thread owns it.
pub fn is_owner(vm: &Vm, sync: Ref, tid: u32) -> bool {
    let thread = owner_object(vm, sync);
    thread != 0 && thread == vm.thread_object(tid)
}

/// Whether no thread has queued in the library itself: see [`Vm::leave_atomic`](crate::vm::Vm::leave_atomic).
pub fn is_ours(vm: &Vm, sync: Ref) -> bool {
    sync != 0 && vm.ref_field(sync, vm.known.aqs_head) == vm.ref_field(sync, vm.known.aqs_tail)
}

/// The synchroniser behind a façade, if it is modelled now. A thread that has begun to wait goes on as it began.
pub fn sync(vm: &Vm, object: Ref, offset: u32) -> Option<Ref> {
    let sync = vm.ref_field(object, offset);
    (sync != 0 && (is_ours(vm, sync) || vm.asked_phase() != 0)).then_some(sync)
}

/// Whether a synchroniser was made fair.
pub fn is_fair(vm: &Vm, sync: Ref) -> bool {
    vm.class_of(sync).name.ends_with("$FairSync")
}

/// The policy of a synchroniser that is either fair or keeps no line.
pub fn policy(vm: &Vm, sync: Ref) -> QueuePolicy {
    if is_fair(vm, sync) { QueuePolicy::Fair } else { QueuePolicy::Any }
}

/// A time and its unit in nanoseconds; none for a null unit.
pub fn nanos(vm: &Vm, time: u64, unit: u64) -> Option<i64> {
    let unit = unit as Ref;
    let ordinal = if unit == 0 { return None } else { vm.field(unit, vm.known.enum_ordinal) };
    let scale = NANOS.get(ordinal as usize)?;
    Some((time as i64).saturating_mul(*scale))
}

/// Patience for a time and its unit.
pub fn timed(vm: &Vm, time: u64, unit: u64) -> Option<Patience> {
    nanos(vm, time, unit).map(Patience::Nanos)
}

/// Where a synchroniser remembers the lock that users know: a word that the VM adds (see `link::injected_reference`).
fn facade_word(vm: &Vm, sync: Ref) -> Option<u32> {
    let class = vm.class_of(sync);
    let known = [vm.known.reentrant_sync(), vm.known.read_write_sync()];
    known.into_iter().find(|base| class.is_subclass_of(base)).map(|base| base.words - 1)
}

/// The lock that users know, of a synchroniser that remembers it; else the synchroniser itself.
pub fn facade(vm: &Vm, sync: Ref) -> Ref {
    let facade = facade_word(vm, sync).map_or(0, |word| vm.ref_field(sync, word));
    if facade == 0 { sync } else { facade }
}

impl Vm {
    /// Makes a synchroniser remember the lock that users know.
    pub(super) fn set_facade(&mut self, sync: Ref, lock: Ref) {
        if let Some(word) = facade_word(self, sync).filter(|word| self.ref_field(sync, *word) == 0) {
            self.set_ref_field(sync, word, lock);
        }
    }
}
