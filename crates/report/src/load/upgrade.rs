//! Results of version 1, as results of version 2.
//!
//! Version 1 knew only Java, and had sentences where version 2 has values: those are kept as texts, or read back where they were one
//! of a few. What makes no sense is left as it is: the reader of version 2 then says what is wrong.

use serde_json::{Map, Value, json};

use super::Owner;

/// What ended a search, as version 1 said it.
const BOUNDS: [(&str, &str); 10] = [
    ("the time is over", "time"),
    ("the number of states is reached", "states"),
    ("paths were cut at the depth allowed", "depth"),
    ("the memory allowed is used up", "memory"),
    ("schedules with more preemptions were left out", "preemptions"),
    ("random walks see only a part", "walks"),
    ("interrupted", "interrupted"),
    ("stopped at the first finding", "first-violation"),
    ("some threads were frozen", "frozen"),
    ("states without hope were cut", "cut"),
];

/// Why a finding was unresolved, by how version 1 began to say it.
const UNRESOLVED: [(&str, &str); 5] = [
    ("the time was over", "not-tried"),
    ("not found by", "not-found"),
    ("predicted from a run", "predicted"),
    ("its replay", "replay-failed"),
    ("suppressed", "suppressed"),
];

/// What became of an attempt, as version 1 said it.
const OUTCOMES: [(&str, &str); 6] = [
    ("found", "found"),
    ("not found", "not-found"),
    ("not found within the bounds", "bounds-reached"),
    ("searched every state", "searched-all"),
    ("predicted on the way, but not met", "predicted-only"),
    ("a schedule was found, but its replay did not prove the error", "replay-failed"),
];

/// Turns a result of version 1 into one of version 2.
pub fn from_version_1(result: &mut Value, owner: Owner<'_>) {
    let Some(fields) = result.as_object_mut() else { return };
    fields.insert("version".to_owned(), json!(2));
    if let Some(guest) = fields.get_mut("guest").and_then(Value::as_object_mut) {
        guest.insert("kind".to_owned(), json!("java"));
        if let Some(jdk) = guest.remove("jdk") {
            guest.insert("platform".to_owned(), json!(format!("JDK {jdk}")));
        }
        rename(guest, "classes", "digest");
    }
    if let Some(bounds) = fields.get_mut("bounds").and_then(Value::as_array_mut) {
        bounds.retain_mut(|bound| match exactly(bound, &BOUNDS) {
            Some(id) => {
                *bound = json!(id);
                true
            }
            None => false,
        });
    }
    for finding in fields.get_mut("findings").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(finding) = finding.as_object_mut() {
            upgrade_finding(finding);
        }
    }
    walk(result, owner);
}

fn upgrade_finding(finding: &mut Map<String, Value>) {
    // Reasons follow from the rest.
    finding.remove("reasons");
    if let Some(verdict) = finding.get_mut("verdict").and_then(Value::as_object_mut) {
        rename(verdict, "means", "technique");
        if let Some(reason) = verdict.get_mut("reason") {
            let text = reason.as_str().unwrap_or_default();
            let known = UNRESOLVED.iter().find(|(start, _)| text.starts_with(start));
            *reason = json!(known.map_or("not-found", |(_, id)| *id));
        }
    }
    for part in list(finding, "participants") {
        if let Some(Value::String(words)) = part.get("doing") {
            part["doing"] = text(words);
        }
    }
    for attempt in list(finding, "attempts").filter_map(Value::as_object_mut) {
        rename(attempt, "means", "technique");
        if let Some(outcome) = attempt.get_mut("outcome") {
            *outcome = json!(exactly(outcome, &OUTCOMES).unwrap_or("not-found"));
        }
    }
    if let Some(witness) = finding.get_mut("witness").and_then(Value::as_object_mut) {
        list(witness, "interleaving").for_each(upgrade_moment);
    }
}

fn upgrade_moment(moment: &mut Value) {
    if let Some(Value::String(why)) = moment.get("switch") {
        // `T1 is held back, …`: the text is whole, thread and situation.
        let thread = why.split(' ').next().unwrap_or_default();
        let from: u32 = thread.trim_start_matches('T').parse().unwrap_or_default();
        moment["switch"] = json!({ "from": from, "doing": text(why) });
    }
    let Some(act) = moment.get_mut("act").and_then(Value::as_object_mut) else { return };
    if act.remove("volatile") == Some(json!(true)) {
        act.insert("access".to_owned(), json!("volatile"));
    }
    if act.get("act") == Some(&json!("about"))
        && let Some(Value::String(words)) = act.remove("what")
    {
        act.insert("doing".to_owned(), text(&words));
    }
}

/// What is the same wherever it stands: positions get their owner, locks a part of their object, operations of blocks their values.
fn walk(value: &mut Value, owner: Owner<'_>) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|each| walk(each, owner)),
        Value::Object(fields) => {
            if let (Some(Value::String(class)), Some(Value::String(method))) =
                (fields.get("class"), fields.get("method"))
            {
                let owner = json!(owner(class, method));
                fields.insert("owner".to_owned(), owner);
            }
            upgrade_operation(fields);
            for (key, field) in fields.iter_mut() {
                match (&**key, &mut *field) {
                    ("wants" | "holds", lock) => upgrade_lock(lock),
                    ("locks", Value::Array(locks)) => {
                        locks.iter_mut().filter_map(|held| held.get_mut(0)).for_each(upgrade_lock);
                    }
                    _ => {}
                }
                walk(field, owner);
            }
        }
        _ => {}
    }
}

fn upgrade_lock(lock: &mut Value) {
    if let Some(object) = lock.get("id").and_then(Value::as_u64) {
        lock["id"] = json!({ "object": object, "part": 0 });
    }
}

/// `{ "what": "reads x", "site": … }` → `{ "act": "reads", "target": "x", "site": … }`.
fn upgrade_operation(fields: &mut Map<String, Value>) {
    if !fields.contains_key("site") || !fields.contains_key("place") {
        return;
    }
    let Some(Value::String(what)) = fields.remove("what") else { return };
    for (verb, act, name) in [
        ("reads ", "reads", "target"),
        ("writes ", "writes", "target"),
        ("takes ", "takes", "lock"),
        ("gives back ", "gives-back", "lock"),
    ] {
        if let Some(rest) = what.strip_prefix(verb) {
            fields.insert("act".to_owned(), json!(act));
            fields.insert(name.to_owned(), json!(rest));
            return;
        }
    }
    fields.insert("act".to_owned(), json!("signals"));
}

fn text(words: &str) -> Value {
    json!({ "is": "text", "text": words })
}

fn exactly(value: &Value, table: &[(&str, &'static str)]) -> Option<&'static str> {
    let text = value.as_str()?;
    table.iter().find(|(known, _)| *known == text).map(|(_, id)| *id)
}

fn rename(fields: &mut Map<String, Value>, from: &str, to: &str) {
    if let Some(value) = fields.remove(from) {
        fields.insert(to.to_owned(), value);
    }
}

fn list<'a>(fields: &'a mut Map<String, Value>, key: &str) -> impl Iterator<Item = &'a mut Value> + use<'a> {
    fields.get_mut(key).and_then(Value::as_array_mut).into_iter().flatten()
}
