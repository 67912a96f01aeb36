//! Whether a reordering is one: a small simulation that no engine shares anything with.
//!
//! A reordering is correct if every event of it can be done where it stands, as the [history](crate::history) defines it, and the
//! error is there at its end: of a broken block, that the other thread's access came between its two. A notification that could reach several threads reaches the one that wakes first: if any choice makes the order
//! possible, this one does.

mod block;

use rustc_hash::FxHashMap;

use block::Intrusion;

use crate::history::{Action, Condition, EventId, History, KnownValue, Latch, Lock, Mode, Thread, Variable};
use crate::reordering::{PredictedError, Reordering};

/// What is wrong with a reordering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum Invalid {
    #[error("{0} is not its thread's next event")]
    OutOfTurn(EventId),
    #[error("{0} is done before its thread is forked")]
    NotForked(EventId),
    #[error("{0} joins a thread that has not ended")]
    NotEnded(EventId),
    #[error("{0} reads another value than in the trace")]
    OtherValue(EventId),
    #[error("{0} takes a lock that is not free, or is refused one that is")]
    Lock(EventId),
    #[error("{0} gives back what is not held")]
    NotHeld(EventId),
    #[error("{0} wakes without a notification")]
    NotNotified(EventId),
    #[error("{0} takes permits that are not there")]
    NoPermit(EventId),
    #[error("{0} passes a closed latch")]
    Closed(EventId),
    #[error("the error is not there at the end")]
    NoError,
}

/// Checks reorderings of one history.
#[derive(Debug)]
pub struct Validator<'h> {
    history: &'h History,
    /// The write that each read saw in the trace.
    sources: Vec<Option<EventId>>,
    /// What variables held at the start, where a read shows it.
    initial: Vec<Option<KnownValue>>,
    /// How many locks there are.
    locks: usize,
    /// How often each latch was counted down before it was first passed.
    latches: FxHashMap<Latch, u64>,
}

#[derive(Default)]
struct State {
    done: Vec<u32>,
    forked: Vec<bool>,
    writers: Vec<Option<EventId>>,
    holders: Vec<Vec<(Thread, Mode)>>,
    /// Threads that wait, and whether they were notified.
    waiting: FxHashMap<Thread, (Condition, bool)>,
    permits: FxHashMap<u32, i64>,
    latches: FxHashMap<Latch, u64>,
    parking: Vec<bool>,
    /// Of a broken block: how what comes between was done.
    intrusion: Intrusion,
}

impl<'h> Validator<'h> {
    /// A validator for this history.
    #[must_use]
    pub fn new(history: &'h History) -> Self {
        let mut this = Self {
            history,
            sources: vec![None; history.events().len()],
            initial: Vec::new(),
            locks: 0,
            latches: FxHashMap::default(),
        };
        let variables = history.events().iter().filter_map(|event| event.action.access());
        this.initial.resize(variables.map(|(variable, _)| variable.at() + 1).max().unwrap_or(0), None);
        let (mut writers, mut passed) = (vec![None; this.initial.len()], FxHashMap::default());
        for (id, event) in history.numbered() {
            if let Some(variable) = event.action.reads() {
                let source = writers[variable.at()];
                this.sources[id.at()] = source;
                if source.is_none() && matches!(event.action, Action::Read { .. }) && event.value.is_some() {
                    this.initial[variable.at()] = event.value;
                }
            }
            let refused = if let Action::Refused { lock, .. } = event.action { Some(lock) } else { None };
            let lock = event.action.takes().or(event.action.gives_back()).map(|(lock, _)| lock).or(refused);
            this.locks = this.locks.max(lock.map_or(0, |lock| lock.at() + 1));
            match event.action {
                Action::Write { variable, .. } | Action::Update { variable } => writers[variable.at()] = Some(id),
                Action::CountDown(latch) if !passed.contains_key(&latch) => {
                    *this.latches.entry(latch).or_default() += 1;
                }
                Action::Await(latch) => {
                    passed.insert(latch, ());
                }
                _ => {}
            }
        }
        this
    }

