//! A small machine for tests: threads are lists of acts on a few shared variables and locks.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::time::Duration;

use deadheat_event::{
    AccessKind, BlockedOn, Choice, CodeOwner, Context, Done, Event, EventKind, FieldId, LastingName, Location,
    LockMode, Mark, Nameable, NoSources, ObjectId, Observer, Op, Pending, SiteId, SourcePos, Sources, SyncId, ThreadId,
    Value, WakeReason,
};
use deadheat_machine::{
    Fingerprint, Guest, GuestError, GuestKind, GuestSpec, Machine, Outcome, States, StepError, ThreadInfo, ThreadStatus,
};

/// How many variables, and how many locks, there are.
const NAMES: usize = 4;

/// What a thread does in one step. Variables and locks are numbered from 0 to 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// register = variable
    Load(usize),
    /// variable = register + n
    Store(usize, i64),
    /// Takes the lock.
    Lock(usize),
    /// Gives the lock back.
    Unlock(usize),
    /// Gives the lock back and waits for a notification; then takes it again.
    Wait(usize),
    /// Wakes one thread that waits, of the schedule's choice.
    Notify(usize),
    /// Nothing.
    Yield,
    /// So many milliseconds of virtual time.
    Sleep(u64),
    /// register = a value of the schedule's choice
    Choose(u32),
    /// Back to an act while the variable is 0.
    LoopWhileZero(usize, usize),
    /// What a machine must not have: a value that is different in each process and machine.
    Leak(i64),
    /// Begins what should be atomic. No step of its own: it belongs to the next act.
    AtomicBegin,
    /// Ends it.
    AtomicEnd,
    /// A fault of the machine: it panics.
    Panic,
    /// Ends the guest, whatever other threads do. Like an end that no operation announces, it looks like a yield.
    Exit,
}

