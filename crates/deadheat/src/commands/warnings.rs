//! What one run has warned of, shown and saved.

use std::io::Write as _;

use deadheat_analysis::{Analyses, Suppressions, Warning};
use deadheat_event::{Context, Sources};
use deadheat_machine::{Guest, GuestSpec};
use deadheat_report::{safe, text};
use deadheat_witness::result::{CheckResult, Effort, FoundError};
use deadheat_witness::{Ownership, finding};

use super::results;
use crate::options::run::RunArgs;
use crate::options::show::Stream;
use crate::terminal::failure::Failure;

/// The version of the JSON form.
pub const VERSION: u32 = 2;

/// What the analyses have found. How they came to it is shown, if that was asked for.
pub fn collect(
    analyses: &mut Analyses,
    suppressions: &mut Suppressions,
    stats: bool,
    context: &dyn Context,
) -> Vec<Warning> {
    for line in analyses.refinements() {
        crate::note!("deadheat: #{} {}", line.seq, safe::line(&line.text));
    }
    let mut found = analyses.warnings(context);
    suppressions.apply(&mut found);
    if stats {
        let size = analyses.size();
        let each = size.bytes.checked_div(size.locations).unwrap_or(0);
        crate::note!("analyses: {} shared locations, {each} bytes for each", size.locations);
    }
    found
}

/// The warnings of a run as a result. `next` is the command that looks into them.
#[must_use]
pub fn result(
    found: &[Warning],
    suppressions: &Suppressions,
    effort: Effort,
    guest: GuestSpec,
    next: &str,
) -> CheckResult {
    let mut result = CheckResult::new(guest);
    result.findings = found.iter().map(|warning| finding::of_prediction(warning, next)).collect();
    finding::sort(&mut result.findings);
    result.effort = effort;
    result.unused_suppressions = suppressions.unused().map(ToString::to_string).collect();
    result
}

/// Tells the user's warnings from those inside libraries. What a library means to be atomic the user does not know.
pub fn fold_libraries<G: Guest>(result: &mut CheckResult, ownership: &Ownership<'_, G>) {
    result.findings.iter_mut().for_each(|finding| finding.in_library = ownership.is_library(finding));
    result.findings.retain(|finding| !finding.in_library || !matches!(finding.error, FoundError::Atomicity { .. }));
    finding::sort(&mut result.findings);
}

/// Shows the warnings on stderr, and saves them in a folder in every form.
///
/// # Errors
/// If a file cannot be written.
pub fn show(result: &CheckResult, options: &RunArgs, sources: Box<dyn Sources>) -> Result<(), Failure> {
    let form = options.show.text(Stream::Stderr, options.all, sources, String::new());
    let _ = std::io::stderr().write_all(text::render_warnings(result, &form).as_bytes());
    options.output.as_deref().map_or(Ok(()), |folder| results::save_forms(result, folder, &form))
}

/// The warnings for tools, suppressed ones too.
#[must_use]
pub fn json(warnings: &[Warning]) -> String {
    let value = serde_json::json!({ "version": VERSION, "warnings": warnings });
    format!("{value:#}\n")
}
