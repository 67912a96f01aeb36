//! A small machine for tests: threads are lists of operations on a few shared variables and locks.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::time::Duration;

use deadheat_event::{
    AccessKind, BlockedOn, Choice, Context, Event, FieldId, Location, LockId, LockMode, ObjectId, Observer, OpKind,
    PendingOp, SiteId, SourcePos, ThreadId, Value, WakeReason,
};
use deadheat_machine::{Fingerprint, Machine, Outcome, StepError, ThreadInfo, ThreadStatus};

/// What a thread does in one step. Variables and locks are numbered from 0 to 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// register = variable
    Load(usize),
    /// variable = register + n
    Store(usize, i64),
    /// Takes the lock.
    Lock(usize),
    /// Gives the lock back.
    Unlock(usize),
    /// Gives the lock back and waits for a notify; then takes it again.
    Wait(usize),
    /// Wakes one thread that waits, of the schedule's choice.
    Notify(usize),
    /// Nothing.
    Yield,
    /// So many milliseconds of virtual time.
    Sleep(u64),
    /// register = a value of the schedule's choice
    Choose(u32),
    /// Back to an operation while the variable is 0.
    LoopWhileZero(usize, usize),
    /// What a machine must not have: a value that is different in each process and machine.
    Leak(i64),
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
    variables: [i64; 4],
    owners: [Option<usize>; 4],
    clock: u64,
    waits: u64,
}

/// The machine.
#[derive(Clone, Debug)]
pub struct Toy {
    program: Vec<Vec<Op>>,
    /// Where the run is.
    pub state: State,
    seq: u64,
    /// What [`Op::Leak`] reads.
    pub leak: i64,
}

impl Toy {
    /// A machine before its first step: a list of operations for each thread.
    pub fn new(program: Vec<Vec<Op>>) -> Self {
        let thread = Thread { pc: 0, register: 0, deadline: None, waiting: None, woken: None, wait_order: 0 };
        let threads = vec![thread; program.len()];
        let state = State { threads, variables: [0; 4], owners: [None; 4], clock: 0, waits: 0 };
        let mut toy = Self { program, state, seq: 0, leak: 0 };
        (0..toy.program.len()).for_each(|t| toy.arrive(t));
        toy
    }

    /// The value of a variable.
    pub fn variable(&self, v: usize) -> i64 {
        self.state.variables[v]
    }

    fn op(&self, t: usize) -> Option<Op> {
        self.program.get(t)?.get(self.state.threads[t].pc).copied()
    }

    /// A thread that comes to a sleep knows its deadline.
    fn arrive(&mut self, t: usize) {
        self.state.threads[t].deadline = match self.op(t) {
            Some(Op::Sleep(ms)) => Some(self.state.clock + ms),
            _ => None,
        };
    }

    fn blocked(&self, t: usize) -> Option<BlockedOn> {
        let thread = &self.state.threads[t];
        let held =
            |l: usize| self.state.owners[l].map(|o| BlockedOn::Lock { lock: lock(l), owner: Some(ThreadId(o as u32)) });
        if let Some(l) = thread.waiting {
            return Some(BlockedOn::Notify { lock: lock(l), condition: lock(l).0 });
        }
        if let Some(l) = thread.woken {
            return held(l);
        }
        match self.op(t)? {
            Op::Lock(l) => held(l),
            Op::Sleep(_) => Some(BlockedOn::Time),
            _ => None,
        }
    }

    fn waiters(&self, l: usize) -> Vec<usize> {
        let mut waiters: Vec<usize> =
            (0..self.state.threads.len()).filter(|&w| self.state.threads[w].waiting == Some(l)).collect();
        waiters.sort_by_key(|&w| self.state.threads[w].wait_order);
        waiters
    }

