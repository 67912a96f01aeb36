//! The swarm: a campaign on a server, as its coordinator makes it and as workers find it.

pub mod coordinator;
mod parcel;
pub mod worker;

use std::collections::BTreeMap;
use std::time::Duration;

use deadheat_event::Schedule;
use deadheat_machine::{Guest, GuestKind, surroundings};
use deadheat_swarm::SwarmError;
use deadheat_witness::crew::Brief;
use serde::{Deserialize, Serialize};

use crate::terminal::failure::Failure;

/// The record that says what a campaign is about.
const ANNOUNCEMENT: &str = "campaign";
/// Records of workers that do not take part, and why.
const REFUSALS: &str = "refusal";

/// What a campaign is about: all that a worker must know before it takes a job.
#[derive(Debug, Serialize, Deserialize)]
struct Announcement {
    /// The version of deadheat.
    deadheat: String,
    kind: GuestKind,
    /// The guest's name for people.
    name: String,
    /// What it runs on, exactly.
    platform: String,
    /// The hash of its code.
    digest: String,
    /// The words that name it.
    command: Vec<String>,
    /// What its machines are, and what its runs depend on.
    facts: BTreeMap<String, String>,
    /// The object with its files.
    files: String,
    brief: Brief,
}

impl Announcement {
    fn of<G: Guest>(guest: &G, files: String, brief: &Brief) -> Self {
        let spec = guest.spec();
        let facts = guest.facts().into_iter().chain(guest.surroundings(true));
        Self {
            deadheat: env!("CARGO_PKG_VERSION").to_owned(),
            kind: spec.kind,
            name: spec.name,
            platform: guest.exact_platform(),
            digest: spec.digest,
            command: spec.command,
            facts: facts.map(|(key, value)| (key.to_owned(), value)).collect(),
            files,
            brief: brief.clone(),
        }
    }

    /// Whether jobs of one mean the same as jobs of the other.
    fn is_same(&self, other: &Self) -> bool {
        // How much may be used changes no job's meaning, and what is free is never the same twice.
        let brief = |one: &Self| Brief { memory: 0, recording: Duration::ZERO, ..one.brief.clone() };
        let text = |one: &Self| serde_json::to_string(&(brief(one), &one.command)).unwrap_or_default();
        (&self.deadheat, &self.platform, &self.digest, &self.files, text(self))
            == (&other.deadheat, &other.platform, &other.digest, &other.files, text(other))
    }

    /// A schedule without steps that has the facts, for a guest in a copy of its files.
    fn header(&self, root: &std::path::Path) -> Schedule {
        let mut header = Schedule::new();
        for (key, value) in &self.facts {
            let moved = |path: &str| surroundings::below(root, std::path::Path::new(path)).display().to_string();
            match key.as_str() {
                surroundings::DIRECTORY => header.set_fact(key, moved(value)),
                surroundings::CLASS_PATH => {
                    header.set_fact(key, value.split(':').map(moved).collect::<Vec<_>>().join(":"));
                }
                _ => header.set_fact(key, value),
            }
        }
        header
    }
}

/// What is wrong between machines is the user's to mend.
impl From<SwarmError> for Failure {
    fn from(error: SwarmError) -> Self {
        Self::usage(error.problem, error.remedy)
    }
}
