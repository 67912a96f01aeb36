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

/// The trace of all witnesses of a result.
#[must_use]
pub fn render(result: &CheckResult) -> String {
    let mut events = Vec::new();
    for (at, finding) in result.findings.iter().enumerate() {
        if let Some(witness) = &finding.witness {
            let title = format!("{}: {}", finding.id, finding.error.title());
            Process::new(at as u64 + 1, &mut events).tell(&title, &witness.threads, &witness.interleaving);
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
    /// When a thread took a lock, how often it holds it, and the number of the slice.
    held: HashMap<(ThreadId, &'a str), (u32, u64)>,
    next_id: u64,
}

impl<'a> Process<'a> {
    fn new(number: u64, events: &'a mut Vec<Value>) -> Self {
        Self { number, events, held: HashMap::new(), next_id: 0 }
    }

    fn tell(&mut self, title: &str, threads: &[ThreadName], moments: &'a [Moment]) {
        self.name("process_name", 0, title);
        for thread in threads {
            self.name("thread_name", thread.id.0, &thread.to_string());
        }
        // Several events can belong to one step: each gets its own share of it, in order.
        let mut within = 0;
        for (at, moment) in moments.iter().enumerate() {
            within = if at > 0 && moments[at - 1].step == moment.step { (within + 1).min(STEP - 1) } else { 0 };
            let time = moment.step.saturating_mul(STEP).saturating_add(within);
            let last = moments.get(at + 1).is_none_or(|next| next.step != moment.step);
            let mut arguments = json!({ "step": moment.step });
            if let Some(place) = &moment.place {
                arguments["place"] = json!(place.to_string());
            }
            if let Some(reason) = &moment.switch {
                arguments["switch"] = json!(reason);
            }
            let category = if moment.relevant { "relevant" } else { "other" };
            self.event(json!({
                "ph": "X", "name": words::moment(moment), "cat": category, "tid": moment.thread.0, "ts": time,
                "dur": if last { STEP - within } else { 1 }, "args": arguments,
            }));
            self.locks(moment.thread, &moment.act, time);
            self.arrow(moments, at, time);
        }
        let end = moments.last().map_or(0, |last| last.step.saturating_add(1).saturating_mul(STEP));
        let mut open: Vec<_> = self.held.drain().collect();
        open.sort_unstable();
        for ((thread, lock), (_, id)) in open {
            self.event(json!({ "ph": "e", "cat": "lock", "name": lock, "id": id, "tid": thread.0, "ts": end }));
        }
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
                let id = self.new_id();
                let held = self.held.entry((thread, lock)).or_insert((0, id));
                held.0 += 1;
                if held.0 == 1 {
                    self.event(
                        json!({ "ph": "b", "cat": "lock", "name": lock, "id": id, "tid": thread.0, "ts": time }),
                    );
                }
            }
            Act::Release { lock, .. } => {
                let Some(held) = self.held.get_mut(&(thread, lock.as_str())) else { return };
                held.0 -= 1;
                let (left, id) = *held;
                if left == 0 {
                    self.held.remove(&(thread, lock.as_str()));
                    self.event(
                        json!({ "ph": "e", "cat": "lock", "name": lock, "id": id, "tid": thread.0, "ts": time }),
                    );
                }
            }
            _ => {}
        }
    }

    /// An arrow to the next event of each thread that this event lets go on.
    fn arrow(&mut self, moments: &[deadheat_witness::result::Moment], at: usize, time: u64) {
        let (name, threads) = match &moments[at].act {
            Act::Start { thread } => ("start", std::slice::from_ref(thread)),
            Act::Notify { woken, .. } => ("notify", woken.as_slice()),
            _ => return,
        };
        for thread in threads {
            let Some(next) = moments[at + 1..].iter().find(|moment| moment.thread == *thread) else { continue };
            let id = self.new_id();
            let begin = moments[at].thread.0;
            self.event(json!({ "ph": "s", "cat": "order", "name": name, "id": id, "tid": begin, "ts": time }));
            let end = next.step.saturating_mul(STEP);
            self.event(
                json!({ "ph": "f", "bp": "e", "cat": "order", "name": name, "id": id, "tid": thread.0, "ts": end }),
            );
        }
    }
}
