//! What an event needs of other threads: the events without which it would not be, or would be another.
//!
//! | event | needs |
//! |---|---|
//! | the first of a forked thread | the fork |
//! | a join | the last event of the thread |
//! | a read, an update | the write that it saw |
//! | a wake by notification | the [notification](mod@crate::notifications) |
//! | a `Down` of a semaphore | the `Up`s whose permits it took: those of the start first, then the oldest |
//! | an `Await` | every `CountDown` before anyone passed |
//! | a `Park` | the first `Unpark` since the last |
//! | a `Refused` | that the holder took the lock |
//!
//! Where other schedules could choose another notification or permit, the one of the trace is kept: an order in which it is kept is still
//! a correct one. For the reads there are three [strengths](ReadsFrom): a replay of the program can afford to be an optimist.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::history::{Action, Event, EventId, History, Latch, Lock, Semaphore, Thread, Variable};
use crate::notifications::notifications;
use crate::reordering::Cut;

/// Which reads must see the write that they saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadsFrom {
    /// All: whatever is predicted can be, if the program does nothing that the trace does not show.
    Kept,
    /// Those that are themselves synchronisation.
    KeptIfSynchronised,
    /// None.
    Free,
}

/// Something that an event of the list's thread needs.
#[derive(Clone, Copy, Debug)]
struct Need {
    /// The event's position.
    position: u32,
    /// What it needs.
    event: EventId,
}

/// Clocks for about so many threads are kept at every event that needs others; with more threads, at fewer events: what is kept grows
/// with the trace, not with the threads.
const THREADS_PER_CLOCK: usize = 16;

/// What all events need, and all that those need: looked up quickly.
#[derive(Debug)]
pub struct Causes<'h> {
    history: &'h History,
    /// What the events of each thread need of other threads, in their order.
    needs: Vec<Vec<Need>>,
    /// At every so many needs of a thread all that they need is known: a cut for each.
    clocks: Vec<Vec<u32>>,
    stride: usize,
}

impl<'h> Causes<'h> {
    /// The causes of a history's events.
    #[must_use]
    pub fn new(history: &'h History, reads: ReadsFrom) -> Self {
        let threads = history.thread_count();
        let stride = threads.div_ceil(THREADS_PER_CLOCK).max(1);
        let mut this = Self { history, needs: vec![Vec::new(); threads], clocks: vec![Vec::new(); threads], stride };
        let mut finder = Finder { notifications: notifications(history), ..Finder::default() };
        let mut found = Vec::new();
        for (id, event) in history.numbered() {
            finder.needs(history, id, reads, &mut found);
            for need in found.drain(..).filter(|need| history.event(*need).thread != event.thread) {
                this.add(event.thread, Need { position: history.position(id), event: need });
            }
        }
        this
    }

    fn add(&mut self, thread: Thread, need: Need) {
        self.needs[thread.at()].push(need);
        if self.needs[thread.at()].len().is_multiple_of(self.stride) {
            let mut cut = Cut::empty(self.history);
            self.include(&mut cut, thread, need.position + 1, |_| {});
            self.clocks[thread.at()].extend_from_slice(&cut.0);
        }
    }

    /// What an event needs of other threads, not counting what those need.
    pub fn of(&self, event: EventId) -> impl Iterator<Item = EventId> {
        let position = self.history.position(event);
        let needs = &self.needs[self.history.event(event).thread.at()];
        let from = needs.partition_point(|need| need.position < position);
        needs[from..].iter().take_while(move |need| need.position == position).map(|need| need.event)
    }

    /// Takes the first `count` events of the thread into the cut, with all that they need. Tells which threads have more in it then.
    pub fn include(&self, cut: &mut Cut, thread: Thread, count: u32, mut grown: impl FnMut(Thread)) {
        if cut.of(thread) >= count {
            return;
        }
        let mut todo = vec![(thread, count)];
        while let Some((thread, count)) = todo.pop() {
            let had = cut.of(thread);
            if had >= count {
                continue;
            }
            cut.0[thread.at()] = count;
            grown(thread);
            let needs = &self.needs[thread.at()];
            let from = needs.partition_point(|need| need.position < had);
            let to = from + needs[from..].partition_point(|need| need.position < count);
            let (clocks, width) = (&self.clocks[thread.at()], cut.0.len());
            // While the clocks are made, the last is not there yet.
            let known = (to / self.stride).min(clocks.len() / width);
            let mut rest = from;
            if known * self.stride > from {
                // All that the needs up to here need is known.
                for (at, needed) in clocks[(known - 1) * width..known * width].iter().enumerate() {
                    if cut.0[at] < *needed {
                        cut.0[at] = *needed;
                        grown(Thread(at as u32));
                    }
                }
                rest = known * self.stride;
            }
            let more = needs[rest..to].iter().map(|need| need.event);
            todo.extend(more.map(|event| (self.history.event(event).thread, self.history.position(event) + 1)));
        }
    }
}

