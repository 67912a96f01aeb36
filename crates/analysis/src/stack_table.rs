//! Stacks, interned: analyses keep one with every access, and show few of them.

use deadheat_event::{Context, SiteId, SourcePos, ThreadId};
use rustc_hash::FxHashMap;

use crate::frames::{self, LockRole};

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
    /// Those met last, each at a place that its innermost call gives, or the context's hint.
    recent: Vec<StackId>,
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
        let recent = vec![StackId::EMPTY; RECENT];
        Self { stacks: vec![empty], numbers, buffer: Vec::new(), recent, facts: Vec::new() }
    }
}

impl StackTable {
    /// The thread's stack now.
    pub fn capture(&mut self, thread: ThreadId, context: &dyn Context) -> StackId {
        let hint = context.stack_hint(thread);
        let place = match hint {
            Some(hint) => hint ^ hint >> 31,
            None => {
                context.stack_sites(thread, &mut self.buffer);
                self.buffer.first().map_or(0, |site| site.0 ^ site.0 >> 25)
            }
        } as usize
            % RECENT;
        let recent = self.recent[place];
        let known = &*self.stacks[recent.0 as usize];
        // Walking along a stack that is known is cheaper than writing it down.
        if if hint.is_some() { context.is_stack(thread, known) } else { *known == *self.buffer } {
            return recent;
        }
        if hint.is_some() {
            context.stack_sites(thread, &mut self.buffer);
        }
        let id = self.intern();
        self.recent[place] = id;
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
    pub fn is(&mut self, stack: StackId, thread: ThreadId, context: &dyn Context) -> bool {
        let known = &*self.stacks[stack.0 as usize];
        if context.stack_hint(thread).is_some() {
            return context.is_stack(thread, known);
        }
        context.stack_sites(thread, &mut self.buffer);
        *self.buffer == *known
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
