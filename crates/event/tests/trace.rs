//! The trace file: round trips, and no panic on any input.

use deadheat_event::trace::{TraceError, TraceReader, TraceWriter};
use deadheat_event::{
    AccessKind, Context, Event, FieldId, Location, LockId, LockMode, Mark, ObjectId, Observer, OpKind, SiteId,
    SourcePos, ThreadId, Value, WakeReason,
};
use proptest::prelude::*;

/// Names everything after its number.
struct Numbered;

impl Context for Numbered {
    fn stack(&self, _: ThreadId) -> Vec<SourcePos> {
        Vec::new()
    }
    fn source(&self, site: SiteId) -> SourcePos {
        let line = (!site.0.is_multiple_of(3)).then_some(site.index());
        let file = (!site.0.is_multiple_of(5)).then(|| "A.java".into());
        SourcePos { class: format!("C{}", site.method()).into(), method: "run".into(), file, line }
    }
    fn locks(&self, _: ThreadId) -> Vec<(LockId, LockMode)> {
        Vec::new()
    }
    fn thread_name(&self, thread: ThreadId) -> String {
        format!("thread-{}", thread.0)
    }
    fn object_class(&self, object: ObjectId) -> String {
        format!("Object{}", object.0)
    }
    fn field_name(&self, field: FieldId) -> String {
        "é".repeat(field.0 as usize % 5000)
    }
}

fn op() -> impl Strategy<Value = OpKind> {
    let object = || any::<u32>().prop_map(ObjectId);
    let lock = || any::<u32>().prop_map(|id| LockId(ObjectId(id)));
    let thread = || any::<u32>().prop_map(ThreadId);
    let field = || any::<u32>().prop_map(FieldId);
    let location = || {
        prop_oneof![
            (object(), field()).prop_map(|(object, field)| Location::Field { object, field }),
            field().prop_map(|field| Location::Static { field }),
            (object(), any::<u32>()).prop_map(|(array, index)| Location::Element { array, index }),
        ]
    };
    let value = || {
        prop::option::of(prop_oneof![
            any::<i32>().prop_map(Value::Int),
            any::<i64>().prop_map(Value::Long),
            any::<u32>().prop_map(Value::Float),
            any::<u64>().prop_map(Value::Double),
            prop::option::of(object()).prop_map(Value::Ref),
        ])
    };
    let access = || prop::sample::select(vec![AccessKind::Plain, AccessKind::Volatile, AccessKind::Atomic]);
    let mode = || prop::sample::select(vec![LockMode::Exclusive, LockMode::Shared]);
    let how = prop::sample::select(vec![
        WakeReason::Notified,
        WakeReason::TimedOut,
        WakeReason::Interrupted,
        WakeReason::Spurious,
    ]);
    let memory = prop_oneof![
        (location(), access(), value()).prop_map(|(location, access, value)| OpKind::Read { location, access, value }),
        (location(), access(), value()).prop_map(|(location, access, value)| OpKind::Write { location, access, value }),
        (location(), value(), value(), any::<bool>()).prop_map(|(location, old, new, wrote)| OpKind::Update {
            location,
            old,
            new,
            wrote
        }),
    ];
    let locks = prop_oneof![
        (lock(), mode(), any::<bool>()).prop_map(|(lock, mode, reentrant)| OpKind::Acquire { lock, mode, reentrant }),
        (lock(), mode(), any::<Option<bool>>()).prop_map(|(lock, mode, acquired)| OpKind::TryAcquire {
            lock,
            mode,
            acquired
        }),
        (lock(), mode(), any::<bool>()).prop_map(|(lock, mode, reentrant)| OpKind::Release { lock, mode, reentrant }),
        (lock(), object(), any::<bool>()).prop_map(|(lock, condition, timed)| OpKind::Wait { lock, condition, timed }),
        (lock(), object(), how).prop_map(|(lock, condition, how)| OpKind::Wake { lock, condition, how }),
        (lock(), object(), any::<bool>(), prop::collection::vec(thread(), 0..5))
            .prop_map(|(lock, condition, all, woken)| OpKind::Notify { lock, condition, all, woken }),
    ];
    let threads = prop_oneof![
        prop::sample::select(vec![OpKind::Begin, OpKind::End, OpKind::Interrupted, OpKind::Sleep, OpKind::Yield]),
        thread().prop_map(|thread| OpKind::Start { thread }),
        (thread(), any::<bool>()).prop_map(|(thread, timed)| OpKind::Join { thread, timed }),
        any::<bool>().prop_map(|timed| OpKind::Park { timed }),
        thread().prop_map(|thread| OpKind::Unpark { thread }),
        thread().prop_map(|thread| OpKind::Interrupt { thread }),
    ];
    let others = prop_oneof![
        object().prop_map(|class| OpKind::ClassInit { class }),
        object().prop_map(|latch| OpKind::LatchAwait { latch }),
        object().prop_map(|latch| OpKind::LatchCountDown { latch }),
        (object(), any::<u32>()).prop_map(|(semaphore, permits)| OpKind::SemaphoreAcquire { semaphore, permits }),
        (object(), any::<u32>()).prop_map(|(semaphore, permits)| OpKind::SemaphoreRelease { semaphore, permits }),
        (any::<u32>(), any::<Option<u32>>()).prop_map(|(options, chosen)| OpKind::Choose { options, chosen }),
        object().prop_map(|exception| OpKind::Throw { exception }),
        prop::sample::select(vec![Mark::IgnoreOn, Mark::IgnoreOff, Mark::AtomicBegin, Mark::AtomicEnd, Mark::Collect])
            .prop_map(OpKind::Mark),
        object().prop_map(|object| OpKind::Mark(Mark::Reuse(object))),
        object().prop_map(|class| OpKind::Mark(Mark::InitBegin(class))),
        object().prop_map(|class| OpKind::Mark(Mark::InitEnd(class))),
    ];
    prop_oneof![memory, locks, threads, others]
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let event = (any::<u64>(), 0u32..4, op(), 0u64..9 << 30).prop_map(|(seq, thread, kind, site)| Event {
        seq,
        thread: ThreadId(thread),
        kind,
        site: SiteId(site),
    });
    prop::collection::vec(event, 0..40)
}

