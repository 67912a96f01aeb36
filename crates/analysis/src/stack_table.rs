//! Stacks, interned: analyses keep one with every access, and show few of them.

use deadheat_event::{Context, SiteId, SourcePos, ThreadId};
use rustc_hash::FxHashMap;

/// A stack in a [`StackTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StackId(u32);

impl StackId {
    /// The stack without calls.
    pub const EMPTY: StackId = StackId(0);
}

/// All stacks met so far.
#[derive(Debug)]
pub struct StackTable {
    stacks: Vec<Box<[SiteId]>>,
    numbers: FxHashMap<Box<[SiteId]>, StackId>,
    buffer: Vec<SiteId>,
}

impl Default for StackTable {
    fn default() -> Self {
        let empty: Box<[SiteId]> = Box::new([]);
        let numbers = FxHashMap::from_iter([(empty.clone(), StackId::EMPTY)]);
        Self { stacks: vec![empty], numbers, buffer: Vec::new() }
    }
}

impl StackTable {
    /// The thread's stack now.
    pub fn capture(&mut self, thread: ThreadId, context: &dyn Context) -> StackId {
        context.stack_sites(thread, &mut self.buffer);
        if let Some(id) = self.numbers.get(&*self.buffer) {
            return *id;
        }
        let id = StackId(u32::try_from(self.stacks.len()).expect("fewer than 2^32 stacks"));
        let stack: Box<[SiteId]> = self.buffer.as_slice().into();
        self.stacks.push(stack.clone());
        self.numbers.insert(stack, id);
        id
    }

    /// Whether this is the thread's stack now.
    pub fn is(&mut self, stack: StackId, thread: ThreadId, context: &dyn Context) -> bool {
        context.stack_sites(thread, &mut self.buffer);
        *self.buffer == *self.stacks[stack.0 as usize]
    }

    /// Its sites, innermost call first.
    #[must_use]
    pub fn sites(&self, id: StackId) -> &[SiteId] {
        &self.stacks[id.0 as usize]
    }

    /// Its places in the source, innermost call first.
    #[must_use]
    pub fn sources(&self, id: StackId, context: &dyn Context) -> Vec<SourcePos> {
        self.sites(id).iter().map(|site| context.source(*site)).collect()
    }
}
