//! Threads that are alike: of those that may change places only one is moved.
//!
//! A program that starts several threads with the same code has, for each state, all those in which they have changed places. Where two threads *are*
//! alike in a state (they are about to do the same, with the same values, and nothing tells them apart: see
//! [`Machine::are_interchangeable`]), the states behind the step of one and of the other differ in nothing but in who is who, for ever. So only the first of
//! them is moved. Threads that count on one counter, say, come by the states in which those before them have been: the one
//! with the lower number is always ahead, and `n` threads with `k` states each have as many states together as there are multisets, not lists.
//!
//! The idea of symmetry reduction is old (Ip and Dill, "Better verification through symmetry", FMSD 1996; Clarke, Enders, Filkorn, Jha, "Exploiting symmetry
//! in temporal logic model checking", FMSD 1996). They name states by a representative of their orbit, for which all of a state has to be relabelled. Here states keep their names,
//! and only the question whether two threads could be exchanged is asked, of threads that stand at the same place. That finds less: threads that have come to
//! permuted states without ever being alike are told apart.
//!
//! **Why nothing is lost.** Write `s ~ s'` if the two differ only in who is who. For each reachable state there is a visited one like it, by induction on the path: let `u ~ v`, `v`
//! visited, and let thread `t` step from `u`. The thread in its place in `v` does the same, and if it is left out for `first`, then `v` is unchanged when the two
//! change places, so the step of `first` leads to a state like the other's.
//!
//! **Sleep sets** (see `visited.rs`) go on working, because the one that is moved for another is moved in the same visit. In the proof there, take as `c` the first thread that is
//! explored in visit `j` and is in `I(w)`, or is moved in the place of one that is: `w` with the two exchanged then begins with `c`. A thread that is neither of the two is in `I(w)` exactly
//! if it is in that of the exchanged path, and the one that is left out neither sleeps there nor was explored before.
//!
//! **The locking discipline** (see `eager.rs`) is what threads were seen to do; what is left out they were not seen to do. So behind each pass all that was noted of a thread
//! is taken to be true of every thread that was ever left out for it, or it for them (`Discipline::close`). What each of them has for itself, by the machine's word, must
//! have been touched by its owner only, and a lock of that kind protects nothing. If that breaks an assumption, there is another pass.
//!
//! **Giving up.** Whether threads can be told apart may show only later, when the guest asks one for its name: then the search is made again without all this
//! ([`Machine::tells_threads_apart`]). The same where there is a cycle of states: that a livelock is fair shows by the steps of all threads in it.
//!
//! What it can miss: of errors that are the same but for the threads in them, one is reported.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use deadheat_event::ThreadId;
use deadheat_machine::Machine;

use crate::discipline::Discipline;
use crate::shared::lock;

/// What a search has left out because threads are alike.
#[derive(Default)]
pub struct Twins {
    /// The threads that were left out, or moved for others, by their numbers: those that stood for each other on any path are in one list.
    classes: Mutex<Vec<Vec<ThreadId>>>,
    /// Whether anything was left out in the present pass.
    used: AtomicBool,
    given_up: AtomicBool,
}

impl Twins {
    /// Whether all threads are moved.
    pub fn are_given_up(&self) -> bool {
        self.given_up.load(Ordering::Relaxed)
    }

    /// Something tells the threads apart: all are moved from now on.
    pub fn give_up(&self) {
        self.given_up.store(true, Ordering::Relaxed);
    }

    /// Whether anything was left out in the present pass.
    pub fn are_used(&self) -> bool {
        self.used.load(Ordering::Relaxed)
    }

    /// A thread is not moved, because another that is like it is.
    pub fn leave_out(&self, thread: ThreadId, first: ThreadId) {
        self.used.store(true, Ordering::Relaxed);
        let mut classes = lock(&self.classes);
        if classes.iter().any(|class| class.contains(&thread) && class.contains(&first)) {
            return;
        }
        let is_meant = |class: &Vec<ThreadId>| class.contains(&thread) || class.contains(&first);
        let (meant, others): (Vec<_>, Vec<_>) = classes.drain(..).partition(is_meant);
        let mut joined = meant.concat();
        joined.extend([thread, first]);
        joined.sort_unstable();
        joined.dedup();
        *classes = others;
        classes.push(joined);
    }

    /// Ends a pass. Whether what it has left out was left out rightly, as far as the guest and the locking discipline say; if not, nothing will be any more.
    pub fn hold<M: Machine>(&self, discipline: &Discipline, machines: &[M]) -> bool {
        if !self.used.swap(false, Ordering::Relaxed) {
            return true;
        }
        let classes = lock(&self.classes);
        let twins = |thread: ThreadId| {
            classes.iter().find(|class| class.contains(&thread)).map_or_else(|| vec![thread], Clone::clone)
        };
        let owner = |object| machines.iter().find_map(|machine| machine.owner_among_alike(object));
        let told_apart = machines.iter().any(Machine::tells_threads_apart);
        if told_apart || self.are_given_up() || !discipline.close(twins, owner) {
            self.give_up();
        }
        !self.are_given_up()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_stood_for_each_other_are_alike() {
        let twins = Twins::default();
        for (thread, first) in [(2, 1), (4, 3), (2, 1), (3, 2)] {
            twins.leave_out(ThreadId(thread), ThreadId(first));
        }
        assert_eq!(*lock(&twins.classes), [[1, 2, 3, 4].map(ThreadId)]);
    }
}
