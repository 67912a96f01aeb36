//! Whole checks of toy guests: verdicts, faults, and results merged.

use std::time::Duration;

use deadheat_event::ErrorKind;
use deadheat_machine::{Guest, Machine, Outcome, States};
use deadheat_testing::toy::{Act, ToyGuest};
use deadheat_witness::result::{CheckResult, Finding, Technique, Techniques, Unresolved, Verdict};
use deadheat_witness::{CheckError, CheckOptions, Checker, confirm};

/// Enough time for a loaded machine; bounds are states and steps.
fn options() -> CheckOptions {
    let (each, total) = (Duration::from_secs(60), Duration::from_secs(600));
    CheckOptions { each, total, states: Some(20_000), max_steps: 20_000, ..CheckOptions::default() }
}

fn check(program: &[Vec<Act>]) -> CheckResult {
    let guest = ToyGuest::new(program.to_vec());
    let checked = Checker::new(&guest).options(options()).check().unwrap();
    assert!(checked.faults.is_empty(), "{:?}", checked.faults);
    checked.result
}

fn of_kind(result: &CheckResult, kind: ErrorKind) -> Vec<&Finding> {
    result.findings.iter().filter(|finding| finding.error.kind() == kind).collect()
}

fn is_witnessed(finding: &Finding) -> bool {
    matches!(finding.verdict, Verdict::Witnessed { .. })
}

fn guarded(lock: usize, acts: &[Act]) -> Vec<Act> {
    [&[Act::Lock(lock)], acts, &[Act::Unlock(lock)]].concat()
}

const INCREMENT: [Act; 2] = [Act::Load(0), Act::Store(0, 1)];

#[test]
fn a_race_is_witnessed_and_its_witness_replays() {
    let program = [INCREMENT.to_vec(), INCREMENT.to_vec()];
    let result = check(&program);
    let races = of_kind(&result, ErrorKind::Race);
    assert!(!races.is_empty() && races.iter().all(|race| is_witnessed(race)), "{result:#?}");
    for race in races {
        let witness = race.witness.as_ref().unwrap();
        let mut fresh = ToyGuest::new(program.to_vec()).start(States::Kept).unwrap();
        let goal = witness.goal.as_ref().unwrap();
        assert!(confirm(&mut fresh, goal, &witness.schedule).unwrap().is_some());
    }
}

#[test]
fn a_clean_program_is_silent_and_known_to_be_so() {
    let clean = guarded(1, &INCREMENT);
    let result = check(&[clean.clone(), clean.clone(), clean]);
    assert!(result.findings.is_empty() && result.complete, "{result:#?}");
}

#[test]
fn a_cycle_of_locks_is_a_deadlock_unless_a_gate_keeps_it_open() {
    let takes = |first, second| guarded(first, &guarded(second, &[Act::Yield]));
    let result = check(&[takes(0, 1), takes(1, 0)]);
    let deadlocks = of_kind(&result, ErrorKind::Deadlock);
    assert!(deadlocks.len() == 1 && is_witnessed(deadlocks[0]), "{result:#?}");
    let gated = check(&[guarded(2, &takes(0, 1)), guarded(2, &takes(1, 0))]);
    assert!(gated.findings.is_empty() && gated.complete, "{gated:#?}");
}

#[test]
fn a_signal_that_comes_too_early_is_lost() {
    // The second thread waits without looking whether the signal was given.
    let program = [guarded(0, &[Act::Store(1, 1), Act::Notify(0)]), guarded(0, &[Act::Wait(0)])];
    let result = check(&program);
    let lost = of_kind(&result, ErrorKind::LostSignal);
    assert!(lost.len() == 1 && is_witnessed(lost[0]), "{result:#?}");
}

#[test]
fn a_race_behind_a_race_follows_from_it() {
    // The flag says whether the variable may be read. No state has both threads at the variable, but only the race on the flag orders
    // them: by the memory model that is no order.
    let program = [vec![Act::Store(0, 1), Act::Store(1, 1)], vec![Act::LoopWhileZero(1, 2), Act::Load(0)]];
    let result = check(&program);
    let on = |name: &str| -> Vec<&Finding> {
        let races = of_kind(&result, ErrorKind::Race);
        races.into_iter().filter(|race| target(race).contains(name)).collect()
    };
    assert!(on("Toy.v1").iter().any(|race| is_witnessed(race)), "{result:#?}");
    assert!(result.complete);
    let follows = |race: &&Finding| matches!(race.verdict, Verdict::Follows { .. });
    assert!(!on("Toy.v0").is_empty() && on("Toy.v0").iter().all(follows), "{result:#?}");
}

