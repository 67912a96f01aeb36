//! Operations that are called independent do commute: both orders are possible and lead to the same state.

use deadheat_event::{Choice, Op, ThreadId};
use deadheat_machine::{Machine, Rng};
use deadheat_search::dependence::is_dependent;
use deadheat_testing::parallel;
use deadheat_testing::toy::{Act, Toy};
use proptest::prelude::*;

fn choices<M: Machine>(machine: &M) -> Vec<Choice> {
    let mut choices = Vec::new();
    machine.choices(&mut choices);
    choices
}

fn op<M: Machine>(machine: &M, thread: ThreadId) -> Op {
    machine.pending(thread).expect("a thread with a choice").op
}

/// The threads that are about to yield.
fn yielding<M: Machine>(machine: &M) -> Vec<ThreadId> {
    let yields = |choice: &Choice| matches!(choice, Choice::Thread(thread) if op(machine, *thread) == Op::Yield);
    choices(machine).into_iter().filter(yields).map(Choice::thread).collect()
}

/// A thread that had to wait for an initialiser stays there until it is scheduled again, and one that comes later does not stop:
/// the same, but for a yield. (A search makes yields at once.)
fn let_pass<M: Machine>(machine: &mut M, before: &[ThreadId]) {
    for _ in 0..10 {
        let Some(thread) = yielding(machine).into_iter().find(|thread| !before.contains(thread)) else { return };
        machine.step(Choice::Thread(thread), None).expect("an open choice");
    }
}

/// Compares both orders of every two independent choices that are open now; how many there were.
fn check<M: Machine>(machine: &mut M) -> usize {
    let here = machine.snapshot();
    let open = choices(machine);
    let mut pairs = 0;
    let here_yields = yielding(machine);
    for one in open.iter().filter(|choice| matches!(choice, Choice::Thread(_))) {
        for other in open.iter().filter(|other| other.thread() != one.thread()) {
            let (first, second) = (op(machine, one.thread()), op(machine, other.thread()));
            if is_dependent(one.thread(), &first, *other, &second) {
                continue;
            }
            pairs += 1;
            let mut ends = Vec::new();
            for (a, b) in [(one, other), (other, one)] {
                machine.restore(&here);
                let outcome = machine.step(*a, None).expect("an open choice");
                assert!(outcome.is_running(), "{a} ({first:?}), then {b} ({second:?}): the run is over");
                assert!(choices(machine).contains(b), "{a} ({first:?}) forbids {b} ({second:?})");
                machine.step(*b, None).expect("an open choice");
                let_pass(machine, &here_yields);
                ends.push(machine.fingerprint());
            }
            assert_eq!(ends[0], ends[1], "{one} ({first:?}) and {other} ({second:?})");
            machine.restore(&here);
        }
    }
    pairs
}

/// Checks the states of random walks; how many pairs were compared.
fn walk<M: Machine>(machine: &mut M, seed: u64, walks: usize) -> usize {
    let root = machine.snapshot();
    let mut rng = Rng::new(seed);
    let mut pairs = 0;
    for _ in 0..walks {
        machine.restore(&root);
        for _ in 0..200 {
            pairs += check(machine);
            let open = choices(machine);
            if open.is_empty() {
                break;
            }
            machine.step(rng.pick(&open), None).expect("an open choice");
        }
    }
    pairs
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        (0..4usize).prop_map(Act::Load),
        (0..4usize, 1..3i64).prop_map(|(variable, n)| Act::Store(variable, n)),
        (0..3usize).prop_map(Act::Lock),
        (0..3usize).prop_map(Act::Unlock),
        (0..3usize).prop_map(Act::Notify),
        Just(Act::Yield),
        (1..3u64).prop_map(Act::Sleep),
        (2..4u32).prop_map(Act::Choose),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn on_toys(program in proptest::collection::vec(proptest::collection::vec(act(), 1..6), 2..4), seed: u64) {
        walk(&mut Toy::new(program), seed, 5);
    }
}

#[test]
fn on_java_programs() {
    on_folder("tests/explore", 1000);
}

#[test]
fn on_pools() {
    on_folder("tests/executors", 100);
}

fn on_folder(folder: &str, least: usize) {
    let corpus = crate::guest::compile_folder(folder);
    // The library's caches are filled by the thread that comes first, and threads numbered: no concern of the guest, but in the state.
    let compared =
        |program: &&String| !corpus.has_fewer_ends(program) && !["Printing", "Outcome"].contains(&program.as_str());
    let programs: Vec<&String> = corpus.programs.keys().filter(compared).collect();
    let pairs = parallel::map(&programs, |program| {
        let walked = std::panic::catch_unwind(|| walk(&mut corpus.boot(program, &[]), 1, 10));
        walked.map_err(|_| format!("{program}: see above"))
    });
    let pairs: Result<Vec<usize>, String> = pairs.into_iter().collect();
    let pairs: usize = pairs.unwrap().iter().sum();
    assert!(pairs > least, "{pairs}");
}
