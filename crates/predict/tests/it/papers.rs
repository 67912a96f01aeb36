//! Examples of the papers, and what is to be said of them: by all correct reorderings, and by those that keep the order of sections.
//!
//! They are written after the papers' examples, not copied: threads, variables and locks have other names.

use deadheat_predict::history::EventId;
use deadheat_predict::{PredictedError, ReadsFrom, SyncPreserving};

use crate::oracle::{Oracle, Rule};
use crate::sketch;
use crate::sync_preserving::reported;

/// Races and deadlocks, by the numbers of their events.
#[derive(Debug, Default, PartialEq, Eq)]
struct Told {
    races: Vec<[u32; 2]>,
    deadlocks: Vec<Vec<u32>>,
}

impl Told {
    fn new(errors: impl IntoIterator<Item = PredictedError>) -> Self {
        let mut told = Self::default();
        for error in errors {
            match error {
                PredictedError::Race(pair) => {
                    let mut pair = pair.map(|event| event.0);
                    pair.sort();
                    told.races.push(pair);
                }
                PredictedError::Deadlock(cycle) => {
                    let mut cycle: Vec<u32> = cycle.iter().map(|event| event.0).collect();
                    let first = (0..cycle.len()).min_by_key(|at| cycle[*at]).unwrap_or(0);
                    cycle.rotate_left(first);
                    told.deadlocks.push(cycle);
                }
                PredictedError::Atomicity { .. } => {}
            }
        }
        told.races.sort();
        told.deadlocks.sort();
        told
    }
}

/// What the oracle says of the history.
fn there(lines: &str, rule: Rule) -> Told {
    let errors = Oracle::new(&sketch::history(lines), rule).errors();
    let races = errors.races.into_iter().map(PredictedError::Race);
    Told::new(races.chain(errors.deadlocks.into_iter().map(PredictedError::Deadlock)))
}

/// What the sync-preserving engine says of the history.
fn sync_preserving(lines: &str, reads: ReadsFrom) -> Told {
    let history = sketch::history(lines);
    let engine = SyncPreserving::new(&history, reads);
    Told::new(reported(&engine).into_iter().map(|reordering| reordering.error))
}

fn races<const N: usize>(races: [[u32; 2]; N]) -> Told {
    Told { races: races.to_vec(), ..Told::default() }
}

fn deadlock<const N: usize>(cycle: [u32; N]) -> Told {
    Told { deadlocks: vec![cycle.to_vec()], ..Told::default() }
}

fn nothing() -> Told {
    Told::default()
}

/// Checks what correct reorderings show, and what sync-preserving ones do.
#[track_caller]
fn check(lines: &str, correct: Told, preserving: Told) {
    assert_eq!(there(lines, Rule::CORRECT), correct, "all correct reorderings");
    assert_eq!(there(lines, Rule::sync_preserving(ReadsFrom::Kept)), preserving, "the definition of sync-preserving");
    assert_eq!(sync_preserving(lines, ReadsFrom::Kept), preserving, "the engine");
}

/// Kini, Mathur, Viswanathan, *Dynamic Race Prediction in Linear Time* (PLDI 2017), after the first example: the second section reads what the first
/// wrote, so the accesses to `y` are ordered.
#[test]
fn weak_causal_order_of_a_section_that_is_read_from() {
    let lines = "
        1 w y
        1 acq l
        1 w x
        1 rel l
        2 acq l
        2 r x
        2 rel l
        2 r y
    ";
    check(lines, nothing(), nothing());
}

/// The same paper's counterpart, and the opening of Smaragdakis, Evans, Sadowski, Yi, Flanagan, *Sound Predictive Race Detection in Polynomial Time*
/// (POPL 2012): the sections have nothing to do with each other. Happens-before sees no race.
#[test]
fn causal_precedence_of_sections_that_do_not_conflict() {
    let lines = "
        1 w y
        1 acq l
        1 r x
        1 rel l
        2 acq l
        2 r x
        2 rel l
        2 r y
    ";
    // r y saw w y, so it is always the second of the two: that is no matter, both can be next.
    check(lines, races([[0, 7]]), races([[0, 7]]));
}

