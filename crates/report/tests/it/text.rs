//! The text reports of the results in `fixtures`, compared with what they were.

use std::fs;
use std::path::{Path, PathBuf};

use deadheat_guest_java::front::JavaSources;
use deadheat_guest_java::front::trust::owner_by_name;
use deadheat_report::text::{self, TextOptions};
use deadheat_report::{diff, forms, load};
use deadheat_testing::golden;
use deadheat_witness::result::{CheckResult, FoundError, Unresolved, Verdict};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

fn result(name: &str) -> CheckResult {
    load::file(&fixtures().join(format!("{name}.json")), &owner_by_name).unwrap()
}

fn options(width: usize, color: bool) -> TextOptions {
    TextOptions {
        libraries: true,
        width,
        color,
        sources: Box::new(JavaSources::new([fixtures().join("source")])),
        ..TextOptions::default()
    }
}

fn compare(name: &str, text: &str) {
    // The folder of the sources is another on every machine.
    let text = text.replace(fixtures().join("source").to_str().unwrap(), "SOURCE");
    golden::compare(&fixtures().join("expected").join(name), &text);
}

#[test]
fn wide() {
    for name in ["race", "deadlock", "atomicity", "many", "predicted"] {
        compare(&format!("{name}.wide.txt"), &text::render(&result(name), &options(120, false)));
    }
}

#[test]
fn narrow() {
    for name in ["race", "deadlock", "atomicity", "many", "hostile", "predicted"] {
        compare(&format!("{name}.80.txt"), &text::render(&result(name), &options(80, false)));
    }
    compare("race.50.txt", &text::render(&result("race"), &options(50, false)));
}

#[test]
fn colours() {
    let colored = text::render(&result("race"), &options(80, true));
    compare("race.colour.txt", &colored);
    // Without the colours it is the plain report.
    let mut plain = String::new();
    for (at, part) in colored.split("\u{1b}[").enumerate() {
        plain += if at == 0 { part } else { part.split_once('m').unwrap().1 };
    }
    let trimmed: Vec<&str> = plain.lines().map(str::trim_end).collect();
    assert_eq!(trimmed.join("\n") + "\n", text::render(&result("race"), &options(80, false)));
}

#[test]
fn control_characters_never_arrive() {
    for width in [10, 40, 80, 200] {
        let text = text::render(&result("hostile"), &options(width, false));
        let bad = |c: char| (c.is_control() && c != '\n') || matches!(c, '\u{202e}' | '\u{2028}');
        assert!(!text.contains(bad), "{text:?}");
    }
    let text = diff::render(&result("race"), &result("hostile"));
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
}

#[test]
fn tables_fit() {
    for name in ["race", "deadlock", "atomicity", "many", "hostile", "predicted"] {
        for width in [40, 60, 80, 100, 140] {
            let options = TextOptions { width, ..TextOptions::default() };
            for line in text::render(&result(name), &options).lines() {
                let command = line.contains("deadheat ");
                assert!(command || line.chars().count() <= width, "{name} at {width}: {line}");
            }
        }
    }
}

#[test]
fn differences() {
    let old = result("race");
    let mut new = old.clone();
    new.findings.remove(1);
    new.findings.push(result("deadlock").findings.remove(0));
    compare("diff.txt", &diff::render(&old, &new));
    let json: serde_json::Value = serde_json::from_str(&diff::render_json(&old, &new)).unwrap();
    assert_eq!(json["new"][0], "deadlock-1a2b3c4d5e6f7081");
    assert_eq!(
        (json["fixed"][0].as_str(), json["unchanged"][0].as_str()),
        (Some("race-77c1d2e3f4a5b697"), Some("race-5d3f09ab1c22e7a4"))
    );
    assert!(diff::render(&old, &old).ends_with("0 new, 0 fixed, 2 unchanged\n"));
}

