//! A machine over a process: the guest stands still between commands, and the process tells what its threads will do.

mod ahead;
mod context;
pub mod decode;
mod home;
mod image;
mod load_map;
mod lock_sites;
mod naming;
mod objects;
mod path;
mod present;

use std::cell::RefCell;
use std::fs::File;
use std::io::Read as _;
use std::sync::Arc;
use std::time::Duration;

use deadheat_event::{
    Choice, Context, Done, Event, EventKind, LockMode, ObjectId, Observer, Pending, SiteId, SourcePos, SyncId, ThreadId,
};
use deadheat_machine::thread_births::ThreadBirth;
use deadheat_machine::{
    Expectation, Fingerprint, Forecast, Limit, MOST_OUTPUT, Machine, NeedKind, Outcome, Ran, StepError, ThreadInfo,
    ThreadStatus, Uncaught,
};
use deadheat_native_runtime::protocol::{
    EventRecord, Place, RUNS, Run, block, blocked, choice, flag, op, outcome, unseen,
};
use rustc_hash::FxHashMap;

pub use home::Returns;
pub use image::Image;

use crate::process::{Family, FamilyConfig, Output, Process, ProcessError, Stopped};
use ahead::{Ahead, Next};
use decode::{Happened, Names};
use home::Home;
use load_map::LoadMap;
use objects::{Object, ObjectKey};
use path::Path;
use present::Present;

/// A state farther than this from one that has a process gets a process of its own, if it is kept: so many steps are made again in about the
/// time that a copy takes.
const FAR: u64 = 400;

/// So many copies are left for machines and not used for states.
const RESERVE: usize = 64;

/// So many calls of a stack are told of: recursion without an end must not cost more with each call.
const DEEPEST: usize = 256;

/// A native program under control.
pub struct NativeMachine {
    image: Arc<Image>,
    map: Arc<LoadMap>,
    /// None only where a state could not be restored: see `fault`.
    process: Option<Process>,
    /// Where the process can go back to.
    home: Home,
    /// The process goes ahead of the machine: this is where the machine is.
    ahead: Option<Ahead>,
    /// How the state was reached; none where states are not kept.
    path: Option<Arc<Path>>,
    outcome: Outcome,
    /// What threads have died of so far.
    deaths: Vec<(ThreadId, Uncaught)>,
    /// Whether an exit code other than 0 is an error.
    fails_on_exit: bool,
    /// What the guest's end should be.
    expect: Expectation,
    /// Whether its output is kept.
    keeps_output: bool,
    /// How many panics of Rust's were looked at; those that the program catches are no deaths.
    panics: u32,
    /// Why the machine cannot go on, if that is so.
    fault: Option<String>,
    /// A state was not restored because time was over.
    left: bool,
    events: u64,
    steps: u64,
    /// The calls of stacks, by their numbers in the family's table.
    stacks: RefCell<FxHashMap<u32, Arc<[SiteId]>>>,
    names: RefCell<FxHashMap<ObjectKey, ObjectId>>,
    /// Variables by the addresses at which they were met: debug information is slow to ask.
    variables: RefCell<FxHashMap<u64, (ObjectKey, u32)>>,
    /// What is told of right now.
    present: Option<Present>,
}

/// A state of a native program.
#[derive(Clone)]
pub struct Snapshot {
    path: Arc<Path>,
    outcome: Outcome,
    deaths: Vec<(ThreadId, Uncaught)>,
    progress: (u64, u64),
}

impl NativeMachine {
    /// A fresh process that stands before the guest's `main`.
    ///
    /// # Errors
    /// If there is none to be had.
    pub fn start(config: &FamilyConfig, image: &Arc<Image>, keeps_states: bool) -> Result<Self, ProcessError> {
        let (_, process) = Family::start(config, &image.thread_names())?;
        let map = Arc::new(LoadMap::read(process.id(), image));
        lock_sites::tell(process.family(), image, &map);
        let (process, path) = if keeps_states {
            let copy = process.copy()?;
            (copy, Some(Path::root(process)))
        } else {
            (process, None)
        };
        let home = Home::new(config.goes_back);
        Ok(Self {
            fails_on_exit: config.fail_on_exit,
            expect: config.expect.clone(),
            keeps_output: config.output == Output::Kept,
            home,
            ..Self::new(image.clone(), map, process, path)
        })
    }

