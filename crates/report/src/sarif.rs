//! SARIF 2.1.0, for code-scanning services: a rule per kind, a result per finding, the interleaving as a code flow with a
//! thread flow per thread.

mod flow;
mod place;
mod rules;

use deadheat_event::Sources;
use deadheat_witness::result::{CheckResult, Finding, FoundError, Verdict};
use serde_json::{Value, json};

use crate::words;
use place::Places;

/// The schema that the file names.
const SCHEMA: &str = "https://raw.githubusercontent.com/oasis-tcs/sarif-spec/master/Schemata/sarif-schema-2.1.0.json";

/// The result as a SARIF log. `sources` tells the paths of files; those that are not found are named as the guest names them.
#[must_use]
pub fn render(result: &CheckResult, sources: &dyn Sources) -> String {
    let places = Places::new(sources);
    // What was refuted is no alert; services show one for it even if its kind is `pass`.
    let findings = result.findings.iter().filter(|found| found.verdict != Verdict::Refuted);
    let results: Vec<Value> = findings.map(|found| finding(found, &places)).collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "deadheat",
                "semanticVersion": result.deadheat,
                "rules": rules::all(),
                "supportedTaxonomies": [{ "name": "CWE", "index": 0 }],
            }},
            "taxonomies": [rules::cwe()],
            "automationDetails": { "id": format!("deadheat/{}/", result.guest.name) },
            "invocations": [invocation(result)],
            "columnKind": "utf16CodeUnits",
            "originalUriBaseIds": { place::ROOT: { "description": { "text": "The root of the repository." } } },
            "results": results,
            "properties": { "guest": result.guest, "effort": result.effort, "complete": result.complete },
        }],
    });
    format!("{log:#}\n")
}

/// How the check went: what the program needs and deadheat lacks is a notification, never a result.
fn invocation(result: &CheckResult) -> Value {
    let level = |fatal: bool| if fatal { "error" } else { "warning" };
    let fatal = result.needs.iter().any(|need| need.fatal);
    let sentences = words::needs(&result.needs).into_iter().enumerate();
    let needs = sentences.map(|(at, text)| (level(fatal && at == 0), text));
    let pools = words::idle_pools(&result.idle_pools).into_iter().map(|text| ("note", text));
    let notification = |(level, text): (&str, String)| json!({ "level": level, "message": plain(&format!("{text}.")) });
    let looked = result.trace.iter().map(|scope| ("note", words::looked_at(scope)));
    let unseen = words::blind_spots(&result.blind_spots).map(|text| ("warning", text));
    let notifications: Vec<Value> = needs.chain(pools).chain(unseen).chain(looked).map(notification).collect();
    let mut value = json!({ "executionSuccessful": !fatal, "arguments": result.guest.arguments });
    if !notifications.is_empty() {
        value["toolExecutionNotifications"] = json!(notifications);
    }
    value
}

fn finding(finding: &Finding, places: &Places<'_>) -> Value {
    let mut value = json!({
        "ruleId": rules::id(finding.error.kind()),
        "ruleIndex": finding.error.kind() as usize,
        "level": level(finding),
        "message": plain(&message(finding)),
        "locations": main_location(finding, places).into_iter().collect::<Vec<_>>(),
        "relatedLocations": related(finding, places),
        "partialFingerprints": { "deadheatFinding/v1": finding.id },
        "occurrenceCount": finding.count.max(1),
        "suppressions": finding.suppressed_by.iter().map(suppression).collect::<Vec<_>>(),
        "stacks": stacks(finding, places),
        "properties": { "verdict": finding.verdict.id(), "finding": finding.id, "inLibrary": finding.in_library },
    });
    if let Some(flow) = flow::code_flow(finding, places) {
        value["codeFlows"] = json!([flow]);
    }
    value
}

fn level(finding: &Finding) -> &'static str {
    match (&finding.verdict, &finding.error) {
        (Verdict::Witnessed { .. }, FoundError::Target { .. }) => "note",
        // Not the user's to mend.
        _ if finding.in_library => "note",
        (Verdict::Witnessed { .. } | Verdict::Follows { .. }, _) => "error",
        _ => "warning",
    }
}

/// Where the finding is shown: at the first participant, or as near to it as there is a file.
fn main_location(finding: &Finding, places: &Places<'_>) -> Option<Value> {
    let parts = finding.participants.iter().map(|part| &part.place);
    let moments = finding.course().into_iter().flat_map(|course| course.interleaving.iter().rev());
    let callers = finding.participants.iter().flat_map(|part| &part.stack);
    let mut known = parts.chain(moments.filter_map(|moment| moment.place.as_ref())).chain(callers);
    known.find_map(|place| places.location(place, None))
}

/// A message: in SARIF brackets would make links.
fn plain(text: &str) -> Value {
    json!({ "text": text.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]") })
}

fn suppression(pattern: &String) -> Value {
    json!({ "kind": "external", "status": "accepted", "justification": pattern })
}

/// Everything in sentences.
fn message(finding: &Finding) -> String {
    let mut text = format!("{} ({}).", words::headline(finding), finding.verdict.id());
    for part in &finding.participants {
        text += &format!(" {} {}.", part.thread, words::part(part, &finding.error));
    }
    for reason in words::reasons(finding) {
        text.push(' ');
        text += &reason;
    }
    if let Verdict::Follows { .. } = finding.verdict {
        text += &format!(" It {}", words::follows(finding));
    }
    if let Verdict::Predicted { .. } = finding.verdict {
        text += &format!(" Not replayed: {}", words::predicted(finding));
    }
    text
}

fn related(finding: &Finding, places: &Places<'_>) -> Vec<Value> {
    let parts = finding.participants.iter().enumerate();
    parts
        .filter_map(|(id, part)| {
            let mut location =
                places.location(&part.place, Some(&format!("{} {}", part.thread, words::doing(&part.doing))))?;
            location["id"] = json!(id);
            Some(location)
        })
        .collect()
}

fn stacks(finding: &Finding, places: &Places<'_>) -> Vec<Value> {
    let mut stacks: Vec<Value> = Vec::new();
    for part in &finding.participants {
        let frames = part.stack.iter().filter_map(|frame| places.location(frame, None));
        let frames: Vec<Value> = frames.map(|location| json!({ "location": location })).collect();
        let stack = json!({ "message": plain(&part.thread.to_string()), "frames": frames });
        // The schema wants them unique.
        if !stacks.contains(&stack) {
            stacks.push(stack);
        }
    }
    stacks
}
