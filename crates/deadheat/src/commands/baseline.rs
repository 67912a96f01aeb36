//! What was known before: an old project fails only because of what is new.

use std::collections::BTreeSet;
use std::path::Path;

use deadheat_witness::result::{Finding, Verdict};

use super::report;
use crate::terminal::failure::Failure;

/// The findings of an earlier result.
pub struct Baseline {
    ids: BTreeSet<String>,
    /// As findings say what hides them.
    name: String,
}

impl Baseline {
    /// Reads a result. What it has refuted is not known as an error.
    ///
    /// # Errors
    /// If there is none.
    pub fn read(file: &Path) -> Result<Self, Failure> {
        let result = report::load(file)?;
        let known = result.findings.into_iter().filter(|finding| finding.verdict != Verdict::Refuted);
        Ok(Self { ids: known.map(|finding| finding.id).collect(), name: format!("baseline {}", file.display()) })
    }

    /// Hides what is known.
    pub fn hide(&self, findings: &mut [Finding]) {
        for finding in findings.iter_mut().filter(|finding| self.ids.contains(&finding.id)) {
            finding.suppressed_by.get_or_insert_with(|| self.name.clone());
        }
    }
}
