//! All engines over one history: what a command asks for.

use std::fmt;

use rustc_hash::FxHashMap;

use crate::blocks::{Blocks, BreakName};
use crate::causes::ReadsFrom;
use crate::csp::Csp;
use crate::history::{History, Place};
use crate::maximal::{Maximal, Windows};
use crate::reordering::{PredictedError, Reordering};
use crate::sync_preserving::SyncPreserving;
use crate::validate::Validator;

/// A way to predict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Engine {
    /// With the order of critical sections kept: linear in the trace.
    SyncPreserving,
    /// By the trace's model in CSP, in windows: whatever reads saw.
    Csp,
    /// Every order in which reads see what they saw, in windows.
    Maximal,
}

impl Engine {
    /// All of them, the fastest first.
    pub const ALL: [Self; 3] = [Self::SyncPreserving, Self::Csp, Self::Maximal];

    /// Its name in files and on the command line.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::SyncPreserving => "sync-preserving",
            Self::Csp => "csp",
            Self::Maximal => "maximal",
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// What is asked for.
#[derive(Clone, Debug)]
pub struct PredictOptions {
    /// The engines, one after the other.
    pub engines: Vec<Engine>,
    /// How many events a window has, for engines that look at windows.
    pub window: usize,
    /// So many errors of each kind are enough.
    pub most: usize,
}

impl Default for PredictOptions {
    fn default() -> Self {
        Self { engines: Engine::ALL.to_vec(), window: Windows::default().length, most: Windows::default().most }
    }
}

/// An error that an engine predicts.
#[derive(Clone, Debug)]
pub struct Prediction {
    /// The engine that was first to find it.
    pub engine: Engine,
    /// The error, and how it is reached.
    pub reordering: Reordering,
    /// Whether the reordering is a correct one: every event can be done, and reads see what they saw. One that is not may still be what the
    /// program does, if nothing depends on what was read.
    pub correct: bool,
}

/// What an error is called: its kind, and its places.
#[derive(PartialEq, Eq, Hash)]
enum Name {
    Race(Vec<Place>),
    Deadlock(Vec<Place>),
    Block(Option<BreakName>),
}

/// Predicts with all engines that are asked for; an error at the same places is told once, by a correct reordering if there is one.
#[must_use]
pub fn predict(history: &History, options: &PredictOptions) -> Vec<Prediction> {
    let (validator, blocks) = (Validator::new(history), Blocks::new(history));
    let mut known: FxHashMap<Name, usize> = FxHashMap::default();
    let mut predictions: Vec<Prediction> = Vec::new();
    for engine in &options.engines {
        for reordering in errors(history, *engine, options) {
            let name = name(history, &blocks, &reordering.error);
            let before = known.get(&name).copied();
            // To validate is to walk through the trace: not for what is not told again.
            if before.is_some_and(|at| predictions[at].correct) {
                continue;
            }
            let correct = validator.validate(&reordering).is_ok();
            // Only what no read decides can be told of an order in which reads see something else.
            debug_assert!(correct || *engine == Engine::Csp, "{engine} gave {reordering:?}");
            let prediction = Prediction { engine: *engine, reordering, correct };
            match before {
                Some(weaker) if correct => predictions[weaker] = prediction,
                Some(_) => {}
                None => {
                    known.insert(name, predictions.len());
                    predictions.push(prediction);
                }
            }
        }
    }
    predictions
}

fn errors(history: &History, engine: Engine, options: &PredictOptions) -> Vec<Reordering> {
    let windows = Windows { length: options.window, most: options.most, ..Windows::default() };
    match engine {
        Engine::SyncPreserving => {
            let engine = SyncPreserving::new(history, ReadsFrom::Kept);
            let mut found = engine.races(options.most);
            found.extend(engine.deadlocks(options.most));
            found
        }
        Engine::Csp => {
            let engine = Csp::new(history);
            let mut found = engine.races(windows);
            found.extend(engine.deadlocks(windows));
            found.extend(engine.broken_blocks(windows));
            found
        }
        Engine::Maximal => {
            let engine = Maximal::new(history, ReadsFrom::Kept);
            let mut found = engine.races(windows);
            found.extend(engine.deadlocks(windows));
            found.extend(engine.broken_blocks(windows));
            found
        }
    }
}

fn name(history: &History, blocks: &Blocks<'_>, error: &PredictedError) -> Name {
    match error {
        PredictedError::Race(pair) => Name::Race(history.places(pair)),
        PredictedError::Deadlock(cycle) => Name::Deadlock(history.places(cycle)),
        PredictedError::Atomicity { before, between, after } => Name::Block(blocks.name([*before, *between, *after])),
    }
}
