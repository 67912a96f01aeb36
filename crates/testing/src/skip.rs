//! Tests that cannot run here.

use std::io::Write as _;

/// Says in a conspicuous line that something is not tested here, and how it would be. Where `CI` is set (and not empty) there must
/// be everything that the tests need, and this fails.
///
/// ```
/// # let chromium = Some("chromium");
/// let Some(chromium) = chromium else {
///     return deadheat_testing::skip("the report in a browser", "set DEADHEAT_CHROMIUM to a Chromium");
/// };
/// # assert_eq!(chromium, "chromium");
/// ```
#[track_caller]
pub fn skip(what: &str, remedy: &str) {
    let in_ci = std::env::var_os("CI").is_some_and(|value| !value.is_empty());
    assert!(!in_ci, "not tested: {what}. CI is set, so this must not be missing; {remedy}");
    // The harness swallows what a passing test says by `eprintln!`; a stream that is written to directly it does not.
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    // In one piece, because other tests write, too.
    let line = format!("\n######## SKIPPED in {test}: {what}; {remedy} ########\n");
    let _ = std::io::stderr().write_all(line.as_bytes());
}
