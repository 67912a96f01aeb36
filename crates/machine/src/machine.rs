//! The contract between guests and everything that runs them.

use std::fmt;
use std::time::Duration;

use deadheat_event::{BlockedOn, Choice, Context, ErrorKind, ObjectId, Observer, Pending, SiteId, SourcePos, ThreadId};

use crate::determinism::Difference;
use crate::{Fingerprint, Forecast, Outcome};

/// What executes a guest under our control: small, and enough for every engine.
///
/// A machine stands still between steps, each thread just before its next visible operation. The rules:
/// - **Determinism.** Two machines made alike that take the same choices give the same events, the same output and the same
///   fingerprints, bit for bit.
/// - **Progress.** Every step ends: a thread that runs long without a visible operation stops at a pending
///   [`Yield`](deadheat_event::Op::Yield) of the machine's own.
///
/// ```
/// use deadheat_event::{Choice, ThreadId};
/// use deadheat_machine::Machine;
/// use deadheat_testing::toy::{Act, Toy};
///
/// // Two threads that each store to variable 0, without a lock.
/// let mut machine = Toy::new(vec![vec![Act::Store(0, 1)], vec![Act::Store(0, 2)]]);
/// let start = machine.snapshot();
/// let pending = machine.pending(ThreadId(1)).expect("it has not ended");
/// assert!(pending.is_enabled() && pending.op.access().is_some_and(|access| access.writes));
///
/// machine.step(Choice::Thread(ThreadId(0)), None).unwrap();
/// machine.step(Choice::Thread(ThreadId(1)), None).unwrap();
/// let ended = machine.fingerprint();
/// machine.restore(&start);
/// assert_ne!(machine.fingerprint(), ended);
/// ```
pub trait Machine {
    /// The machine's state, cheap to keep and to share between workers.
    type Snapshot: Clone + Send + Sync;

    /// All threads that were started, by id.
    fn threads(&self) -> Vec<ThreadInfo>;

    /// The threads that were started and have not ended, by id, put into `out` (which is emptied first). The fast way to
    /// ask, without names.
    fn live(&self, out: &mut Vec<ThreadId>) {
        let live = self.threads().into_iter().filter(|thread| thread.status != ThreadStatus::Terminated);
        out.clear();
        out.extend(live.map(|thread| thread.id));
    }

    /// The exception that the thread has not caught and dies, or has died, of.
    fn uncaught(&self, thread: ThreadId) -> Option<Uncaught> {
        let _ = thread;
        None
    }

    /// What the thread will do next; `None` when it has ended or was not started.
    fn pending(&self, thread: ThreadId) -> Option<Pending>;

    /// Asks again what the thread will do next, and puts it in the place of what was `known`, if the thread has not ended. Whether the operation is another. The fast way
    /// to ask for who has asked before: most threads will do the same still.
    fn pending_again(&self, thread: ThreadId, known: &mut Pending) -> bool {
        let Some(pending) = self.pending(thread) else { return false };
        let differs = pending.op != known.op;
        *known = pending;
        differs
    }

    /// Everything that could be done next, put into `out` (which is emptied first) in this order:
    /// 1. the choices of threads that can go on, by thread id: one [`Choice::Thread`], or in its place, where the pending
    ///    operation leaves it open, two or more [`Choice::Wake`] (longest waiting first) or the [`Choice::Value`]s;
    /// 2. [`Choice::Timeout`]s, earliest deadline first, then by thread id;
    /// 3. [`Choice::Spurious`], by thread id, from machines that were asked for them.
    ///
    /// None of this depends on how the state was reached. Empty exactly when the run is over.
    fn choices(&self, out: &mut Vec<Choice>);

    /// Whether a choice is among [`choices`](Self::choices): the fast way to ask for who knows what it wants, and does not need to hear what
    /// every other thread could do.
    fn is_open(&self, choice: Choice) -> bool {
        let mut open = Vec::new();
        self.choices(&mut open);
        open.contains(&choice)
    }

    /// The threads that cannot do what they will do next, and why, by thread id, put into `out` (which is emptied first).
    fn blocked(&self, out: &mut Vec<(ThreadId, BlockedOn)>) {
        let mut live = Vec::new();
        self.live(&mut live);
        out.clear();
        out.extend(live.into_iter().filter_map(|thread| Some((thread, self.pending(thread)?.blocked?))));
    }

    /// Does what `choice` says, and tells the observer, if there is one, of each event.
    ///
    /// # Errors
    /// If the choice is not among [`choices`](Self::choices), or the machine itself is at fault.
    fn step(&mut self, choice: Choice, observer: Option<&mut dyn Observer>) -> Result<Outcome, StepError>;