/// Finds what events need, in the order of the trace.
#[derive(Default)]
struct Finder {
    writers: FxHashMap<Variable, EventId>,
    /// Who holds each lock, and since which event.
    holders: FxHashMap<Lock, Vec<EventId>>,
    /// What woke each thread that woke by notification.
    notifications: FxHashMap<EventId, EventId>,
    semaphores: FxHashMap<Semaphore, VecDeque<(u64, Option<EventId>)>>,
    /// Who counted the latch down, and whether it was passed.
    latches: FxHashMap<Latch, (FxHashMap<Thread, EventId>, bool)>,
    permits: FxHashMap<Thread, EventId>,
}

impl Finder {
    fn needs(&mut self, history: &History, id: EventId, reads: ReadsFrom, out: &mut Vec<EventId>) {
        let event = history.event(id);
        let thread = event.thread;
        if history.position(id) == 0 {
            out.extend(history.fork(thread));
        }
        if let Some(variable) = event.action.reads() {
            let kept = match reads {
                ReadsFrom::Kept => true,
                ReadsFrom::KeptIfSynchronised => !event.action.is_plain(),
                ReadsFrom::Free => false,
            };
            out.extend(self.writers.get(&variable).copied().filter(|_| kept));
        }
        match event.action {
            Action::Write { variable, .. } | Action::Update { variable } => {
                self.writers.insert(variable, id);
            }
            Action::Join(child) => out.extend(history.of_thread(child).last().copied().or(history.fork(child))),
            Action::Refused { lock, .. } => {
                // One holder would do; which one it is cannot matter to a correct order, so all are kept.
                out.extend(self.holders.get(&lock).into_iter().flatten());
            }
            Action::Wake { notified: true, .. } => out.extend(self.notifications.get(&id)),
            Action::Up { semaphore, permits } => {
                self.semaphore(history, semaphore).push_back((permits.into(), Some(id)));
            }
            Action::Down { semaphore, permits } => self.take(history, semaphore, permits.into(), out),
            Action::CountDown(latch) => {
                let (counted, passed) = self.latches.entry(latch).or_default();
                if !*passed {
                    counted.insert(thread, id);
                }
            }
            Action::Await(latch) => {
                let (counted, passed) = self.latches.entry(latch).or_default();
                *passed = true;
                out.extend(counted.values());
            }
            Action::Unpark(other) => {
                self.permits.entry(other).or_insert(id);
            }
            Action::Park => out.extend(self.permits.remove(&thread)),
            _ => {}
        }
        if let Some((lock, _)) = event.action.takes() {
            self.holders.entry(lock).or_default().push(id);
        }
        if let Some(given) = event.action.gives_back() {
            let holders = self.holders.entry(given.0).or_default();
            // A thread may hold it in both ways.
            let took = |holder: &Event| holder.thread == thread && holder.action.takes() == Some(given);
            if let Some(at) = holders.iter().rposition(|holder| took(history.event(*holder))) {
                holders.remove(at);
            }
        }
    }

    fn semaphore(&mut self, history: &History, semaphore: Semaphore) -> &mut VecDeque<(u64, Option<EventId>)> {
        let start = || VecDeque::from([(history.initial_permits(semaphore), None)]);
        self.semaphores.entry(semaphore).or_insert_with(start)
    }

    fn take(&mut self, history: &History, semaphore: Semaphore, mut permits: u64, out: &mut Vec<EventId>) {
        let there = self.semaphore(history, semaphore);
        while permits > 0 {
            let Some((count, from)) = there.front_mut() else { return };
            let taken = permits.min(*count);
            (*count, permits) = (*count - taken, permits - taken);
            out.extend(from.filter(|_| taken > 0));
            if *count == 0 {
                there.pop_front();
            }
        }
    }
}
