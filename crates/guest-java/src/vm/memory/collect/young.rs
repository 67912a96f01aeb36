//! The local collection: a thread's own garbage, at the end of its steps.
//!
//! An object that is not marked as shared can be reached from its creator's stack and from other unshared objects, and from
//! nowhere else. So whether it is garbage is a matter of that thread alone: marking starts at its stack, follows references
//! between unshared objects, and what else is unshared in its region is freed. Lowest gaps are filled first, so the next
//! round of a loop puts its temporaries where the last one had them, and after it the state is what it was. What lives
//! across a visible operation may take two rounds for that: its successor can be made in the very step in which it dies, or
//! while a local variable that will not be read again still refers to it, and then the two change places.
//!
//! Exceptions to the rule, and how they are met: a thread's `ThreadLocal` maps hang on its shared `Thread` object without
//! being shared, so they count as roots, and a map made for another thread (inherited values) is never freed here; class
//! loaders are never freed anywhere. References in weak references count as strong: only full collections clear them.
//!
//! All of this is a function of the thread's own history: which words it looks at, when it runs, and what it leaves. So
//! schedules whose steps commute still end in equal states.
//!
//! # When it runs
//! At the end of a step in which the thread allocated, while states are kept. Its cost is that of the thread's stack and its
//! unshared objects. Where that is more than [`CHEAP`], it waits until half as much has been allocated since the last one:
//! so it costs a constant factor, and a loop closes after a few rounds instead of one. What a thread had before the guest had
//! several threads is below its *floor* and not swept; the floor rises when most of what is above it has become shared.

use rustc_hash::FxHashSet;

use super::mark::{Marks, Soft};
use super::region::{RegionPosition, Sizes, Space};
use crate::vm::memory::layout::{self, CLASS_MASK, CONSTANTS, OBJECT, OBJECT_MASK, Ref, SHARED};
use crate::vm::threads::thread::{
    self, NO_REGION, Region, S_TERMINATED, T_COST, T_FLOOR, T_FLOOR_CHUNK, T_REGION, T_STATUS,
};
use crate::vm::{Trap, Vm, VmResult};

/// A collection that looks at no more than about this many words runs whenever there is something to free.
const CHEAP: u64 = 1024;
/// Words of cost per object.
const OBJECT_COST: u64 = 4;
/// The floor rises when more objects than this above it are shared …
const MANY_SHARED: u64 = 128;
/// … and this many times as many as are not.
const MOSTLY: u64 = 4;

/// What a local collection works with, kept for the next.
#[derive(Default)]
pub(super) struct Nursery {
    marks: Marks,
    /// Unshared objects met outside of the part that is swept.
    others: FxHashSet<Ref>,
}

impl Nursery {
    fn clear(&mut self) {
        self.marks.clear();
        self.others.clear();
    }

    /// Marks what may be an unshared object. Outside of the swept part it need not really be one: nothing is freed there,
    /// and following the words behind a number that looks like an object can only keep too much.
    fn offer(&mut self, vm: &Vm, candidate: u32) {
        if candidate < CONSTANTS {
            return;
        }
        let header = vm.arena.peek(candidate);
        if header & (OBJECT_MASK | SHARED) != OBJECT {
            return;
        }
        if self.marks.covers(candidate) {
            self.marks.offer(candidate);
        } else if header >> 32 <= vm.shared.config.heap_words() && self.others.insert(candidate) {
            self.marks.work.push(candidate);
        }
    }
}

impl Vm {
    /// Frees what the running thread has allocated for itself and dropped. To be called at the end of its step.
    pub fn collect_young(&mut self) -> VmResult<()> {
        if !self.multi || thread::region(self) != Region(NO_REGION) {
            return Ok(());
        }
        self.store_region();
        let tid = self.tid;
        let record = layout::thread(tid);
        let ended = self.get(record + T_STATUS) == S_TERMINATED;
        let floor = self.floor(tid);
        let due = self.get(record + T_COST).saturating_sub(CHEAP) / 2;
        let mut space = Space::new(&mut self.arena, record + T_REGION, Sizes(&self.classes));
        let allocated = space.allocated();
        if !ended && (allocated == 0 || allocated < due) {
            return Ok(());
        }
        let left = space.close_window();
        self.heap_used = self.heap_used.saturating_sub(u64::from(left));
        let mut nursery = std::mem::take(&mut self.gc.nursery);
        let cost = self.mark_young(floor, &mut nursery);
        let checked = if self.shared.config.paranoid { self.check_young(floor, &nursery) } else { Ok(()) };
        self.sweep_young(floor, &nursery.marks);
        self.gc.nursery = nursery;
        // What is cheap is all alike: the less of this is in the state, the more states are equal.
        self.set(record + T_COST, if ended || cost <= CHEAP { 0 } else { cost });
        self.load_region();
        checked
    }

