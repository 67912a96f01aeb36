//! The trace file: what is written is read back, and no input makes a reader panic.

use crate::numbered::Numbered;
use deadheat_event::trace::{self, TraceError, TraceReader, TraceWriter};
use deadheat_event::{
    AccessKind, Context, Done, Event, EventKind, FieldId, Location, LockMode, Mark, ObjectId, Observer, SiteId, SyncId,
    ThreadId, Value, WakeReason,
};
use proptest::prelude::*;

fn object() -> impl Strategy<Value = ObjectId> {
    prop_oneof![0u32..8, any::<u32>()].prop_map(ObjectId)
}

fn sync() -> impl Strategy<Value = SyncId> {
    (object(), prop_oneof![Just(0u32), any::<u32>()]).prop_map(|(object, part)| SyncId { object, part })
}

fn thread() -> impl Strategy<Value = ThreadId> {
    prop_oneof![0u32..4, 0u32..1 << 19].prop_map(ThreadId)
}

fn location() -> impl Strategy<Value = Location> {
    // No field is both in objects and global.
    let field = || prop_oneof![0u32..8, any::<u32>()].prop_map(|id| FieldId(id & !1));
    let global = prop_oneof![0u32..8, any::<u32>()].prop_map(|id| FieldId(id | 1));
    let bytes = (object(), any::<u32>(), 1..=Location::MOST_BYTES)
        .prop_map(|(object, offset, length)| Location::Bytes { object, offset: offset.min(u32::MAX - length), length });
    prop_oneof![
        (object(), field()).prop_map(|(object, field)| Location::Field { object, field }),
        global.prop_map(|field| Location::Global { field }),
        (object(), any::<u32>()).prop_map(|(array, index)| Location::Element { array, index }),
        bytes,
    ]
}

fn value() -> impl Strategy<Value = Option<Value>> {
    prop::option::of(prop_oneof![
        any::<i32>().prop_map(Value::Int),
        any::<i64>().prop_map(Value::Long),
        any::<u32>().prop_map(Value::Float),
        any::<u64>().prop_map(Value::Double),
        prop::option::of(object()).prop_map(Value::Ref),
    ])
}

fn done() -> impl Strategy<Value = Done> {
    let access = || prop::sample::select(vec![AccessKind::Plain, AccessKind::Synchronised, AccessKind::Atomic]);
    let mode = || prop::sample::select(vec![LockMode::Exclusive, LockMode::Shared]);
    let how = prop::sample::select(vec![
        WakeReason::Notified,
        WakeReason::TimedOut,
        WakeReason::Interrupted,
        WakeReason::Spurious,
    ]);
    let memory = prop_oneof![
        (location(), access(), value()).prop_map(|(location, access, value)| Done::Read { location, access, value }),
        (location(), access(), value()).prop_map(|(location, access, value)| Done::Write { location, access, value }),
        (location(), value(), value(), any::<bool>()).prop_map(|(location, old, new, wrote)| Done::Update {
            location,
            old,
            new,
            wrote
        }),
    ];
    let locks = prop_oneof![
        (sync(), mode(), any::<bool>()).prop_map(|(lock, mode, reentrant)| Done::Acquire { lock, mode, reentrant }),
        (sync(), mode(), any::<bool>()).prop_map(|(lock, mode, acquired)| Done::TryAcquire { lock, mode, acquired }),
        (sync(), mode(), any::<bool>()).prop_map(|(lock, mode, reentrant)| Done::Release { lock, mode, reentrant }),
        (sync(), sync(), any::<bool>()).prop_map(|(lock, condition, timed)| Done::Wait { lock, condition, timed }),
        (sync(), sync()).prop_map(|(lock, condition)| Done::LeaveWait { lock, condition }),
        (sync(), sync(), how).prop_map(|(lock, condition, how)| Done::Wake { lock, condition, how }),
        (sync(), sync(), any::<bool>(), prop::collection::vec(thread(), 0..5))
            .prop_map(|(lock, condition, all, woken)| Done::Notify { lock, condition, all, woken }),
    ];
    let threads = prop_oneof![
        prop::sample::select(vec![Done::Begin, Done::End, Done::Interrupted, Done::Sleep, Done::Yield]),
        thread().prop_map(|thread| Done::Start { thread }),
        (thread(), any::<bool>()).prop_map(|(thread, timed)| Done::Join { thread, timed }),
        thread().prop_map(|thread| Done::Inspect { thread }),
        sync().prop_map(|handle| Done::Unstarted { handle }),
        any::<bool>().prop_map(|timed| Done::Park { timed }),
        thread().prop_map(|thread| Done::Unpark { thread }),
        thread().prop_map(|thread| Done::Interrupt { thread }),
    ];
    let others = prop_oneof![
        sync().prop_map(|once| Done::Initialise { once }),
        sync().prop_map(|latch| Done::LatchAwait { latch }),
        sync().prop_map(|latch| Done::LatchCountDown { latch }),
        (sync(), any::<u32>()).prop_map(|(semaphore, permits)| Done::SemaphoreAcquire { semaphore, permits }),
        (sync(), any::<u32>()).prop_map(|(semaphore, permits)| Done::SemaphoreRelease { semaphore, permits }),
        (any::<u32>(), any::<u32>()).prop_map(|(options, chosen)| Done::Choose { options, chosen }),
        object().prop_map(|exception| Done::Throw { exception }),
    ];
    prop_oneof![memory, locks, threads, others]
}

