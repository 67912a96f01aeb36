//! All forms of a report at once, for a folder.

use deadheat_witness::result::CheckResult;

use crate::text::{self, TextOptions};
use crate::{html, json, perfetto, sarif};

/// The result in every form, each with the name of its file. The text has everything and no colours, whatever the options say.
#[must_use]
pub fn all(result: &CheckResult, options: &TextOptions) -> [(&'static str, String); 5] {
    let TextOptions { sources, replay, .. } = options;
    [
        ("result.json", json::render(result)),
        ("report.txt", text::render_plain(result, options)),
        ("report.html", html::render(result, &**sources, replay)),
        ("report.sarif", sarif::render(result, &**sources)),
        ("trace.json", perfetto::render(result)),
    ]
}
