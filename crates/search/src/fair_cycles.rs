//! Fair cycles that no path of a search has gone round as a whole.
//!
//! A path that [comes back to itself](crate::livelock) shows one way round, out of many. Which ways a search goes depends on its order, and sleep sets leave
//! moves out; so there may be a fair cycle although none of the paths was one. So a small search in which there is a cycle at all is made once more, without
//! sleep sets, and its moves are looked through: each state has all of its moves then. (Eager operations are part of the moves before them.)
//!
//! States from each of which moves lead to all the others are a component. Whoever goes round for ever stays in one component from some time on. If all threads that
//! are open in any of its states move in it, going through all of it is a fair cycle. If not, a fair cycle in it comes by none of the states in which
//! such a thread is open: these are taken away, and what is left falls into smaller components, of which the same is asked (Lichtenstein and
//! Pnueli, "Checking that finite state concurrent programs satisfy their linear specification", POPL 1985, for strong fairness).
//!
//! What it finds is gone round by a machine before it counts.

use std::collections::VecDeque;

use deadheat_event::Choice;
use rustc_hash::FxHashMap;

use crate::components::Graph;
use crate::moves::{Made, Move};

/// The shortest so many are told, for each set of threads that go round.
const MOST: usize = 32;

/// A fair cycle, by the choices that begin moves.
#[derive(Debug, PartialEq, Eq)]
pub struct FairCycle {
    /// Those that lead to it from the first state.
    pub way: Vec<Choice>,
    /// Those that go round once.
    pub around: Vec<Choice>,
    /// The threads that move in it.
    pub threads: u64,
}

/// The fair cycles among moves, of which the first starts from the first state: short ones first, and one for each set of states.
pub fn fair_cycles(made: &Made) -> Vec<FairCycle> {
    let (mut graph, moves) = (Graph::new(made.ends.iter().copied()), &made.moves[..]);
    let fair = fair_components(&mut graph, moves);
    let choices = |made: Vec<u32>| made.into_iter().map(|made| moves[made as usize].choice).collect();
    let ways = ways(&graph);
    let mut cycles: Vec<FairCycle> = Vec::new();
    for component in fair {
        let nearest = component.into_iter().min_by_key(|state| (ways[*state as usize].length, *state));
        let start = nearest.expect("a component has states");
        let (around, threads) = around(&graph, moves, start);
        cycles.push(FairCycle { way: choices(way(&ways, start)), around: choices(around), threads });
    }
    cycles.sort_by_key(|cycle| cycle.way.len() + cycle.around.len());
    let mut told: FxHashMap<u64, usize> = FxHashMap::default();
    cycles.retain(|cycle| {
        let told = told.entry(cycle.threads).or_default();
        *told += 1;
        *told <= MOST
    });
    cycles
}

/// The sets of states that can be gone through for ever, and no thread that is open in one of them never moves.
fn fair_components(graph: &mut Graph, moves: &[Move]) -> Vec<Vec<u32>> {
    let mut fair = Vec::new();
    let mut left: Vec<u32> = (0..graph.states() as u32).collect();
    while !left.is_empty() {
        let components = graph.components(&left);
        left.clear();
        for component in components {
            let open = component.iter().fold(0, |mask, state| mask | open(graph, moves, *state));
            let inside = component.iter().flat_map(|state| graph.inside(*state));
            let moving = inside.fold(0, |mask, (made, _)| mask | moves[made as usize].threads);
            if open & !moving == 0 {
                fair.push(component);
                continue;
            }
            for state in component {
                if self::open(graph, moves, state) & !moving == 0 {
                    left.push(state);
                } else {
                    graph.take_away(state);
                }
            }
        }
    }
    fair
}

/// The threads that have an open choice in a state.
fn open(graph: &Graph, moves: &[Move], state: u32) -> u64 {
    graph.leaving(state).iter().fold(0, |mask, (made, _)| mask | moves[*made as usize].open)
}

/// How a state is reached from the first one in the fewest moves.
#[derive(Clone, Copy)]
struct Step {
    length: u32,
    /// The state before, and the move.
    last: Option<(u32, u32)>,
}

