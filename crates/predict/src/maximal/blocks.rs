//! Broken blocks: accesses of other threads that can come between two of a [block](crate::blocks).

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Maximal, Windows};
use crate::blocks::{Blocks, BreakName, Pair};
use crate::history::{EventId, Variable};
use crate::reordering::{PredictedError, Reordering};
use crate::sections::Sections;

/// So many accesses of other threads are looked at for each pair, on its two sides.
const NEAREST: usize = 200;

/// What was tried in vain in so many windows is tried no more: a block that threads go through again and again is most often the same each time.
const VAIN_WINDOWS: usize = 64;

impl Maximal<'_> {
    /// The broken blocks, one for each block and three places.
    #[must_use]
    pub fn broken_blocks(&self, windows: Windows) -> Vec<Reordering> {
        self.broken_blocks_among(windows, |_| true)
    }

    /// The broken blocks of accesses that a filter lets pass: before, between, after.
    #[must_use]
    pub fn broken_blocks_among(&self, windows: Windows, passes: impl Fn([EventId; 3]) -> bool) -> Vec<Reordering> {
        let history = self.model.history;
        let blocks = Blocks::new(history);
        let mut found = Vec::new();
        if blocks.pairs().is_empty() {
            return found;
        }
        let sections = Sections::new(history);
        let mut known: FxHashSet<BreakName> = FxHashSet::default();
        let mut in_vain: FxHashMap<BreakName, usize> = FxHashMap::default();
        let most_in_vain = windows.tries.saturating_mul(VAIN_WINDOWS);
        self.in_windows(windows, |window, _, _, state| {
            let (Some(first), Some(last)) = (window.first(), window.last()) else { return };
            let mut accesses: FxHashMap<Variable, Vec<EventId>> = FxHashMap::default();
            for event in window {
                if let Some((variable, _)) = history.event(*event).action.access() {
                    accesses.entry(variable).or_default().push(*event);
                }
            }
            let mut tries: FxHashMap<BreakName, usize> = FxHashMap::default();
            let mut left = windows.all_tries;
            for pair in within(blocks.pairs(), *first, *last) {
                let Some((variable, _)) = history.event(pair.after).action.access() else { continue };
                let accesses = near(&accesses[&variable], pair).take(NEAREST);
                for between in pair.intruders(accesses, history, &sections, |action| self.model.keeps(action)) {
                    if found.len() >= windows.most || left == 0 {
                        return;
                    }
                    let triple = [pair.before, between, pair.after];
                    if !passes(triple) {
                        continue;
                    }
                    let Some(name) = blocks.name(triple) else { continue };
                    let (tried, vain) = (tries.entry(name).or_default(), in_vain.entry(name).or_default());
                    if *tried >= windows.tries || *vain >= most_in_vain || known.contains(&name) {
                        continue;
                    }
                    (*tried, *vain, left) = (*tried + 1, *vain + 1, left - 1);
                    let [before, between, after] = triple;
                    let error = PredictedError::Atomicity { before, between, after };
                    if let Some(order) = self.within(error, state, windows.effort) {
                        known.insert(name);
                        found.push(order);
                    }
                }
            }
        });
        found
    }
}

/// The pairs of a window.
fn within(pairs: &[Pair], first: EventId, last: EventId) -> impl Iterator<Item = &Pair> {
    let from = pairs.partition_point(|pair| pair.after < first);
    let to = pairs.partition_point(|pair| pair.after <= last);
    pairs[from..to].iter().filter(move |pair| pair.before >= first)
}

/// Accesses to the pair's variable, those that are near it first: on both sides in turn.
fn near(accesses: &[EventId], pair: &Pair) -> impl Iterator<Item = EventId> {
    let at = accesses.partition_point(|event| *event < pair.before);
    let (mut earlier, mut later) = (accesses[..at].iter().rev(), accesses[at..].iter());
    let mut turn = std::iter::repeat_with(move || [later.next().copied(), earlier.next().copied()]);
    std::iter::from_fn(move || turn.next().filter(|both| both.iter().any(Option::is_some))).flatten().flatten()
}
