//! Visible operations: what a thread will do next, read off its instruction and stack, and the events that tell of it.

use std::borrow::Cow;
use std::cell::Cell;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering};

use deadheat_event::{
    AccessKind, BlockedOn, Done, Event, EventKind, FieldId, Location, LockMode, Mark, ObjectId, Observer, Op, Pending,
    SiteId, SyncId, ThreadId, Value,
};

use crate::vm::classes::class::{ClassRef, FieldRef, Kind, Shape};
use crate::vm::exec::code::Code;
use crate::vm::exec::interp::Stop;
use crate::vm::exec::op;
use crate::vm::memory::layout::{self, Ref};
use crate::vm::natives::Seen;
use crate::vm::threads::policy::{self, Visibility};
use crate::vm::threads::thread::{F_BLOCK, S_NEW, S_TERMINATED, T_BETWEEN, T_FRAME, T_PC, T_SP, T_STAGE, T_STATUS};
use crate::vm::{Vm, VmResult};

/// Most methods that are visible operations have no more arguments.
const FEW_ARGS: usize = 8;

/// A number that no other watch of this process has, whichever machine is watched: an observer may watch several.
fn next_watch() -> u64 {
    /// So many numbers a thread takes at once: threads seldom ask for what they share.
    const MANY: u64 = 1 << 32;
    static TAKEN: AtomicU64 = AtomicU64::new(0);
    thread_local! {
        static NEXT: Cell<u64> = const { Cell::new(0) };
    }
    NEXT.with(|next| {
        let known = next.get();
        let now = if known % MANY == 0 { TAKEN.fetch_add(MANY, Ordering::Relaxed) + 1 } else { known };
        next.set(now + 1);
        now
    })
}