    /// Whether the reordering is correct and ends in its error.
    ///
    /// # Errors
    /// What is wrong, and where first.
    pub fn validate(&self, reordering: &Reordering) -> Result<(), Invalid> {
        let events = reordering.events(self.history);
        let threads = self.history.thread_count();
        let mut state = State {
            done: vec![0; threads],
            parking: vec![false; threads],
            writers: vec![None; self.initial.len()],
            holders: vec![Vec::new(); self.locks],
            ..State::default()
        };
        state.forked = self.history.threads().map(|thread| self.history.fork(thread).is_none()).collect();
        // Where each thread wakes by a notification, in the order of the reordering: the last is the next. One that is about to comes last,
        // and one that wakes for another reason needs no notification.
        let mut wakes: FxHashMap<Thread, Vec<usize>> = FxHashMap::default();
        let next = reordering.error.next().iter().map(|id| (events.len(), id));
        for (at, id) in next.chain(events.iter().enumerate().rev()) {
            if let Action::Wake { notified, .. } = self.history.event(*id).action {
                let needed = if notified { at } else { usize::MAX };
                wakes.entry(self.history.event(*id).thread).or_default().push(needed);
            }
        }
        state.intrusion = Intrusion::expected(reordering, &events, self.history);
        for id in &events {
            self.step(*id, &mut state, &mut wakes)?;
        }
        if self.is_there(&reordering.error, &state) { Ok(()) } else { Err(Invalid::NoError) }
    }

    fn step(&self, id: EventId, state: &mut State, wakes: &mut FxHashMap<Thread, Vec<usize>>) -> Result<(), Invalid> {
        let event = self.history.event(id);
        let thread = event.thread;
        if self.history.position(id) != state.done[thread.at()] {
            return Err(Invalid::OutOfTurn(id));
        }
        if !state.forked[thread.at()] {
            return Err(Invalid::NotForked(id));
        }
        let sees = event.action.reads().is_none_or(|variable| self.sees(id, variable, state));
        if !sees && !state.intrusion.may_stray(id) {
            return Err(Invalid::OtherValue(id));
        }
        self.intrude(id, !sees, state);
        if let Action::Wake { condition, notified, .. } = event.action {
            let (waits_for, was_notified) = state.waiting.remove(&thread).ok_or(Invalid::NotNotified(id))?;
            if waits_for != condition || (notified && !was_notified) {
                return Err(Invalid::NotNotified(id));
            }
            wakes.get_mut(&thread).and_then(Vec::pop);
        }
        if let Some((lock, mode)) = event.action.takes() {
            if !is_free(state, lock, mode, thread) {
                return Err(Invalid::Lock(id));
            }
            state.holders[lock.at()].push((thread, mode));
        }
        if let Some((lock, mode)) = event.action.gives_back() {
            let holders = &mut state.holders[lock.at()];
            let held = holders.iter().position(|holder| *holder == (thread, mode));
            holders.remove(held.ok_or(Invalid::NotHeld(id))?);
        }
        match event.action {
            Action::Fork(child) => state.forked[child.at()] = true,
            Action::Join(child) if (state.done[child.at()] as usize) < self.history.of_thread(child).len() => {
                return Err(Invalid::NotEnded(id));
            }
            Action::Write { variable, .. } | Action::Update { variable } => state.writers[variable.at()] = Some(id),
            Action::Refused { lock, mode } if is_free(state, lock, mode, thread) => return Err(Invalid::Lock(id)),
            Action::Wait { condition, .. } => {
                state.waiting.insert(thread, (condition, false));
            }
            Action::Notify { condition, all } => notify(condition, all, state, wakes),
            Action::Up { semaphore, permits } => *state.permits.entry(semaphore.0).or_default() += i64::from(permits),
            Action::Down { semaphore, permits } => {
                let taken = state.permits.entry(semaphore.0).or_default();
                *taken -= i64::from(permits);
                if *taken + (self.history.initial_permits(semaphore) as i64) < 0 {
                    return Err(Invalid::NoPermit(id));
                }
            }
            Action::CountDown(latch) => *state.latches.entry(latch).or_default() += 1,
            Action::Await(latch) => {
                let needed = self.latches.get(&latch).copied().unwrap_or(0);
                if state.latches.get(&latch).copied().unwrap_or(0) < needed {
                    return Err(Invalid::Closed(id));
                }
            }
            Action::Unpark(other) => state.parking[other.at()] = true,
            Action::Park if !state.parking[thread.at()] => return Err(Invalid::NoPermit(id)),
            Action::Park => state.parking[thread.at()] = false,
            _ => {}
        }
        state.done[thread.at()] += 1;
        Ok(())
    }