/// The shortest way to each state.
fn ways(graph: &Graph) -> Vec<Step> {
    let mut ways = vec![Step { length: u32::MAX, last: None }; graph.states()];
    let Some(first) = ways.first_mut() else { return ways };
    first.length = 0;
    let mut next = VecDeque::from([0]);
    while let Some(state) = next.pop_front() {
        for (made, to) in graph.leaving(state) {
            if ways[*to as usize].length == u32::MAX {
                ways[*to as usize] = Step { length: ways[state as usize].length + 1, last: Some((state, *made)) };
                next.push_back(*to);
            }
        }
    }
    ways
}

/// The moves of the shortest way to a state.
fn way(ways: &[Step], state: u32) -> Vec<u32> {
    let back = std::iter::successors(ways[state as usize].last, |(before, _)| ways[*before as usize].last);
    let mut way: Vec<u32> = back.map(|(_, made)| made).collect();
    way.reverse();
    way
}

/// Moves from a state of a fair component back to it, in which all threads move that are open on the way; and the threads that move.
fn around(graph: &Graph, moves: &[Move], start: u32) -> (Vec<u32>, u64) {
    let (mut at, mut around) = (start, Vec::new());
    let (mut open_so_far, mut moved) = (open(graph, moves, start), 0);
    loop {
        let missing = open_so_far & !moved;
        if missing == 0 && at == start && !around.is_empty() {
            return (around, moved);
        }
        let is_goal = |made: u32, to: u32| match missing {
            0 => to == start,
            _ => moves[made as usize].threads & missing != 0,
        };
        for (made, to) in shortest(graph, at, is_goal) {
            around.push(made);
            moved |= moves[made as usize].threads;
            open_so_far |= open(graph, moves, to);
            at = to;
        }
    }
}

/// The shortest way within a component whose last move is the one that is looked for: moves, and where they lead. There is one.
fn shortest(graph: &Graph, from: u32, is_goal: impl Fn(u32, u32) -> bool) -> Vec<(u32, u32)> {
    let mut before: FxHashMap<u32, (u32, u32)> = FxHashMap::default();
    let mut next = VecDeque::from([from]);
    while let Some(state) = next.pop_front() {
        for (made, to) in graph.inside(state) {
            if is_goal(made, to) {
                let mut way = vec![(made, to)];
                let mut at = state;
                while at != from {
                    let (earlier, made) = before[&at];
                    way.push((made, at));
                    at = earlier;
                }
                way.reverse();
                return way;
            }
            if to != from && !before.contains_key(&to) {
                before.insert(to, (state, made));
                next.push_back(to);
            }
        }
    }
    unreachable!("all states of a component are reached from each other")
}

#[cfg(test)]
mod tests {
    use deadheat_event::ThreadId;
    use proptest::prelude::*;

    use super::*;

    /// A move of one thread.
    #[derive(Clone, Copy, Debug)]
    struct By {
        thread: u32,
        from: u64,
        to: u64,
        open: u64,
    }

    fn by(thread: u32, from: u64, to: u64, open: u64) -> By {
        By { thread, from, to, open }
    }

    fn fair_cycles(moves: &[By]) -> Vec<FairCycle> {
        let made =
            |by: &By| Move { open: by.open, threads: 1 << by.thread, choice: Choice::Thread(ThreadId(by.thread)) };
        let ends = moves.iter().map(|by| [by.from, by.to]).collect();
        super::fair_cycles(&Made { ends, moves: moves.iter().map(made).collect() })
    }

    fn choices(threads: &[u32]) -> Vec<Choice> {
        threads.iter().map(|thread| Choice::Thread(ThreadId(*thread))).collect()
    }

    #[test]
    fn a_cycle_is_fair_if_nobody_is_kept_from_moving() {
        // The second thread spins until the first has written, and for ever.
        let spins = [by(1, 0, 1, 0b11), by(1, 1, 0, 0b11), by(0, 0, 2, 0b11), by(1, 2, 2, 0b10)];
        let found = FairCycle { way: choices(&[0]), around: choices(&[1]), threads: 0b10 };
        assert_eq!(fair_cycles(&spins), [found]);
        assert_eq!(fair_cycles(&spins[..3]), []);
        assert_eq!(fair_cycles(&[]), []);
    }

