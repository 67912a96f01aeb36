//! Witness files: schedules that say what they end in and of which program they are.

use std::path::Path;

use deadheat_event::Schedule;
use deadheat_machine::{Guest, GuestKind, GuestSpec};
use deadheat_report::words;
use deadheat_witness::goal::Goal;
use deadheat_witness::result::Finding;

use crate::guests::GuestCommand;
use crate::terminal::failure::Failure;

/// The fact in a schedule that says whether it was made while states were kept.
pub const STATES: &str = "states";
/// Its value if so.
pub const KEPT: &str = "kept";

/// What a witness ends in.
const GOAL: &str = "goal";
/// How the program is named on a command line.
const COMMAND: &str = "command";
/// The kind of guest.
const KIND: &str = "kind";
/// The hash of the program's code.
const DIGEST: &str = "digest";
/// The same in witnesses of older versions, which had another hash.
const OLD_DIGEST: &str = "classes";

/// What is recorded of a guest in a schedule, so that a person can find it again.
pub fn guest_facts(spec: &GuestSpec) -> Vec<(&'static str, String)> {
    let mut facts = vec![("deadheat", env!("CARGO_PKG_VERSION").to_owned()), ("guest", spec.name.clone())];
    if !spec.platform.is_empty() {
        facts.push(("platform", spec.platform.clone()));
    }
    if !spec.arguments.is_empty() {
        facts.push(("arguments", spec.arguments.join(" ")));
    }
    facts
}

/// The witness of a finding as the text of a file, with the program's input only if `values`; none if it has no witness.
pub fn text<G: Guest>(finding: &Finding, guest: &G, values: bool) -> Result<Option<String>, Failure> {
    let Some(witness) = &finding.witness else { return Ok(None) };
    let spec = guest.spec();
    let mut schedule = witness.schedule.clone();
    let json = |value: serde_json::Result<String>| value.map_err(|error| Failure::Internal(error.to_string()));
    // One that was read from a file says on which machines it was found: not on those of this guest.
    let found_here = schedule.fact(STATES).is_none();
    let of_machines = guest.facts().into_iter().chain(guest.surroundings(values)).filter(|_| found_here);
    for (key, value) in guest_facts(&spec).into_iter().chain(of_machines) {
        schedule.set_fact(key, value);
    }
    schedule.set_fact(STATES, KEPT);
    schedule.set_fact("finding", &finding.id);
    schedule.set_fact("error", words::headline(finding));
    schedule.set_fact(KIND, spec.kind);
    schedule.set_fact(DIGEST, &spec.digest);
    schedule.set_fact(COMMAND, fact_of_json(&json(serde_json::to_string(&spec.command))?));
    schedule.set_fact(GOAL, fact_of_json(&json(serde_json::to_string(&witness.goal))?));
    Ok(Some(schedule.to_string()))
}

/// Adds to a schedule that was found where states are kept what a person and `run --schedule` must know of its guest.
pub fn label<G: Guest>(schedule: &mut Schedule, guest: &G) {
    for (key, value) in guest_facts(&guest.label()).into_iter().chain(guest.facts()) {
        schedule.set_fact(key, value);
    }
    schedule.set_fact(STATES, KEPT);
}

/// JSON as a fact. A fact has no comment signs, and of its blanks no two stand together; in a string they are written by their numbers,
/// so that an argument comes back as it was.
fn fact_of_json(json: &str) -> String {
    let mut fact = String::with_capacity(json.len());
    for c in json.chars() {
        let single = c == ' ' && !fact.ends_with(' ');
        if c == '#' || (c.is_whitespace() && !single) {
            fact += &format!("\\u{:04x}", u32::from(c));
        } else {
            fact.push(c);
        }
    }
    fact
}

/// A witness file, read.
pub struct WitnessFile {
    /// The schedule, with all its facts.
    pub schedule: Schedule,
    /// What it ends in.
    pub goal: Goal,
    /// The program.
    pub command: GuestCommand,
    /// The hash of the program's code; none in files of older versions.
    pub digest: Option<String>,
}

impl WitnessFile {
    /// Reads a schedule as a witness; `path` is its file, for messages.
    pub fn read(path: &Path, schedule: Schedule) -> Result<Self, Failure> {
        let shown = path.display();
        let fact = |key: &str| {
            let remedy = "a witness is written by `deadheat check --output DIR`; a plain schedule is replayed by `deadheat run --schedule`";
            schedule
                .fact(key)
                .ok_or_else(|| Failure::usage(format!("{shown} is no witness: it has no `{key}`"), remedy))
        };
        let corrupt = |key: &str| {
            Failure::usage(
                format!("{shown}: what stands at `{key}` makes no sense"),
                "write it again with `deadheat check`",
            )
        };
        let goal = serde_json::from_str(fact(GOAL)?).map_err(|_| corrupt(GOAL))?;
        let words: Vec<String> = serde_json::from_str(fact(COMMAND)?).map_err(|_| corrupt(COMMAND))?;
        // Older versions knew only one kind.
        let kind = match schedule.fact(KIND) {
            Some(kind) => serde_json::from_value(serde_json::json!(kind)).map_err(|_| corrupt(KIND))?,
            None => GuestKind::Java,
        };
        let command = GuestCommand::from_words(kind, &words).map_err(|_| corrupt(COMMAND))?;
        let digest = match schedule.fact(OLD_DIGEST) {
            Some(_) => None,
            None => Some(fact(DIGEST)?.to_owned()),
        };
        Ok(Self { goal, command, digest, schedule })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_come_back() {
        let words = ["a  b", " c ", "#1", "\u{a0}\u{3000}", "\t\n", "   ", "\\u0020", "\" \"  \""];
        let mut schedule = Schedule::new();
        schedule.set_fact(COMMAND, fact_of_json(&serde_json::to_string(&words).unwrap()));
        let read = Schedule::parse("a.witness", &schedule.to_string()).unwrap();
        let back: Vec<String> = serde_json::from_str(read.fact(COMMAND).unwrap()).unwrap();
        assert_eq!(back, words);
    }
}
