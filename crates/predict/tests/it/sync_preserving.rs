//! The sync-preserving engine against the oracle: what it reports is there, and what the definition says is there is reported.

use deadheat_predict::history::{History, Place};
use deadheat_predict::{EventId, PredictedError, ReadsFrom, Reordering, SyncPreserving, Validator};
use rustc_hash::FxHashSet;

use crate::oracle::{Errors, Oracle, Rule};
use crate::random::{self, HISTORIES, Kinds};
use crate::sketch;

/// All that the engine reports.
pub fn reported(engine: &SyncPreserving<'_>) -> Vec<Reordering> {
    let mut all = engine.races(1000);
    all.extend(engine.deadlocks(1000));
    all
}

/// Panics with the smallest history of which this says that something is wrong.
pub fn fail(history: &History, seed: u64, wrong: impl Fn(&History) -> Option<String>) -> ! {
    let smallest = random::minimise(history, |history| wrong(history).is_some());
    let why = wrong(&smallest).unwrap_or_default();
    panic!("seed {seed}: {why} in\n{}", random::show(&smallest));
}

/// What is reported, but not so.
fn unsound(history: &History) -> Option<String> {
    let oracle = Oracle::new(history, Rule::CORRECT);
    unsound_among(history, &oracle, &oracle.errors())
}

fn unsound_among(history: &History, oracle: &Oracle<'_>, errors: &Errors) -> Option<String> {
    let validator = Validator::new(history);
    reported(&SyncPreserving::new(history, ReadsFrom::Kept)).into_iter().find_map(|reordering| {
        let verdict = validator.validate(&reordering);
        let there = errors.has(&reordering.error) && oracle.confirms(&reordering);
        (verdict.is_err() || !there).then(|| format!("{reordering:?}: validator {verdict:?}, oracle {there}"))
    })
}

/// Every report is of an error that some correct reordering ends in, and the validator agrees that this one does.
#[test]
fn whatever_is_reported_is_there() {
    let mut histories_with = [0, 0, 0];
    let mut there = [0, 0];
    for seed in 0..HISTORIES {
        let history = random::history(seed);
        let oracle = Oracle::new(&history, Rule::CORRECT);
        let recorded: Vec<EventId> = history.numbered().map(|(id, _)| id).collect();
        assert!(oracle.replay(&recorded).is_ok(), "seed {seed}: not a trace\n{}", random::show(&history));
        let errors = oracle.errors();
        if unsound_among(&history, &oracle, &errors).is_some() {
            fail(&history, seed, unsound);
        }
        let has = [!errors.races.is_empty(), !errors.deadlocks.is_empty(), !errors.is_empty()];
        (0..3).for_each(|at| histories_with[at] += u64::from(has[at]));
        there[0] += errors.races.len();
        there[1] += errors.deadlocks.len();
    }
    println!("{HISTORIES} histories; with races, deadlocks, any: {histories_with:?}; races, deadlocks: {there:?}");
    // Histories without errors would show nothing.
    assert!(histories_with[2] > HISTORIES / 5 && histories_with[1] > HISTORIES / 50, "{histories_with:?}");
}

/// A notification wakes one thread. Two have woken where thread 1 reads `y`, so thread 2 has notified twice, and has written `x`.
#[test]
fn two_threads_wake_by_two_notifications() {
    let history = sketch::history(
        "
        0 acq l
        0 wait l
        1 acq l
        1 wait l
        2 notify l
        2 w x
        2 notify l
        0 wake l
        0 w y
        0 rel l
        1 wake l
        1 r y
        1 w x
    ",
    );
    assert!(Oracle::new(&history, Rule::CORRECT).errors().is_empty());
    assert_eq!(reported(&SyncPreserving::new(&history, ReadsFrom::Kept)), []);
}

/// A thread that holds a lock in both ways gives back one of them: it is the other that keeps readers out.
#[test]
fn a_lock_that_is_held_in_both_ways_is_given_back_in_one() {
    let history = sketch::history(
        "
        1 shared l
        1 w x
        1 acq l
        1 unshared l
        2 refused l
        2 r x
    ",
    );
    assert!(Oracle::new(&history, Rule::CORRECT).errors().is_empty());
    assert_eq!(reported(&SyncPreserving::new(&history, ReadsFrom::Kept)), []);
}

