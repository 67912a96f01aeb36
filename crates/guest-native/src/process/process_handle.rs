//! One process of a guest: commands go to it, and reports come back.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use deadheat_native_runtime::protocol::{
    EVENTS, EventRecord, LOG, RUNS, Report, Run, Slot, TEXT, THREADS, ThreadRecord, ahead, command, turn,
};

use deadheat_machine::{Forecast, brake};

use super::Family;

/// Whether a process that does not come back is left when time is over. It cannot be used any more then.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leaving {
    Never,
    WhenLate,
}

/// A process that cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum ProcessError {
    /// It cannot be started.
    #[error("the program cannot be started: {0}")]
    Start(io::Error),
    /// It has ended, or was killed, without a word.
    #[error("the program ended without a word ({})", describe(*status))]
    Died {
        /// What the kernel says of its end.
        status: i32,
    },
    /// It takes too long.
    #[error("a thread of the program ran for {} s without a visible operation", after.as_secs())]
    Silent {
        /// So long was waited.
        after: Duration,
    },
    /// It was left in the middle of a step, because the time of who drives it is over: see [`brake`].
    #[error("the time was over")]
    Left,
    /// It does not do again what it did before.
    #[error(
        "the program does not do the same when it is run again: it depends on something that deadheat does not control"
    )]
    Departed,
    /// There are too many copies.
    #[error("there are too many copies of the program")]
    NoSlot,
}

/// The end of a process in words.
fn describe(status: i32) -> String {
    if libc::WIFSIGNALED(status) {
        format!("signal {}", libc::WTERMSIG(status))
    } else {
        format!("exit code {}", libc::WEXITSTATUS(status))
    }
}

/// What ended a process that died.
impl ProcessError {
    /// The signal that killed it, if one did.
    #[must_use]
    pub fn signal(&self) -> Option<i32> {
        match self {
            Self::Died { status } if libc::WIFSIGNALED(*status) => Some(libc::WTERMSIG(*status)),
            _ => None,
        }
    }
}

/// A process of the guest that stands still. It is killed when this is dropped.
pub struct Process {
    family: Arc<Family>,
    slot: u32,
    id: i32,
    /// Its end was seen: its number may be another's by now.
    is_gone: AtomicBool,
}

/// A process that stands still, as its slot shows it; or one that goes ahead, at the step up to which its log was read.
pub struct Stopped<'p> {
    pub(crate) report: &'p Report,
    pub(crate) live: &'p [u32],
    pub(crate) status: &'p [u8],
    pub(crate) threads: &'p [ThreadRecord],
    pub(crate) events: &'p [EventRecord],
    pub(crate) text: &'p [u8],
}

/// How long is looked for a report before deadheat goes to sleep: a command may take less time than to wake up.
const PATIENCE: u32 = 2000;

/// How often a process that takes long is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(100);

impl Process {
    pub(super) fn new(family: Arc<Family>, slot: u32, id: i32) -> Self {
        Self { family, slot, id, is_gone: AtomicBool::new(false) }
    }

    /// Its family.
    #[must_use]
    pub fn family(&self) -> &Arc<Family> {
        &self.family
    }

    /// Its number.
    #[must_use]
    pub fn id(&self) -> i32 {
        self.id
    }

    fn slot(&self) -> *mut Slot {
        self.family.board().slot(self.slot)
    }

    fn turn(&self) -> &AtomicU32 {
        // SAFETY: the slot is mapped, and the word atomic.
        unsafe { &(*self.slot()).turn }
    }

