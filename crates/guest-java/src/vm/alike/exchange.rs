//! What two threads have that is the same but for its place.

use rustc_hash::{FxHashMap, FxHashSet};

use super::MOST_OBJECTS;
use crate::vm::Vm;
use crate::vm::classes::class::{Kind, Shape};
use crate::vm::memory::layout::{self, HEADER, HEAP, HELD_WORDS, OBJECT, OBJECT_MASK, Ref, THREAD_WORDS};
use crate::vm::threads::thread::{
    F_INITIALIZER, NO_REGION, S_NEW, S_RUNNABLE, T_ATOMIC, T_CHILDREN, T_COST, T_CREATOR, T_DEATH, T_FRAME, T_HELD,
    T_OBJECT, T_PC, T_REGION, T_SP, T_STACK, T_STATUS,
};

/// Words that are compared, at most.
const MOST_WORDS: u32 = 1 << 15;

/// Which objects of one thread correspond to which of another.
pub struct Exchange {
    threads: [u32; 2],
    pairs: FxHashMap<Ref, Ref>,
    /// The same the other way round.
    back: FxHashMap<Ref, Ref>,
    /// What both refer to.
    common: FxHashSet<Ref>,
    /// Pairs that are still to be compared.
    work: Vec<(Ref, Ref)>,
    words: u32,
}

impl Exchange {
    /// What two threads have that corresponds; none if they are not the same but for that.
    pub fn of(vm: &Vm, one: u32, other: u32) -> Option<Self> {
        let records = [one, other].map(layout::thread);
        let at_same =
            |word| records.map(|record| vm.arena.peek(record + word)).into_iter().reduce(|a, b| a ^ b) == Some(0);
        if !at_same(T_PC) || !at_same(T_STATUS) {
            return None;
        }
        let (pairs, back) = (FxHashMap::default(), FxHashMap::default());
        let (common, work) = (FxHashSet::default(), Vec::new());
        let mut exchange = Self { threads: [one, other], pairs, back, common, work, words: 0 };
        let same = exchange.records(vm, records) && exchange.stacks(vm, records) && exchange.objects_alike(vm);
        let apart = |object: &Ref| !exchange.pairs.contains_key(object) && !exchange.back.contains_key(object);
        (same && exchange.common.iter().all(apart)).then_some(exchange)
    }

