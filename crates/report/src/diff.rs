//! Two results compared: what is new, what is fixed, what is as it was. Findings are the same if their ids are.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use deadheat_witness::result::{CheckResult, Finding};

use crate::{safe, words};

/// What changed from one result to another. Suppressed findings don't take part.
#[derive(Debug, Default, PartialEq)]
pub struct Diff<'a> {
    /// Only in the new result.
    pub new: Vec<&'a Finding>,
    /// Only in the old result, or refuted in the new one.
    pub fixed: Vec<&'a Finding>,
    /// In both: as it was, and as it is.
    pub unchanged: Vec<(&'a Finding, &'a Finding)>,
}

/// Compares two results.
#[must_use]
pub fn compare<'a>(old: &'a CheckResult, new: &'a CheckResult) -> Diff<'a> {
    let mut before: BTreeMap<&str, &Finding> = errors(old).map(|finding| (&*finding.id, finding)).collect();
    let mut diff = Diff::default();
    for finding in errors(new) {
        match before.remove(&*finding.id) {
            Some(known) => diff.unchanged.push((known, finding)),
            None => diff.new.push(finding),
        }
    }
    // In the old result's order: best first.
    diff.fixed = errors(old).filter(|finding| before.contains_key(&*finding.id)).collect();
    diff
}

/// The findings that are errors as far as we know.
fn errors(result: &CheckResult) -> impl Iterator<Item = &Finding> {
    let counts = |finding: &&Finding| finding.suppressed_by.is_none() && words::verdict(&finding.verdict) != "refuted";
    result.findings.iter().filter(counts)
}

/// The comparison as text.
#[must_use]
pub fn render(old: &CheckResult, new: &CheckResult) -> String {
    let diff = compare(old, new);
    let mut text = String::new();
    let line = |sign: char, word: &str, finding: &Finding, verdict: &str| {
        let title = finding.error.title();
        format!("{sign} {word:<9}  {}  {verdict}: {}\n", safe::line(&finding.id), safe::line(&title))
    };
    for finding in &diff.new {
        text += &line('+', "new", finding, words::verdict(&finding.verdict));
    }
    for finding in &diff.fixed {
        text += &line('-', "fixed", finding, words::verdict(&finding.verdict));
    }
    for (known, finding) in &diff.unchanged {
        let (was, is) = (words::verdict(&known.verdict), words::verdict(&finding.verdict));
        let verdict = if was == is { is.to_owned() } else { format!("{was} → {is}") };
        text += &line(' ', "unchanged", finding, &verdict);
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
    let value =
        serde_json::json!({ "version": 1, "new": ids(&diff.new), "fixed": ids(&diff.fixed), "unchanged": unchanged });
    format!("{value:#}\n")
}
