//! Whether a block was broken: a cycle of conflicts that no serial order explains, at some point of the run.

use std::collections::BTreeMap;

use deadheat_event::{Choice, ThreadId};
use deadheat_machine::Machine;
use deadheat_testing::toy::{Act, Toy};
use deadheat_witness::goal::Goal;
use proptest::prelude::*;

/// Whether a run of this schedule breaks the first thread's block, as far as the goal says.
fn is_broken(program: &[Vec<Act>], schedule: &[u32]) -> bool {
    let mut machine = Toy::new(program.to_vec());
    let place = machine.context().source(deadheat_event::SiteId(0));
    let goal = Goal::Atomicity(place);
    let mut watch = goal.watch();
    let mut outcome = deadheat_machine::Outcome::Running;
    for thread in schedule {
        outcome = machine.step(Choice::Thread(ThreadId(*thread)), watch.observer()).unwrap();
    }
    watch.met(&machine, &outcome).is_some()
}

/// The definition: some access of the block closes a cycle of conflicts, and no serial order explains what was seen so far.
fn by_definition(program: &[Vec<Act>], schedule: &[u32]) -> bool {
    let ends = (0..schedule.len()).filter(|at| schedule[*at] == 0);
    ends.map(|at| &schedule[..=at]).any(|so_far| closes_a_cycle(program, so_far) && !is_explained(program, so_far))
}

/// Whether the block, put as a whole before, between or behind what the others did since it began, sees and leaves what it did in the
/// run.
fn is_explained(program: &[Vec<Act>], schedule: &[u32]) -> bool {
    let (reads, memory) = effects(program, schedule);
    let block: Vec<u32> = schedule.iter().copied().filter(|thread| *thread == 0).collect();
    let at: Vec<usize> = (0..schedule.len()).filter(|at| schedule[*at] != 0).collect();
    let others: Vec<u32> = at.iter().map(|at| schedule[*at]).collect();
    let begins = schedule.iter().take_while(|thread| **thread != 0).count();
    // What one thread did at a stretch is not split.
    let may_split = |position: usize| {
        let inside = position > 0 && position < others.len();
        !inside || others[position - 1] != others[position] || at[position] > at[position - 1] + 1
    };
    (begins..=others.len()).filter(|position| may_split(*position)).any(|at| {
        let serial = [&others[..at], &block[..], &others[at..]].concat();
        effects(program, &serial) == (reads.clone(), memory.clone())
    })
}

/// What each thread reads, in order, and what memory then holds.
fn effects(program: &[Vec<Act>], schedule: &[u32]) -> (Vec<Vec<i64>>, BTreeMap<usize, i64>) {
    let (mut at, mut memory) = (vec![0; program.len()], BTreeMap::new());
    let mut reads = vec![Vec::new(); program.len()];
    for thread in schedule.iter().map(|thread| *thread as usize) {
        let mut acts = program[thread].iter().filter(|act| access(**act).is_some());
        match acts.nth(at[thread]).expect("an access") {
            Act::Load(variable) => reads[thread].push(memory.get(variable).copied().unwrap_or(0)),
            // A toy stores the sum of what it has last loaded and a number.
            Act::Store(variable, number) => {
                memory.insert(*variable, reads[thread].last().copied().unwrap_or(0) + number);
            }
            _ => {}
        }
        at[thread] += 1;
    }
    (reads, memory)
}

/// Whether the last access closes a cycle: a thread that conflicts with what the block has done comes after the block, and so does
/// every thread that conflicts with what such a thread did since; the block is broken if it then conflicts with one of these.
fn closes_a_cycle(program: &[Vec<Act>], schedule: &[u32]) -> bool {
    let mut at = vec![0; program.len()];
    let mut done: Vec<(u32, usize, bool)> = Vec::new();
    for thread in schedule {
        let acts: Vec<Act> = program[*thread as usize].iter().copied().filter(|act| access(*act).is_some()).collect();
        let (variable, writes) = access(acts[at[*thread as usize]]).expect("an access");
        at[*thread as usize] += 1;
        done.push((*thread, variable, writes));
    }
    // The transactions are the block (thread 0) and each single operation of the others; edges follow conflicts and the order
    // of operations within a thread.
    let conflicts = |a: &(u32, usize, bool), b: &(u32, usize, bool)| a.1 == b.1 && (a.2 || b.2);
    let mut reached: Vec<bool> = vec![false; done.len()];
    for j in 0..done.len() {
        if done[j].0 == 0 {
            continue;
        }
        reached[j] = (0..j).any(|i| {
            let from_block = done[i].0 == 0 && conflicts(&done[i], &done[j]);
            let from_other = done[i].0 != 0 && reached[i] && (done[i].0 == done[j].0 || conflicts(&done[i], &done[j]));
            from_block || from_other
        });
    }
    let Some((last, before)) = done.split_last() else { return false };
    before.iter().zip(&reached).any(|(access, reached)| *reached && conflicts(access, last))
}