    /// Takes `choice`, then lets the same thread go on, for `budget` steps in all. Ends sooner when the run is over, when
    /// [`Choice::Thread`] is no longer open to the thread, and after a step that performed a yield. The fast path of plain
    /// running: same result as as many calls of [`step`](Self::step).
    ///
    /// # Errors
    /// As for [`step`](Self::step). Steps done before the error stay done.
    fn run(&mut self, choice: Choice, budget: u64, observer: Option<&mut dyn Observer>) -> Result<Ran, StepError> {
        run_by_steps(self, choice, budget, observer)
    }

    /// Makes one step, and need not look whether anything can go on behind it: [`settle`](Self::settle) does. A search that goes back at once,
    /// because it was in the new state before, has no use for that. Until then nothing is asked about threads but [`uncaught`](Self::uncaught) of the one that moved.
    ///
    /// # Errors
    /// As for [`step`](Self::step).
    fn run_unsettled(&mut self, choice: Choice, observer: Option<&mut dyn Observer>) -> Result<Ran, StepError> {
        self.run(choice, 1, observer)
    }

    /// How the run stands behind such a step, which has answered `outcome`.
    fn settle(&mut self, outcome: Outcome) -> Outcome {
        outcome
    }

    /// The state now.
    fn snapshot(&mut self) -> Self::Snapshot;

    /// Bytes that keeping a snapshot costs beyond those of the snapshots it grew from.
    fn size(snapshot: &Self::Snapshot) -> usize {
        size_of_val(snapshot)
    }

    /// Bytes that were changed since the last snapshot, about: the next one will cost as much, or a few times that.
    fn unsaved(&self) -> usize {
        0
    }

    /// Goes back (or over) to a state of this machine, or of one made alike.
    fn restore(&mut self, snapshot: &Self::Snapshot);

    /// The name of the state now: equal for equal states reached on different paths.
    fn fingerprint(&mut self) -> Fingerprint;

    /// How long, on the guest's clock, until the thread's [`Choice::Timeout`] is due. `None` when it has none, and from
    /// machines without a clock, whose timeouts are due at once.
    fn delay(&self, thread: ThreadId) -> Option<Duration> {
        let _ = thread;
        None
    }

    /// Whether the thread, or one that it starts, can still come to one of the sites. An overestimate: `true` may mean that
    /// the machine cannot say.
    fn may_reach(&self, thread: ThreadId, sites: &[SiteId]) -> bool {
        let _ = (thread, sites);
        true
    }

    /// All sites of the same function on the same line of the source as this one, itself included.
    fn same_line(&self, site: SiteId) -> Vec<SiteId> {
        vec![site]
    }

    /// A scheduler will choose from here on, one step at a time, and this is what it is expected to choose. A machine that must go far for
    /// each answer can go ahead; nothing of what it answers may depend on it. `observes`: steps will have an observer.
    fn foresee(&mut self, forecast: Forecast, observes: bool) {
        let _ = (forecast, observes);
    }

    /// Whether [`foresee`](Self::foresee) makes a difference: such a machine is told from the start of each path.
    fn goes_ahead(&self) -> bool {
        false
    }

    /// What the guest has written to its standard output so far, on the way to this state; none from machines that do not keep it.
    fn output(&self) -> Option<Vec<u8>> {
        None
    }

    /// Whether ends are compared with what was expected: then it matters how far other threads have got when the guest ends.
    fn compares_ends(&self) -> bool {
        false
    }

    /// Whether nobody can notice that a thread was started, but by what the new thread does and by operations on threads: its start commutes then
    /// with what others do. Not so where other memory is written in the same step.
    fn starts_unseen(&self) -> bool {
        false
    }

    /// Whether two threads that live, neither of them the guest's first, may change places: whether exchanging all that belongs to the one with all that belongs to the other
    /// leaves a state in which every thread can do for ever what it can do in this one, the two in each other's place. That is to hold as long as
    /// [`tells_threads_apart`](Self::tells_threads_apart) says so. The answer may be `false` for any other reason.
    fn are_interchangeable(&mut self, one: ThreadId, other: ThreadId) -> bool {
        let _ = (one, other);
        false
    }

    /// Whether the guest has asked, on any path so far, for something that [interchangeable](Self::are_interchangeable) threads differ in: their names, say.
    fn tells_threads_apart(&self) -> bool {
        false
    }

