//! What is wrong with a trace is told with its line, its own names, and what it must be like.

use deadheat_predict::IllFormed;
use deadheat_predict::text::{self, Problem};

/// The message for a trace.
#[track_caller]
fn message(trace: &str) -> String {
    text::read(trace.as_bytes()).expect_err(trace).to_string()
}

/// Each trace is wrong in its last line, and the message has these words.
#[track_caller]
fn wrong(trace: &str, words: &str) {
    let message = message(trace);
    let line = format!("line {}: ", trace.lines().count());
    assert!(message.starts_with(&line) && message.contains(words) && message.contains("a trace must"), "{message}");
}

#[test]
fn the_form_of_lines() {
    for line in ["t", "t|r(x)", "|r(x)|1", "t||1", "t|r(x|1", "t|r(x)y|1", "t|r(x)|1|=1|1", "%PDF-1.4"] {
        wrong(&format!("t|w(x)|1\n{line}"), "is no event");
    }
    wrong("t|r(x)|1\nt|frobnicate(x)|1", "`frobnicate` is no operation that is known");
    wrong("t|(x)|1", "`` is no operation");
    for word in ["r", "acq()", "fork", "wait(,c)", "wait(m,)", "up(,2)", "park|1\nt|unpark"] {
        wrong(&format!("t|unpark(t)|1\nt|{word}|1"), "needs to know on what");
    }
    wrong("t|up(s,two)|1", "`two` is no number of permits");
    wrong("t|up(s,4294967296)|1", "no number");
    wrong("t|permits(s)|1", "`s` is no number");
    wrong("t|r(x)|1|17", "`17` in the fourth column");
    wrong("t|acq(m)|1|=17", "`17` in the fourth column");
    wrong("t|begin|1|=17", "`17` in the fourth column");
    wrong("t|pass(b)|1", "passes b, where it has not arrived");
    wrong("t|arrive(b)|1\ns|arrive(b)|1\nt|pass(b)|1\nt|pass(b)|1", "has not arrived");
}

#[test]
fn what_cannot_be() {
    wrong("main|acq(m)|1\nother|rel(m)|2", "other gives back m, which it does not hold");
    wrong("main|racq(m)|1\nmain|rel(m)|2", "main gives back m");
    wrong("main|acq(m)|1\nother|acq(m)|2", "other takes m, which main holds");
    wrong("main|racq(m)|1\nother|acq(m)|2", "other takes m, which main holds");
    wrong("other|r(x)|1\nmain|fork(other)|2", "other is forked after it has done something");
    wrong(
        "main|fork(other)|1\nother|r(x)|1\nmain|join(other)|2\nother|r(x)|3",
        "other does something after it was joined",
    );
    wrong("main|end(main)|1\nmain|r(x)|3", "main does something after it was joined, or after its end");
    wrong("main|fork(other)|1\nmain|fork(other)|2", "other is forked a second time");
    wrong("main|join(main)|1", "main forks or joins itself");
    wrong("main|wait(m,c)|1", "main waits with m, which it does not hold alone");
    wrong("main|acq(m)|1\nmain|wait(m,c)|1\nmain|w(x)|1", "main does something while it waits for c");
    wrong("main|acq(m)|1\nmain|wake(m,c)|1", "main wakes, but does not wait for c");
    wrong("main|acq(m)|1\nmain|wait(m,c)|1\nmain|wake(m,c)|1", "main wakes from c, but was not notified");
    wrong("main|park|1", "main goes on after park");
    wrong("main|refused(m)|1", "main is refused m, which is free");
    wrong("main|end|1", "main ends a block that it has not begun");
    wrong("main|begin|1\nother|end(b)|2", "other ends a block that it has not begun");
    wrong("main|begin|1\nmain|end|2\nmain|end|3", "have a begin before each end of a block");
    wrong("main|fork(other)|1\nmain|join(other)|2\nother|begin|3", "other does something after it was joined");
    wrong("other|begin|1\nmain|fork(other)|2", "other is forked after it has done something");
}

#[test]
fn the_error_itself_is_there_for_programs() {
    let error = text::read("a|acq(m)|1\n# b\nb|rel(m)|2".as_bytes()).unwrap_err();
    assert_eq!((error.file, error.line), (None, Some(3)));
    assert!(matches!(error.problem, Problem::IllFormed { error: IllFormed::NotHeld { .. }, .. }));
}

#[test]
fn the_whole_message() {
    assert_eq!(
        message("a|acq(m)|1\nb|rel(m)|2"),
        "line 2: b gives back m, which it does not hold: a trace must have an acquire before each release, by the same thread and in \
         the same mode"
    );
}

#[test]
fn a_message_is_short_and_can_be_shown() {
    let long = "x".repeat(10_000);
    let told = message(&format!("{long}\x1b[31m"));
    assert!(told.len() < 300 && told.contains("xxx…"), "{told}");
    assert!(!message("\x1b[31m").contains('\x1b'));
    assert!(message(&format!("{long}|acq(m)|1\nt|acq(m)|1")).len() < 300);
}

#[test]
fn what_is_no_text() {
    for bytes in [b"t|w(x)|1\nt|r(\xff)|1".as_slice(), b"t|w(x)|1\nt|r(\0)|1", b"t|w(x)|1\nt\x07|r(x)|1"] {
        let error = text::read(bytes).unwrap_err();
        assert!(matches!((error.line, &error.problem), (Some(2), Problem::NotText)), "{error}");
    }
}

#[test]
fn lines_have_64_kib_at_most() {
    let line = |length: usize| format!("t|r({})|1", "x".repeat(length - "t|r()|1".len()));
    for end in ["", "\n", "\r\n"] {
        assert_eq!(text::read((line(64 << 10) + end).as_bytes()).unwrap().names.variables.len(), 1);
        let error = text::read(("t|w(x)|1\n".to_owned() + &line((64 << 10) + 1) + end).as_bytes()).unwrap_err();
        assert!(matches!((error.line, &error.problem), (Some(2), Problem::TooLong)), "{error}");
    }
    assert!(matches!(text::read([b'x'; 1 << 20].as_slice()).unwrap_err().problem, Problem::TooLong));
}