/// An observer, borrowed for the length of a step.
pub(crate) struct ObserverPointer(NonNull<dyn Observer + 'static>);

// SAFETY: it is only there during a call of `Jvm::run`, on the thread that makes the call.
unsafe impl Send for ObserverPointer {}

impl Vm {
    /// Before a monitor is entered in a guest with several threads: `Some` when the thread must stop first.
    pub(crate) fn before_enter(&mut self, object: Ref) -> Option<Stop> {
        if !self.is_shared(object) {
            self.monitor_try_enter(object);
            return None;
        }
        if !self.monitor_free_for(object, self.tid) {
            return Some(Stop::Blocked);
        }
        if self.switching {
            if !self.may_pass() {
                return Some(Stop::Pending);
            }
            if self.observing {
                self.emit(self.acquire_of(object, self.tid));
            }
        }
        self.monitor_try_enter(object);
        None
    }

    fn acquire_of(&self, object: Ref, tid: u32) -> Done {
        let reentrant = self.monitor_owner(object) == Some(tid);
        Done::Acquire { lock: monitor(object), mode: LockMode::Exclusive, reentrant }
    }

    /// Gives a monitor back. No thread can be hindered by that, so it is no place to stop.
    pub(crate) fn release_monitor(&mut self, object: Ref) -> VmResult<()> {
        self.monitor_exit(object)?;
        if self.observing && self.switching && self.is_shared(object) {
            let reentrant = self.monitor_owner(object) == Some(self.tid);
            self.emit(Done::Release { lock: monitor(object), mode: LockMode::Exclusive, reentrant });
        }
        Ok(())
    }

    /// Reports to the observer of the present step what the running thread does, as it does it: whatever the observer asks
    /// about (stacks, locks held) is as of this operation.
    pub fn emit(&mut self, kind: impl Into<EventKind>) {
        self.tell_observer(kind.into());
    }

    /// The same, as a part of its caller: an event of an access is made in one place, once.
    #[inline(always)]
    fn tell_observer(&mut self, kind: EventKind) {
        let frame = self.frame;
        let site = if frame == 0 { SiteId(0) } else { site_id(self.arena.running(frame + 1) as u32, self.pc) };
        let step = self.steps.saturating_sub(1);
        let event = Event { seq: self.events, step, thread: ThreadId(self.tid), site, kind };
        self.audit_event(&event.kind);
        self.events += 1;
        if let Some(ObserverPointer(observer)) = &mut self.watcher {
            let observer = observer.as_ptr();
            // What an observer asks for is not the running native's doing.
            let doing = self.doing.take();
            // SAFETY: `Vm::watch` was given a live observer by `Jvm::run`, which takes it away before it returns;
            // nothing else uses it meanwhile.
            unsafe { (*observer).event(&event, self) };
            self.doing.set(doing);
        }
    }

    /// Whether the observer wants to be told which objects can be reached.
    pub(crate) fn wants_survey(&self) -> bool {
        // SAFETY: as in `emit`.
        self.watcher.as_ref().is_some_and(|ObserverPointer(observer)| unsafe { observer.as_ref() }.wants_survey())
    }

    /// Tells the observer which objects can be reached.
    pub(crate) fn tell_survey(&mut self, lives: &dyn Fn(ObjectId) -> bool) {
        if let Some(ObserverPointer(observer)) = &mut self.watcher {
            // SAFETY: as in `emit`.
            unsafe { observer.as_mut() }.survey(lives);
        }
    }

    /// Whether an observer watches.
    pub fn is_watched(&self) -> bool {
        self.watcher.is_some()
    }

    /// Reports to the observer something that is no operation. Before the second thread starts there is nothing to report, and
    /// inside a call that is one operation nothing but that operation is reported.
    pub(crate) fn mark(&mut self, mark: Mark) {
        if self.observing && self.switching {
            self.emit(mark);
        }
    }

    /// Begins the atomic block that the frame is.
    pub(crate) fn begin_block(&mut self, frame: u32) {
        let flags = self.get(frame + 1);
        self.set(frame + 1, flags | F_BLOCK << 32);
        self.mark(Mark::AtomicBegin);
    }

    /// Sets the observer; the caller takes it away again before the observer's borrow ends.
    pub(crate) fn watch(&mut self, observer: Option<&mut dyn Observer>) {
        self.observing = observer.is_some() || self.shared.config.audit;
        if observer.is_some() {
            self.watch = next_watch();
        }
        self.watcher = observer.map(|observer| {
            let pointer: NonNull<dyn Observer + '_> = NonNull::from(observer);
            // SAFETY: only the lifetime changes; see `emit` for why it holds.
            ObserverPointer(unsafe {
                std::mem::transmute::<NonNull<dyn Observer + '_>, NonNull<dyn Observer + 'static>>(pointer)
            })
        });
    }

    /// Reports that the running thread begins to initialise a class.
    pub(crate) fn emit_initializer(&mut self, class: crate::vm::classes::class::ClassRef) {
        self.emit(Done::Initialise { once: initialiser(class) });
    }

    /// Records the operation that the running thread is about to do: nearly always an access, which is told at once, without what matters to threads that
    /// stand there only.
    pub(crate) fn emit_at(&mut self, code: &Code) {
        let word = code.ops.get(self.pc as usize).map_or(0, |word| word.load(Ordering::Relaxed));
        let stack = |n: u32| self.arena.running(self.sp - n);
        let elements = || elements_of(self.method(self.arena.running(self.frame + 1) as u32).class());
        let touch = match op::op(word) {
            op::GETFIELD_V | op::GETFIELD_F => self.field_access(self.field_of(op::b(word)), stack(1) as Ref, None),
            op::PUTFIELD_V | op::PUTFIELD_R | op::PUTFIELD_F => {
                self.field_access(self.field_of(op::b(word)), stack(2) as Ref, Some(stack(1)))
            }
            op::BALOAD..=op::AALOAD => self.element_access(stack(2) as Ref, stack(1) as u32, None, elements()),
            op::BASTORE..=op::AASTORE => {
                self.element_access(stack(3) as Ref, stack(2) as u32, Some(stack(1)), elements())
            }
            op::GETSTATIC_V => self.static_access(self.field_of(op::b(word)), None),
            op::PUTSTATIC_V | op::PUTSTATIC_R => self.static_access(self.field_of(op::b(word)), Some(stack(1))),
            _ => None,
        };
        let Some(touch) = touch else { return self.emit_pending() };
        self.tell_observer(EventKind::Did(touch.done()));
    }

    /// Records the operation that the running thread is about to do.
    fn emit_pending(&mut self) {
        if let Some(seen) = self.seen_at(self.tid, self.frame, self.sp, self.pc) {
            self.emit(seen.kind);
        }
    }

    /// Names a place in the code.
    pub fn site(&self, frame: u32, pc: u32) -> SiteId {
        if frame == 0 { SiteId(0) } else { site_id(self.get(frame + 1) as u32, pc) }
    }

    /// What a thread that is not running will do next; none when it is dead.
    pub fn pending_of(&self, tid: u32) -> Option<Pending> {
        self.note_unsteady();
        self.pending_and_seen(tid).0
    }

    /// The same, and whether the thread stands at a visible operation in its code.
    pub(crate) fn pending_and_seen(&self, tid: u32) -> (Option<Pending>, bool) {
        let word = |word| self.record_word(tid, word);
        let status = word(T_STATUS);
        if status == S_TERMINATED || status == 0 {
            return (None, false);
        }
        let (frame, pc) = (word(T_FRAME) as u32, word(T_PC) as u32);
        let site = self.site(frame, pc);
        if status == S_NEW {
            return (Some(Pending { op: Op::Begin, site, blocked: None }), false);
        }
        if word(T_STAGE) == crate::vm::machine::stage::END {
            return (Some(Pending { op: Op::End, site, blocked: None }), false);
        }
        let seen = self.seen_next(tid);
        let sees = seen.is_some();
        let seen = seen.unwrap_or(Seen { kind: Done::Yield, blocked: None });
        // What ends a thread is never stopped before, so there is an operation.
        let op = seen.kind.op().unwrap_or(Op::Yield);
        (Some(Pending { op, site, blocked: seen.blocked }), sees)
    }

    /// The visible operation that a thread stands at, if any.
    fn seen_next(&self, tid: u32) -> Option<Seen> {
        let word = |word| self.record_word(tid, word) as u32;
        if word(T_BETWEEN) != 0 {
            return None;
        }
        self.seen_at(tid, word(T_FRAME), word(T_SP), word(T_PC))
    }

    /// The visible operation at an instruction, if it is one.
    fn seen_at(&self, tid: u32, frame: u32, sp: u32, pc: u32) -> Option<Seen> {
        if frame == 0 {
            return None;
        }
        let method = self.frame_method(frame);
        let code = method.code.get()?;
        let word = code.ops.get(pc as usize)?.load(Ordering::Relaxed);
        let stack = |n: u32| self.get(sp - n);
        match op::op(word) {
            op::GETFIELD_V | op::GETFIELD_F => self.see_field(self.field_of(op::b(word)), stack(1) as Ref, None),
            op::PUTFIELD_V | op::PUTFIELD_R | op::PUTFIELD_F => {
                self.see_field(self.field_of(op::b(word)), stack(2) as Ref, Some(stack(1)))
            }
            op::GETSTATIC_V => self.see_static(tid, self.field_of(op::b(word)), None),
            op::PUTSTATIC_V | op::PUTSTATIC_R => self.see_static(tid, self.field_of(op::b(word)), Some(stack(1))),
            op::NEW_Q => self.see_initializer(tid, self.class(op::b(word))),
            op::INVOKESTATIC_Q => self.see_initializer(tid, self.method(op::b(word)).class()),
            op::BALOAD..=op::AALOAD => {
                self.see_element(stack(2) as Ref, stack(1) as u32, None, elements_of(method.class()))
            }
            op::BASTORE..=op::AASTORE => {
                self.see_element(stack(3) as Ref, stack(2) as u32, Some(stack(1)), elements_of(method.class()))
            }
            op::MONITORENTER => Some(self.see_enter(tid, stack(1) as Ref)),
            op::ENTER => {
                let object =
                    if method.is_static() { method.class().mirror } else { self.get(frame - code.locals) as Ref };
                Some(self.see_enter(tid, object))
            }
            op::ATOMIC => {
                let call = method.atomic?;
                let mut few = [0; FEW_ARGS];
                let args = self.frame_args(frame, method.args, &mut few);
                self.as_thread(tid, frame, |vm| crate::vm::juc::pending(vm, call, &args))
            }
            op::CUT if op::a(word) == crate::vm::juc::Cut::Begin as u16 => {
                self.as_thread(tid, frame, crate::vm::juc::pending_section)
            }
            op::NATIVE => {
                let native = method.native?;
                let pending = native.pending?;
                if !native.is_steady {
                    self.note_unsteady();
                }
                let mut few = [0; FEW_ARGS];
                let args = self.frame_args(frame, method.args, &mut few);
                self.as_thread(tid, frame, |vm| pending(vm, &args))
            }
            _ => None,
        }
    }

    /// Whether a thread that is not running stands at the beginning of an atomic call.
    pub(crate) fn stands_at_atomic(&self, tid: u32) -> bool {
        let word = |word| self.record_word(tid, word) as u32;
        let (frame, pc) = (word(T_FRAME), word(T_PC));
        if frame == 0 || word(T_BETWEEN) != 0 {
            return false;
        }
        let instruction = self.frame_method(frame).code.get().and_then(|code| code.ops.get(pc as usize));
        instruction.is_some_and(|word| op::op(word.load(Ordering::Relaxed)) == op::ATOMIC)
    }

    /// Whether another thread stands before an atomic call that it has to wait for until it is interrupted.
    pub(crate) fn waits_interruptibly(&self, tid: u32) -> bool {
        if tid == self.tid || !self.stands_at_atomic(tid) {
            return false;
        }
        let frame = self.record_word(tid, T_FRAME) as u32;
        let method = self.frame_method(frame);
        let Some(call) = method.atomic else { return false };
        let mut few = [0; FEW_ARGS];
        let args = self.frame_args(frame, method.args, &mut few);
        self.as_thread(tid, frame, |vm| crate::vm::juc::waits_interruptibly(vm, call, &args))
    }

    /// The arguments in a native (or not yet begun) frame; few of them fit into what is given.
    fn frame_args<'a>(&self, frame: u32, count: u32, few: &'a mut [u64; FEW_ARGS]) -> Cow<'a, [u64]> {
        let locals = self.frame_locals(frame);
        let Some(few) = few.get_mut(..count as usize) else {
            return Cow::Owned((0..count).map(|i| self.get(locals + i)).collect());
        };
        for (at, arg) in (locals..).zip(few.iter_mut()) {
            *arg = self.get(at);
        }
        Cow::Borrowed(few)
    }

    /// A word of a thread's own record, for the question where it stands: the record is watched in any case.
    #[inline]
    pub(crate) fn record_word(&self, tid: u32, word: u32) -> u64 {
        self.arena.peek(layout::thread(tid) + word)
    }

    /// Pending functions read the running thread's registers; this answers for another thread.
    fn as_thread<T>(&self, tid: u32, frame: u32, ask: impl FnOnce(&Vm) -> T) -> T {
        let before = self.asked.replace(Some((tid, frame)));
        let answer = ask(self);
        self.asked.set(before);
        answer
    }

    /// In a pending function: whether it is asked about a thread that stands, not one that is about to go on.
    pub fn is_asked(&self) -> bool {
        self.asked.get().is_some()
    }

    /// In a pending function: the thread that is asked about.
    pub fn asked_thread(&self) -> u32 {
        self.asked.get().map_or(self.tid, |(tid, _)| tid)
    }

    /// In a pending function: the phase of the native that is asked about.
    pub fn asked_phase(&self) -> u32 {
        (self.get(self.asked_frame() + 2) >> 32) as u32
    }

    /// In a pending function: the frame of the native that is asked about.
    pub(crate) fn asked_frame(&self) -> u32 {
        self.asked.get().map_or(self.frame, |(_, frame)| frame)
    }

    pub(crate) fn see_field(&self, field: FieldRef, object: Ref, written: Option<u64>) -> Option<Seen> {
        Some(Seen { kind: self.field_access(field, object, written)?.done(), blocked: None })
    }

    #[inline(always)]
    fn field_access(&self, field: FieldRef, object: Ref, written: Option<u64>) -> Option<Touch> {
        if object == 0 || !self.shows_field(object, field) {
            return None;
        }
        let location = Location::Field { object: ObjectId(object), field: FieldId(field.id) };
        // What a read will find is no part of what the thread will do: where it stands does not depend on it.
        Some(access(location, field, self.arena.peek(object + field.place), written))
    }

    fn see_static(&self, tid: u32, field: FieldRef, written: Option<u64>) -> Option<Seen> {
        if let Some(seen) = self.see_initializer(tid, field.class()) {
            return Some(seen);
        }
        Some(Seen { kind: global_access(field, self.arena.peek(field.place), written)?.done(), blocked: None })
    }

    /// An access of the running thread, if the class needs no initialiser any more.
    #[inline(always)]
    fn static_access(&self, field: FieldRef, written: Option<u64>) -> Option<Touch> {
        let is_initialized = self.is_initialized(field.class());
        is_initialized.then(|| global_access(field, self.arena.peek(field.place), written)).flatten()
    }

    /// Whether a thread that needs a class must wait for another that initialises it.
    pub(crate) fn see_initializer(&self, tid: u32, class: crate::vm::classes::class::ClassRef) -> Option<Seen> {
        if self.begins_initializer(class) {
            let once = initialiser(class);
            return Some(Seen { kind: Done::Initialise { once }, blocked: None });
        }
        let (awaited, owner) = self.awaited_initializer(tid, class)?;
        let (once, owner) = (initialiser(awaited), ThreadId(owner));
        Some(Seen { kind: Done::Initialise { once }, blocked: Some(BlockedOn::Initialise { once, owner }) })
    }

    pub(crate) fn see_element(&self, array: Ref, index: u32, written: Option<u64>, access: AccessKind) -> Option<Seen> {
        Some(Seen { kind: self.element_access(array, index, written, access)?.done(), blocked: None })
    }

    #[inline(always)]
    fn element_access(&self, array: Ref, index: u32, written: Option<u64>, access: AccessKind) -> Option<Touch> {
        if array == 0 {
            return None;
        }
        let Shape::Array(kind, _) = self.class_of(array).shape else { return None };
        let location = Location::Element { array: ObjectId(array), index };
        let at = u64::from(array) * 8 + layout::ARRAY_BASE + (u64::from(index) << kind.shift());
        let logging = self.arena.log_reads(false);
        let bits = written.unwrap_or_else(|| match kind.shift() {
            0 => i32::from(self.arena.bytes::<1>(at)[0] as i8) as u64,
            1 if kind == Kind::Short => i32::from(i16::from_le_bytes(self.arena.bytes(at))) as u64,
            1 => u64::from(u16::from_le_bytes(self.arena.bytes(at))),
            2 => u64::from(u32::from_le_bytes(self.arena.bytes(at))),
            _ => u64::from_le_bytes(self.arena.bytes(at)),
        });
        self.arena.log_reads(logging);
        Some(Touch { location, access, value: value_of(kind, bits), writes: written.is_some() })
    }

    fn see_enter(&self, tid: u32, object: Ref) -> Seen {
        let owner = self.monitor_owner(object).filter(|owner| *owner != tid);
        let blocked = owner.map(|owner| BlockedOn::Lock {
            lock: monitor(object),
            owner: Some(ThreadId(owner)),
            interruptible: false,
        });
        Seen { kind: self.acquire_of(object, tid), blocked }
    }
}

