//! Recording, replaying, and what departs from a schedule.

use deadheat_event::trace::TraceWriter;
use deadheat_event::{Choice, Observer, Schedule, ThreadId};
use deadheat_machine::determinism::{DeterminismCheck, What};
use deadheat_machine::scheduler::{Pct, Random, RoundRobin};
use deadheat_machine::{Driver, DriverError, Fingerprint, Machine, Offered, Outcome, Replay, Scheduler, StepError};
use deadheat_testing::toy::{Act, Toy};
use proptest::prelude::*;

fn op() -> impl Strategy<Value = Act> {
    prop_oneof![
        (0..3usize).prop_map(Act::Load),
        (0..3usize, 0..3i64).prop_map(|(v, n)| Act::Store(v, n)),
        (0..2usize).prop_map(Act::Lock),
        (0..2usize).prop_map(Act::Unlock),
        (0..2usize).prop_map(Act::Wait),
        (0..2usize).prop_map(Act::Notify),
        Just(Act::Yield),
        (0..50u64).prop_map(Act::Sleep),
        (1..4u32).prop_map(Act::Choose),
    ]
}

fn program() -> impl Strategy<Value = Vec<Vec<Act>>> {
    prop::collection::vec(prop::collection::vec(op(), 0..12), 1..5)
        .prop_filter("something to do", |threads| threads.iter().any(|ops| !ops.is_empty()))
}

fn scheduler(which: u32, seed: u64) -> Box<dyn Scheduler> {
    match which {
        0 => Box::new(RoundRobin::new(seed % 5)),
        1 => Box::new(Random::new(seed)),
        _ => Box::new(Pct::new(seed, 3)),
    }
}

/// Everything that can be seen of a run.
fn observe(program: &[Vec<Act>], scheduler: &mut dyn Scheduler) -> (Outcome, Schedule, Vec<u8>, Fingerprint) {
    let mut toy = Toy::new(program.to_vec());
    let mut writer = TraceWriter::new(Vec::new(), "toy");
    let report = Driver::new(&mut toy, scheduler).observer(Some(&mut writer)).max_steps(10_000).record(true).run();
    (report.end.unwrap(), report.schedule, writer.finish(toy.context()).unwrap(), toy.fingerprint())
}

proptest! {
    #[test]
    fn a_schedule_replays_to_the_same_trace(program in program(), which in 0..3u32, seed in any::<u64>()) {
        let first = observe(&program, &mut *scheduler(which, seed));
        let schedule = Schedule::parse("test", &first.1.to_string()).unwrap();
        let second = observe(&program, &mut Replay::new(schedule));
        prop_assert_eq!(first, second);
    }

    #[test]
    fn running_is_stepping(program in program(), seed in any::<u64>()) {
        let (outcome, schedule, trace, fingerprint) = observe(&program, &mut RoundRobin::new(seed % 7));
        let mut toy = Toy::new(program);
        let mut writer = TraceWriter::new(Vec::new(), "toy");
        let mut last = Outcome::Running;
        for choice in schedule.choices() {
            last = toy.step(choice, Some(&mut writer)).unwrap();
        }
        prop_assert_eq!(last, outcome);
        prop_assert_eq!(writer.finish(toy.context()).unwrap(), trace);
        prop_assert_eq!(toy.fingerprint(), fingerprint);
    }

    #[test]
    fn restoring_goes_back(program in program(), seed in any::<u64>(), at in 0u64..20) {
        let mut toy = Toy::new(program);
        Driver::new(&mut toy, &mut Random::new(seed)).max_steps(at).run();
        let (snapshot, before) = (toy.snapshot(), toy.fingerprint());
        let mut choices = Vec::new();
        toy.choices(&mut choices);
        prop_assume!(!choices.is_empty());
        let first = Driver::new(&mut toy, &mut Random::new(1)).record(true).max_steps(1000).run();
        let after = toy.fingerprint();
        toy.restore(&snapshot);
        prop_assert_eq!(toy.fingerprint(), before);
        let second = Driver::new(&mut toy, &mut Random::new(1)).record(true).max_steps(1000).run();
        prop_assert_eq!(toy.fingerprint(), after);
        prop_assert_eq!(first.schedule, second.schedule);
        prop_assert_eq!(first.end.unwrap(), second.end.unwrap());
    }

    #[test]
    fn twins_agree_and_behave_as_one(program in program(), seed in any::<u64>()) {
        let alone = observe(&program, &mut Random::new(seed));
        let mut both = DeterminismCheck::new(Toy::new(program.clone()), Toy::new(program));
        let mut writer = TraceWriter::new(Vec::new(), "toy");
        let mut random = Random::new(seed);
        let driver = Driver::new(&mut both, &mut random).observer(Some(&mut writer)).max_steps(10_000);
        prop_assert_eq!(driver.run().end.unwrap(), alone.0);
        prop_assert_eq!(writer.finish(both.context()).unwrap(), alone.2);
    }
}

