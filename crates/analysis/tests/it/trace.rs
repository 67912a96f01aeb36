//! Analyses over a trace give the same warnings as over the run itself, and no damaged trace makes them panic.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use crate::common::{World, acquire, field, read, release, start, write};
use deadheat_analysis::eraser::EraserMode;
use deadheat_analysis::rabbit::{Filters, Rabbit};
use deadheat_analysis::{Analyses, AnalysisOptions, Scope, Warning};
use deadheat_event::trace::{self, TraceWriter};
use deadheat_event::{
    AccessKind, CodeOwner, Context, Done, Event, EventKind, FieldId, Location, LockMode, Mark, ObjectId, Observer,
    SiteId, SourcePos, SyncId, ThreadId, Value, WakeReason,
};
use proptest::prelude::*;

/// A guest whose answers depend on all that they may depend on, and on time.
#[derive(Default)]
struct Guest {
    site: Cell<u64>,
    /// Which of those that have had an id an object is.
    lives: RefCell<BTreeMap<ObjectId, u32>>,
    ending: Cell<Option<u32>>,
}

impl Guest {
    fn at(&self, event: &Event) {
        if let Some(rest) = self.ending.take() {
            for object in (0..OBJECTS).map(ObjectId).filter(|object| ends(*object, rest)) {
                *self.lives.borrow_mut().entry(object).or_default() += 1;
            }
        }
        self.site.set(event.site.0);
        if event.kind == EventKind::Noted(Mark::Collect) {
            self.ending.set(Some(event.seq as u32 % 3));
        }
    }

    fn life(&self, object: ObjectId) -> u32 {
        self.lives.borrow().get(&object).copied().unwrap_or(0)
    }
}

/// Which objects end. Locks stay: no machine frees one that a thread holds.
fn ends(object: ObjectId, rest: u32) -> bool {
    object.0 >= LOCKS && object.0 % 3 == rest
}

/// Most sites are the program's.
fn owner(site: u64) -> CodeOwner {
    match site % 16 {
        0..=7 => CodeOwner::Program,
        8 => CodeOwner::Library,
        9 => CodeOwner::Annotations,
        10 => CodeOwner::Lock,
        11 => CodeOwner::Synchroniser,
        12 => CodeOwner::Producer,
        13 => CodeOwner::Barrier,
        14 => CodeOwner::OptimisticBegin,
        _ => CodeOwner::OptimisticValidate,
    }
}

impl Context for Guest {
    fn stack_sites(&self, thread: ThreadId, out: &mut Vec<SiteId>) {
        out.clear();
        out.extend([self.site.get(), u64::from(thread.0), 32].map(SiteId));
    }
    fn source(&self, site: SiteId) -> SourcePos {
        SourcePos {
            container: format!("Class{}", site.0 / 64).into(),
            function: format!("method{}", site.0 / 16).into(),
            file: Some("Guest.java".into()),
            line: Some(site.0 as u32),
            owner: owner(site.0),
        }
    }
    fn owner(&self, site: SiteId) -> CodeOwner {
        owner(site.0)
    }
    fn is_entry(&self, site: SiteId) -> bool {
        site.0.is_multiple_of(4)
    }
    fn locks(&self, thread: ThreadId) -> Vec<(SyncId, LockMode)> {
        // Asked at a thread's first event only.
        if thread.0 == 1 { vec![(SyncId::of(ObjectId(1)), LockMode::Exclusive)] } else { Vec::new() }
    }
    fn thread_name(&self, thread: ThreadId) -> String {
        format!("thread-{}", thread.0)
    }
    fn type_name(&self, object: ObjectId) -> String {
        format!("Type{}", (object.0 + self.life(object)) % 4)
    }
    fn location_name(&self, location: Location) -> String {
        match location.field() {
            Some(field) => format!("Guest.field{}", field.0),
            None => location.to_string(),
        }
    }
    fn target_name(&self, location: Location) -> String {
        match location {
            Location::Field { object, field } if field.0 == 2 => self.type_name(object),
            Location::Element { array, .. } => format!("Guest.array{}life{}[]", array.0, self.life(array)),
            _ => self.location_name(location),
        }
    }
    fn sync_name(&self, sync: SyncId) -> String {
        format!("lock {sync} life {}", self.life(sync.object))
    }
    fn is_benign(&self, location: Location) -> bool {
        location.field() == Some(FieldId(4))
    }
    fn guards_block(&self, lock: SyncId, site: SiteId) -> bool {
        lock.part == 0 && !site.0.is_multiple_of(5)
    }
    fn initialised(&self, site: SiteId, location: Option<Location>) -> [Option<SyncId>; 2] {
        let of_field = location.filter(|location| matches!(location, Location::Global { .. }));
        [(site.0.is_multiple_of(3)).then_some(SyncId::of(ObjectId(7))), of_field.map(|_| SyncId::of(ObjectId(8)))]
    }
    fn survives(&self, object: ObjectId) -> bool {
        !self.ending.get().is_some_and(|rest| ends(object, rest))
    }
    fn permits(&self, semaphore: SyncId) -> Option<i64> {
        Some(i64::from(semaphore.object.0 % 3))
    }
}

