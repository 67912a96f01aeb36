//! Searches in parts, by machines that share no names, come to what one search comes to.

use std::collections::BTreeSet;

use deadheat_event::ErrorKind;
use deadheat_guest_java::Jvm;
use deadheat_machine::{Machine, Rng};
use deadheat_search::parts::{Conclusion, Part, PartReport, Split, Whole};
use deadheat_search::{Bound, Bounds, Counterexample, Coverage, Search, SearchReport};
use deadheat_testing::parallel;
use deadheat_testing::toy::{Act, Toy};
use proptest::prelude::*;

use crate::corpus::words;
use crate::guest::compile;

/// As another process would get it.
fn sent<T: serde::Serialize + serde::de::DeserializeOwned>(value: &T) -> T {
    serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
}

/// What is the same error in all processes: kind, subject, and the program's innermost places.
fn name(found: &Counterexample) -> String {
    let words = words(found.kind, &found.involved, &found.names);
    if found.kind == ErrorKind::Uncaught {
        return words;
    }
    let innermost =
        |stack: &[deadheat_event::SourcePos]| stack.iter().find(|at| at.owner.is_program()).map(ToString::to_string);
    let places: BTreeSet<Option<String>> = found.involved.iter().map(|one| innermost(&one.stack)).collect();
    format!("{words} {places:?}")
}

pub fn names(report: &SearchReport) -> BTreeSet<String> {
    report.counterexamples.iter().filter(|found| found.kind != ErrorKind::Livelock).map(name).collect()
}

/// A search in parts: where its machines come from, and in which order its parts are searched.
struct Swarm<'m, M> {
    /// The machines of the process with this number, at the program's start.
    machines: &'m dyn Fn(usize) -> Vec<M>,
    processes: usize,
    target: usize,
    rng: Rng,
}

impl<M: Machine + Send> Swarm<'_, M> {
    fn search(&self, process: usize) -> Search<'static, M> {
        Search::new((self.machines)(process)).errors()
    }

    fn split(&self, whole: Option<&Whole>) -> Split {
        let assumptions = whole.map(Whole::assumptions).unwrap_or_default();
        self.search(0).assume(sent(&assumptions)).split(self.target).unwrap()
    }

    /// Searches all parts, some of them twice, until nothing is left; the errors, and how often the search was split.
    fn all(&mut self) -> (BTreeSet<String>, Whole, u32) {
        let split = self.split(None);
        let mut found = names(&split.so_far.search);
        let (mut whole, mut splits) = (Whole::new(split), 1);
        for _ in 0..1000 {
            match whole.conclude() {
                Conclusion::Done => return (found, whole, splits),
                Conclusion::SplitAgain => {
                    let split = self.split(Some(&whole));
                    found.extend(names(&split.so_far.search));
                    whole.again(split);
                    splits += 1;
                }
                Conclusion::Open(parts) => {
                    // Some are lost, and come again.
                    let number = parts[self.rng.below(parts.len() as u64) as usize];
                    let part: Part = sent(&whole.part(number));
                    let process = 1 + self.rng.below(self.processes as u64) as usize;
                    let run = self.search(process).part(part).run_part().unwrap();
                    found.extend(names(&run.search));
                    let report: PartReport = sent(&run.report);
                    whole.take(number, report.clone());
                    if self.rng.below(4) == 0 {
                        whole.take(number, report);
                    }
                    let expected = !whole.is_finished(number) || whole.conclude() != Conclusion::Done;
                    assert_eq!(whole.coverage().bounds().contains(&Bound::Parts), expected);
                }
            }
        }
        panic!("the parts come to no end");
    }
}

