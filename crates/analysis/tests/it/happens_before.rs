//! FastTrack against a plain vector-clock detector that remembers everything and never reuses a slot.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::{Run, acquire, field, join, only, read, release, start, write};
use deadheat_event::{AccessKind, Done, FieldId, Location, ObjectId, SyncId, ThreadId};
use proptest::prelude::*;

/// How many threads can be alive at once.
const MOST_ALIVE: usize = 4;

type Clock = BTreeMap<u32, u64>;

fn learn(clock: &mut Clock, other: &Clock) {
    for (thread, time) in other {
        let mine = clock.entry(*thread).or_default();
        *mine = (*mine).max(*time);
    }
}

/// The definition: two accesses race when they conflict and neither's moment is known to the other's thread.
#[derive(Default)]
struct Reference {
    clocks: BTreeMap<u32, Clock>,
    /// What is passed on through locks, synchronised variables, latches and permits.
    media: BTreeMap<String, Clock>,
    accesses: BTreeMap<Location, Vec<(u32, u64, bool)>>,
    racy: BTreeSet<Location>,
}

impl Reference {
    fn clock(&mut self, thread: u32) -> &mut Clock {
        self.clocks.entry(thread).or_insert_with(|| Clock::from([(thread, 1)]))
    }

    fn send(&mut self, thread: u32, medium: String) {
        let clock = self.clock(thread).clone();
        learn(self.media.entry(medium).or_default(), &clock);
        *self.clock(thread).entry(thread).or_default() += 1;
    }

    fn receive(&mut self, thread: u32, medium: &str) {
        if let Some(news) = self.media.get(medium).cloned() {
            learn(self.clock(thread), &news);
        }
    }

    fn access(&mut self, thread: u32, location: Location, writes: bool) {
        let clock = self.clock(thread).clone();
        let past = self.accesses.entry(location).or_default();
        let races = |(other, time, wrote): &(u32, u64, bool)| {
            *other != thread && (writes || *wrote) && clock.get(other).is_none_or(|known| known < time)
        };
        if past.iter().any(races) {
            self.racy.insert(location);
        }
        past.push((thread, clock[&thread], writes));
    }

    fn step(&mut self, thread: u32, kind: &Done) {
        match kind {
            Done::Start { thread: child } => {
                let news = self.clock(thread).clone();
                learn(self.clock(child.0), &news);
                *self.clock(thread).entry(thread).or_default() += 1;
            }
            Done::Join { thread: other, .. } => {
                let news = self.clock(other.0).clone();
                learn(self.clock(thread), &news);
            }
            Done::Acquire { lock, .. } => self.receive(thread, &format!("lock {lock}")),
            Done::Release { lock, .. } => self.send(thread, format!("lock {lock}")),
            Done::LatchCountDown { latch } => self.send(thread, format!("latch {latch}")),
            Done::LatchAwait { latch } => self.receive(thread, &format!("latch {latch}")),
            Done::Unpark { thread: other } => self.send(thread, format!("permit {other}")),
            Done::Park { .. } => {
                self.receive(thread, &format!("permit {}", ThreadId(thread)));
                self.media.remove(&format!("permit {}", ThreadId(thread)));
            }
            Done::Read { location, access: AccessKind::Synchronised, .. } => {
                self.receive(thread, &format!("variable {location}"));
            }
            Done::Write { location, access: AccessKind::Synchronised, .. } => {
                self.send(thread, format!("variable {location}"));
            }
            Done::Read { location, .. } => self.access(thread, *location, false),
            Done::Write { location, .. } => self.access(thread, *location, true),
            _ => {}
        }
    }
}

/// A run that could be: what each pair of numbers asks for is done if it can be.
fn trace(choices: &[(u8, u8)]) -> Vec<(u32, Done)> {
    let mut alive: Vec<u32> = vec![0];
    let mut next = 1;
    let mut owners: BTreeMap<u32, u32> = BTreeMap::new();
    let mut trace = Vec::new();
    for (who, what) in choices {
        let thread = alive[usize::from(*who) % alive.len()];
        let number = u32::from(what / 16 % 3);
        let latch = SyncId::of(ObjectId(500 + number));
        let shared = Location::Global { field: FieldId(100 + number) };
        let kind = match what % 16 {
            0..=4 => read(field(number), AccessKind::Plain),
            5..=7 => write(field(number), AccessKind::Plain),
            8 if !owners.contains_key(&number) => {
                owners.insert(number, thread);
                acquire(number)
            }
            9 | 8 if owners.get(&number) == Some(&thread) => {
                owners.remove(&number);
                release(number)
            }
            10 => read(shared, AccessKind::Synchronised),
            11 => write(shared, AccessKind::Synchronised),
            12 if *who % 2 == 0 => Done::LatchCountDown { latch },
            12 => Done::LatchAwait { latch },
            13 if *who % 2 == 0 => Done::Unpark { thread: ThreadId(alive[0]) },
            13 => Done::Park { timed: false },
            14 if alive.len() < MOST_ALIVE => {
                alive.push(next);
                next += 1;
                start(next - 1)
            }
            // The first thread joins another, which ends: its locks are free before.
            15 if alive.len() > 1 => {
                let other = alive.remove(1 + usize::from(*who) % (alive.len() - 1));
                for lock in owners.iter().filter(|(_, owner)| **owner == other).map(|(lock, _)| *lock) {
                    trace.push((other, release(lock)));
                }
                owners.retain(|_, owner| *owner != other);
                trace.push((other, Done::End));
                trace.push((0, join(other)));
                continue;
            }
            _ => continue,
        };
        trace.push((thread, kind));
    }
    trace
}

fn agree(trace: &[(u32, Done)]) -> Result<(), TestCaseError> {
    let mut run = Run::new(&only(|options| options.happens_before = true));
    let mut reference = Reference::default();
    for (thread, kind) in trace {
        run.step(*thread, kind.clone());
        reference.step(*thread, kind);
    }
    prop_assert_eq!(run.racy(), reference.racy);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn the_same_locations_race_as_by_definition(choices in prop::collection::vec(any::<(u8, u8)>(), 0..120)) {
        agree(&trace(&choices))?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    /// Many threads come and go, so slots are used again; the reference never does that.
    #[test]
    fn reused_slots_change_no_verdict(
        choices in prop::collection::vec((any::<u8>(), prop_oneof![any::<u8>(), Just(14u8), Just(15u8)]), 600..1500),
    ) {
        agree(&trace(&choices))?;
    }
}