fn mark() -> impl Strategy<Value = Mark> {
    prop_oneof![
        prop::sample::select(vec![Mark::IgnoreOn, Mark::IgnoreOff, Mark::AtomicBegin, Mark::AtomicEnd]),
        Just(Mark::Collect),
        object().prop_map(Mark::Reuse),
        sync().prop_map(Mark::InitBegin),
        sync().prop_map(Mark::InitEnd),
    ]
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let kind = prop_oneof![8 => done().prop_map(EventKind::Did), 1 => mark().prop_map(EventKind::Noted)];
    let event = (any::<u64>(), any::<u64>(), 0u32..4, kind, prop_oneof![0u64..9, any::<u64>()]);
    let event = event.prop_map(|(seq, step, thread, kind, site)| Event {
        seq,
        step,
        thread: ThreadId(thread),
        site: SiteId(site),
        kind,
    });
    prop::collection::vec(event, 0..40)
}

fn write(events: &[Event]) -> Vec<u8> {
    let context = Numbered::default();
    let mut writer = TraceWriter::new(Vec::new(), "toy");
    for event in events {
        context.at(event);
        writer.event(event, &context);
    }
    writer.finish(&context).unwrap()
}

/// Asks a context all that analyses ask about an event.
fn answers(event: &Event, context: &dyn Context) -> Vec<String> {
    let mut sites = Vec::new();
    context.stack_sites(event.thread, &mut sites);
    let mut answers = vec![format!("{sites:?} {}", context.thread_name(event.thread))];
    for site in sites.iter().chain([&event.site]) {
        let (source, owner) = (context.source(*site), context.owner(*site));
        answers.push(format!("{site} {source:?} {owner:?} {}", context.is_entry(*site)));
    }
    let location = event.access().map(|access| access.location);
    answers.push(format!("{:?}", context.initialised(event.site, location)));
    if let Some(location) = location {
        let (name, benign) = (context.location_name(location), context.is_benign(location));
        answers.push(format!("{location} {name} {benign} {}", context.target_name(location)));
        answers.extend(location.object().map(|object| context.type_name(object)));
    }
    match event.done() {
        Some(Done::Acquire { lock, .. }) => answers.push(context.guards_block(*lock, event.site).to_string()),
        Some(Done::SemaphoreAcquire { semaphore, .. } | Done::SemaphoreRelease { semaphore, .. }) => {
            answers.push(format!("{:?}", context.permits(*semaphore)));
        }
        Some(Done::Start { thread }) => answers.push(context.thread_name(*thread)),
        _ => {}
    }
    answers.extend(event.done().and_then(Done::lock).map(|lock| context.sync_name(lock)));
    answers
}

/// Compares each event of a trace with that of the run, and all answers about it.
struct Compare<'a> {
    expected: std::slice::Iter<'a, Event>,
    run: Numbered,
    differences: Vec<String>,
}