pub fn acts() -> impl Strategy<Value = Vec<Vec<Act>>> {
    let act = prop_oneof![
        4 => (0..3usize).prop_map(|v| vec![Act::Load(v)]),
        4 => (0..3usize, 0..3i64).prop_map(|(v, n)| vec![Act::Store(v, n)]),
        3 => (0..3usize, 0..3usize, 0..3i64).prop_map(|(l, v, n)| vec![Act::Lock(l), Act::Store(v, n), Act::Unlock(l)]),
        2 => (0..3usize, 0..3usize).prop_map(|(l, m)| vec![Act::Lock(l), Act::Lock(if l == m { 3 } else { m }), Act::Load(0), Act::Unlock(if l == m { 3 } else { m }), Act::Unlock(l)]),
        1 => Just(vec![Act::Yield]),
        1 => Just(vec![Act::Choose(2)]),
        1 => (0..3usize).prop_map(|l| vec![Act::Lock(l), Act::Notify(l), Act::Unlock(l)]),
        1 => (0..3usize).prop_map(|l| vec![Act::Lock(l), Act::Wait(l), Act::Unlock(l)]),
        1 => Just(vec![Act::Sleep(5)]),
        1 => Just(vec![Act::Exit]),
    ];
    let thread = proptest::collection::vec(act, 1..4).prop_map(|acts| acts.concat());
    proptest::collection::vec(thread, 2..4)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    /// Random programs: the same errors and the same completeness, and the errors that there are without reduction.
    #[test]
    fn parts_of_random_programs(program in acts(), target in 1..12usize, seed in any::<u64>()) {
        let machines = |_: usize| vec![Toy::new(program.clone())];
        let alone = Search::new(machines(0)).errors().run().unwrap();
        let mut swarm = Swarm { machines: &machines, processes: 2, target, rng: Rng::new(seed) };
        let (found, whole, _) = swarm.all();
        prop_assert_eq!(&found, &names(&alone));
        prop_assert_eq!(whole.coverage(), alone.coverage);
        let unreduced = Search::new(machines(0)).errors().reduction(false).run().unwrap();
        prop_assert_eq!(found, names(&unreduced));
    }
}

/// The first thread chooses. By its choice either the second stores to variable 2, or the third does, and neither soon: no part that begins behind
/// the choice sees both, and the split sees none.
fn apart() -> Vec<Vec<Act>> {
    let later = [Act::Choose(2); 5];
    let wait_for_choice = Act::LoopWhileZero(3, 0);
    let end = later.len() + 4;
    let second = [&[wait_for_choice, Act::LoopWhileZero(1, end - 1)], &later[..], &[Act::Store(2, 1), Act::Yield]];
    // Variable 0 is always 0.
    let jump = Act::LoopWhileZero(0, end);
    let third = [&[wait_for_choice, Act::LoopWhileZero(1, 3), jump], &later[..], &[Act::Store(2, 5), Act::Yield]];
    vec![vec![Act::Choose(2), Act::Store(1, 0), Act::Store(3, 1)], second.concat(), third.concat()]
}

#[test]
fn a_discipline_that_only_two_parts_break() {
    let machines = |_: usize| vec![Toy::new(apart())];
    // Where preemptions are bounded there are no scouts, who would see it all before.
    let bounds = Bounds { preemptions: Some(3), ..Bounds::default() };
    let search = || Search::new(machines(0)).errors().bounds(bounds);
    let alone = Search::new(machines(0)).errors().run().unwrap();
    let split = search().split(2).unwrap();
    let reports: Vec<PartReport> = {
        let whole = Whole::new(split.clone());
        (0..whole.len()).map(|number| search().part(whole.part(number)).run_part().unwrap().report).collect()
    };
    // Some have seen nothing, each by itself, that the split had not seen.
    let known = Whole::new(split.clone()).assumptions();
    let mut together = Whole::new(split.clone());
    let mut innocent = 0;
    for (number, report) in reports.iter().enumerate() {
        let mut whole = Whole::new(split.clone());
        whole.take(number, report.clone());
        if whole.assumptions() == known {
            assert!(whole.is_finished(number));
            together.take(number, report.clone());
            innocent += 1;
        }
    }
    assert!(innocent >= 2, "{innocent} of {}", reports.len());
    assert!(together.assumptions().len() > known.len(), "variable 2 is in conflict");
    assert!(!(0..together.len()).any(|number| together.is_finished(number)));
    assert!(together.coverage().bounds().contains(&Bound::Parts));
    for target in [1, 4, 16] {
        let mut swarm = Swarm { machines: &machines, processes: 1, target, rng: Rng::new(target as u64) };
        let (found, whole, _) = swarm.all();
        assert_eq!(found, names(&alone));
        assert_eq!(whole.coverage(), Coverage::Complete);
    }
}

