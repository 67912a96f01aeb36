//! A guest made of events: what the analyses see of a run, without a machine.

#![allow(missing_docs, reason = "helpers of tests")]

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use deadheat_analysis::{Analyses, AnalysisOptions, PossibleError, Scope, Warning};
use deadheat_event::{
    AccessKind, CodeOwner, Context, Done, Event, EventKind, FieldId, Location, LockMode, Mark, ObjectId, Observer,
    SiteId, SourcePos, SyncId, ThreadId,
};

/// The line at which optimistic reads begin.
pub const OPTIMISTIC_BEGIN: u64 = 1 << 40;
/// The line at which they are found to have been right.
pub const OPTIMISTIC_VALIDATE: u64 = OPTIMISTIC_BEGIN + 1;

/// Names everything after its number. Each event is at a line of its own.
#[derive(Default)]
pub struct World {
    site: Cell<u64>,
    /// The line that everything is called from; none for 0.
    pub caller: Cell<u64>,
    pub dead: RefCell<BTreeSet<ObjectId>>,
    pub live: RefCell<Vec<ThreadId>>,
}

impl World {
    /// From here on all events are at this line.
    pub fn set_line(&self, line: u64) {
        self.site.set(line);
    }
}

impl Context for World {
    fn source(&self, site: SiteId) -> SourcePos {
        SourcePos {
            container: "Guest".into(),
            function: "run".into(),
            file: Some("Guest.java".into()),
            line: Some(site.0 as u32),
            owner: CodeOwner::Program,
        }
    }
    fn owner(&self, site: SiteId) -> CodeOwner {
        match site.0 {
            OPTIMISTIC_BEGIN => CodeOwner::OptimisticBegin,
            OPTIMISTIC_VALIDATE => CodeOwner::OptimisticValidate,
            _ => CodeOwner::Program,
        }
    }
    fn locks(&self, _: ThreadId) -> Vec<(SyncId, LockMode)> {
        Vec::new()
    }
    fn thread_name(&self, thread: ThreadId) -> String {
        format!("thread-{}", thread.0)
    }
    fn type_name(&self, object: ObjectId) -> String {
        format!("Lock{}", object.0)
    }
    fn location_name(&self, location: Location) -> String {
        match location.field() {
            Some(field) => format!("Guest.field{}", field.0),
            None => location.to_string(),
        }
    }
    fn sync_name(&self, sync: SyncId) -> String {
        self.type_name(sync.object)
    }
    fn stack_sites(&self, _: ThreadId, out: &mut Vec<SiteId>) {
        out.clear();
        out.push(SiteId(self.site.get()));
        out.extend(Some(SiteId(self.caller.get())).filter(|caller| caller.0 != 0));
    }
    fn live_threads(&self, out: &mut Vec<ThreadId>) {
        out.clone_from(&self.live.borrow());
    }
    fn survives(&self, object: ObjectId) -> bool {
        !self.dead.borrow().contains(&object)
    }
}

/// Analyses that are fed by hand.
pub struct Run {
    pub world: World,
    pub analyses: Analyses,
    /// Steps are counted apart from events: there are fewer of them.
    pub events_per_step: u64,
    seq: u64,
}

impl Run {
    pub fn new(options: &AnalysisOptions) -> Self {
        Self { world: World::default(), analyses: Analyses::new(options, Scope::default()), events_per_step: 2, seq: 0 }
    }

    /// The next event, at a line of its own.
    pub fn step(&mut self, thread: u32, kind: impl Into<EventKind>) {
        self.step_at(self.seq + 1, thread, kind);
    }

    /// The next event, at this line.
    pub fn step_at(&mut self, line: u64, thread: u32, kind: impl Into<EventKind>) {
        self.seq += 1;
        self.world.site.set(line);
        let step = self.seq / self.events_per_step;
        let event = Event { seq: self.seq, step, thread: ThreadId(thread), site: SiteId(line), kind: kind.into() };
        self.analyses.event(&event, &self.world);
    }

    pub fn collect(&mut self, dead: &[u32]) {
        *self.world.dead.borrow_mut() = dead.iter().map(|object| ObjectId(*object)).collect();
        self.step(0, Mark::Collect);
        self.world.dead.borrow_mut().clear();
    }

    pub fn warnings(&mut self) -> Vec<Warning> {
        self.analyses.warnings(&self.world)
    }

    /// The locations that a race is reported on.
    pub fn racy(&mut self) -> BTreeSet<Location> {
        let races = self.warnings().into_iter().filter_map(|warning| match warning.error {
            PossibleError::Race(race) => Some(race.location),
            _ => None,
        });
        races.collect()
    }

    /// The locks of each deadlock, sorted.
    pub fn deadlocks(&mut self) -> Vec<Vec<u32>> {
        let deadlocks = self.warnings().into_iter().filter_map(|warning| match warning.error {
            PossibleError::Deadlock(found) => {
                let mut locks: Vec<u32> = found.cycle.iter().map(|edge| edge.wants.id.object.0).collect();
                locks.sort_unstable();
                Some(locks)
            }
            _ => None,
        });
        deadlocks.collect()
    }
}

/// AnalysisOptions with only what is named switched on.
pub fn only(change: impl FnOnce(&mut AnalysisOptions)) -> AnalysisOptions {
    let mut options = AnalysisOptions::none();
    change(&mut options);
    options
}

pub fn field(number: u32) -> Location {
    Location::Field { object: ObjectId(1000 + number), field: FieldId(number) }
}

pub fn read(location: Location, access: AccessKind) -> Done {
    Done::Read { location, access, value: None }
}

pub fn write(location: Location, access: AccessKind) -> Done {
    Done::Write { location, access, value: None }
}

pub fn acquire(lock: u32) -> Done {
    acquire_in(lock, LockMode::Exclusive)
}

pub fn acquire_in(lock: u32, mode: LockMode) -> Done {
    Done::Acquire { lock: SyncId::of(ObjectId(lock)), mode, reentrant: false }
}

pub fn release(lock: u32) -> Done {
    release_in(lock, LockMode::Exclusive)
}

pub fn release_in(lock: u32, mode: LockMode) -> Done {
    Done::Release { lock: SyncId::of(ObjectId(lock)), mode, reentrant: false }
}

pub fn start(thread: u32) -> Done {
    Done::Start { thread: ThreadId(thread) }
}

pub fn join(thread: u32) -> Done {
    Done::Join { thread: ThreadId(thread), timed: false }
}
