//! Names that are dear: what a lock is called, and which variable holds an array.
//!
//! A guest finds them by a search through its memory, so the writer does not ask at each event. It asks
//! - for an array, when a second thread has touched it and one of them has written to it: from then on there can be a race on it;
//! - for a lock, when a second thread takes it, and when a thread that holds it makes a race on something possible;
//! - for all of these once more when objects are about to end, and at the end of the run, since names change: an array is made first
//!   and stored in a field later. Analyses that report at these moments then get the same names from the trace as from the run.
//!
//! A reader answers with the name that was asked for last before the event at hand, or if there is none, with the next one after
//! it. *It can differ* from what the guest would have said at an event in between, where a name has changed since it was asked for.
//!
//! A run may use locks and arrays without end, so there are limits on how often the writer asks ([`MOST_WHILE_RUNNING`],
//! [`MOST_AT_END`]). Things that have no name in a trace are called after their type.

use std::collections::HashMap;
use std::hash::Hash;
use std::io::Read;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::bytes::{Got, Sink, Source};
use super::objects::Objects;
use super::tag;
use super::texts::{TextNumber, TextWriter, Texts};
use crate::{Context, Location, ObjectId, SyncId, ThreadId};

/// So many names are asked for while the run goes on, at collections too: however often objects end, it costs no more.
pub const MOST_WHILE_RUNNING: usize = 1000;

/// So many names are asked for at the end of the run: first those of what threads share.
pub const MOST_AT_END: usize = 1000;

#[derive(Clone, Copy, Debug, Default)]
struct WrittenSync {
    /// The first thread that took it, if it is a lock.
    taker: Option<ThreadId>,
    /// Whether another has taken it, too.
    shared: bool,
    /// The name that was written last.
    name: Option<TextNumber>,
}

#[derive(Clone, Copy, Debug)]
struct WrittenArray {
    /// An element that was touched.
    index: u32,
    /// The name that was written last.
    name: Option<TextNumber>,
}

/// Asks for names, and writes them.
#[derive(Default)]
pub struct LateNameWriter {
    /// Arrays that several threads have touched.
    arrays: FxHashMap<ObjectId, WrittenArray>,
    syncs: FxHashMap<SyncId, WrittenSync>,
    /// How many names were asked for while the run goes on.
    asked: usize,
}

/// What a name is asked of, and where it goes.
pub struct Asking<'a> {
    /// The guest.
    pub context: &'a dyn Context,
    /// The file's texts.
    pub texts: &'a mut TextWriter,
    /// The file.
    pub out: &'a mut Sink,
}

impl LateNameWriter {
    /// A condition, latch, semaphore, initialiser or lock is mentioned.
    pub fn mention(&mut self, sync: SyncId) {
        self.syncs.entry(sync).or_default();
    }

    /// A thread takes a lock.
    pub fn taken(&mut self, lock: SyncId, thread: ThreadId, asking: &mut Asking<'_>) {
        let known = self.syncs.entry(lock).or_default();
        if *known.taker.get_or_insert(thread) != thread && !known.shared {
            known.shared = true;
            self.ask_while_running(lock, asking);
        }
    }

    /// An array is touched by a second thread; `contended`: and written by one of the two.
    pub fn shared(&mut self, array: ObjectId, index: u32, contended: bool, asking: &mut Asking<'_>) {
        let known = self.arrays.entry(array).or_insert(WrittenArray { index, name: None });
        if contended && self.asked < MOST_WHILE_RUNNING {
            self.asked += 1;
            known.ask(array, asking);
        }
    }

    /// A thread that holds these locks makes a race on something possible: a report of it will name the locks.
    pub fn held(&mut self, locks: impl IntoIterator<Item = SyncId>, asking: &mut Asking<'_>) {
        for lock in locks {
            if self.syncs.entry(lock).or_default().name.is_none() {
                self.ask_while_running(lock, asking);
            }
        }
    }

    fn ask_while_running(&mut self, sync: SyncId, asking: &mut Asking<'_>) {
        if self.asked < MOST_WHILE_RUNNING {
            self.asked += 1;
            self.syncs.entry(sync).or_default().ask(sync, asking);
        }
    }

    /// Objects are about to end: asks for all names once more.
    pub fn ask_before_collecting(&mut self, asking: &mut Asking<'_>) {
        self.asked += self.ask_all(MOST_WHILE_RUNNING - self.asked, asking);
    }

    /// The run ends: asks for all names once more.
    pub fn ask_at_end(&mut self, asking: &mut Asking<'_>) {
        self.ask_all(MOST_AT_END, asking);
    }

