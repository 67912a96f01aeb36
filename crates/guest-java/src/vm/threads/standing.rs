//! Where each thread stands, kept from step to step: what it will do, whether it can, and when its wait ends.
//!
//! What a thread will do is a function of the state ([`Vm::pending_of`]), and nothing of it is part of the state. To ask it of all threads
//! after every step costs as much as there are threads, although a step changes the answer of few. So answers are kept, outside of
//! the arena, and each is computed again when something may have changed that it was computed from:
//!
//! - **What was read.** While an answer is computed the arena notes the words that are read ([`Arena::log_reads`]), whatever code reads
//!   them; their pages are watched. The barrier that every write passes, and `restore`, tell when one may have changed. The thread is then
//!   asked again: if the page is its own (its record, its stack) in any case, else if a word that it has read has another value.
//! - **What was moved.** A thread that makes a step is asked again in any case.
//! - **What is no word of the arena.** Answers that need more (the network, the lines of fair locks, the end of the main thread) are
//!   *unsteady*: they are computed again after each step. So are those of natives that are not said to be
//!   [`steady`](crate::vm::natives::steady).
//!
//! Why that is sound: an answer that is steady is a function of words that it is known to have read. None of them has changed whose page
//! was not hit, because a write that did not pass the barrier would also be missing in the states that are kept.
//!
//! Threads before one monitor are asked most often: each time that it is taken or given back. Of these it is known how the answer follows from the
//! monitor's word ([`Standing::pass_gate`]), and nothing else of it is read again.
//!
//! Instructions may become quick at any time, by other machines, too: that this changes no answer is what all machines rely on.
//! Watches are set only between steps: within one the interpreter writes to pages of its frames that it has touched before.
//!
//! A search goes from a state to the next, finds that it was there before, and goes back without having asked anything: then all that was kept is true again, whatever
//! was hit ([`Vm::restore_standing`]).
//!
//! A checked build, and [`Config::audit`](crate::Config::audit), compare everything that is kept with what is computed.

use std::cell::RefMut;
use std::sync::Arc;

use deadheat_event::{BlockedOn, Op, Pending, SiteId, ThreadId};
use rustc_hash::FxHashMap;

use super::live::LiveThreads;
use crate::vm::Vm;
use crate::vm::machine::stage;
use crate::vm::memory::arena::{Arena, Hit, Node, PAGE_WORDS, WATCHED_BY_OTHERS, WATCHED_BY_OWNER, page_of};
use crate::vm::memory::layout::{self, Ref};
use crate::vm::threads::thread::{
    S_NEW, S_NONE, S_PARKED, S_RUNNABLE, S_SLEEPING, S_TERMINATED, S_WAITING, T_DAEMON, T_DEADLINE, T_STAGE, T_STATUS,
    T_TICKET, T_WAIT_ON, T_WAKE, W_NONE,
};
use crate::vm::threads::visible::monitor;

/// Where a thread stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stand {
    /// What it will do next; none if it has ended.
    pub pending: Option<Pending>,
    /// Whether it can do that now.
    pub enabled: bool,
    /// Whether it stands at a visible operation.
    pub sees: bool,
    /// When its wait may end by time, on the guest's clock; 0 if it cannot.
    pub deadline: u64,
    /// The address of a monitor's word, if nothing but that says whether the thread can go on; else 0.
    gate: u32,
}

impl Stand {
    /// Whether there may be more than one choice of how the thread goes on.
    fn is_open(&self) -> bool {
        let open = |pending: &Pending| matches!(pending.op, Op::Choose { .. } | Op::Notify { all: false, .. });
        self.enabled && self.pending.as_ref().is_some_and(open)
    }
}

/// What is kept of a thread.
#[derive(Debug, Default)]
struct Kept {
    stand: Stand,
    is_live: bool,
    /// It is to be asked again.
    is_stale: bool,
    /// The answer holds until the next move: it needs more than words.
    is_unsteady: bool,
    /// The addresses of the words that the answer was read from, but for those on the thread's own pages.
    words: Vec<u32>,
}

/// If more threads than this have changed, the list of those that can go on is made anew.
const MANY: usize = 16;

/// A word that answers were read from.
#[derive(Debug, Default)]
struct Watched {
    value: u64,
    /// The threads whose answers they are, and some whose answers were: those count that have the word among theirs.
    readers: Vec<u32>,
}

