//! All words of the page: the same as in every other form of report, made here once and given to the script.

use deadheat_analysis::{Atomicity, Deadlock};
use deadheat_event::{SourcePos, Sources};
use deadheat_witness::result::{CheckResult, Finding, FoundError, Moment, Participant, TestResult, Verdict};
use serde::Serialize;

use crate::{kinds, words};

/// The words for a result.
#[derive(Serialize)]
pub struct PageWords {
    /// What it took.
    effort: String,
    /// What the program needs and deadheat does not have, and the pools that it leaves behind.
    notes: Vec<String>,
    /// What it means that nothing was found, where not everything was searched.
    nothing: &'static str,
    /// For each finding, in order.
    findings: Vec<FindingWords>,
    /// What became of all tests, in a line, and of each, if the program is many.
    tests: Option<(String, Vec<TestWords>)>,
}

#[derive(Serialize)]
struct TestWords {
    /// What it is called, and what became of it.
    line: String,
    /// The first finding in it.
    finding: Option<String>,
}

/// What is said of a kind of error.
#[derive(Serialize)]
pub struct KindWords {
    id: &'static str,
    summary: &'static str,
    help: &'static str,
    why: &'static str,
    end: &'static str,
    cwe: Vec<u32>,
}

#[derive(Serialize)]
struct FindingWords {
    title: String,
    /// The technique that found it.
    by: Option<&'static str>,
    /// Why it is unresolved.
    unresolved: String,
    /// What it follows from.
    follows: String,
    /// Why a prediction is believed.
    predicted: String,
    /// The title above what leads to it, and how long that is.
    course: (&'static str, String),
    reasons: Vec<String>,
    participants: Vec<ParticipantWords>,
    moments: Vec<MomentWords>,
    attempts: Vec<String>,
    /// The operations of a block that is not atomic.
    block: Option<BlockWords>,
    /// The edges of a predicted cycle of locks.
    cycle: Vec<EdgeWords>,
}

#[derive(Serialize)]
struct ParticipantWords {
    doing: String,
    holding: Option<String>,
    place: PlaceWords,
    stack: Vec<String>,
    started: Option<String>,
    /// The lock that it waits for, for a narrow place.
    wants: Option<String>,
}

#[derive(Serialize)]
struct MomentWords {
    what: String,
    short: String,
    /// The library call that it belongs to, for a narrow place.
    #[serde(skip_serializing_if = "Option::is_none")]
    library: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<PlaceWords>,
}

/// A place: what it is called, and where its text is.
#[derive(Serialize)]
struct PlaceWords {
    /// File and line, or the function.
    short: String,
    /// The line alone, where there is one.
    line: Option<u32>,
    file: Option<String>,
    /// As in a stack trace.
    frame: String,
    /// The key of its source text.
    source: Option<String>,
}

#[derive(Serialize)]
struct BlockWords {
    begins: String,
    commit: String,
    commit_at: String,
    broken_by: String,
    broken_at: String,
    before: String,
    before_at: String,
    after: String,
    after_at: String,
}

#[derive(Serialize)]
struct EdgeWords {
    place: PlaceWords,
    wants: String,
    held_at: Option<String>,
    wanted_at: Option<String>,
}

/// The words for all kinds of errors.
pub fn kinds() -> Vec<KindWords> {
    kinds::ALL
        .iter()
        .map(|about| KindWords {
            id: about.kind.id(),
            summary: about.summary,
            help: about.help,
            why: about.why,
            end: about.end,
            cwe: about.cwe.iter().map(|(number, _)| *number).collect(),
        })
        .collect()
}

impl PageWords {
    /// The words for a result.
    pub fn of(result: &CheckResult, sources: &dyn Sources) -> Self {
        let findings = result.findings.iter().map(|finding| finding_words(finding, sources)).collect();
        let mut notes = words::needs(&result.needs);
        notes.extend(words::idle_pools(&result.idle_pools));
        notes.extend(words::blind_spots(&result.blind_spots));
        notes.extend(result.trace.as_ref().map(words::looked_at));
        let test = |test: &TestResult| TestWords {
            line: format!("{}: {}", test.name, words::test_outcome(test)),
            finding: test.findings.first().cloned(),
        };
        let tests = (!result.tests.is_empty())
            .then(|| (words::tests_summary(&result.tests), result.tests.iter().map(test).collect()));
        Self { effort: words::effort(&result.effort), notes, nothing: words::nothing_found(result), findings, tests }
    }
}

fn finding_words(finding: &Finding, sources: &dyn Sources) -> FindingWords {
    let by = match &finding.verdict {
        Verdict::Witnessed { technique } => Some(words::technique(*technique)),
        _ => None,
    };
    let moments = finding.course().into_iter().flat_map(|course| course.interleaving);
    let attempts = finding.attempts.iter().map(|attempt| {
        let (technique, outcome) = (words::technique(attempt.technique), words::outcome(attempt.outcome));
        format!("{technique}: {outcome} ({})", words::effort(&attempt.effort))
    });
    FindingWords {
        title: words::headline(finding),
        by,
        unresolved: words::unresolved(finding),
        follows: words::follows(finding),
        predicted: words::predicted(finding),
        course: words::course(finding),
        reasons: words::reasons(finding),
        participants: finding.participants.iter().map(|part| participant_words(part, finding, sources)).collect(),
        moments: moments.map(|moment| moment_words(moment, sources)).collect(),
        attempts: attempts.collect(),
        block: match &finding.error {
            FoundError::Atomicity { warning: Some(warning), .. } => Some(block_words(warning)),
            _ => None,
        },
        cycle: match &finding.error {
            FoundError::Deadlock { warning: Some(warning), .. } => cycle_words(warning, sources),
            _ => Vec::new(),
        },
    }
}

fn participant_words(part: &Participant, finding: &Finding, sources: &dyn Sources) -> ParticipantWords {
    let start = &part.thread.started_at;
    let from = start.iter().find(|frame| frame.owner.is_program()).or(start.first());
    let by = part.thread.started_by.map(|thread| format!(" by {thread}")).unwrap_or_default();
    // The locks of a block's single operations were not looked at.
    let is_block = matches!(finding.error, FoundError::Atomicity { .. });
    ParticipantWords {
        doing: words::doing(&part.doing),
        holding: (!is_block).then(|| words::holding(&part.locks)),
        place: place_words(&part.place, sources),
        stack: part.stack.iter().map(ToString::to_string).collect(),
        started: from.map(|frame| format!("started{by} at {frame}")),
        wants: part.wants.as_ref().map(|lock| words::without_packages(&lock.name)),
    }
}

fn moment_words(moment: &Moment, sources: &dyn Sources) -> MomentWords {
    MomentWords {
        what: words::act(&moment.act),
        short: words::short_act(&moment.act),
        library: moment.library.as_deref().map(words::without_packages),
        why: moment.switch.as_ref().map(words::switch),
        place: moment.place.as_ref().map(|place| place_words(place, sources)),
    }
}

fn place_words(place: &SourcePos, sources: &dyn Sources) -> PlaceWords {
    PlaceWords {
        short: words::short_place(place),
        line: place.line.filter(|_| place.file.is_some()),
        file: place.file.as_deref().map(str::to_owned),
        frame: place.to_string(),
        source: sources.path(place),
    }
}

fn block_words(warning: &Atomicity) -> BlockWords {
    let conflict = &warning.conflict;
    BlockWords {
        begins: warning.begins.to_string(),
        commit: words::block_act(&warning.commit.act),
        commit_at: words::short_place(&warning.commit.place),
        broken_by: words::block_act(&warning.broken_by.act),
        broken_at: words::short_place(&warning.broken_by.place),
        before: words::block_act(&conflict.before.act),
        before_at: words::short_place(&conflict.before.place),
        after: words::block_act(&conflict.after.act),
        after_at: words::short_place(&conflict.after.place),
    }
}

fn cycle_words(warning: &Deadlock, sources: &dyn Sources) -> Vec<EdgeWords> {
    let edge = |edge: &deadheat_analysis::CycleEdge| EdgeWords {
        place: place_words(&edge.place, sources),
        wants: words::without_packages(&edge.wants.name),
        held_at: edge.held_at.first().map(ToString::to_string),
        wanted_at: edge.wanted_at.first().map(ToString::to_string),
    };
    warning.cycle.iter().map(edge).collect()
}
