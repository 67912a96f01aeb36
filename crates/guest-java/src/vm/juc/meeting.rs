//! Where threads meet and hand each other things: `SynchronousQueue`, `LinkedTransferQueue`, `Exchanger`, `Phaser`.
//!
//! A thread that comes finds one that waits for it, and both go on; or it leaves word that it is there, and waits. So a call is one operation on the
//! place as a whole (`told.rs`), or two: it ends where the library parks the thread, and what follows, to the end of the call or until the thread
//! parks once more, is another one. All of it is the library's own code. Whoever meets a thread wakes it in the same operation, and a thread that
//! was woken for nothing looks again and parks again: permits are what they are in the library, also those that others have given.
//!
//! What is left out is what comes to pass *between* the accesses of one operation: that a thread is there, and is not parked yet. Why the program
//! cannot tell: it can still be met, and that is all that others do with it. But for these, at which the place is *given up*:
//! - a thread that was interrupted before it came is there for a moment, and can be met before it notices;
//! - waits for a phase that an interrupt ends: one that comes when the phase is over may end it, too;
//! - waits with a time limit;
//! - threads of fork/join pools are replaced by others while they wait;
//! - methods that look through a whole queue;
//! - phasers that have others below them.
//!
//! `Exchanger` lets pairs of many threads meet side by side when they get in each other's way. Then two may wait for a while and not meet; so they may if
//! one of them came later.

use deadheat_event::{BlockedOn, Done};

use super::plan::{Act, Deed, Plan};
use super::told::{self, Touch, Whole};
use super::{AtomicCall, call, fork_join, note};
use crate::vm::Vm;
use crate::vm::classes::class::acc;
use crate::vm::memory::layout::{self, Ref};
use crate::vm::threads::thread::{T_ATOMIC, T_PERMIT};

const HAND_OVER: &str = "java/util/concurrent/SynchronousQueue";
const TRANSFER: &str = "java/util/concurrent/LinkedTransferQueue";
const EXCHANGER: &str = "java/util/concurrent/Exchanger";
const PHASER: &str = "java/util/concurrent/Phaser";

pub(super) static CALLS: &[AtomicCall] = &[
    note(HAND_OVER, "<init>", "", made),
    call(HAND_OVER, "put", "", meet).parks(),
    call(HAND_OVER, "take", "", meet).parks(),
    // Offering is in `thread_pool.rs`, which has something to say of it, too.
    call(HAND_OVER, "offer", "", given_up),
    call(HAND_OVER, "poll", "()Ljava/lang/Object;", pass),
    call(HAND_OVER, "poll", "", given_up),
    note(TRANSFER, "<init>", "", made),
    call(TRANSFER, "put", "", pass),
    call(TRANSFER, "add", "", pass),
    call(TRANSFER, "offer", "", pass),
    call(TRANSFER, "poll", "()Ljava/lang/Object;", pass),
    call(TRANSFER, "peek", "", pass),
    call(TRANSFER, "isEmpty", "", pass),
    call(TRANSFER, "tryTransfer", "(Ljava/lang/Object;)Z", pass),
    call(TRANSFER, "transfer", "", meet).parks(),
    call(TRANSFER, "take", "", meet).parks(),
    note(EXCHANGER, "<init>", "", made),
    call(EXCHANGER, "exchange", "(Ljava/lang/Object;)Ljava/lang/Object;", meet).parks(),
    call(EXCHANGER, "exchange", "", given_up),
    AtomicCall { note: Some(made), ..call(PHASER, "<init>", "(Ljava/util/concurrent/Phaser;I)V", below_another) },
    call(PHASER, "register", "", pass),
    call(PHASER, "bulkRegister", "", pass),
    call(PHASER, "arrive", "", pass),
    call(PHASER, "arriveAndDeregister", "", pass),
    call(PHASER, "forceTermination", "", pass),
    call(PHASER, "arriveAndAwaitAdvance", "", await_advance).parks(),
    call(PHASER, "awaitAdvance", "", await_advance).parks(),
    call(PHASER, "awaitAdvanceInterruptibly", "", given_up),
];

/// Methods of a transfer queue that use nothing of it but others of its methods.
const HARMLESS: &[&str] = &["remainingCapacity", "drainTo"];

static OTHER: AtomicCall = call(TRANSFER, "", "", |vm, args| {
    // What the queue itself does belongs to an operation of its own, or comes behind giving up.
    let caller = vm.frame_method(vm.caller(vm.asked_frame()).0).class();
    if std::ptr::eq(caller, vm.known.transfer_queue()) { None } else { given_up(vm, args) }
});