    fn perform(&mut self, choice: Choice) -> OpKind {
        let t = choice.thread().0 as usize;
        let op = self.op(t).expect("a live thread");
        let pending = kind(op, self.state.threads[t].woken);
        if let Some(l) = self.state.threads[t].woken.take() {
            self.state.owners[l] = Some(t);
            self.state.threads[t].pc += 1;
            return pending;
        }
        let mut next = self.state.threads[t].pc + 1;
        let register = self.state.threads[t].register;
        let mut done = pending;
        match (op, &mut done) {
            (Op::Load(v), OpKind::Read { value, .. }) => {
                self.state.threads[t].register = self.state.variables[v];
                *value = Some(Value::Long(self.state.variables[v]));
            }
            (Op::Leak(_), OpKind::Read { value, .. }) => *value = Some(Value::Long(self.leak)),
            (Op::LoopWhileZero(v, to), OpKind::Read { value, .. }) => {
                *value = Some(Value::Long(self.state.variables[v]));
                if self.state.variables[v] == 0 {
                    next = to;
                }
            }
            (Op::Store(v, n), OpKind::Write { value, .. }) => {
                self.state.variables[v] = register + n;
                *value = Some(Value::Long(register + n));
            }
            (Op::Lock(l), _) => self.state.owners[l] = Some(t),
            (Op::Unlock(l), _) => self.state.owners[l] = None,
            (Op::Wait(l), _) => {
                self.state.owners[l] = None;
                self.state.threads[t].waiting = Some(l);
                self.state.threads[t].wait_order = self.state.waits;
                self.state.waits += 1;
                next -= 1;
            }
            (Op::Notify(l), OpKind::Notify { woken, .. }) => {
                let waiter = match choice {
                    Choice::Wake { waiter, .. } => Some(waiter.0 as usize),
                    _ => self.waiters(l).first().copied(),
                };
                if let Some(w) = waiter {
                    self.state.threads[w].waiting = None;
                    self.state.threads[w].woken = Some(l);
                    woken.push(ThreadId(w as u32));
                }
            }
            (Op::Sleep(_), _) => {
                let deadline = self.state.threads[t].deadline.unwrap_or_default();
                self.state.clock = self.state.clock.max(deadline);
            }
            (Op::Choose(_), OpKind::Choose { chosen, .. }) => {
                if let Choice::Value { value, .. } = choice {
                    self.state.threads[t].register = value.into();
                    *chosen = Some(value);
                }
            }
            _ => {}
        }
        self.state.threads[t].pc = next;
        self.arrive(t);
        done
    }

    fn outcome(&self) -> Outcome {
        let mut choices = Vec::new();
        self.choices(&mut choices);
        let live: Vec<ThreadId> =
            (0..self.program.len()).filter(|&t| self.op(t).is_some()).map(|t| ThreadId(t as u32)).collect();
        match (live.is_empty(), choices.is_empty()) {
            (true, _) => Outcome::Finished { exit_code: self.state.variables[0] as i32 },
            (false, true) => Outcome::Deadlocked { threads: live },
            (false, false) => Outcome::Running,
        }
    }
}

fn lock(l: usize) -> LockId {
    LockId(ObjectId(l as u32))
}

fn kind(op: Op, woken: Option<usize>) -> OpKind {
    if let Some(l) = woken {
        return OpKind::Wake { lock: lock(l), condition: lock(l).0, how: WakeReason::Notified };
    }
    let location = |v: usize| Location::Static { field: FieldId(v as u32) };
    let (access, mode, reentrant) = (AccessKind::Plain, LockMode::Exclusive, false);
    match op {
        Op::Load(v) | Op::LoopWhileZero(v, _) => OpKind::Read { location: location(v), access, value: None },
        Op::Leak(_) => OpKind::Read { location: location(3), access, value: None },
        Op::Store(v, _) => OpKind::Write { location: location(v), access, value: None },
        Op::Lock(l) => OpKind::Acquire { lock: lock(l), mode, reentrant },
        Op::Unlock(l) => OpKind::Release { lock: lock(l), mode, reentrant },
        Op::Wait(l) => OpKind::Wait { lock: lock(l), condition: lock(l).0, timed: false },
        Op::Notify(l) => OpKind::Notify { lock: lock(l), condition: lock(l).0, all: false, woken: vec![] },
        Op::Yield => OpKind::Yield,
        Op::Sleep(_) => OpKind::Sleep,
        Op::Choose(options) => OpKind::Choose { options, chosen: None },
    }
}

