//! Tasks: those of regions, one for each thread of a team, and those that programs make.

use super::call::Body;
use super::entry::caller;
use super::settings::Settings;
use super::share::Position;
use super::team::{self, Team, allocate};
use super::worker::Worker;
use crate::control::{self, Event};
use crate::pending::{Blocked, FREE, Pending};
use crate::protocol::{NO_THREAD, blocked, op};
use crate::thread::{self, Spawn, Storage};
use crate::threads::{self, Thread};
use crate::{digest, heap, switch};

/// A task.
pub struct Task {
    team: *mut Team,
    /// The seat that it has: its thread's number in the team.
    pub number: u32,
    /// The thread of the guest that it is.
    pub thread: u32,
    pub settings: Settings,
    pub is_implicit: bool,
    /// It and its children are not deferred.
    pub is_final: bool,
    pub waits: Waits,
    /// How many barriers of the team are behind it; of other tasks: behind the one that made it.
    pub round: u32,
    /// Where it is in its loops.
    pub position: Position,
    parent: *mut Task,
    /// The first of its children that it has not waited for, and the last.
    children: *mut Task,
    last_child: *mut Task,
    next_sibling: *mut Task,
    pub next_in_team: *mut Task,
    /// The innermost group that it belongs to.
    group: *mut Group,
    /// Who sat on the seat before it, and waits for it.
    below: *mut Task,
    /// What `depend` says: addresses, those that are written first.
    dependences: (*const Dependence, usize),
    /// The siblings that it must come behind.
    predecessors: (*const *mut Task, usize),
    /// How many children it has made.
    made: u32,
    /// The thread that serves it, if that serves more than one region.
    pub worker: *mut Worker,
    /// How many threads the next region is to have; 0: as usual.
    pub asked: u32,
    body: Body,
    /// What the body works on, if that is memory of ours: freed at the end.
    data: usize,
}

/// What keeps a task from going on: only for such tasks its seat is free.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Waits {
    No,
    /// For all threads and tasks, in this round.
    Barrier(u32),
    /// For its children.
    Children,
    /// For all tasks of a group.
    Group(*mut Group),
    /// For the end of the region.
    End,
}

/// `taskgroup`.
pub struct Group {
    outer: *mut Group,
}

/// A place that a task reads or writes.
#[derive(Clone, Copy)]
pub struct Dependence {
    pub address: usize,
    pub writes: bool,
}

/// The task that runs.
pub fn current() -> &'static mut Task {
    let thread = threads::current();
    if thread.task == 0 {
        thread.task = control::inside(|| team::initial(caller())) as usize;
    }
    // SAFETY: tasks live as long as their team, and that at least as long as it runs.
    unsafe { &mut *(thread.task as *mut Task) }
}

impl Task {
    pub fn new(team: *mut Team, number: u32, settings: Settings) -> Self {
        Self {
            team,
            number,
            thread: NO_THREAD,
            settings,
            is_implicit: false,
            is_final: false,
            waits: Waits::No,
            round: 0,
            position: Position::new(),
            parent: core::ptr::null_mut(),
            children: core::ptr::null_mut(),
            last_child: core::ptr::null_mut(),
            next_sibling: core::ptr::null_mut(),
            next_in_team: core::ptr::null_mut(),
            group: core::ptr::null_mut(),
            below: core::ptr::null_mut(),
            dependences: (core::ptr::null(), 0),
            predecessors: (core::ptr::null(), 0),
            made: 0,
            worker: core::ptr::null_mut(),
            asked: 0,
            body: Body::new(0, 0, 0),
            data: 0,
        }
    }

    fn child_of(parent: &mut Task) -> Self {
        let mut task = Self::new(parent.team, parent.number, parent.settings);
        task.parent = parent;
        task.group = parent.group;
        task.round = parent.round;
        task.is_final = parent.is_final;
        task
    }

