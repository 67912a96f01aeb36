//! Who runs: deadheat's commands are followed here, and reports are written.
//!
//! A thread that comes to a visible operation calls [`arrive`], and comes back when it is to do it. In between its step ends, deadheat may be
//! told, and other threads may run. There is no thread of the runtime's own: whoever stops waits for the next command on its own
//! stack, and goes over to the thread that the command names.

use core::sync::atomic::{AtomicU8, Ordering, fence};

use crate::digest::{self, Digest};
use crate::forecast::Forecast;
use crate::global::Global;
use crate::pending::{FREE, Pending};
use crate::protocol::{
    EventRecord, Header, HeldLock, NODES, NODES_OFFSET, Node, Place, RUNS, Run, SLOTS_OFFSET, Slot, TEXT,
    blocked, choice, command, flag, op, outcome, turn, unseen,
};
use crate::threads::{self, Status, Thread};
use crate::{ahead, crash, places, shadow_stack, spinning, switch, sys};

/// Whether the hooks at accesses do anything: the guest is controlled, has had a second thread, and its own code runs. One byte, because
/// it is looked at before everything else.
pub static ARMED: AtomicU8 = AtomicU8::new(0);

/// Whether the guest is controlled, for code that cannot ask [`is_on`].
pub static ON: AtomicU8 = AtomicU8::new(0);

/// What the runtime knows of its commands.
struct Control {
    board: *mut u8,
    slot: *mut Slot,
    /// Whether the guest is controlled at all.
    is_on: bool,
    /// Whether there was a second thread: before that nothing is visible.
    has_threads: bool,
    /// The runs of the present command, the one that is followed, and what is left of it.
    runs: [Run; RUNS],
    run_count: usize,
    run: usize,
    left: u64,
    observes: bool,
    /// Whether a checkpoint is to be made.
    wants_checkpoint: bool,
    /// Whether a thread is in a step.
    in_step: bool,
    steps: u64,
    yielded: bool,
    events: usize,
    thread: u32,
    clock: u64,
    /// How many waits have begun.
    waits: u64,
    /// Whether code that tells nothing has synchronised threads.
    unseen: bool,
    /// Whether a library may have gathered what threads write.
    gathered: bool,
    /// How many panics there were; the thread and the stack of the last.
    panics: (u32, u32, u32),
    /// What was visibly written to memory.
    memory: Digest,
    /// What threads have done that have ended: locks and semaphores are as they left them.
    ended: Digest,
    /// The last write, as long as nobody has looked what it wrote: where, how much, and its event.
    write: Option<(usize, usize, Option<usize>)>,
}

static CONTROL: Global<Control> = Global::new(Control {
    board: core::ptr::null_mut(),
    slot: core::ptr::null_mut(),
    is_on: false,
    has_threads: false,
    runs: [Run { choice: 0, thread: 0, other: 0, pad: 0, steps: 0 }; RUNS],
    run_count: 0,
    run: 0,
    left: 0,
    observes: false,
    wants_checkpoint: false,
    in_step: false,
    steps: 0,
    yielded: false,
    events: 0,
    thread: 0,
    clock: 0,
    waits: 0,
    unseen: false,
    gathered: false,
    panics: (0, 0, 0),
    memory: [0; 2],
    ended: [0; 2],
    write: None,
});

/// The virtual clock starts here: a moment in 2025, so that dates look like dates.
const FIRST_MOMENT: u64 = 1_750_000_000_000_000_000;

/// Whether the guest is controlled.
#[inline(always)]
pub fn is_on() -> bool {
    CONTROL.get().is_on
}

/// Whether there was a second thread: before that nothing is visible.
pub fn has_threads() -> bool {
    CONTROL.get().has_threads
}

/// From here on operations are visible.
pub fn become_visible() {
    CONTROL.get().has_threads = true;
}

pub fn header() -> &'static Header {
    // SAFETY: the board is mapped for good, and all that changes in it is atomic.
    unsafe { &*CONTROL.get().board.cast() }
}

pub fn nodes() -> &'static [Node; NODES] {
    // SAFETY: as above.
    unsafe { &*CONTROL.get().board.add(NODES_OFFSET).cast() }
}

pub fn slot() -> &'static mut Slot {
    // SAFETY: the slot belongs to this process while it is the guest's turn.
    unsafe { &mut *CONTROL.get().slot }
}

