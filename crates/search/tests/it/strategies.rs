//! Every strategy finds what there is; those that end see the same states; bounds and windows are reported.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::Duration;

use crate::guest::{Corpus, compile_folder};
use deadheat_event::{Choice, Context, ErrorKind, Event, Observer, Op, Pending, ThreadId};
use deadheat_guest_java::Jvm;
use deadheat_machine::scheduler::{Now, Turn};
use deadheat_machine::{Fingerprint, Machine, Outcome, Scheduler};
use deadheat_search::property::{DeadHeat, Deadlock, Reach, UncaughtException};
use deadheat_search::strategy::*;
use deadheat_search::{Bound, Bounds, Coverage, Search, SearchReport, Watch, Watcher};
use deadheat_testing::toy::{Act, Toy};

/// Three threads that deadlock, race and can also end well.
fn troubled() -> Toy {
    let program = vec![
        vec![Act::Lock(0), Act::Lock(1), Act::Store(0, 1), Act::Unlock(1), Act::Unlock(0)],
        vec![Act::Lock(1), Act::Lock(0), Act::Store(0, 2), Act::Unlock(0), Act::Unlock(1)],
        vec![Act::Load(1), Act::Store(1, 1)],
        vec![Act::Store(1, 5)],
    ];
    Toy::new(program)
}

fn machines(workers: usize) -> Vec<Toy> {
    vec![troubled(); workers]
}

fn strategies() -> Vec<Box<dyn Strategy>> {
    vec![
        Box::new(Dfs),
        Box::new(Bfs),
        Box::new(Preemptions),
        Box::new(MaxPreemptions),
        Box::new(MostBlocked),
        Box::new(Guided::new([ThreadId(2)])),
        Box::new(OneThreadFirst::new(ThreadId(3))),
        Box::new(Random::new(1)),
        Box::new(Pct::new(1)),
        Box::new(Pos::new(1)),
    ]
}

fn kinds(report: &SearchReport) -> BTreeSet<ErrorKind> {
    report.counterexamples.iter().map(|found| found.kind).collect()
}

#[test]
fn all_find_the_same() {
    let mut counts = BTreeSet::new();
    for strategy in strategies() {
        for workers in [1, 2] {
            let name = strategy.name();
            let walks = strategy.shape() == Shape::Walks;
            let bounds = Bounds { walks: walks.then_some(200), ..Bounds::default() };
            let strategy = strategies().into_iter().find(|other| other.name() == name).unwrap();
            let report = Search::new(machines(workers))
                .boxed_strategy(strategy)
                .property(DeadHeat)
                .property(Deadlock::default())
                .bounds(bounds)
                .run()
                .unwrap();
            assert_eq!(kinds(&report), BTreeSet::from([ErrorKind::Race, ErrorKind::Deadlock]), "{name}");
            assert_eq!(report.coverage.is_complete(), !walks, "{name}");
            if !walks {
                counts.insert((report.counts.states, report.counts.ends));
            }
        }
    }
    assert_eq!(counts.len(), 1, "{counts:?}");
}

#[test]
fn breadth_first_gives_the_shortest_and_preemptions_the_plainest_schedule() {
    let switches = |report: &SearchReport| {
        let deadlock = report.counterexamples.iter().find(|found| found.kind == ErrorKind::Deadlock).unwrap();
        (deadlock.schedule.steps(), deadlock.schedule.runs().len())
    };
    let run = |strategy: Box<dyn Strategy>| {
        let search = Search::new(machines(1)).boxed_strategy(strategy).property(Deadlock::default());
        search.stop_at_first(true).reduction(false).run().unwrap()
    };
    let shortest = switches(&run(Box::new(Bfs)));
    let plainest = switches(&run(Box::new(Preemptions)));
    assert!(shortest.0 <= plainest.0 && plainest.1 <= 4, "{shortest:?} {plainest:?}");
}

