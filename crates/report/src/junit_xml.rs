//! Tests as JUnit's XML, as Maven Surefire writes and reads it: one suite, a case per test, at most one failure each.

use std::fmt::Write as _;

use deadheat_witness::result::{CheckResult, Finding, TestOutcome, TestResult};

use crate::words;

/// How a case ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Good,
    Skipped,
    Failure,
    Error,
}

/// A test of which everything that was found is hidden fails nobody.
fn end(test: &TestResult, found: &[&Finding]) -> End {
    match test.outcome {
        TestOutcome::Passed | TestOutcome::TimesOut => End::Good,
        TestOutcome::Skipped => End::Skipped,
        _ if !found.is_empty() && found.iter().all(|finding| finding.suppressed_by.is_some()) => End::Skipped,
        TestOutcome::Hangs | TestOutcome::NotChecked => End::Error,
        TestOutcome::Erroneous | TestOutcome::Fails | TestOutcome::Broken => End::Failure,
    }
}

/// The tests of a result.
#[must_use]
pub fn render(result: &CheckResult) -> String {
    let found = |test: &TestResult| -> Vec<&Finding> {
        test.findings.iter().filter_map(|id| result.findings.iter().find(|finding| finding.id == *id)).collect()
    };
    let cases: Vec<(&TestResult, Vec<&Finding>)> = result.tests.iter().map(|test| (test, found(test))).collect();
    let is = |wanted: End| cases.iter().filter(|(test, found)| end(test, found) == wanted).count();
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
    let _ = writeln!(
        text,
        "<testsuite name=\"deadheat\" time=\"{:.3}\" tests=\"{}\" errors=\"{}\" skipped=\"{}\" failures=\"{}\">",
        result.effort.seconds,
        cases.len(),
        is(End::Error),
        is(End::Skipped),
        is(End::Failure),
    );
    text += "  <properties>\n";
    for (name, value) in [("deadheat", &result.deadheat), ("platform", &result.guest.platform)] {
        let _ = writeln!(text, "    <property name=\"{name}\" value=\"{}\"/>", escaped(value));
    }
    text += "  </properties>\n";
    cases.iter().for_each(|(test, found)| case(test, found, &mut text));
    text += "</testsuite>\n";
    text
}

fn case(test: &TestResult, found: &[&Finding], text: &mut String) {
    let (class, method) = test.class_and_method();
    let (class, method) = (escaped(class), escaped(method));
    let _ = write!(text, "  <testcase name=\"{method}\" classname=\"{class}\" time=\"{:.3}\"", test.seconds);
    let message = escaped(&words::test_outcome(test)).into_owned();
    let element = match end(test, found) {
        End::Good => {
            *text += "/>\n";
            return;
        }
        End::Skipped => {
            let _ = writeln!(text, ">\n    <skipped message=\"{message}\"/>\n  </testcase>");
            return;
        }
        End::Error => "error",
        End::Failure => "failure",
    };
    let kind = found.first().map_or("not-checked", |finding| finding.error.kind().id());
    let _ = writeln!(text, ">\n    <{element} message=\"{message}\" type=\"deadheat/{kind}\">");
    for finding in found {
        let _ = writeln!(text, "{} ({})", escaped(&words::headline(finding)), finding.id);
        for reason in words::reasons(finding) {
            let _ = writeln!(text, "  {}", escaped(&reason));
        }
        for part in finding.participants.iter().filter(|part| !part.stack.is_empty()) {
            let _ = writeln!(text, "  at {}", escaped(&part.place.to_string()));
        }
    }
    let _ = writeln!(text, "    </{element}>\n  </testcase>");
}

/// Text for attributes and between tags. Characters that XML 1.0 has no place for are replaced.
fn escaped(text: &str) -> std::borrow::Cow<'_, str> {
    let is_plain = |c: char| !matches!(c, '<' | '>' | '&' | '"') && is_allowed(c) && !matches!(c, '\n' | '\r' | '\t');
    if text.chars().all(is_plain) {
        return text.into();
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '&' => escaped += "&amp;",
            '"' => escaped += "&quot;",
            '\n' => escaped += "&#10;",
            '\r' => escaped += "&#13;",
            '\t' => escaped += "&#9;",
            c if is_allowed(c) => escaped.push(c),
            _ => escaped.push('\u{fffd}'),
        }
    }
    escaped.into()
}

fn is_allowed(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | '\u{20}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_messages_are_escaped() {
        let mut result = CheckResult::new(Default::default());
        let mut test = TestResult::not_checked("a.B#c<\"d\">", "x & \u{0}\ny".to_owned());
        result.tests.push(test.clone());
        test.outcome = TestOutcome::Skipped;
        result.tests.push(test.clone());
        test.outcome = TestOutcome::Passed;
        result.tests.push(test);
        let text = render(&result);
        assert!(text.contains("tests=\"3\" errors=\"1\" skipped=\"1\" failures=\"0\""), "{text}");
        assert!(text.contains("name=\"c&lt;&quot;d&quot;&gt;\" classname=\"a.B\""), "{text}");
        assert!(text.contains("<skipped message=\"skipped: x &amp; \u{fffd}\"/>"), "{text}");
        assert!(text.contains("type=\"deadheat/not-checked\""), "{text}");
    }
}
