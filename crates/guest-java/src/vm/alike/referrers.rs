//! Which words of the heap refer to objects that threads have for themselves.
//!
//! These objects are made behind the root of the tree of states, so no word of the root refers to them, and which words do in a state says the way that leads to it: the changes from
//! the root on. To go all of it for each state would be long, so what was found for some of the last states is kept.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::vm::memory::arena::Node;
use crate::vm::memory::layout::{CONSTANTS, Ref};

/// States of which it is kept.
const KEPT: usize = 256;
/// On the way to a state every so many are kept.
const EVERY: u32 = 32;

/// A word of the heap that refers to one of the objects.
#[derive(Clone, Copy, Debug)]
pub struct Referrer {
    /// Its address.
    pub at: u32,
    /// What it refers to.
    pub object: Ref,
}

type Words = Arc<Vec<Referrer>>;

/// What was found of some states.
#[derive(Default)]
pub struct Referrers {
    objects: FxHashSet<Ref>,
    /// By the address of a node, which is kept alive.
    kept: FxHashMap<usize, (Arc<Node>, Words)>,
}

impl Referrers {
    /// How many objects are looked for.
    pub fn objects(&self) -> usize {
        self.objects.len()
    }

    /// From now on these are.
    pub fn look_for(&mut self, objects: FxHashSet<Ref>) {
        self.objects = objects;
        self.kept.clear();
    }

    /// The words that refer to one of the objects in a state; none if that cannot be said.
    pub fn of(&mut self, state: &Arc<Node>) -> Option<Words> {
        if self.kept.len() > KEPT {
            self.kept.clear();
        }
        let mut way = Vec::new();
        let mut next = Some(state);
        let mut words = Words::default();
        while let Some(node) = next {
            if let Some((_, known)) = self.kept.get(&key(node)) {
                words = known.clone();
                break;
            }
            way.push(node);
            next = node.parent();
        }
        let last = way.len();
        for (at, node) in way.into_iter().rev().enumerate() {
            if node.has_images() {
                return None;
            }
            let changes = node.changes().iter().filter(|change| change.address >= CONSTANTS);
            for change in changes {
                let refers = |word: u64| word >> 32 == 0 && self.objects.contains(&(word as Ref));
                if refers(change.old) {
                    Arc::make_mut(&mut words).retain(|word| word.at != change.address);
                }
                if refers(change.new) {
                    Arc::make_mut(&mut words).push(Referrer { at: change.address, object: change.new as Ref });
                }
            }
            if at + 1 == last || node.depth() % EVERY == 0 {
                self.kept.insert(key(node), (node.clone(), words.clone()));
            }
        }
        Some(words)
    }
}

fn key(node: &Arc<Node>) -> usize {
    Arc::as_ptr(node).addr()
}
