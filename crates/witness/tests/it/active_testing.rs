//! Active testing, on the toy machine: threads are paused where the warning says, and meet there.

use std::time::{Duration, Instant};

use deadheat_analysis::{Analyses, AnalysisOptions, Atomicity, Deadlock, PossibleError, Race, Scope};
use deadheat_event::ThreadId;
use deadheat_machine::scheduler::RoundRobin;
use deadheat_machine::{Driver, Machine, Rng};
use deadheat_search::deadlocks;
use deadheat_testing::toy::{Act, Toy};
use deadheat_witness::active::{
    AtomicityIntrusion, LockCycle, Order, RaceMeeting, Ranks, Rules, Target, active_testing,
};
use deadheat_witness::race_pair::RacePair;
use deadheat_witness::stage::Stage;

type Program = Vec<Vec<Act>>;

/// What the analyses say of a run in which each thread in turn runs to its end.
fn warnings(program: &Program) -> Vec<PossibleError> {
    let mut machine = Toy::new(program.clone());
    let mut analyses = Analyses::new(&AnalysisOptions::all(), Scope::default());
    let report = Driver::new(&mut machine, &mut RoundRobin::default()).observer(Some(&mut analyses)).run();
    report.end.expect("the toy machine does not fail");
    analyses.warnings(&machine).into_iter().map(|warning| warning.error).collect()
}

fn race(program: &Program) -> Race {
    let found = warnings(program).into_iter().find_map(|error| match error {
        PossibleError::Race(race) => Some(race),
        _ => None,
    });
    found.expect("a race")
}

fn lock_order(program: &Program) -> Deadlock {
    let found = warnings(program).into_iter().find_map(|error| match error {
        PossibleError::Deadlock(deadlock) => Some(deadlock),
        _ => None,
    });
    found.expect("a cycle of locks")
}

fn atomicity(program: &Program) -> Atomicity {
    let found = warnings(program).into_iter().find_map(|error| match error {
        PossibleError::Atomicity(atomicity) => Some(atomicity),
        _ => None,
    });
    found.expect("a broken block")
}

/// Tests until the target is reached, in an order; gives whether it was and where the machine then stands.
fn test(program: &Program, target: &mut dyn Target<Toy>, order: Order<'_>, excluded: &[ThreadId]) -> (bool, Toy) {
    let mut machine = Toy::new(program.clone());
    let start = machine.snapshot();
    let mut stage = Stage::new(&mut machine, start, Instant::now() + Duration::from_secs(60));
    let rules = Rules { order, window: &[], excluded, passes: None, max_steps: 10_000 };
    let reached = active_testing(&mut stage, target, rules).unwrap();
    (reached, machine)
}

#[test]
fn two_threads_meet_at_their_accesses() {
    // The first is long done with the variable before the second begins, unless it is held.
    let program = vec![
        [vec![Act::Store(0, 1)], vec![Act::Yield; 20]].concat(),
        [vec![Act::Yield; 20], vec![Act::Load(0)]].concat(),
    ];
    let pair = RacePair::of(&race(&program));
    for seed in 0..8 {
        for order in [Order::Random(Rng::new(seed)), Order::Ranked(Ranks::new(Rng::new(seed)))] {
            let (reached, machine) = test(&program, &mut RaceMeeting { pair: &pair, pauses: true }, order, &[]);
            assert!(reached && pair.find(&machine) == Some([ThreadId(0), ThreadId(1)]), "seed {seed}");
        }
    }
}

#[test]
fn a_thread_that_is_excluded_stays_where_it_is() {
    let program = vec![vec![Act::Store(0, 1), Act::Yield], [vec![Act::Yield; 5], vec![Act::Load(0)]].concat()];
    let pair = RacePair::of(&race(&program));
    let order = Order::prefer(ThreadId(1));
    let (reached, machine) = test(&program, &mut RaceMeeting { pair: &pair, pauses: false }, order, &[ThreadId(0)]);
    assert!(reached);
    assert_eq!(machine.pending(ThreadId(0)).unwrap().op.access().map(|access| access.writes), Some(true));
}

#[test]
fn accesses_under_one_lock_never_meet() {
    let guarded = |act| vec![Act::Lock(0), act, Act::Unlock(0)];
    let racy = vec![vec![Act::Store(0, 1)], vec![Act::Load(0)]];
    // The warning is of the program without locks; at the same places there is nothing to meet.
    let pair = RacePair::of(&race(&racy)).by_name();
    let program = vec![guarded(Act::Store(0, 1)), guarded(Act::Load(0))];
    let (reached, _) = test(&program, &mut RaceMeeting { pair: &pair, pauses: true }, Order::Random(Rng::new(1)), &[]);
    assert!(!reached);
}

#[test]
fn locks_in_a_cycle_end_in_a_deadlock() {
    let takes = |first, second| vec![Act::Lock(first), Act::Lock(second), Act::Unlock(second), Act::Unlock(first)];
    for program in [
        vec![takes(0, 1), takes(1, 0)],
        vec![takes(0, 1), takes(1, 2), takes(2, 0)],
        vec![takes(0, 1), takes(1, 2), takes(2, 3), takes(3, 0)],
    ] {
        let warning = lock_order(&program);
        assert_eq!(warning.cycle.len(), program.len());
        for seed in 0..8 {
            let (reached, machine) = test(&program, &mut LockCycle::of(&warning), Order::Random(Rng::new(seed)), &[]);
            let mut outcome = Vec::new();
            machine.choices(&mut outcome);
            assert!(reached && outcome.is_empty(), "{} threads, seed {seed}", program.len());
            let stuck =
                deadlocks(&machine, &deadheat_machine::Outcome::Running).into_iter().next().expect("a deadlock");
            assert_eq!(stuck.len(), program.len());
        }
    }
}

#[test]
fn a_block_is_broken_by_the_thread_that_comes_between() {
    let block = vec![Act::AtomicBegin, Act::Load(0), Act::Store(0, 1), Act::AtomicEnd];
    let program = vec![block.clone(), block];
    let warning = atomicity(&program);
    let (reached, _) = test(&program, &mut AtomicityIntrusion::of(&warning), Order::Random(Rng::new(3)), &[]);
    assert!(reached);
}
