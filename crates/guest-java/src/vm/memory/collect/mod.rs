//! The garbage collector.
//!
//! There are two collections, and neither moves anything: an address is an object's name.
//!
//! **The full collection** ([`Vm::collect`]) marks from all roots and sweeps all regions. It runs when the heap's limit
//! would be passed, when the heap has grown to twice what was alive last time, and when the guest asks for it. Stacks are
//! scanned conservatively, objects precisely. Mirrors, literals and what else is in the constant area are never freed; class
//! loaders are not either, because classes are named by their loader's address.
//!
//! **The local collection** ([`Vm::collect_young`], see [`young`]) frees at the end of a step what the thread has allocated
//! for itself and dropped, so that a loop that makes garbage comes back to the state that it began in.
//!
//! # Where a collection can run
//! Rust code holds references in its locals, where no collector sees them. So a full collection runs only where all
//! references of the running thread are on its stack, with its registers spilled:
//! 1. before an instruction that allocates ([`Vm::before_allocation`]), in the interpreter;
//! 2. behind a native, an `invokedynamic`, the entry of an exception handler, and at the end of a step, if one is *wanted*
//!    ([`Vm::collect_if_wanted`]);
//! 3. inside `Runtime.gc` and `Unsafe.allocateMemory`, which hold none.
//!
//! Everywhere else (natives, making an exception, linking a call site) allocation is [rationed](Vm::ration): it may pass the
//! limit by an eighth, and then some for one large object, and a collection is wanted. A wish never outlives the step, so it
//! is not part of the state. No collection runs before the guest's `main` is ready: booting is Rust code that calls Java.
//!
//! # What is part of the state
//! Regions are words of the arena ([`region`]); the words in use (`heap_used`) go with a snapshot, and the mark at which
//! the next collection is due ([`G_COLLECT_AT`]) lies in the arena where fingerprints don't look. So two equal states may
//! differ in when their next full collection comes, as they may in what the clock says.
//!
//! # What this can miss, and what it never does
//! A number that looks like an address keeps garbage; nothing reachable is ever freed, as long as every store of a reference
//! into a shared object goes through `publish_into` (`Config::paranoid` checks that at every local collection). Garbage that
//! was shared is freed by full collections only: a loop that publishes a new object in every round does not close. After a
//! full collection an address can name another object, so an observer that keeps something by object must not outlive it.

pub mod region;

mod mark;
mod weak;
mod young;

use mark::{Marks, Soft, StrongKinds};
use region::{R_FIRST, RegionPosition, Sizes, Space};

use deadheat_event::Mark;

use crate::vm::classes::link::MIRROR_REGION;
use crate::vm::memory::layout::{self, G_COLLECT_AT, G_RAW_WORDS, HEAP, Ref};
use crate::vm::threads::thread::{self, T_FLOOR, T_FLOOR_CHUNK, T_REGION};
use crate::vm::{Vm, VmResult, raise};

/// Below this many words in use there is no collection, unless the limit is lower.
const FIRST_COLLECTION: u64 = 1 << 24;
/// The longest window, in words, that a thread opens at once.
const MOST_WINDOW: u64 = 1 << 16;
/// The same for a collector that is to run all the time.
const PARANOID_WINDOW: u64 = 1 << 10;

/// What the collector keeps between two calls: nothing that a state depends on.
#[derive(Default)]
pub(crate) struct Collector {
    /// A collection is to run at the next place where it can.
    pub wanted: bool,
    /// The limit does not hold: an `OutOfMemoryError` is being made.
    pub unlimited: bool,
    nursery: young::Nursery,
    /// What stays, while the observer may ask.
    survivors: Option<Marks>,
}

/// A region: its record, and the floor above which its creator allocates.
struct Owned {
    record: u32,
    floor: RegionPosition,
}

impl Vm {
    /// Frees everything that cannot be reached. All references of the running thread must be on its stack.
    pub fn collect(&mut self) -> VmResult<()> {
        self.collect_garbage(Soft::Keep, 0)
    }

    fn limit(&self) -> u64 {
        self.shared.config.heap_words()
    }

    /// The number of words in use at which a collection is due.
    fn collect_at(&self) -> u64 {
        match self.get(G_COLLECT_AT) {
            0 => self.next_collection(0),
            at => at.min(self.limit()),
        }
    }