/// What the race is on.
fn target(finding: &Finding) -> String {
    match &finding.error {
        deadheat_witness::result::FoundError::Race { target, .. } => target.clone(),
        other => format!("{other:?}"),
    }
}

#[test]
fn what_no_technique_may_look_for_is_unresolved() {
    let guest = ToyGuest::new(vec![INCREMENT.to_vec(), INCREMENT.to_vec()]);
    let none = CheckOptions { techniques: Techniques::from(Vec::new()), ..options() };
    let result = Checker::new(&guest).options(none).check().unwrap().result;
    assert!(!result.findings.is_empty() && !result.complete);
    for finding in &result.findings {
        assert!(matches!(finding.verdict, Verdict::Unresolved { reason: Unresolved::NotTried, .. }), "{finding:#?}");
    }
}

#[test]
fn a_panic_of_the_machine_is_a_fault_and_loses_no_finding() {
    // The panic lies where only other schedules than the recorded one come: behind a race that the run loses.
    let racer = vec![Act::Load(0), Act::Store(0, 1)];
    let trap = vec![Act::Load(1), Act::LoopWhileZero(0, 1), Act::Panic];
    let program = vec![racer.clone(), racer, vec![Act::Store(1, 1)], trap];
    let guest = ToyGuest::new(program);
    // The round-robin run itself would come to the panic: it is cut before.
    let checked = Checker::new(&guest).options(CheckOptions { max_steps: 6, ..options() }).check().unwrap();
    assert!(checked.faults.iter().any(|fault| matches!(fault, CheckError::Panic(_) | CheckError::Search(_))));
    assert!(!checked.result.findings.is_empty());
    assert!(!checked.result.complete);
}

#[test]
fn merging_does_not_depend_on_the_order() {
    let program = vec![INCREMENT.to_vec(), INCREMENT.to_vec(), guarded(2, &[Act::Load(1)]), vec![Act::Store(1, 1)]];
    let guest = ToyGuest::new(program);
    let with = |list: &[Technique]| {
        let techniques = Techniques::from(list.to_vec());
        Checker::new(&guest).options(CheckOptions { techniques, ..options() }).check().unwrap().result
    };
    let parts = [with(&[]), with(&[Technique::Extension]), with(&[Technique::Search])];
    let merge = |order: [usize; 3]| {
        let [a, b, c] = order.map(|at| parts[at].clone());
        let mut all = a.merge(b).unwrap().merge(c).unwrap();
        all.effort.seconds = 0.0;
        all
    };
    let first = merge([0, 1, 2]);
    for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        assert_eq!(merge(order), first);
    }
    assert!(first.findings.iter().all(is_witnessed), "a witness beats not knowing");
}

#[test]
fn results_of_different_guests_do_not_merge() {
    let result = check(&[vec![Act::Yield]]);
    let mut other = result.clone();
    other.guest.digest = "another".to_owned();
    assert!(result.merge(other).is_err());
}

#[test]
fn every_witnessed_deadlock_is_stuck_for_ever() {
    let takes = |first, second| guarded(first, &guarded(second, &[Act::Yield]));
    let program = vec![takes(0, 1), takes(1, 0), vec![Act::Yield; 5]];
    let result = check(&program);
    let finding = of_kind(&result, ErrorKind::Deadlock)[0];
    let mut machine = ToyGuest::new(program).start(States::Kept).unwrap();
    for choice in finding.witness.as_ref().unwrap().schedule.choices() {
        machine.step(choice, None).unwrap();
    }
    // Whatever the bystander does, the two stay.
    let mut choices = Vec::new();
    loop {
        machine.choices(&mut choices);
        let Some(choice) = choices.first() else { break };
        let outcome = machine.step(*choice, None).unwrap();
        assert!(!matches!(outcome, Outcome::Finished { .. }));
    }
}