    fn new(image: Arc<Image>, map: Arc<LoadMap>, process: Process, path: Option<Arc<Path>>) -> Self {
        Self {
            image,
            map,
            process: Some(process),
            home: Home::default(),
            ahead: None,
            path,
            outcome: Outcome::Running,
            deaths: Vec::new(),
            fails_on_exit: false,
            expect: Expectation::default(),
            keeps_output: false,
            panics: 0,
            fault: None,
            left: false,
            events: 0,
            steps: 0,
            stacks: RefCell::default(),
            names: RefCell::default(),
            variables: RefCell::default(),
            present: None,
        }
    }

    /// A second machine at the same state, for another worker: the two share their snapshots.
    ///
    /// # Errors
    /// If there is no process to be had.
    pub fn fork(&self) -> Result<Self, ProcessError> {
        if self.ahead.is_some() {
            return Err(ProcessError::NoSlot);
        }
        let process = self.process.as_ref().ok_or(ProcessError::NoSlot)?.copy()?;
        let mut fork = Self::new(self.image.clone(), self.map.clone(), process, self.path.clone());
        (fork.events, fork.steps, fork.outcome) = (self.events, self.steps, self.outcome.clone());
        fork.fails_on_exit = self.fails_on_exit;
        (fork.expect, fork.keeps_output) = (self.expect.clone(), self.keeps_output);
        fork.home = self.home.fresh();
        Ok(fork)
    }

    /// How it came to the states that it was told to restore.
    #[must_use]
    pub fn returns(&self) -> Returns {
        self.home.returns
    }

    /// The names given to threads so far, in this machine's family.
    #[must_use]
    pub fn thread_names(&self) -> Vec<ThreadBirth> {
        self.process.as_ref().map(|process| process.family().thread_names()).unwrap_or_default()
    }

