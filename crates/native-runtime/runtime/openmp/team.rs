//! Parallel regions: a team of threads, and the barriers between them.

use super::call::Body;
use super::settings;
use super::share::{Loop, Share};
use super::task::{Task, Waits, current};
use super::worker::{self, Worker};
use crate::control::{self, Event};
use crate::heap;
use crate::pending::{Blocked, FREE, Pending};
use crate::protocol::{NO_THREAD, blocked, op};
use crate::thread::{self, Spawn, Storage};
use crate::threads::{self, Thread};

/// So many loops, sections and `single`s of a team can be under way at once: threads that do not wait for each other run ahead.
const SHARES: usize = 32;

/// The threads of a parallel region.
pub struct Team {
    pub size: u32,
    /// How many regions it is in, with itself; how many of these have more than one thread.
    pub level: u32,
    pub active_level: u32,
    /// The task that has come to the region.
    pub origin: *mut Task,
    seats: *mut Seat,
    /// Its address stands for the seats when a task takes one.
    pub seats_taken: u64,
    /// Its address stands for the barrier.
    latch: u64,
    arrived: u32,
    /// How many barriers are behind.
    pub round: u32,
    /// Tasks that have not ended.
    pub unfinished: u32,
    /// All tasks, the oldest first.
    pub tasks: *mut Task,
    pub newest: *mut Task,
    shares: [Share; SHARES],
    /// The loop or the sections that the region begins with, if it does.
    pub given: Loop,
    /// What is kept from one outermost region to the next.
    kept: *mut Kept,
    body: Body,
}

/// Threads with such numbers have the same thread-local storage in all outermost regions.
const KEPT: usize = 256;

/// What outermost regions have in common, by the number of the thread.
struct Kept {
    /// The base of its thread-local storage.
    storage: [usize; KEPT],
    workers: [*mut Worker; KEPT],
}

/// Where a thread of the team is.
struct Seat {
    /// The task of the region itself.
    member: *mut Task,
    /// The task that runs, or stands, on it.
    top: *mut Task,
    /// The base of its thread-local storage.
    local_base: usize,
}

/// Memory for something of ours, named as the running thread's own blocks are.
pub fn allocate<T>(count: usize, pc: usize) -> *mut T {
    heap::allocate(size_of::<T>() * count, align_of::<T>().max(16), pc) as *mut T
}

impl Team {
    fn seats(&self) -> &'static mut [Seat] {
        // SAFETY: made with the team, and kept as long.
        unsafe { core::slice::from_raw_parts_mut(self.seats, self.size as usize) }
    }

    /// Runs the region's body, as one of its threads.
    pub fn run(&self) {
        self.body.run(0);
    }

    /// What is on the seat with this number.
    pub fn top(&self, number: u32) -> &'static mut *mut Task {
        &mut self.seats()[number as usize].top
    }

    pub fn local_base(&self, number: u32) -> usize {
        self.seats()[number as usize].local_base
    }

    /// A seat on which a task may sit: whoever is there waits for it.
    pub fn seat_for(&self, task: &Task) -> Option<u32> {
        // SAFETY: tasks live as long as their team.
        let waits = |seat: &Seat| unsafe { (*seat.top).waits_for(task) };
        self.seats().iter().position(waits).map(|number| number as u32)
    }

    /// What the loop or the like with this number shares.
    pub fn share(&mut self, number: u64) -> &mut Share {
        &mut self.shares[number as usize % SHARES]
    }

    /// The barrier opens when all threads are there and all tasks have ended.
    pub fn try_open(&mut self) {
        if self.arrived == self.size && self.unfinished == 0 {
            self.arrived = 0;
            self.round += 1;
        }
    }

    /// All tasks, the oldest first; also those that are made meanwhile.
    pub fn tasks(&self) -> impl Iterator<Item = &'static mut Task> {
        let team = &raw const *self;
        let mut last: *mut Task = core::ptr::null_mut();
        core::iter::from_fn(move || {
            // SAFETY: tasks live as long as their team, and the team as long as it is asked.
            unsafe {
                last = last.as_ref().map_or((*team).tasks, |task| task.next_in_team);
                last.as_mut()
            }
        })
    }
}

