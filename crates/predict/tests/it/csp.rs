//! CSP against the oracle without what reads saw, and its scripts.

use deadheat_predict::csp::export::{Subject, export};
use deadheat_predict::history::{History, Thread, Variable};
use deadheat_predict::maximal::Windows;
use deadheat_predict::{Csp, EventId, PredictedError, ReadsFrom};
use rustc_hash::FxHashSet;

use crate::maximal::{WHOLE, in_turn};
use crate::oracle::{Oracle, Rule};
use crate::random::{self, HISTORIES};
use crate::sketch;
use crate::sync_preserving::fail;

/// The model knows nothing of values.
const RULE: Rule = Rule { reads: ReadsFrom::Free, equal_values: false, keeps_sections: false };

/// What the paper asks of a model: two threads and a variable.
type Check = (Thread, Thread, Variable);

fn check(history: &History, pair: &[EventId; 2]) -> Option<Check> {
    let [first, second] = pair.map(|event| history.event(event));
    let (variable, _) = first.action.access()?;
    Some((first.thread.min(second.thread), first.thread.max(second.thread), variable))
}

fn differs(history: &History) -> Option<String> {
    let oracle = Oracle::new(history, RULE);
    let errors = oracle.errors();
    let engine = Csp::new(history);
    let (races, deadlocks) = (engine.races(WHOLE), engine.deadlocks(WHOLE));
    if let Some(wrong) = races.iter().chain(&deadlocks).find(|one| !errors.has(&one.error) || !oracle.confirms(one)) {
        return Some(format!("{wrong:?} is not there"));
    }
    for length in 2..8 {
        let windows = Windows { length, ..WHOLE };
        let mut all = engine.races(windows).into_iter().chain(engine.deadlocks(windows));
        if let Some(wrong) = all.find(|one| !errors.has(&one.error) || !oracle.confirms(one)) {
            return Some(format!("{wrong:?} is not there, with windows of {length}"));
        }
    }
    if deadlocks.is_empty() != errors.deadlocks.is_empty() {
        return Some(format!("deadlocks: {:?}, oracle {:?}", deadlocks, errors.deadlocks));
    }
    // Of races at the same two places one is told; so whether there is any is compared.
    let told: FxHashSet<Check> = races
        .iter()
        .filter_map(|one| if let PredictedError::Race(pair) = &one.error { check(history, pair) } else { None })
        .collect();
    let there: FxHashSet<Check> = errors.races.iter().filter_map(|pair| check(history, pair)).collect();
    let missed = told.is_empty() && !there.is_empty();
    (missed || !told.is_subset(&there)).then(|| format!("checks: engine {told:?}, oracle {there:?}"))
}

/// All accesses are in the models of blocks, so what is told is exactly what the model has.
fn differs_in_blocks(history: &History) -> Option<String> {
    let oracle = Oracle::new(history, RULE);
    let broken = oracle.broken_blocks();
    let engine = Csp::new(history);
    let found = engine.broken_blocks(WHOLE);
    let short = (2..8).flat_map(|length| engine.broken_blocks(Windows { length, ..WHOLE }));
    if let Some(wrong) = found.iter().cloned().chain(short).find(|one| !oracle.confirms(one)) {
        return Some(format!("{wrong:?} is not there"));
    }
    let told: FxHashSet<_> = found.iter().map(|one| in_turn(history, &one.error.events())).collect();
    let there: FxHashSet<_> = broken.iter().map(|triple| in_turn(history, triple)).collect();
    (told != there).then(|| format!("places of broken blocks: engine {told:?}, oracle {there:?}"))
}

#[test]
fn a_block_is_broken_exactly_where_the_model_has_it() {
    for seed in 0..HISTORIES / 4 {
        let history = random::with_blocks(&random::history(seed), seed);
        if differs_in_blocks(&history).is_some() {
            fail(&history, seed, differs_in_blocks);
        }
    }
}

#[test]
fn a_race_is_found_exactly_where_the_model_has_one() {
    for seed in 0..HISTORIES / 2 {
        let history = random::history(seed);
        if differs(&history).is_some() {
            fail(&history, seed, differs);
        }
    }
}