impl Observer for Compare<'_> {
    fn event(&mut self, event: &Event, context: &dyn Context) {
        let expected = self.expected.next();
        self.run.at(event);
        let (here, there) = (answers(event, &self.run), answers(event, context));
        if expected != Some(event) || here != there {
            self.differences.push(format!("{event:?} is not {expected:?}, or {there:#?} is not {here:#?}"));
        }
        if event.kind == EventKind::Noted(Mark::Collect) {
            // The trace knows only objects that it has mentioned.
            let ends = (0..8).map(ObjectId).find(|object| !context.survives(*object) && self.run.survives(*object));
            self.differences.extend(ends.map(|object| format!("{object} ends too early")));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn what_is_written_is_read_back(events in events()) {
        let bytes = write(&events);
        let mut reader = TraceReader::new(&bytes[..]).unwrap();
        prop_assert_eq!(reader.guest(), "toy");
        let read: Vec<Event> = reader.by_ref().collect::<Result<_, _>>().unwrap();
        prop_assert_eq!(&read, &events);
    }

    #[test]
    fn a_trace_answers_as_the_run_did(events in events()) {
        let bytes = write(&events);
        let mut compare = Compare { expected: events.iter(), run: Numbered::default(), differences: Vec::new() };
        trace::observe(|| Ok(&bytes[..]), &mut compare).unwrap();
        prop_assert!(compare.differences.is_empty(), "{}", compare.differences.join("\n"));
        prop_assert_eq!(compare.expected.next(), None);
    }

    #[test]
    fn a_cut_file_is_called_so(events in events(), at in any::<prop::sample::Index>()) {
        let bytes = write(&events);
        let cut = &bytes[..at.index(bytes.len())];
        match TraceReader::new(cut) {
            Err(error) => prop_assert!(matches!(error, TraceError::NotATrace | TraceError::Truncated)),
            Ok(reader) => {
                let last = reader.last().unwrap();
                prop_assert!(matches!(last, Err(TraceError::Truncated)), "{:?}", last);
            }
        }
        prop_assert!(trace::observe(|| Ok(cut), &mut AskAll).is_err());
    }

    #[test]
    fn a_damaged_file_never_panics(
        events in events(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
    ) {
        let mut bytes = write(&events);
        for (at, byte) in damage {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let mut ask = AskAll;
        let _ = trace::observe(|| Ok(&bytes[..]), &mut ask);
    }

    #[test]
    fn any_bytes_behind_the_header_never_panic(rest in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut bytes = write(&[]);
        bytes.truncate(bytes.len() - 2);
        bytes.extend(rest);
        let _ = trace::observe(|| Ok(&bytes[..]), &mut AskAll);
    }
}

/// Asks everything.
struct AskAll;

impl Observer for AskAll {
    fn event(&mut self, event: &Event, context: &dyn Context) {
        let _ = (answers(event, context), context.survives(ObjectId(0)), context.locks(event.thread));
    }
}

/// A file that goes on with these bytes behind its header and a text, `x`.
fn crafted(rest: &[u8]) -> Result<(), TraceError> {
    let mut bytes = write(&[]);
    bytes.truncate(bytes.len() - 2);
    bytes.extend([1, 1, b'x']);
    bytes.extend(rest);
    trace::observe(|| Ok(&bytes[..]), &mut AskAll).map(drop)
}

const SITE: [u8; 9] = [4, 0, 0, 0, 0, 0, 0, 0, 0];
const HUGE: [u8; 5] = [0xff, 0xff, 0xff, 0xff, 0x0f];

#[test]
fn huge_counts_take_no_memory() {
    let parts: [(&[u8], &str); 4] = [
        (&[16 + 10, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1], "threads woken"),
        (&[3, 0], "locks held"),
        (&[13], "objects that end"),
        (&[1], "letters of a text"),
    ];
    for (part, what) in parts {
        let bytes = [&SITE, part, &HUGE].concat();
        let error = crafted(&bytes).unwrap_err();
        let is_refused = matches!(error, TraceError::Truncated | TraceError::Corrupt("a name is too long"));
        assert!(is_refused, "{what}: {error}");
    }
}

#[test]
fn numbers_that_lists_are_kept_by_are_limited() {
    let read_bytes = |length: &[u8]| [&SITE[..], &[16 + 2, 0, 1, 0, 0, 0, 3, 0, 0], length, &[0, 0]].concat();
    for (bytes, expected) in [
        ([&SITE[..], &[16], &HUGE].concat(), "a thread's id is too large"),
        ([&SITE[..], &[16 + 11, 0, 1, 0, 0, 0], &HUGE].concat(), "a thread's id is too large"),
        (read_bytes(&HUGE), "an access has too many bytes"),
        (read_bytes(&[0]), "an access has too many bytes"),
        (vec![5, 0, 0], "a site is not there"),
        ([&SITE[..], &[5, 0, 1]].concat(), "a stack is not there"),
        ([&SITE[..], &[16, 0, 0]].concat(), "an event has no site"),
        (vec![2, 0, 1], "a text is not there"),
        (vec![14], "a record is of no known kind"),
        (vec![0, 1], "events are missing"),
    ] {
        match crafted(&bytes).unwrap_err() {
            TraceError::Corrupt(what) => assert_eq!(what, expected),
            other => panic!("{expected}: {other}"),
        }
    }
}

#[test]
fn what_a_trace_cannot_hold_is_refused_when_it_is_written() {
    let event = |kind: Done| Event { seq: 0, step: 0, thread: ThreadId(0), site: SiteId(0), kind: kind.into() };
    let location = Location::Bytes { object: ObjectId(1), offset: 0, length: Location::MOST_BYTES + 1 };
    for kind in
        [Done::Start { thread: ThreadId(1 << 19) }, Done::Read { location, access: AccessKind::Plain, value: None }]
    {
        let context = Numbered::default();
        let mut writer = TraceWriter::new(Vec::new(), "toy");
        writer.event(&event(kind), &context);
        assert_eq!(writer.finish(&context).unwrap_err().kind(), std::io::ErrorKind::InvalidInput);
    }
}

#[test]
fn a_later_version_is_refused() {
    let mut bytes = write(&[]);
    bytes[15] = 9;
    assert!(matches!(TraceReader::new(&bytes[..]), Err(TraceError::Version(9))));
}

#[test]
fn a_full_disk_is_reported_at_the_end() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let error = TraceWriter::new(Full, "toy").finish(&Numbered::default()).err().unwrap();
    assert_eq!(error.kind(), std::io::ErrorKind::StorageFull);
}