/// A team with one task for each thread; none has started.
fn make(size: u32, origin: *mut Task, pc: usize) -> &'static mut Team {
    let team = allocate::<Team>(1, pc);
    heap::name_team(team as usize);
    let seats = allocate::<Seat>(size as usize, pc);
    // SAFETY: tasks live as long as their team, and this one runs.
    let outer = unsafe { origin.as_ref() };
    let outer_team = outer.map(|task| task.team());
    let settings = outer.map_or_else(settings::first, |task| task.settings);
    let is_active = u32::from(size > 1);
    let (level, active_level) =
        outer_team.as_ref().map_or((0, 0), |team| (team.level + 1, team.active_level + is_active));
    let kept = outer_team.map_or(core::ptr::null_mut(), |team| team.kept);
    // SAFETY: fresh memory of the right sizes.
    unsafe {
        team.write(Team {
            size,
            level,
            active_level,
            origin,
            seats,
            seats_taken: 0,
            latch: 0,
            arrived: 0,
            round: 0,
            unfinished: 0,
            tasks: core::ptr::null_mut(),
            newest: core::ptr::null_mut(),
            shares: [const { Share::new() }; SHARES],
            given: Loop::NONE,
            kept,
            body: Body::new(0, 0, 0),
        });
        let own_thread = threads::current();
        for number in 0..size {
            let member = allocate::<Task>(1, pc);
            member.write(Task::new(team, number, settings));
            if let Some(next) = settings::size_at(level) {
                (*member).settings.threads = next;
            }
            (*member).is_implicit = true;
            let local_base = if number == 0 { own_thread.local_base } else { 0 };
            seats.add(number as usize).write(Seat { member, top: member, local_base });
        }
        (*(*seats).member).thread = own_thread.id;
        &mut *team
    }
}

/// The team of a thread that is in no region: itself.
pub fn initial(pc: usize) -> *mut Task {
    let team = make(1, core::ptr::null_mut(), pc);
    team.kept = allocate(1, pc);
    // SAFETY: fresh memory of the right size.
    unsafe { team.kept.write(Kept { storage: [0; KEPT], workers: [core::ptr::null_mut(); KEPT] }) };
    let task = team.seats()[0].member;
    // SAFETY: just made.
    unsafe { (*task).settings = settings::first() };
    task
}

/// How many threads a region gets that asks for so many; 0: as many as usual.
fn size_for(asked: u32) -> u32 {
    let task = current();
    let wanted = if asked > 0 { asked } else { task.settings.threads };
    if task.team().active_level >= task.settings.levels { 1 } else { wanted.max(1) }
}

extern "C" fn member_main(task: usize) -> usize {
    // SAFETY: tasks live as long as their team.
    let team = unsafe { (*(task as *mut Task)).team() };
    team.run();
    0
}

/// The thread with this number starts; none if there are too many.
fn start_member(team: &mut Team, number: u32, is_outermost: bool, pc: usize) -> Option<()> {
    let seat = &mut team.seats()[number as usize];
    // SAFETY: kept for ever.
    let kept = unsafe { team.kept.as_mut() }.filter(|_| is_outermost && (number as usize) < KEPT);
    let known = kept.as_ref().map_or(0, |kept| kept.storage[number as usize]);
    let storage = if known == 0 { Storage::Kept } else { Storage::Of(known) };
    let member = seat.member;
    // SAFETY: just made.
    let task = unsafe { &mut *member };
    match kept {
        Some(kept) if threads::current().started >= worker::FROM => {
            let served = &mut kept.workers[number as usize];
            *served = worker::give(*served, member, storage, pc)?;
            task.worker = *served;
            // SAFETY: workers are kept for ever.
            (task.thread, seat.local_base) = unsafe { ((**served).thread, (**served).local_base) };
        }
        kept => {
            let argument = member as usize;
            let spawn = Spawn { start: member_main, argument, storage, task: argument, first: None };
            let thread = thread::spawn(spawn, pc)?;
            (task.thread, seat.local_base) = (thread.id, thread.local_base);
            if let Some(kept) = kept {
                kept.storage[number as usize] = thread.local_base;
            }
        }
    }
    Some(())
}

