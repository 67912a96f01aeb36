//! Schedulers: which thread goes next in a plain run. One file each.
//!
//! A scheduler sees what is possible and picks. It must be *fair enough*: a thread that spins until another has done
//! something must not keep that other from doing it. For time all plain schedulers share one rule, [`Timers`]: in the order
//! of the deadlines, when no thread has anything better to do.

mod pct;
mod random;
mod round_robin;
mod timers;

use std::time::Duration;

use deadheat_event::{Choice, Pending, SiteId, ThreadId};

use crate::{Departure, Machine, Outcome};
pub use pct::Pct;
pub use random::Random;
pub use round_robin::RoundRobin;
pub use timers::Timers;

/// Decides which thread goes next.
///
/// ```
/// use deadheat_event::Choice;
/// use deadheat_machine::scheduler::{Pick, Scheduler, View};
/// use deadheat_machine::{Departure, Driver, Outcome};
/// use deadheat_testing::toy::{Act, Toy};
///
/// /// Always the last choice.
/// struct Last;
///
/// impl Scheduler for Last {
///     fn next(&mut self, choices: &[Choice], _: &dyn View) -> Result<Option<Pick>, Departure> {
///         Ok(choices.last().map(|choice| Pick { choice: *choice, budget: 1 }))
///     }
/// }
///
/// let mut machine = Toy::new(vec![vec![Act::Store(0, 1)], vec![Act::Store(0, 2)]]);
/// let report = Driver::new(&mut machine, &mut Last).record(true).run();
/// assert_eq!(report.end, Ok(Outcome::Finished { exit_code: 1 }));
/// assert_eq!(report.schedule.choices().map(|choice| choice.thread().0).collect::<Vec<_>>(), [1, 0]);
/// ```
pub trait Scheduler {
    /// Picks one of `choices`, which are never empty and come in the order that
    /// [`Machine::choices`] promises. `None`: this scheduler has nothing more to say, and the run
    /// stops where it is.
    ///
    /// # Errors
    /// Only from a scheduler that follows a script: the run does not do what the script says.
    fn next(&mut self, choices: &[Choice], view: &dyn View) -> Result<Option<Pick>, Departure>;

    /// What it is going to choose, as far as that can be said.
    fn forecast(&self) -> Option<Forecast> {
        None
    }

    /// Told when the run is over.
    ///
    /// # Errors
    /// Only from a scheduler that follows a script: the run was over too soon.
    fn finish(&mut self, outcome: &Outcome, view: &dyn View) -> Result<(), Departure> {
        let _ = (outcome, view);
        Ok(())
    }
}

/// What a scheduler is going to choose. Random numbers are those of [`Rng`](crate::Rng).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forecast {
    /// Any choice, all with the same probability; one of a thread that has just yielded is drawn once more.
    Random {
        /// The state of its random numbers.
        state: u64,
    },
    /// As [`Pct`] does.
    Pct {
        /// The seed.
        seed: u64,
        /// How many ordering constraints.
        depth: u32,
    },
}

/// What a scheduler can know of the run, beside the choices.
pub trait View {
    /// The steps made so far, which is also the number of the next one.
    fn steps(&self) -> u64;
    /// The last turn: what became of the last pick.
    fn last(&self) -> Option<Turn>;
    /// How long, on the guest's clock, until the thread's timeout is due.
    fn delay(&self, thread: ThreadId) -> Option<Duration>;
    /// What the thread will do next.
    fn pending(&self, thread: ThreadId) -> Option<Pending>;
    /// Where the thread stands: its calls, innermost first.
    fn stack(&self, thread: ThreadId) -> Vec<SiteId>;
}

/// A machine as its scheduler sees it.
pub struct Now<'m, M> {
    /// The machine.
    pub machine: &'m M,
    /// What [`View::steps`] says.
    pub steps: u64,
    /// What [`View::last`] says.
    pub last: Option<Turn>,
}

impl<M: Machine> View for Now<'_, M> {
    fn steps(&self) -> u64 {
        self.steps
    }

    fn last(&self) -> Option<Turn> {
        self.last
    }

    fn delay(&self, thread: ThreadId) -> Option<Duration> {
        self.machine.delay(thread)
    }

    fn pending(&self, thread: ThreadId) -> Option<Pending> {
        self.machine.pending(thread)
    }

    fn stack(&self, thread: ThreadId) -> Vec<SiteId> {
        self.machine.context().sites(thread)
    }
}

/// What a scheduler picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pick {
    /// What to do.
    pub choice: Choice,
    /// For how many steps the thread may go on, this one included; at least 1.
    pub budget: u64,
}

/// What became of a pick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The thread that moved.
    pub thread: ThreadId,
    /// How many steps it made.
    pub steps: u64,
    /// Whether the last of them was a yield.
    pub yielded: bool,
}

/// The choices that are threads going on, without timeouts and spurious wake-ups: the first part of the list.
fn moves(choices: &[Choice]) -> &[Choice] {
    &choices[..choices.partition_point(|choice| !matches!(choice, Choice::Timeout(_) | Choice::Spurious(_)))]
}

/// The choices of one thread among `moves`.
fn of_thread(moves: &[Choice], thread: ThreadId) -> &[Choice] {
    let start = moves.partition_point(|choice| choice.thread() < thread);
    let end = moves.partition_point(|choice| choice.thread() <= thread);
    &moves[start..end]
}

/// The threads among `moves`, each once.
fn threads(moves: &[Choice]) -> impl Iterator<Item = ThreadId> + Clone + '_ {
    moves.chunk_by(|a, b| a.thread() == b.thread()).map(|group| group[0].thread())
}