/// Where all threads of a machine stand.
#[derive(Debug, Default)]
pub struct Standing {
    live: LiveThreads,
    /// Pages of `layout::LIVE` that are watched, from the first.
    slot_pages: u32,
    /// By thread id.
    threads: Vec<Kept>,
    /// Threads that are to be asked again, or were.
    stale: Vec<u32>,
    /// Threads whose answers are unsteady, or were.
    unsteady: Vec<u32>,
    /// The number of moves, as of which unsteady answers hold.
    moves: u64,
    /// Words that answers were read from whose threads' own they are not, by address.
    watched: FxHashMap<u32, Watched>,
    /// Their addresses, by page, and some that are no longer watched. All these pages are watched.
    pages: FxHashMap<u32, Vec<u32>>,
    /// Hits that are to be looked at between steps.
    deferred: Vec<Hit>,
    /// The threads that can go on, by id …
    enabled: Vec<u32>,
    /// … and those of which that may have changed since.
    toggled: Vec<u32>,
    /// How many of them can do so in several ways.
    open: usize,
    /// The threads whose wait may end by time, by deadline and id.
    timed: Vec<(u64, u32)>,
    hits: Vec<Hit>,
    reads: Vec<u32>,
    /// The state of which all this was true before a step, while nothing of it was looked at again since.
    true_of: Option<Arc<Node>>,
}

impl Standing {
    /// The threads that live, by id.
    pub fn live(&self) -> &[u32] {
        self.live.ids()
    }

    /// The threads that can go on, by id.
    pub fn enabled(&self) -> &[u32] {
        &self.enabled
    }

    /// Whether one of them may do so in several ways.
    pub fn has_open(&self) -> bool {
        self.open > 0
    }

    /// The threads whose wait may end by time, earliest deadline first.
    pub fn timed(&self) -> impl Iterator<Item = u32> {
        self.timed.iter().map(|(_, tid)| *tid)
    }

    /// Where a thread stands.
    pub fn of(&self, tid: u32) -> Option<&Stand> {
        self.threads.get(tid as usize).filter(|kept| kept.is_live).map(|kept| &kept.stand)
    }

    /// The threads that wait on an object, in the order they came.
    pub fn waiters(&self, arena: &Arena, object: Ref) -> Vec<u32> {
        let word = |tid: u32, word: u32| arena.get(layout::thread(tid) + word);
        let waits = |tid: &u32| word(*tid, T_STATUS) == S_WAITING;
        let mut waiters: Vec<u32> = self.live.waiting_on(object).iter().copied().filter(waits).collect();
        waiters.sort_unstable_by_key(|tid| (word(*tid, T_TICKET), *tid));
        waiters
    }

    /// Whether nothing is left to look at since all threads were asked: most questions come in rows, about one thread after the other.
    #[inline]
    fn is_settled(&self, moves: u64) -> bool {
        self.moves == moves && self.deferred.is_empty() && self.stale.is_empty() && self.toggled.is_empty()
    }

    fn kept(&mut self, tid: u32) -> &mut Kept {
        let at = tid as usize;
        if self.threads.len() <= at {
            self.threads.resize_with(at + 1, Kept::default);
        }
        &mut self.threads[at]
    }

    /// The thread is to be asked again.
    fn make_stale(&mut self, tid: u32) {
        if let Some(kept) = self.threads.get_mut(tid as usize)
            && kept.is_live
            && !kept.is_stale
        {
            kept.is_stale = true;
            self.stale.push(tid);
        }
    }

    /// Looks at a page of `layout::LIVE`, and goes on watching it.
    fn look_at_slots(&mut self, arena: &Arena, page: u32) {
        arena.watch(page_of(layout::LIVE) + page, WATCHED_BY_OWNER);
        let first = page * PAGE_WORDS as u32;
        // Nobody is, or was when this was looked at last, on a slot behind these.
        let used = self.live.known_slots().max(arena.get(layout::G_STACKS) as u32);
        for slot in first..used.min(first + PAGE_WORDS as u32) {
            let now = (arena.get(layout::LIVE + slot) as u32).checked_sub(1);
            if self.live.on_slot(slot) == now {
                continue;
            }
            if let Some(before) = self.live.set_slot(slot, now) {
                self.remove(before);
            }
            if let Some(tid) = now {
                self.live.add(tid);
                self.kept(tid).is_live = true;
                self.make_stale(tid);
                self.look_at_record(arena, tid);
            }
        }
    }