/// After Kini et al.: the access comes *before* the one that orders the sections, inside. Weak causal precedence finds this one, causal
/// precedence does not. With the two accesses of the second section the other way round there is no race.
#[test]
fn weak_causal_order_starts_where_sections_conflict() {
    let before = "
        1 w y
        1 acq l
        1 w x
        1 rel l
        2 acq l
        2 r y
        2 r x
        2 rel l
    ";
    check(before, races([[0, 5]]), races([[0, 5]]));
    let after = "
        1 w y
        1 acq l
        1 w x
        1 rel l
        2 acq l
        2 r x
        2 r y
        2 rel l
    ";
    check(after, nothing(), nothing());
}

/// Why causal precedence promises a race *or a deadlock* (of the shape of the examples of Smaragdakis et al. and Kini et al.): whoever is at its access
/// has been through the other's lock, which both cannot. There is no race, but a deadlock.
#[test]
fn causal_precedence_may_mean_a_deadlock() {
    let lines = "
        1 acq l
        1 acq m
        1 rel m
        1 w x
        1 rel l
        2 acq m
        2 acq l
        2 rel l
        2 w x
        2 rel m
    ";
    check(lines, deadlock([1, 6]), deadlock([1, 6]));
}

/// Mathur, Pavlogiannis, Viswanathan, *Optimal Prediction of Synchronization-Preserving Races* (POPL 2021), after the motivation: both sections write,
/// so partial orders of conflicts order them; but nothing needs the first section, which is left out.
#[test]
fn sync_preserving_leaves_a_conflicting_section_out() {
    let lines = "
        1 w y
        1 acq l
        1 w x
        1 rel l
        2 acq l
        2 w x
        2 rel l
        2 w y
    ";
    check(lines, races([[0, 7]]), races([[0, 7]]));
}

/// After the same paper: the write that a read needs brings its whole section in, and that section brings in what comes before; a third thread's
/// section on the same lock need not come along.
#[test]
fn sync_preserving_takes_in_what_is_read() {
    let lines = "
        1 w z
        1 acq l
        1 w x
        1 rel l
        2 acq l
        2 w y
        2 rel l
        3 acq l
        3 r y
        3 rel l
        3 w z
    ";
    // The section of thread 1 is in nobody's way: it is not begun.
    check(lines, races([[0, 10]]), races([[0, 10]]));
}

/// After the same paper's limit: the second section would have to come first. All correct reorderings show the race; sync-preserving ones
/// keep the order of the two. (With even one reversal the question is hard, says the paper.)
#[test]
fn sync_preserving_reverses_no_sections() {
    let lines = "
        1 acq l
        1 w y
        1 rel l
        2 acq l
        2 rel l
        2 w y
    ";
    check(lines, races([[1, 5]]), nothing());
}

/// Said, Wang, Yang, Sakallah (NFM 2011) and Huang, Meredith, Roșu, *Maximal Sound Predictive Race Detection with Control Flow Abstraction* (PLDI 2014)
/// keep values, not writes: the read may see the same value of another write.
#[test]
fn maximal_models_keep_values() {
    let lines = "
        2 w x=1
        1 acq l
        1 w y
        1 rel l
        1 acq m
        1 w x=1
        1 rel m
        2 acq m
        2 r x=1
        2 rel m
        2 w y
    ";
    let correct = races([[0, 5], [2, 10]]);
    check(lines, correct, races([[0, 5]]));
}

/// Tunç, Mathur, Pavlogiannis, Viswanathan, *Sound Dynamic Deadlock Prediction in Linear Time* (PLDI 2023), the simplest case: two locks, two orders.
#[test]
fn sync_preserving_deadlock_of_two() {
    let lines = "
        1 acq a
        1 acq b
        1 rel b
        1 rel a
        2 acq b
        2 acq a
        2 rel a
        2 rel b
    ";
    check(lines, deadlock([1, 5]), deadlock([1, 5]));
}