fn schedule(text: &str) -> Schedule {
    Schedule::parse("test", &format!("deadheat schedule 1\n{text}")).unwrap()
}

#[test]
fn a_departure_names_the_first_difference() {
    let program = vec![vec![Act::Lock(0), Act::Unlock(0)], vec![Act::Lock(0), Act::Unlock(0)]];
    let mut toy = Toy::new(program);
    let report = Driver::new(&mut toy, &mut Replay::new(schedule("T0\nT1 x2\n"))).run();
    let Err(DriverError::Departure(departure)) = report.end else { panic!("{:?}", report.end) };
    assert_eq!(departure.step, 1);
    assert_eq!(departure.expected, Choice::Thread(ThreadId(1)));
    assert_eq!(departure.found, Offered::Choices(vec![Choice::Thread(ThreadId(0))]));
    let text = departure.to_string();
    assert!(text.starts_with("the run departs from its schedule at step 1: expected `T1`, found only `T0`;"), "{text}");
}

#[test]
fn a_run_that_ends_too_soon_departs() {
    let mut toy = Toy::new(vec![vec![Act::Yield; 2]]);
    let report = Driver::new(&mut toy, &mut Replay::new(schedule("T0 x5"))).run();
    let Err(DriverError::Departure(departure)) = report.end else { panic!("{:?}", report.end) };
    assert_eq!((departure.step, departure.found), (2, Offered::End(Outcome::Finished { exit_code: 0 })));
}

#[test]
fn a_schedule_that_ends_leaves_the_run_where_it_is() {
    let mut toy = Toy::new(vec![vec![Act::Yield; 5]]);
    let report = Driver::new(&mut toy, &mut Replay::new(schedule("T0 x3"))).run();
    assert_eq!(report.end, Ok(Outcome::Running));
    assert_eq!(report.statistics.steps, 3);
}

#[test]
fn the_first_difference_is_named_with_its_step() {
    let program = vec![vec![Act::Yield, Act::Leak(0), Act::Yield]];
    let (first, mut second) = (Toy::new(program.clone()), Toy::new(program));
    second.leak = 7;
    let mut both = DeterminismCheck::new(first, second);
    let report = Driver::new(&mut both, &mut RoundRobin::default()).run();
    let Err(DriverError::Step { error: StepError::Nondeterministic(difference), .. }) = report.end else {
        panic!("{:?}", report.end)
    };
    assert_eq!((difference.step, difference.what), (1, What::Event));
    let read = |value: u32| {
        let location = "location: Global { field: FieldId(3) }, access: Plain";
        format!("`T0 Read {{ {location}, value: Some(Long({value})) }}` at Thread0.run(Toy:2)")
    };
    assert_eq!((difference.first, difference.second), (read(0), read(7)));
}

#[test]
fn observers_are_called_in_order() {
    struct Count(u64);
    impl Observer for Count {
        fn event(&mut self, event: &deadheat_event::Event, _: &dyn deadheat_event::Context) {
            assert_eq!(event.seq, self.0);
            self.0 += 1;
        }
    }
    let mut both = (Count(0), Some(Count(0)));
    let mut toy = Toy::new(vec![vec![Act::Yield; 9]; 3]);
    let report = Driver::new(&mut toy, &mut RoundRobin::new(2)).observer(Some(&mut both)).run();
    assert_eq!(report.end, Ok(Outcome::Finished { exit_code: 0 }));
    assert_eq!((both.0.0, report.statistics.steps), (27, 27));
}