    fn stopped(&self) -> Option<Stopped<'_>> {
        let process = self.process.as_ref()?;
        Some(match &self.ahead {
            Some(ahead) => ahead.stopped(process),
            None => process.stopped(),
        })
    }

    fn is_enabled(&self, thread: ThreadId) -> bool {
        let Some(stopped) = self.stopped() else { return false };
        stopped.status(thread.0) == 1
            && stopped.live().contains(&thread.0)
            && stopped.thread(thread.0).is_some_and(|record| record.blocked == blocked::NO)
    }

    /// The threads that wait for the condition that this one is about to signal, the one that has waited longest first.
    fn waiters(&self, condition: &Place) -> Vec<u32> {
        let Some(stopped) = self.stopped() else { return Vec::new() };
        let mut waiters: Vec<(u64, u32)> = Vec::new();
        for id in stopped.live() {
            let Some(record) = stopped.thread(*id) else { continue };
            let waits = record.op == op::WAKE && record.blocked == blocked::NOTIFY;
            if waits && record.place.address == condition.address {
                waiters.push((record.waiting_since, *id));
            }
        }
        waiters.sort_unstable();
        waiters.into_iter().map(|(_, id)| id).collect()
    }

    /// The calls of a stack, innermost first.
    fn calls(&self, stack: u32) -> Arc<[SiteId]> {
        if let Some(known) = self.stacks.borrow().get(&stack) {
            return known.clone();
        }
        let mut sites = Vec::new();
        let mut at = stack;
        while let Some(process) = &self.process
            && let Some((pc, parent)) = process.family().board().node(at)
            && sites.len() < DEEPEST
        {
            if let Some(site) = self.site(pc) {
                let inlined = self.image.calls(site).len();
                sites.extend((0..inlined).map(|depth| image::outer(site, depth)));
            }
            at = parent;
        }
        // Our own functions are no part of the program, nor is what started it.
        sites.retain(|site| !self.image.is_runtime(*site));
        let calls: Arc<[SiteId]> = sites.into();
        self.stacks.borrow_mut().insert(stack, calls.clone());
        calls
    }

    fn sources(&self, stack: u32) -> Vec<SourcePos> {
        self.calls(stack).iter().map(|site| self.image.source(*site)).collect()
    }

    /// The position of the call behind which an address is.
    fn site(&self, pc: u64) -> Option<SiteId> {
        let (module, address) = self.map.find(pc.checked_sub(1)?)?;
        Some(image::site(module, address))
    }

    fn first_site(&self, stack: u32) -> SiteId {
        self.calls(stack).first().copied().unwrap_or(SiteId(0))
    }

    /// Commands a run of choices, and tells of what happens.
    fn take(&mut self, run: Run, mut observer: Option<&mut dyn Observer>) -> Result<(), ProcessError> {
        self.present = observer.is_some().then(|| Present::of(self));
        let observes = observer.is_some();
        if self.has_gone_ahead(run, observes)? {
            if let Some(observer) = observer {
                self.tell(observer);
            }
            self.present = None;
            return Ok(());
        }
        let mut result = self.process.as_ref().ok_or(ProcessError::NoSlot)?.go(&[run], observes);
        loop {
            result?;
            if let Some(observer) = &mut observer {
                self.tell(&mut **observer);
            }
            let process = self.process.as_ref().ok_or(ProcessError::NoSlot)?;
            if process.stopped().report().outcome != outcome::FULL {
                self.present = None;
                return Ok(());
            }
            result = process.go_on();
        }
    }

    /// Makes a step that the process has made already, if that is so.
    fn has_gone_ahead(&mut self, run: Run, observes: bool) -> Result<bool, ProcessError> {
        let (Some(ahead), Some(process)) = (&mut self.ahead, &self.process) else { return Ok(false) };
        match ahead.step(process, run, observes) {
            Ok(Next::Read) => {
                self.home.returns.ahead += 1;
                Ok(true)
            }
            // It was asked for something else, or does not know what comes now.
            Ok(Next::Other) => self.land(false).map(|()| false),
            Ok(Next::End) => {
                let is_there = process.stop_going_ahead()?;
                self.land(is_there).map(|()| false)
            }
            Err(ProcessError::Left) => Err(ProcessError::Left),
            Err(_) => {
                self.process = None;
                self.land(false).map(|()| false)
            }
        }
    }

    /// The process does not go ahead any more, and stands where the machine is. `is_there`: it stands there already.
    fn land(&mut self, is_there: bool) -> Result<(), ProcessError> {
        if is_there {
            self.ahead = None;
            return Ok(());
        }
        let path = self.path.clone().ok_or(ProcessError::NoSlot)?;
        self.go_to(&path)
    }

    /// Tells of the events of a report.
    fn tell(&mut self, observer: &mut dyn Observer) {
        let mut at = 0;
        while let Some(record) = self.stopped().and_then(|stopped| stopped.events().get(at).copied()) {
            at += 1;
            let mut kind = match decode::happened(&record, self) {
                Happened::Did(done) => EventKind::Did(done),
                Happened::Noted(mark) => EventKind::Noted(mark),
                // Told with the notification before it.
                Happened::Woken(_) => continue,
            };
            if let EventKind::Did(Done::Notify { woken, .. }) = &mut kind {
                woken.extend(self.woken_by(at));
            }
            let thread = ThreadId(record.thread);
            let event = Event {
                seq: self.events,
                step: self.steps + u64::from(record.step),
                thread,
                site: self.first_site(record.stack),
                kind,
            };
            self.events += 1;
            self.note_present(&record, &event, true);
            observer.event(&event, &*self);
            self.note_present(&record, &event, false);
        }
    }

    /// The threads that the notification before the event with this number has woken.
    fn woken_by(&self, from: usize) -> Vec<ThreadId> {
        let Some(stopped) = self.stopped() else { return Vec::new() };
        let rest = stopped.events().get(from..).unwrap_or_default();
        rest.iter().take_while(|record| record.op == op::WOKEN).map(|record| ThreadId(record.other)).collect()
    }

    fn note_present(&mut self, record: &EventRecord, event: &Event, is_before: bool) {
        if let Some(mut present) = self.present.take() {
            present.note(record.stack, event, is_before);
            self.present = Some(present);
        }
    }

    /// Looks how things stand after a command.
    fn look(&mut self, choice: Choice) -> Result<Ran, StepError> {
        let Some(stopped) = self.stopped() else { return Err(StepError::Internal("there is no process".into())) };
        let report = stopped.report();
        let (code, stack) = (report.code, report.crash_stack);
        let text = if report.outcome == outcome::RUNNING { String::new() } else { stopped.text() };
        // A guest that came to its end before its `main` makes no step, but what was chosen is over.
        let steps = if report.outcome == outcome::RUNNING { report.steps } else { report.steps.max(1) };
        let ran = Ran { outcome: Outcome::Running, steps, yielded: report.yielded != 0 };
        let thread = ThreadId(report.thread);
        if report.unseen & unseen::GATHERS != 0 {
            let what = "a library that gathers what is written to the standard output (Rust's, C++ streams)";
            self.image.note_blind_spot(what.to_owned());
        }
        if report.unseen & unseen::WAKES != 0 {
            self.image.note_blind_spot("a library compiled without instrumentation that wakes threads".to_owned());
        }
        if report.panics > self.panics {
            let (count, thread, stack) = (report.panics, ThreadId(report.panic_thread), report.panic_stack);
            self.panics = count;
            let stack = self.sources(stack);
            if !is_caught(&stack) {
                self.deaths.push((thread, Uncaught::exception("panic".to_owned(), stack)));
            }
        }
        let Some(stopped) = self.stopped() else { return Err(StepError::Internal("there is no process".into())) };
        self.outcome = match stopped.report().outcome {
            outcome::RUNNING => Outcome::Running,
            outcome::FINISHED => {
                let is_dead = self.deaths.iter().any(|(dead, _)| *dead == thread);
                if let Some(failed) = self.failed_end(code, stack).filter(|_| !is_dead) {
                    self.deaths.push((thread, failed));
                }
                Outcome::Finished { exit_code: code }
            }
            outcome::CRASHED => {
                self.deaths.push((thread, Uncaught::exception(text, self.sources(stack))));
                Outcome::Finished { exit_code: code }
            }
            outcome::NEEDS => {
                let (kind, name) = match text.split_once(": ") {
                    Some(("processes", name)) => (NeedKind::Processes, name.to_owned()),
                    Some(("network", name)) => (NeedKind::Network, name.to_owned()),
                    _ => (NeedKind::Function, text),
                };
                self.image.needs.add_fatal(kind, name);
                Outcome::Limit(Limit::Needs)
            }
            outcome::HEAP => self.cut("the program beyond its limit on heap size (--heap)", Limit::Heap),
            outcome::MANY_THREADS => self.cut("the program beyond its limit on threads (--threads)", Limit::Threads),
            outcome::NOT_POSSIBLE => return Err(StepError::NotPossible(choice)),
            _ => return Err(StepError::Internal(format!("the runtime in the program: {text}"))),
        };
        if self.outcome.is_running() && !self.is_enabled(thread) {
            let mut choices = Vec::new();
            self.choices(&mut choices);
            if choices.is_empty() {
                let mut threads = Vec::new();
                self.live(&mut threads);
                self.outcome = Outcome::Deadlocked { threads };
            }
        }
        Ok(ran)
    }

    /// What is wrong with an end of the guest, where something else was expected.
    fn failed_end(&self, code: i32, stack: u32) -> Option<Uncaught> {
        if self.expect == Expectation::default() {
            return (code != 0 && self.fails_on_exit).then(|| Uncaught::of_exit(code, self.sources(stack)));
        }
        let mut expect = self.expect.clone();
        let output = self.output();
        if expect.output.is_some() && output.is_none() {
            self.image.note_blind_spot("the standard output, which is not there to be compared".to_owned());
            expect.output = None;
        }
        expect.broken_by(code, &output.unwrap_or_default(), self.sources(stack))
    }

    /// A run that a limit ends: what would come after it is not seen by anyone, so no search that meets it is complete.
    fn cut(&self, what: &str, limit: Limit) -> Outcome {
        self.image.note_blind_spot(what.to_owned());
        Outcome::Limit(limit)
    }

    /// The process is gone, or does not come back: what that means for the guest.
    fn lost(&mut self, thread: ThreadId, error: &ProcessError) -> Result<Ran, StepError> {
        // Where it ended nobody knows; where the thread stood before its last step says at least which thread it was, and in what.
        let before = self.stopped().and_then(|stopped| stopped.thread(thread.0)).map_or(0, |record| record.stack);
        let stack = self.calls(before).iter().map(|site| self.image.source(*site)).collect();
        self.process = None;
        self.ahead = None;
        self.outcome = match error {
            ProcessError::Died { .. } => {
                let message = error.to_string();
                self.deaths.push((thread, Uncaught::exception(message, stack)));
                Outcome::Finished { exit_code: 128 + error.signal().unwrap_or(0) }
            }
            ProcessError::Silent { after } => {
                let what = format!(
                    "a thread that runs for {} s without a visible operation (DEADHEAT_PATIENCE)",
                    after.as_secs()
                );
                self.cut(&what, Limit::Time)
            }
            ProcessError::Left => Outcome::Limit(Limit::Time),
            _ => return Err(StepError::Internal(error.to_string())),
        };
        Ok(Ran { outcome: self.outcome.clone(), steps: 1, yielded: false })
    }

    /// Goes to a state by making its choices again, from the nearest one that has a process.
    fn go_to(&mut self, path: &Arc<Path>) -> Result<(), ProcessError> {
        let (near, runs) = path.nearest();
        let mut left = self.process.take();
        if self.ahead.take().is_some() {
            left = left.filter(|process| process.stop_going_ahead().is_ok());
        }
        let process = self.home.stand_at(&near, left)?;
        for some in runs.chunks(RUNS) {
            process.go(some, false)?;
            let report = process.stopped();
            let made: u64 = some.iter().map(|run| run.steps).sum();
            if report.report().outcome == outcome::NOT_POSSIBLE || report.report().steps != made {
                return Err(ProcessError::Departed);
            }
        }
        self.process = Some(process);
        Ok(())
    }
}

