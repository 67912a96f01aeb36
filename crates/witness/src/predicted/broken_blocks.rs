//! Blocks that are not atomic. A block may be broken in many ways; it is one error, told by the way that is nearest to its beginning.

use deadheat_event::SourcePos;
use deadheat_predict::blocks::Blocks;
use deadheat_predict::history::{Bound, Event};
use deadheat_predict::namesakes::without_number;
use deadheat_predict::{EventId, PredictedError, Prediction};

use super::Teller;
use crate::finding;
use crate::result::{BlockAct, Doing, Finding, FoundError};

/// A way to break a block.
struct Break<'p> {
    /// Where the block begins.
    bound: &'p Bound,
    prediction: &'p Prediction,
    before: EventId,
    between: EventId,
    after: EventId,
}

impl<'p> Break<'p> {
    fn of(prediction: &'p Prediction, blocks: &Blocks<'p>) -> Option<Self> {
        let PredictedError::Atomicity { before, between, after } = prediction.reordering.error else { return None };
        Some(Self { bound: blocks.around(before, after)?, prediction, before, between, after })
    }
}

impl Teller<'_> {
    /// The findings of broken blocks.
    pub fn broken_blocks(&self, predictions: &[Prediction]) -> Vec<Finding> {
        let is_broken =
            |prediction: &Prediction| matches!(prediction.reordering.error, PredictedError::Atomicity { .. });
        if !predictions.iter().any(is_broken) {
            return Vec::new();
        }
        let blocks = Blocks::new(&self.trace.history);
        let mut all: Vec<Break<'_>> = predictions.iter().filter_map(|one| Break::of(one, &blocks)).collect();
        // By blocks, whichever thread was in them; what is sure first, then what is early.
        let distance = |one: &Break<'_>| self.trace.history.position(one.after) - self.inside_from(one);
        let name = |one: &Break<'_>| (self.block_name(one.bound), self.trace.place(one.bound.place).source);
        all.sort_by_cached_key(|one| (name(one), !one.prediction.correct, distance(one), one.after));
        all.chunk_by(|one, other| name(one) == name(other))
            .map(|ways| self.broken_block(&ways[0], ways.len()))
            .collect()
    }

    /// How many events its thread has done where the block begins.
    fn inside_from(&self, one: &Break<'_>) -> u32 {
        let of_thread = self.trace.history.of_thread(one.bound.thread);
        of_thread.partition_point(|event| event.0 < one.bound.at) as u32
    }

    fn broken_block(&self, one: &Break<'_>, ways: usize) -> Finding {
        let block = self.block_name(one.bound);
        let event = |event: EventId| self.trace.history.event(event);
        let did = |id: EventId| Doing::InBlock { operation: self.operation(event(id)) };
        let about = Doing::About { next: Box::new(self.next(event(one.after))) };
        let situations = [did(one.before), did(one.between), about];
        let mut told = self.told(one.prediction, FoundError::Atomicity { block, warning: None }, &situations);
        let begins = self.trace.place(one.bound.place).source;
        told.id = finding::id_of_block(&told.error, [&begins, &told.participants[2].place]);
        told.count = ways as u64;
        told
    }

    /// What a block is called: as the trace says, or by the function that it is in, or by where it is.
    fn block_name(&self, bound: &Bound) -> String {
        if let Some(label) = bound.label {
            return without_number(self.trace.names.block(label)).to_owned();
        }
        let place: SourcePos = self.trace.place(bound.place).source;
        match (place.file.is_some(), place.function.is_empty(), place.to_string()) {
            (true, false, _) => place.full_name(),
            (_, _, nowhere) if nowhere.is_empty() => "a block".to_owned(),
            (_, _, somewhere) => format!("the block at {somewhere}"),
        }
    }

    fn operation(&self, event: &Event) -> BlockAct {
        let (variable, writes) = match event.action.access() {
            Some((variable, writes)) => (self.trace.names.variable(variable).to_owned(), writes),
            None => return BlockAct::Signals,
        };
        if writes { BlockAct::Writes { target: variable } } else { BlockAct::Reads { target: variable } }
    }
}
