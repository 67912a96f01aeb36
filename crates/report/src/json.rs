//! The result itself, for tools: `docs/result.md` says what the fields mean, `docs/result.schema.json` is its schema.

use deadheat_witness::result::CheckResult;

/// The result as JSON, ready for a file.
#[must_use]
pub fn render(result: &CheckResult) -> String {
    // Only a map with keys that are no strings could fail, and a result has none.
    let mut text = serde_json::to_string_pretty(result).unwrap_or_default();
    text.push('\n');
    text
}