#[test]
fn bounds_are_reported() {
    let run = |bounds: Bounds| {
        let endless = Toy::new(vec![vec![Act::Load(0), Act::Store(0, 1), Act::Yield, Act::LoopWhileZero(3, 0)]; 3]);
        Search::new(vec![endless; 2]).bounds(bounds).reduction(false).run().unwrap().coverage
    };
    let stopped = |bound| Coverage::Partial(vec![bound]);
    assert_eq!(run(Bounds { states: Some(500), ..Bounds::default() }), stopped(Bound::States));
    assert_eq!(run(Bounds { depth: Some(10), ..Bounds::default() }), stopped(Bound::Depth));
    assert_eq!(run(Bounds { time: Some(Duration::from_millis(150)), ..Bounds::default() }), stopped(Bound::Time));
    assert_eq!(run(Bounds { memory: Some(1 << 20), ..Bounds::default() }), stopped(Bound::Memory));
    let few = Bounds { preemptions: Some(0), ..Bounds::default() };
    let report = Search::new(machines(2)).bounds(few).property(Deadlock::default()).run().unwrap();
    assert_eq!(report.coverage, stopped(Bound::Preemptions));
    assert!(report.counterexamples.is_empty(), "a deadlock needs a preemption");
    let one = Bounds { preemptions: Some(1), ..Bounds::default() };
    assert_eq!(
        Search::new(machines(2)).bounds(one).property(Deadlock::default()).run().unwrap().counterexamples.len(),
        1
    );
}

#[test]
fn a_flag_stops_a_search() {
    let endless = Toy::new(vec![vec![Act::Load(0), Act::Store(0, 1), Act::LoopWhileZero(3, 0)]; 2]);
    let flag = AtomicBool::new(false);
    let progress = |_: &deadheat_search::Progress| flag.store(true, Ordering::Relaxed);
    let report = Search::new(vec![endless]).stop_flag(&flag).on_progress(&progress).run().unwrap();
    assert_eq!(report.coverage, Coverage::Partial(vec![Bound::Interrupted]));
}

#[test]
fn frozen_threads_stay_where_they_are() {
    let report = Search::new(machines(1)).freeze([ThreadId(1)]).property(DeadHeat).property(Deadlock::default()).run();
    let report = report.unwrap();
    assert_eq!(report.coverage, Coverage::Partial(vec![Bound::Frozen]));
    assert_eq!(kinds(&report), BTreeSet::from([ErrorKind::Race]), "without T1 there is no deadlock");
    let moved = |choice: Choice| choice.thread() == ThreadId(1);
    assert!(report.counterexamples.iter().all(|found| !found.schedule.choices().any(moved)));
}

#[test]
fn hopeless_states_are_not_gone_on_from() {
    let search = || Search::new(machines(1)).property(DeadHeat).property(Deadlock::default());
    let all = search().run().unwrap();
    // Once variable 0 is written, the deadlock cannot come about any more.
    let cut = search().cut(|toy: &Toy| toy.variable(0) != 0).run().unwrap();
    assert_eq!(cut.coverage, Coverage::Partial(vec![Bound::Cut]));
    assert!(kinds(&cut).contains(&ErrorKind::Deadlock) && cut.counts.states < all.counts.states);
    let none = search().cut(|_| false).run().unwrap();
    assert_eq!((none.coverage, none.counts.states), (Coverage::Complete, all.counts.states));
    let walks = Bounds { walks: Some(10), ..Bounds::default() };
    let walked = search().strategy(Random::new(1)).cut(|_| true).bounds(walks).run().unwrap();
    assert_eq!(walked.coverage, Coverage::Partial(vec![Bound::Walks, Bound::Cut]));
}

#[test]
fn a_target_is_reached_from_anywhere() {
    let mut toy = troubled();
    let mut prefix = deadheat_event::Schedule::new();
    for _ in 0..2 {
        prefix.push(Choice::Thread(ThreadId(0)), 1);
        toy.step(Choice::Thread(ThreadId(0)), None).unwrap();
    }
    let state = toy.snapshot();
    let wanted = |thread: ThreadId, pending: &Pending| thread == ThreadId(1) && matches!(pending.op, Op::Write { .. });
    let report = Search::new(machines(2))
        .from(state, prefix.clone())
        .strategy(OneThreadFirst::new(ThreadId(1)))
        .property(Reach::new(wanted))
        .stop_at_first(true)
        .run()
        .unwrap();
    let [found] = &report.counterexamples[..] else { panic!("{report:?}") };
    assert_eq!((found.kind, found.involved[0].thread), (ErrorKind::Target, ThreadId(1)));
    assert!(found.schedule.choices().take(2).eq(prefix.choices()), "{}", found.schedule);
    let mut toy = troubled();
    found.schedule.choices().for_each(|choice| drop(toy.step(choice, None).unwrap()));
    let pending = toy.pending(ThreadId(1)).unwrap();
    assert!(pending.is_enabled() && wanted(ThreadId(1), &pending));
}