    pub fn team(&self) -> &'static mut Team {
        // SAFETY: teams live as long as their tasks.
        unsafe { &mut *self.team }
    }

    /// Whether it goes on only when the other task has ended.
    pub fn waits_for(&self, task: &Task) -> bool {
        match self.waits {
            Waits::No => false,
            Waits::Barrier(round) => self.team().round == round,
            Waits::End => true,
            Waits::Children => core::ptr::eq(task.parent, self),
            Waits::Group(group) => task.is_in(group),
        }
    }

    fn is_in(&self, group: *mut Group) -> bool {
        let mut at = self.group;
        while !at.is_null() && at != group {
            // SAFETY: groups live until all of their tasks have ended.
            at = unsafe { (*at).outer };
        }
        at == group
    }

    fn dependences(&self) -> &'static [Dependence] {
        let (first, count) = self.dependences;
        // SAFETY: a copy of ours, kept as long as the task.
        if count == 0 { &[] } else { unsafe { core::slice::from_raw_parts(first, count) } }
    }

    /// Whether it must come behind an older sibling.
    fn depends_on(&self, older: &Task) -> bool {
        let meets = |one: &Dependence| {
            older.dependences().iter().any(|other| one.address == other.address && (one.writes || other.writes))
        };
        self.dependences().iter().any(meets)
    }

    fn children(&self) -> impl Iterator<Item = &'static mut Task> {
        let mut at = self.children;
        core::iter::from_fn(move || {
            // SAFETY: tasks live as long as their team.
            let task = unsafe { at.as_mut() }?;
            at = task.next_sibling;
            Some(task)
        })
    }

    /// The siblings that it must come behind.
    fn predecessors(&self) -> impl Iterator<Item = &'static Task> {
        let (first, count) = self.predecessors;
        // SAFETY: a list of ours, of tasks that live as long as this one.
        (0..count).map(move |at| unsafe { &**first.add(at) })
    }

    /// Finds them, before it becomes a child itself.
    fn find_predecessors(&mut self, parent: &Task, pc: usize) {
        let count = parent.children().filter(|older| self.depends_on(older)).count();
        if count == 0 {
            return;
        }
        let list = allocate::<*mut Task>(count, pc);
        for (at, older) in parent.children().filter(|older| self.depends_on(older)).enumerate() {
            // SAFETY: fresh memory of the right size.
            unsafe { list.add(at).write(older) };
        }
        self.predecessors = (list, count);
    }

    /// It ends: its children have no parent any more.
    fn abandon_children(&mut self) {
        self.children().for_each(|child| child.parent = core::ptr::null_mut());
        self.children = core::ptr::null_mut();
        self.last_child = core::ptr::null_mut();
    }

    /// Frees it, with what it has.
    pub fn free(&mut self, pc: usize) {
        if self.dependences.1 > 0 {
            heap::discard(self.dependences.0 as usize, pc);
        }
        if self.predecessors.1 > 0 {
            heap::discard(self.predecessors.0 as usize, pc);
        }
        heap::discard(&raw mut *self as usize, pc);
    }
}

/// How a task is to be made.
pub struct Wanted<'a> {
    pub body: Body,
    /// Memory of ours that is freed at its end, or 0.
    pub data: usize,
    /// Whether it may be deferred.
    pub deferred: bool,
    pub is_final: bool,
    pub dependences: &'a [Dependence],
}

/// So many tasks of one parent are threads; the rest are run where they are made, as the compilers' libraries do with too many, too.
const MOST: u32 = 64;

/// A task is made, and run at once if it is not to be deferred.
pub fn create(wanted: &Wanted<'_>, pc: usize) {
    let parent = current();
    let team = parent.team();
    let is_deferred = wanted.deferred && team.size > 1 && !parent.is_final && parent.made < MOST;
    if is_deferred {
        control::inside(|| defer(wanted, parent, team, pc));
    } else {
        // It comes behind what it depends on; behind all else, too, which nobody asks for, but nobody forbids.
        if team.size > 1 && !wanted.dependences.is_empty() {
            wait(pc);
        }
        include(wanted, pc);
    }
}

/// The running thread runs it now.
fn include(wanted: &Wanted<'_>, pc: usize) {
    begin_included(wanted.is_final, pc);
    wanted.body.run(pc);
    end_included(pc);
    if wanted.data != 0 {
        heap::discard(wanted.data, pc);
    }
}

/// The running thread begins a task that is not deferred.
pub fn begin_included(is_final: bool, pc: usize) {
    let parent = current();
    let team = parent.team();
    let task = control::inside(|| allocate::<Task>(1, pc));
    let mut new = Task::child_of(parent);
    new.is_final |= is_final;
    new.thread = parent.thread;
    let top = team.top(parent.number);
    new.below = *top;
    *top = task;
    // SAFETY: fresh memory of the right size.
    unsafe { task.write(new) };
    threads::current().task = task as usize;
}

/// It ends.
pub fn end_included(pc: usize) {
    let task = current();
    task.abandon_children();
    *task.team().top(task.number) = task.below;
    threads::current().task = task.parent as usize;
    heap::discard(&raw mut *task as usize, pc);
}