impl Machine for Toy {
    type Snapshot = (State, u64);

    fn threads(&self) -> Vec<ThreadInfo> {
        (0..self.program.len())
            .map(|t| ThreadInfo {
                id: ThreadId(t as u32),
                name: format!("toy-{t}"),
                status: match (self.op(t), self.blocked(t)) {
                    (None, _) => ThreadStatus::Terminated,
                    (_, None) => ThreadStatus::Runnable,
                    _ => ThreadStatus::Blocked,
                },
                daemon: false,
            })
            .collect()
    }

    fn pending(&self, thread: ThreadId) -> Option<PendingOp> {
        let t = thread.0 as usize;
        let op = self.op(t)?;
        let site = SiteId::new(thread.0, self.state.threads[t].pc as u32);
        Some(PendingOp { kind: kind(op, self.state.threads[t].woken), site, blocked: self.blocked(t) })
    }

    fn choices(&self, out: &mut Vec<Choice>) {
        out.clear();
        let mut timeouts = Vec::new();
        for t in 0..self.program.len() {
            let thread = ThreadId(t as u32);
            match self.pending(thread) {
                Some(PendingOp { kind: OpKind::Sleep, .. }) => {
                    timeouts.push((self.state.threads[t].deadline, Choice::Timeout(thread)));
                }
                Some(PendingOp { kind: OpKind::Choose { options, .. }, .. }) => {
                    out.extend((0..options).map(|value| Choice::Value { thread, value }));
                }
                Some(PendingOp { kind: OpKind::Notify { lock, .. }, .. })
                    if self.waiters(lock.0.0 as usize).len() > 1 =>
                {
                    let waiters = self.waiters(lock.0.0 as usize);
                    out.extend(
                        waiters.into_iter().map(|w| Choice::Wake { notifier: thread, waiter: ThreadId(w as u32) }),
                    );
                }
                Some(op) if op.is_enabled() => out.push(Choice::Thread(thread)),
                _ => {}
            }
        }
        timeouts.sort();
        out.extend(timeouts.into_iter().map(|(_, choice)| choice));
    }

    fn step(&mut self, choice: Choice, observer: Option<&mut dyn Observer>) -> Result<Outcome, StepError> {
        let mut choices = Vec::new();
        self.choices(&mut choices);
        if !choices.contains(&choice) {
            return Err(StepError::NotPossible(choice));
        }
        let thread = choice.thread();
        let site = self.pending(thread).expect("a pending operation").site;
        let kind = self.perform(choice);
        let event = Event { seq: self.seq, thread, kind, site };
        self.seq += 1;
        if let Some(observer) = observer {
            observer.event(&event, self);
        }
        Ok(self.outcome())
    }

    fn snapshot(&mut self) -> Self::Snapshot {
        (self.state.clone(), self.seq)
    }

    fn restore(&mut self, (state, seq): &Self::Snapshot) {
        self.state = state.clone();
        self.seq = *seq;
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
    fn stack(&self, thread: ThreadId) -> Vec<SourcePos> {
        self.pending(thread).map(|op| self.source(op.site)).into_iter().collect()
    }
    fn source(&self, site: SiteId) -> SourcePos {
        let class = format!("Thread{}", site.method()).into();
        SourcePos { class, method: "run".into(), file: Some("Toy".into()), line: Some(site.index() + 1) }
    }
    fn locks(&self, thread: ThreadId) -> Vec<(LockId, LockMode)> {
        let held = (0..4).filter(|&l| self.state.owners[l] == Some(thread.0 as usize));
        held.map(|l| (lock(l), LockMode::Exclusive)).collect()
    }
    fn thread_name(&self, thread: ThreadId) -> String {
        format!("toy-{}", thread.0)
    }
    fn object_class(&self, _: ObjectId) -> String {
        "Lock".into()
    }
    fn field_name(&self, field: FieldId) -> String {
        format!("Toy.v{}", field.0)
    }
}
