//! The last lines: how much was found, what it took, and how to go on.

use deadheat_witness::result::{CheckResult, Finding, Verdict};

use super::page::{Page, Span, Style};
use crate::words;

/// Shows the summary.
pub fn show(page: &mut Page, result: &CheckResult, libraries: bool) {
    let told: Vec<_> = result.findings.iter().filter(|finding| libraries || !finding.in_library).collect();
    let shown: Vec<_> = told.iter().filter(|finding| finding.suppressed_by.is_none()).collect();
    let suppressed = told.len() - shown.len();
    let of = |name: &str| shown.iter().filter(|finding| finding.verdict.id() == name).count();

    let mut line = vec![Span::new(Style::Strong, format!("{}: ", result.guest.name))];
    let found = shown.len() - of("refuted");
    if found == 0 {
        line.push(Span::new(Style::Good, "nothing found"));
    } else {
        line.push(Span::plain(words::count(found as u64, "finding")));
    }
    // What is refuted was not found, only feared.
    for (name, word, style) in [
        ("witnessed", "witnessed", Style::Bad),
        ("follows", "following from others", Style::Bad),
        ("predicted", "predicted", Style::Unsure),
        ("unresolved", "unresolved", Style::Unsure),
        ("refuted", "refuted", Style::Good),
    ] {
        if of(name) > 0 {
            line.push(Span::plain(", "));
            line.push(Span::new(style, format!("{} {word}", of(name))));
        }
    }
    if suppressed > 0 {
        line.push(Span::plain(format!(", {suppressed} suppressed")));
    }
    line.push(Span::new(Style::Dim, format!(" ({})", words::effort(&result.effort))));
    page.line(0, &line);
    folded(page, result, libraries);

    if result.complete {
        page.line(0, &[Span::plain("The whole state space was searched: there is no other data race, deadlock, lost signal or uncaught exception.")]);
    } else if !result.bounds.is_empty() {
        let bounds: Vec<&str> = result.bounds.iter().map(|bound| words::bound(*bound)).collect();
        page.line(0, &[Span::plain(format!("Not every schedule was tried: {}.", bounds.join(", ")))]);
    } else if found == 0 {
        page.line(0, &[Span::plain(words::nothing_found(result))]);
    }
    for note in words::provenance(result) {
        page.line(0, &[Span::plain(note)]);
    }
    if let Some(scope) = &result.trace {
        page.line(0, &[Span::plain(format!("{}.", capital(&words::looked_at(scope))))]);
    }
    for need in words::needs(&result.needs) {
        page.line(0, &[Span::new(Style::Unsure, capital(&need)), Span::plain(".")]);
    }
    for note in words::idle_pools(&result.idle_pools).into_iter().chain(words::blind_spots(&result.blind_spots)) {
        page.line(0, &[Span::new(Style::Unsure, "Note: "), Span::plain(note), Span::plain(".")]);
    }
    unused(page, result);
    next(page, result, "For what is unresolved, try:");
}

/// Shows what became of tests, where the program is many.
pub fn show_tests(page: &mut Page, result: &CheckResult) {
    if result.tests.is_empty() {
        return;
    }
    for test in &result.tests {
        let name = Span::new(Style::Strong, format!("{}: ", test.name));
        page.line(0, &[name, Span::plain(words::test_outcome(test))]);
    }
    page.line(0, &[Span::plain(words::tests_summary(&result.tests))]);
    page.blank();
}

/// Shows the summary of what one run has warned of.
pub fn show_warnings(page: &mut Page, result: &CheckResult, libraries: bool) {
    let told: Vec<_> = result.findings.iter().filter(|finding| libraries || !finding.in_library).collect();
    let suppressed = told.iter().filter(|finding| finding.suppressed_by.is_some()).count();
    let shown = told.len() - suppressed;
    if !told.is_empty() {
        let hidden = if suppressed > 0 { format!(", {suppressed} suppressed") } else { String::new() };
        let name = Span::new(Style::Strong, format!("{}: ", result.guest.name));
        page.line(0, &[name, Span::plain(words::count(shown as u64, "warning")), Span::plain(hidden)]);
    }
    folded(page, result, libraries);
    unused(page, result);
    next(page, result, "To prove or clear what was predicted:");
}

/// How many findings are inside libraries, where they are not shown.
fn folded(page: &mut Page, result: &CheckResult, libraries: bool) {
    let is_folded = |finding: &&Finding| {
        finding.in_library && finding.suppressed_by.is_none() && finding.verdict != Verdict::Refuted
    };
    let count = result.findings.iter().filter(is_folded).count();
    if count > 0 && !libraries {
        let count = words::count(count as u64, "finding");
        page.line(0, &[Span::plain(format!("And {count} inside libraries: --libraries all shows them."))]);
    }
}

fn capital(sentence: &str) -> String {
    let mut chars = sentence.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

fn unused(page: &mut Page, result: &CheckResult) {
    for unused in &result.unused_suppressions {
        page.line(0, &[Span::new(Style::Unsure, "unused suppression: "), Span::plain(unused)]);
    }
}

/// The commands to try for what is unresolved, each once.
fn next(page: &mut Page, result: &CheckResult, title: &str) {
    let mut commands: Vec<&str> = Vec::new();
    for finding in result.findings.iter().filter(|finding| finding.suppressed_by.is_none()) {
        if let Verdict::Unresolved { next, .. } = &finding.verdict
            && !next.is_empty()
            && !commands.contains(&next.as_str())
        {
            commands.push(next);
        }
    }
    if !commands.is_empty() {
        page.line(0, &[Span::plain(title)]);
        commands.iter().for_each(|command| page.whole(4, &[Span::new(Style::Command, command)]));
    }
}