fn write(events: &[Event]) -> Vec<u8> {
    let mut writer = TraceWriter::new(Vec::new());
    events.iter().for_each(|event| writer.event(event, &Numbered));
    writer.finish().unwrap()
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(events in events()) {
        let bytes = write(&events);
        let mut reader = TraceReader::new(&bytes[..]).unwrap();
        let read: Vec<Event> = reader.by_ref().collect::<Result<_, _>>().unwrap();
        prop_assert_eq!(&read, &events);
        for event in &events {
            let name = Numbered.thread_name(event.thread);
            prop_assert_eq!(reader.names().thread(event.thread), Some(name.as_str()));
            prop_assert_eq!(reader.names().source(event.site), Some(&Numbered.source(event.site)));
        }
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
        if let Ok(reader) = TraceReader::new(&bytes[..]) {
            let _ = reader.count();
        }
    }
}

#[test]
fn huge_counts_take_no_memory() {
    let mut bytes = write(&[]);
    bytes.truncate(bytes.len() - 2);
    bytes.extend([4, 0, 0, 0, 0, 0]); // a site without names
    bytes.extend([16 + 10, 0, 0, 0, 1, 1, 1, 0xff, 0xff, 0xff, 0xff, 0x0f]); // four thousand million woken threads
    let last = TraceReader::new(&bytes[..]).unwrap().last().unwrap();
    assert!(matches!(last, Err(TraceError::Truncated)), "{last:?}");
}

#[test]
fn a_later_version_is_refused() {
    let mut bytes = write(&[]);
    bytes[15] = 9;
    assert!(matches!(TraceReader::new(&bytes[..]), Err(TraceError::Version(9))));
}

#[test]
fn a_full_disk_is_told_at_the_end() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let error = TraceWriter::new(Full).finish().err().unwrap();
    assert_eq!(error.kind(), std::io::ErrorKind::StorageFull);
}