    /// Looks how many slots were ever used. A thread takes one of these, or the next, or one of the first page.
    fn look_at_globals(&mut self, arena: &Arena) {
        arena.watch(page_of(layout::G_STACKS), WATCHED_BY_OWNER);
        let pages = arena.get(layout::G_STACKS) as u32 / PAGE_WORDS as u32 + 2;
        while self.slot_pages < pages {
            self.slot_pages += 1;
            self.look_at_slots(arena, self.slot_pages - 1);
        }
    }

    /// Looks what a thread waits on, and goes on watching its record.
    fn look_at_record(&mut self, arena: &Arena, tid: u32) {
        let record = layout::thread(tid);
        arena.watch(page_of(record), WATCHED_BY_OWNER);
        let waits = arena.get(record + T_STATUS) == S_WAITING || arena.get(record + T_TICKET) != 0;
        self.live.set_wait(tid, if waits { arena.get(record + T_WAIT_ON) as Ref } else { 0 });
    }

    fn remove(&mut self, tid: u32) {
        self.live.remove(tid);
        self.set_stand(tid, Stand::default());
        let kept = self.kept(tid);
        kept.words.clear();
        (kept.is_live, kept.is_unsteady) = (false, false);
    }

    /// A watched page may have changed that says who lives and who waits. What concerns answers is left for later.
    fn hit(&mut self, arena: &Arena, hit: Hit) {
        if hit.watchers & WATCHED_BY_OTHERS != 0 {
            self.deferred.push(hit);
        }
        if hit.watchers & WATCHED_BY_OWNER == 0 {
            return;
        }
        let address = hit.page * PAGE_WORDS as u32;
        if hit.page == page_of(layout::G_STACKS) {
            self.look_at_globals(arena);
        } else if address < layout::LIVE {
            let tid = (address - layout::THREADS) / layout::THREAD_WORDS;
            if self.kept(tid).is_live {
                self.look_at_record(arena, tid);
                self.make_stale(tid);
            }
        } else if address < layout::STACKS {
            self.look_at_slots(arena, hit.page - page_of(layout::LIVE));
        } else if let Some(tid) = layout::stack_slot(address).and_then(|slot| self.live.on_slot(slot)) {
            self.make_stale(tid);
        }
    }

    /// Looks at the pages of others that may have changed, and goes on watching them.
    fn look_at_others(&mut self, arena: &Arena) {
        let mut deferred = std::mem::take(&mut self.deferred);
        for hit in deferred.drain(..) {
            let Some(mut words) = self.pages.get_mut(&hit.page).map(std::mem::take) else { continue };
            words.retain(|address| self.is_watched_still(arena, *address));
            if words.is_empty() {
                self.pages.remove(&hit.page);
            } else {
                arena.watch(hit.page, WATCHED_BY_OTHERS);
                self.pages.insert(hit.page, words);
            }
        }
        self.deferred = deferred;
    }

    /// Whether a word is watched by anybody. If it has another value than it had, its readers are to be asked again.
    fn is_watched_still(&mut self, arena: &Arena, address: u32) -> bool {
        let Some(watched) = self.watched.get_mut(&address) else { return false };
        let value = arena.peek(address);
        if watched.value == value {
            return true;
        }
        watched.value = value;
        let mut readers = std::mem::take(&mut watched.readers);
        readers.retain(|tid| {
            let kept = self.kept(*tid);
            // The answer of who stands before a monitor was read from its word.
            if kept.stand.gate == address {
                self.pass_gate(*tid, value);
                return true;
            }
            let Some(at) = kept.words.iter().position(|word| *word == address) else { return false };
            kept.words.swap_remove(at);
            self.make_stale(*tid);
            false
        });
        if readers.is_empty() {
            self.watched.remove(&address);
            return false;
        }
        if let Some(watched) = self.watched.get_mut(&address) {
            watched.readers = readers;
        }
        true
    }

