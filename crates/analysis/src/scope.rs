//! Which parts of the program the user wants to hear of.

use deadheat_event::SourcePos;
use serde::{Deserialize, Serialize};

use crate::pattern::Pattern;

/// The parts of the program in which errors are reported, by the name of what the code belongs to: a class, a module.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Scope {
    /// Only errors in these parts are reported; all, when empty.
    pub include: Vec<Pattern>,
    /// Errors in these parts are not reported.
    pub exclude: Vec<Pattern>,
}

impl Scope {
    /// Whether the user wants to hear of errors at this place.
    #[must_use]
    pub fn wants(&self, place: &SourcePos) -> bool {
        let matches = |patterns: &[Pattern]| patterns.iter().any(|pattern| pattern.matches(&place.container));
        (self.include.is_empty() || matches(&self.include)) && !matches(&self.exclude)
    }
}
