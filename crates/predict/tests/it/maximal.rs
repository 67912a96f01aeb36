//! Maximal prediction against the oracle: it finds every error that some correct reordering ends in, and no other.

use deadheat_predict::history::{History, Place};
use deadheat_predict::maximal::Windows;
use deadheat_predict::search::{Effort, Moves};
use deadheat_predict::{EventId, Maximal, PredictedError, ReadsFrom, Reordering, Validator};
use rustc_hash::FxHashSet;

use crate::oracle::{Errors, Oracle, Rule};
use crate::random::{self, HISTORIES};
use crate::sync_preserving::{fail, places};

/// So much that nothing is given up.
const ALL: Effort = Effort { decisions: usize::MAX, events: usize::MAX };

/// A window that has all in it.
pub const WHOLE: Windows =
    Windows { tries: usize::MAX, all_tries: usize::MAX, effort: ALL, most: usize::MAX, length: 14 };

fn differs(history: &History) -> Option<String> {
    let oracle = Oracle::new(history, Rule::CORRECT);
    let errors = oracle.errors();
    let engine = Maximal::new(history, ReadsFrom::Kept);
    differs_in_events(history, &errors, &engine).or_else(|| differs_in_places(history, &oracle, &errors, &engine))
}

/// Every pair and every cycle is asked about on its own.
fn differs_in_events(history: &History, errors: &Errors, engine: &Maximal<'_>) -> Option<String> {
    let validator = Validator::new(history);
    let is_wrong = |found: &Reordering| validator.validate(found).err().map(|why| format!("{found:?}: {why}"));
    for (first, one) in history.numbered() {
        for (second, other) in history.numbered().skip(first.at() + 1) {
            if one.thread == other.thread || !one.action.races_with(other.action) {
                continue;
            }
            let found = engine.lead_to(PredictedError::Race([first, second]), Moves::All, ALL);
            if found.is_some() != errors.races.contains(&[first, second]) {
                return Some(format!("race of {first} and {second}: engine {}", found.is_some()));
            }
            if let Some(wrong) = found.as_ref().and_then(is_wrong) {
                return Some(wrong);
            }
        }
    }
    errors.deadlocks.iter().find_map(|cycle| {
        match engine.lead_to(PredictedError::Deadlock(cycle.clone()), Moves::All, ALL) {
            Some(found) => is_wrong(&found),
            None => Some(format!("deadlock of {cycle:?} is missed")),
        }
    })
}

/// All is reported by the places, in windows of every length that are at least the whole.
fn differs_in_places(history: &History, oracle: &Oracle<'_>, errors: &Errors, engine: &Maximal<'_>) -> Option<String> {
    let (races, deadlocks) = (engine.races(WHOLE), engine.deadlocks(WHOLE));
    if let Some(wrong) = races.iter().chain(&deadlocks).find(|one| !errors.has(&one.error) || !oracle.confirms(one)) {
        return Some(format!("{wrong:?} is not there"));
    }
    let told = |all: &[Reordering]| -> FxHashSet<Vec<Place>> {
        all.iter().map(|one| places(history, one.error.next())).collect()
    };
    let there: FxHashSet<Vec<Place>> = errors.races.iter().map(|race| places(history, race)).collect();
    if told(&races) != there {
        return Some(format!("places of races: engine {:?}, oracle {there:?}", told(&races)));
    }
    let told = told(&deadlocks);
    let is_missed = |cycle: &&Vec<_>| errors.is_minimal(cycle) && !told.contains(&places(history, *cycle));
    errors.deadlocks.iter().find(is_missed).map(|cycle| format!("deadlock of {cycle:?} is not told"))
}

/// Every broken block, by its three events and by their places.
fn differs_in_blocks(history: &History) -> Option<String> {
    let oracle = Oracle::new(history, Rule::CORRECT);
    let broken = oracle.broken_blocks();
    let engine = Maximal::new(history, ReadsFrom::Kept);
    let validator = Validator::new(history);
    for triple in oracle.triples() {
        let [before, between, after] = triple;
        let found = engine.lead_to(PredictedError::Atomicity { before, between, after }, Moves::All, ALL);
        if found.is_some() != broken.contains(&triple) {
            return Some(format!("{between} between {before} and {after}: engine {}", found.is_some()));
        }
        let wrong = found.as_ref().and_then(|found| validator.validate(found).err());
        if wrong.is_some() || !found.as_ref().is_none_or(|found| oracle.confirms(found)) {
            return Some(format!("{found:?}: {wrong:?}"));
        }
    }
    let found = engine.broken_blocks(WHOLE);
    if let Some(wrong) = found.iter().find(|one| !oracle.confirms(one) || validator.validate(one).is_err()) {
        return Some(format!("{wrong:?} is not there"));
    }
    let told: FxHashSet<Vec<Place>> = found.iter().map(|one| in_turn(history, &one.error.events())).collect();
    let there: FxHashSet<Vec<Place>> = broken.iter().map(|triple| in_turn(history, triple)).collect();
    let short = (2..8).flat_map(|length| engine.broken_blocks(Windows { length, ..WHOLE }));
    let mut lies = short.filter(|one| !oracle.confirms(one) || validator.validate(one).is_err());
    lies.next()
        .map(|lie| format!("in a short window: {lie:?}"))
        .or_else(|| (told != there).then(|| format!("places of broken blocks: engine {told:?}, oracle {there:?}")))
}

/// The places of events, in their order.
pub fn in_turn(history: &History, events: &[EventId]) -> Vec<Place> {
    events.iter().map(|event| history.event(*event).place).collect()
}

#[test]
fn exactly_the_broken_blocks_are_found() {
    // Histories with what could break a block, those in which it can, and how often it cannot or can.
    let mut counts = [0_u64; 4];
    for seed in 0..HISTORIES {
        let history = random::with_blocks(&random::history(seed), seed);
        if differs_in_blocks(&history).is_some() {
            fail(&history, seed, differs_in_blocks);
        }
        if seed % 16 == 0 {
            let oracle = Oracle::new(&history, Rule::CORRECT);
            let (triples, broken) = (oracle.triples().len() as u64, oracle.broken_blocks().len() as u64);
            let more = [u64::from(triples > 0), u64::from(broken > 0), triples - broken, broken];
            counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
        }
    }
    println!(
        "of {} histories, with accesses that could break a block, with one that does, no, yes: {counts:?}",
        HISTORIES / 16
    );
    assert!(counts.iter().all(|count| *count > HISTORIES / 160), "{counts:?}");
}

#[test]
fn exactly_what_is_there_is_found() {
    for seed in 0..HISTORIES {
        let history = random::history(seed);
        if differs(&history).is_some() {
            fail(&history, seed, differs);
        }
    }
}

/// In short windows less is found, and nothing that is not there.
#[test]
fn short_windows_tell_no_lies() {
    for seed in 0..HISTORIES / 4 {
        let history = random::history(seed);
        let wrong = |history: &History| {
            let (errors, validator) = (Oracle::new(history, Rule::CORRECT).errors(), Validator::new(history));
            let engine = Maximal::new(history, ReadsFrom::Kept);
            (2..8).find_map(|length| {
                let windows = Windows { length, ..Windows::default() };
                let mut all = engine.races(windows).into_iter().chain(engine.deadlocks(windows));
                all.find(|one| !errors.has(&one.error) || validator.validate(one).is_err())
                    .map(|one| format!("{one:?}"))
            })
        };
        if wrong(&history).is_some() {
            fail(&history, seed, wrong);
        }
    }
}