/// The monitor of an object.
pub fn monitor(object: Ref) -> SyncId {
    SyncId::of(ObjectId(object))
}

/// An object as a synchroniser of the library's: a lock, a condition, a semaphore, a latch. It has a monitor, too, which is another
/// lock.
pub fn synchroniser(object: Ref) -> SyncId {
    SyncId { object: ObjectId(object), part: SYNCHRONISER }
}

/// The initialiser of a class.
pub fn initialiser(class: ClassRef) -> SyncId {
    SyncId { object: ObjectId(class.mirror), part: INITIALISER }
}

/// Which of an object's: its synchroniser, beside the monitor, which is the usual one.
pub const SYNCHRONISER: u32 = 1;
/// Which of an object's: the initialiser of the class that it stands for.
const INITIALISER: u32 = 2;

/// The site of instruction `index` in method number `method`: the method in the upper half, the index in the lower.
pub const fn site_id(method: u32, index: u32) -> SiteId {
    SiteId((method as u64) << 32 | index as u64)
}

/// The number of the method that a site is in.
pub const fn site_method(site: SiteId) -> u32 {
    (site.0 >> 32) as u32
}

/// The index of a site's instruction within its method.
pub const fn site_index(site: SiteId) -> u32 {
    site.0 as u32
}

/// How the elements that code of a class uses are ordered.
fn elements_of(class: ClassRef) -> AccessKind {
    if policy::volatile_arrays(&class.name, class.loader == 0) { AccessKind::Atomic } else { AccessKind::Plain }
}