    /// The monitor before which a thread stands has another owner, or none: what [`Vm::see_enter`] and `Object.wait` would say.
    fn pass_gate(&mut self, tid: u32, word: u64) {
        let stand = &mut self.kept(tid).stand;
        let Some(pending) = &mut stand.pending else { return };
        let owner = (word as u32).checked_sub(1);
        let lock = match &mut pending.op {
            Op::Acquire { lock, reentrant, .. } => {
                *reentrant = owner == Some(tid);
                *lock
            }
            Op::Wake { lock, .. } => *lock,
            _ => return,
        };
        let other = owner.filter(|owner| *owner != tid).map(ThreadId);
        pending.blocked = other.map(|owner| BlockedOn::Lock { lock, owner: Some(owner), interruptible: false });
        if std::mem::replace(&mut stand.enabled, other.is_none()) != other.is_none() {
            self.toggled.push(tid);
        }
    }

    /// Brings the list of those that can go on up to date.
    fn sort_out(&mut self) {
        let is_enabled = |threads: &[Kept], tid: u32| threads[tid as usize].stand.enabled;
        if self.toggled.len() > MANY {
            self.toggled.clear();
            let threads = &self.threads;
            self.enabled.clear();
            self.enabled.extend(self.live.ids().iter().copied().filter(|tid| is_enabled(threads, *tid)));
        }
        for tid in self.toggled.drain(..) {
            match (self.enabled.binary_search(&tid), is_enabled(&self.threads, tid)) {
                (Ok(at), false) => drop(self.enabled.remove(at)),
                (Err(at), true) => self.enabled.insert(at, tid),
                _ => {}
            }
        }
    }

    /// A thread's answer was read from a word that is not its own.
    fn watch(&mut self, arena: &Arena, tid: u32, address: u32) {
        let most = 2 * self.live.ids().len() + 16;
        let watched = self.watched.entry(address).or_insert_with(|| {
            arena.watch(page_of(address), WATCHED_BY_OTHERS);
            let words = self.pages.entry(page_of(address)).or_default();
            if !words.contains(&address) {
                words.push(address);
            }
            Watched { value: arena.peek(address), readers: Vec::new() }
        });
        if watched.readers.len() >= most {
            let threads = &self.threads;
            watched.readers.sort_unstable();
            watched.readers.dedup();
            watched.readers.retain(|reader| threads[*reader as usize].words.contains(&address));
        }
        watched.readers.push(tid);
    }

    /// Looks at all that may have changed.
    fn catch_up(&mut self, arena: &Arena) {
        let mut hits = std::mem::take(&mut self.hits);
        if !arena.take_hits(&mut hits) {
            hits.clear();
            *self = Self::default();
            self.look_at_globals(arena);
        }
        for hit in hits.drain(..) {
            self.hit(arena, hit);
        }
        self.hits = hits;
    }

    /// Keeps a new answer, which was read from these words.
    fn keep(&mut self, arena: &Arena, tid: u32, stand: Stand, is_unsteady: bool, reads: &[u32]) {
        self.set_stand(tid, stand);
        if is_unsteady && !std::mem::replace(&mut self.kept(tid).is_unsteady, true) {
            self.unsteady.push(tid);
        }
        let mut words = std::mem::take(&mut self.kept(tid).words);
        let before = words.len();
        for address in reads.iter().copied() {
            let page = page_of(address);
            if page == page_of(layout::thread(tid)) {
                continue;
            }
            if layout::stack_slot(address).is_some_and(|slot| self.live.on_slot(slot) == Some(tid)) {
                arena.watch(page, WATCHED_BY_OWNER);
            } else if !words[before..].contains(&address) {
                if !words[..before].contains(&address) {
                    self.watch(arena, tid, address);
                }
                words.push(address);
            }
        }
        // Those of the answer before are given up; the thread is no longer among the readers that count.
        words.drain(..before);
        self.kept(tid).words = words;
    }

    fn set_stand(&mut self, tid: u32, stand: Stand) {
        let (enabled, open, deadline) = (stand.enabled, stand.is_open(), stand.deadline);
        let before = std::mem::replace(&mut self.kept(tid).stand, stand);
        if before.enabled != enabled {
            self.toggled.push(tid);
        }
        self.open = self.open + usize::from(open) - usize::from(before.is_open());
        if before.deadline != deadline {
            if let Ok(at) = self.timed.binary_search(&(before.deadline, tid)) {
                self.timed.remove(at);
            }
            if deadline != 0
                && let Err(at) = self.timed.binary_search(&(deadline, tid))
            {
                self.timed.insert(at, (deadline, tid));
            }
        }
    }
}

impl Vm {
    /// The running thread moves, or another state is restored.
    pub(crate) fn note_move(&mut self, tid: Option<u32>) {
        self.moves += 1;
        if let Some(tid) = tid {
            self.standing.get_mut().make_stale(tid);
        }
    }

