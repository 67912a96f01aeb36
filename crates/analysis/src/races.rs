//! The races found so far, each error once.

use deadheat_event::{Context, FieldId, Location, LockMode, ObjectId, SourcePos};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::access::{AccessRecord, Touched};
use crate::scope::Scope;
use crate::stack_table::StackId;
use crate::threads::Threads;
use crate::warning::{AccessPoint, Race};
use crate::{frames, names};

/// The analysis that says that there is a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RaceDetector {
    /// Lock sets: it may happen in some schedule.
    LockSets,
    /// Happens-before: it happened in this run.
    HappensBefore,
}

/// What tells races apart before anything is named: stacks and what is touched. Fast, and finer than what a person calls the
/// same. The sites would not do: those of a collection are the same for all its users, those of a sort for all arrays.
type RaceKey = (StackId, StackId, Variable);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Variable {
    Field(FieldId),
    /// Elements of an array, or bytes of an object.
    PartOf(ObjectId),
}

/// All races.
#[derive(Debug, Default)]
pub struct Races {
    /// Each with how often it was seen.
    pub list: Vec<(Race, u64)>,
    /// `None`: looked at, and not to be shown.
    by_key: FxHashMap<RaceKey, Option<usize>>,
    by_name: FxHashMap<(String, [SourcePos; 2]), usize>,
    /// Cells of memory that a race is on.
    pub racy: FxHashSet<Location>,
    /// Races on bytes that the present event is a part of.
    counted: CountedPairs,
}

/// The bytes of one access are looked at one by one, but two accesses that share several bytes are one race.
#[derive(Debug, Default)]
struct CountedPairs {
    /// The number of the later event.
    second: u64,
    /// The earlier ones.
    firsts: FxHashSet<(RaceDetector, u64)>,
}

impl CountedPairs {
    /// Whether the race was not counted before.
    fn add(&mut self, detector: RaceDetector, first: u64, second: u64) -> bool {
        if self.second != second {
            self.second = second;
            self.firsts.clear();
        }
        self.firsts.insert((detector, first))
    }
}

impl Races {
    /// Whether a race is on the location, or on a part of it.
    #[inline]
    #[must_use]
    pub fn has(&self, location: Location) -> bool {
        !self.racy.is_empty() && location.cells().any(|cell| self.racy.contains(&cell))
    }

    /// Takes note of a race.
    pub fn report(
        &mut self,
        detector: RaceDetector,
        touched: Touched,
        pair: [&AccessRecord; 2],
        scope: &Scope,
        threads: &mut Threads,
        context: &dyn Context,
    ) {
        let Touched { location, part, .. } = touched;
        let variable = match location {
            Location::Field { field, .. } | Location::Global { field } => Variable::Field(field),
            Location::Element { array: object, .. } | Location::Bytes { object, .. } => Variable::PartOf(object),
        };
        let [first, second] = pair;
        let key = (first.stack.min(second.stack), first.stack.max(second.stack), variable);
        let known = match self.by_key.get(&key) {
            Some(known) => *known,
            None => {
                let known = self.name(touched.to_be_named(), pair, scope, threads, context);
                self.by_key.insert(key, known);
                known
            }
        };
        let Some(at) = known else { return };
        self.racy.extend(part.cells());
        if matches!(location, Location::Bytes { .. }) && !self.counted.add(detector, first.seq, second.seq) {
            return;
        }
        let (race, count) = &mut self.list[at];
        match detector {
            RaceDetector::LockSets => {
                *count += 1;
                race.predicted = true;
            }
            RaceDetector::HappensBefore => {
                *count += u64::from(!race.predicted);
                race.happened = Some(true);
            }
        }
    }

    /// Finds the race by what a person calls the same, or adds it.
    fn name(
        &mut self,
        location: Location,
        pair: [&AccessRecord; 2],
        scope: &Scope,
        threads: &mut Threads,
        context: &dyn Context,
    ) -> Option<usize> {
        let stacks = pair.map(|past| threads.stacks.sites(past.stack));
        let [first, second] = frames::race_frames(stacks, context)?.map(|site| context.source(site));
        if !scope.wants(&first) && !scope.wants(&second) {
            return None;
        }
        let target = context.target_name(location);
        let mut sorted = [first.clone(), second.clone()];
        sorted.sort();
        let key = (target.clone(), sorted);
        if let Some(at) = self.by_name.get(&key) {
            return Some(*at);
        }
        let race = Race {
            target,
            location,
            first: point(pair[0], first, threads, context),
            second: point(pair[1], second, threads, context),
            predicted: false,
            happened: None,
        };
        self.list.push((race, 0));
        self.by_name.insert(key, self.list.len() - 1);
        Some(self.list.len() - 1)
    }
}

fn point(past: &AccessRecord, place: SourcePos, threads: &mut Threads, context: &dyn Context) -> AccessPoint {
    let locks = threads.sets.locks(past.held.any).to_vec();
    let alone = threads.sets.locks(past.held.exclusive).to_vec();
    let mode = |lock| {
        if alone.contains(lock) { LockMode::Exclusive } else { LockMode::Shared }
    };
    AccessPoint {
        thread: names::thread(past.thread, threads, context),
        writes: past.writes,
        place,
        site: past.site,
        seq: past.seq,
        step: past.step,
        stack: threads.stacks.sources(past.stack, context),
        locks: locks.iter().map(|lock| (names::lock(*lock, context), mode(lock))).collect(),
    }
}