    /// Marks the unshared objects that the running thread can reach; the cost is the answer.
    fn mark_young(&mut self, floor: RegionPosition, nursery: &mut Nursery) -> u64 {
        nursery.clear();
        let mut cost = 0;
        let mut kept = Vec::new();
        let loader = self.known.class_loader();
        let map = self.known.thread_local_map();
        let record = layout::thread(self.tid) + T_REGION;
        let Vm { arena, classes, .. } = self;
        let space = Space::new(arena, record, Sizes(classes));
        space.ranges(floor, |first, end| nursery.marks.add_range(first, end));
        space.walk(floor, |object, header| {
            nursery.marks.add_object(object);
            cost += OBJECT_COST;
            let class = classes.get((header & CLASS_MASK) as usize);
            if class.is_some_and(|class| std::ptr::eq(class, map) || class.is_subclass_of(loader)) {
                kept.push(object);
            }
        });
        let vm = &*self;
        cost += u64::from(vm.thread_roots(vm.tid, |word| nursery.offer(vm, word)));
        let thread = vm.current_thread();
        if thread != 0 {
            nursery.offer(vm, vm.ref_field(thread, vm.known.thread_locals));
        }
        for object in kept {
            nursery.offer(vm, object);
        }
        while let Some(object) = nursery.marks.work.pop() {
            cost += OBJECT_COST + u64::from(vm.object_references(object, 0, |target| nursery.offer(vm, target)));
        }
        cost
    }

    fn sweep_young(&mut self, floor: RegionPosition, marks: &Marks) {
        let record = layout::thread(self.tid);
        let (mut shared, mut unshared) = (0, 0);
        let mut space = Space::new(&mut self.arena, record + T_REGION, Sizes(&self.classes));
        let swept = space.sweep(floor, |object, header| {
            if header & SHARED != 0 {
                shared += 1;
                return true;
            }
            let live = marks.is_marked(object);
            unshared += u64::from(live);
            live
        });
        space.reset(floor);
        self.heap_used = self.heap_used.saturating_sub(swept.dead);
        if shared > MANY_SHARED && shared > unshared * MOSTLY {
            self.raise_floor(self.tid);
        }
    }

    /// What a thread has allocated so far is old from now on: local collections leave it alone.
    pub(crate) fn raise_floor(&mut self, tid: u32) {
        let record = layout::thread(tid);
        let own = tid == self.tid && thread::region(self) == Region(NO_REGION);
        if own {
            self.store_region();
        }
        let mut space = Space::new(&mut self.arena, record + T_REGION, Sizes(&self.classes));
        let left = space.close_window();
        let floor = space.last_place();
        space.reset(floor);
        self.heap_used = self.heap_used.saturating_sub(u64::from(left));
        self.set(record + T_FLOOR_CHUNK, u64::from(floor.chunk));
        self.set(record + T_FLOOR, u64::from(floor.at));
        if own {
            self.load_region();
        }
    }

    /// Whether all that is about to be freed is out of reach of every root, not only of this thread's: if it is not, a
    /// reference was stored in a shared object without publishing what it refers to.
    fn check_young(&mut self, floor: RegionPosition, nursery: &Nursery) -> VmResult<()> {
        let regions = self.regions();
        let mut marks = self.survey(&regions, &mut Vec::new());
        let strong = self.strong_kinds(Soft::Keep);
        self.roots(|word| marks.offer(word));
        self.trace(&mut marks, &strong);
        let record = layout::thread(self.tid) + T_REGION;
        let mut wrong = None;
        Space::new(&mut self.arena, record, Sizes(&self.classes)).walk(floor, |object, header| {
            if header & SHARED == 0 && !nursery.marks.is_marked(object) && marks.is_marked(object) {
                wrong = Some(object);
            }
        });
        let Some(object) = wrong else { return Ok(()) };
        let mut holders = Vec::new();
        for region in regions {
            Space::new(&mut self.arena, region.record, Sizes(&self.classes)).walk(
                RegionPosition::default(),
                |holder, _| {
                    holders.push(holder);
                },
            );
        }
        holders.retain(|holder| marks.is_marked(*holder) && !nursery.others.contains(holder));
        let mut found = "a root";
        for holder in holders {
            self.object_references(holder, 0, |target| {
                if target == object {
                    found = &self.class_of(holder).name;
                }
            });
        }
        let class = self.class_of(object).java_name();
        Err(Trap::Internal(format!("an unshared {class} of thread {} is reachable from {found}", self.tid)))
    }
}
