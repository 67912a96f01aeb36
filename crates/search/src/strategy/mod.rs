//! Strategies: what a search explores first. One small file each.
//!
//! A strategy orders, and never leaves anything out: run to its end, every strategy but the random ones sees everything.

mod bfs;
mod dfs;
mod guided;
mod max_preemptions;
mod most_blocked;
mod one_thread_first;
mod pct;
mod pos;
mod preemptions;
mod random;

use deadheat_event::{Choice, Op, ThreadId};
use deadheat_machine::Scheduler;

use crate::PendingThread;
pub use bfs::Bfs;
pub use dfs::Dfs;
pub use guided::Guided;
pub use max_preemptions::MaxPreemptions;
pub use most_blocked::MostBlocked;
pub use one_thread_first::OneThreadFirst;
pub use pct::Pct;
pub use pos::Pos;
pub use preemptions::Preemptions;
pub use random::Random;

/// In what form a strategy keeps what is still to be explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// The newest state first: needs the least memory.
    Stack,
    /// The state with the lowest [rank](Strategy::rank) first, the oldest of those.
    Ranked,
    /// Nothing is kept: walks from the start to an end, again and again.
    Walks,
}

/// What a strategy knows of a state.
pub struct Situation<'a> {
    /// The threads that live, by id.
    pub threads: &'a [PendingThread],
    /// The thread that made the last move, if it was not the first.
    pub last: Option<ThreadId>,
    /// Whether it said that others should go first.
    pub yielded: bool,
    /// How many moves it has made on end.
    pub on_end: u32,
    /// Steps from the start.
    pub steps: u64,
    /// Switches away from a thread that could have gone on.
    pub preemptions: u32,
    /// The moves of threads that the strategy prefers (see [`Strategy::prefers`]) on this path.
    pub preferred: u64,
}

impl Situation<'_> {
    /// A thread, with what it will do next; none if it does not live.
    #[must_use]
    pub fn thread(&self, thread: ThreadId) -> Option<&PendingThread> {
        self.threads.iter().find(|one| one.thread == thread)
    }
}

/// Decides what comes first.
///
/// ```
/// use deadheat_event::Choice;
/// use deadheat_search::Search;
/// use deadheat_search::property::DeadHeat;
/// use deadheat_search::strategy::{Shape, Situation, Strategy};
/// use deadheat_testing::toy::{Act, Toy};
///
/// /// Depth first, the thread with the highest number first.
/// struct LastThreadFirst;
///
/// impl Strategy for LastThreadFirst {
///     fn name(&self) -> &'static str {
///         "last-thread-first"
///     }
///
///     fn shape(&self) -> Shape {
///         Shape::Stack
///     }
///
///     fn arrange(&self, _: &Situation<'_>, choices: &mut Vec<Choice>) {
///         choices.sort_by_key(|choice| std::cmp::Reverse(choice.thread()));
///     }
/// }
///
/// let machine = Toy::new(vec![vec![Act::Load(0), Act::Store(0, 1)]; 2]);
/// let report = Search::new(vec![machine]).strategy(LastThreadFirst).property(DeadHeat).run()?;
/// assert!(report.coverage.is_complete() && !report.counterexamples.is_empty());
/// # Ok::<(), deadheat_search::SearchError>(())
/// ```
pub trait Strategy: Send + Sync {
    /// Its name on a command line.
    fn name(&self) -> &'static str;

    /// Its form.
    fn shape(&self) -> Shape;

    /// Puts the open choices of a state into the order in which they are tried. They come by thread, timeouts last.
    fn arrange(&self, at: &Situation<'_>, choices: &mut Vec<Choice>) {
        let _ = (at, choices);
    }

    /// The rank of a state: lower ones are explored first.
    fn rank(&self, at: &Situation<'_>) -> i64 {
        let _ = at;
        0
    }

    /// Whether moves of this thread are to be counted in [`Situation::preferred`].
    fn prefers(&self, thread: ThreadId) -> bool {
        let _ = thread;
        false
    }

    /// The scheduler that decides in the walk with this number.
    fn walk(&self, number: u64) -> Option<Box<dyn Scheduler>> {
        let _ = number;
        None
    }
}

/// A thread that has gone on for so long while others could is made to wait for them: it may be spinning.
const PATIENCE: u32 = 1000;

/// Puts the moves of a thread that should give way behind those of others, and timeouts behind all.
pub(crate) fn be_fair(at: &Situation<'_>, choices: &mut [Choice]) {
    let gives_way = at.last.filter(|_| at.yielded || at.on_end > PATIENCE);
    choices.sort_by_key(|choice| {
        let waits = matches!(choice, Choice::Timeout(_) | Choice::Spurious(_));
        (waits, Some(choice.thread()) == gives_way)
    });
}

/// Round robin: threads that start others first, so that there is something to interleave; then the one after the last.
pub(crate) fn take_turns(at: &Situation<'_>, choices: &mut [Choice]) {
    let last = at.last.map_or(0, |thread| thread.0);
    choices.sort_by_key(|choice| {
        let thread = choice.thread();
        let starts = at.thread(thread).is_some_and(|one| matches!(one.pending.op, Op::Start { .. }));
        (!starts, thread.0 <= last, thread.0)
    });
}
