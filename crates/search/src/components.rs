//! States and the moves between them as a graph, and its components: states from each of which moves lead to all others.

use rustc_hash::FxHashMap;

/// The states of a search by number, with the moves that start from each.
pub struct Graph {
    /// The moves from state `s` are `leaving[starts[s]..starts[s + 1]]`: each by its number, with the state that it leads to.
    starts: Vec<usize>,
    leaving: Vec<(u32, u32)>,
    /// The part of the graph that each state is in.
    parts: Vec<Part>,
    /// How many parts there were.
    count: u32,
}

/// A set of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part(u32);

/// A state that was met on the way through a part.
#[derive(Clone, Copy, Default)]
struct Met {
    /// When, counted from 1; 0 if it was not.
    time: u32,
    /// The earliest one that is known to be in its component.
    earliest: u32,
    /// Whether its component is known.
    is_settled: bool,
}

impl Graph {
    const NOWHERE: Part = Part(0);
    const ALL: Part = Part(1);

    /// The graph of moves, each from a state to a state. The one that the first starts from has number 0.
    pub fn new(moves: impl Iterator<Item = [u64; 2]>) -> Self {
        let mut numbers: FxHashMap<u64, u32> = FxHashMap::default();
        let mut number = |state: u64| {
            let next = numbers.len() as u32;
            *numbers.entry(state).or_insert(next)
        };
        let ends: Vec<[u32; 2]> = moves.map(|[from, to]| [number(from), number(to)]).collect();
        let states = numbers.len();
        let mut starts = vec![0; states + 1];
        for [from, _] in &ends {
            starts[*from as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut leaving = vec![(0, 0); ends.len()];
        for (made, [from, to]) in (0u32..).zip(&ends) {
            leaving[next[*from as usize]] = (made, *to);
            next[*from as usize] += 1;
        }
        Self { starts, leaving, parts: vec![Self::ALL; states], count: Self::ALL.0 }
    }

    /// How many states there are.
    pub fn states(&self) -> usize {
        self.parts.len()
    }

    /// The moves from a state, each with where it leads.
    pub fn leaving(&self, state: u32) -> &[(u32, u32)] {
        &self.leaving[self.starts[state as usize]..self.starts[state as usize + 1]]
    }

    /// The moves from a state to states of the same part.
    pub fn inside(&self, state: u32) -> impl Iterator<Item = (u32, u32)> {
        let part = self.parts[state as usize];
        self.leaving(state).iter().copied().filter(move |(_, to)| self.parts[*to as usize] == part)
    }

    /// Takes a state out of its part.
    pub fn take_away(&mut self, state: u32) {
        self.parts[state as usize] = Self::NOWHERE;
    }

    /// Cuts the part that is made of these states into its components, which are parts from now on. Tells those in which there are moves.
    ///
    /// Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1(2), 1972, without recursion.
    pub fn components(&mut self, states: &[u32]) -> Vec<Vec<u32>> {
        let mut met = vec![Met::default(); self.states()];
        let mut found = Vec::new();
        let (mut time, mut open) = (0, Vec::new());
        for root in states {
            // Each with the number of its moves that were followed.
            let mut path: Vec<(u32, usize)> = Vec::new();
            let mut next = (met[*root as usize].time == 0).then_some(*root);
            loop {
                if let Some(state) = next.take() {
                    time += 1;
                    met[state as usize] = Met { time, earliest: time, is_settled: false };
                    open.push(state);
                    path.push((state, 0));
                }
                let Some((state, followed)) = path.last_mut() else { break };
                let state = *state;
                if let Some((_, to)) = self.inside(state).nth(*followed) {
                    *followed += 1;
                    let there = met[to as usize];
                    if there.time == 0 {
                        next = Some(to);
                    } else if !there.is_settled {
                        let here = &mut met[state as usize];
                        here.earliest = here.earliest.min(there.time);
                    }
                    continue;
                }
                path.pop();
                let Met { time: own, earliest, .. } = met[state as usize];
                if let Some((before, _)) = path.last() {
                    let before = &mut met[*before as usize];
                    before.earliest = before.earliest.min(earliest);
                }
                if earliest == own {
                    let from = open
                        .iter()
                        .rposition(|one| *one == state)
                        .expect("a state is open until its component is known");
                    let component = open.split_off(from);
                    component.iter().for_each(|one| met[*one as usize].is_settled = true);
                    found.push(component);
                }
            }
        }
        for component in &found {
            self.count += 1;
            component.iter().for_each(|state| self.parts[*state as usize] = Part(self.count));
        }
        found.retain(|component| self.inside(component[0]).next().is_some());
        found
    }
}