    /// The objects of both that correspond.
    pub fn objects(&self) -> impl Iterator<Item = Ref> + '_ {
        self.pairs.iter().flat_map(|(one, other)| [*one, *other])
    }

    /// The same, with the thread whose they are.
    pub fn owned(&self) -> impl Iterator<Item = (Ref, u32)> + '_ {
        let [one, other] = self.threads;
        self.pairs.iter().flat_map(move |(its, theirs)| [(*its, one), (*theirs, other)])
    }

    /// Whether a word is in one of the objects.
    pub fn covers(&self, vm: &Vm, at: u32) -> bool {
        self.objects().any(|object| (object..object + vm.object_words(object)).contains(&at))
    }

    /// Whether an object is the `Thread` of one of the two, without fields of the program's own.
    pub fn is_plain_thread(&self, vm: &Vm, object: Ref) -> bool {
        self.threads.into_iter().any(|tid| vm.thread_object(tid) == object)
            && std::ptr::eq(vm.class_of(object), vm.known.thread())
    }

    /// Whether code of the program, in the first of the two, can come by its own `Thread` without asking who it is: from an object that it has, or from a frame.
    pub fn knows_itself(&self, vm: &Vm) -> bool {
        let [tid, _] = self.threads;
        let thread = vm.thread_object(tid);
        let refers = |object: &Ref| {
            let mut found = false;
            vm.object_references(*object, 0, |target| found |= target == thread);
            found
        };
        // From the innermost frame out: each has the words from its first local up to where the next one begins.
        let mut end = vm.arena.peek(layout::thread(tid) + T_SP) as u32;
        let on_stack = vm.frames(tid).into_iter().any(|(frame, _)| {
            let first = vm.frame_locals(frame);
            let is_there = !vm.frame_method(frame).class().platform
                && (first..end).any(|at| vm.arena.peek(at) == u64::from(thread));
            end = first;
            is_there
        });
        on_stack || self.pairs.keys().any(refers)
    }

    fn records(&mut self, vm: &Vm, records: [u32; 2]) -> bool {
        let stacks = records.map(|record| stack(vm, record));
        (0..THREAD_WORDS).all(|word| {
            let [a, b] = records.map(|record| vm.arena.peek(record + word));
            match word {
                T_OBJECT => self.references(vm, a as Ref, b as Ref),
                // Where the stack is, and where it is allocated from.
                T_STACK | T_REGION..=T_COST => true,
                T_FRAME | T_SP | T_ATOMIC => {
                    (a == 0 && b == 0) || (a.wrapping_sub(stacks[0].into()) == b.wrapping_sub(stacks[1].into()))
                }
                T_STATUS => a == b && matches!(a, S_NEW | S_RUNNABLE),
                T_CREATOR => a == b && a == u64::from(NO_REGION),
                // Other words tell which thread holds a lock, or has started another.
                T_CHILDREN | T_DEATH | T_HELD => a == 0 && b == 0,
                _ => a == b,
            }
        })
    }

    fn stacks(&mut self, vm: &Vm, records: [u32; 2]) -> bool {
        let bottoms = records.map(|record| stack(vm, record) + HELD_WORDS);
        let [frames, theirs] = self.threads.map(|tid| vm.frames(tid));
        let alike = |(one, other): (&(u32, u32), &(u32, u32))| {
            one.0 - bottoms[0] == other.0 - bottoms[1]
                && one.1 == other.1
                && vm.arena.peek(one.0 + 1) == vm.arena.peek(other.0 + 1)
                && vm.arena.peek(one.0) >> 32 == vm.arena.peek(other.0) >> 32
                && vm.frame_flags(one.0) & F_INITIALIZER == 0
        };
        if frames.len() != theirs.len() || !frames.iter().zip(&theirs).all(alike) {
            return false;
        }
        let end = vm.arena.peek(records[0] + T_SP) as u32;
        self.words += end.saturating_sub(bottoms[0]);
        (bottoms[0]..end).all(|at| {
            let [a, b] = [at, at - bottoms[0] + bottoms[1]].map(|at| vm.arena.peek(at));
            // The frames were compared.
            frames.iter().any(|(frame, _)| *frame == at) || self.values(vm, a, b)
        })
    }

    /// Two words of which it is not known what they are.
    fn values(&mut self, vm: &Vm, a: u64, b: u64) -> bool {
        let is_object =
            |word: u64| word >= HEAP.into() && word >> 32 == 0 && vm.arena.peek(word as u32) & OBJECT_MASK == OBJECT;
        if is_object(a) && is_object(b) { self.references(vm, a as Ref, b as Ref) } else { a == b }
    }

    /// Two references.
    fn references(&mut self, vm: &Vm, a: Ref, b: Ref) -> bool {
        if a == b {
            if a != 0 {
                self.common.insert(a);
            }
            return true;
        }
        if let Some(known) = self.pairs.get(&a) {
            return *known == b;
        }
        let is_new = !self.back.contains_key(&a) && !self.back.contains_key(&b) && !self.pairs.contains_key(&b);
        // The header says of what class they are, how long, and whether they are shared; the word behind it who holds the monitor.
        let are_alike =
            || vm.arena.peek(a) == vm.arena.peek(b) && vm.arena.peek(a + 1) == 0 && vm.arena.peek(b + 1) == 0;
        if a < HEAP || b < HEAP || !is_new || self.pairs.len() >= MOST_OBJECTS || !are_alike() {
            return false;
        }
        self.pairs.insert(a, b);
        self.back.insert(b, a);
        self.work.push((a, b));
        true
    }

    fn objects_alike(&mut self, vm: &Vm) -> bool {
        while let Some((a, b)) = self.work.pop() {
            let (class, words) = (vm.class_of(a), vm.object_words(a));
            self.words = self.words.saturating_add(words);
            if self.words > MOST_WORDS {
                return false;
            }
            let is_thread = class.is_subclass_of(vm.known.thread());
            let is_reference = |offset: u32| match class.shape {
                Shape::Array(kind, _) => kind == Kind::Reference,
                _ => class.references.contains(&offset),
            };
            for offset in HEADER..words {
                let [x, y] = [a, b].map(|object| vm.arena.peek(object + offset));
                let same = if is_thread && vm.is_own_to_thread(offset) {
                    true
                } else if is_reference(offset) {
                    self.references(vm, x as Ref, y as Ref)
                } else {
                    x == y
                };
                if !same {
                    return false;
                }
            }
        }
        true
    }
}

/// Where the stack of a thread begins, by its record.
fn stack(vm: &Vm, record: u32) -> u32 {
    layout::stack((vm.arena.peek(record + T_STACK) as u32).saturating_sub(1))
}

impl Vm {
    /// Whether a word of a `Thread` differs in any two of them: its name, and its numbers.
    fn is_own_to_thread(&self, offset: u32) -> bool {
        let known = &self.known;
        [known.thread_name, known.thread_eetop, known.thread_number(), known.thread_id].contains(&offset)
    }
}
