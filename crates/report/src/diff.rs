//! Two results compared: what is new, what is fixed, what is as it was.
//!
//! Findings are the same if their ids are. An id has the lines in it, and a line added at the top of a file changes them all: so
//! what is left is the same, too, if it is the same error in the same methods. If there are several such, they are taken in order:
//! when one of them is fixed and the file was changed above them all, it can be another than the one that is told.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt::Write as _;

use deadheat_witness::result::{CheckResult, Finding, Verdict};

use crate::{safe, words};

/// What changed from one result to another. Suppressed findings don't take part.
#[derive(Debug, Default, PartialEq)]
pub struct Diff<'a> {
    /// Only in the new result.
    pub new: Vec<&'a Finding>,
    /// Only in the old result, or refuted in the new one.
    pub fixed: Vec<&'a Finding>,
    /// In both: as it was, and as it is. If the ids differ, it moved to other lines.
    pub unchanged: Vec<(&'a Finding, &'a Finding)>,
}

/// Compares two results.
#[must_use]
pub fn compare<'a>(old: &'a CheckResult, new: &'a CheckResult) -> Diff<'a> {
    let mut before: BTreeMap<&str, &Finding> = errors(old).map(|finding| (&*finding.id, finding)).collect();
    let same: Vec<(&Finding, Option<&Finding>)> =
        errors(new).map(|finding| (finding, before.remove(&*finding.id))).collect();
    // In the old result's order: best first.
    let mut moved: HashMap<String, VecDeque<&Finding>> = HashMap::new();
    for finding in errors(old).filter(|finding| before.contains_key(&*finding.id)) {
        moved.entry(without_lines(finding)).or_default().push_back(finding);
    }
    let mut diff = Diff::default();
    for (finding, known) in same {
        let known = known.or_else(|| moved.get_mut(&without_lines(finding))?.pop_front());
        match known {
            Some(known) => {
                before.remove(&*known.id);
                diff.unchanged.push((known, finding));
            }
            None => diff.new.push(finding),
        }
    }
    diff.fixed = errors(old).filter(|finding| before.contains_key(&*finding.id)).collect();
    diff
}

/// What an error is and in which methods, whatever the lines.
fn without_lines(finding: &Finding) -> String {
    let mut methods: Vec<String> = finding.participants.iter().map(|part| part.place.full_name()).collect();
    methods.sort_unstable();
    // Locks without a name are called after the line that made them: `new Object at Queue.java:8`.
    let title = words::title(&finding.error);
    let mut parts = title.split(':');
    let first = parts.next().unwrap_or_default().to_owned();
    let title = parts.fold(first, |title, part| title + ":" + part.trim_start_matches(|c: char| c.is_ascii_digit()));
    format!("{title}\n{}", methods.join("\n"))
}

/// The findings that are errors as far as we know.
fn errors(result: &CheckResult) -> impl Iterator<Item = &Finding> {
    let counts = |finding: &&Finding| finding.suppressed_by.is_none() && finding.verdict != Verdict::Refuted;
    result.findings.iter().filter(counts)
}

/// The comparison as text.
#[must_use]
pub fn render(old: &CheckResult, new: &CheckResult) -> String {
    let diff = compare(old, new);
    let mut text = String::new();
    let line = |sign: char, word: &str, finding: &Finding, verdict: &str| {
        let title = words::headline(finding);
        format!("{sign} {word:<9}  {}  {verdict}: {}\n", safe::line(&finding.id), safe::line(&title))
    };
    for finding in &diff.new {
        text += &line('+', "new", finding, finding.verdict.id());
    }
    for finding in &diff.fixed {
        text += &line('-', "fixed", finding, finding.verdict.id());
    }
    for (known, finding) in &diff.unchanged {
        let (was, is) = (known.verdict.id(), finding.verdict.id());
        let verdict = if was == is { is.to_owned() } else { format!("{was} → {is}") };
        text += &line(' ', "unchanged", finding, &verdict);
        if known.id != finding.id {
            let _ = writeln!(text, "             at other lines: it was {}", safe::line(&known.id));
        }
    }
    let (new, fixed, unchanged) = (diff.new.len(), diff.fixed.len(), diff.unchanged.len());
    let _ = writeln!(text, "{new} new, {fixed} fixed, {unchanged} unchanged");
    text
}

/// The comparison for tools.
#[must_use]
pub fn render_json(old: &CheckResult, new: &CheckResult) -> String {
    let diff = compare(old, new);
    let ids = |findings: &[&Finding]| findings.iter().map(|finding| finding.id.clone()).collect::<Vec<_>>();
    let unchanged: Vec<_> = diff.unchanged.iter().map(|(_, finding)| &*finding.id).collect();
    let moved: BTreeMap<&str, &str> = diff
        .unchanged
        .iter()
        .filter(|(known, finding)| known.id != finding.id)
        .map(|(known, finding)| (&*finding.id, &*known.id))
        .collect();
    let value = serde_json::json!({
        "version": 1, "new": ids(&diff.new), "fixed": ids(&diff.fixed), "unchanged": unchanged, "moved": moved,
    });
    format!("{value:#}\n")
}
