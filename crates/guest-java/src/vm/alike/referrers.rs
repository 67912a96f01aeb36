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
    /// How far from the root the state is in which it was written.
    depth: u32,
}

type Words = Arc<Vec<Referrer>>;

/// What was found of some states.
#[derive(Default)]
pub struct Referrers {
    objects: FxHashSet<Ref>,
    /// By the address of a node, which is kept alive.
    kept: FxHashMap<usize, (Arc<Node>, Words)>,
    /// The states in which words were found to be in objects that nobody can reach, by their addresses: nobody ever will.
    out_of_reach: FxHashMap<u32, Arc<Node>>,
    /// Words, as written at a distance from the root, that were found to be in others. They may be lost by now; it is not worth looking again.
    in_reach: FxHashSet<(u32, u32)>,
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
                    let (at, object, depth) = (change.address, change.new as Ref, node.depth());
                    Arc::make_mut(&mut words).push(Referrer { at, object, depth });
                }
            }
            if at + 1 == last || node.depth() % EVERY == 0 {
                self.kept.insert(key(node), (node.clone(), words.clone()));
            }
        }
        Some(words)
    }
}

impl Referrers {
    /// Notes whether a word is in an object that nobody can reach in a state.
    pub fn note(&mut self, word: &Referrer, is_lost: bool, state: &Arc<Node>) {
        if is_lost {
            self.out_of_reach.insert(word.at, state.clone());
        } else {
            self.in_reach.insert((word.at, word.depth));
        }
    }

    /// Whether it was found, in any state, that somebody can reach the word.
    pub fn is_in_reach(&self, word: &Referrer) -> bool {
        self.in_reach.contains(&(word.at, word.depth))
    }

    /// Whether it is known that nobody can reach the word in a state: it was out of reach on the way there, and was not written since.
    pub fn is_lost(&self, word: &Referrer, state: &Arc<Node>) -> bool {
        let Some(lost) = self.out_of_reach.get(&word.at).filter(|lost| lost.depth() >= word.depth) else { return false };
        let mut node = state;
        while node.depth() > lost.depth()
            && let Some(parent) = node.parent()
        {
            node = parent;
        }
        Arc::ptr_eq(node, lost)
    }
}

fn key(node: &Arc<Node>) -> usize {
    Arc::as_ptr(node).addr()
}