    #[test]
    fn ways_round_are_put_together() {
        // Each of two threads goes round by itself, and the other is open all the time.
        let both = [by(0, 0, 1, 0b11), by(0, 1, 0, 0b11), by(1, 0, 2, 0b11), by(1, 2, 0, 0b11)];
        let found = FairCycle { way: Vec::new(), around: choices(&[0, 0, 1, 1]), threads: 0b11 };
        assert_eq!(fair_cycles(&both), [found]);
    }

    #[test]
    fn a_way_round_may_avoid_states() {
        // The third state is the only one in which the second thread could leave.
        let moves = [by(0, 0, 1, 0b01), by(0, 1, 0, 0b01), by(0, 1, 2, 0b01), by(0, 2, 1, 0b11), by(1, 2, 3, 0b11)];
        let found = FairCycle { way: Vec::new(), around: choices(&[0, 0]), threads: 0b01 };
        assert_eq!(fair_cycles(&moves), [found]);
    }

    const STATES: u64 = 5;

    /// Moves of three threads among a few states; which are open in a state is the same for all moves from it, and who moves is open.
    fn graph() -> impl Strategy<Value = Vec<By>> {
        let ends = prop::collection::vec((0..3u32, 0..STATES, 0..STATES), 0..12);
        (ends, prop::collection::vec(0..8u64, STATES as usize)).prop_map(|(ends, more)| {
            let mut open = more;
            ends.iter().for_each(|(thread, from, _)| open[*from as usize] |= 1 << thread);
            let mut moves: Vec<By> =
                ends.iter().map(|(thread, from, to)| by(*thread, *from, *to, open[*from as usize])).collect();
            // All states can be reached from the first.
            let start = STATES + 1;
            moves.splice(0..0, (0..STATES).map(|to| by(0, start, to, 0b1)));
            moves
        })
    }

    /// Whether going through all of these states is a fair cycle.
    fn is_fair(moves: &[By], states: u64) -> bool {
        let inside: Vec<&By> = moves.iter().filter(|made| states >> made.from & states >> made.to & 1 != 0).collect();
        let reached = |from: u64| {
            let mut reached = 0u64;
            for _ in 0..=STATES {
                for made in &inside {
                    if made.from == from || reached >> made.from & 1 != 0 {
                        reached |= 1 << made.to;
                    }
                }
            }
            reached
        };
        let open = inside.iter().fold(0, |mask, made| mask | made.open);
        let moved = inside.iter().fold(0, |mask, made| mask | 1 << made.thread);
        !inside.is_empty()
            && open & !moved == 0
            && (0..STATES).filter(|state| states >> state & 1 != 0).all(|state| reached(state) & states == states)
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

        /// There are some exactly if any set of states is gone through by a fair cycle; and all that are found are such cycles.
        #[test]
        fn they_are_those_of_all_sets_of_states(moves in graph()) {
            let found = fair_cycles(&moves);
            let any = (1..1u64 << STATES).any(|states| is_fair(&moves, states));
            prop_assert_eq!(!found.is_empty(), any);
            for FairCycle { way, around, threads } in found {
                let next = |states: &Vec<u64>, choice: &Choice| -> Vec<u64> {
                    let leads = |made: &&By| states.contains(&made.from) && ThreadId(made.thread) == choice.thread();
                    moves.iter().filter(leads).map(|made| made.to).collect()
                };
                let entered = way.iter().fold(vec![STATES + 1], |states, choice| next(&states, choice));
                let is_closed = |entered: &u64| {
                    around.iter().fold(vec![*entered], |states, choice| next(&states, choice)).contains(entered)
                };
                prop_assert!(entered.iter().any(is_closed));
                let moved = around.iter().fold(0, |mask, choice| mask | 1 << choice.thread().0);
                prop_assert_eq!(moved, threads);
            }
        }
    }
}