    /// The thread that an object belongs to, of those that were found [interchangeable](Self::are_interchangeable): each of them had one like it, for itself.
    fn owner_among_alike(&self, object: ObjectId) -> Option<ThreadId> {
        let _ = object;
        None
    }

    /// What machines of this guest have done so far to shared memory without showing it, by name. A search that has come by any
    /// is not complete.
    fn blind_spots(&self) -> Vec<String> {
        Vec::new()
    }

    /// Answers questions about the state now.
    fn context(&self) -> &dyn Context;
}

/// [`Machine::run`] by means of the other methods: what it means, and its default.
fn run_by_steps<M: Machine + ?Sized>(
    machine: &mut M,
    choice: Choice,
    budget: u64,
    mut observer: Option<&mut dyn Observer>,
) -> Result<Ran, StepError> {
    let thread = choice.thread();
    let mut ran = Ran { outcome: Outcome::Running, steps: 0, yielded: false };
    let mut next = choice;
    while ran.steps < budget {
        let is_move = matches!(next, Choice::Thread(_));
        ran.yielded = is_move && machine.pending(thread).is_some_and(|pending| pending.op.is_yield());
        let observer: Option<&mut dyn Observer> = match observer {
            Some(ref mut observer) => Some(&mut **observer),
            None => None,
        };
        ran.outcome = machine.step(next, observer)?;
        ran.steps += 1;
        next = Choice::Thread(thread);
        if !ran.outcome.is_running() || ran.yielded || !machine.is_open(next) {
            break;
        }
    }
    Ok(ran)
}

/// What [`Machine::run`] did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// How the run stands.
    pub outcome: Outcome,
    /// How many steps were made.
    pub steps: u64,
    /// Whether the last step performed a yield or a sleep: others should go first.
    pub yielded: bool,
}

/// A step that could not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    /// The choice is not open in this state.
    #[error("`{0}` is not possible here")]
    NotPossible(Choice),
    /// Two machines made alike departed from each other: see [`nondeterminism`](crate::determinism).
    #[error("{0}")]
    Nondeterministic(Box<Difference>),
    /// The machine is at fault, not the guest.
    #[error("internal error of the machine: {0}")]
    Internal(String),
}

/// A thread, as a list of threads shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadInfo {
    /// Its id.
    pub id: ThreadId,
    /// Its name.
    pub name: String,
    /// How it stands.
    pub status: ThreadStatus,
    /// Whether the guest may end without it.
    pub daemon: bool,
}

/// An exception that its thread did not catch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uncaught {
    /// The exception, as the guest shows it.
    pub message: String,
    /// Where it was made, innermost call first.
    pub stack: Vec<SourcePos>,
    /// Set if someone has asked for something, and this says that it is not so.
    pub failed: Option<Failed>,
}

/// What was asked for, and is not so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// What kind of error that is.
    pub kind: ErrorKind,
    /// What has failed: a test, by name.
    pub subject: String,
    /// What was expected, where that is known.
    pub expected: Option<String>,
    /// What came instead.
    pub actual: Option<String>,
}

/// How the message of an exit code begins.
const EXIT_CODE: &str = "exit code ";

impl Uncaught {
    /// What a thread dies of that ends the guest with a code which says that it failed.
    #[must_use]
    pub fn of_exit(code: i32, stack: Vec<SourcePos>) -> Self {
        Self::exception(format!("{EXIT_CODE}{code}"), stack)
    }

    /// An exception that no one has asked about.
    #[must_use]
    pub const fn exception(message: String, stack: Vec<SourcePos>) -> Self {
        Self { message, stack, failed: None }
    }

    /// What kind of error it is.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.failed.as_ref().map_or(ErrorKind::Uncaught, |failed| failed.kind)
    }
}

/// Whether what a thread died of is the exit code with which it ended the guest: see [`Uncaught::of_exit`].
#[must_use]
pub fn is_exit_code(message: &str) -> bool {
    message.starts_with(EXIT_CODE)
}

/// How a thread stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ThreadStatus {
    /// It can go on.
    Runnable,
    /// It waits for a lock.
    Blocked,
    /// It waits for another thread to do something.
    Waiting,
    /// It waits, but not for ever.
    TimedWaiting,
    /// It has ended.
    Terminated,
}

impl fmt::Display for ThreadStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Runnable => "runnable",
            Self::Blocked => "blocked",
            Self::Waiting => "waiting",
            Self::TimedWaiting => "waiting with a time limit",
            Self::Terminated => "terminated",
        })
    }
}
