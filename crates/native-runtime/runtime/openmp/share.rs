//! Work that the threads of a team share: loops, sections, `single`.
//!
//! Who gets which part is settled when a thread asks for one. That is a visible operation, because who asks first makes a difference; but it
//! orders nothing, so no event is told of it. Before each such question other threads are let go first: else the first thread would get
//! everything in a run that changes threads as seldom as it can, and such a run would show nothing.

use super::bounds::{Bounds, Part};
use super::lock;
use super::task::{Task, current};
use crate::control::{self, Event};
use crate::pending::{Blocked, FREE, Pending};
use crate::protocol::{NO_THREAD, blocked, op};
use crate::threads::{self, Thread};
use crate::{digest, spinning};

/// How the iterations of a loop are given out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// By number.
    Static,
    /// To whoever asks.
    Dynamic,
    /// To whoever asks, large parts first.
    Guided,
}

/// A loop as a construct has it.
#[derive(Clone, Copy)]
pub struct Loop {
    pub bounds: Bounds,
    pub kind: Kind,
    /// 0: in one piece for each thread, where that is possible.
    pub chunk: u64,
    pub is_ordered: bool,
}

impl Loop {
    pub const NONE: Self = Self { bounds: Bounds::NONE, kind: Kind::Static, chunk: 0, is_ordered: false };

    /// A thread needs nothing of the others to know its part.
    fn is_alone(&self) -> bool {
        self.kind == Kind::Static && !self.is_ordered
    }
}

/// What the threads share of one construct.
pub struct Share {
    /// Which one it is, counted from 1; 0 before the first.
    number: u64,
    /// The first iteration that nobody has, and its part's number.
    next: u64,
    parts: u64,
    /// How many threads are done with it.
    left: u32,
    /// Of `ordered`: the part whose turn it is, and the lock.
    turn: u64,
    ordered: u32,
    work: Loop,
    /// `copyprivate`.
    copied: usize,
}

/// Where a task is in its loops.
pub struct Position {
    /// How many shares it has come to.
    shares: u64,
    work: Loop,
    /// The next part that it asks for, where that is by number.
    round: u64,
    /// Of `ordered`: the number of the part that it has.
    part: Option<u64>,
    /// It has come to a loop: the one that its region has begun with is none of its business any more.
    has_begun: bool,
}

impl Position {
    pub const fn new() -> Self {
        Self { shares: 0, work: Loop::NONE, round: 0, part: None, has_begun: false }
    }
}

impl Share {
    pub const fn new() -> Self {
        Self { number: 0, next: 0, parts: 0, left: 0, turn: 0, ordered: 0, work: Loop::NONE, copied: 0 }
    }

    /// The first thread that comes to it begins it.
    fn enter(&mut self, number: u64, work: Loop) -> bool {
        let is_first = self.number != number;
        if is_first {
            *self = Self { number, work, ..Self::new() };
        }
        is_first
    }

    /// The next part, for whoever asks, with its number.
    fn take(&mut self, threads: u32) -> Option<(Part, u64)> {
        let Loop { bounds, kind, chunk, .. } = self.work;
        let rest = bounds.count - self.next;
        if rest == 0 {
            return None;
        }
        let fair = if kind == Kind::Guided { rest.div_ceil(threads.into()) } else { 0 };
        let size = chunk.max(1).max(fair).min(rest);
        let from = self.next;
        self.next += size;
        self.parts += 1;
        Some(((from, from + size), self.parts - 1))
    }
}

/// The share that a task is at, if it is its own to look at.
fn share_of(task: &Task) -> &'static mut Share {
    task.team().share(task.position.shares)
}

/// A thread may come to a share when all are done with what was there before.
fn is_used(thread: &Thread) -> Blocked {
    // SAFETY: the thread's own task.
    let task = unsafe { &*(thread.task as *const Task) };
    let share = share_of(task);
    let is_free = matches!(share.number, 0) || share.number == task.position.shares || share.left == task.team().size;
    if !is_free {
        return (blocked::LATCH, NO_THREAD);
    }
    is_not_its_turn(thread)
}

/// With `ordered`, a part is done when those before it are.
fn is_not_its_turn(thread: &Thread) -> Blocked {
    // SAFETY: the thread's own task.
    let task = unsafe { &*(thread.task as *const Task) };
    match task.position.part {
        Some(part) if share_of(task).turn != part => (blocked::LATCH, NO_THREAD),
        _ => FREE,
    }
}

fn is_held_or_early(thread: &Thread) -> Blocked {
    match is_not_its_turn(thread) {
        FREE => lock::is_held(thread),
        early => early,
    }
}

