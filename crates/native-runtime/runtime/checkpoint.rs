//! Going back inside the process: what a copy of the process is for, at a tenth of its price.
//!
//! At a *checkpoint* all memory that can be written to is made read-only. The first write to a page makes the kernel tell us; the page is then
//! kept as it is, and can be written to from there on. To go back is to copy those pages, and registers: pages that were
//! written to once are expected to be written to again, so that later runs meet no faults at all.
//!
//! What the kernel holds does not go back: files, mappings. So at a checkpoint all system calls begin to trap (*syscall user
//! dispatch*), except our own. The few that leave nothing behind, or only what we can take back (how signals are handled), are done for the guest; at any
//! other the checkpoint is given up, the call is made, and deadheat, which is told, takes a copy of the process next time. Memory that the runtime maps after a
//! checkpoint stays mapped, and is zero again when the process has gone back: until it is mapped anew, nobody has its address.
//!
//! Threads of the operating system do not go back either: a guest's threads get theirs (see `thread.rs`) before the checkpoint.

use crate::global::Global;
use crate::thread::{PREPARED_MOST, prepared_base};
use crate::{crash, memory, output, switch, sys, threads};

/// A stretch of memory.
#[derive(Clone, Copy)]
struct Range {
    low: usize,
    high: usize,
}

/// Memory that was mapped after the checkpoint.
#[derive(Clone, Copy)]
struct Late {
    address: usize,
    size: usize,
    /// Whether it is the kernel that has chosen the address.
    is_anywhere: bool,
    /// Whether it is in use since the process was last at the checkpoint.
    is_taken: bool,
}

const RANGES: usize = 1024;
const LATE: usize = 256;
const ACTIONS: usize = 8;
/// With more pages than this a copy of the process is cheaper.
const PAGES: usize = 1024;
/// The first stack does not grow beyond this.
const LARGEST_STACK: usize = 64 << 20;
const MAPS: usize = 256 << 10;

/// All that is known of a checkpoint, in memory that does not go back.
struct Checkpoint {
    is_active: bool,
    /// Whether system calls trap: 1 if so. The kernel reads it.
    selector: u8,
    local_base: usize,
    /// Where from the base of thread-local storage the kernel writes.
    rseq_offset: isize,
    ranges: [Range; RANGES],
    range_count: usize,
    /// The stack that the process began with, which grows by itself.
    main_stack: Range,
    late: [Late; LATE],
    late_count: usize,
    /// How signals were handled that the guest has said something else of since.
    actions: [(i32, sys::SignalAction); ACTIONS],
    action_count: usize,
    /// How much was written to the standard output.
    output: usize,
    /// The pages that were written to, and what was in them.
    pages: [usize; PAGES],
    page_count: usize,
    kept: [[u8; sys::PAGE]; PAGES],
    /// What the kernel says of the mappings.
    maps: [u8; MAPS],
}

static CHECKPOINT: Global<*mut Checkpoint> = Global::new(core::ptr::null_mut());

fn checkpoint() -> Option<&'static mut Checkpoint> {
    // SAFETY: mapped for good by `prepare`; one thread runs.
    unsafe { CHECKPOINT.get().as_mut() }
}

fn active() -> Option<&'static mut Checkpoint> {
    checkpoint().filter(|checkpoint| checkpoint.is_active)
}

/// Whether the process can go back.
pub fn is_active() -> bool {
    active().is_some()
}

/// Where from the base of thread-local storage the kernel writes, as the C library says.
static RSEQ_OFFSET: Global<isize> = Global::new(0);

/// Looks up what checkpoints need: in all processes, for it leaves traces in their memory.
pub fn look_up() {
    // SAFETY: where the C library has such a variable, it is one of this type.
    let offset = crate::real::find(c"__rseq_offset").map(|at| unsafe { *(at as *const isize) });
    *RSEQ_OFFSET.get() = offset.unwrap_or(0);
}

/// Maps what a checkpoint needs: before the checkpoint, so that it is still known when the process has gone back.
fn prepare() {
    if CHECKPOINT.get().is_null() {
        *CHECKPOINT.get() = sys::map(0, size_of::<Checkpoint>().next_multiple_of(sys::PAGE)).cast();
    }
    crash::trap_calls();
    if let Some(checkpoint) = checkpoint() {
        checkpoint.rseq_offset = *RSEQ_OFFSET.get();
    }
}

