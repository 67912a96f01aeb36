//! Dead heats: data races as Shacham defines them (*Scaling Model Checking of Dataraces Using Dynamic Information*, 2004,
//! Definition 2.2.8).
//!
//! A state has a dead heat if two threads are both *enabled* to access the same memory next, at least one of them to
//! write, and at least one of the accesses is not protected: plain, and no synchronisation of its own. The definition is checked as
//! it is, so nothing is reported that is none. What the check cannot see is an access that the machine does not show; what it leaves
//! out is memory of which the guest says that races on it are meant ([`is_benign`](deadheat_event::Context::is_benign)).
//!
//! Which dead heat it is, the program's places say ([`place`](crate::place)), and the field.

use deadheat_event::{Access, ErrorKind, Location};

use super::{Property, StateView, Violation};
use crate::{PendingThread, place};

/// Looks for dead heats.
#[derive(Clone, Copy, Debug, Default)]
pub struct DeadHeat;

/// The pairs of threads that are in a dead heat, by thread id.
pub fn race_pairs(threads: &[PendingThread]) -> impl Iterator<Item = [&PendingThread; 2]> {
    let pairs = if threads.len() > FEW { pairs_by_memory(threads) } else { pairs_of_each(threads) };
    pairs.into_iter().map(|pair| pair.map(|at| &threads[at]))
}

/// So many threads are compared each with each.
const FEW: usize = 8;

fn pairs_of_each(threads: &[PendingThread]) -> Vec<[usize; 2]> {
    let mut pairs = Vec::new();
    for (at, one) in threads.iter().enumerate() {
        let Some(access) = enabled_access(one) else { continue };
        let races = |other: &PendingThread| enabled_access(other).is_some_and(|theirs| access.races_with(&theirs));
        pairs.extend((at + 1..threads.len()).filter(|other| races(&threads[*other])).map(|other| [at, other]));
    }
    pairs
}

/// The same, where only those are compared that touch the same memory, or bytes of the same object.
fn pairs_by_memory(threads: &[PendingThread]) -> Vec<[usize; 2]> {
    let whole = |location: Location| match location {
        Location::Bytes { object, .. } => Location::Bytes { object, offset: 0, length: 0 },
        other => other,
    };
    let accesses = threads.iter().enumerate().filter_map(|(at, one)| Some((at, enabled_access(one)?)));
    let mut accesses: Vec<(Location, usize, Access)> =
        accesses.map(|(at, access)| (whole(access.location), at, access)).collect();
    accesses.sort_unstable_by_key(|(memory, at, _)| (*memory, *at));
    let mut pairs = Vec::new();
    for group in accesses.chunk_by(|a, b| a.0 == b.0) {
        for (n, (_, one, access)) in group.iter().enumerate() {
            let others = group[n + 1..].iter().filter(|(.., theirs)| access.races_with(theirs));
            pairs.extend(others.map(|(_, other, _)| [*one, *other]));
        }
    }
    pairs.sort_unstable();
    pairs
}

/// The access that a thread can make now.
fn enabled_access(thread: &PendingThread) -> Option<Access> {
    if thread.is_enabled() { thread.pending.op.access() } else { None }
}

impl Property for DeadHeat {
    fn looks_at_every_step(&self) -> bool {
        false
    }

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

#[cfg(test)]
mod tests {
    use super::*;
    use deadheat_event::{AccessKind, FieldId, ObjectId, Op, Pending, SiteId, ThreadId};

    #[test]
    fn pairs_by_memory_are_the_pairs_of_each() {
        // Fields and overlapping bytes, read and written, plain and not: all there is in a few.
        let location = |n: u32| match n % 4 {
            0 => Location::Global { field: FieldId(n / 4 % 2) },
            1 => Location::Field { object: ObjectId(n / 4 % 3), field: FieldId(0) },
            _ => Location::Bytes { object: ObjectId(n % 2), offset: n / 4 % 5, length: 2 },
        };
        let thread = |n: u32| {
            let (location, access) =
                (location(n * 7), if n.is_multiple_of(5) { AccessKind::Atomic } else { AccessKind::Plain });
            let op = match n % 3 {
                0 => Op::Write { location, access, value: None },
                1 => Op::Read { location, access },
                _ => Op::Yield,
            };
            PendingThread {
                thread: ThreadId(n),
                pending: Pending { op, site: SiteId(0), blocked: None },
                frozen: false,
            }
        };
        let threads: Vec<PendingThread> = (0..60).map(thread).collect();
        assert!(pairs_of_each(&threads).len() > 20);
        assert_eq!(pairs_by_memory(&threads), pairs_of_each(&threads));
    }
}
