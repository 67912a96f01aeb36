//! Checks by many: hands that share nothing with the coordinator but a swarm.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use deadheat_event::{Choice, Schedule, ThreadId};
use deadheat_swarm::{Embedded, Swarm};
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
fn check_by(workers: usize, program: &[Vec<Act>], swarm: &Embedded) -> Checked {
    let guest = ToyGuest::new(program.to_vec());
    let checker = Checker::new(&guest).options(options());
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
                brief.checker(&guest, 1).stop_flag(Some(&stop)).serve(&service).unwrap();
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