/// The thread that moved last, and whether it asked for others to go first.
pub fn last_turn() -> (u32, bool) {
    (CONTROL.get().thread, CONTROL.get().yielded)
}

/// Whether the board is mapped at this address.
pub fn is_board(address: usize) -> bool {
    CONTROL.get().board as usize == address
}

/// The virtual clock, in nanoseconds since 1970.
pub fn now() -> u64 {
    CONTROL.get().clock
}

/// Moves it on.
pub fn pass_time(until: u64) {
    let control = CONTROL.get();
    control.clock = control.clock.max(until);
}

/// The number of a wait that begins.
pub fn next_wait() -> u64 {
    CONTROL.get().waits += 1;
    CONTROL.get().waits
}

/// Takes control: from here on the guest follows commands.
pub fn take(board: *mut u8) {
    let control = CONTROL.get();
    control.board = board;
    // SAFETY: the first slot is that of the first process.
    control.slot = unsafe { board.add(SLOTS_OFFSET) }.cast();
    control.clock = FIRST_MOMENT;
    control.is_on = true;
    ON.store(1, Ordering::Relaxed);
    slot().process.store(sys::process(), Ordering::Release);
}

/// Whether the guest's own code runs and others can notice what it does: only then are operations visible.
#[inline(always)]
pub fn is_armed() -> bool {
    ARMED.load(Ordering::Relaxed) != 0
}

/// Runs a part of the runtime: hooks inside it do nothing.
#[inline(always)]
pub fn inside<R>(work: impl FnOnce() -> R) -> R {
    let before = ARMED.swap(0, Ordering::Relaxed);
    let result = work();
    ARMED.store(before, Ordering::Relaxed);
    result
}

/// Whether the runtime's own code runs, on behalf of the guest.
pub fn in_hook() -> bool {
    has_threads() && !is_armed()
}

/// The runtime's own code runs from here on.
pub fn disarm() {
    ARMED.store(0, Ordering::Relaxed);
}

/// The guest's own code runs from here on, and is noticed by others.
pub fn arm() {
    ARMED.store(1, Ordering::Relaxed);
}

/// The running thread stops before a visible operation, and goes on when it is to do it.
pub fn arrive(pending: Pending) -> &'static mut Thread {
    let thread = threads::current();
    thread.pending = pending;
    thread.is_dirty = true;
    thread.wake = 0;
    end_step();
    pick(&raw mut *thread);
    let control = CONTROL.get();
    control.in_step = true;
    control.yielded = thread.pending.is_yield();
    thread
}

/// A thread that has not arrived anywhere begins its first step.
pub fn begin_step() {
    let control = CONTROL.get();
    control.in_step = true;
    control.yielded = false;
}

/// The running thread has ended, and never goes on.
pub fn leave() -> ! {
    end_step();
    pick(core::ptr::null_mut());
    crash::fault("a thread that has ended goes on")
}

/// The step that is being made is over.
fn end_step() {
    settle();
    let control = CONTROL.get();
    if control.in_step {
        control.in_step = false;
        control.steps += 1;
        control.left = control.left.saturating_sub(1);
        control.thread = threads::current().id;
    }
}

/// Follows commands until the thread that stands here is to go on. Null (it has ended): it never comes back.
fn pick(here: *mut Thread) {
    loop {
        let control = CONTROL.get();
        let mut run = control.runs[control.run.min(RUNS - 1)];
        let same = control.left > 0 && control.left < run.steps;
        if same {
            // The same thread goes on, if it can and has not asked for others to go first.
            run.choice = choice::THREAD;
            let can = threads::get(run.thread).is_some_and(|thread| is_open(thread, choice::THREAD));
            if control.yielded || !can {
                let is_last = control.run + 1 >= control.run_count;
                stop(if is_last { outcome::RUNNING } else { outcome::NOT_POSSIBLE });
                continue;
            }
        } else if control.left == 0 {
            control.run += 1;
            if control.run >= control.run_count {
                stop(outcome::RUNNING);
                continue;
            }
            control.left = control.runs[control.run].steps.max(1);
            continue;
        }
        match take_choice(run) {
            Taken::No => stop(outcome::NOT_POSSIBLE),
            Taken::Done => {}
            Taken::Thread(next) => {
                if core::ptr::eq(here, next) {
                    return;
                }
                go_to(here, next);
                // Somebody has chosen this thread again.
                return;
            }
        }
    }
}

