//! Marking: which objects can be reached.
//!
//! The marks are bits beside the heap, not in it: a state's pages are not touched by looking at them. A second set of bits
//! says where objects begin. It makes the conservative scan of the stacks exact in one respect: whatever a word on a stack
//! happens to be, only the address of a real object can be marked, so the worst that a number can do is to keep garbage.

use crate::vm::Vm;
use crate::vm::classes::class::{ClassRef, Kind, Shape};
use crate::vm::memory::layout::{
    self, CLASS_MASK, G_MODULES, G_PENDING_REFS, HEADER, HEAP, HELD_WORDS, MAX_MODULES, Ref,
};
use crate::vm::threads::thread::{S_TERMINATED, T_DEATH, T_HELD, T_OBJECT, T_SP, T_STACK, T_STATUS, T_WAIT_ON};

/// Marks over some ranges of words.
#[derive(Default)]
pub struct Marks {
    /// First word, end, and number of the first bit of each range, by address.
    ranges: Vec<(u32, u32, usize)>,
    starts: Vec<u64>,
    marks: Vec<u64>,
    bits: usize,
    /// Objects marked and not yet looked at.
    pub work: Vec<Ref>,
}

impl Marks {
    /// Marks over the words from `first` to `end`.
    pub fn over(first: u32, end: u32) -> Marks {
        let bits = (end - first) as usize;
        let words = bits.div_ceil(64);
        Marks { ranges: vec![(first, end, 0)], starts: vec![0; words], marks: vec![0; words], bits, work: Vec::new() }
    }

    /// Forgets everything but keeps the memory.
    pub fn clear(&mut self) {
        self.ranges.clear();
        self.starts.clear();
        self.marks.clear();
        self.work.clear();
        self.bits = 0;
    }

    /// Adds a range. All must be added before the first object.
    pub fn add_range(&mut self, first: u32, end: u32) {
        let at = self.ranges.partition_point(|range| range.0 < first);
        self.ranges.insert(at, (first, end.max(first), self.bits));
        self.bits += end.saturating_sub(first) as usize;
        self.starts.resize(self.bits.div_ceil(64), 0);
        self.marks.resize(self.bits.div_ceil(64), 0);
    }

    #[inline]
    fn bit(&self, address: u32) -> Option<usize> {
        let range = match &*self.ranges {
            [only] => only,
            ranges => &ranges[ranges.partition_point(|range| range.0 <= address).checked_sub(1)?],
        };
        (range.0 <= address && address < range.1).then(|| range.2 + (address - range.0) as usize)
    }

    /// An object begins here.
    pub fn add_object(&mut self, object: Ref) {
        if let Some(bit) = self.bit(object) {
            self.starts[bit / 64] |= 1 << (bit % 64);
        }
    }

    /// Whether an address is in one of the ranges.
    pub fn covers(&self, address: u32) -> bool {
        self.bit(address).is_some()
    }

    /// Marks what may be an object; `true` when it is one and was not marked yet.
    #[inline]
    pub fn mark(&mut self, candidate: u32) -> bool {
        let Some(bit) = self.bit(candidate) else { return false };
        let (at, mask) = (bit / 64, 1 << (bit % 64));
        let new = self.starts[at] & !self.marks[at] & mask != 0;
        if new {
            self.marks[at] |= mask;
        }
        new
    }

    /// Marks what may be an object, and has it looked at.
    #[inline]
    pub fn offer(&mut self, candidate: u32) {
        if self.mark(candidate) {
            self.work.push(candidate);
        }
    }

    /// Whether an object is marked.
    pub fn is_marked(&self, object: Ref) -> bool {
        self.bit(object).is_some_and(|bit| self.marks[bit / 64] & 1 << (bit % 64) != 0)
    }
}

/// What is done about softly reachable objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Soft {
    /// They are kept.
    Keep,
    /// Memory is short: they go.
    Drop,
}

/// The kinds of references whose referents are kept all the same.
#[derive(Default)]
pub struct StrongKinds {
    soft: Option<ClassRef>,
    finalizer: Option<ClassRef>,
    all: bool,
}

impl StrongKinds {
    /// All kinds: what any reference refers to can still be got at.
    pub fn all() -> Self {
        Self { all: true, ..Self::default() }
    }