#[test]
fn what_moved_is_not_new() {
    let old = result("race");
    let mut new = old.clone();
    // Two lines were added at the top of the file.
    for finding in &mut new.findings {
        finding.id.push_str("-moved");
        for part in &mut finding.participants {
            part.place.line = part.place.line.map(|line| line + 2);
        }
    }
    let text = diff::render(&old, &new);
    assert!(text.contains("race-5d3f09ab1c22e7a4-moved  witnessed: data race on bank.Account.balance\n"), "{text}");
    assert!(text.contains("             at other lines: it was race-5d3f09ab1c22e7a4\n"), "{text}");
    assert!(text.ends_with("0 new, 0 fixed, 2 unchanged\n"), "{text}");
    let json: serde_json::Value = serde_json::from_str(&diff::render_json(&old, &new)).unwrap();
    assert_eq!(json["moved"]["race-5d3f09ab1c22e7a4-moved"], "race-5d3f09ab1c22e7a4");

    // In another method it is another error.
    new.findings[0].participants[0].place.function = "withdraw".into();
    assert!(diff::render(&old, &new).ends_with("1 new, 1 fixed, 1 unchanged\n"));

    // A lock without a name is called after its line.
    let mut old = result("many");
    old.findings.truncate(1);
    let mut new = old.clone();
    new.findings[0].id.push_str("-moved");
    for (result, line) in [(&mut old, 8), (&mut new, 10)] {
        let target = format!("new java.lang.Object at Queue.java:{line}");
        result.findings[0].error = FoundError::LostSignal { target };
    }
    assert!(diff::render(&old, &new).ends_with("0 new, 0 fixed, 1 unchanged\n"));
}

#[test]
fn nothing_found() {
    let mut empty = result("deadlock");
    empty.findings.clear();
    let text = text::render(&empty, &options(80, false));
    assert!(
        text.starts_with("bank.Transfer: nothing found") && text.contains("The whole state space was searched"),
        "{text}"
    );
    empty.complete = false;
    assert!(text::render(&empty, &options(80, false)).contains("this is no proof"));
}

#[test]
fn every_form_is_there() {
    for name in ["race", "deadlock", "atomicity", "many", "hostile", "predicted"] {
        for (file, text) in forms::all(&result(name), &options(100, true)) {
            assert!(!text.is_empty() && text.ends_with('\n'), "{file} of {name}");
        }
    }
}

#[test]
fn damaged_results_are_refused() {
    let whole = fs::read(fixtures().join("deadlock.json")).unwrap();
    let last = whole.iter().rposition(|&byte| byte == b'}').unwrap();
    for end in (0..=last).step_by(37) {
        assert!(load::parse("r.json", &whole[..end], &owner_by_name).is_err());
    }
}

/// A race that no schedule shows is reported with the race that it follows from, and counts as a finding.
#[test]
fn what_follows_names_its_cause() {
    let mut result = result("race");
    let cause = result.findings[0].id.clone();
    // The third was refuted.
    result.findings[2].verdict = Verdict::Follows { from: vec![cause.clone()] };
    let shown = text::render(&result, &options(120, false));
    let flat = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("follows: data race on bank.Account.limit"), "{shown}");
    assert!(flat.contains(&format!("Not by itself: follows from {cause}: in no schedule")), "{shown}");
    assert!(flat.contains("3 findings, 1 witnessed, 1 following from others, 1 unresolved, 1 suppressed"), "{shown}");
    result.findings[2].verdict = Verdict::Follows { from: Vec::new() };
    let shown = text::render(&result, &options(120, false));
    assert!(shown.contains("follows from a race that is marked as meant"), "{shown}");
}

/// What was predicted from a trace is no proof, and never called one.
#[test]
fn predictions_are_not_witnessed() {
    let mut result = result("predicted");
    let shown = text::render(&result, &options(120, false));
    let flat = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("predicted: data race on log") && flat.contains("2 findings, 2 predicted"), "{shown}");
    assert!(flat.contains("How it can happen, in 13 events of the trace"), "{shown}");
    assert!(flat.contains("a correct reordering of the trace leads there (engine: sync-preserving)"), "{shown}");
    assert!(flat.contains("There is no program to replay it with."), "{shown}");
    assert!(!flat.contains("witness") && !flat.contains("deadheat replay"), "{shown}");

    // One in which reads see something else is not even that.
    result.findings[1].verdict = Verdict::Unresolved { reason: Unresolved::Predicted, next: String::new() };
    let shown = text::render(&result, &options(120, false));
    let flat = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("2 findings, 1 predicted, 1 unresolved"), "{shown}");
    assert!(
        flat.contains("Not resolved: predicted from a trace, by an order in which reads see other values"),
        "{shown}"
    );

    result.findings.clear();
    let shown = text::render(&result, &options(120, false));
    assert!(shown.contains("Nothing is predicted from this trace") && !shown.contains("schedule"), "{shown}");
}