/// A region begins: its threads start, and the running one becomes the first of them. `prepare` is called before.
pub fn begin(body: Body, asked: u32, pc: usize, prepare: impl FnOnce(&mut Team)) {
    control::inside(|| {
        let origin = current();
        let size = size_for(asked);
        let team = make(size, origin, pc);
        team.body = body;
        prepare(team);
        let is_outermost = team.active_level == 1;
        for number in 1..size {
            if start_member(team, number, is_outermost, pc).is_none() {
                control::end(crate::protocol::outcome::MANY_THREADS, 0, 0, &[]);
            }
        }
        threads::current().task = team.seats()[0].member as usize;
    });
    if control::has_threads() {
        control::arm();
    }
}

/// A region ends: its threads and tasks are waited for.
pub fn end(pc: usize) {
    control::inside(|| {
        let task = current();
        let team = task.team();
        task.waits = Waits::End;
        for seat in &team.seats()[1..] {
            // SAFETY: tasks live as long as their team.
            let member = unsafe { &*seat.member };
            if member.worker.is_null() {
                thread::wait_for(member.thread, pc);
            } else {
                worker::take_back(member.worker, pc);
            }
        }
        let round = task.round;
        team.tasks().filter(|task| task.round == round).for_each(|task| thread::wait_for(task.thread, pc));
        threads::current().task = team.origin as usize;
        let mut next = team.tasks;
        // SAFETY: as above.
        while let Some(task) = unsafe { next.as_mut() } {
            next = task.next_in_team;
            task.free(pc);
        }
        for seat in team.seats() {
            heap::discard(seat.member as usize, pc);
        }
        heap::discard(team.seats as usize, pc);
        heap::discard(&raw mut *team as usize, pc);
    });
}

/// A whole region.
pub fn parallel(body: Body, asked: u32, pc: usize, prepare: impl FnOnce(&mut Team)) {
    begin(body, asked, pc, prepare);
    body.run(pc);
    end(pc);
}

/// The round that a thread waits for the end of is kept with its pending operation.
fn is_closed(thread: &Thread) -> Blocked {
    // SAFETY: the thread's own task.
    let team = unsafe { (*(thread.task as *const Task)).team() };
    if team.round == thread.pending.size { (blocked::LATCH, NO_THREAD) } else { FREE }
}

/// Waits until all threads of the team have come here, and all tasks have ended.
pub fn barrier(pc: usize) {
    control::inside(|| {
        let task = current();
        let team = task.team();
        let round = task.round;
        task.round += 1;
        if team.size == 1 {
            return;
        }
        let latch = &raw const team.latch as usize;
        let pending = Pending::new(op::LATCH_COUNT_DOWN, latch, pc);
        control::arrive(pending);
        control::emit(Event::of(&pending));
        team.arrived += 1;
        task.waits = Waits::Barrier(round);
        team.try_open();
        let pending = Pending::new(op::LATCH_AWAIT, latch, pc).size(round).blocked(is_closed);
        control::arrive(pending);
        control::emit(Event::of(&pending));
        task.waits = Waits::No;
        // They have ended, or the barrier would be closed: this waits for nothing.
        for task in team.tasks().filter(|task| task.round == round) {
            control::emit(Event::of(&Pending::new(op::JOIN, 0, pc).other(task.thread)));
        }
    });
}
