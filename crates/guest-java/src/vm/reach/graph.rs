//! The call graph, over all classes that are loaded.

use rustc_hash::{FxHashMap, FxHashSet};

use super::bytecode::instructions;
use super::effects::{self, Call, Effect, Unnamed};
use crate::vm::classes::class::{ClassRef, MethodRef};
use crate::vm::registry::Tables;

/// The callers of each call, and what always has to be feared.
pub struct Graph {
    /// How many classes were loaded: with more, it is another graph.
    pub classes: usize,
    pub(super) unnamed: Unnamed,
    /// By selector: the calls, and the methods that make them.
    calls: FxHashMap<u32, Vec<(Call, Vec<u32>)>>,
    /// Methods that may call anything.
    wild: Vec<u32>,
}

/// The part of a graph that leads to some methods.
pub struct Ways {
    /// Methods that may come there, once entered.
    pub methods: FxHashSet<u32>,
    /// Calls that may lead there.
    pub calls: FxHashSet<Call>,
}

impl Graph {
    /// Reads all methods.
    pub fn new(tables: &Tables, object: ClassRef) -> Graph {
        let unnamed = Unnamed::new(tables, object);
        let mut callers: FxHashMap<Call, Vec<u32>> = FxHashMap::default();
        let mut wild = Vec::new();
        let mut found = Vec::new();
        for method in tables.methods.iter() {
            found.clear();
            if read(tables, &unnamed, method, &mut found) {
                wild.push(method.id);
            }
            for call in &found {
                let callers = callers.entry(*call).or_default();
                if callers.last() != Some(&method.id) {
                    callers.push(method.id);
                }
            }
        }
        let mut calls: FxHashMap<u32, Vec<(Call, Vec<u32>)>> = FxHashMap::default();
        for (call, callers) in callers {
            calls.entry(call.selector()).or_default().push((call, callers));
        }
        Graph { classes: tables.classes.len(), unnamed, calls, wild }
    }

    /// What leads to one of the methods.
    pub fn ways(&self, tables: &Tables, targets: impl IntoIterator<Item = u32>) -> Ways {
        let mut ways = Ways { methods: FxHashSet::default(), calls: FxHashSet::default() };
        let mut work: Vec<u32> = Vec::new();
        let mut heirs = Heirs { tables, known: FxHashMap::default() };
        for method in targets.into_iter().chain(self.wild.iter().copied()) {
            if ways.methods.insert(method) {
                work.push(method);
            }
        }
        while let Some(method) = work.pop() {
            let Some(method) = tables.methods.get(method as usize) else { continue };
            for (call, callers) in self.calls.get(&method.selector).into_iter().flatten() {
                if ways.calls.contains(call) || !heirs.may_enter(*call, method) {
                    continue;
                }
                ways.calls.insert(*call);
                work.extend(callers.iter().copied().filter(|caller| ways.methods.insert(*caller)));
            }
        }
        ways
    }
}

/// Puts a method's calls into `found`; says whether it may call anything.
fn read(tables: &Tables, unnamed: &Unnamed, method: MethodRef, found: &mut Vec<Call>) -> bool {
    // A class that is being defined has methods already.
    let Some(class) = method.owner.get() else { return false };
    let body = method.info().filter(|_| class.file.is_some() && method.native.is_none());
    let Some(code) = body.and_then(|info| info.code.as_ref()) else {
        return effects::of_bodyless(tables, unnamed, method, found);
    };
    let mut is_wild = false;
    for at in instructions(&code.bytecode) {
        match effects::of(tables, unnamed, method, &code.bytecode, at) {
            Effect::Calls(calls) => found.extend(calls.into_iter().flatten()),
            Effect::Anything => is_wild = true,
        }
    }
    is_wild
}

/// The classes whose instances are instances of a class.
struct Heirs<'a> {
    tables: &'a Tables,
    known: FxHashMap<u32, Box<[u64]>>,
}

impl Heirs<'_> {
    /// Whether a call may enter a method that has its selector.
    fn may_enter(&mut self, call: Call, method: MethodRef) -> bool {
        let Some(owner) = method.owner.get() else { return false };
        match call {
            Call::Exact(class, _) => {
                self.tables.classes.get(class as usize).is_some_and(|class| class.is_subclass_of(owner))
            }
            Call::Virtual(class, _) => {
                self.find(class);
                self.find(owner.id);
                let (one, other) = (&self.known[&class], &self.known[&owner.id]);
                one.iter().zip(other).any(|(a, b)| a & b != 0)
            }
        }
    }

    fn find(&mut self, class: u32) {
        let tables = self.tables;
        self.known.entry(class).or_insert_with(|| {
            let mut bits = vec![0u64; tables.classes.len().div_ceil(64)];
            let Some(class) = tables.classes.get(class as usize) else { return bits.into() };
            for heir in tables.classes.iter().filter(|heir| heir.is_subclass_of(class)) {
                bits[heir.id as usize / 64] |= 1 << (heir.id % 64);
            }
            bits.into()
        });
    }
}
