//! The races found so far, each error once.

use deadheat_event::{Context, FieldId, Location, ObjectId, SourcePos};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::access::Past;
use crate::names;
use crate::scope::Scope;
use crate::stack_table::StackId;
use crate::threads::Threads;
use crate::warning::{AccessPoint, Race};

/// Who says that there is a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finder {
    /// Lock sets: it may happen in some schedule.
    LockSets,
    /// Happens-before: it happened in this run.
    HappensBefore,
}

/// What tells races apart before anything is named: stacks and what is touched. Fast, and finer than what a person calls the
/// same. The instructions would not do: those of a collection are the same for all its users, those of a sort for all arrays.
type Key = (StackId, StackId, FieldOrArray);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum FieldOrArray {
    Field(FieldId),
    Array(ObjectId),
}

/// All races.
#[derive(Debug, Default)]
pub struct Races {
    /// Each with how often it was seen.
    pub list: Vec<(Race, u64)>,
    /// `None`: looked at, and not to be shown.
    by_key: FxHashMap<Key, Option<usize>>,
    by_name: FxHashMap<(String, [SourcePos; 2]), usize>,
    /// Locations that a race is on.
    pub racy: FxHashSet<Location>,
}

impl Races {
    /// Takes note of a race.
    pub fn report(
        &mut self,
        finder: Finder,
        location: Location,
        pair: [&Past; 2],
        scope: &mut Scope,
        threads: &mut Threads,
        context: &dyn Context,
    ) {
        let field = match location {
            Location::Field { field, .. } | Location::Static { field } => FieldOrArray::Field(field),
            Location::Element { array, .. } => FieldOrArray::Array(array),
        };
        let [first, second] = pair;
        let key = (first.stack.min(second.stack), first.stack.max(second.stack), field);
        let known = match self.by_key.get(&key) {
            Some(known) => *known,
            None => {
                let known = self.name(location, pair, scope, threads, context);
                self.by_key.insert(key, known);
                known
            }
        };
        let Some(at) = known else { return };
        self.racy.insert(location);
        let (race, count) = &mut self.list[at];
        match finder {
            Finder::LockSets => {
                *count += 1;
                race.predicted = true;
            }
            Finder::HappensBefore => {
                *count += u64::from(!race.predicted);
                race.happened = Some(true);
            }
        }
    }

    /// Finds the race by what a person calls the same, or adds it.
    fn name(
        &mut self,
        location: Location,
        pair: [&Past; 2],
        scope: &mut Scope,
        threads: &mut Threads,
        context: &dyn Context,
    ) -> Option<usize> {
        let places = pair.map(|past| {
            let stack = threads.stacks.sites(past.stack).to_vec();
            scope.guest_frame(&stack, context).map(|site| context.source(site))
        });
        let [Some(first), Some(second)] = places else { return None };
        if !scope.wants(&first) && !scope.wants(&second) {
            return None;
        }
        let target = names::target(location, context);
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

fn point(past: &Past, place: SourcePos, threads: &mut Threads, context: &dyn Context) -> AccessPoint {
    let locks = threads.sets.locks(past.held.any).to_vec();
    let alone = threads.sets.locks(past.held.exclusive).to_vec();
    let mode = |lock| {
        if alone.contains(lock) { deadheat_event::LockMode::Exclusive } else { deadheat_event::LockMode::Shared }
    };
    AccessPoint {
        thread: names::thread(past.thread, threads, context),
        writes: past.writes,
        place,
        site: past.site,
        seq: past.seq,
        stack: threads.stacks.sources(past.stack, context),
        locks: locks.iter().map(|lock| (names::lock(*lock, context), mode(lock))).collect(),
    }
}
