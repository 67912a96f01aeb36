//! Waiting for one of several descriptors: `poll`, `select` and `epoll`.
//!
//! Whether one of the guest's own channels is ready is known here; of other descriptors the kernel is asked, without waiting.

use core::ffi::c_int;

use crate::channels::{self, Wait, Waited};
use crate::control;
use crate::descriptors;
use crate::global::Global;
use crate::position::with_position;
use crate::real::{EINVAL, fail, real};
use crate::time::{self, Timespec};
use crate::{crash, sys};

const IN: u32 = 1;
const OUT: u32 = 4;
const ERROR: u32 = 8;
const HANG_UP: u32 = 16;
const READ_HANG_UP: u32 = 0x2000;
const ONCE: u32 = 1 << 30;
/// Tell of changes only.
const EDGE: u32 = 1 << 31;

const POLL: usize = 7;
const EBADF: c_int = 9;
const ENOENT: c_int = 2;
const EEXIST: c_int = 17;

/// What `poll` is asked about.
#[repr(C)]
#[derive(Clone, Copy)]
struct Polled {
    descriptor: c_int,
    wanted: i16,
    found: i16,
}

/// What is true of a descriptor now, and how often that has changed.
fn state(descriptor: c_int, wanted: u32) -> (u32, u64) {
    let Some(end) = descriptors::end(descriptor as usize) else {
        let mut polled = Polled { descriptor, wanted: wanted as i16, found: 0 };
        // SAFETY: one element; it does not wait.
        unsafe { sys::call(POLL, &raw mut polled as usize, 1, 0, 0, 0, 0) };
        return (polled.found as u16 as u32, u64::MAX);
    };
    let (mut found, mut changes) = (0, 0);
    if let Some(channel) = end.reads().map(channels::get) {
        changes += channel.came;
        if channel.can_read() {
            found |= IN;
        }
        if !channel.is_counter() && channel.writers == 0 {
            found |= HANG_UP | READ_HANG_UP;
        }
    }
    if let Some(channel) = end.writes().map(channels::get) {
        // Room that was there before is no news.
        changes += if wanted & OUT != 0 { channel.left << 32 } else { 0 };
        if channel.can_write() {
            found |= OUT;
        }
        if !channel.is_counter() && channel.readers == 0 {
            found |= ERROR;
        }
    }
    if end.watch != 0 && is_any_ready(end.watch) {
        found |= IN;
    }
    (found & (wanted | ERROR | HANG_UP), changes)
}

/// When a wait of so many milliseconds ends: 0 for never. None: it does not wait at all.
fn deadline_after(milliseconds: c_int) -> Option<u64> {
    match milliseconds {
        0 => None,
        ..0 => Some(0),
        some => Some(control::now() + some as u64 * 1_000_000),
    }
}

fn wait_until(is_over: fn(&Wait) -> bool, what: usize, count: usize, deadline: Option<u64>, pc: usize) -> Waited {
    match deadline {
        // What is found depends on what others have done before, so it is an operation all the same.
        None => {
            channels::at_once(pc, &mut || None);
            Waited::Over
        }
        Some(deadline) => channels::visibly(Wait { is_over, what, count }, deadline, pc, &mut || None),
    }
}

fn look(list: &mut [Polled]) -> c_int {
    let mut ready = 0;
    for polled in list {
        polled.found = 0;
        if polled.descriptor >= 0 {
            polled.found = state(polled.descriptor, polled.wanted as u16 as u32).0 as i16;
        }
        ready += c_int::from(polled.found != 0);
    }
    ready
}

fn is_polled_ready(wait: &Wait) -> bool {
    // SAFETY: the list of the thread that waits.
    look(unsafe { core::slice::from_raw_parts_mut(wait.what as *mut Polled, wait.count) }) > 0
}

/// Whether one of our own is among them, or a wait for the others may not keep the guest's other threads from running.
fn is_ours(list: &[Polled], waits: bool) -> bool {
    let own = list.iter().any(|polled| descriptors::end(polled.descriptor as usize).is_some());
    own || (waits && control::has_threads() && !list.is_empty())
}