/// Listing 1.1 of Carril 2015: the refinement for `x` holds, the one for `y` does not.
#[test]
fn the_papers_listing() {
    let history = sketch::history(
        "
        1 w y
        1 acq m
        1 w x
        1 rel m
        2 acq m
        2 w x
        2 rel m
        2 w y
    ",
    );
    let engine = Csp::new(&history);
    let races = engine.races(Windows::default());
    let found: Vec<_> = races.iter().map(|race| race.error.clone()).collect();
    assert_eq!(found, [PredictedError::Race([EventId(0), EventId(7)])]);
    // The counterexample: the other thread's section, and nothing else.
    assert_eq!(races[0].events(&history), [EventId(4), EventId(5), EventId(6)]);
    let script = export(engine.reduced(), &Subject::Variable(Variable(0)), "Listing 1.1");
    for line in [
        "datatype Thread = t1 | t2",
        "THREAD1_0 = write.t1.v0 -> lock.t1.m1 -> unlock.t1.m1 -> STOP",
        "THREAD2_0 = lock.t2.m1 -> unlock.t2.m1 -> write.t2.v0 -> STOP",
        "T_INTER = THREAD1_0 ||| THREAD2_0",
        "MUTEX(m) = lock?t!m -> unlock.t.m -> MUTEX(m)",
        "PROGRAM = T_INTER [| sync_set |] SYNC",
        "assert STOP [T= (PROGRAM [| union(sync_set, rw_set(t1, t2, v0)) |] PATTERN(t1, t2, v0)) \\ diff(Events, {race})",
    ] {
        assert!(script.lines().any(|other| other == line), "{line} is not in\n{script}");
    }
}

/// The model of a block has both its accesses, however near they are.
#[test]
fn the_model_of_a_block() {
    let history = sketch::history("1 open\n1 r x\n1 w x\n1 close\n2 acq m\n2 w x\n2 rel m");
    let models = Csp::new(&history).block_models(9);
    let [(reduced, subject)] = &models[..] else { panic!("{models:?}") };
    let script = export(reduced, subject, "x++");
    for line in [
        "THREAD1_0 = read.t1.v0 -> first.t1 -> third.t1 -> write.t1.v0 -> STOP",
        "THREAD2_0 = lock.t2.m1 -> write.t2.v0 -> second.t2 -> unlock.t2.m1 -> STOP",
        "ORDER = first.t1 -> second.t2 -> third.t1 -> broken -> STOP",
        "assert STOP [T= (PROGRAM [| {| first, second, third |} |] ORDER) \\ diff(Events, {broken})",
    ] {
        assert!(script.lines().any(|other| other == line), "{line} is not in\n{script}");
    }
}

/// Whatever the trace has: brackets match, and every process and channel that is used is defined.
#[test]
fn scripts_are_whole() {
    for seed in 0..2_000 {
        let history = random::with_blocks(&random::history(seed), seed);
        let engine = Csp::new(&history);
        let deadlocks = Oracle::new(&engine.reduced().history, RULE).errors().deadlocks;
        let mut subjects: Vec<Subject> = deadlocks.into_iter().map(Subject::Cycle).collect();
        subjects.extend((0..2).map(|number| Subject::Variable(Variable(number))));
        let blocks = engine.block_models(3);
        let all = subjects.iter().map(|subject| (engine.reduced(), subject));
        for (reduced, subject) in all.chain(blocks.iter().map(|(reduced, subject)| (reduced, subject))) {
            let script = export(reduced, subject, "a title");
            let count = |one: char| script.chars().filter(|other| *other == one).count();
            assert_eq!((count('('), count('{')), (count(')'), count('}')), "{script}");
            let defined: FxHashSet<&str> =
                script.lines().filter_map(|line| line.split_once(" = ")).map(|(left, _)| name(left)).collect();
            let used = script.lines().filter(|line| !line.starts_with("--")).flat_map(words);
            let unknown = used
                .filter(|word| word.len() > 1 && word.chars().all(is_process))
                .find(|word| !is_known(word, &defined));
            assert_eq!(unknown, None, "seed {seed}\n{script}");
        }
    }
}

fn name(left: &str) -> &str {
    left.split('(').next().unwrap_or(left).trim_start_matches("datatype ").trim()
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

fn is_process(c: char) -> bool {
    c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_'
}

fn is_known(word: &str, defined: &FxHashSet<&str>) -> bool {
    defined.contains(word) || word == "STOP" || word.chars().all(|c| c.is_ascii_digit())
}