/// Makes the present moment the checkpoint; called by [`switch::mark`], to which the process goes back.
pub extern "C" fn take(_: usize) {
    prepare();
    crate::thread::prepare();
    let Some(checkpoint) = checkpoint() else { return };
    checkpoint.local_base = switch::local_base();
    (checkpoint.range_count, checkpoint.late_count, checkpoint.page_count) = (0, 0, 0);
    checkpoint.action_count = 0;
    checkpoint.output = output::length();
    grow_main_stack();
    checkpoint.is_active = crash::handles_faults()
        && checkpoint.find_ranges()
        && checkpoint.main_stack.low != 0
        && sys::trap_calls(&raw const checkpoint.selector as usize);
    if !checkpoint.is_active {
        return;
    }
    for range in &checkpoint.ranges[..checkpoint.range_count] {
        sys::allow(range.low, range.high - range.low, sys::READ);
    }
    checkpoint.selector = 1;
}

/// The stack that the process began with grows by itself where it is touched, and we are not told. It gets room beforehand.
fn grow_main_stack() {
    const ROOM: usize = 1 << 20;
    let lowest = crate::threads::main_stack_pointer() - ROOM;
    // SAFETY: within the stack's limit, which no system has below this.
    unsafe { (lowest as *const u8).read_volatile() };
}

/// Goes back to the checkpoint: goes on where [`take`] has returned to. Called on the stack that does not go back.
pub fn go_back() -> ! {
    let Some(checkpoint) = active() else { crash::fault("no checkpoint") };
    for at in 0..checkpoint.page_count {
        // SAFETY: the page was kept when it was first written to, and is still mapped. We stand on a stack that does not go back.
        unsafe { memory::copy(checkpoint.pages[at], checkpoint.kept[at].as_ptr() as usize, sys::PAGE) };
    }
    for late in &mut checkpoint.late[..checkpoint.late_count] {
        late.is_taken = false;
    }
    for (signal, action) in &checkpoint.actions[..core::mem::take(&mut checkpoint.action_count)] {
        sys::on_signal(*signal, action);
    }
    output::cut(checkpoint.output);
    crate::control::tell_all();
    // SAFETY: the stack is as it was.
    unsafe {
        switch::set_local_base(checkpoint.local_base);
        switch::return_to_mark();
    }
}

/// There is no going back any more: memory and system calls are as usual.
pub fn give_up() {
    let Some(checkpoint) = active() else { return };
    checkpoint.is_active = false;
    checkpoint.selector = 0;
    for range in &checkpoint.ranges[..checkpoint.range_count] {
        sys::allow(range.low, range.high - range.low, sys::READ | sys::WRITE);
    }
    sys::trap_no_calls();
    // What only an earlier way needed is in the way of who maps the same again.
    for late in checkpoint.late[..checkpoint.late_count].iter().filter(|late| !late.is_taken) {
        sys::unmap(late.address, late.size);
    }
}

/// A write to this address was refused: whether it is possible now.
pub fn allow_write(address: usize) -> bool {
    active().is_some_and(|checkpoint| checkpoint.wrote(address & !(sys::PAGE - 1)))
}

/// Maps memory, and takes note of it where there is a checkpoint.
pub fn map(address: usize, size: usize) -> *mut u8 {
    let Some(checkpoint) = active() else { return sys::map_fresh(address, size) };
    let fits = |late: &&mut Late| {
        !late.is_taken && late.size == size && (late.address == address || (address == 0 && late.is_anywhere))
    };
    if let Some(late) = checkpoint.late[..checkpoint.late_count].iter_mut().find(fits) {
        late.is_taken = true;
        return late.address as *mut u8;
    }
    let at = sys::map_fresh(address, size);
    if at.is_null() {
        return at;
    }
    let range = Range { low: at as usize, high: at as usize + size };
    if checkpoint.late_count == LATE || !checkpoint.add(range) {
        give_up();
        return at;
    }
    sys::allow(range.low, size, sys::READ);
    checkpoint.late[checkpoint.late_count] =
        Late { address: range.low, size, is_anywhere: address == 0, is_taken: true };
    checkpoint.late_count += 1;
    at
}

