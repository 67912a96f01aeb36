//! Texts compared with golden files: what a command or a report says, kept beside the tests, so that each change of it is seen and
//! agreed to.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Set to anything, all golden files are rewritten with what is found.
const BLESS: &str = "DEADHEAT_BLESS";

/// Lines shown before and after each difference.
const AROUND: usize = 3;

/// Compares a text with a golden file. With `DEADHEAT_BLESS=1` the file is written instead.
#[track_caller]
pub fn compare(file: &Path, found: &str) {
    let expected = fs::read_to_string(file).unwrap_or_default();
    if found == expected {
        return;
    }
    if std::env::var_os(BLESS).is_some_and(|value| !value.is_empty()) {
        return fs::write(file, found).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    }
    panic!("{}", complaint(file, &expected, found));
}

fn complaint(file: &Path, expected: &str, found: &str) -> String {
    let (file, difference) = (file.display(), difference(expected, found));
    format!("{file} is not what is found (- expected, + found):\n{difference}\nTo accept it: {}", command())
}

/// What a person types to accept the texts of the test that runs.
fn command() -> String {
    let package =
        std::env::var("CARGO_PKG_NAME").map_or_else(|_| "--workspace".to_owned(), |name| format!("-p {name}"));
    let thread = std::thread::current();
    let test = thread.name().filter(|name| *name != "main").unwrap_or_default();
    format!("{BLESS}=1 cargo test --release {package} {test}").trim_end().to_owned()
}

/// A line of a difference.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line<'a> {
    Same(&'a str),
    Expected(&'a str),
    Found(&'a str),
}

/// The differing lines, each with its surroundings. `␍`, `␛` and the end of an unfinished last line are made visible.
fn difference(expected: &str, found: &str) -> String {
    let lines = lines(&split(expected), &split(found));
    let is_near = |at: usize| {
        let (from, to) = (at.saturating_sub(AROUND), (at + AROUND + 1).min(lines.len()));
        lines[from..to].iter().any(|line| !matches!(line, Line::Same(_)))
    };
    let mut text = String::new();
    let mut left_out = 0;
    for (at, line) in lines.iter().enumerate() {
        if !is_near(at) {
            left_out += 1;
            continue;
        }
        if left_out > 0 {
            let _ = writeln!(text, "  … {left_out} lines …");
            left_out = 0;
        }
        let (mark, line) = match line {
            Line::Same(line) => (' ', line),
            Line::Expected(line) => ('-', line),
            Line::Found(line) => ('+', line),
        };
        let shown = match line.strip_suffix('\n') {
            Some(line) => line.to_owned(),
            None => format!("{line}⟨no end of line⟩"),
        };
        let _ = writeln!(text, "{mark} {}", shown.replace('\r', "␍").replace('\u{1b}', "␛"));
    }
    if left_out > 0 {
        let _ = writeln!(text, "  … {left_out} lines …");
    }
    text
}

/// Lines, each with its end.
fn split(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// The shortest way from one list of lines to the other: their longest common subsequence is kept.
fn lines<'a>(expected: &[&'a str], found: &[&'a str]) -> Vec<Line<'a>> {
    // common[i][j]: the length of the longest common subsequence of what follows i and j.
    let mut common = vec![vec![0u32; found.len() + 1]; expected.len() + 1];
    for i in (0..expected.len()).rev() {
        for j in (0..found.len()).rev() {
            common[i][j] = match expected[i] == found[j] {
                true => common[i + 1][j + 1] + 1,
                false => common[i + 1][j].max(common[i][j + 1]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut lines = Vec::new();
    while i < expected.len() || j < found.len() {
        if i < expected.len() && j < found.len() && expected[i] == found[j] {
            lines.push(Line::Same(expected[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == found.len() || (i < expected.len() && common[i + 1][j] >= common[i][j + 1]) {
            lines.push(Line::Expected(expected[i]));
            i += 1;
        } else {
            lines.push(Line::Found(found[j]));
            j += 1;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_shows_what_changed_and_where() {
        let expected: String = (0..20).map(|n| format!("line {n}\n")).collect();
        let found = expected.replace("line 9\n", "line nine\nand a half\n");
        assert_eq!(
            difference(&expected, &found),
            "  … 6 lines …\n  line 6\n  line 7\n  line 8\n- line 9\n+ line nine\n+ and a half\n  line 10\n  line 11\n  line 12\n  … 7 lines …\n"
        );
        assert_eq!(difference("a\nb", "a\nb\n"), "  a\n- b⟨no end of line⟩\n+ b\n");
        assert_eq!(difference("", "new\r\n"), "+ new␍\n");
    }

    #[test]
    fn a_failure_names_the_file_and_the_command() {
        let text = complaint(Path::new("golden.txt"), "old\n", "new\n");
        assert!(text.starts_with("golden.txt") && text.contains("- old\n+ new\n"), "{text}");
        assert!(text.contains("DEADHEAT_BLESS=1 cargo test --release"), "{text}");
    }
}
