//! `ConcurrentLinkedQueue`: adding an element, taking and looking at the first. Each is one operation on the queue (`told.rs`).
//!
//! `ConcurrentLinkedDeque` has no such model: with both ends its methods are not linearizable, and programs can see that.

use super::told::{Touch, Whole, made};
use super::{AtomicCall, Plan, call, note};
use crate::vm::Vm;
use crate::vm::classes::class::acc;
use crate::vm::memory::layout::Ref;

const QUEUE: &str = "java/util/concurrent/ConcurrentLinkedQueue";

pub(super) static CALLS: &[AtomicCall] = &[
    note(QUEUE, "<init>", "", made),
    call(QUEUE, "offer", "", operation),
    call(QUEUE, "poll", "", operation),
    call(QUEUE, "peek", "", operation),
    call(QUEUE, "isEmpty", "", operation),
];

/// Methods that use nothing of a queue but others of its methods.
const HARMLESS: &[&str] = &["add"];

static OTHER: AtomicCall = call(QUEUE, "", "", |vm, args| {
    // What the queue itself does belongs to an operation of its own, or comes behind giving up.
    let caller = vm.frame_method(vm.caller(vm.asked_frame()).0).class();
    if std::ptr::eq(caller, vm.known.linked_queue()) { None } else { queue(vm, args)?.given_up(vm) }
});

/// What a method that is in no table means for a queue.
pub(super) fn other(class: &str, name: &str, access: u16) -> Option<&'static AtomicCall> {
    let called = access & (acc::PRIVATE | acc::STATIC) == 0 && !name.starts_with('<');
    // Serialisation calls it all the same.
    let counts = called || name == "writeObject";
    (class == QUEUE && counts && !HARMLESS.contains(&name)).then_some(&OTHER)
}

fn queue(vm: &Vm, args: &[u64]) -> Option<Whole> {
    Whole::of(vm, args[0] as Ref, vm.known.linked_queue(), vm.known.linked_queue_head)
}

/// They also move the head on, past elements that others have taken.
fn operation(vm: &Vm, args: &[u64]) -> Option<Plan> {
    queue(vm, args)?.operation(vm, Touch::Change)
}
