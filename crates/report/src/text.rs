//! The report for a terminal: for each finding one line that says it all, the places in the source, the interleaving as a table,
//! the reasons, and the command that replays it; then a summary.

mod excerpt;
mod finding;
mod interleaving;
mod page;
mod summary;

use deadheat_witness::result::CheckResult;

use crate::sources::Sources;
pub(crate) use page::Page;

/// How the text is to look.
#[derive(Debug)]
pub struct TextOptions {
    /// How many columns there are.
    pub width: usize,
    /// Whether to use colours. [`color`] finds out what the user wants.
    pub color: bool,
    /// Where the guest's source text is.
    pub sources: Sources,
    /// The command that replays a witness; `{id}` stands for the finding's id. Empty when there is none.
    pub replay: String,
}

impl Default for TextOptions {
    fn default() -> Self {
        Self { width: 80, color: false, sources: Sources::default(), replay: "deadheat replay {id}.witness".to_owned() }
    }
}

/// When to use colours, as asked for on the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorChoice {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Whether to use colours, given whether the text goes to a terminal and the value of `NO_COLOR`.
#[must_use]
pub fn color(choice: ColorChoice, terminal: bool, no_color: Option<&std::ffi::OsStr>) -> bool {
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => terminal && no_color.is_none_or(std::ffi::OsStr::is_empty),
    }
}

/// The whole report.
#[must_use]
pub fn render(result: &CheckResult, options: &TextOptions) -> String {
    let mut page = Page::new(options.width, options.color);
    write(&mut page, result, options);
    page.finish()
}

/// Writes the whole report onto a page.
pub(crate) fn write(page: &mut Page, result: &CheckResult, options: &TextOptions) {
    let shown: Vec<_> = result.findings.iter().filter(|finding| finding.suppressed_by.is_none()).collect();
    for (at, found) in shown.iter().enumerate() {
        finding::show(page, found, (at + 1, shown.len()), options);
        page.blank();
    }
    summary::show(page, result);
}

/// One finding alone, as in the whole report.
#[must_use]
pub fn render_finding(finding: &deadheat_witness::result::Finding, options: &TextOptions) -> String {
    let mut page = Page::new(options.width, options.color);
    finding::show(&mut page, finding, (1, 1), options);
    page.finish()
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::*;

    #[test]
    fn colours_only_where_they_are_wanted() {
        assert!(color(ColorChoice::Auto, true, None) && color(ColorChoice::Auto, true, Some(OsStr::new(""))));
        assert!(!color(ColorChoice::Auto, false, None) && !color(ColorChoice::Auto, true, Some(OsStr::new("1"))));
        assert!(color(ColorChoice::Always, false, Some(OsStr::new("1"))) && !color(ColorChoice::Never, true, None));
    }
}
