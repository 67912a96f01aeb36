//! Schedules made shorter, on the toy machine.

use std::time::{Duration, Instant};

use deadheat_event::{Choice, Schedule, ThreadId};
use deadheat_machine::Machine;
use deadheat_testing::toy::{Act, Toy};
use deadheat_witness::goal::Goal;
use deadheat_witness::landmarks::Landmarks;
use deadheat_witness::prove::{confirm, minimise};
use deadheat_witness::stage::Stage;

fn thread(id: u32) -> Choice {
    Choice::Thread(ThreadId(id))
}

/// Two threads that take two locks in opposite order, and a third that has nothing to do with them.
fn embrace() -> Vec<Vec<Act>> {
    vec![
        vec![Act::Yield, Act::Lock(0), Act::Yield, Act::Lock(1), Act::Unlock(1), Act::Unlock(0)],
        vec![Act::Lock(1), Act::Yield, Act::Lock(0), Act::Unlock(0), Act::Unlock(1)],
        vec![Act::Store(2, 1); 8],
    ]
}

fn shorter(program: Vec<Vec<Act>>, goal: &Goal, schedule: &Schedule) -> Schedule {
    let mut machine = Toy::new(program);
    let start = machine.snapshot();
    minimise(&mut Stage::new(&mut machine, start, Instant::now() + Duration::from_secs(60)), goal, schedule).unwrap()
}

#[test]
fn switches_and_threads_that_do_not_matter_go() {
    // The third thread moves between all steps of the other two, which switch more often than they need to.
    let long: Schedule = [2, 0, 2, 1, 2, 0, 1, 2, 0, 2, 2].into_iter().map(thread).collect();
    let goal = Goal::Stuck(Vec::new());
    let short = shorter(embrace(), &goal, &long);
    let proof = confirm(&mut Toy::new(embrace()), &goal, &short).unwrap().expect("still a deadlock");
    assert_eq!((proof.witness.switches, proof.witness.steps), (1, 5), "{short}");
    assert!(short.choices().all(|choice| choice.thread() != ThreadId(2)));
}

#[test]
fn what_is_short_stays_as_it_is() {
    let goal = Goal::Stuck(Vec::new());
    let short: Schedule = [0, 0, 0, 1, 1].into_iter().map(thread).collect();
    assert_eq!(shorter(embrace(), &goal, &short), short);
}

#[test]
fn what_does_not_reach_the_goal_is_not_touched() {
    let goal = Goal::Stuck(Vec::new());
    let other: Schedule = [0, 0].into_iter().map(thread).collect();
    assert_eq!(shorter(embrace(), &goal, &other), other);
    assert!(confirm(&mut Toy::new(embrace()), &goal, &other).unwrap().is_none());
}

#[test]
fn a_schedule_of_another_program_confirms_nothing() {
    let goal = Goal::Stuck(Vec::new());
    let impossible: Schedule = [0, 7].into_iter().map(thread).collect();
    assert!(confirm(&mut Toy::new(embrace()), &goal, &impossible).unwrap().is_none());
    let too_long: Schedule = std::iter::repeat_n(thread(0), 50).collect();
    assert!(confirm(&mut Toy::new(embrace()), &goal, &too_long).unwrap().is_none());
}

/// The embrace behind a long way of two threads that take turns.
fn far() -> (Vec<Vec<Act>>, Schedule) {
    let mut program = embrace();
    program[2] = vec![Act::Store(2, 1); 200];
    program.push(vec![Act::Store(3, 1); 200]);
    let way = (0..60u32).flat_map(|n| [(2, 1 + n % 3), (3, 1 + n % 2)]);
    let way = way.flat_map(|(id, count)| std::iter::repeat_n(id, count as usize));
    (program, way.chain([0, 1, 0, 2, 1, 0]).map(thread).collect())
}

#[test]
fn whoever_knows_states_on_the_way_does_the_same() {
    let (program, schedule) = far();
    let landmarks = Landmarks::apart(Duration::ZERO);
    for count in [schedule.steps(), 100, 40, schedule.steps()] {
        let [(plain, plain_path), (other, other_path)] = [None, Some(&landmarks)].map(|known| {
            let mut machine = Toy::new(program.clone());
            let start = machine.snapshot();
            let mut stage = Stage::new(&mut machine, start, Instant::now() + Duration::from_secs(60)).knowing(known);
            assert!(stage.follow(&schedule, count, None).unwrap());
            assert_eq!((stage.steps, stage.path().steps()), (count, count), "what was left out counts");
            (stage.machine.fingerprint(), stage.path().clone())
        });
        assert_eq!((plain, plain_path), (other, other_path));
    }
    assert!(landmarks.on(&schedule, 100).is_some_and(|one| one.path.steps() > 50), "the way is known");
    assert!(landmarks.on(&[1].into_iter().map(thread).collect(), 100).is_none(), "and no other");
}

#[test]
fn shorter_schedules_do_not_depend_on_states_that_are_known() {
    let (program, schedule) = far();
    let goal = Goal::Stuck(Vec::new());
    let plain = shorter(program.clone(), &goal, &schedule);
    let landmarks = Landmarks::apart(Duration::ZERO);
    for _ in 0..2 {
        let mut machine = Toy::new(program.clone());
        let start = machine.snapshot();
        let stage = Stage::new(&mut machine, start, Instant::now() + Duration::from_secs(60));
        assert_eq!(minimise(&mut stage.knowing(Some(&landmarks)), &goal, &schedule).unwrap(), plain);
    }
}
