//! Checks by many: hands that share nothing with the coordinator but a swarm.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use deadheat_event::{Choice, Schedule, ThreadId};
use deadheat_swarm::{Delivery, Embedded, Queue, Store, Swarm, SwarmError};
use deadheat_testing::toy::{Act, ToyGuest};
use deadheat_witness::crew::{self, Claim, Service};
use deadheat_witness::result::{CheckResult, Technique, Verdict};
use deadheat_witness::{CheckOptions, Checked, Checker};

fn options() -> CheckOptions {
    let (each, total) = (Duration::from_secs(20), Duration::from_secs(60));
    CheckOptions { each, total, max_steps: 20_000, ..CheckOptions::default() }
}

/// Verdicts by id.
fn verdicts(result: &CheckResult) -> BTreeMap<String, &'static str> {
    result.findings.iter().map(|finding| (finding.id.clone(), finding.verdict.id())).collect()
}

/// A check whose jobs so many workers do, each with a guest of its own.
fn check_by(workers: usize, program: &[Vec<Act>], swarm: &dyn Swarm) -> Checked {
    let guest = ToyGuest::new(program.to_vec());
    done_by(workers, program, swarm, Checker::new(&guest).options(options()))
}

/// A search of all schedules, likewise.
fn search_by(workers: usize, program: &[Vec<Act>], swarm: &dyn Swarm) -> Checked {
    let guest = ToyGuest::new(program.to_vec());
    done_by(workers, program, swarm, Checker::new(&guest).options(options()).search_only())
}

fn done_by(workers: usize, program: &[Vec<Act>], swarm: &dyn Swarm, checker: Checker<'_, ToyGuest>) -> Checked {
    let brief = serde_json::to_string(&checker.brief()).unwrap();
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for worker in 0..workers {
            let (brief, over) = (&brief, &over);
            scope.spawn(move || {
                let guest = ToyGuest::new(program.to_vec());
                let brief: crew::Brief = serde_json::from_str(brief).unwrap();
                let stop = AtomicBool::new(false);
                let service = Service {
                    swarm,
                    hands: 1,
                    worker: format!("w{worker}"),
                    over: &|| over.load(Ordering::Relaxed),
                    stop: &stop,
                    told: &|_| {},
                };
                // Hands that have had nothing to do for a while look elsewhere, and come back.
                while !over.load(Ordering::Relaxed) {
                    brief.checker(&guest, 1).stop_flag(Some(&stop)).serve(&service).unwrap();
                }
            });
        }
        let checked = checker.swarm(swarm, &|_| Ok(())).check().unwrap();
        over.store(true, Ordering::Relaxed);
        checked
    })
}

const INCREMENT: [Act; 2] = [Act::Load(0), Act::Store(0, 1)];

fn guarded(lock: usize, acts: &[Act]) -> Vec<Act> {
    [&[Act::Lock(lock)], acts, &[Act::Unlock(lock)]].concat()
}

fn programs() -> Vec<Vec<Vec<Act>>> {
    let crossed = |one, other| guarded(one, &guarded(other, &INCREMENT));
    vec![
        vec![INCREMENT.to_vec(), INCREMENT.to_vec()],
        vec![guarded(1, &INCREMENT), guarded(1, &INCREMENT), guarded(1, &INCREMENT)],
        vec![crossed(1, 2), crossed(2, 1), INCREMENT.to_vec()],
        vec![guarded(1, &INCREMENT), guarded(2, &INCREMENT), vec![Act::Load(1)], vec![Act::Store(1, 1)]],
    ]
}

#[test]
fn any_number_of_workers_comes_to_the_same() {
    for program in programs() {
        let alone = Checker::new(&ToyGuest::new(program.clone())).options(options()).check().unwrap();
        for workers in [1, 2, 4] {
            let Checked { result, faults } = check_by(workers, &program, &Embedded::new());
            assert!(faults.is_empty(), "{faults:?}");
            assert_eq!(
                (verdicts(&result), result.complete),
                (verdicts(&alone.result), alone.result.complete),
                "{program:?}"
            );
        }
    }
}

#[test]
fn a_coordinator_that_is_started_again_finds_what_was_done() {
    let program = &programs()[2];
    let swarm = Embedded::new();
    let first = check_by(1, program, &swarm);
    // No one works any more: all results are there.
    let again = check_by(0, program, &swarm);
    assert!(again.result.complete);
    assert_eq!(verdicts(&again.result), verdicts(&first.result));
}

