//! Witnesses, or a run, as a trace in the JSON form that Perfetto (ui.perfetto.dev) and `chrome://tracing` read: a process per finding, a
//! track per thread, a slice per event, locks as slices of their own, arrows from what makes a thread go on.

use std::collections::HashMap;

use deadheat_analysis::ThreadName;
use deadheat_event::ThreadId;
use deadheat_witness::result::{Act, CheckResult, Moment};
use serde_json::{Value, json};

use crate::words;

/// Microseconds per step: time is not known, only the order is.
const STEP: u64 = 10;

/// The trace of all witnesses and reorderings of a result.
#[must_use]
pub fn render(result: &CheckResult) -> String {
    let mut events = Vec::new();
    for (at, finding) in result.findings.iter().enumerate() {
        if let Some(course) = finding.course() {
            let title = format!("{}: {}", finding.id, words::headline(finding));
            Process::new(at as u64 + 1, &mut events).tell(&title, course.threads, course.interleaving);
        }
    }
    trace(&result.guest.name, events)
}

/// The trace of a plain run of a guest.
#[must_use]
pub fn run(guest: &str, threads: &[ThreadName], moments: &[Moment]) -> String {
    let mut events = Vec::new();
    Process::new(1, &mut events).tell(guest, threads, moments);
    trace(guest, events)
}

fn trace(guest: &str, events: Vec<Value>) -> String {
    let trace = json!({
        "displayTimeUnit": "ms",
        "otherData": { "tool": "deadheat", "version": env!("CARGO_PKG_VERSION"), "guest": guest },
        "traceEvents": events,
    });
    format!("{trace}\n")
}

struct Process<'a> {
    number: u64,
    events: &'a mut Vec<Value>,
    /// How often a thread holds a lock, and the number of the slice.
    held: HashMap<(ThreadId, &'a str), (u32, u64)>,
    /// How often a thread that waits will hold its lock again.
    away: HashMap<(ThreadId, &'a str), u32>,
    next_id: u64,
}

impl<'a> Process<'a> {
    fn new(number: u64, events: &'a mut Vec<Value>) -> Self {
        Self { number, events, held: HashMap::new(), away: HashMap::new(), next_id: 0 }
    }

    fn tell(&mut self, title: &str, threads: &[ThreadName], moments: &'a [Moment]) {
        self.name("process_name", 0, title);
        for thread in threads {
            self.name("thread_name", thread.id.0, &thread.to_string());
        }
        let times = times(moments);
        for (at, moment) in moments.iter().enumerate() {
            if at > 0 && moment.step > moments[at - 1].step.saturating_add(1) {
                // The middle of a long witness is not kept: whether a lock was given back there is not known.
                self.end_locks(moments[at - 1].step);
            }
            let time = times[at];
            let last = moments.get(at + 1).is_none_or(|next| next.step != moment.step);
            let mut arguments = json!({ "step": moment.step });
            if let Some(place) = &moment.place {
                arguments["place"] = json!(place.to_string());
            }
            if let Some(reason) = &moment.switch {
                arguments["switch"] = json!(words::switch(reason));
            }
            let category = if moment.relevant { "relevant" } else { "other" };
            self.event(json!({
                "ph": "X", "name": words::moment(moment), "cat": category, "tid": moment.thread.0, "ts": time,
                "dur": if last { STEP - time % STEP } else { 1 }, "args": arguments,
            }));
            self.locks(moment.thread, &moment.act, time);
            self.arrow(moments, at, &times);
        }
        self.end_locks(moments.last().map_or(0, |last| last.step));
    }

    /// Ends the slices of all locks after a step.
    fn end_locks(&mut self, step: u64) {
        let end = step.saturating_add(1).saturating_mul(STEP);
        let mut open: Vec<_> = self.held.drain().collect();
        open.sort_unstable();
        for ((thread, lock), (_, id)) in open {
            self.lock("e", thread, lock, id, end);
        }
        self.away.clear();
    }

    fn event(&mut self, mut event: Value) {
        event["pid"] = json!(self.number);
        self.events.push(event);
    }

    fn name(&mut self, what: &str, thread: u32, name: &str) {
        self.event(json!({ "ph": "M", "name": what, "tid": thread, "args": { "name": name } }));
    }

    fn new_id(&mut self) -> u64 {
        self.next_id += 1;
        // Ids are global in a trace.
        self.number << 32 | self.next_id
    }

    fn locks(&mut self, thread: ThreadId, act: &'a Act, time: u64) {
        match act {
            Act::Acquire { lock, .. } | Act::TryAcquire { lock, acquired: true, .. } => {
                self.take(thread, lock, 1, time)
            }
            Act::Release { lock, .. } => {
                let Some((depth, _)) = self.held.get_mut(&(thread, lock.as_str())) else { return };
                *depth -= 1;
                if *depth == 0 {
                    self.give(thread, lock, time);
                }
            }
            // Who waits gives the lock away, however often it was taken.
            Act::Wait { condition, .. } => {
                if let Some(depth) = self.give(thread, condition, time) {
                    self.away.insert((thread, condition), depth);
                }
            }
            Act::Wake { condition, .. } => {
                if let Some(depth) = self.away.remove(&(thread, condition.as_str())) {
                    self.take(thread, condition, depth, time);
                }
            }
            _ => {}
        }
    }

    fn take(&mut self, thread: ThreadId, lock: &'a str, times: u32, time: u64) {
        if let Some((depth, _)) = self.held.get_mut(&(thread, lock)) {
            *depth += times;
            return;
        }
        let id = self.new_id();
        self.held.insert((thread, lock), (times, id));
        self.lock("b", thread, lock, id, time);
    }

    /// Ends a lock's slice, and tells how often the lock was held.
    fn give(&mut self, thread: ThreadId, lock: &'a str, time: u64) -> Option<u32> {
        let (depth, id) = self.held.remove(&(thread, lock))?;
        self.lock("e", thread, lock, id, time);
        Some(depth)
    }

    fn lock(&mut self, phase: &str, thread: ThreadId, lock: &str, id: u64, time: u64) {
        self.event(json!({ "ph": phase, "cat": "lock", "name": lock, "id": id, "tid": thread.0, "ts": time }));
    }

    /// An arrow to the next event of each thread that this event lets go on.
    fn arrow(&mut self, moments: &[Moment], at: usize, times: &[u64]) {
        let (name, threads) = match &moments[at].act {
            Act::Start { thread } => ("start", std::slice::from_ref(thread)),
            Act::Notify { woken, .. } => ("notify", woken.as_slice()),
            _ => return,
        };
        for thread in threads {
            let Some(next) = (at + 1..moments.len()).find(|&next| moments[next].thread == *thread) else { continue };
            let id = self.new_id();
            let (from, to) = (moments[at].thread.0, thread.0);
            self.event(json!({ "ph": "s", "cat": "order", "name": name, "id": id, "tid": from, "ts": times[at] }));
            let end = times[next];
            self.event(json!({ "ph": "f", "bp": "e", "cat": "order", "name": name, "id": id, "tid": to, "ts": end }));
        }
    }
}

/// When each event begins: several can belong to one step, and each gets its own share of it, in order.
fn times(moments: &[Moment]) -> Vec<u64> {
    let mut within = 0;
    let mut step = None;
    let time = |moment: &Moment| {
        within = if step == Some(moment.step) { (within + 1).min(STEP - 1) } else { 0 };
        step = Some(moment.step);
        moment.step.saturating_mul(STEP).saturating_add(within)
    };
    moments.iter().map(time).collect()
}