/// Whether a panic with this stack, innermost call first, is caught by the program: a function of the program's has called `catch_unwind`. The
/// one around a whole thread is called by the library.
fn is_caught(stack: &[SourcePos]) -> bool {
    let catches = |place: &SourcePos| &*place.function == "catch_unwind" && !place.owner.is_program();
    let is_own = |place: &SourcePos| place.owner.is_program() && place.file.is_some();
    stack.iter().position(catches).is_some_and(|at| stack[at..].iter().any(is_own))
}

fn run_of(choice: Choice, steps: u64) -> Run {
    let run = |kind, thread: ThreadId, other| Run { choice: kind, thread: thread.0, other, pad: 0, steps };
    match choice {
        Choice::Thread(thread) => run(choice::THREAD, thread, 0),
        Choice::Wake { notifier, waiter } => run(choice::WAKE, notifier, waiter.0),
        Choice::Timeout(thread) => run(choice::TIMEOUT, thread, 0),
        Choice::Spurious(thread) => run(choice::SPURIOUS, thread, 0),
        Choice::Value { thread, value } => run(choice::VALUE, thread, value),
    }
}

impl Names for NativeMachine {
    fn object(&self, place: &Place) -> (ObjectId, u32) {
        let (key, offset) = if place.block & block::STACK != 0 {
            (ObjectKey::Stack(place.block as u32), place.offset)
        } else if place.block != 0 {
            (ObjectKey::Block(place.block), place.offset)
        } else {
            self.variable(place.address)
        };
        let known = self.names.borrow().get(&key).copied();
        let object = known.unwrap_or_else(|| {
            let made_at =
                if matches!(key, ObjectKey::Block(_)) { self.calls(place.stack).to_vec() } else { Vec::new() };
            let made = || Object { key, size: place.size.into(), made_at };
            let object = self.image.objects().number(key, made);
            self.names.borrow_mut().insert(key, object);
            object
        });
        if matches!(key, ObjectKey::Stack(_)) && place.stack != 0 {
            let frame = (self.first_site(place.stack), place.frame_offset);
            self.image.objects().note_frame(object, offset, frame);
        }
        (object, offset)
    }
}

