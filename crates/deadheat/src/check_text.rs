//! What `check` says on the terminal.

use std::fmt::Write as _;

use deadheat_witness::result::{CheckResult, Verdict};

use crate::check_options::CheckOptions;

/// The findings, one line each.
#[must_use]
pub fn result(result: &CheckResult, options: &CheckOptions, _line: &str) -> String {
    let mut text = String::new();
    for finding in &result.findings {
        let verdict = match &finding.verdict {
            Verdict::Witnessed { means } => format!("witnessed by {}", means.words()),
            Verdict::Refuted => "refuted".to_owned(),
            Verdict::Unresolved { reason, .. } => format!("unresolved: {reason}"),
        };
        let _ = writeln!(text, "{}: {verdict}", finding.error.title());
        for participant in &finding.participants {
            let _ = writeln!(text, "  {} {} at {}", participant.thread, participant.doing, participant.place);
        }
        if options.stats {
            for attempt in &finding.attempts {
                let e = &attempt.effort;
                let _ = writeln!(
                    text,
                    "    {} {}: {:.3} s, {} steps, {} states",
                    attempt.means.words(),
                    attempt.outcome,
                    e.seconds,
                    e.steps,
                    e.states
                );
            }
        }
    }
    let _ = writeln!(
        text,
        "{} findings, {:.2} s, {} runs, {} steps, {} states, {}",
        result.findings.len(),
        result.effort.seconds,
        result.effort.runs,
        result.effort.steps,
        result.effort.states,
        if result.complete { "complete" } else { "not complete" }
    );
    text
}