    /// What it tells.
    #[must_use]
    pub fn stopped(&self) -> Stopped<'_> {
        // SAFETY: the slot is mapped; the process waits, and changes nothing. Where it does not keep to that, numbers differ, and
        // every one of them is checked where it is used.
        let slot = unsafe { &*self.slot() };
        Stopped {
            report: &slot.report,
            live: &slot.live[..(slot.report.live as usize).min(THREADS)],
            status: &slot.status,
            threads: &slot.threads,
            events: &slot.events[..(slot.report.events as usize).min(EVENTS)],
            text: &slot.text[..(slot.text_length as usize).min(TEXT)],
        }
    }

    /// Takes the runs of choices.
    ///
    /// # Errors
    /// If the process dies, or does not come back.
    pub fn go(&self, runs: &[Run], observe: bool) -> Result<(), ProcessError> {
        let slot = self.slot();
        let count = runs.len().min(RUNS);
        // SAFETY: it is deadheat's turn: the process reads these only when it is given its own.
        unsafe {
            (&mut (*slot).runs)[..count].copy_from_slice(&runs[..count]);
            (*slot).command.observe = observe.into();
            (*slot).command.runs = count as u32;
        }
        self.command(command::GO)
    }

    /// Goes on with a command whose events did not fit into one report.
    ///
    /// # Errors
    /// As for [`go`](Self::go).
    pub fn go_on(&self) -> Result<(), ProcessError> {
        self.command(command::CONTINUE)
    }

    /// A copy of the process, which stands where it stands.
    ///
    /// # Errors
    /// If none can be made.
    pub fn copy(&self) -> Result<Self, ProcessError> {
        let number = self.family.take_slot().ok_or(ProcessError::NoSlot)?;
        let slot = self.family.board().slot(number);
        // SAFETY: nobody has the slot, and it is deadheat's turn in ours.
        unsafe {
            (*slot).process.store(0, Ordering::Relaxed);
            (*slot).turn.store(turn::GUEST, Ordering::Relaxed);
            (*self.slot()).command.slot = number;
        }
        let mut copy = Self::new(self.family.clone(), number, 0);
        self.command(command::FORK)?;
        copy.await_turn(Leaving::Never)?;
        // SAFETY: as above, and the copy waits, too.
        unsafe {
            copy.id = (*slot).process.load(Ordering::Acquire) as i32;
            // How a guest came to its end it tells once, in the slot that it had then.
            let told = &*self.slot();
            let copied = &mut *slot;
            (copied.report.code, copied.report.crash_stack) = (told.report.code, told.report.crash_stack);
            (copied.text_length, copied.text) = (told.text_length, told.text);
        }
        Ok(copy)
    }

    /// Makes the present moment one that the process can [go back](Self::go_back) to, where that is possible.
    ///
    /// # Errors
    /// As for [`go`](Self::go).
    pub fn checkpoint(&self) -> Result<(), ProcessError> {
        self.command(command::CHECKPOINT)
    }

    /// Whether it can go back to its checkpoint. It cannot once it has changed what only the kernel knows of.
    #[must_use]
    pub fn can_go_back(&self) -> bool {
        self.stopped().report().can_go_back != 0
    }

    /// Goes back to its checkpoint; [`can_go_back`](Self::can_go_back) has said that there is one.
    ///
    /// # Errors
    /// As for [`go`](Self::go).
    pub fn go_back(&self) -> Result<(), ProcessError> {
        self.command(command::GO_BACK)
    }

    /// Goes ahead: chooses by itself, as this scheduler would, and writes each step into its log. Nobody waits for it.
    pub fn go_ahead(&self, forecast: Forecast, observe: bool) {
        let (seed, depth) = match forecast {
            Forecast::Random { state } => (state, 0),
            Forecast::Pct { seed, depth } => (seed, depth),
        };
        let slot = self.slot();
        // SAFETY: it is deadheat's turn.
        unsafe {
            (*slot).logged.store(0, Ordering::Relaxed);
            (*slot).command.observe = observe.into();
            (*slot).command.seed = seed;
            (*slot).command.depth = depth;
        }
        self.give_turn(command::GO_AHEAD);
    }

    /// The log of a process that goes ahead, from a place on, as far as it is written; empty if it has stopped, and there is no more.
    ///
    /// # Errors
    /// As for [`go`](Self::go).
    pub fn log_from(&self, place: usize) -> Result<&[u8], ProcessError> {
        let slot = self.slot();
        // SAFETY: the slot is mapped, and the word atomic.
        let logged = || (unsafe { &(*slot).logged }.load(Ordering::Acquire) as usize).min(LOG);
        if logged() <= place {
            self.await_turn_or(Leaving::WhenLate, || logged() > place)?;
        }
        // SAFETY: what is written is not changed any more. Where the guest does not keep to that, numbers differ.
        let log = unsafe { &(*slot).log.0 };
        Ok(&log[place.min(logged())..logged()])
    }

    /// Waits until a process that goes ahead has stopped: whether it stands where its log ends.
    ///
    /// # Errors
    /// As for [`go`](Self::go).
    pub fn stop_going_ahead(&self) -> Result<bool, ProcessError> {
        self.await_turn(Leaving::WhenLate)?;
        // SAFETY: it is deadheat's turn.
        Ok(unsafe { (*self.slot()).stopped } == ahead::THERE)
    }

    fn give_turn(&self, kind: u32) {
        // SAFETY: it is deadheat's turn.
        unsafe { (*self.slot()).command.kind = kind };
        if self.turn().swap(turn::GUEST, Ordering::AcqRel) & turn::SLEEPS != 0 {
            futex(self.turn(), libc::FUTEX_WAKE, i32::MAX as u32, None);
        }
    }

    fn command(&self, kind: u32) -> Result<(), ProcessError> {
        self.give_turn(kind);
        // These take no time, and what a copy is made from must stay usable.
        let is_short = matches!(kind, command::FORK | command::CHECKPOINT | command::GO_BACK);
        self.await_turn(if is_short { Leaving::Never } else { Leaving::WhenLate })
    }

    /// Waits until the process stands before its `main`.
    pub(super) fn await_first(&self) -> Result<(), ProcessError> {
        self.await_turn(Leaving::Never)
    }

    /// Waits until it is deadheat's turn.
    fn await_turn(&self, leaving: Leaving) -> Result<(), ProcessError> {
        self.await_turn_or(leaving, || false)
    }

    /// Waits until it is deadheat's turn, or something else has happened, which is looked at only for as long as nobody sleeps.
    fn await_turn_or(&self, leaving: Leaving, has_happened: impl Fn() -> bool) -> Result<(), ProcessError> {
        let turn = self.turn();
        for _ in 0..PATIENCE {
            if turn.load(Ordering::Acquire) & 1 == turn::DEADHEAT || has_happened() {
                return Ok(());
            }
            std::hint::spin_loop();
        }
        let start = Instant::now();
        loop {
            let now = turn.load(Ordering::Acquire);
            if now & 1 == turn::DEADHEAT {
                return Ok(());
            }
            let sleeps = turn::GUEST | turn::SLEEPS;
            if now == sleeps || turn.compare_exchange(now, sleeps, Ordering::AcqRel, Ordering::Acquire).is_ok() {
                futex(turn, libc::FUTEX_WAIT, sleeps, Some(LOOK_EVERY));
            }
            if turn.load(Ordering::Acquire) & 1 == turn::DEADHEAT {
                return Ok(());
            }
            if let Some(status) = self.has_died() {
                return Err(ProcessError::Died { status });
            }
            if leaving == Leaving::WhenLate && brake::is_pulled() {
                return Err(ProcessError::Left);
            }
            if start.elapsed() > self.family.patience() {
                return Err(ProcessError::Silent { after: start.elapsed() });
            }
        }
    }

    /// What became of the process, if it has ended.
    fn has_died(&self) -> Option<i32> {
        let mut status = 0;
        // SAFETY: the variable lives through the call.
        let ended = self.id > 0 && unsafe { libc::waitpid(self.id, &raw mut status, libc::WNOHANG) } == self.id;
        self.is_gone.fetch_or(ended, Ordering::Relaxed);
        ended.then_some(status)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.id > 0 && !self.is_gone.load(Ordering::Relaxed) {
            // SAFETY: a process of ours that nobody has waited for.
            unsafe {
                libc::kill(self.id, libc::SIGKILL);
                libc::waitpid(self.id, std::ptr::null_mut(), 0);
            }
        }
        self.family.give_slot(self.slot);
    }
}

fn futex(word: &AtomicU32, operation: i32, value: u32, timeout: Option<Duration>) {
    let time = timeout
        .map(|time| libc::timespec { tv_sec: time.as_secs() as libc::time_t, tv_nsec: time.subsec_nanos().into() });
    let time = time.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
    // SAFETY: the word and the time live through the call.
    unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), operation, value, time, 0, 0) };
}

impl<'p> Stopped<'p> {
    /// How things stand.
    #[must_use]
    pub fn report(&self) -> &'p Report {
        self.report
    }

    /// The threads that live, in order.
    #[must_use]
    pub fn live(&self) -> &'p [u32] {
        self.live
    }

    /// What a thread will do.
    #[must_use]
    pub fn thread(&self, id: u32) -> Option<&'p ThreadRecord> {
        self.threads.get(id as usize)
    }

    /// Whether a thread lives (1), has ended (2) or was never started.
    #[must_use]
    pub fn status(&self, id: u32) -> u8 {
        self.status.get(id as usize).copied().unwrap_or(0)
    }

    /// What happened since the last report.
    #[must_use]
    pub fn events(&self) -> &'p [EventRecord] {
        self.events
    }

    /// The report's text.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8_lossy(self.text).into_owned()
    }
}