fn wait_for_list(list: &mut [Polled], deadline: Option<u64>, pc: usize) -> c_int {
    control::inside(|| {
        if list.is_empty() && deadline.is_none() {
            return 0;
        }
        wait_until(is_polled_ready, list.as_mut_ptr() as usize, list.len(), deadline, pc);
        look(list)
    })
}

extern "C" fn poll_at(list: *mut Polled, count: usize, milliseconds: c_int, pc: usize) -> c_int {
    if control::is_on() {
        // SAFETY: the guest's own list.
        let all = unsafe { core::slice::from_raw_parts_mut(list, count) };
        if is_ours(all, milliseconds > 0) || (count == 0 && milliseconds > 0) {
            return wait_for_list(all, deadline_after(milliseconds), pc);
        }
    }
    real!(poll(list => *mut Polled, count => usize, milliseconds => c_int) -> c_int)
}

fn deadline_of(limit: *const Timespec) -> Option<u64> {
    match time::after(limit) {
        at if at != 0 && at <= control::now() => None,
        at => Some(at),
    }
}

extern "C" fn poll_timespec_at(
    list: *mut Polled,
    count: usize,
    limit: *const Timespec,
    mask: usize,
    pc: usize,
) -> c_int {
    if control::is_on() {
        // SAFETY: the guest's own list.
        let all = unsafe { core::slice::from_raw_parts_mut(list, count) };
        if is_ours(all, !limit.is_null()) {
            return wait_for_list(all, deadline_of(limit), pc);
        }
    }
    real!(ppoll(list => *mut Polled, count => usize, limit => *const Timespec, mask => usize) -> c_int)
}

type Set = [u64; 16];

/// The three sets of `select`, as a list: none if none of our own is among them.
fn as_list(count: c_int, sets: [*mut Set; 3], list: &mut [Polled]) -> usize {
    const WANTED: [i16; 3] = [1, 4, 2];
    let mut length = 0;
    for descriptor in 0..count.clamp(0, 1024) {
        let has = |set: &*mut Set| {
            // SAFETY: the guest's own sets.
            unsafe { set.as_ref() }.is_some_and(|set| set[descriptor as usize / 64] >> (descriptor % 64) & 1 != 0)
        };
        let wanted = sets.iter().zip(WANTED).filter(|(set, _)| has(set)).fold(0, |sum, (_, bit)| sum | bit);
        if wanted != 0 {
            if length == list.len() {
                crash::needs("select of more than 64 descriptors");
            }
            list[length] = Polled { descriptor, wanted, found: 0 };
            length += 1;
        }
    }
    length
}

fn wait_for_sets(list: &mut [Polled], sets: [*mut Set; 3], deadline: Option<u64>, pc: usize) -> c_int {
    wait_for_list(list, deadline, pc);
    let mut ready = 0;
    for (set, bits) in sets.into_iter().zip([IN | HANG_UP | ERROR, OUT | ERROR, 2]) {
        // SAFETY: the guest's own sets.
        let Some(set) = (unsafe { set.as_mut() }) else { continue };
        for polled in &*list {
            let (word, bit) = (polled.descriptor as usize / 64, 1u64 << (polled.descriptor % 64));
            if set[word] & bit != 0 {
                let is_ready = polled.found as u16 as u32 & bits != 0;
                ready += c_int::from(is_ready);
                set[word] &= if is_ready { u64::MAX } else { !bit };
            }
        }
    }
    ready
}

const UNUSED: Polled = Polled { descriptor: -1, wanted: 0, found: 0 };