    /// A step is about to be made, and where all threads stand is known.
    pub(crate) fn remember_standing(&mut self) {
        let standing = self.standing.get_mut();
        let state = self.arena.state();
        if standing.true_of.as_ref().map(Arc::as_ptr) != state.map(Arc::as_ptr) {
            standing.true_of = state.cloned();
        }
    }

    /// Memory is equal to this state again. If all that is kept was true of it, and nothing was looked at since, then it is true again: every word that it
    /// was read from has the value that it had. What needs more than words is computed again in any case.
    pub(crate) fn restore_standing(&mut self, state: &Arc<Node>) {
        let standing = self.standing.get_mut();
        if standing.true_of.as_ref().is_some_and(|known| Arc::ptr_eq(known, state)) && self.arena.watch_again() {
            for tid in standing.stale.drain(..) {
                standing.threads[tid as usize].is_stale = false;
            }
        }
    }

    /// Threads that live and what they wait on, as of now; may be asked within steps.
    fn lives(&self) -> RefMut<'_, Standing> {
        let mut standing = self.standing.borrow_mut();
        if self.arena.has_hits() {
            standing.true_of = None;
            let logging = self.arena.log_reads(false);
            standing.catch_up(&self.arena);
            self.arena.log_reads(logging);
        }
        standing
    }

    /// An answer that is being computed needs more than words of the arena, or more of them than are worth watching.
    pub(crate) fn note_unsteady(&self) {
        self.is_unsteady.set(true);
    }

    /// Threads that have begun and not ended, by id.
    pub fn live_threads(&self) -> Vec<u32> {
        self.note_unsteady();
        self.lives().live().to_vec()
    }

    /// The threads that wait on an object, in the order they came.
    pub fn waiters(&self, object: Ref) -> Vec<u32> {
        self.note_unsteady();
        self.lives().waiters(&self.arena, object)
    }

    /// The threads whose records say that they wait on an object, or are in line for it, in no order.
    pub(crate) fn waiting_on(&self, object: Ref) -> Vec<u32> {
        self.note_unsteady();
        self.lives().live.waiting_on(object).to_vec()
    }

    /// The stack slot that a new thread gets. The first threads have each their own, so that equal states look alike in whatever order
    /// threads were started; the others take the lowest one.
    pub(crate) fn free_stack(&self, tid: u32) -> Option<u32> {
        const OWN: u32 = 64;
        let limit = self.shared.config.max_threads.min(layout::MAX_STACKS);
        let live = &self.lives().live;
        let own = Some(tid).filter(|tid| *tid < limit.min(OWN) && live.on_slot(*tid).is_none());
        own.or_else(|| live.free_slot(OWN, limit)).or_else(|| live.free_slot(0, limit))
    }

    /// Where all threads stand. Only between steps.
    #[inline]
    pub(crate) fn standing(&self) -> RefMut<'_, Standing> {
        let standing = self.standing.borrow_mut();
        let is_known = standing.is_settled(self.moves) && !self.arena.has_hits();
        if is_known && !self.shared.config.audit && !cfg!(feature = "checked") {
            return standing;
        }
        drop(standing);
        self.look_where_they_stand()
    }

    /// The same, where something may have changed.
    #[inline(never)]
    fn look_where_they_stand(&self) -> RefMut<'_, Standing> {
        let mut standing = self.lives();
        standing.look_at_others(&self.arena);
        if standing.moves != self.moves {
            standing.moves = self.moves;
            standing.true_of = None;
            for tid in std::mem::take(&mut standing.unsteady) {
                if std::mem::take(&mut standing.kept(tid).is_unsteady) {
                    standing.make_stale(tid);
                }
            }
        }
        while let Some(tid) = standing.stale.pop() {
            standing.kept(tid).is_stale = false;
            if !standing.kept(tid).is_live {
                continue;
            }
            let mut reads = std::mem::take(&mut standing.reads);
            drop(standing);
            self.is_unsteady.set(false);
            let logging = self.arena.log_reads(true);
            let stand = self.stand_of(tid);
            self.arena.log_reads(logging);
            self.arena.take_reads(&mut reads);
            standing = self.standing.borrow_mut();
            standing.keep(&self.arena, tid, stand, self.is_unsteady.get(), &reads);
            standing.reads = reads;
        }
        standing.sort_out();
        if cfg!(feature = "checked") || self.shared.config.audit {
            drop(standing);
            self.audit_standing();
            standing = self.standing.borrow_mut();
        }
        standing
    }

    /// Where a thread stands, read off the state.
    fn stand_of(&self, tid: u32) -> Stand {
        let word = |word| self.record_word(tid, word);
        let (status, stage) = (word(T_STATUS), word(T_STAGE));
        if matches!(status, S_NONE | S_TERMINATED) {
            return Stand::default();
        }
        let mut stand =
            if stage == stage::DESTROY { self.stand_at_end() } else { self.stand_in_code(tid, status, stage) };
        match status {
            S_NEW | S_RUNNABLE => {}
            S_WAITING => stand.enabled = self.leaves_wait(tid),
            _ => stand.enabled = false,
        }
        let waits = match status {
            S_WAITING | S_PARKED | S_SLEEPING => true,
            S_RUNNABLE => !stand.enabled,
            _ => false,
        };
        let deadline = word(T_DEADLINE);
        if deadline != 0 && waits && word(T_WAKE) == W_NONE {
            stand.deadline = deadline;
        }
        stand
    }

    fn stand_in_code(&self, tid: u32, status: u64, stage: u64) -> Stand {
        let (pending, sees) = self.pending_and_seen(tid);
        let blocked = pending.as_ref().is_some_and(|pending| pending.blocked.is_some());
        let gate = match pending.as_ref().map(|pending| &pending.op) {
            Some(Op::Acquire { lock, .. } | Op::Wake { lock, .. })
                if *lock == monitor(lock.object.0) && !self.stands_at_atomic(tid) =>
            {
                lock.object.0 + 1
            }
            _ => 0,
        };
        // One that waits for more than the monitor has no gate: for a notification, or until it is interrupted.
        let gate = if status == S_RUNNABLE && self.record_word(tid, T_DEADLINE) == 0 { gate } else { 0 };
        Stand { pending, enabled: status == S_NEW || stage == stage::END || !blocked, sees, deadline: 0, gate }
    }

    /// The main thread has ended, but for the others: it stands until they have.
    fn stand_at_end(&self) -> Stand {
        self.note_unsteady();
        let is_user = |tid: &u32| *tid != 0 && self.get(layout::thread(*tid) + T_DAEMON) == 0;
        let other = self.lives().live().iter().copied().find(is_user);
        let thread = ThreadId(other.unwrap_or(0));
        let blocked = other.map(|_| BlockedOn::Join { thread });
        let pending = Pending { op: Op::Join { thread, timed: false }, site: SiteId(0), blocked };
        Stand { pending: Some(pending), enabled: other.is_none(), sees: false, deadline: 0, gate: 0 }
    }

    /// Compares what is kept with what is computed.
    #[cold]
    fn audit_standing(&self) {
        let slots = self.get(layout::G_STACKS) as u32;
        let on_slot = |slot: u32| (self.get(layout::LIVE + slot) as u32).checked_sub(1);
        let mut live: Vec<u32> = (0..slots).filter_map(on_slot).collect();
        live.sort_unstable();
        assert_eq!(self.standing.borrow().live(), live, "the threads that live");
        let (mut enabled, mut timed, mut waiting) = (Vec::new(), Vec::new(), FxHashMap::<Ref, Vec<u32>>::default());
        for tid in live {
            let stand = self.stand_of(tid);
            assert_eq!(self.standing.borrow().of(tid), Some(&stand), "where thread {tid} stands");
            enabled.extend(stand.enabled.then_some(tid));
            timed.extend(Some((stand.deadline, tid)).filter(|(deadline, _)| *deadline != 0));
            let word = |word| self.get(layout::thread(tid) + word);
            if word(T_STATUS) == S_WAITING || word(T_TICKET) != 0 {
                waiting.entry(word(T_WAIT_ON) as Ref).or_default().push(tid);
            }
        }
        timed.sort_unstable();
        let standing = self.standing.borrow();
        assert_eq!((&standing.enabled, &standing.timed), (&enabled, &timed), "who can go on, and when");
        for (object, threads) in waiting.into_iter().filter(|(object, _)| *object != 0) {
            let mut kept = standing.live.waiting_on(object).to_vec();
            kept.sort_unstable();
            assert_eq!(kept, threads, "who waits on {object:#x}");
        }
    }
}
