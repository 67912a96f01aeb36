//! The rules, one per kind of error, and the weaknesses that they are about.

use std::collections::BTreeMap;

use deadheat_event::ErrorKind;
use serde_json::{Value, json};

use crate::kinds;

/// The id of a kind's rule.
pub fn id(kind: ErrorKind) -> String {
    format!("deadheat/{kind}")
}

/// All rules, in the order of [`kinds::ALL`].
pub fn all() -> Vec<Value> {
    kinds::ALL.iter().map(rule).collect()
}

fn rule(kind: &kinds::About) -> Value {
    let tags = kind.cwe.iter().map(|(number, _)| format!("external/cwe/cwe-{number:03}"));
    let tags: Vec<String> = ["concurrency".to_owned(), "correctness".to_owned()].into_iter().chain(tags).collect();
    let target = |number: &u32| json!({ "id": number.to_string(), "toolComponent": { "name": "CWE", "index": 0 } });
    let relationships: Vec<Value> =
        kind.cwe.iter().map(|(number, _)| json!({ "target": target(number), "kinds": ["superset"] })).collect();
    let level = if kind.cwe.is_empty() { "note" } else { "error" };
    json!({
        "id": id(kind.kind),
        "name": kind.rule,
        "shortDescription": { "text": kind.summary },
        "fullDescription": { "text": format!("{} {}", kind.summary, kind.help) },
        "help": { "text": kind.help },
        "defaultConfiguration": { "level": level },
        "relationships": relationships,
        "properties": { "tags": tags, "precision": "very-high", "problem.severity": "error" },
    })
}

/// The part of MITRE's list that the rules refer to.
pub fn cwe() -> Value {
    let weaknesses: BTreeMap<u32, &str> = kinds::ALL.iter().flat_map(|kind| kind.cwe).copied().collect();
    let taxa: Vec<Value> = weaknesses
        .iter()
        .map(|(number, name)| {
            let uri = format!("https://cwe.mitre.org/data/definitions/{number}.html");
            json!({ "id": number.to_string(), "name": name, "helpUri": uri, "shortDescription": { "text": name } })
        })
        .collect();
    json!({
        "name": "CWE",
        "organization": "MITRE",
        "shortDescription": { "text": "The MITRE Common Weakness Enumeration" },
        "informationUri": "https://cwe.mitre.org/",
        "isComprehensive": false,
        "taxa": taxa,
    })
}
