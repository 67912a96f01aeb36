//! Stacks, interned: analyses keep one with every access, and show few of them.

use deadheat_event::{Context, SiteId, SourcePos, StackMark, ThreadId};
use rustc_hash::FxHashMap;

use crate::frames::{self, LockRole};
use crate::recent::Recent;

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
    /// Those met last, each at a place that its innermost call gives, or its mark.
    recent: Vec<StackId>,
    /// Frames that were met last, with the stack that was first met in it.
    frames: Recent<(u32, [u64; 2]), StackId, { 1 << 5 }>,
    /// What these stacks become at other places in the same frame. That depends on nothing but the two: the calls below the innermost are the same.
    moved: Recent<(StackId, SiteId), StackId, { 1 << 9 }>,
    /// What was asked of each.
    facts: Vec<Facts>,
}

/// So many stacks are found without a look into the table.
const RECENT: usize = 1 << 9;

/// What was found out about a stack. Whose code a site is in never changes.
#[derive(Clone, Copy, Debug, Default)]
struct Facts {
    lock_role: Option<LockRole>,
    synchroniser_call: Option<Option<SiteId>>,
}

impl Default for StackTable {
    fn default() -> Self {
        let empty: Box<[SiteId]> = Box::new([]);
        let numbers = FxHashMap::from_iter([(empty.clone(), StackId::EMPTY)]);
        Self {
            stacks: vec![empty],
            numbers,
            buffer: Vec::new(),
            recent: vec![StackId::EMPTY; RECENT],
            frames: Recent::default(),
            moved: Recent::default(),
            facts: Vec::new(),
        }
    }
}

impl StackTable {
    /// The thread's stack now.
    #[inline]
    pub fn capture(&mut self, thread: ThreadId, context: &dyn Context) -> StackId {
        match context.stack_mark(thread) {
            Some(mark) => self.marked(mark, thread, context),
            None => {
                context.stack_sites(thread, &mut self.buffer);
                let place = self.buffer.first().map_or(0, |site| site.0 ^ site.0 >> 25) as usize % RECENT;
                let recent = self.recent[place];
                if *self.stacks[recent.0 as usize] == *self.buffer {
                    return recent;
                }
                let id = self.intern();
                self.recent[place] = id;
                id
            }
        }
    }

    /// The thread's stack now, which has this mark.
    #[inline]
    fn marked(&mut self, mark: StackMark, thread: ThreadId, context: &dyn Context) -> StackId {
        let first = self.frames.get(frame_hash(mark), &(mark.frame, mark.since));
        let stack = first.and_then(|first| self.moved.get(moved_hash(first, mark), &(first, mark.site)));
        stack.unwrap_or_else(|| self.walk(mark, thread, context))
    }

    /// The same, where the mark is a new one.
    #[inline(never)]
    fn walk(&mut self, mark: StackMark, thread: ThreadId, context: &dyn Context) -> StackId {
        let place = (mark.site.0 ^ mark.site.0 >> 25 ^ u64::from(mark.frame) << 1) as usize % RECENT;
        let recent = self.recent[place];
        // Walking along a stack that is known is cheaper than writing it down.
        let id = if context.is_stack(thread, &self.stacks[recent.0 as usize]) {
            recent
        } else {
            context.stack_sites(thread, &mut self.buffer);
            self.intern()
        };
        self.recent[place] = id;
        let (hash, frame) = (frame_hash(mark), (mark.frame, mark.since));
        let first = self.frames.get(hash, &frame).unwrap_or_else(|| {
            self.frames.set(hash, frame, id);
            id
        });
        self.moved.set(moved_hash(first, mark), (first, mark.site), id);
        id
    }

    /// The stack in the buffer.
    fn intern(&mut self) -> StackId {
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
    #[inline]
    pub fn is(&mut self, stack: StackId, thread: ThreadId, context: &dyn Context) -> bool {
        if let Some(mark) = context.stack_mark(thread) {
            return self.marked(mark, thread, context) == stack;
        }
        context.stack_sites(thread, &mut self.buffer);
        *self.buffer == *self.stacks[stack.0 as usize]
    }

    /// What the lock that is taken or given back at this stack is to the program.
    pub fn lock_role(&mut self, stack: StackId, context: &dyn Context) -> LockRole {
        let known = self.facts(stack).lock_role;
        known.unwrap_or_else(|| {
            let role = frames::lock_role(self.sites(stack), context);
            self.facts(stack).lock_role = Some(role);
            role
        })
    }

    /// The call of a synchroniser that the stack is in.
    #[inline]
    pub fn synchroniser_call(&mut self, stack: StackId, context: &dyn Context) -> Option<SiteId> {
        let known = self.facts(stack).synchroniser_call;
        known.unwrap_or_else(|| {
            let call = frames::synchroniser_call(self.sites(stack), context);
            self.facts(stack).synchroniser_call = Some(call);
            call
        })
    }

    fn facts(&mut self, stack: StackId) -> &mut Facts {
        if self.facts.len() <= stack.0 as usize {
            self.facts.resize(self.stacks.len(), Facts::default());
        }
        &mut self.facts[stack.0 as usize]
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

/// A number for a frame.
#[inline]
fn frame_hash(mark: StackMark) -> u32 {
    mark.frame.wrapping_mul(0x9e37_79b1) >> 24
}

/// A number for a place in one.
#[inline]
fn moved_hash(first: StackId, mark: StackMark) -> u32 {
    (mark.site.0 ^ mark.site.0 >> 27) as u32 ^ first.0 << 3
}
