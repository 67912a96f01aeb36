//! The interleaving as a code flow.

use std::collections::BTreeMap;

use deadheat_event::ThreadId;
use deadheat_witness::result::{Act, Moment, Witness};
use serde_json::{Value, json};

use super::place::Places;
use crate::words;

/// Services refuse flows that are much longer; then only what matters is told.
const LONGEST: usize = 1000;

/// The code flow of a witness: a thread flow per thread, and numbers that tell the order among them.
pub fn code_flow(witness: &Witness, places: &Places<'_>) -> Option<Value> {
    let whole = witness.interleaving.len() <= LONGEST;
    let matters = |moment: &Moment| moment.relevant || matches!(moment.act, Act::About { .. });
    let told = witness.interleaving.iter().filter(|&moment| whole || matters(moment)).take(5 * LONGEST);

    let mut threads: BTreeMap<ThreadId, Vec<Value>> = BTreeMap::new();
    for (order, moment) in told.enumerate() {
        threads.entry(moment.thread).or_default().push(step(moment, order, places));
    }
    let flows: Vec<Value> = threads
        .into_iter()
        .map(|(thread, steps)| {
            let known = witness.threads.iter().find(|known| known.id == thread);
            let name = known.map_or_else(|| thread.to_string(), ToString::to_string);
            json!({ "id": thread.to_string(), "message": { "text": name }, "locations": steps })
        })
        .collect();
    (!flows.is_empty()).then(|| json!({ "message": { "text": "How it happens" }, "threadFlows": flows }))
}

fn step(moment: &Moment, order: usize, places: &Places<'_>) -> Value {
    let text = words::moment(moment);
    let location = match &moment.place {
        Some(place) => places.location(place, Some(&text)),
        None => json!({ "message": { "text": text } }),
    };
    let importance = match (&moment.act, moment.relevant) {
        (Act::About { .. }, _) => "essential",
        (_, true) => "important",
        (_, false) => "unimportant",
    };
    let mut step = json!({
        "executionOrder": order + 1,
        "importance": importance,
        "location": location,
        "properties": { "step": moment.step },
    });
    let kinds: &[&str] = match &moment.act {
        Act::Acquire { .. } | Act::TryAcquire { acquired: true, .. } => &["acquire", "lock"],
        Act::Release { .. } => &["release", "lock"],
        Act::Read { .. } => &["usage"],
        Act::Write { .. } | Act::Update { .. } => &["value"],
        _ => &[],
    };
    if !kinds.is_empty() {
        step["kinds"] = json!(kinds);
    }
    if let Act::Read { target, value: Some(value), .. } | Act::Write { target, value: Some(value), .. } = &moment.act {
        let mut state = serde_json::Map::new();
        state.insert(target.clone(), json!({ "text": value }));
        step["state"] = Value::Object(state);
    }
    step
}