unsafe extern "C" fn select_at(
    count: c_int,
    a: *mut Set,
    b: *mut Set,
    c: *mut Set,
    limit: *mut [i64; 2],
    pc: usize,
) -> c_int {
    if control::is_on() {
        let mut list = [UNUSED; 64];
        let length = as_list(count, [a, b, c], &mut list);
        // SAFETY: the guest's own variable.
        let limit = unsafe { limit.as_ref() }.map(|time| (time[0] * 1_000_000 + time[1]).max(0) as u64 * 1000);
        if is_ours(&list[..length], limit.is_some()) || (length == 0 && limit.is_some_and(|time| time > 0)) {
            let deadline = match limit {
                None => Some(0),
                Some(0) => None,
                Some(some) => Some(control::now() + some),
            };
            return wait_for_sets(&mut list[..length], [a, b, c], deadline, pc);
        }
    }
    real!(select(count => c_int, a => *mut Set, b => *mut Set, c => *mut Set, limit => *mut [i64; 2]) -> c_int)
}

/// A descriptor that is watched.
#[derive(Clone, Copy)]
struct Watched {
    descriptor: c_int,
    wanted: u32,
    data: u64,
    /// The changes that were told of.
    told: u64,
}

/// What one `epoll` watches.
struct Watch {
    users: i32,
    list: [Watched; LONGEST],
    count: usize,
}

const WATCHES: usize = 16;
const LONGEST: usize = 64;
const NOBODY: Watched = Watched { descriptor: -1, wanted: 0, data: 0, told: 0 };

static ALL: Global<[Watch; WATCHES]> =
    Global::new([const { Watch { users: 0, list: [NOBODY; LONGEST], count: 0 } }; WATCHES]);

impl Watched {
    /// What there is to tell, and the changes behind it.
    fn news(&self) -> Option<(u32, u64)> {
        let (found, changes) = state(self.descriptor, self.wanted & 0xffff);
        let is_new = self.wanted & EDGE == 0 || changes != self.told || changes == u64::MAX;
        (self.wanted & 0xffff != 0 && found != 0 && is_new).then_some((found, changes))
    }
}

fn watch(number: u16) -> &'static mut Watch {
    &mut ALL.get()[usize::from(number) - 1]
}

fn is_any_ready(number: u16) -> bool {
    let watch = watch(number);
    watch.list[..watch.count].iter().any(|watched| watched.news().is_some())
}

/// One descriptor more, or less, has the watch.
pub fn share(number: u16, change: i32) {
    let watch = watch(number);
    watch.users += change;
    if watch.users == 0 {
        watch.count = 0;
    }
}

/// The descriptor is closed: nobody watches it any longer.
pub fn forget(descriptor: c_int) {
    for watch in ALL.get() {
        if let Some(at) = watch.list[..watch.count].iter().position(|watched| watched.descriptor == descriptor) {
            watch.list.copy_within(at + 1..watch.count, at);
            watch.count -= 1;
        }
    }
}

#[unsafe(no_mangle)]
extern "C" fn epoll_create1(flags: c_int) -> c_int {
    if !control::is_on() {
        return real!(epoll_create1(flags => c_int) -> c_int);
    }
    let Some(number) = ALL.get().iter().position(|watch| watch.users == 0) else { crash::needs("more than 16 epolls") };
    let number = number as u16 + 1;
    *watch(number) = Watch { users: 1, list: [NOBODY; LONGEST], count: 0 };
    descriptors::make_watch(number, flags)
}

#[unsafe(no_mangle)]
extern "C" fn epoll_create(size: c_int) -> c_int {
    if control::is_on() { epoll_create1(0) } else { real!(epoll_create(size => c_int) -> c_int) }
}

/// As the kernel has it: without gaps.
#[repr(C, packed)]
struct Told {
    found: u32,
    data: u64,
}