enum Taken {
    /// The choice is not open.
    No,
    /// It moves no thread.
    Done,
    /// This thread is to go on.
    Thread(*mut Thread),
}

fn take_choice(run: Run) -> Taken {
    let control = CONTROL.get();
    let Some(thread) = threads::get(run.thread).filter(|thread| thread.status == Status::Live) else {
        return Taken::No;
    };
    if !is_open(thread, run.choice) {
        return Taken::No;
    }
    match run.choice {
        choice::TIMEOUT | choice::SPURIOUS => {
            thread.wake = if run.choice == choice::TIMEOUT { flag::TIMED_OUT } else { flag::SPURIOUS };
            if run.choice == choice::TIMEOUT {
                pass_time(thread.pending.deadline);
            }
            thread.is_dirty = true;
            digest::add(&mut thread.digest, thread.wake.into());
            control.thread = thread.id;
            control.steps += 1;
            control.left -= 1;
            control.yielded = false;
            Taken::Done
        }
        choice::WAKE => {
            crate::condition::CHOSEN.get().replace(run.other);
            Taken::Thread(thread)
        }
        _ => Taken::Thread(thread),
    }
}

/// Whether a choice of this kind is open to the thread.
pub fn is_open(thread: &Thread, kind: u32) -> bool {
    let is_enabled = thread.status == Status::Live && obstacle(thread) == FREE;
    match kind {
        choice::THREAD => is_enabled && crate::condition::waiters_to_choose_from(thread) < 2,
        choice::WAKE => is_enabled && crate::condition::waiters_to_choose_from(thread) >= 2,
        choice::TIMEOUT => !is_enabled && thread.pending.deadline != 0 && thread.wake == 0,
        choice::SPURIOUS => {
            thread.wake == 0
                && matches!(obstacle(thread).0, blocked::NOTIFY | blocked::UNPARK)
                && header().spurious != 0
        }
        _ => false,
    }
}

/// What keeps a thread from doing its pending operation.
fn obstacle(thread: &Thread) -> (u32, u32) {
    (thread.pending.blocked)(thread)
}

/// Goes over to another thread.
fn go_to(here: *mut Thread, next: *mut Thread) {
    let mut nowhere = 0;
    // SAFETY: both records live for ever, and the other thread stands in this function, or has not begun.
    unsafe {
        let kept = match here.as_mut() {
            Some(here) => {
                here.calls.suspend();
                &raw mut here.stack_pointer
            }
            None => &raw mut nowhere,
        };
        let next = &mut *next;
        next.calls.resume();
        threads::set_current(next);
        let next = threads::current();
        switch::set_local_base(next.local_base);
        switch::switch(kept, next.stack_pointer);
    }
}

/// Tells deadheat how things stand, and follows its next command; or goes ahead. All of it is done aside, so that the stack of the guest is
/// the same afterwards, whatever was commanded.
pub fn stop(outcome: u32) {
    settle();
    loop {
        // SAFETY: it calls nothing of the guest's.
        unsafe { switch::aside(outcome as usize, follow_commands) };
        if !core::mem::take(&mut CONTROL.get().wants_checkpoint) {
            return;
        }
        // SAFETY: as above. It returns once more for each time that the process goes back.
        unsafe { switch::mark(0, crate::checkpoint::take) };
    }
}

/// Follows commands until one lets the guest go on.
extern "C" fn follow_commands(outcome: usize) {
    let outcome = outcome as u32;
    let control = CONTROL.get();
    if outcome == outcome::RUNNING
        && let Some(run) = ahead::next()
    {
        begin(&[run]);
        return;
    }
    report(outcome);
    ahead::stop(outcome);
    loop {
        give_and_wait();
        let wanted = &slot().command;
        match wanted.kind {
            command::GO => {
                control.observes = wanted.observe != 0;
                begin(&slot().runs[..(wanted.runs as usize).min(RUNS)]);
                return;
            }
            command::GO_AHEAD => {
                control.observes = wanted.observe != 0;
                ahead::begin(Forecast::new(wanted.seed, wanted.depth));
                begin(&[]);
                return;
            }
            command::CONTINUE => {
                control.events = 0;
                return;
            }
            command::FORK => {
                fork(wanted.slot as usize);
                report(outcome);
            }
            command::CHECKPOINT => {
                control.wants_checkpoint = true;
                return;
            }
            command::GO_BACK if crate::checkpoint::is_active() => crate::checkpoint::go_back(),
            command::GO_BACK => report(outcome),
            _ => sys::exit(0),
        }
    }
}

