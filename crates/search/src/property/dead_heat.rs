//! Dead heats: data races as Shacham defines them (*Scaling Model Checking of Dataraces Using Dynamic Information*, 2004,
//! Definition 2.2.8).
//!
//! A state has a dead heat if two threads are both *enabled* to access the same memory next, at least one of them to
//! write, and at least one of the accesses is not protected: plain, and no synchronisation of its own. The definition is checked as
//! it is, so nothing is reported that is none. What the check cannot see is an access that the machine does not show; what it leaves
//! out is memory of which the guest says that races on it are meant ([`is_benign`](deadheat_event::Context::is_benign)).
//!
//! Which dead heat it is, the program's places say ([`place`](crate::place)), and the field.

use deadheat_event::{Access, ErrorKind};

use super::{Property, StateView, Violation};
use crate::{PendingThread, place};

/// Looks for dead heats.
#[derive(Clone, Copy, Debug, Default)]
pub struct DeadHeat;

/// The pairs of threads that are in a dead heat, by thread id.
pub fn race_pairs(threads: &[PendingThread]) -> impl Iterator<Item = [&PendingThread; 2]> {
    threads.iter().enumerate().filter_map(|(at, one)| Some((at, one, enabled_access(one)?))).flat_map(
        |(at, one, first)| {
            let races = move |other: &&PendingThread| enabled_access(other).is_some_and(|b| first.races_with(&b));
            threads[at + 1..].iter().filter(races).map(move |other| [one, other])
        },
    )
}

/// The access that a thread can make now.
fn enabled_access(thread: &PendingThread) -> Option<Access> {
    if thread.is_enabled() { thread.pending.op.access() } else { None }
}

impl Property for DeadHeat {
    fn state(&self, view: &StateView<'_>, violations: &mut Vec<Violation>) {
        for pair in race_pairs(view.threads) {
            let Some(access) = pair[0].pending.op.access() else { continue };
            if view.context.is_benign(access.location) {
                continue;
            }
            let sites = pair.map(|side| place::access_site(side, view.context));
            // What has no declaration of its own, such as elements of arrays, is told apart by the code that uses it.
            let variable = access.location.field();
            let threads = pair.map(|side| side.thread).to_vec();
            violations.push(Violation::new(ErrorKind::Race, threads, &sites, variable));
        }
    }
}
