//! Blocks that should be atomic, and where each can be broken.
//!
//! A block is what a thread does between two [bounds](crate::history::Bound), or from the first to the end of the trace. A thread that waits in
//! it lets others come between on purpose: what it did before and what it does after the wait are two blocks. Blocks may be nested; what
//! lies in several counts for the innermost.
//!
//! A block is broken if another thread's access to a variable comes between two of its own so that no serial order gives the same: the four
//! cases of Lu, Tucek, Qin, Zhou, *AVIO* (ASPLOS 2006), after what the block does, the other thread, and the block again.
//!
//! | case | what is wrong | the block's first access is |
//! |---|---|---|
//! | read, *write*, read | the block sees two values | the last before its second |
//! | write, *write*, read | the block does not see what it wrote | the last before its second |
//! | read, *write*, write | the other's write is lost | the last *read* before its second |
//! | write, *read*, write | the other sees what is half done | the last *write* before its second |
//!
//! AVIO looks at accesses of a thread that follow each other. The last column is a little more, and enough: what lies further back is in one
//! of the cases with a nearer access, or is hidden by the block's own write. An update reads and writes. What changes nothing breaks nothing: a
//! write of the value that is there already, as far as values are known, or a read between two writes of one value. Where the block's first access
//! need not read what it read in the trace, what it read there counts only if the write came later and cannot be where it had it from.

use rustc_hash::FxHashMap;

use crate::history::{Action, Bound, Event, EventId, History, Label, Place, Thread, Variable};
use crate::sections::Sections;

/// What comes between two accesses of a block, and is wrong there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Intrusion {
    /// A write, whatever else it is.
    Writes,
    /// A read that sees what the first of the two wrote.
    Sees,
}

impl Intrusion {
    /// What an access is between two of another thread; none if nothing is wrong there. Whether those are in one block is not asked.
    #[must_use]
    pub fn of(
        history: &History,
        [before, between, after]: [EventId; 3],
        keeps: impl Fn(Action) -> bool,
    ) -> Option<Self> {
        let (thread, variable) = (history.event(before).thread, history.event(before).action.access()?.0);
        let on_it = |event: EventId| history.event(event).action.access().is_some_and(|(other, _)| other == variable);
        if !on_it(between) || !on_it(after) {
            return None;
        }
        let mut last = Last::default();
        let own = history.position(before) as usize..history.position(after) as usize;
        let own = history.of_thread(thread).get(own).unwrap_or_default().iter().filter(|event| on_it(**event));
        own.for_each(|event| last.note(*event, history.event(*event).action));
        let pairs = last.pairs_with(after, history.event(after).action);
        let mut broken = pairs.filter(|pair| pair.before == before && pair.is_broken_by(between, history, &keeps));
        broken.next().map(|pair| pair.intrusion)
    }
}

/// Two accesses of one block to one variable that something should not come between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The first.
    pub before: EventId,
    /// The second.
    pub after: EventId,
    /// What should not come between.
    pub intrusion: Intrusion,
}

/// What tells one way to break a block from others: the block, by where it begins and what it is called, and the places of the three accesses,
/// each in its part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BreakName {
    block: (Place, Option<Label>),
    accesses: [Place; 3],
}

/// A stretch of a thread's events that should be atomic.
#[derive(Clone, Copy, Debug)]
struct Span {
    /// The number of its bound.
    begin: u32,
    /// The first event in it, by its position in the thread, and the first behind it.
    from: u32,
    until: u32,
}

/// The blocks of a history.
#[derive(Debug)]
pub struct Blocks<'h> {
    history: &'h History,
    /// Those of each thread, in the order in which they end.
    spans: Vec<Vec<Span>>,
    pairs: Vec<Pair>,
}

/// What a thread did last to a variable, and what last of its kind.
#[derive(Clone, Copy, Default)]
struct Last {
    access: Option<EventId>,
    read: Option<EventId>,
    write: Option<EventId>,
}

impl<'h> Blocks<'h> {
    /// The blocks of a history.
    #[must_use]
    pub fn new(history: &'h History) -> Self {
        let mut this = Self { history, spans: vec![Vec::new(); history.thread_count()], pairs: Vec::new() };
        let mut of_threads: Vec<Vec<u32>> = vec![Vec::new(); history.thread_count()];
        for (number, bound) in history.bounds().iter().enumerate() {
            of_threads[bound.thread.at()].push(number as u32);
        }
        for (thread, bounds) in history.threads().zip(of_threads).filter(|(_, bounds)| !bounds.is_empty()) {
            this.walk(thread, &bounds);
        }
        this.pairs.sort_unstable_by_key(|pair| (pair.after, pair.before));
        this
    }