#[inline(always)]
fn global_access(field: FieldRef, present: u64, written: Option<u64>) -> Option<Touch> {
    let location = Location::Global { field: FieldId(field.id) };
    (field.visibility != Visibility::Quiet).then(|| access(location, field, present, written))
}

#[inline(always)]
fn access(location: Location, field: FieldRef, present: u64, written: Option<u64>) -> Touch {
    let access = if field.visibility == Visibility::Volatile { AccessKind::Synchronised } else { AccessKind::Plain };
    Touch { location, access, value: value_of(field.kind, written.unwrap_or(present)), writes: written.is_some() }
}

/// An access to a variable.
#[derive(Clone, Copy)]
struct Touch {
    location: Location,
    access: AccessKind,
    value: Value,
    writes: bool,
}

impl Touch {
    #[inline(always)]
    fn done(self) -> Done {
        let Self { location, access, value, writes } = self;
        let value = Some(value);
        if writes { Done::Write { location, access, value } } else { Done::Read { location, access, value } }
    }
}

/// A word as a value for people.
#[inline]
pub fn value_of(kind: Kind, bits: u64) -> Value {
    match kind {
        Kind::Float => Value::Float(bits as u32),
        Kind::Long => Value::Long(bits as i64),
        Kind::Double => Value::Double(bits),
        Kind::Reference => Value::Ref((bits != 0).then_some(ObjectId(bits as u32))),
        _ => Value::Int(bits as u32 as i32),
    }
}
