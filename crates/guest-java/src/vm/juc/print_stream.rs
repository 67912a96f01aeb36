//! `PrintStream`: a line of output is one operation, not the dozens of monitors and buffers behind it.
//!
//! Only what comes after the text has been made is atomic, because making it may run `toString` methods of the guest (a
//! `printf` is whole if its arguments are strings and numbers); and only for streams that end in the library (a file, or
//! bytes in memory), because any other runs guest code for each byte. The operation shows as taking and leaving the stream's
//! lock, which is what the library does: its monitor, which a guest that synchronises on `System.out` waits for, or in later
//! JDKs a `ReentrantLock`. Inside such a block, as inside `printf`, printing concerns no other thread.

use deadheat_event::{BlockedOn, Done, LockMode::Exclusive, SyncId, ThreadId};

use super::plan::{Act, Deed, Plan};
use super::told::PLAIN;
use super::{AtomicCall, aqs, call};
use crate::vm::Vm;
use crate::vm::memory::layout::Ref;
use crate::vm::threads::visible::{monitor, synchroniser};

const STREAM: &str = "java/io/PrintStream";

pub(super) static CALLS: &[AtomicCall] = &[
    call(STREAM, "write", "(Ljava/lang/String;)V", print),
    call(STREAM, "write", "([C)V", print),
    call(STREAM, "write", "([BII)V", print),
    call(STREAM, "write", "(I)V", print),
    call(STREAM, "writeln", "", print),
    call(STREAM, "newLine", "", print),
    call(STREAM, "flush", "", print),
    call(STREAM, "format", "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/io/PrintStream;", |vm, args| {
        if are_plain(vm, args[2] as Ref) { print(vm, args) } else { None }
    }),
    call(
        STREAM,
        "format",
        "(Ljava/util/Locale;Ljava/lang/String;[Ljava/lang/Object;)Ljava/io/PrintStream;",
        |vm, args| {
            if are_plain(vm, args[3] as Ref) { print(vm, args) } else { None }
        },
    ),
];

/// Streams of the library that end there.
const SINKS: &[&str] = &["java/io/FileOutputStream", "java/io/ByteArrayOutputStream"];

/// Whether no argument of a `format` brings code of its own.
fn are_plain(vm: &Vm, arguments: Ref) -> bool {
    let is_plain = |value: Ref| value == 0 || PLAIN.contains(&&*vm.class_of(value).name);
    arguments != 0 && (0..vm.array_len(arguments)).all(|i| is_plain(vm.array_ref(arguments, i)))
}

fn print(vm: &Vm, args: &[u64]) -> Option<Plan> {
    let stream = args[0] as Ref;
    if &*vm.class_of(stream).name != STREAM || !ends_in_library(vm, stream) {
        return None;
    }
    let tid = vm.asked_thread();
    let (guard, owner) = guard(vm, stream);
    if owner == Some(tid) {
        return Some(Plan::hidden(stream, Act::Body));
    }
    let kind = Done::Acquire { lock: guard, mode: Exclusive, reentrant: false };
    // The lock itself is taken and left by the method's code.
    let left = Deed { event: Done::Release { lock: guard, mode: Exclusive, reentrant: false }, book: None };
    let mut plan = Plan::visible(stream, kind, Act::Body).then(left);
    if let Some(seen) = &mut plan.seen {
        seen.blocked =
            owner.map(|owner| BlockedOn::Lock { lock: guard, owner: Some(ThreadId(owner)), interruptible: false });
    }
    Some(plan)
}

/// The lock of a stream, and the thread that has it.
fn guard(vm: &Vm, stream: Ref) -> (SyncId, Option<u32>) {
    let internal = if vm.known.print_lock == 0 { 0 } else { vm.ref_field(stream, vm.known.print_lock) };
    if internal == 0 {
        return (monitor(stream), vm.monitor_owner(stream));
    }
    let lock = vm.ref_field(internal, vm.known.internal_lock_lock);
    (synchroniser(lock), aqs::owner(vm, vm.ref_field(lock, vm.known.lock_sync)))
}

fn ends_in_library(vm: &Vm, stream: Ref) -> bool {
    let mut out = vm.ref_field(stream, vm.known.stream_out);
    if out != 0 && &*vm.class_of(out).name == "java/io/BufferedOutputStream" {
        out = vm.ref_field(out, vm.known.stream_out);
    }
    out != 0 && SINKS.contains(&&*vm.class_of(out).name)
}