#[test]
fn without_one_part_nothing_is_complete() {
    let program = vec![
        vec![Act::Store(0, 1), Act::Load(1), Act::Store(2, 1)],
        vec![Act::Store(1, 1), Act::Load(0), Act::Load(2)],
    ];
    let search = || Search::new(vec![Toy::new(program.clone())]).errors();
    let split = search().split(4).unwrap();
    assert!(split.parts.len() >= 4, "{}", split.parts.len());
    for lost in 0..split.parts.len() {
        let mut whole = Whole::new(split.clone());
        for number in (0..whole.len()).filter(|number| *number != lost) {
            whole.take(number, search().part(whole.part(number)).run_part().unwrap().report);
        }
        assert_ne!(whole.conclude(), Conclusion::Done);
        assert_eq!(whole.coverage(), Coverage::Partial(vec![Bound::Parts]));
    }
}

#[test]
fn a_part_with_threads_that_are_not_here_is_not_searched() {
    let program = vec![vec![Act::Store(0, 1), Act::Load(1)], vec![Act::Store(1, 1), Act::Load(0)]];
    let search = || Search::new(vec![Toy::new(program.clone())]).errors();
    let split = search().split(4).unwrap();
    for part in &split.parts {
        assert!(search().part(part.clone()).run_part().is_ok());
        let mut other = serde_json::to_value(part).unwrap();
        // Threads with these numbers are there: but they are others.
        other["threads"].as_array_mut().unwrap().iter_mut().for_each(|name| *name = serde_json::json!([9, 9]));
        let other: Part = serde_json::from_value(other).unwrap();
        assert!(search().part(other).run_part().is_err());
    }
}

/// Those with enough states to be worth splitting, and of each kind one: locks, waits, interrupts, joins, initialisers, sockets, reflection.
const JAVA: [&str; 14] = [
    "HandlesAndReflection",
    "Heat",
    "Initialiser",
    "InterruptedBeforeJoin",
    "InterruptedCycle",
    "LockOrInterrupt",
    "LockedByDifferentLocks",
    "NotifiedOrInterrupted",
    "PermitOrInterrupt",
    "SocketEcho",
    "ThirdAtTheField",
    "TwoFamilies",
    "WriteUnderReadLock",
    "WrongWaiterWoken",
];

#[test]
fn java_programs_in_processes_that_share_no_names() {
    let corpus = compile();
    let failures = parallel::map(&JAVA, |program| {
        let check = || {
            let guests: Vec<std::sync::Mutex<Jvm>> = (0..3).map(|_| corpus.boot(program, &[]).into()).collect();
            let machines = |process: usize| vec![guests[process].lock().unwrap().fork().unwrap()];
            let mut swarm = Swarm { machines: &machines, processes: 2, target: 4, rng: Rng::new(7) };
            let (found, whole, splits) = swarm.all();
            let alone = Search::new(machines(0)).errors().run().unwrap();
            let (states, visited) = (alone.counts.states, whole.counts().states);
            println!("{program}: {splits} splits, {} parts, {visited} for {states} states", whole.len());
            assert_eq!(found, names(&alone));
            assert_eq!(whole.coverage(), alone.coverage);
            assert!(visited >= states);
        };
        let why = std::panic::catch_unwind(std::panic::AssertUnwindSafe(check)).err()?;
        let text = why.downcast_ref::<String>().cloned().unwrap_or_else(|| "a panic".to_owned());
        Some(format!("{program}: {text}"))
    });
    let failures: Vec<String> = failures.into_iter().flatten().collect();
    assert!(failures.is_empty(), "{failures:#?}");
}
