//! What each scheduler promises, on a toy machine.

use std::time::{Duration, Instant};

use deadheat_event::{Choice, ThreadId};
use deadheat_machine::scheduler::{Pct, Random, RoundRobin};
use deadheat_machine::{Driver, Limit, Machine, Outcome, RunReport, Scheduler};
use deadheat_testing::toy::{Act, Toy};

/// All schedulers with some seeds.
fn schedulers() -> Vec<Box<dyn Scheduler>> {
    let mut all: Vec<Box<dyn Scheduler>> = vec![Box::new(RoundRobin::default()), Box::new(RoundRobin::new(1))];
    for seed in 0..20 {
        all.push(Box::new(Random::new(seed)));
        all.push(Box::new(Pct::new(seed, 3)));
    }
    all
}

fn run(toy: &mut Toy, scheduler: &mut dyn Scheduler) -> RunReport {
    Driver::new(toy, scheduler).max_steps(1_000_000).record(true).run()
}

fn finished(exit_code: i32) -> Outcome {
    Outcome::Finished { exit_code }
}

fn increments(n: usize, locked: bool) -> Vec<Act> {
    let once: &[Act] = if locked {
        &[Act::Lock(0), Act::Load(0), Act::Store(0, 1), Act::Unlock(0)]
    } else {
        &[Act::Load(0), Act::Store(0, 1)]
    };
    once.repeat(n)
}

#[test]
fn locked_counters_lose_nothing() {
    for mut scheduler in schedulers() {
        let mut toy = Toy::new(vec![increments(10, true); 3]);
        assert_eq!(run(&mut toy, &mut *scheduler).end.unwrap(), finished(30));
    }
}

#[test]
fn random_and_pct_find_lost_updates() {
    let loses = |scheduler: &mut dyn Scheduler| {
        run(&mut Toy::new(vec![increments(2, false); 2]), scheduler).end.unwrap() != finished(4)
    };
    assert!(!loses(&mut RoundRobin::default()));
    assert!((0..20).any(|seed| loses(&mut Random::new(seed))));
    assert!((0..50).any(|seed| loses(&mut Pct::new(seed, 3))));
}

#[test]
fn crossed_locks_can_deadlock() {
    let thread = |a, b| vec![Act::Lock(a), Act::Lock(b), Act::Unlock(b), Act::Unlock(a)];
    let program = vec![thread(0, 1), thread(1, 0)];
    let outcomes: Vec<Outcome> =
        schedulers().iter_mut().map(|s| run(&mut Toy::new(program.clone()), &mut **s).end.unwrap()).collect();
    assert!(outcomes.contains(&finished(0)));
    assert!(outcomes.contains(&Outcome::Deadlocked { threads: vec![ThreadId(0), ThreadId(1)] }));
}

#[test]
fn spin_loops_end() {
    let setter = vec![Act::Load(1), Act::Load(1), Act::Store(0, 1)];
    let hinted = vec![Act::Yield, Act::LoopWhileZero(0, 0)];
    let bare = vec![Act::LoopWhileZero(0, 0)];
    for spinner in [hinted, bare] {
        for mut scheduler in schedulers() {
            let mut toy = Toy::new(vec![spinner.clone(), setter.clone(), spinner.clone()]);
            assert_eq!(run(&mut toy, &mut *scheduler).end.unwrap(), finished(1));
        }
    }
}

#[test]
fn spinning_does_not_stop_the_clock() {
    let sleeper = vec![Act::Sleep(10), Act::Store(0, 1)];
    let hinted = vec![Act::LoopWhileZero(0, 1), Act::Yield, Act::LoopWhileZero(0, 1)];
    let bare = vec![Act::LoopWhileZero(0, 0)];
    for (spinner, most) in [(hinted, 5000), (bare, 60_000)] {
        for mut scheduler in schedulers() {
            let mut toy = Toy::new(vec![spinner.clone(), sleeper.clone(), spinner.clone()]);
            let report = run(&mut toy, &mut *scheduler);
            assert_eq!(report.end.unwrap(), finished(1));
            assert!(report.statistics.steps < most, "{:?}", report.statistics);
        }
    }
}

#[test]
fn busy_threads_are_not_overtaken_by_long_timeouts() {
    for mut scheduler in schedulers() {
        let mut toy = Toy::new(vec![vec![Act::Sleep(10_000), Act::Store(0, 0)], increments(5000, true)]);
        let report = run(&mut toy, &mut *scheduler);
        assert_eq!(report.schedule.choices().position(|c| matches!(c, Choice::Timeout(_))), Some(20_000));
    }
}

#[test]
fn sleepers_wake_in_the_order_of_their_deadlines() {
    for mut scheduler in schedulers() {
        let sleeper = |ms| vec![Act::Sleep(ms), Act::Yield];
        let mut toy = Toy::new(vec![sleeper(30), sleeper(10), sleeper(20)]);
        let report = run(&mut toy, &mut *scheduler);
        let woken: Vec<u32> = report
            .schedule
            .choices()
            .filter_map(|choice| if let Choice::Timeout(thread) = choice { Some(thread.0) } else { None })
            .collect();
        assert_eq!(woken, [1, 2, 0]);
    }
}

#[test]
fn a_notify_wakes_the_longest_waiting_or_any() {
    // The notifier lets both wait first, and lets only one of them go on; the other is left for ever.
    let waiter = |n| vec![Act::Lock(0), Act::Wait(0), Act::Store(0, n), Act::Unlock(0)];
    let notifier = [vec![Act::Yield; 40], vec![Act::Lock(0), Act::Notify(0), Act::Unlock(0)]].concat();
    let winner = |scheduler: &mut dyn Scheduler| {
        let mut toy = Toy::new(vec![waiter(1), waiter(2), notifier.clone()]);
        run(&mut toy, scheduler);
        toy.variable(0)
    };
    assert_eq!(winner(&mut RoundRobin::default()), 1);
    let winners: Vec<i64> = (0..20).map(|seed| winner(&mut Random::new(seed))).collect();
    assert!(winners.contains(&1) && winners.contains(&2), "{winners:?}");
}

#[test]
fn values_are_chosen() {
    let program = vec![vec![Act::Choose(3), Act::Store(0, 0)]];
    let chosen = |scheduler: &mut dyn Scheduler| run(&mut Toy::new(program.clone()), scheduler).end.unwrap();
    assert_eq!(chosen(&mut RoundRobin::default()), finished(0));
    let all: Vec<Outcome> = (0..30).map(|seed| chosen(&mut Random::new(seed))).collect();
    assert!((0..3).all(|value| all.contains(&finished(value))));
}

#[test]
fn limits_end_a_run() {
    let spin = || Toy::new(vec![vec![Act::LoopWhileZero(0, 0)]]);
    for mut scheduler in schedulers() {
        let report = Driver::new(&mut spin(), &mut *scheduler).max_steps(777).run();
        assert_eq!(report.end.unwrap(), Outcome::Limit(Limit::Steps));
        assert_eq!(report.statistics.steps, 777);
        let soon = Instant::now() + Duration::from_millis(5);
        let report = Driver::new(&mut spin(), &mut *scheduler).deadline(Some(soon)).run();
        assert_eq!(report.end.unwrap(), Outcome::Limit(Limit::Time));
    }
}

#[test]
fn an_impossible_choice_is_refused() {
    let mut toy = Toy::new(vec![vec![Act::Yield]]);
    assert!(toy.step(Choice::Timeout(ThreadId(0)), None).is_err());
}
