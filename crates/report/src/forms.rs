//! All forms of a report at once, for a folder.

use deadheat_witness::result::CheckResult;

use crate::text::{self, TextOptions};
use crate::{html, json, perfetto, sarif};

/// The result in every form, each with the name of its file. The text has no colours, whatever the options say.
#[must_use]
pub fn all(result: &CheckResult, options: &TextOptions) -> [(&'static str, String); 5] {
    let mut page = text::Page::new(options.width, false);
    text::write(&mut page, result, options);
    [
        ("result.json", json::render(result)),
        ("report.txt", page.finish()),
        ("report.html", html::render(result, &options.sources, &options.replay)),
        ("report.sarif", sarif::render(result, &options.sources)),
        ("trace.json", perfetto::render(result)),
    ]
}
