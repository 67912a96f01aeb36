//! What becomes of a search whose machine, property or listener fails: it ends, says so, and has what was found until then.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use deadheat_event::{Choice, Context, ErrorKind, Observer, Pending, ThreadId};
use deadheat_machine::{Fingerprint, Machine, Outcome, StepError, ThreadInfo};
use deadheat_search::property::{DeadHeat, Deadlock, Property, StateView, Violation};
use deadheat_search::strategy::{Bfs, Dfs, Random, Strategy};
use deadheat_search::{Bound, Counterexample, Coverage, Fault, Search, SearchError};
use deadheat_testing::toy::{Act, Toy};

/// How a machine fails.
#[derive(Clone, Copy)]
enum Failure {
    Error,
    Panic,
}

/// A toy that fails in the first step after it was told to.
#[derive(Clone)]
struct Faulty {
    toy: Toy,
    failure: Failure,
    armed: Arc<AtomicBool>,
}

impl Faulty {
    fn new(failure: Failure) -> Self {
        // The first two deadlock and race; the others race with each other.
        let program = vec![
            vec![Act::Lock(0), Act::Lock(1), Act::Store(0, 1), Act::Unlock(1), Act::Unlock(0)],
            vec![Act::Lock(1), Act::Lock(0), Act::Store(0, 2), Act::Unlock(0), Act::Unlock(1)],
            vec![Act::Load(1), Act::Store(1, 1)],
            vec![Act::Store(1, 5)],
        ];
        Self { toy: Toy::new(program), failure, armed: Arc::default() }
    }
}

impl Machine for Faulty {
    type Snapshot = <Toy as Machine>::Snapshot;

    fn threads(&self) -> Vec<ThreadInfo> {
        self.toy.threads()
    }

    fn pending(&self, thread: ThreadId) -> Option<Pending> {
        self.toy.pending(thread)
    }

    fn choices(&self, out: &mut Vec<Choice>) {
        self.toy.choices(out);
    }

    fn step(&mut self, choice: Choice, observer: Option<&mut dyn Observer>) -> Result<Outcome, StepError> {
        match (self.armed.load(Ordering::Relaxed), self.failure) {
            (false, _) => self.toy.step(choice, observer),
            (true, Failure::Error) => Err(StepError::Internal("broken".into())),
            (true, Failure::Panic) => panic!("broken at {choice}"),
        }
    }

    fn snapshot(&mut self) -> Self::Snapshot {
        self.toy.snapshot()
    }

    fn restore(&mut self, snapshot: &Self::Snapshot) {
        self.toy.restore(snapshot);
    }

    fn fingerprint(&mut self) -> Fingerprint {
        self.toy.fingerprint()
    }

    fn context(&self) -> &dyn Context {
        self.toy.context()
    }
}

fn strategies() -> [Box<dyn Strategy>; 3] {
    [Box::new(Dfs), Box::new(Bfs), Box::new(Random::new(1))]
}

#[test]
fn a_search_without_machines() {
    assert!(matches!(Search::<Toy>::new(vec![]).run(), Err(SearchError::NoMachine)));
}

#[test]
fn a_machine_that_fails_ends_the_search_and_loses_nothing() {
    for failure in [Failure::Error, Failure::Panic] {
        for workers in [1, 2] {
            for strategy in strategies() {
                let name = strategy.name();
                let machine = Faulty::new(failure);
                let armed = machine.armed.clone();
                let arm = |found: &Counterexample, _: &dyn Context| {
                    armed.fetch_or(found.kind == ErrorKind::Deadlock, Ordering::Relaxed);
                };
                let (result, machines) = Search::new(vec![machine; workers])
                    .boxed_strategy(strategy)
                    .property(DeadHeat)
                    .property(Deadlock::default())
                    .on_violation(&arm)
                    .run_and_return();
                let error = result.expect_err("the machine fails");
                assert!(error.to_string().contains("broken"), "{name}: {error}");
                let SearchError::Fault { fault, so_far } = error else { panic!("{name}: {error}") };
                let deadlock = so_far.counterexamples.iter().any(|found| found.kind == ErrorKind::Deadlock);
                assert!(deadlock, "{name}: what was found is there");
                assert!(so_far.counts.states > 0 && so_far.counts.steps > 0, "{name}: {:?}", so_far.counts);
                let Coverage::Partial(bounds) = so_far.coverage else { panic!("{name}: not everything was seen") };
                assert!(bounds.contains(&Bound::Fault), "{name}: {bounds:?}");
                let (choice, schedule) = match fault {
                    Fault::Step { choice, schedule, .. } => (choice, schedule),
                    Fault::Panic { choice, schedule, .. } => (choice.expect("a step panicked"), schedule),
                };
                // It can be repeated.
                let mut toy = Faulty::new(failure).toy;
                schedule.choices().for_each(|choice| drop(toy.step(choice, None).unwrap()));
                toy.step(choice, None).unwrap();
                // A machine that has panicked is of no use; one that has said no is.
                let whole = machines.len();
                match failure {
                    Failure::Error => assert_eq!(whole, workers),
                    Failure::Panic => assert!(whole < workers, "{name}: {whole} of {workers}"),
                }
            }
        }
    }
}

#[test]
fn a_property_that_panics_is_a_fault() {
    struct Bad;
    impl Property for Bad {
        fn state(&self, view: &StateView<'_>, _: &mut Vec<Violation>) {
            assert!(view.outcome.is_running(), "no such state");
        }
    }
    for workers in [1, 2] {
        let machine = Faulty::new(Failure::Error).toy;
        let error = Search::new(vec![machine; workers]).property(Bad).run().unwrap_err();
        assert!(error.to_string().contains("no such state"), "{error}");
        assert!(matches!(error, SearchError::Fault { fault: Fault::Panic { choice: None, .. }, .. }), "{error:?}");
    }
}

#[test]
fn a_listener_that_panics_has_heard_of_what_is_kept() {
    let hear = |_: &Counterexample, _: &dyn Context| panic!("no more");
    let machine = Faulty::new(Failure::Error).toy;
    let error = Search::new(vec![machine]).property(Deadlock::default()).on_violation(&hear).run().unwrap_err();
    assert_eq!(error.so_far().map(|report| report.counterexamples.len()), Some(1), "{error:?}");
}