const LOCKS: u32 = 4;
const ARRAYS: u32 = 8;
const STRUCTURES: u32 = 12;
const OBJECTS: u32 = 16;

fn kind() -> impl Strategy<Value = EventKind> {
    let object = || (0..OBJECTS).prop_map(ObjectId);
    let sync = || (0..LOCKS, 0..2u32).prop_map(|(object, part)| SyncId { object: ObjectId(object), part });
    let thread = || (0..4u32).prop_map(ThreadId);
    // No array has fields.
    let within = |ids: std::ops::Range<u32>| ids.prop_map(ObjectId);
    let location = || {
        prop_oneof![
            (within(0..ARRAYS), 1..4u32)
                .prop_map(|(object, field)| Location::Field { object, field: FieldId(field * 2) }),
            (1..3u32).prop_map(|field| Location::Global { field: FieldId(field * 2 + 1) }),
            (within(ARRAYS..STRUCTURES), 0..2u32).prop_map(|(array, index)| Location::Element { array, index }),
            (within(STRUCTURES..OBJECTS), 0..6u32, 1..5u32).prop_map(|(object, offset, length)| Location::Bytes {
                object,
                offset,
                length
            }),
        ]
    };
    let value = || prop::option::of(prop::option::of(object()).prop_map(Value::Ref));
    let access = || prop_oneof![4 => Just(AccessKind::Plain), 1 => Just(AccessKind::Synchronised), 1 => Just(AccessKind::Atomic)];
    let mode = || prop_oneof![4 => Just(LockMode::Exclusive), 1 => Just(LockMode::Shared)];
    let memory = prop_oneof![
        (location(), access(), value()).prop_map(|(location, access, value)| Done::Read { location, access, value }),
        (location(), access(), value()).prop_map(|(location, access, value)| Done::Write { location, access, value }),
        (location(), value(), any::<bool>()).prop_map(|(location, new, wrote)| Done::Update {
            location,
            old: None,
            new,
            wrote
        }),
    ];
    let locks = prop_oneof![
        (sync(), mode()).prop_map(|(lock, mode)| Done::Acquire { lock, mode, reentrant: false }),
        (sync(), mode()).prop_map(|(lock, mode)| Done::Release { lock, mode, reentrant: false }),
        (sync(), mode(), any::<bool>()).prop_map(|(lock, mode, acquired)| Done::TryAcquire { lock, mode, acquired }),
        sync().prop_map(|lock| Done::Wait { lock, condition: lock, timed: false }),
        sync().prop_map(|lock| Done::Wake { lock, condition: lock, how: WakeReason::Notified }),
        (sync(), thread()).prop_map(|(lock, thread)| Done::Notify {
            lock,
            condition: lock,
            all: true,
            woken: vec![thread]
        }),
    ];
    let others = prop_oneof![
        thread().prop_map(|thread| Done::Start { thread }),
        thread().prop_map(|thread| Done::Join { thread, timed: false }),
        thread().prop_map(|thread| Done::Inspect { thread }),
        sync().prop_map(|handle| Done::Unstarted { handle }),
        thread().prop_map(|thread| Done::Unpark { thread }),
        thread().prop_map(|thread| Done::Interrupt { thread }),
        prop::sample::select(vec![Done::End, Done::Park { timed: false }, Done::Interrupted]),
        sync().prop_map(|latch| Done::LatchCountDown { latch }),
        sync().prop_map(|latch| Done::LatchAwait { latch }),
        (sync(), 0..3u32).prop_map(|(semaphore, permits)| Done::SemaphoreAcquire { semaphore, permits }),
        (sync(), 0..3u32).prop_map(|(semaphore, permits)| Done::SemaphoreRelease { semaphore, permits }),
        Just(Done::Initialise { once: SyncId::of(ObjectId(7)) }),
    ];
    let marks = prop_oneof![
        prop::sample::select(vec![Mark::IgnoreOn, Mark::IgnoreOff, Mark::AtomicBegin, Mark::AtomicEnd, Mark::Collect]),
        Just(Mark::InitEnd(SyncId::of(ObjectId(7)))),
        Just(Mark::InitEnd(SyncId::of(ObjectId(8)))),
        object().prop_map(Mark::Reuse),
    ];
    prop_oneof![
        12 => memory.prop_map(EventKind::Did),
        12 => locks.prop_map(EventKind::Did),
        3 => others.prop_map(EventKind::Did),
        1 => marks.prop_map(EventKind::Noted),
    ]
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let event = (0..4u32, 0..200u64, kind());
    prop::collection::vec(event, 0..120).prop_map(|list| {
        let number = |(seq, (thread, site, kind)): (u64, (u32, u64, EventKind))| Event {
            seq,
            step: seq / 3,
            thread: ThreadId(thread),
            site: SiteId(site),
            kind,
        };
        (0..).zip(list).map(number).collect()
    })
}