/// Follows these runs of choices from here on.
fn begin(runs: &[Run]) {
    let control = CONTROL.get();
    control.run_count = runs.len();
    control.runs[..runs.len()].copy_from_slice(runs);
    control.run = 0;
    control.left = runs.first().map_or(0, |run| run.steps.max(1));
    control.steps = 0;
    control.events = 0;
    control.yielded = false;
}

/// Makes a copy of the process; the copy goes on in the slot with this number.
fn fork(number: usize) {
    match sys::fork_sibling() {
        0 => {
            sys::die_with_parent();
            crate::output::separate();
            crate::own_files::separate();
            let control = CONTROL.get();
            // SAFETY: deadheat gives slots that are there.
            control.slot = unsafe { control.board.add(SLOTS_OFFSET + number * size_of::<Slot>()) }.cast();
            slot().process.store(sys::process(), Ordering::Release);
            crate::checkpoint::give_up();
            tell_all();
        }
        error if error < 0 => {
            slot().report.code = error as i32;
            crash::fault("no second process")
        }
        _ => {}
    }
}

/// Nothing that the slot says of threads is true any more.
pub fn tell_all() {
    let named = header().names.iter().skip(1).take_while(|name| name.load(Ordering::Relaxed) != 0).count() + 1;
    slot().status[..named].fill(0);
    for thread in (0..named as u32).filter_map(threads::get) {
        thread.is_dirty = true;
        tell_status(thread);
        slot().threads[thread.id as usize].name = thread.name;
    }
}

/// How long the turn is waited for before the wait becomes a sleep: a command may take less time than to wake up.
const PATIENCE: u32 = 300;

/// Gives the turn to deadheat, and waits until it comes back.
fn give_and_wait() {
    let turn = &slot().turn;
    if turn.swap(turn::DEADHEAT, Ordering::AcqRel) & turn::SLEEPS != 0 {
        sys::futex_wake(turn);
    }
    let mut spins = 0;
    loop {
        let now = turn.load(Ordering::Acquire);
        if now & 1 == turn::GUEST {
            fence(Ordering::SeqCst);
            return;
        }
        spins += 1;
        if spins < PATIENCE {
            core::hint::spin_loop();
        } else if now & turn::SLEEPS != 0
            || turn.compare_exchange(now, now | turn::SLEEPS, Ordering::AcqRel, Ordering::Acquire).is_ok()
        {
            sys::futex_wait(turn, turn::DEADHEAT | turn::SLEEPS);
        }
    }
}

/// Writes down how things stand.
pub fn report(outcome: u32) {
    let control = CONTROL.get();
    let slot = slot();
    let mut state = control.memory;
    digest::include(&mut state, control.ended);
    let mut live = 0;
    for id in threads::live() {
        let Some(thread) = threads::get(*id) else { continue };
        slot.live[live] = *id;
        live += 1;
        if tell(thread, &mut slot.threads[*id as usize]) {
            ahead::note_change(*id);
        }
        let mut member = thread.digest;
        digest::add(&mut member, u64::from(thread.wake) | u64::from(thread.notified) << 32);
        digest::include(&mut state, member);
    }
    // Who waits longer than whom decides who is woken first.
    let mut order = digest::of(control.clock, live as u64);
    for_waiters_in_order(|thread| digest::add(&mut order, thread.id.into()));
    digest::include(&mut state, order);
    let report = &mut slot.report;
    report.outcome = outcome;
    report.steps = control.steps;
    report.yielded = control.yielded.into();
    report.events = control.events as u32;
    report.live = live as u32;
    report.thread = control.thread;
    report.fingerprint = state;
    report.clock = control.clock;
    report.unseen = u32::from(control.unseen) * unseen::WAKES | u32::from(control.gathered) * unseen::GATHERS;
    report.can_go_back = crate::checkpoint::is_active().into();
    (report.panics, report.panic_thread, report.panic_stack) = control.panics;
}

/// Threads that wait to be woken, the one that has waited longest first.
fn for_waiters_in_order(mut act: impl FnMut(&Thread)) {
    let mut after = 0;
    loop {
        let waiting = threads::live().iter().filter_map(|id| threads::get(*id));
        let next = waiting
            .filter(|thread| thread.waiting_since > after && !thread.notified)
            .min_by_key(|thread| thread.waiting_since);
        let Some(next) = next else { return };
        after = next.waiting_since;
        act(next);
    }
}