/// After the same paper: a pattern in the lock graph that is no deadlock, because one thread reads what the other wrote inside.
#[test]
fn a_deadlock_pattern_that_reads_rule_out() {
    let lines = "
        1 acq a
        1 acq b
        1 w x
        1 rel b
        1 rel a
        2 acq b
        2 r x
        2 acq a
        2 rel a
        2 rel b
    ";
    check(lines, nothing(), nothing());
}

/// The same pattern inside a common lock (a *guard* or *gate*), and with one thread forked by the other after its sections: no deadlock.
#[test]
fn deadlock_patterns_that_guards_and_forks_rule_out() {
    let guarded = "
        1 acq g
        1 acq a
        1 acq b
        1 rel b
        1 rel a
        1 rel g
        2 acq g
        2 acq b
        2 acq a
        2 rel a
        2 rel b
        2 rel g
    ";
    check(guarded, nothing(), nothing());
    let forked = "
        1 acq a
        1 acq b
        1 rel b
        1 rel a
        1 fork 2
        2 acq b
        2 acq a
        2 rel a
        2 rel b
    ";
    check(forked, nothing(), nothing());
}

/// The same paper's cycles of more than two: three threads in a ring.
#[test]
fn sync_preserving_deadlock_of_three() {
    let lines = "
        1 acq a
        1 acq b
        1 rel b
        1 rel a
        2 acq b
        2 acq c
        2 rel c
        2 rel b
        3 acq c
        3 acq a
        3 rel a
        3 rel c
    ";
    check(lines, deadlock([1, 5, 9]), deadlock([1, 5, 9]));
}

/// After the same paper's limit: a deadlock that needs two sections on a third lock in the other order.
#[test]
fn sync_preserving_deadlocks_reverse_no_sections() {
    let lines = "
        1 acq g
        1 acq a
        1 acq b
        1 rel b
        1 rel a
        1 rel g
        2 acq g
        2 rel g
        2 acq b
        2 acq a
        2 rel a
        2 rel b
    ";
    check(lines, deadlock([2, 9]), nothing());
}

/// Seed 003, Listing 1.1: `y++` and, under a lock, `x++`; the other thread the other way round. Each `++` is a read and a write.
///
/// The second `x++` reads what the first wrote, so no correct reordering has the race. A model without reads-from has it, CSP as well as
/// sync-preserving with free reads: there the first section is simply left out.
#[test]
fn listing_1_1_of_the_csp_paper() {
    let lines = "
        1 r y
        1 w y
        1 acq m
        1 r x
        1 w x
        1 rel m
        2 acq m
        2 r x
        2 w x
        2 rel m
        2 r y
        2 w y
    ";
    check(lines, nothing(), nothing());
    let on_y = || races([[0, 11], [1, 10], [1, 11]]);
    let free = Rule { keeps_sections: false, ..Rule::sync_preserving(ReadsFrom::Free) };
    assert_eq!(there(lines, free), on_y());
    assert_eq!(sync_preserving(lines, ReadsFrom::Free), on_y());
    assert_eq!(sync_preserving(lines, ReadsFrom::KeptIfSynchronised), on_y());
}

/// The witness is the trace with something left out: for the first example of sync-preserving races, the other thread's section.
#[test]
fn the_witness_is_the_trace_with_something_left_out() {
    let history = sketch::history(
        "
        1 w y
        1 acq l
        1 w x
        1 rel l
        2 acq l
        2 w x
        2 rel l
        2 w y
    ",
    );
    let engine = SyncPreserving::new(&history, ReadsFrom::Kept);
    let witness = engine.race_between(&[EventId(0)], &[EventId(7)]).expect("there is a race");
    assert_eq!(witness.events(&history), [4, 5, 6].map(EventId));
}