impl NativeMachine {
    /// The variable at an address, and where in it.
    fn variable(&self, address: u64) -> (ObjectKey, u32) {
        *self.variables.borrow_mut().entry(address).or_insert_with(|| self.find_variable(address))
    }

    fn find_variable(&self, address: u64) -> (ObjectKey, u32) {
        let Some((module, at)) = self.map.find(address) else {
            return (ObjectKey::Region(address >> 20), (address & 0xf_ffff) as u32);
        };
        let start = self.image.variable(module, at).map_or(at & !0xfff, |variable| variable.address);
        (ObjectKey::Variable(module, start), (at - start) as u32)
    }
}

impl Machine for NativeMachine {
    type Snapshot = Snapshot;

    fn threads(&self) -> Vec<ThreadInfo> {
        let Some(stopped) = self.stopped() else {
            // Of a process that is gone the dead are known.
            let dead = self.deaths.iter().map(|(id, _)| *id);
            return dead
                .map(|id| ThreadInfo { id, name: self.name_of(id), status: ThreadStatus::Terminated, daemon: false })
                .collect();
        };
        let most = self.thread_names().iter().map(|(.., id)| *id).max().unwrap_or(0);
        let started = (0..=most).filter(|id| stopped.status(*id) != 0);
        let info = |id: u32| {
            let record = stopped.thread(id);
            let status = match (stopped.status(id), record) {
                (1, Some(record)) => match record.blocked {
                    blocked::NO => ThreadStatus::Runnable,
                    blocked::LOCK => ThreadStatus::Blocked,
                    _ if record.deadline != 0 => ThreadStatus::TimedWaiting,
                    _ => ThreadStatus::Waiting,
                },
                _ => ThreadStatus::Terminated,
            };
            ThreadInfo { id: ThreadId(id), name: self.name_of(ThreadId(id)), status, daemon: false }
        };
        started.map(info).collect()
    }