    /// Whether the read sees what it saw in the trace.
    fn sees(&self, id: EventId, variable: Variable, state: &State) -> bool {
        let (now, then) = (state.writers[variable.at()], self.sources[id.at()]);
        if state.intrusion.has_strayed(now) {
            return false;
        }
        let event = self.history.event(id);
        let held = match now {
            Some(writer) => self.history.event(writer).value,
            None => self.initial[variable.at()],
        };
        let same_value = matches!(event.action, Action::Read { .. }) && event.value.is_some() && event.value == held;
        now == then || same_value
    }

    fn is_there(&self, error: &PredictedError, state: &State) -> bool {
        let is_next = |id: &EventId| {
            let thread = self.history.event(*id).thread;
            self.history.position(*id) == state.done[thread.at()] && state.forked[thread.at()]
        };
        if !error.next().iter().all(is_next) {
            return false;
        }
        match error {
            PredictedError::Race([first, second]) => {
                let [first, second] = [first, second].map(|id| self.history.event(*id));
                first.thread != second.thread && first.action.races_with(second.action)
            }
            PredictedError::Deadlock(cycle) => {
                let waits_for_next = |at: usize| {
                    let (event, next) = (self.history.event(cycle[at]), cycle[(at + 1) % cycle.len()]);
                    let holder = self.history.event(next).thread;
                    let Some((lock, mode)) = event.action.takes().filter(|_| event.action.requests()) else {
                        return false;
                    };
                    let mut holders = state.holders[lock.at()]
                        .iter()
                        .filter(|(thread, held)| *thread == holder && mode.excludes(*held));
                    let waits = state.waiting.get(&event.thread);
                    let must = matches!(event.action, Action::Wake { notified: true, .. });
                    let notified = !must || waits.is_some_and(|(_, notified)| *notified);
                    holder != event.thread && holders.next().is_some() && notified
                };
                cycle.len() > 1 && (0..cycle.len()).all(waits_for_next)
            }
            PredictedError::Atomicity { before, between, after } => {
                state.intrusion.came_after(*before) && self.is_broken([*before, *between, *after], &state.intrusion)
            }
        }
    }
}

fn is_free(state: &State, lock: Lock, mode: Mode, thread: Thread) -> bool {
    let mut others = state.holders[lock.at()].iter().filter(|(holder, held)| *holder != thread && mode.excludes(*held));
    others.next().is_none()
}

fn notify(condition: Condition, all: bool, state: &mut State, wakes: &FxHashMap<Thread, Vec<usize>>) {
    let next = |thread: &Thread| wakes.get(thread).and_then(|wakes| wakes.last()).copied().unwrap_or(usize::MAX);
    let waits = |(_, (waits_for, notified)): &(&Thread, &mut (Condition, bool))| *waits_for == condition && !*notified;
    let waiting = state.waiting.iter_mut().filter(waits);
    if all {
        waiting.for_each(|(_, (_, notified))| *notified = true);
    } else if let Some((_, (_, notified))) = waiting.min_by_key(|(thread, _)| (next(thread), **thread)) {
        *notified = true;
    }
}