/// Writes down what is new about a thread: whether there is anything.
fn tell(thread: &mut Thread, record: &mut crate::protocol::ThreadRecord) -> bool {
    let before = (record.blocked, record.owner, record.waiters, record.waiting_since);
    (record.blocked, record.owner) = obstacle(thread);
    record.waiters = crate::condition::waiters_to_choose_from(thread);
    record.waiting_since = thread.waiting_since;
    if !thread.is_dirty {
        return before != (record.blocked, record.owner, record.waiters, record.waiting_since);
    }
    thread.is_dirty = false;
    let pending = &thread.pending;
    record.op = pending.op;
    record.flags = pending.flags | thread.wake;
    record.other = pending.other;
    record.size = pending.size;
    record.stack = shadow_stack::stack(thread, pending.pc, pending.is_direct);
    record.deadline = if thread.wake == 0 { pending.deadline } else { 0 };
    record.place = places::place(pending.address);
    record.lock = places::place(pending.lock);
    record.stack_low = thread.stack_low as u64;
    record.stack_high = thread.stack_high as u64;
    record.name = thread.name;
    record.held = thread.held_count as u32;
    for (to, held) in record.locks.iter_mut().zip(&thread.held[..thread.held_count]) {
        *to = HeldLock { place: places::place(held.address), mode: held.mode, depth: held.depth };
    }
    true
}

/// A thread has ended.
pub fn note_end(thread: &Thread) {
    digest::include(&mut CONTROL.get().ended, thread.digest);
    tell_status(thread);
}

/// Tells whether a thread lives.
pub fn tell_status(thread: &Thread) {
    slot().status[thread.id as usize] = if thread.status == Status::Live { 1 } else { 2 };
}

/// Something that happens in the present step.
pub struct Event {
    pub op: u32,
    pub flags: u32,
    pub address: usize,
    pub lock: usize,
    pub size: u32,
    pub other: u32,
    pub value: u64,
    pub old: u64,
    pub pc: usize,
    pub is_direct: bool,
}

impl Event {
    /// What the thread was about to do, done.
    pub const fn of(pending: &Pending) -> Self {
        let Pending { op, flags, address, lock, size, other, pc, is_direct, .. } = *pending;
        Self { op, flags, address, lock, size, other, value: 0, old: 0, pc, is_direct }
    }

    pub const fn flags(mut self, flags: u32) -> Self {
        self.flags |= flags;
        self
    }

    pub const fn old(mut self, old: u64) -> Self {
        self.old = old;
        self.flags |= flag::OLD;
        self
    }

    pub const fn value(mut self, value: u64) -> Self {
        self.value = value;
        self.flags |= flag::VALUE;
        self
    }
}

/// A thread has panicked.
pub fn note_panic(thread: u32, stack: u32) {
    let (count, ..) = CONTROL.get().panics;
    CONTROL.get().panics = (count + 1, thread, stack);
}

/// The running thread did something.
pub fn emit(event: Event) {
    let thread = threads::current();
    // What is written over itself is not changed.
    let changes = event.flags & flag::DONE != 0 && (event.op != op::UPDATE || event.old != event.value);
    if !spinning::only_looks(event.op, changes) {
        spinning::forget(thread);
    }
    let place = if event.address == 0 { Place::default() } else { places::place(event.address) };
    let digest = &mut thread.digest;
    digest::add(digest, u64::from(event.op) | u64::from(event.flags) << 8 | u64::from(event.size) << 32);
    digest::add(digest, places::name(&place) ^ u64::from(event.other) << 48);
    // What an access finds decides what the thread does next; what it leaves is the memory's.
    let seen = match event.op {
        op::READ => event.value,
        op::UPDATE => event.old,
        _ => 0,
    };
    digest::add(digest, seen);
    let control = CONTROL.get();
    if !control.observes {
        return;
    }
    // A notification and those that it wakes are told together.
    let room = if event.op == op::NOTIFY { threads::live().len() } else { 0 };
    if control.events + room >= crate::protocol::EVENTS {
        stop(outcome::FULL);
    }
    let record = EventRecord {
        op: event.op,
        flags: event.flags,
        thread: thread.id,
        stack: shadow_stack::stack(thread, event.pc, event.is_direct),
        other: event.other,
        size: event.size,
        step: control.steps as u32,
        pad: 0,
        value: event.value,
        old: event.old,
        place,
        lock: if event.lock == 0 { Place::default() } else { places::place(event.lock) },
    };
    slot().events[control.events] = record;
    control.events += 1;
}