    /// When the next collection is due, if so many words are alive now.
    fn next_collection(&self, live: u64) -> u64 {
        let next = if self.shared.config.paranoid { live + live / 16 } else { (live * 2).max(FIRST_COLLECTION) };
        next.min(self.limit())
    }

    /// Whether a collection should run before so many more words are used.
    fn is_due(&self, words: u64) -> bool {
        self.heap_used.saturating_add(words) > self.collect_at()
    }

    /// Whether there is room for so many more words, and a little to spare: a guest that lives on its last words would
    /// collect all the time.
    fn fits(&self, words: u64) -> bool {
        let limit = self.limit();
        self.heap_used.saturating_add(words).saturating_add(limit / 256) <= limit
    }

    /// Before an instruction allocates `words`: collects if that is due.
    pub(crate) fn before_allocation(&mut self, words: u64) -> VmResult<()> {
        let room = u64::from(self.bump_end - self.bump);
        if words <= room || !self.launched {
            return Ok(());
        }
        if !self.is_due(words) {
            self.survey_if_wanted();
            return Ok(());
        }
        self.collect_for(words)
    }

    /// Finds out what can be reached, for an observer that keeps much by object, and frees nothing: with weak references, too, for what they refer to can be
    /// touched again. Full collections are too rare for that, and more of them would make another run. To be called where one could run.
    fn survey_if_wanted(&mut self) {
        // Where states are kept, paths are short.
        if !self.wants_survey() || self.arena.is_tracking() {
            return;
        }
        let doing = self.doing.take();
        self.store_region();
        let regions = self.regions();
        let mut marks = self.survey(&regions, &mut Vec::new());
        self.roots(|word| marks.offer(word));
        self.trace(&mut marks, &StrongKinds::all());
        self.load_region();
        self.tell_survey(&|object| !marks.covers(object.0) || marks.is_marked(object.0));
        self.doing.set(doing);
    }

    /// Collects if something has asked for it.
    pub(crate) fn collect_if_wanted(&mut self) -> VmResult<()> {
        if self.gc.wanted { self.collect_for(0) } else { Ok(()) }
    }

    /// Makes room for `words` more words, or raises `OutOfMemoryError`.
    pub(crate) fn collect_for(&mut self, words: u64) -> VmResult<()> {
        self.collect_garbage(Soft::Keep, words)?;
        if !self.fits(words) {
            self.collect_garbage(Soft::Drop, words)?;
        }
        if self.fits(words) { Ok(()) } else { raise("java/lang/OutOfMemoryError", "Java heap space") }
    }

    /// Before a window is opened or a large object placed, anywhere: sees to it that memory is not used without end where
    /// no collection can run.
    fn ration(&mut self, words: u32) -> VmResult<()> {
        if !self.launched || self.gc.unlimited {
            return Ok(());
        }
        if self.is_due(u64::from(words)) {
            self.gc.wanted = true;
        }
        let limit = self.limit();
        if self.heap_used > limit + limit / 8 {
            return raise("java/lang/OutOfMemoryError", "Java heap space");
        }
        Ok(())
    }

    /// Allocates zeroed words where the open window is too short.
    #[cold]
    pub(crate) fn allocate_slow(&mut self, words: u32) -> VmResult<Ref> {
        self.ration(words)?;
        self.store_region();
        let region = thread::region(self);
        let (record, creator) = (region.record(self), region.creator(self.tid));
        let shared = self.shared.clone();
        let more = |number, length| shared.registry.lock().chunk(creator, number, length);
        let left = self.bump_end - self.bump;
        let room = self.limit().saturating_sub(self.heap_used) + u64::from(left);
        let most = room.min(if shared.config.paranoid { PARANOID_WINDOW } else { MOST_WINDOW }) as u32;
        let mut space = Space::new(&mut self.arena, record, Sizes(&self.classes));
        let placed = if space.wants_own_chunk(words) {
            space.place_large(words, more).map(|object| (object, u64::from(words)))
        } else {
            space.open_window(words, most, more).map(|length| (0, u64::from(length)))
        };
        let Some((object, taken)) = placed else {
            return raise("java/lang/OutOfMemoryError", "Java heap space");
        };
        self.heap_used += taken;
        if object != 0 {
            self.look_soon();
            return Ok(object);
        }
        self.heap_used = self.heap_used.saturating_sub(u64::from(left));
        self.load_region();
        let object = self.bump;
        self.bump += words;
        Ok(object)
    }