/// What a method that is in no table means for a place.
pub(super) fn other(class: &str, name: &str, access: u16) -> Option<&'static AtomicCall> {
    let called = access & (acc::PRIVATE | acc::STATIC) == 0 && !name.starts_with('<');
    // Serialisation calls it all the same.
    let counts = called || name == "writeObject";
    (class == TRANSFER && counts && !HARMLESS.contains(&name)).then_some(&OTHER)
}

/// One is being made. Later JDKs have other ways to meet than JDK 17; phasers are the same in all.
fn made(vm: &mut Vm, args: &[u64]) {
    let is_phaser = std::ptr::eq(vm.class_of(args[0] as Ref), vm.known.phaser());
    if is_phaser || vm.shared.feature_version == fork_join::JDK {
        told::made(vm, args);
    }
}

/// A place that is modelled, or was.
fn place(vm: &Vm, object: Ref) -> Option<Whole> {
    let known = &vm.known;
    let class = if object == 0 { return None } else { vm.class_of(object) };
    let is = |known| std::ptr::eq(class, known);
    let place = if is(known.hand_over()) {
        known.hand_over_transferer
    } else if is(known.transfer_queue()) {
        known.transfer_queue_head
    } else if is(known.exchanger()) {
        known.exchanger_participant
    } else if is(known.phaser()) && vm.ref_field(object, known.phaser_parent) == 0 {
        known.phaser_state
    } else {
        return None;
    };
    Whole::of(vm, object, class, place)
}

/// A method in which nobody waits.
pub(super) fn pass(vm: &Vm, args: &[u64]) -> Option<Plan> {
    place(vm, args[0] as Ref)?.operation(vm, Touch::Change)
}

/// A method in which the thread may wait until it is interrupted.
fn meet(vm: &Vm, args: &[u64]) -> Option<Plan> {
    if vm.is_interrupted(vm.asked_thread()) { given_up(vm, args) } else { await_advance(vm, args) }
}

/// A method in which the thread may wait, whether it is interrupted or not.
fn await_advance(vm: &Vm, args: &[u64]) -> Option<Plan> {
    if fork_join::is_worker(vm) { given_up(vm, args) } else { pass(vm, args) }
}

/// A method that is not modelled: the place is modelled no longer.
fn given_up(vm: &Vm, args: &[u64]) -> Option<Plan> {
    place(vm, args[0] as Ref)?.given_up(vm)
}

/// A phaser is made, perhaps below another one.
fn below_another(vm: &Vm, args: &[u64]) -> Option<Plan> {
    given_up(vm, &args[1..])
}

/// Whether the method of a frame is one in which threads park between two operations.
fn is_parking(vm: &Vm, frame: u32) -> bool {
    vm.frame_method(frame).atomic.is_some_and(|call| call.parks)
}

/// Whether the running thread is in the first of two such operations.
pub(super) fn parks(vm: &Vm) -> bool {
    vm.telling && is_parking(vm, vm.thread_word(T_ATOMIC) as u32 - 1)
}

/// The frame of such a method that the library has called to come to this one, and the place that it is about.
fn waits_at(vm: &Vm, frame: u32) -> Option<(u32, Whole)> {
    let callers = std::iter::successors(Some(vm.caller(frame).0), |frame| Some(vm.caller(*frame).0));
    let mut library = callers.take_while(|frame| *frame != 0 && vm.frame_method(*frame).class().platform);
    let frame = library.find(|frame| is_parking(vm, *frame))?;
    Some((frame, place(vm, vm.frame_receiver(frame)?)?))
}

/// A thread has left word that it is there, and waits until it is woken.
pub(super) fn parked(vm: &Vm) -> Option<Plan> {
    let tid = vm.asked_thread();
    let (_, place) = waits_at(vm, vm.asked_frame())?;
    let plan = place.operation(vm, Touch::Change)?;
    if !place.is_modelled {
        // Who has begun to wait looks for itself.
        return Some(plan);
    }
    if vm.get(layout::thread(tid) + T_PERMIT) == 0 && !vm.is_interrupted(tid) {
        return Some(plan.blocked(BlockedOn::Unpark));
    }
    let woken = Deed { event: Done::Park { timed: false }, book: None };
    Some(Plan { act: Act::GoOn, ..plan.doing(woken) })
}

impl Vm {
    /// The running thread, which stands before `park`, was woken, and goes on with what it came for.
    pub(super) fn go_on(&mut self, visible: bool) {
        self.set_thread_word(T_PERMIT, 0);
        if let Some((frame, _)) = waits_at(self, self.frame).filter(|_| visible) {
            self.enter_told(frame);
        }
    }
}