    fn live(&self, out: &mut Vec<ThreadId>) {
        out.clear();
        if let Some(stopped) = self.stopped().filter(|_| self.outcome.is_running() || self.is_deadlocked()) {
            out.extend(stopped.live().iter().map(|id| ThreadId(*id)));
        }
    }

    fn uncaught(&self, thread: ThreadId) -> Option<Uncaught> {
        self.deaths.iter().rev().find(|(dead, _)| *dead == thread).map(|(_, uncaught)| uncaught.clone())
    }

    fn pending(&self, thread: ThreadId) -> Option<Pending> {
        let stopped = self.stopped()?;
        if stopped.status(thread.0) != 1 || !(self.outcome.is_running() || self.is_deadlocked()) {
            return None;
        }
        let record = stopped.thread(thread.0)?;
        let op = decode::operation(record, self);
        Some(Pending { op, site: self.first_site(record.stack), blocked: decode::obstacle(record, self) })
    }

    fn choices(&self, out: &mut Vec<Choice>) {
        out.clear();
        if self.fault.is_some() {
            // Whoever takes it is told.
            out.push(Choice::Thread(ThreadId(0)));
        }
        let Some(stopped) = self.stopped().filter(|_| self.outcome.is_running()) else { return };
        let mut timeouts = Vec::new();
        let mut spurious = Vec::new();
        for id in stopped.live() {
            let thread = ThreadId(*id);
            let Some(record) = stopped.thread(*id) else { continue };
            let wakes_one = record.op == op::NOTIFY && record.flags & flag::ALL == 0;
            if record.blocked == blocked::NO {
                let waiters = if wakes_one { self.waiters(&record.place) } else { Vec::new() };
                if waiters.len() < 2 {
                    out.push(Choice::Thread(thread));
                } else {
                    out.extend(waiters.into_iter().map(|w| Choice::Wake { notifier: thread, waiter: ThreadId(w) }));
                }
                continue;
            }
            if record.deadline != 0 {
                timeouts.push((record.deadline, thread));
            }
            if self.is_spurious() && matches!(record.blocked, blocked::NOTIFY | blocked::UNPARK) {
                spurious.push(Choice::Spurious(thread));
            }
        }
        timeouts.sort_unstable();
        out.extend(timeouts.into_iter().map(|(_, thread)| Choice::Timeout(thread)));
        out.extend(spurious);
    }

    fn step(&mut self, choice: Choice, observer: Option<&mut dyn Observer>) -> Result<Outcome, StepError> {
        self.run(choice, 1, observer).map(|ran| ran.outcome)
    }

    fn run(&mut self, choice: Choice, budget: u64, observer: Option<&mut dyn Observer>) -> Result<Ran, StepError> {
        if let Some(fault) = &self.fault {
            return Err(StepError::Internal(fault.clone()));
        }
        if self.left {
            // There is no time for anything, so it does not matter that the state is not there.
            return Ok(Ran { outcome: Outcome::Limit(Limit::Time), steps: 1, yielded: false });
        }
        if !self.outcome.is_running() {
            return Err(StepError::NotPossible(choice));
        }
        let mut run = run_of(choice, budget.max(1));
        let taken = self.take(run, observer);
        let mut ran = match taken {
            Ok(()) => self.look(choice)?,
            Err(error) => self.lost(choice.thread(), &error)?,
        };
        run.steps = ran.steps;
        self.steps += ran.steps;
        self.path = self.path.take().map(|path| path.then(run));
        ran.outcome = self.outcome.clone();
        Ok(ran)
    }