    /// Whether a subclass of `Reference` keeps what it refers to.
    pub fn keeps(&self, class: ClassRef) -> bool {
        let is = |kind: Option<ClassRef>| kind.is_some_and(|kind| class.is_subclass_of(kind));
        self.all || is(self.soft) || is(self.finalizer)
    }
}

impl Vm {
    /// The references that keep their referents in a collection of this kind. Finalisers are never run, so what waits for
    /// one is never freed.
    pub(super) fn strong_kinds(&self, soft: Soft) -> StrongKinds {
        StrongKinds {
            soft: (soft == Soft::Keep).then(|| self.loaded("java/lang/ref/SoftReference", 0)).flatten(),
            finalizer: self.loaded("java/lang/ref/FinalReference", 0),
            all: false,
        }
    }

    /// Visits every word that may hold the address of an object that must live.
    pub(super) fn roots(&self, mut visit: impl FnMut(u32)) {
        for class in self.classes.iter() {
            if self.get(class.mirror) != 0 {
                for offset in &self.known.class().references {
                    visit(self.ref_field(class.mirror, *offset));
                }
            }
            for address in &class.static_references {
                visit(self.get(*address) as u32);
            }
        }
        for tid in self.thread_ids() {
            self.thread_roots(tid, &mut visit);
        }
        for address in self.shared.registry.lock().site_roots() {
            visit(self.get(address) as u32);
        }
        for slot in G_MODULES..G_MODULES + MAX_MODULES {
            visit(self.get(slot) as u32);
        }
        visit(self.get(G_PENDING_REFS) as u32);
        visit(self.app_loader);
        visit(self.platform_loader);
    }

    /// Visits the words of a thread's record and stack; their number is the answer. The scan is conservative, and looks at
    /// the lower half of each word only: that is where lists of locks and frame headers have their objects, too.
    pub(crate) fn thread_roots(&self, tid: u32, mut visit: impl FnMut(u32)) -> u32 {
        let record = layout::thread(tid);
        for word in [T_OBJECT, T_WAIT_ON, T_DEATH] {
            visit(self.get(record + word) as u32);
        }
        if self.get(record + T_STATUS) == S_TERMINATED {
            return 0;
        }
        let Some(slot) = (self.get(record + T_STACK) as u32).checked_sub(1) else { return 0 };
        let base = layout::stack(slot);
        let held = (self.get(record + T_HELD) as u32).min(HELD_WORDS);
        let sp = if tid == self.tid { self.sp } else { self.get(record + T_SP) as u32 };
        let sp = sp.clamp(base + HELD_WORDS, base + layout::stack_room(slot));
        for at in (base..base + held).chain(base + HELD_WORDS..sp) {
            visit(self.get(at) as u32);
        }
        held + (sp - base - HELD_WORDS)
    }

    /// Visits the references in an object, apart from the one (by offset, 0 for none) that does not count. A local collection may take a number for an
    /// object.
    #[inline]
    pub(crate) fn object_references(&self, object: Ref, except: u32, mut visit: impl FnMut(Ref)) -> u32 {
        let header = self.arena.peek(object);
        let class = self.class((header & CLASS_MASK) as u32);
        match class.shape {
            Shape::Array(Kind::Reference, _) => {
                let length = (header >> 32) as u32;
                for i in 0..length {
                    visit(self.arena.peek(object.wrapping_add(HEADER + i)) as Ref);
                }
                length
            }
            Shape::Instance => {
                for offset in &class.references {
                    if *offset != except {
                        visit(self.arena.peek(object.wrapping_add(*offset)) as Ref);
                    }
                }
                class.references.len() as u32
            }
            _ => 0,
        }
    }

    /// Marks everything that the marked objects reach.
    pub(super) fn trace(&self, marks: &mut Marks, strong: &StrongKinds) {
        while let Some(object) = marks.work.pop() {
            let class = self.class_of(object);
            let weak = class.weak && !strong.keeps(class);
            let except = if weak { self.known.reference_referent } else { 0 };
            self.object_references(object, except, |target| {
                if target >= HEAP {
                    marks.offer(target);
                }
            });
        }
    }
}
