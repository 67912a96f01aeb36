//! What one run has warned of, told and saved.

use deadheat_analysis::{Suppressions, Warning};
use deadheat_report::sources::Sources;
use deadheat_report::text;
use deadheat_witness::finding;
use deadheat_witness::result::{CheckResult, Effort, GuestInfo};

use crate::cli::RunOptions;
use crate::failure::Failure;
use crate::results;
use crate::show_options::Stream;

/// The version of the JSON form.
pub const VERSION: u32 = 1;

/// What is said of a guest beside its warnings.
#[derive(Debug, Default)]
pub struct About {
    /// The guest.
    pub info: GuestInfo,
    /// The guest as a command line names it.
    pub line: String,
    /// Where its source text is.
    pub sources: Sources,
}

/// The warnings of a run as a result.
#[must_use]
pub fn result(found: &[Warning], suppressions: &Suppressions, effort: Effort, about: &About) -> CheckResult {
    let next = format!("deadheat check {}", about.line);
    let mut result = CheckResult::new(about.info.clone());
    result.findings = found.iter().map(|warning| finding::of_prediction(warning, &next)).collect();
    finding::sort(&mut result.findings);
    result.effort = effort;
    result.unused_suppressions = suppressions.unused().map(ToString::to_string).collect();
    result
}

/// Tells the warnings on stderr, and saves them in a folder in every form.
///
/// # Errors
/// If a file cannot be written.
pub fn tell(result: &CheckResult, options: &RunOptions, sources: Sources) -> Result<(), Failure> {
    let form = options.show.text(Stream::Stderr, options.all, sources, String::new());
    eprint!("{}", text::render_warnings(result, &form));
    options.output.as_deref().map_or(Ok(()), |folder| results::save_forms(result, folder, &form))
}

/// The warnings for tools, suppressed ones too.
#[must_use]
pub fn json(warnings: &[Warning]) -> String {
    let value = serde_json::json!({ "version": VERSION, "warnings": warnings });
    format!("{value:#}\n")
}