    fn goes_ahead(&self) -> bool {
        // Whether its process does or not: walks are counted the same.
        true
    }

    fn foresee(&mut self, forecast: Forecast, observes: bool) {
        if self.home.goes_back()
            && self.outcome.is_running()
            && self.path.is_some()
            && self.ahead.is_none()
            && let Some(process) = &self.process
        {
            self.ahead = Some(Ahead::begin(process, forecast, observes));
        }
    }

    fn compares_ends(&self) -> bool {
        self.expect.output.is_some()
    }

    /// Of a process that goes ahead this is what it has written there, which is only asked for at its end.
    fn output(&self) -> Option<Vec<u8>> {
        let process = self.process.as_ref().filter(|_| self.keeps_output)?;
        let file = File::open(format!("/proc/{}/fd/1", process.id())).ok()?;
        let mut output = Vec::new();
        // One byte more tells that there is more.
        file.take(MOST_OUTPUT as u64 + 1).read_to_end(&mut output).ok()?;
        Some(output)
    }

    fn snapshot(&mut self) -> Snapshot {
        let path = self.path.get_or_insert_with(|| unreachable!("machines that keep states are made so")).clone();
        if path.distance() > FAR
            && self.ahead.is_none()
            && let Some(process) = &self.process
            && process.family().room() > RESERVE
            && let Ok(copy) = process.copy()
        {
            path.keep(copy);
        }
        let progress = (self.events, self.steps);
        Snapshot { path, outcome: self.outcome.clone(), deaths: self.deaths.clone(), progress }
    }

    fn restore(&mut self, snapshot: &Snapshot) {
        self.outcome = snapshot.outcome.clone();
        self.deaths.clone_from(&snapshot.deaths);
        (self.events, self.steps) = snapshot.progress;
        let lost = self.go_to(&snapshot.path).err();
        self.left = matches!(lost, Some(ProcessError::Left));
        self.fault = lost.filter(|_| !self.left).map(|error| error.to_string());
        self.path = Some(snapshot.path.clone());
        self.panics = self.stopped().map_or(0, |stopped| stopped.report().panics);
    }

    fn fingerprint(&mut self) -> Fingerprint {
        let words = self.stopped().map_or([0; 2], |stopped| stopped.report().fingerprint);
        Fingerprint(u128::from(words[0]) << 64 | u128::from(words[1]))
    }

    fn delay(&self, thread: ThreadId) -> Option<Duration> {
        let stopped = self.stopped()?;
        let deadline = stopped.thread(thread.0)?.deadline;
        (deadline != 0).then(|| Duration::from_nanos(deadline.saturating_sub(stopped.report().clock)))
    }

    fn same_line(&self, site: SiteId) -> Vec<SiteId> {
        vec![site]
    }

    fn blind_spots(&self) -> Vec<String> {
        self.image.blind_spots()
    }

    fn context(&self) -> &dyn Context {
        self
    }
}

impl NativeMachine {
    fn is_deadlocked(&self) -> bool {
        matches!(self.outcome, Outcome::Deadlocked { .. })
    }

    fn is_spurious(&self) -> bool {
        // SAFETY: the header is mapped; deadheat wrote the word before the process began.
        self.process.as_ref().is_some_and(|process| unsafe { (*process.family().board().header()).spurious } != 0)
    }

    /// The locks that a thread holds, by its record.
    fn locks_now(&self, thread: ThreadId) -> Vec<(SyncId, LockMode)> {
        let Some(record) = self.stopped().and_then(|stopped| stopped.thread(thread.0)) else { return Vec::new() };
        let mode = |mode: u32| if mode == 0 { LockMode::Exclusive } else { LockMode::Shared };
        let held = record.locks.iter().take(record.held as usize);
        held.map(|held| (self.sync(&held.place), mode(held.mode))).collect()
    }

    /// What a report calls a thread.
    fn name_of(&self, thread: ThreadId) -> String {
        let record = self.stopped().and_then(|stopped| stopped.thread(thread.0));
        let given = record.map(|record| {
            let end = record.name.iter().position(|byte| *byte == 0).unwrap_or(record.name.len());
            String::from_utf8_lossy(&record.name[..end]).into_owned()
        });
        given.filter(|name| !name.is_empty()).unwrap_or_else(|| format!("thread-{}", thread.0))
    }
}