/// Without reads-from, too: the errors are those of orders in which such reads see whatever is there.
#[test]
fn whatever_is_reported_is_there_without_reads_from() {
    for seed in 0..HISTORIES / 2 {
        let history = random::history(seed);
        for reads in [ReadsFrom::KeptIfSynchronised, ReadsFrom::Free] {
            let rule = Rule { keeps_sections: false, ..Rule::sync_preserving(reads) };
            let wrong = |history: &History| {
                let errors = Oracle::new(history, rule).errors();
                let mut reported = reported(&SyncPreserving::new(history, reads)).into_iter();
                reported.find(|one| !errors.has(&one.error)).map(|one| format!("{reads:?}: {one:?}"))
            };
            if wrong(&history).is_some() {
                fail(&history, seed, wrong);
            }
        }
    }
}

/// The places of these events, in their order.
pub fn places<'e>(history: &History, events: impl IntoIterator<Item = &'e EventId>) -> Vec<Place> {
    let mut places: Vec<Place> = events.into_iter().map(|event| history.event(*event).place).collect();
    places.sort();
    places
}

/// Where the engine and the definition of sync-preserving differ: in single events, or in the places that are reported.
fn differs(history: &History, reads: ReadsFrom) -> Option<String> {
    let oracle = Oracle::new(history, Rule::sync_preserving(reads));
    let errors = oracle.errors();
    let engine = SyncPreserving::new(history, reads);
    let what =
        differs_in_events(history, &errors, &engine).or_else(|| differs_in_places(history, &oracle, &errors, &engine));
    what.map(|what| format!("{reads:?}: {what}"))
}

/// Every pair and every cycle is asked about on its own.
fn differs_in_events(history: &History, errors: &Errors, engine: &SyncPreserving<'_>) -> Option<String> {
    for (first, one) in history.numbered() {
        for (second, other) in history.numbered().skip(first.at() + 1) {
            if one.thread == other.thread || !one.action.races_with(other.action) {
                continue;
            }
            let found = engine.race_between(&[first], &[second]).is_some();
            if found != errors.races.contains(&[first, second]) {
                return Some(format!("race of {first} and {second}: engine {found}, definition {}", !found));
            }
        }
    }
    let is_missed = |cycle: &&Vec<EventId>| {
        let requests: Vec<&[EventId]> = cycle.iter().map(std::slice::from_ref).collect();
        engine.deadlock_between(&requests).is_none()
    };
    errors.deadlocks.iter().find(is_missed).map(|cycle| format!("deadlock of {cycle:?} is missed"))
}

/// All is reported by the places.
fn differs_in_places(
    history: &History,
    oracle: &Oracle<'_>,
    errors: &Errors,
    engine: &SyncPreserving<'_>,
) -> Option<String> {
    let reported = reported(engine);
    if let Some(wrong) = reported.iter().find(|one| !oracle.confirms(one)) {
        return Some(format!("{wrong:?} is not sync-preserving"));
    }
    let told = |race: bool| -> FxHashSet<Vec<Place>> {
        let of_kind = reported.iter().filter(|one| matches!(one.error, PredictedError::Race(_)) == race);
        of_kind.map(|one| places(history, one.error.next())).collect()
    };
    let (told_races, told_deadlocks) = (told(true), told(false));
    let races: FxHashSet<Vec<Place>> = errors.races.iter().map(|race| places(history, race)).collect();
    if told_races != races {
        return Some(format!("places of races: engine {told_races:?}, definition {races:?}"));
    }
    // Of deadlocks that are like each other one is told, unless its places are told already.
    let is_told = |cycle: &Vec<EventId>| {
        let pattern = oracle.pattern(cycle);
        let mut alike = errors.deadlocks.iter().filter(|other| oracle.pattern(other) == pattern);
        alike.any(|other| told_deadlocks.contains(&places(history, other)))
    };
    let missed = errors.deadlocks.iter().find(|cycle| errors.is_minimal(cycle) && !is_told(cycle))?;
    Some(format!("deadlock of {missed:?} is not told"))
}

/// Where an event needs no more than locks, writes, forks and joins, the engine is exact.
#[test]
fn whatever_is_sync_preserving_is_reported() {
    let plain = Kinds::default();
    let more = Kinds { shared_locks: true, volatiles: true, updates: true, values: true, ..plain };
    for seed in 0..HISTORIES {
        let history = random::history_of(seed, if seed % 2 == 0 { plain } else { more });
        for reads in [ReadsFrom::Kept, ReadsFrom::Free] {
            if differs(&history, reads).is_some() {
                fail(&history, seed, |history| differs(history, reads));
            }
        }
    }
}