    /// The pairs, in the order of their second accesses.
    #[must_use]
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// Where the innermost block begins that has both events of one thread in it.
    #[must_use]
    pub fn around(&self, before: EventId, after: EventId) -> Option<&'h Bound> {
        let (from, to) = (self.history.position(before), self.history.position(after));
        let spans = &self.spans[self.history.event(after).thread.at()];
        // Inner ones end first.
        let later = spans.partition_point(|span| span.until <= to);
        let span = spans[later..].iter().find(|span| span.from <= from && from <= to && to < span.until)?;
        self.history.bounds().get(span.begin as usize)
    }

    /// What a way to break a block is called; none if there is no block around the first access and the last.
    #[must_use]
    pub fn name(&self, triple: [EventId; 3]) -> Option<BreakName> {
        let bound = self.around(triple[0], triple[2])?;
        let accesses = triple.map(|event| self.history.event(event).place);
        Some(BreakName { block: (bound.place, bound.label), accesses })
    }

    /// Goes along a thread.
    fn walk(&mut self, thread: Thread, bounds: &[u32]) {
        let history = self.history;
        let mut open: Vec<(u32, u32)> = Vec::new();
        let mut last: FxHashMap<Variable, Last> = FxHashMap::default();
        let mut bounds = bounds.iter().copied().peekable();
        let of_thread = history.of_thread(thread);
        for (position, id) in (0..).zip(of_thread) {
            while let Some(number) = bounds.next_if(|number| history.bounds()[*number as usize].at <= id.0) {
                self.bound(thread, number, position, &mut open);
            }
            let event = history.event(*id);
            if let Action::Wait { .. } = event.action {
                let parts: Vec<(u32, u32)> = open.iter().map(|(begin, _)| (*begin, position + 1)).collect();
                for (begin, from) in std::mem::replace(&mut open, parts).into_iter().rev() {
                    self.spans[thread.at()].push(Span { begin, from, until: position + 1 });
                }
            }
            if let Some((variable, _)) = event.action.access().filter(|(variable, _)| !history.is_quiet(*variable)) {
                let last = last.entry(variable).or_default();
                // In the outermost block at least.
                if let Some((_, from)) = open.first() {
                    let inside = |pair: &Pair| history.position(pair.before) >= *from;
                    self.pairs.extend(last.pairs_with(*id, event.action).filter(inside));
                }
                last.note(*id, event.action);
            }
        }
        let end = of_thread.len() as u32;
        bounds.for_each(|number| self.bound(thread, number, end, &mut open));
        // What is never ended ends with the trace.
        open.iter().rev().for_each(|(begin, from)| {
            self.spans[thread.at()].push(Span { begin: *begin, from: *from, until: end });
        });
    }

    fn bound(&mut self, thread: Thread, number: u32, position: u32, open: &mut Vec<(u32, u32)>) {
        if self.history.bounds()[number as usize].begins {
            open.push((number, position));
        } else if let Some((begin, from)) = open.pop() {
            self.spans[thread.at()].push(Span { begin, from, until: position });
        }
    }
}

impl Last {
    /// The pairs that the thread's next access to the variable is the second of, those that a write breaks first.
    fn pairs_with(self, after: EventId, action: Action) -> impl Iterator<Item = Pair> {
        let reads = action.reads().is_some();
        let writes = action.access().is_some_and(|(_, writes)| writes);
        let is_new = |read: &EventId| !reads || self.access != Some(*read);
        let befores = [
            (self.access.filter(|_| reads), Intrusion::Writes),
            (self.read.filter(|read| writes && is_new(read)), Intrusion::Writes),
            (self.write.filter(|_| writes), Intrusion::Sees),
        ];
        befores.into_iter().filter_map(move |(before, intrusion)| Some(Pair { before: before?, after, intrusion }))
    }

    fn note(&mut self, id: EventId, action: Action) {
        self.access = Some(id);
        if action.reads().is_some() {
            self.read = Some(id);
        }
        if action.access().is_some_and(|(_, writes)| writes) {
            self.write = Some(id);
        }
    }
}

impl Pair {
    /// Those of these accesses to the pair's variable that should not come between, as far as locks do not keep them out.
    pub fn intruders<'a>(
        &'a self,
        accesses: impl Iterator<Item = EventId> + 'a,
        history: &'a History,
        sections: &'a Sections,
        keeps: impl Fn(Action) -> bool + 'a,
    ) -> impl Iterator<Item = EventId> + 'a {
        let owner = history.event(self.before).thread;
        let guards = sections.held_over(history, self.before, self.after);
        accesses.filter(move |between| {
            history.event(*between).thread != owner
                && self.is_broken_by(*between, history, &keeps)
                && !sections.is_kept_out(history, *between, &guards)
        })
    }

    /// Whether an access to the same variable by another thread is what should not come between. Which reads see what they saw, the model says.
    #[must_use]
    pub fn is_broken_by(&self, between: EventId, history: &History, keeps: impl Fn(Action) -> bool) -> bool {
        let [before, event, after] = [self.before, between, self.after].map(|event| history.event(event));
        let known = |one: &Event, other: &Event| one.value.is_some() && one.value == other.value;
        let stays = before.action.reads().is_none() || keeps(before.action) || self.before < between;
        match (self.intrusion, event.action) {
            (Intrusion::Writes, Action::Write { .. }) => !(stays && known(before, event)),
            (Intrusion::Sees, Action::Read { .. }) => !known(before, after),
            (_, Action::Update { .. }) => true,
            _ => false,
        }
    }
}
