//! Frames of a stack by whose code they are: where an error is shown, and what a lock is to the program.
//!
//! A race inside a collection is the fault of the code that shares it, so it is shown at the program's call. What happens inside
//! synchronisers of a library is not the program's fault, and never shown. Whose code a frame is, the guest says
//! ([`Context::owner`]).
//!
//! Stacks are lists of sites, innermost call first.

use deadheat_event::{CodeOwner, Context, SiteId};

/// What a lock is to the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockRole {
    /// Taken by the program, or by a collection on its behalf.
    Own,
    /// A part of a library's synchroniser, which hands something over with it.
    HandOver {
        /// The operation only gives, and takes nothing.
        produces: bool,
        /// A woken thread learns from the thread that woke it, not from those that happened to hold the lock meanwhile.
        barrier: bool,
    },
}

/// The frame that an access is shown at: the program's innermost, unless a synchroniser lies between.
#[must_use]
pub fn program_frame(stack: &[SiteId], context: &dyn Context) -> Option<SiteId> {
    for site in stack {
        match context.owner(*site) {
            CodeOwner::Program => return Some(*site),
            CodeOwner::Library | CodeOwner::Annotations | CodeOwner::Access => {}
            _ => return None,
        }
    }
    None
}

/// The frame that a certain access is shown at, one that a thread is about to make in a state that was reached: the program's
/// innermost, whatever lies between. A synchroniser that reads the program's own collection does so on behalf of its caller.
#[must_use]
pub fn innermost_frame(stack: &[SiteId], context: &dyn Context) -> Option<SiteId> {
    stack.iter().copied().find(|site| context.owner(*site).is_program())
}

/// The frames that the two sides of a race are shown at. What the program itself uses on one side is its own, so a synchroniser that
/// uses it on the other (`putAll` of a plain map) was handed it: that is shown at the program's call. What is used inside of
/// synchronisers on both sides is not shown.
#[must_use]
pub fn race_frames(stacks: [&[SiteId]; 2], context: &dyn Context) -> Option<[SiteId; 2]> {
    let direct = stacks.map(|stack| program_frame(stack, context));
    match direct {
        [Some(first), Some(second)] => Some([first, second]),
        [Some(first), None] => Some([first, innermost_frame(stacks[1], context)?]),
        [None, Some(second)] => Some([innermost_frame(stacks[0], context)?, second]),
        [None, None] => None,
    }
}

/// The frame that an operation is shown at, whatever it is: the program's innermost. A function that takes a lock at its entry
/// takes it when it is called, so that is shown at the call.
#[must_use]
pub fn calling_frame(stack: &[SiteId], context: &dyn Context) -> Option<SiteId> {
    let mut program = stack.iter().filter(|site| context.owner(**site).is_program());
    let inner = *program.next()?;
    let at_entry = stack.first() == Some(&inner) && context.is_entry(inner);
    let outer = if at_entry { program.next().copied() } else { None };
    Some(outer.unwrap_or(inner))
}

/// The call of a synchroniser that the stack is in: the program's frame. All operations of one call are one operation; a single
/// atomic operation has nothing inside.
#[must_use]
pub fn synchroniser_call(stack: &[SiteId], context: &dyn Context) -> Option<SiteId> {
    let owner = context.owner(*stack.first()?);
    if !owner.is_synchroniser() || owner == CodeOwner::Atomic {
        return None;
    }
    calling_frame(stack, context)
}

/// Whether the innermost code that is more than a means of access is a synchroniser's inside.
#[must_use]
pub fn is_in_synchroniser(stack: &[SiteId], context: &dyn Context) -> bool {
    let mut owners = stack.iter().map(|site| context.owner(*site));
    let inner = owners.find(|owner| !matches!(owner, CodeOwner::Access | CodeOwner::Atomic | CodeOwner::Library));
    inner.is_some_and(CodeOwner::is_synchroniser)
}

/// The frame that a block is, or is in: the innermost that is not of the annotations.
#[must_use]
pub fn block_frame(stack: &[SiteId], context: &dyn Context) -> Option<SiteId> {
    stack.iter().copied().find(|site| context.owner(*site) != CodeOwner::Annotations)
}

/// What the lock that is taken or given back at this stack is to the program.
#[must_use]
pub fn lock_role(stack: &[SiteId], context: &dyn Context) -> LockRole {
    let (mut inside, mut produces, mut barrier) = (false, false, false);
    for site in stack {
        match context.owner(*site) {
            CodeOwner::Lock | CodeOwner::OptimisticBegin | CodeOwner::OptimisticValidate => {}
            CodeOwner::Producer => (inside, produces) = (true, true),
            CodeOwner::Barrier => (inside, barrier) = (true, true),
            CodeOwner::Synchroniser | CodeOwner::Atomic | CodeOwner::Access => inside = true,
            CodeOwner::Program | CodeOwner::Library | CodeOwner::Annotations => break,
        }
    }
    if inside { LockRole::HandOver { produces, barrier } } else { LockRole::Own }
}