/// This memory, the end of what was mapped before, is a guard from here on: writes there are errors.
pub fn guard(address: usize, size: usize) {
    let Some(checkpoint) = active() else { return };
    for range in &mut checkpoint.ranges[..checkpoint.range_count] {
        if range.high == address + size && range.low < address {
            range.high = address;
        }
    }
}

impl Checkpoint {
    fn add(&mut self, range: Range) -> bool {
        let has_room = self.range_count < RANGES;
        if has_room {
            self.ranges[self.range_count] = range;
            self.range_count += 1;
        }
        has_room
    }

    /// The page can be written to from here on, and is kept as it is.
    fn wrote(&mut self, page: usize) -> bool {
        let lowest = self.main_stack.low;
        if (lowest.saturating_sub(LARGEST_STACK)..=lowest).contains(&page) {
            sys::allow(page, lowest - page, sys::READ | sys::WRITE);
            give_up();
            return true;
        }
        if !self.ranges[..self.range_count].iter().any(|range| (range.low..range.high).contains(&page)) {
            return false;
        }
        if self.pages[..self.page_count].contains(&page) {
            // Whatever was refused there, it is not because of us.
            return false;
        }
        if self.keep(page) {
            sys::allow(page, sys::PAGE, sys::READ | sys::WRITE);
        } else {
            give_up();
        }
        true
    }

    /// Finds all memory that can be written to; `false` where some of it cannot go back.
    fn find_ranges(&mut self) -> bool {
        let Some(length) = self.read_maps() else { return false };
        let on_main_stack = crate::threads::main_stack_pointer();
        let mut at = 0;
        while at < length {
            let rest = &self.maps[at..length];
            let end = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
            let Some((range, rights, is_ours)) = parse(&rest[..end]) else { return false };
            at += end + 1;
            match rights {
                [_, b'w', b'-', b'p'] => {
                    if (range.low..range.high).contains(&on_main_stack) {
                        self.main_stack = range;
                    }
                    if !self.add_without_exceptions(range) {
                        return false;
                    }
                }
                // What others write to is theirs; and code that can be written to is beyond us.
                [_, b'w', _, b's'] if is_ours => {}
                [_, b'w', ..] => return false,
                _ => {}
            }
        }
        true
    }