fn access(act: Act) -> Option<(usize, bool)> {
    match act {
        Act::Load(variable) => Some((variable, false)),
        Act::Store(variable, _) => Some((variable, true)),
        _ => None,
    }
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        (0..2usize).prop_map(Act::Load),
        (0..2usize, 0..3i64).prop_map(|(variable, value)| Act::Store(variable, value))
    ];
    proptest::collection::vec(act, 1..4)
}

proptest! {
    #[test]
    fn broken_as_the_definition_says(block in acts(), others in proptest::collection::vec(acts(), 1..3), seed: u64) {
        let mut first = vec![Act::AtomicBegin];
        first.extend(block);
        first.push(Act::AtomicEnd);
        let mut program: Vec<Vec<Act>> = std::iter::once(first).chain(others).collect();
        // Any interleaving.
        let mut left: Vec<usize> = program.iter().map(|acts| acts.iter().filter(|act| access(**act).is_some()).count()).collect();
        let mut rng = deadheat_machine::Rng::new(seed);
        let mut schedule = Vec::new();
        while left.iter().any(|left| *left > 0) {
            let open: Vec<u32> = (0..left.len() as u32).filter(|thread| left[*thread as usize] > 0).collect();
            let thread = open[rng.below(open.len() as u64) as usize];
            left[thread as usize] -= 1;
            schedule.push(thread);
        }
        // Another thread has looked at memory before, so that it is known what it held.
        let reader = program.len() as u32;
        program.push(vec![Act::Load(0), Act::Load(1)]);
        schedule.splice(0..0, [reader, reader]);
        prop_assert_eq!(is_broken(&program, &schedule), by_definition(&program, &schedule), "{:?} {:?}", program, schedule);
    }
}

#[test]
fn a_lost_update_breaks_the_block_and_a_serial_run_does_not() {
    let increment = vec![Act::Load(0), Act::Store(0, 1)];
    let block = [vec![Act::AtomicBegin], increment.clone(), vec![Act::AtomicEnd]].concat();
    let program = [block, increment];
    assert!(is_broken(&program, &[0, 1, 1, 0]));
    assert!(!is_broken(&program, &[0, 0, 1, 1]) && !is_broken(&program, &[1, 1, 0, 0]));
    assert!(!is_broken(&program, &[1, 0, 0, 1]), "the other one's update is lost, not the block's");
}

#[test]
fn what_nothing_shows_breaks_no_block() {
    let block = |acts: &[Act]| [&[Act::AtomicBegin], acts, &[Act::AtomicEnd]].concat();
    // A value that no thread reads is written over.
    assert!(!is_broken(&[block(&[Act::Store(0, 1), Act::Store(0, 2)]), vec![Act::Store(0, 3)]], &[0, 1, 0]));
    // What is written was there before.
    assert!(!is_broken(&[block(&[Act::Load(0), Act::Load(0)]), vec![Act::Store(0, 0)]], &[0, 1, 0]));
    // A cycle was closed by the second access, but with the value that was there anyway; the third one closes none, and the thread
    // that saw the old 1 and the new 0 did so in two operations, between which the block fits.
    let block_of_three = block(&[Act::Store(0, 1), Act::Load(0), Act::Store(1, 0)]);
    let program = [block_of_three, vec![Act::Load(1), Act::Load(0)], vec![Act::Store(0, 1)]];
    assert!(!is_broken(&program, &[0, 1, 1, 2, 0, 0]));
    // Two values that belong together, and memory keeps one of each.
    let pair = |value| vec![Act::Store(0, value), Act::Store(1, value)];
    assert!(is_broken(&[block(&pair(1)), pair(2)], &[0, 1, 1, 0]));
}