/// Settles something with the other threads: `act` gives a number that says how.
fn settle(task: &Task, lets_others_go: bool, pc: usize, act: impl FnOnce(&mut Share) -> u64) -> u64 {
    control::inside(|| {
        let share = share_of(task);
        if task.team().size > 1 {
            if lets_others_go {
                let pending = Pending::new(op::YIELD, 0, pc);
                control::arrive(pending);
                control::emit(Event::of(&pending));
            }
            control::arrive(Pending::new(op::UPDATE, &raw const share.next as usize, pc).size(8).blocked(is_used));
        }
        let found = act(share);
        let thread = threads::current();
        spinning::forget(thread);
        digest::add(&mut thread.digest, u64::from(op::UPDATE) | share.number << 8);
        digest::add(&mut thread.digest, found);
        found
    })
}

/// The running task begins a loop.
pub fn begin(work: Loop) {
    let position = &mut current().position;
    position.work = work;
    position.round = 0;
    position.part = None;
    position.has_begun = true;
    if !work.is_alone() {
        position.shares += 1;
    }
}

/// The task has come to the loop that its region has begun with.
fn find_given(task: &mut Task) {
    if !task.position.has_begun {
        begin(task.team().given);
    }
}

/// The next part of the loop for the running task.
pub fn next(pc: usize) -> Option<Part> {
    let task = current();
    find_given(task);
    let (work, number, threads) = (task.position.work, task.number, task.team().size);
    if work.kind == Kind::Static {
        return next_by_number(task, work, number, threads, pc);
    }
    let mut taken = None;
    let shares = task.position.shares;
    let had = task.position.part.is_some();
    settle(task, true, pc, |share| {
        share.enter(shares, work);
        share.turn += u64::from(had);
        taken = share.take(threads);
        taken.map_or(0, |((from, _), _)| from + 1)
    });
    task.position.part = taken.filter(|_| work.is_ordered).map(|(_, part)| part);
    taken.map(|(part, _)| part)
}

fn next_by_number(task: &mut Task, work: Loop, number: u32, threads: u32, pc: usize) -> Option<Part> {
    let shares = task.position.shares;
    if work.is_ordered {
        let had = task.position.part.is_some();
        settle(task, false, pc, |share| {
            share.enter(shares, work);
            share.turn += u64::from(had);
            0
        });
        task.position.part = None;
    }
    let round = task.position.round;
    task.position.round += 1;
    let (part, which) = if work.chunk == 0 {
        (work.bounds.block(number, threads), u64::from(number))
    } else {
        let which = round * u64::from(threads) + u64::from(number);
        let from = which.saturating_mul(work.chunk).min(work.bounds.count);
        ((from, from.saturating_add(work.chunk).min(work.bounds.count)), which)
    };
    let is_over = part.0 >= part.1 || (work.chunk == 0 && round > 0);
    if is_over {
        return None;
    }
    task.position.part = work.is_ordered.then_some(which);
    Some(part)
}

/// Whether a part is the last one.
pub fn is_last(part: Part) -> bool {
    part.1 == current().position.work.bounds.count
}

/// The running task is done with its loop or sections.
pub fn leave() {
    let task = current();
    find_given(task);
    if !task.position.work.is_alone() {
        share_of(task).left += 1;
    }
}

/// Whether the running task is the one to do what is done once.
pub fn single(pc: usize) -> bool {
    let task = current();
    task.position.shares += 1;
    task.position.part = None;
    task.position.has_begun = true;
    let shares = task.position.shares;
    let is_first = settle(task, false, pc, |share| {
        let is_first = share.enter(shares, Loop::NONE);
        share.left += 1;
        is_first.into()
    });
    is_first != 0
}

/// What the one thread hands to the others: set by it, and read behind a barrier.
pub fn copied() -> &'static mut usize {
    &mut share_of(current()).copied
}

/// `ordered` begins.
pub fn begin_ordered(pc: usize) {
    let task = current();
    if task.team().size > 1 {
        lock::take_when(&raw const share_of(task).ordered as usize, is_held_or_early, pc);
    }
}

/// It ends.
pub fn end_ordered(pc: usize) {
    let task = current();
    if task.team().size > 1 {
        lock::give(&raw const share_of(task).ordered as usize, pc);
    }
}

impl Position {
    /// The values between which a part lies.
    pub fn values(&self, part: Part) -> (i64, i64) {
        self.work.bounds.values(part)
    }

    /// The bounds of the loop that it is in.
    pub fn bounds(&self) -> Bounds {
        self.work.bounds
    }
}
