//! Where in the program's own code an operation belongs: what tells errors apart.
//!
//! Two lines of a program that call `list.add` are two errors, although the instruction that races is the same; so the identity of
//! an error is made of the program's innermost frames, and the path through the library is detail. Most operations are the
//! program's own, and then the instruction is the place; only otherwise the stack is walked. Where no frame is the program's, as
//! in a library's own threads, the instruction stands for itself.

use deadheat_analysis::frames;
use deadheat_event::{Context, SiteId};

use crate::PendingThread;

/// Where the program makes the access that a thread is about to make.
#[must_use]
pub fn access_site(one: &PendingThread, context: &dyn Context) -> SiteId {
    let site = one.pending.site;
    if context.owner(site).is_program() {
        return site;
    }
    walk(one, context, frames::innermost_frame)
}

/// Where the program stands. A function that was only just called counts as the call: a lock that is taken at its entry is taken by
/// the caller.
#[must_use]
pub fn standing_site(one: &PendingThread, context: &dyn Context) -> SiteId {
    let site = one.pending.site;
    if context.owner(site).is_program() && !context.is_entry(site) {
        return site;
    }
    walk(one, context, frames::calling_frame)
}

#[cold]
fn walk(
    one: &PendingThread,
    context: &dyn Context,
    frame: impl Fn(&[SiteId], &dyn Context) -> Option<SiteId>,
) -> SiteId {
    frame(&context.sites(one.thread), context).unwrap_or(one.pending.site)
}
