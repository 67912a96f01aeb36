//! The interleaving as a code flow.

use std::collections::BTreeMap;

use deadheat_event::ThreadId;
use deadheat_witness::result::{Act, Finding, Moment};
use serde_json::{Value, json};

use super::place::Places;
use super::plain;
use crate::words;

/// What services show of a flow; of a longer one only what matters is told.
const LONGEST: usize = 1000;
/// Services refuse flows that are twice as long; the beginning is then left out.
const MOST: usize = 5 * LONGEST;

/// The code flow of a witness, or of a reordering: a thread flow per thread, and numbers that tell the order among them.
pub fn code_flow(finding: &Finding, places: &Places<'_>) -> Option<Value> {
    let course = finding.course()?;
    let whole = course.interleaving.len() <= LONGEST;
    let matters = |moment: &Moment| moment.relevant || matches!(moment.act, Act::About { .. });
    let told = course.interleaving.iter().filter(|&moment| whole || matters(moment));
    let told: Vec<(ThreadId, Value)> = told.filter_map(|moment| Some((moment.thread, step(moment, places)?))).collect();

    let mut threads: BTreeMap<ThreadId, Vec<Value>> = BTreeMap::new();
    let beginning = told.len().saturating_sub(MOST);
    for (order, (thread, mut step)) in told.into_iter().skip(beginning).enumerate() {
        step["executionOrder"] = json!(order + 1);
        threads.entry(thread).or_default().push(step);
    }
    let flows: Vec<Value> = threads
        .into_iter()
        .map(|(thread, steps)| {
            let known = course.threads.iter().find(|known| known.id == thread);
            let name = known.map_or_else(|| thread.to_string(), ToString::to_string);
            json!({ "id": thread.to_string(), "message": plain(&name), "locations": steps })
        })
        .collect();
    (!flows.is_empty()).then(|| json!({ "message": { "text": words::course(finding).0 }, "threadFlows": flows }))
}

/// A step of a flow; none for one that has no place in the program's own code, such as the beginning of a thread.
fn step(moment: &Moment, places: &Places<'_>) -> Option<Value> {
    let location = places.location(moment.place.as_ref()?, Some(&words::moment(moment)))?;
    let importance = match (&moment.act, moment.relevant) {
        (Act::About { .. }, _) => "essential",
        (_, true) => "important",
        (_, false) => "unimportant",
    };
    let mut step = json!({
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
        state.insert(target.clone(), plain(value));
        step["state"] = Value::Object(state);
    }
    Some(step)
}
