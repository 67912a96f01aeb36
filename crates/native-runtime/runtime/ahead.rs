//! Going ahead: the guest makes the choices that deadheat's scheduler is expected to make, without asking, and writes down each step.
//!
//! Deadheat reads the steps one after the other, as if it had commanded each. Where its scheduler chooses otherwise, the rest of the log
//! is thrown away and the state is reached in another way; so nothing but time depends on whether the choices (`forecast.rs`) are the same.

use core::sync::atomic::Ordering;

use crate::forecast::Forecast;
use crate::global::Global;
use crate::protocol::{ALIGNED, EventRecord, HELD, HeldLock, LOG, Run, Step, ThreadRecord, ahead, outcome};
use crate::{control, memory};

/// What is known while the guest goes ahead.
struct Ahead {
    is_on: bool,
    forecast: Forecast,
    /// The choice that was made last; none before the first.
    chosen: Option<Run>,
    /// The threads whose records have changed in this step.
    changed: [u32; CHANGED],
    change_count: usize,
    written: usize,
}

/// More records than these do not change in one step, but for wild ones.
const CHANGED: usize = 64;

static AHEAD: Global<Ahead> = Global::new(Ahead {
    is_on: false,
    forecast: Forecast::new(0, 0),
    chosen: None,
    changed: [0; CHANGED],
    change_count: 0,
    written: 0,
});

/// The guest goes ahead from here on.
pub fn begin(forecast: Forecast) {
    let ahead = AHEAD.get();
    (ahead.is_on, ahead.forecast, ahead.chosen) = (true, forecast, None);
    (ahead.change_count, ahead.written) = (0, 0);
    let slot = control::slot();
    slot.stopped = ahead::THERE;
    slot.logged.store(0, Ordering::Release);
}

/// The record of a thread has changed.
pub fn note_change(thread: u32) {
    let ahead = AHEAD.get();
    if ahead.is_on {
        if let Some(to) = ahead.changed.get_mut(ahead.change_count) {
            *to = thread;
        }
        ahead.change_count += 1;
    }
}

/// A step is over, or none has begun: what is chosen next, if the guest goes ahead and there is something to choose.
pub fn next() -> Option<Run> {
    let ahead = AHEAD.get();
    if !ahead.is_on {
        return None;
    }
    if ahead.chosen.is_some() {
        control::settle();
        control::report(outcome::RUNNING);
        write_step();
    }
    let last = ahead.chosen.is_some().then(control::last_turn);
    ahead.chosen = if ahead.is_on { ahead.forecast.choose(last) } else { None };
    ahead.is_on = ahead.chosen.is_some();
    ahead.chosen
}

/// The guest stops.
pub fn stop(outcome: u32) {
    let ahead = AHEAD.get();
    if !ahead.is_on {
        return;
    }
    if outcome == outcome::FULL || outcome == outcome::NOT_POSSIBLE {
        control::slot().stopped = ahead::ELSEWHERE;
    } else {
        write_step();
    }
    ahead.is_on = false;
}

/// Writes down the step that is over.
fn write_step() {
    let ahead = AHEAD.get();
    let slot = control::slot();
    let begin = ahead.written;
    let Some(choice) = ahead.chosen else { return };
    let events = slot.report.events as usize;
    // When there is no room for the step, the guest waits. What a part takes more than its own bytes is less than `ALIGNED`.
    let longest = size_of::<Step>()
        + slot.report.live as usize * size_of::<u32>()
        + ahead.change_count * (size_of::<ThreadRecord>() + 2 * ALIGNED)
        + events * size_of::<EventRecord>()
        + ALIGNED;
    if ahead.change_count > CHANGED || begin + longest > LOG {
        slot.stopped = ahead::ELSEWHERE;
        ahead.is_on = false;
        return;
    }
    let mut step = Step { size: 0, records: ahead.change_count as u32, choice, report: slot.report };
    ahead.written += size_of::<Step>();
    ahead.add(slot.live.as_ptr().cast(), slot.report.live as usize * size_of::<u32>());
    for at in 0..ahead.change_count {
        let id = ahead.changed[at];
        let record = &slot.threads[id as usize];
        let unused = (HELD - (record.held as usize).min(HELD)) * size_of::<HeldLock>();
        ahead.add((&raw const id).cast(), size_of::<u32>());
        ahead.add((&raw const *record).cast(), size_of::<ThreadRecord>() - unused);
    }
    ahead.add(slot.events.as_ptr().cast(), events * size_of::<EventRecord>());
    step.size = (ahead.written - begin) as u32;
    // SAFETY: inside the log, which is aligned, as is each part of it.
    unsafe { slot.log.0.as_mut_ptr().add(begin).cast::<Step>().write(step) };
    ahead.change_count = 0;
    slot.logged.store(ahead.written as u32, Ordering::Release);
}

impl Ahead {
    /// Adds bytes to the log.
    fn add(&mut self, from: *const u8, size: usize) {
        let to = control::slot().log.0.as_mut_ptr() as usize + self.written;
        // SAFETY: there was room for the longest step.
        unsafe { memory::copy(to, from as usize, size) };
        self.written += size.next_multiple_of(ALIGNED);
    }
}
