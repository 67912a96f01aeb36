//! Names for memory: blocks of the heap, variables, stacks.

use deadheat_event::{ObjectId, SiteId};
use rustc_hash::FxHashMap;

/// What an object is: the same on all paths, and in all processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObjectKey {
    /// A block of the heap, by which thread made it as its how manieth.
    Block(u64),
    /// A variable, or what else is in a file: the file, and where in it.
    Variable(u32, u64),
    /// The stack of a thread.
    Stack(u32),
    /// Memory of no known origin, by its upper address.
    Region(u64),
}

/// What is known of an object.
#[derive(Clone, Debug)]
pub struct Object {
    /// What it is.
    pub key: ObjectKey,
    /// In bytes, where that is known.
    pub size: u64,
    /// Where it was made, innermost call first.
    pub made_at: Vec<SiteId>,
}

/// The objects that machines of a guest have met.
#[derive(Default)]
pub struct Objects {
    numbers: FxHashMap<ObjectKey, ObjectId>,
    list: Vec<Object>,
    /// What is at an offset of a stack: the frames it was in, and how far below their canonical addresses. The last one met is the last.
    frames: FxHashMap<(ObjectId, u32), Vec<(SiteId, u32)>>,
}

/// So many frames of one offset of a stack are remembered.
const MOST_FRAMES: usize = 8;

impl Objects {
    /// The number of an object, which is `made` if it is new.
    pub fn number(&mut self, key: ObjectKey, made: impl FnOnce() -> Object) -> ObjectId {
        if let Some(number) = self.numbers.get(&key) {
            return *number;
        }
        let number = ObjectId(self.list.len() as u32);
        self.list.push(made());
        self.numbers.insert(key, number);
        number
    }

    /// The number of an object that was met before.
    #[must_use]
    pub fn known(&self, key: ObjectKey) -> Option<ObjectId> {
        self.numbers.get(&key).copied()
    }

    /// What is known of an object.
    #[must_use]
    pub fn get(&self, number: ObjectId) -> Option<&Object> {
        self.list.get(number.0 as usize)
    }

    /// An offset of a stack is in this frame.
    pub fn note_frame(&mut self, stack: ObjectId, offset: u32, frame: (SiteId, u32)) {
        let frames = self.frames.entry((stack, offset)).or_default();
        if frames.last() == Some(&frame) {
            return;
        }
        frames.retain(|known| *known != frame);
        if frames.len() == MOST_FRAMES {
            frames.remove(0);
        }
        frames.push(frame);
    }

    /// The frames that an offset of a stack was in, the last one first. A function that has returned has left its variables there: whoever
    /// still uses them finds another function's frame.
    pub fn frames(&self, stack: ObjectId, offset: u32) -> impl Iterator<Item = (SiteId, u32)> {
        self.frames.get(&(stack, offset)).into_iter().flatten().rev().copied()
    }
}