fn defer(wanted: &Wanted<'_>, parent: &mut Task, team: &mut Team, pc: usize) {
    let task = allocate::<Task>(1, pc);
    let mut new = Task::child_of(parent);
    new.is_final |= wanted.is_final;
    new.body = wanted.body;
    new.data = wanted.data;
    let count = wanted.dependences.len();
    if count > 0 {
        let copy = allocate::<Dependence>(count, pc);
        // SAFETY: fresh memory of the right size.
        unsafe { copy.copy_from_nonoverlapping(wanted.dependences.as_ptr(), count) };
        new.dependences = (copy, count);
        new.find_predecessors(parent, pc);
    }
    // SAFETY: fresh memory of the right size.
    unsafe { task.write(new) };
    let first =
        Pending::new(op::SEMAPHORE_ACQUIRE, &raw const team.seats_taken as usize, pc).size(1).blocked(has_no_seat);
    let storage = Storage::Of(threads::current().local_base);
    let spawn = Spawn { start: task_main, argument: task as usize, storage, task: task as usize, first: Some(first) };
    let Some(thread) = thread::spawn(spawn, pc) else {
        control::end(crate::protocol::outcome::MANY_THREADS, 0, 0, &[])
    };
    // SAFETY: tasks live as long as their team.
    unsafe {
        (*task).thread = thread.id;
        match parent.last_child.as_mut() {
            Some(last) => last.next_sibling = task,
            None => parent.children = task,
        }
        parent.last_child = task;
        match team.newest.as_mut() {
            Some(newest) => newest.next_in_team = task,
            None => team.tasks = task,
        }
        team.newest = task;
    }
    team.unfinished += 1;
    parent.made += 1;
}

fn has_ended(task: &Task) -> bool {
    threads::get(task.thread).is_none_or(|thread| thread.status == threads::Status::Ended)
}

/// A task begins when all that it depends on has ended, and there is a seat.
fn has_no_seat(thread: &Thread) -> Blocked {
    // SAFETY: the thread's own task.
    let task = unsafe { &*(thread.task as *const Task) };
    if let Some(before) = task.predecessors().find(|before| !has_ended(before)) {
        return (blocked::JOIN, before.thread);
    }
    if task.team().seat_for(task).is_some() { FREE } else { (blocked::PERMITS, NO_THREAD) }
}

extern "C" fn task_main(task: usize) -> usize {
    // SAFETY: tasks live as long as their team.
    let task = unsafe { &mut *(task as *mut Task) };
    control::inside(|| {
        let team = task.team();
        let Some(number) = team.seat_for(task) else { crate::crash::fault("a task without a seat") };
        task.number = number;
        let top = team.top(number);
        task.below = *top;
        *top = &raw mut *task;
        let thread = threads::current();
        // Which seat it gets depends on what others have done.
        digest::add(&mut thread.digest, number.into());
        thread.local_base = team.local_base(number);
        // SAFETY: who has this storage waits for this task, in our own code.
        unsafe { switch::set_local_base(thread.local_base) };
        for before in task.predecessors() {
            control::emit(Event::of(&Pending::new(op::JOIN, 0, thread.pending.pc).other(before.thread)));
        }
    });
    task.body.run(0);
    if task.data != 0 {
        heap::discard(task.data, caller());
    }
    0
}

/// A thread that belongs to a team, or is a task, has ended.
pub fn thread_ends(thread: &Thread) {
    if thread.task == 0 {
        return;
    }
    // SAFETY: tasks live as long as their team.
    let task = unsafe { &mut *(thread.task as *mut Task) };
    if task.is_implicit {
        task.waits = Waits::End;
        return;
    }
    let team = task.team();
    *team.top(task.number) = task.below;
    task.abandon_children();
    team.unfinished -= 1;
    team.try_open();
}

/// Waits for the children of the running task.
pub fn wait(pc: usize) {
    control::inside(|| {
        let task = current();
        task.waits = Waits::Children;
        task.children().for_each(|child| thread::wait_for(child.thread, pc));
        task.children = core::ptr::null_mut();
        task.last_child = core::ptr::null_mut();
        task.waits = Waits::No;
    });
}

/// A group begins: all tasks that the running one makes from here on belong to it, and all that they make.
pub fn begin_group(pc: usize) {
    control::inside(|| {
        let task = current();
        let group = allocate::<Group>(1, pc);
        // SAFETY: fresh memory of the right size.
        unsafe { group.write(Group { outer: task.group }) };
        task.group = group;
    });
}

/// It ends, when they have.
pub fn end_group(pc: usize) {
    control::inside(|| {
        let task = current();
        let group = task.group;
        // SAFETY: groups live until their end.
        let Some(known) = (unsafe { group.as_ref() }) else { return };
        task.waits = Waits::Group(group);
        task.team().tasks().filter(|task| task.is_in(group)).for_each(|task| thread::wait_for(task.thread, pc));
        task.waits = Waits::No;
        task.group = known.outer;
    });
}