#[test]
fn a_job_that_ends_its_workers_is_set_aside() {
    let swarm = Embedded::with_patience(Duration::from_millis(10));
    let queue = swarm.queue(crew::SEARCHES).unwrap();
    assert!(queue.put("job", b"?").unwrap());
    for times in 1..=crew::MOST_DELIVERIES {
        // Taken, and never heard of again.
        let delivery = queue.take(Duration::from_secs(20)).unwrap().expect("it is delivered again");
        assert_eq!(delivery.times(), times);
    }
    let guest = ToyGuest::new(programs()[0].clone());
    let brief = Checker::new(&guest).options(options()).brief();
    let result = || swarm.store().read(&crew::result_key("job")).unwrap();
    let stop = AtomicBool::new(false);
    let over = || result().is_some();
    let service = Service { swarm: &swarm, hands: 1, worker: "w".to_owned(), over: &over, stop: &stop, told: &|_| {} };
    brief.checker(&guest, 1).stop_flag(Some(&stop)).serve(&service).unwrap();
    assert!(String::from_utf8(result().unwrap()).unwrap().contains("set aside"));
    assert_eq!(queue.open().unwrap(), 0, "nobody gets it any more");
}

/// A swarm in which the first part of the search that somebody takes ends its taker, and the next two.
struct Deadly {
    swarm: Embedded,
    victim: Arc<OnceLock<String>>,
}

struct DeadlyQueue(Box<dyn Queue>, Arc<OnceLock<String>>);

impl Swarm for Deadly {
    fn queue(&self, name: &str) -> Result<Box<dyn Queue>, SwarmError> {
        Ok(Box::new(DeadlyQueue(self.swarm.queue(name)?, Arc::clone(&self.victim))))
    }

    fn store(&self) -> &dyn Store {
        self.swarm.store()
    }

    fn forget(&self) -> Result<(), SwarmError> {
        self.swarm.forget()
    }
}

impl Queue for DeadlyQueue {
    fn put(&self, id: &str, job: &[u8]) -> Result<bool, SwarmError> {
        self.0.put(id, job)
    }

    fn take(&self, wait: Duration) -> Result<Option<Box<dyn Delivery>>, SwarmError> {
        let taken = self.0.take(wait)?;
        // A delivery that is dropped without a word is what a process leaves behind that is killed.
        Ok(taken.filter(|delivery| {
            let is_victim =
                delivery.id().starts_with("part-") && self.1.get_or_init(|| delivery.id().to_owned()) == delivery.id();
            !is_victim || delivery.times() > crew::MOST_DELIVERIES
        }))
    }

    fn open(&self) -> Result<u64, SwarmError> {
        self.0.open()
    }
}

#[test]
fn a_search_that_has_set_a_job_aside_says_so_and_refutes_nothing() {
    // Long enough that honest takers are heard of in time.
    let swarm = Deadly { swarm: Embedded::with_patience(Duration::from_secs(1)), victim: Arc::default() };
    // More states than are seen while the search is split.
    let long = |own: usize| {
        let round = [guarded(1, &INCREMENT), guarded(2, &[Act::Load(1), Act::Store(1, own as i64)])].concat();
        [round.clone(), round, vec![Act::Store(2, own as i64)]].concat()
    };
    let program = &(0..3).map(long).collect::<Vec<_>>();
    let whole = search_by(1, program, &Embedded::new());
    assert!(whole.result.complete && whole.faults.is_empty());
    let Checked { result, faults } = search_by(2, program, &swarm);
    let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert!(faults.len() == 1 && faults[0].contains("set aside"), "{faults:?}");
    assert!(faults[0].contains(swarm.victim.get().unwrap()), "the job is named: {faults:?}");
    assert!(!result.complete);
    assert!(!verdicts(&result).values().any(|verdict| *verdict == "refuted"), "{:?}", verdicts(&result));
    // What others have found counts.
    let witnessed = |result: &CheckResult| -> BTreeMap<String, &str> {
        verdicts(result).into_iter().filter(|(_, verdict)| *verdict == "witnessed").collect()
    };
    assert!(!witnessed(&result).is_empty());
    assert_eq!(witnessed(&result), witnessed(&whole.result));
}

#[test]
fn what_a_worker_says_is_replayed() {
    let program = vec![guarded(1, &INCREMENT), guarded(1, &INCREMENT)];
    // The truth of another program.
    let racy = Checker::new(&ToyGuest::new(vec![INCREMENT.to_vec(); 2])).options(options()).check().unwrap();
    let witness = racy.result.findings.iter().find_map(|finding| finding.witness.clone()).unwrap();
    let swarm = Embedded::new();
    let goal = witness.goal.unwrap();
    let mut nonsense = Schedule::new();
    nonsense.push(Choice::Thread(ThreadId(7)), 3);
    for schedule in [witness.schedule, nonsense] {
        let claim = Claim { goal: goal.clone(), schedule, technique: Technique::Search };
        let lie = serde_json::to_vec(&serde_json::json!({ "here": claim })).unwrap();
        assert!(swarm.store().create(&crew::claim_key(&goal), &lie).unwrap());
        let Checked { result, .. } = check_by(1, &program, &swarm);
        assert!(
            !result.findings.iter().any(|finding| matches!(finding.verdict, Verdict::Witnessed { .. })),
            "{result:#?}"
        );
        assert_eq!(swarm.store().read(&crew::claim_key(&goal)).unwrap(), None, "another may claim it truly");
    }
}
