//! A complete search in parts: what several processes, on several machines, can share.
//!
//! [`Search::split`](crate::Search::split) explores breadth first until so many states wait to be explored, and makes a [`Part`] of each: a value
//! that means the same in every process. A process that is handed one ([`Search::part`](crate::Search::part)) goes to its state by the schedule
//! and explores all that is left to do there, with a visited set of its own. What the parts saw is put together by [`Whole`], which
//! says what is still to be searched, and in the end whether everything was.
//!
//! **Why all parts together reach what one search does.** A part is a node of the frontier: a state, the choices not yet taken, the sleep set.
//! Handing it to another process is what handing it to another worker is, but for the visited set. The proof in `visited.rs` is about visits to a
//! state that go by one set, and about what each of them explores next. It holds for the set of the split and for that of each part by itself: if a
//! state is visited by *one* of these sets with a sleep set disjoint from `I(w)`, then so is, in this set or in that of a part that was made on the
//! way, the state after the first step of `w`, and so on. The state in which a part starts is not entered into the part's set: the part explores only
//! what is left to do there, and if it comes by again it must do it all. So parts may explore the same states over and over (no set knows of
//! another's), but leave out none. That is the price of the scheme: how often depends on how soon paths meet again.
//!
//! **Why the reduction holds over all parts** (see [`eager`](crate::eager) for what it assumes). The argument there is about one table into which
//! every operation is entered that a thread is ever about to do, and about one set of objects, used from the first step to the last, that contains
//! all that are in conflict in that table. So each part hands back its [`Notes`]: the table, with names that hold in every process. [`Whole`] joins
//! them, and looks for conflicts in all of it. Let `A` be the objects that are in conflict in the end. A part that was searched with another set than
//! `A`, say `B`, has searched as if with `A` exactly if no answer that it got would have been another one: if `A` and `B` agree on every object that
//! it asked about. Those are the objects that were noted, and the threads that lived; the notes say which. For a search is a function of its state
//! and of the answers to "is this object safe?", and it asks about nothing else. Parts for which that is not so are searched again, with `A`, and so
//! is the split itself, which then makes other parts. `A` only grows, by conflicts that are real: so this ends, and then all parts and the split are
//! one pass, with one set and one table, that breaks nothing.
//!
//! **When the whole is complete.** When the split and every part were searched with sets that agree with `A` on all that they asked about, and each
//! of them was complete by itself. A part that no one has finished, a bound that was hit in any, a blind spot: then it is not. Nor is it where names
//! are missing or two things have the same one ([`Bound::Unnamed`](crate::Bound)); nor where there are more than 64 threads, because the sets in
//! which the order among threads is kept hold the first 64 by number, and numbers differ between processes.
//!
//! What it can miss: cycles of states, as any search can (see `livelock.rs`); a part knows its own paths only from its start on. What it can never do
//! is report an error that is none: a part takes real steps from the program's start.

mod assumptions;
mod notes;
mod part;
mod retrace;
mod whole;

pub use assumptions::{Assumptions, SharedName};
pub use notes::Notes;
pub use part::{Part, PartReport, PartRun, Split};
pub use whole::{Conclusion, Whole};

pub(crate) use assumptions::Namer;
pub(crate) use part::{Resume, thread_names};
pub(crate) use retrace::{Departure, Retraced, retrace};