fn change(number: u16, operation: c_int, descriptor: c_int, told: *const Told) -> c_int {
    const ADD: c_int = 1;
    const REMOVE: c_int = 2;
    const CHANGE: c_int = 3;
    let watch = watch(number);
    let known = watch.list[..watch.count].iter().position(|watched| watched.descriptor == descriptor);
    // SAFETY: the guest's own variable, which a removal does without.
    let (wanted, data) = unsafe { told.as_ref() }.map_or((0, 0), |told| (told.found, told.data));
    let new = Watched { descriptor, wanted, data, told: u64::MAX - 1 };
    match (operation, known) {
        (ADD, Some(_)) => return fail(EEXIST),
        (ADD, None) if watch.count == LONGEST => crash::needs("epoll of more than 64 descriptors"),
        (ADD, None) => {
            watch.list[watch.count] = new;
            watch.count += 1;
        }
        (CHANGE, Some(at)) => watch.list[at] = new,
        (REMOVE, Some(at)) => {
            watch.list.copy_within(at + 1..watch.count, at);
            watch.count -= 1;
        }
        (CHANGE | REMOVE, None) => return fail(ENOENT),
        _ => return fail(EINVAL),
    }
    0
}

extern "C" fn epoll_change_at(
    epoll: c_int,
    operation: c_int,
    descriptor: c_int,
    told: *const Told,
    pc: usize,
) -> c_int {
    if !control::is_on() {
        return real!(epoll_ctl(epoll => c_int, operation => c_int, descriptor => c_int, told => *const Told) -> c_int);
    }
    let Some(end) = descriptors::end(epoll as usize).filter(|end| end.watch != 0) else { return fail(EBADF) };
    let mut result = 0;
    control::inside(|| {
        channels::at_once(pc, &mut || {
            result = change(end.watch, operation, descriptor, told);
            Some((operation as u64) << 32 | descriptor as u64)
        });
    });
    result
}

fn is_watch_ready(wait: &Wait) -> bool {
    is_any_ready(wait.what as u16)
}

fn tell(number: u16, told: *mut Told, most: c_int) -> c_int {
    let watch = watch(number);
    let mut count = 0;
    for watched in &mut watch.list[..watch.count] {
        if count == most {
            break;
        }
        let Some((found, changes)) = watched.news() else { continue };
        watched.told = changes;
        if watched.wanted & ONCE != 0 {
            watched.wanted &= !0xffff;
        }
        // SAFETY: the guest's own list has room for so many.
        unsafe { told.add(count as usize).write(Told { found, data: watched.data }) };
        count += 1;
    }
    count
}

fn wait_for_news(epoll: c_int, told: *mut Told, most: c_int, deadline: Option<u64>, pc: usize) -> c_int {
    let Some(end) = descriptors::end(epoll as usize).filter(|end| end.watch != 0) else { return fail(EBADF) };
    control::inside(|| {
        let number = end.watch;
        let mut count = 0;
        let is_over: fn(&Wait) -> bool = if deadline.is_none() { |_| true } else { is_watch_ready };
        let wait = Wait { is_over, what: number.into(), count: 0 };
        channels::visibly(wait, deadline.unwrap_or(0), pc, &mut || {
            count = tell(number, told, most);
            (count > 0).then_some((epoll as u64) << 32 | count as u64)
        });
        count
    })
}

extern "C" fn epoll_wait_at(epoll: c_int, told: *mut Told, most: c_int, milliseconds: c_int, pc: usize) -> c_int {
    if !control::is_on() {
        return real!(epoll_wait(epoll => c_int, told => *mut Told, most => c_int, milliseconds => c_int) -> c_int);
    }
    wait_for_news(epoll, told, most, deadline_after(milliseconds), pc)
}

extern "C" fn epoll_masked_wait_at(
    epoll: c_int,
    told: *mut Told,
    most: c_int,
    milliseconds: c_int,
    mask: usize,
    pc: usize,
) -> c_int {
    if !control::is_on() {
        return real!(epoll_pwait(epoll => c_int, told => *mut Told, most => c_int, milliseconds => c_int, mask => usize)
            -> c_int);
    }
    wait_for_news(epoll, told, most, deadline_after(milliseconds), pc)
}

with_position! {
    poll / 3 => poll_at;
    ppoll / 4 => poll_timespec_at;
    select / 5 => select_at;
    epoll_ctl / 4 => epoll_change_at;
    epoll_wait / 4 => epoll_wait_at;
    epoll_pwait / 5 => epoll_masked_wait_at;
}
