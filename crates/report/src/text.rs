//! The report for a terminal: for each finding one line that says it all, the places in the source, the interleaving as a table,
//! the reasons, and the command that replays it; then a summary.

mod excerpt;
mod finding;
mod interleaving;
mod page;
mod summary;

use deadheat_witness::result::{CheckResult, Finding, Verdict};

use deadheat_event::{NoSources, Sources};
use page::Page;

/// How the text is to look.
pub struct TextOptions {
    /// How many columns there are.
    pub width: usize,
    /// Whether to use colours. [`color`] finds out what the user wants.
    pub color: bool,
    /// Whether to show findings, too, that are refuted or suppressed.
    pub all: bool,
    /// Whether to show findings that are inside libraries, not only how many there are.
    pub libraries: bool,
    /// Where the guest's source text is.
    pub sources: Box<dyn Sources>,
    /// The command that replays a witness; `{id}` stands for the finding's id. Empty when there is none.
    pub replay: String,
}

impl Default for TextOptions {
    fn default() -> Self {
        let replay = "deadheat replay {id}.witness".to_owned();
        Self { width: 80, color: false, all: true, libraries: true, sources: Box::new(NoSources), replay }
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

/// As what a finding is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Voice {
    /// With what we say of it.
    Verdict,
    /// As something that may happen: it was not looked into yet.
    Warning,
    /// As something that has just happened again.
    Replay,
}

/// The whole report.
#[must_use]
pub fn render(result: &CheckResult, options: &TextOptions) -> String {
    let mut page = Page::new(options.width, options.color);
    findings(&mut page, result, Voice::Verdict, (options.all, options.libraries), options);
    summary::show(&mut page, result, options.libraries);
    page.finish()
}

/// The whole report, with everything and without colours.
#[must_use]
pub fn render_plain(result: &CheckResult, options: &TextOptions) -> String {
    let mut page = Page::new(options.width, false);
    findings(&mut page, result, Voice::Verdict, (true, true), options);
    summary::show_tests(&mut page, result);
    summary::show(&mut page, result, true);
    page.finish()
}

/// What one run has warned of; nothing if there is nothing to say.
#[must_use]
pub fn render_warnings(result: &CheckResult, options: &TextOptions) -> String {
    let mut page = Page::new(options.width, options.color);
    if !result.findings.is_empty() {
        page.blank();
    }
    findings(&mut page, result, Voice::Warning, (options.all, options.libraries), options);
    summary::show_warnings(&mut page, result, options.libraries);
    page.finish()
}

/// The error in which a witness ends, after its replay.
#[must_use]
pub fn render_replay(finding: &Finding, options: &TextOptions) -> String {
    let mut page = Page::new(options.width, options.color);
    finding::show(&mut page, finding, (1, 1), Voice::Replay, options);
    page.finish()
}

/// Shows the findings: also those that are cleared, where `all`; also those inside libraries, where `libraries`.
fn findings(
    page: &mut Page,
    result: &CheckResult,
    voice: Voice,
    (all, libraries): (bool, bool),
    options: &TextOptions,
) {
    let is_open = |finding: &Finding| finding.suppressed_by.is_none() && finding.verdict != Verdict::Refuted;
    let is_shown = |finding: &&Finding| (all || is_open(finding)) && (libraries || !finding.in_library);
    let shown: Vec<_> = result.findings.iter().filter(is_shown).collect();
    for (at, found) in shown.iter().enumerate() {
        finding::show(page, found, (at + 1, shown.len()), voice, options);
        page.blank();
    }
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