#[test]
fn watchers_see_every_step() {
    #[derive(Default)]
    struct Tally(Mutex<(u64, u64)>);
    struct One<'a>(&'a Tally);
    impl Observer for One<'_> {
        fn event(&mut self, _: &Event, _: &dyn Context) {
            self.0.0.lock().unwrap().0 += 1;
        }
    }
    impl Watcher for One<'_> {
        fn enter(&mut self, _: &[ThreadId]) {
            self.0.0.lock().unwrap().1 += 1;
        }
    }
    impl Watch for Tally {
        fn watcher(&self) -> Box<dyn Watcher + '_> {
            Box::new(One(self))
        }
    }
    let tally = Tally::default();
    let report = Search::new(machines(2)).watch(Some(&tally)).run().unwrap();
    let (events, jumps) = *tally.0.lock().unwrap();
    assert_eq!(events, report.counts.steps);
    assert!(jumps > 2);
}

fn java(program: &str, args: &[&str], set: impl FnOnce(&mut deadheat_guest_java::Config)) -> Vec<Jvm> {
    static EXAMPLES: LazyLock<Corpus> = LazyLock::new(|| compile_folder("examples"));
    let mut first = EXAMPLES.boot_with(program, args, set);
    let second = first.fork().unwrap();
    vec![first, second]
}

fn explore(machines: Vec<Jvm>) -> SearchReport {
    Search::new(machines)
        .property(DeadHeat)
        .property(Deadlock::default())
        .property(UncaughtException)
        .livelocks(true)
        .run()
        .unwrap()
}

#[test]
fn random_values_and_spurious_wakeups_when_asked_for() {
    let plain = explore(java("Dice", &[], |_| {}));
    assert!(plain.counterexamples.is_empty() && plain.coverage.is_complete(), "{plain:?}");
    let chosen = explore(java("Dice", &[], |config| config.choose_random = true));
    assert_eq!(kinds(&chosen), BTreeSet::from([ErrorKind::Uncaught]), "{chosen:?}");
    let plain = explore(java("NoLoop", &[], |_| {}));
    assert!(plain.counterexamples.is_empty() && plain.coverage.is_complete(), "{plain:?}");
    let woken = explore(java("NoLoop", &[], |config| config.spurious = true));
    assert_eq!(kinds(&woken), BTreeSet::from([ErrorKind::Uncaught]), "{woken:?}");
}

#[test]
fn threads_that_share_nothing_do_not_branch() {
    for threads in ["2", "3", "6"] {
        let report = explore(java("Apart", &[threads], |_| {}));
        assert!(report.coverage.is_complete() && report.counterexamples.is_empty());
        // One path: nothing is met twice, and every step is made once.
        assert_eq!((report.counts.met_again, report.counts.depth), (0, report.counts.last_steps), "{report:?}");
    }
}

/// How a program ends whose threads a scheduler chooses from its start on.
fn end_of_walk(machine: &mut Jvm, mut scheduler: Box<dyn Scheduler>) -> Option<Fingerprint> {
    let (mut choices, mut last) = (Vec::new(), None);
    for steps in 0.. {
        machine.choices(&mut choices);
        if choices.is_empty() {
            break;
        }
        let view = Now { machine: &*machine, steps, last };
        let choice = scheduler.next(&choices, &view).unwrap().unwrap().choice;
        let ran = machine.run(choice, 1, None).unwrap();
        last = Some(Turn { thread: choice.thread(), steps: 1, yielded: ran.yielded });
        if let Outcome::Finished { .. } = ran.outcome {
            return Some(machine.fingerprint());
        }
    }
    None
}

/// Walks of a search share their beginnings. They end as walks that begin at the start.
#[test]
fn walks_are_those_of_their_schedulers() {
    const WALKS: u64 = 40;
    let strategies: [fn() -> Box<dyn Strategy>; 3] =
        [|| Box::new(Random::new(7)), || Box::new(Pct::new(7)), || Box::new(Pos::new(7))];
    for (program, strategy) in
        ["Account", "Philosophers", "LostSignal"].iter().flat_map(|p| strategies.map(|s| (*p, s)))
    {
        let mut machines = java(program, &[], |_| {});
        let root = machines[0].snapshot();
        let bounds = Bounds { walks: Some(WALKS), ..Bounds::default() };
        let (report, mut machines) = Search::new(machines).boxed_strategy(strategy()).bounds(bounds).run_and_return();
        // Only machines of one family have the same addresses.
        let machine = &mut machines[0];
        let ends = (0..WALKS).filter_map(|number| {
            machine.restore(&root);
            end_of_walk(machine, strategy().walk(number).unwrap())
        });
        let ends: BTreeSet<Fingerprint> = ends.collect();
        assert_eq!(BTreeSet::from_iter(report.unwrap().ends), ends, "{program} {}", strategy().name());
        assert!(!ends.is_empty(), "{program}");
    }
}