/// The running thread is about to write to memory: what it writes is seen when it next comes by.
pub fn note_write(address: usize, size: usize) {
    let control = CONTROL.get();
    // SAFETY: the guest is about to write there.
    unsafe { digest::bytes(&mut control.memory, address, size, digest::exclude) };
    let event = if control.observes { control.events.checked_sub(1) } else { None };
    control.write = Some((address, size, event));
}

/// Looks what the last write wrote.
pub fn settle() {
    let control = CONTROL.get();
    let Some((address, size, event)) = control.write.take() else { return };
    // SAFETY: the guest has written there.
    unsafe { digest::bytes(&mut control.memory, address, size, digest::include) };
    if let Some(event) = event
        && size <= 8
    {
        let record = &mut slot().events[event];
        // SAFETY: as above.
        record.value = unsafe { read(address, size) };
        record.flags |= flag::VALUE;
    }
}

/// Up to eight bytes as a number.
///
/// # Safety
/// They can be read.
pub unsafe fn read(address: usize, size: usize) -> u64 {
    // SAFETY: the caller's promise.
    unsafe {
        match size {
            1 => (address as *const u8).read_volatile().into(),
            2 => (address as *const u16).read_unaligned().into(),
            4 => (address as *const u32).read_unaligned().into(),
            8 => (address as *const u64).read_unaligned(),
            _ => (0..size.min(8))
                .fold(0, |sum, at| sum | u64::from(((address + at) as *const u8).read_volatile()) << (at * 8)),
        }
    }
}

/// Ends the guest's run with a word for deadheat. Nothing of the guest runs after this.
pub fn end(outcome: u32, code: i32, crash_pc: usize, text: &[&str]) -> ! {
    ARMED.store(0, Ordering::Relaxed);
    let control = CONTROL.get();
    if control.in_step {
        control.in_step = false;
        control.steps += 1;
    }
    control.thread = threads::current().id;
    let thread = threads::current();
    let slot = slot();
    let mut length = 0;
    for byte in text.iter().flat_map(|part| part.bytes()).take(TEXT) {
        slot.text[length] = byte;
        length += 1;
    }
    slot.text_length = length as u32;
    slot.report.code = code;
    slot.report.crash_stack = if crash_pc == 0 { 0 } else { shadow_stack::stack(thread, crash_pc, false) };
    // A state in which the guest has come to its end is none that it was in before.
    digest::add(&mut thread.digest, u64::from(outcome) << 32 | u64::from(code as u32));
    control.write = None;
    loop {
        // There is nothing to go on with: whatever is commanded, the answer is the same.
        stop(outcome);
    }
}

/// How often words were changed by atomic operations that show; words with the same place in the table share a count.
static CHANGES: Global<[u32; 1024]> = Global::new([0; 1024]);

fn change_count(address: usize) -> &'static mut u32 {
    &mut CHANGES.get()[(address >> 2) % 1024]
}

/// A number that differs after each such change of the word.
pub fn changes_of(address: usize) -> u32 {
    *change_count(address)
}

/// Code that tells nothing synchronises threads: what it does to memory before is not known.
pub fn note_unseen() {
    CONTROL.get().unseen = true;
}

/// A library may have gathered what threads write to the standard output, in whatever order.
pub fn note_gathered() {
    CONTROL.get().gathered = true;
}

/// What a change of memory came to.
pub trait Changed {
    /// Whether it wrote.
    fn has_changed(&self) -> bool;
}

/// Changes memory at once, so that what it holds is known before and afterwards.
pub fn change_memory<C: Changed>(address: usize, size: usize, act: impl Fn() -> C) -> C {
    let memory = &mut CONTROL.get().memory;
    let mut before = *memory;
    // SAFETY: the guest changes it.
    unsafe { digest::bytes(&mut before, address, size, digest::exclude) };
    let result = act();
    if result.has_changed() {
        *change_count(address) += 1;
        // SAFETY: as above.
        unsafe { digest::bytes(&mut before, address, size, digest::include) };
        *memory = before;
    }
    result
}