    /// Asks for so many names, and says for how many there were.
    fn ask_all(&mut self, most: usize, asking: &mut Asking<'_>) -> usize {
        let mut arrays: Vec<ObjectId> = self.arrays.keys().copied().collect();
        arrays.sort_unstable();
        let mut syncs: Vec<SyncId> = self.syncs.keys().copied().collect();
        syncs.sort_unstable_by_key(|sync| (!self.syncs[sync].shared, *sync));
        arrays.truncate(most / 2);
        syncs.truncate(most - arrays.len());
        for array in &arrays {
            self.arrays.entry(*array).and_modify(|known| known.ask(*array, asking));
        }
        for sync in &syncs {
            self.syncs.entry(*sync).and_modify(|known| known.ask(*sync, asking));
        }
        arrays.len() + syncs.len()
    }

    /// These objects have ended.
    pub fn forget(&mut self, ended: &[ObjectId]) {
        let stays = |object: ObjectId| ended.binary_search(&object).is_err();
        self.arrays.retain(|array, _| stays(*array));
        self.syncs.retain(|sync, _| stays(sync.object));
    }
}

impl WrittenSync {
    fn ask(&mut self, sync: SyncId, asking: &mut Asking<'_>) {
        let Asking { context, texts, out } = asking;
        let name = texts.number(&context.sync_name(sync), out);
        if self.name.replace(name) != Some(name) {
            out.number(tag::SYNC);
            out.sync(sync);
            out.number(name);
        }
    }
}

impl WrittenArray {
    fn ask(&mut self, array: ObjectId, asking: &mut Asking<'_>) {
        let Asking { context, texts, out } = asking;
        let name = texts.number(&context.target_name(Location::Element { array, index: self.index }), out);
        if self.name.replace(name) != Some(name) {
            out.number(tag::ARRAY_TARGET);
            out.number(array.0);
            out.number(name);
        }
    }
}

/// A name of something, and when it was asked for.
#[derive(Debug)]
struct LateName {
    /// Since which event the object is known: which of those that have had its id it is.
    since: u64,
    /// The number of the event before which the name stands in the file.
    at: u64,
    name: Arc<str>,
}

/// The names read so far; in a second reading, all names.
#[derive(Debug, Default)]
pub struct LateNames {
    arrays: HashMap<ObjectId, Vec<LateName>>,
    syncs: HashMap<SyncId, Vec<LateName>>,
}

impl LateNames {
    /// Reads the name of an array's target.
    pub fn read_array(&mut self, source: &mut Source<impl Read>, texts: &Texts, objects: &Objects, at: u64) -> Got<()> {
        let array = source.object()?;
        let name = texts.get(source)?;
        self.arrays.entry(array).or_default().push(LateName { since: objects.since(array), at, name });
        Ok(())
    }

    /// Reads the name of a lock.
    pub fn read_sync(&mut self, source: &mut Source<impl Read>, texts: &Texts, objects: &Objects, at: u64) -> Got<()> {
        let sync = source.sync()?;
        let name = texts.get(source)?;
        self.syncs.entry(sync).or_default().push(LateName { since: objects.since(sync.object), at, name });
        Ok(())
    }

    /// What holds the array, at the event with this number.
    pub fn array(&self, array: ObjectId, objects: &Objects, now: u64) -> Option<&str> {
        find(&self.arrays, &array, objects.get(array).map(|array| array.since), now)
    }

    /// What the lock is called, at the event with this number.
    pub fn sync(&self, sync: SyncId, objects: &Objects, now: u64) -> Option<&str> {
        find(&self.syncs, &sync, objects.get(sync.object).map(|object| object.since), now)
    }
}

/// The last name from before `now`, or else the first from after it, of the thing that is known since then. What is not known at
/// all has ended: it goes by its last name.
fn find<'a, K: Hash + Eq>(
    names: &'a HashMap<K, Vec<LateName>>,
    key: &K,
    since: Option<u64>,
    now: u64,
) -> Option<&'a str> {
    // Names stand in the order of the file, so both numbers only grow.
    let names = names.get(key)?;
    let Some(since) = since else {
        let before = names.partition_point(|name| name.at <= now);
        return names[..before].last().map(|name| &*name.name);
    };
    let begin = names.partition_point(|name| name.since < since);
    let end = names.partition_point(|name| name.since <= since);
    let names = &names[begin..end];
    let before = names.partition_point(|name| name.at <= now);
    names.get(before.saturating_sub(1)).map(|name| &*name.name)
}