    /// Raw memory was taken or given back.
    pub(crate) fn count_raw(&mut self, words: i64) {
        let raw = self.get(G_RAW_WORDS).saturating_add_signed(words);
        self.set(G_RAW_WORDS, raw);
        self.heap_used = self.heap_used.saturating_add_signed(words);
    }

    /// The addresses of all objects, in order.
    pub(crate) fn object_starts(&mut self) -> Vec<Ref> {
        self.store_region();
        let mut starts = Vec::new();
        for region in self.regions() {
            let space = Space::new(&mut self.arena, region.record, Sizes(&self.classes));
            space.walk(RegionPosition::default(), |object, _| starts.push(object));
        }
        self.load_region();
        starts.sort_unstable();
        starts
    }

    /// All regions that have objects.
    fn regions(&self) -> Vec<Owned> {
        let threads = self.thread_ids().into_iter().map(|tid| {
            let record = layout::thread(tid);
            Owned { record: record + T_REGION, floor: self.floor(tid) }
        });
        let initialized = self.classes.iter().filter(|class| class.initializer.is_some());
        let mirrors = initialized.map(|class| Owned {
            record: class.mirror + self.known.mirror_words + MIRROR_REGION,
            floor: RegionPosition::default(),
        });
        threads.chain(mirrors).filter(|region| self.get(region.record + R_FIRST) != 0).collect()
    }

    /// What a thread has allocated below this place is old.
    fn floor(&self, tid: u32) -> RegionPosition {
        let record = layout::thread(tid);
        RegionPosition { chunk: self.get(record + T_FLOOR_CHUNK) as u32, at: self.get(record + T_FLOOR) as u32 }
    }

    fn collect_garbage(&mut self, soft: Soft, words: u64) -> VmResult<()> {
        // What the collector looks at is not the running native's doing.
        let doing = self.doing.take();
        let done = self.mark_and_sweep(soft, words);
        self.look_soon();
        self.doing.set(doing);
        done
    }

    fn mark_and_sweep(&mut self, soft: Soft, words: u64) -> VmResult<()> {
        self.gc.wanted = false;
        self.store_region();
        let regions = self.regions();
        let mut weak = Vec::new();
        let mut marks = self.survey(&regions, &mut weak);
        let strong = self.strong_kinds(soft);
        self.roots(|word| marks.offer(word));
        self.trace(&mut marks, &strong);
        self.clear_weak(&weak, &marks, &strong)?;
        let marks = self.tell_survivors(marks);
        let mut live = self.get(G_RAW_WORDS);
        for region in regions {
            let mut space = Space::new(&mut self.arena, region.record, Sizes(&self.classes));
            live += space.sweep(RegionPosition::default(), |object, _| marks.is_marked(object)).live;
            space.reset(region.floor);
        }
        self.heap_used = live;
        self.set(G_COLLECT_AT, self.next_collection(live) + words);
        self.load_region();
        Ok(())
    }

    /// Reports to the observer that everything else is about to be freed. It may still look at it.
    fn tell_survivors(&mut self, marks: Marks) -> Marks {
        self.collected = true;
        self.gc.survivors = Some(marks);
        if self.is_watched() {
            self.emit(Mark::Collect);
        }
        self.gc.survivors.take().unwrap_or_default()
    }

    /// Whether the object stays, in a collection that was reported.
    pub(crate) fn survives(&self, object: Ref) -> bool {
        self.gc.survivors.as_ref().is_none_or(|marks| !marks.covers(object) || marks.is_marked(object))
    }

    /// Finds out where objects begin, which of them are weak references, and marks those that always live.
    fn survey(&mut self, regions: &[Owned], weak: &mut Vec<Ref>) -> Marks {
        let end = HEAP + self.shared.registry.lock().heap_words();
        let mut marks = Marks::over(HEAP, end);
        let loader = self.known.class_loader();
        let Vm { arena, classes, .. } = self;
        for region in regions {
            let space = Space::new(arena, region.record, Sizes(classes));
            space.walk(RegionPosition::default(), |object, header| {
                marks.add_object(object);
                let class = classes.get((header & layout::CLASS_MASK) as usize);
                if class.is_some_and(|class| class.weak) {
                    weak.push(object);
                }
                if class.is_some_and(|class| class.is_subclass_of(loader)) {
                    marks.offer(object);
                }
            });
        }
        marks
    }
}