    /// Adds a stretch of memory without what must stay as it is (our own here, and the stacks on which we go back and handle signals), and
    /// without what the kernel writes to: that is kept at once.
    fn add_without_exceptions(&mut self, range: Range) -> bool {
        let own = &raw const *self as usize;
        let mut low = range.low;
        while low < range.high {
            let fixed = [
                Range { low: own, high: own + size_of::<Self>().next_multiple_of(sys::PAGE) },
                range_of(switch::aside_stack()),
                range_of(crash::signal_stack()),
            ];
            let first = |exceptions: &mut dyn Iterator<Item = Range>| {
                exceptions.filter(|one| one.high > low && one.low < range.high).min_by_key(|one| one.low)
            };
            let (fixed, written) = (first(&mut fixed.into_iter()), first(&mut self.written_by_kernel()));
            let next = first(&mut fixed.into_iter().chain(written));
            let end = next.map_or(range.high, |next| next.low.max(low));
            if end > low && !self.add(Range { low, high: end }) {
                return false;
            }
            let Some(next) = next else { return true };
            low = next.high;
            if fixed.is_none_or(|fixed| fixed.low != next.low) {
                for page in (end..next.high.min(range.high)).step_by(sys::PAGE) {
                    if !self.keep(page) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Where the kernel writes whenever it likes (restartable sequences): the control blocks of threads. The first thread's is that of the thread of the
    /// operating system that runs all code, whether the guest's first thread has ended or not.
    fn written_by_kernel(&self) -> impl Iterator<Item = Range> + use<> {
        const SIZE: usize = 64;
        let offset = self.rseq_offset;
        let live = threads::live().iter().chain(&[0]).filter_map(|id| threads::get(*id)).map(|thread| thread.local_base);
        let bases = (0..PREPARED_MOST as u32).filter_map(prepared_base).chain(live);
        bases.flat_map(move |base| [(base, 0xc00), (base.wrapping_add_signed(offset), SIZE)]).map(|(low, size)| Range {
            low: low & !(sys::PAGE - 1),
            high: (low + size).next_multiple_of(sys::PAGE),
        })
    }

    /// Keeps how a signal is handled; `false` if there is no room, or if that is our business.
    fn keep_action(&mut self, signal: i32) -> bool {
        if self.actions[..self.action_count].iter().any(|(kept, _)| *kept == signal) {
            return true;
        }
        let Some(action) = sys::action_of(signal) else { return false };
        let can = self.action_count < ACTIONS && !crash::is_ours(&action);
        if can {
            self.actions[self.action_count] = (signal, action);
            self.action_count += 1;
        }
        can
    }

    /// Keeps a page as it is; `false` if there is no room.
    fn keep(&mut self, page: usize) -> bool {
        let has_room = self.page_count < PAGES;
        if has_room {
            // SAFETY: a page of a mapping that can be read.
            unsafe { memory::copy(self.kept[self.page_count].as_mut_ptr() as usize, page, sys::PAGE) };
            self.pages[self.page_count] = page;
            self.page_count += 1;
        }
        has_room
    }

    /// What the kernel says of the mappings: its length.
    fn read_maps(&mut self) -> Option<usize> {
        let file = sys::open(c"/proc/self/maps")?;
        let mut length = 0;
        let whole = loop {
            match sys::read(file, &mut self.maps[length..]) {
                Some(0) => break length < MAPS,
                Some(more) => length += more,
                None => break false,
            }
        };
        sys::close(file);
        whole.then_some(length)
    }
}

fn range_of((low, size): (usize, usize)) -> Range {
    Range { low, high: low + size }
}

/// A line of the kernel's: a stretch, its four rights, and whether it is the board.
fn parse(line: &[u8]) -> Option<(Range, [u8; 4], bool)> {
    let number = |digits: &[u8]| {
        digits.iter().try_fold(0usize, |number, digit| Some(number << 4 | (*digit as char).to_digit(16)? as usize))
    };
    let mut words = line.split(|byte| *byte == b' ').filter(|word| !word.is_empty());
    let mut bounds = words.next()?.split(|byte| *byte == b'-');
    let range = Range { low: number(bounds.next()?)?, high: number(bounds.next()?)? };
    let rights = words.next()?.try_into().ok()?;
    let is_board = crate::control::is_board(range.low);
    Some((range, rights, is_board))
}

/// What a trapped system call comes to.
pub enum Call {
    /// It was made, with this result.
    Made(isize),
    /// The guest makes it itself.
    Repeat,
}

/// The guest makes a system call while there is a checkpoint.
pub fn call(number: usize, arguments: [usize; 6]) -> Call {
    const WRITE: usize = 1;
    const FSTAT: usize = 5;
    const POLL: usize = 7;
    const RT_SIGACTION: usize = 13;
    const IOCTL: usize = 16;
    const WRITEV: usize = 20;
    const SCHED_YIELD: usize = 24;
    const GETPID: usize = 39;
    const GETTID: usize = 186;
    const NEWFSTATAT: usize = 262;
    const TCGETS: usize = 0x5401;
    let [first, second, third, ..] = arguments;
    // Output is dropped wherever a guest goes back, or cut.
    let is_output = matches!(first, 1 | 2);
    let writes_to = match number {
        WRITE | WRITEV if is_output => None,
        SCHED_YIELD | GETPID | GETTID => None,
        // A look at descriptors, as Rust's start has it: the first three are what they always were.
        POLL if third == 0 && second <= 3 => Some((first, second * 8)),
        FSTAT if is_output => Some((second, 144)),
        NEWFSTATAT if is_output => Some((third, 144)),
        RT_SIGACTION if second == 0 || active().is_some_and(|checkpoint| checkpoint.keep_action(first as i32)) => {
            (third != 0).then_some((third, size_of::<sys::SignalAction>()))
        }
        IOCTL if is_output && second == TCGETS => Some((third, 60)),
        _ => {
            give_up();
            return Call::Repeat;
        }
    };
    if let Some((low, size)) = writes_to {
        // The kernel does not ask us.
        allow_write(low);
        allow_write(low + size);
    }
    let [a, b, c, d, e, f] = arguments;
    // SAFETY: the guest's own call.
    Call::Made(unsafe { sys::call(number, a, b, c, d, e, f) })
}