impl Act {
    fn mark(self) -> Option<Mark> {
        match self {
            Self::AtomicBegin => Some(Mark::AtomicBegin),
            Self::AtomicEnd => Some(Mark::AtomicEnd),
            _ => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Thread {
    pc: usize,
    register: i64,
    deadline: Option<u64>,
    waiting: Option<usize>,
    woken: Option<usize>,
    wait_order: u64,
}

/// Everything that a run changes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    threads: Vec<Thread>,
    variables: [i64; NAMES],
    owners: [Option<usize>; NAMES],
    clock: u64,
    waits: u64,
    exited: bool,
}

/// The machine.
#[derive(Clone, Debug)]
pub struct Toy {
    program: Vec<Vec<Act>>,
    /// Where the run is.
    pub state: State,
    /// Events and steps on this path.
    progress: (u64, u64),
    /// Where the present event happens, and the lock that it takes: its thread stands behind it already.
    present: Option<(ThreadId, SiteId, Option<SyncId>)>,
    /// What [`Act::Leak`] reads.
    pub leak: i64,
    /// Whether threads with the same acts run the same code, and so may change places.
    alike: bool,
}

/// A program of the toy machine, as a guest.
#[derive(Clone, Debug)]
pub struct ToyGuest {
    program: Vec<Vec<Act>>,
}

impl ToyGuest {
    /// A list of acts for each thread.
    #[must_use]
    pub fn new(program: Vec<Vec<Act>>) -> Self {
        Self { program }
    }
}

impl Guest for ToyGuest {
    type Machine = Toy;

    fn spec(&self) -> GuestSpec {
        GuestSpec { kind: GuestKind::Toy, name: "toy".to_owned(), ..GuestSpec::default() }
    }

    fn start(&self, _: States) -> Result<Toy, GuestError> {
        Ok(Toy::new(self.program.clone()))
    }

    fn fork(&self) -> Result<Toy, GuestError> {
        self.start(States::Kept)
    }

    fn sources(&self, _: &[PathBuf]) -> Box<dyn Sources> {
        Box::new(NoSources)
    }
}

impl Toy {
    /// A machine before its first step: a list of acts for each thread.
    #[must_use]
    pub fn new(program: Vec<Vec<Act>>) -> Self {
        let thread = Thread { pc: 0, register: 0, deadline: None, waiting: None, woken: None, wait_order: 0 };
        let threads = vec![thread; program.len()];
        let state = State { threads, variables: [0; NAMES], owners: [None; NAMES], clock: 0, waits: 0, exited: false };
        let mut toy = Self { program, state, progress: (0, 0), present: None, leak: 0, alike: false };
        (0..toy.program.len()).for_each(|t| toy.arrive(t));
        toy
    }

    /// The same, where threads with the same acts share their code: they may change places.
    #[must_use]
    pub fn alike(program: Vec<Vec<Act>>) -> Self {
        Self { alike: true, ..Self::new(program) }
    }

    /// The value of a variable.
    #[must_use]
    pub fn variable(&self, v: usize) -> i64 {
        self.state.variables[v]
    }

    /// Where the thread's next act is: behind all marks.
    fn next(&self, t: usize) -> Option<usize> {
        let acts = self.program.get(t)?;
        (self.state.threads[t].pc..acts.len()).find(|at| acts[*at].mark().is_none())
    }

    /// What a thread will do; nothing once the guest has ended.
    fn act(&self, t: usize) -> Option<Act> {
        self.next(t).filter(|_| !self.state.exited).map(|at| self.program[t][at])
    }

    fn site(&self, t: usize) -> SiteId {
        self.site_at(t, self.next(t).unwrap_or(self.program[t].len()))
    }

    /// Where an act of a thread is.
    fn site_at(&self, t: usize, at: usize) -> SiteId {
        let first = self.program.iter().position(|acts| self.alike && *acts == self.program[t]);
        SiteId((first.unwrap_or(t) as u64) << 32 | at as u64)
    }

    /// A thread that comes to a sleep knows its deadline.
    fn arrive(&mut self, t: usize) {
        self.state.threads[t].deadline = match self.act(t) {
            Some(Act::Sleep(ms)) => Some(self.state.clock + ms),
            _ => None,
        };
    }

    fn blocked(&self, t: usize) -> Option<BlockedOn> {
        let thread = &self.state.threads[t];
        let held = |l: usize| {
            self.state.owners[l].map(|o| BlockedOn::Lock {
                lock: lock(l),
                owner: Some(ThreadId(o as u32)),
                interruptible: false,
            })
        };
        if let Some(l) = thread.waiting {
            return Some(BlockedOn::Notify { lock: lock(l), condition: lock(l) });
        }
        if let Some(l) = thread.woken {
            return held(l);
        }
        match self.act(t)? {
            Act::Lock(l) => held(l),
            Act::Sleep(_) => Some(BlockedOn::Time),
            _ => None,
        }
    }

    fn waiters(&self, l: usize) -> Vec<usize> {
        let mut waiters: Vec<usize> =
            (0..self.state.threads.len()).filter(|&w| self.state.threads[w].waiting == Some(l)).collect();
        waiters.sort_by_key(|&w| self.state.threads[w].wait_order);
        waiters
    }

    fn perform(&mut self, choice: Choice) -> Done {
        let t = choice.thread().0 as usize;
        let at = self.next(t).expect("a live thread");
        let act = self.program[t][at];
        if let Some(l) = self.state.threads[t].woken.take() {
            self.state.owners[l] = Some(t);
            self.state.threads[t].pc = at + 1;
            return Done::Wake { lock: lock(l), condition: lock(l), how: WakeReason::Notified };
        }
        let mut next = at + 1;
        let register = self.state.threads[t].register;
        let access = AccessKind::Plain;
        let (mode, reentrant) = (LockMode::Exclusive, false);
        let done = match act {
            Act::Load(v) => {
                self.state.threads[t].register = self.state.variables[v];
                Done::Read { location: variable(v), access, value: Some(Value::Long(self.state.variables[v])) }
            }
            Act::Leak(_) => Done::Read { location: variable(3), access, value: Some(Value::Long(self.leak)) },
            Act::LoopWhileZero(v, to) => {
                if self.state.variables[v] == 0 {
                    next = to;
                }
                Done::Read { location: variable(v), access, value: Some(Value::Long(self.state.variables[v])) }
            }
            Act::Store(v, n) => {
                self.state.variables[v] = register + n;
                Done::Write { location: variable(v), access, value: Some(Value::Long(register + n)) }
            }
            Act::Lock(l) => {
                self.state.owners[l] = Some(t);
                Done::Acquire { lock: lock(l), mode, reentrant }
            }
            Act::Unlock(l) => {
                self.state.owners[l] = None;
                Done::Release { lock: lock(l), mode, reentrant }
            }
            Act::Wait(l) => {
                self.state.owners[l] = None;
                self.state.threads[t].waiting = Some(l);
                self.state.threads[t].wait_order = self.state.waits;
                self.state.waits += 1;
                next = at;
                Done::Wait { lock: lock(l), condition: lock(l), timed: false }
            }
            Act::Notify(l) => {
                let waiter = match choice {
                    Choice::Wake { waiter, .. } => Some(waiter.0 as usize),
                    _ => self.waiters(l).first().copied(),
                };
                if let Some(w) = waiter {
                    self.state.threads[w].waiting = None;
                    self.state.threads[w].woken = Some(l);
                }
                let woken = waiter.map(|w| ThreadId(w as u32)).into_iter().collect();
                Done::Notify { lock: lock(l), condition: lock(l), all: false, woken }
            }
            Act::Yield | Act::AtomicBegin | Act::AtomicEnd => Done::Yield,
            Act::Sleep(_) => {
                let deadline = self.state.threads[t].deadline.unwrap_or_default();
                self.state.clock = self.state.clock.max(deadline);
                Done::Sleep
            }
            Act::Choose(options) => {
                let chosen = if let Choice::Value { value, .. } = choice { value } else { 0 };
                self.state.threads[t].register = chosen.into();
                Done::Choose { options, chosen }
            }
            Act::Panic => panic!("a fault of the toy machine"),
            Act::Exit => {
                self.state.exited = true;
                Done::Yield
            }
        };
        self.state.threads[t].pc = next;
        self.arrive(t);
        done
    }

    fn outcome(&self) -> Outcome {
        let mut choices = Vec::new();
        self.choices(&mut choices);
        let live: Vec<ThreadId> =
            (0..self.program.len()).filter(|&t| self.act(t).is_some()).map(|t| ThreadId(t as u32)).collect();
        match (live.is_empty(), choices.is_empty()) {
            (true, _) => Outcome::Finished { exit_code: self.state.variables[0] as i32 },
            (false, true) => Outcome::Deadlocked { threads: live },
            (false, false) => Outcome::Running,
        }
    }

    /// The marks from an act up to the thread's next one.
    fn marks(&self, t: usize, from: usize) -> Vec<(SiteId, Mark)> {
        let acts = &self.program[t];
        let until = self.next(t).unwrap_or(acts.len());
        (from..until).filter_map(|at| acts[at].mark().map(|mark| (self.site_at(t, at), mark))).collect()
    }

    fn emit(&mut self, thread: ThreadId, site: SiteId, kind: EventKind, observer: &mut Option<&mut dyn Observer>) {
        let event = Event { seq: self.progress.0, step: self.progress.1, thread, site, kind };
        self.progress.0 += 1;
        if let Some(observer) = observer {
            let taken = match &event.kind {
                EventKind::Did(Done::Acquire { lock, .. } | Done::Wake { lock, .. }) => Some(*lock),
                _ => None,
            };
            self.present = Some((thread, site, taken));
            observer.event(&event, self);
            self.present = None;
        }
    }
}

fn lock(l: usize) -> SyncId {
    SyncId::of(ObjectId(l as u32))
}

fn variable(v: usize) -> Location {
    Location::Global { field: FieldId(v as u32) }
}

/// What an act is before it is done.
fn op(act: Act, register: i64, woken: Option<usize>) -> Op {
    if let Some(l) = woken {
        return Op::Wake { lock: lock(l), condition: lock(l), how: WakeReason::Notified };
    }
    let (access, mode, reentrant) = (AccessKind::Plain, LockMode::Exclusive, false);
    match act {
        Act::Load(v) | Act::LoopWhileZero(v, _) => Op::Read { location: variable(v), access },
        Act::Leak(_) => Op::Read { location: variable(3), access },
        Act::Store(v, n) => Op::Write { location: variable(v), access, value: Some(Value::Long(register + n)) },
        Act::Lock(l) => Op::Acquire { lock: lock(l), mode, reentrant },
        Act::Unlock(l) => Op::Release { lock: lock(l), mode, reentrant },
        Act::Wait(l) => Op::Wait { lock: lock(l), condition: lock(l), timed: false },
        Act::Notify(l) => Op::Notify { lock: lock(l), condition: lock(l), all: false },
        Act::Yield | Act::AtomicBegin | Act::AtomicEnd | Act::Panic | Act::Exit => Op::Yield,
        Act::Sleep(_) => Op::Sleep,
        Act::Choose(options) => Op::Choose { options },
    }
}

impl Machine for Toy {
    type Snapshot = (State, (u64, u64));

    fn threads(&self) -> Vec<ThreadInfo> {
        (0..self.program.len())
            .map(|t| ThreadInfo {
                id: ThreadId(t as u32),
                name: format!("toy-{t}"),
                status: match (self.act(t), self.blocked(t)) {
                    (None, _) => ThreadStatus::Terminated,
                    (_, None) => ThreadStatus::Runnable,
                    _ => ThreadStatus::Blocked,
                },
                daemon: false,
            })
            .collect()
    }

    fn pending(&self, thread: ThreadId) -> Option<Pending> {
        let t = thread.0 as usize;
        let act = self.act(t)?;
        let Thread { register, woken, .. } = self.state.threads[t];
        Some(Pending { op: op(act, register, woken), site: self.site(t), blocked: self.blocked(t) })
    }

    fn choices(&self, out: &mut Vec<Choice>) {
        out.clear();
        let mut timeouts = Vec::new();
        for t in 0..self.program.len() {
            let thread = ThreadId(t as u32);
            match self.pending(thread) {
                Some(Pending { op: Op::Sleep, .. }) => {
                    timeouts.push((self.state.threads[t].deadline, Choice::Timeout(thread)));
                }
                Some(Pending { op: Op::Choose { options }, .. }) => {
                    out.extend((0..options).map(|value| Choice::Value { thread, value }));
                }
                Some(Pending { op: Op::Notify { lock, .. }, .. }) if self.waiters(lock.object.0 as usize).len() > 1 => {
                    let waiters = self.waiters(lock.object.0 as usize);
                    out.extend(
                        waiters.into_iter().map(|w| Choice::Wake { notifier: thread, waiter: ThreadId(w as u32) }),
                    );
                }
                Some(pending) if pending.is_enabled() => out.push(Choice::Thread(thread)),
                _ => {}
            }
        }
        timeouts.sort();
        out.extend(timeouts.into_iter().map(|(_, choice)| choice));
    }

    fn step(&mut self, choice: Choice, mut observer: Option<&mut dyn Observer>) -> Result<Outcome, StepError> {
        let mut choices = Vec::new();
        self.choices(&mut choices);
        if !choices.contains(&choice) {
            return Err(StepError::NotPossible(choice));
        }
        let thread = choice.thread();
        let t = thread.0 as usize;
        let here = self.site(t);
        if self.state.threads[t].woken.is_none() {
            for (site, mark) in self.marks(t, self.state.threads[t].pc) {
                self.emit(thread, site, mark.into(), &mut observer);
            }
        }
        let done = self.perform(choice);
        self.emit(thread, here, done.into(), &mut observer);
        if self.act(t).is_none() {
            let from = self.state.threads[t].pc;
            for (site, mark) in self.marks(t, from) {
                self.emit(thread, site, mark.into(), &mut observer);
            }
        }
        self.progress.1 += 1;
        Ok(self.outcome())
    }

    fn are_interchangeable(&mut self, one: ThreadId, other: ThreadId) -> bool {
        let [one, other] = [one, other].map(|thread| thread.0 as usize);
        // Those that wait do so in an order.
        let is_plain = |t: usize| {
            let thread = &self.state.threads[t];
            thread.waiting.is_none() && thread.woken.is_none() && !self.state.owners.contains(&Some(t))
        };
        self.alike
            && self.program[one] == self.program[other]
            && self.state.threads[one] == self.state.threads[other]
            && is_plain(one)
            && is_plain(other)
    }

    fn snapshot(&mut self) -> Self::Snapshot {
        (self.state.clone(), self.progress)
    }

    fn restore(&mut self, (state, progress): &Self::Snapshot) {
        self.state = state.clone();
        self.progress = *progress;
    }

    fn fingerprint(&mut self) -> Fingerprint {
        let mut hasher = DefaultHasher::new();
        self.state.hash(&mut hasher);
        Fingerprint(hasher.finish().into())
    }

    fn delay(&self, thread: ThreadId) -> Option<Duration> {
        let deadline = self.state.threads[thread.0 as usize].deadline?;
        Some(Duration::from_millis(deadline - self.state.clock.min(deadline)))
    }

    fn context(&self) -> &dyn Context {
        self
    }
}

impl Context for Toy {
    fn stack_sites(&self, thread: ThreadId, out: &mut Vec<SiteId>) {
        out.clear();
        match self.present {
            Some((present, site, _)) if present == thread => out.push(site),
            _ => out.extend(self.pending(thread).map(|pending| pending.site)),
        }
    }

    fn source(&self, site: SiteId) -> SourcePos {
        SourcePos {
            container: format!("Thread{}", site.0 >> 32).into(),
            function: "run".into(),
            file: Some("Toy".into()),
            line: Some(site.0 as u32 + 1),
            owner: CodeOwner::Program,
        }
    }

    fn owner(&self, _: SiteId) -> CodeOwner {
        CodeOwner::Program
    }

    fn locks(&self, thread: ThreadId) -> Vec<(SyncId, LockMode)> {
        // As before the present event, if that takes one.
        let taken = self.present.filter(|(present, ..)| *present == thread).and_then(|(.., taken)| taken);
        let held = (0..NAMES).filter(|&l| self.state.owners[l] == Some(thread.0 as usize));
        held.map(lock).filter(|lock| Some(*lock) != taken).map(|lock| (lock, LockMode::Exclusive)).collect()
    }

    fn live_threads(&self, out: &mut Vec<ThreadId>) {
        self.live(out);
    }

    fn thread_name(&self, thread: ThreadId) -> String {
        format!("toy-{}", thread.0)
    }

    fn type_name(&self, _: ObjectId) -> String {
        "Lock".into()
    }

    fn location_name(&self, location: Location) -> String {
        location.field().map_or_else(|| location.to_string(), |field| format!("Toy.v{}", field.0))
    }

    fn sync_name(&self, sync: SyncId) -> String {
        format!("Toy.lock{}", sync.object.0)
    }

    fn lasting_name(&self, of: Nameable) -> Option<LastingName> {
        // Numbers mean the same to all machines of a program.
        Some(match of {
            Nameable::Thread(thread) => LastingName(0, thread.0.into()),
            Nameable::Object(object) => LastingName(1, object.0.into()),
            Nameable::Field(field) => LastingName(2, field.0.into()),
        })
    }
}