fn options(mode: EraserMode) -> AnalysisOptions {
    AnalysisOptions { eraser: Some(mode), explain: Some("Guest.field6".to_owned()), ..AnalysisOptions::all() }
}

/// The warnings of the analyses, and what they log.
fn conclude(mut analyses: Analyses, context: &dyn Context) -> (Vec<Warning>, Vec<String>) {
    let warnings = analyses.warnings(context);
    (warnings, analyses.refinements().iter().map(|line| line.text.clone()).collect())
}

/// Shows the events to analyses and to the writer of a trace.
fn run(events: &[Event], mode: EraserMode) -> ((Vec<Warning>, Vec<String>), Vec<u8>) {
    let guest = Guest::default();
    let mut both = (Analyses::new(&options(mode), Scope::default()), TraceWriter::new(Vec::new(), "toy"));
    for event in events {
        guest.at(event);
        both.event(event, &guest);
    }
    let (analyses, writer) = both;
    (conclude(analyses, &guest), writer.finish(&guest).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn a_trace_gives_the_warnings_of_its_run(events in events()) {
        for mode in [EraserMode::Hybrid, EraserMode::Pure, EraserMode::Suspicious] {
            let (live, bytes) = run(&events, mode);
            let mut analyses = Analyses::new(&options(mode), Scope::default());
            let context = trace::observe(|| Ok(&bytes[..]), &mut analyses).unwrap();
            prop_assert_eq!(conclude(analyses, &context), live);
        }
    }

    #[test]
    fn no_damaged_trace_makes_an_analysis_panic(
        events in events(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20),
    ) {
        let (_, mut bytes) = run(&events, EraserMode::Hybrid);
        for (at, byte) in damage {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let mut analyses = Analyses::new(&options(EraserMode::Hybrid), Scope::default());
        if let Ok(context) = trace::observe(|| Ok(&bytes[..]), &mut analyses) {
            conclude(analyses, &context);
        }
    }
}

/// The history of a search asks for locks and for living threads at each access.
#[test]
fn a_trace_knows_which_locks_are_held_and_which_threads_live() {
    let world = World::default();
    let mut writer = TraceWriter::new(Vec::new(), "toy");
    let script: Vec<(u32, Done)> = vec![
        (0, start(1)),
        (0, start(2)),
        (1, Done::Begin),
        (2, Done::Begin),
        (0, acquire(1)),
        (0, write(field(1), AccessKind::Plain)),
        (0, release(1)),
        (1, acquire(1)),
        (1, write(field(1), AccessKind::Plain)),
        (1, release(1)),
        (1, Done::End),
        (2, read(field(2), AccessKind::Plain)),
        (0, write(field(2), AccessKind::Plain)),
        (2, Done::End),
        (0, write(field(1), AccessKind::Plain)),
    ];
    for (seq, (thread, done)) in (0u64..).zip(script) {
        world.set_line(seq);
        let event = Event { seq, step: seq, thread: ThreadId(thread), site: SiteId(seq), kind: done.into() };
        writer.event(&event, &world);
    }
    let bytes = writer.finish(&world).unwrap();
    let rabbit = Rabbit::new(Filters::default(), Scope::default());
    trace::observe(|| Ok(&bytes[..]), &mut rabbit.observer(&|_| {})).unwrap();
    let targets: Vec<String> =
        rabbit.warnings().iter().map(|warning| format!("{:?}", warning.error.threads())).collect();
    // Under the lock there is no race, and the last write comes when no other thread lives.
    assert_eq!(targets, ["[ThreadId(2), ThreadId(0)]"]);
}
