//! Control characters, made harmless.
//!
//! A guest chooses the names of its threads, its messages and its values. Shown as they are, an escape sequence in them could
//! move the cursor over what was printed before, and a mark for right-to-left text could make `admin` look like another word.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The text with each control character, line break and direction mark replaced by its escape, as in Java source.
#[must_use]
pub fn line(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '\n' => safe.push_str("\\n"),
            '\r' => safe.push_str("\\r"),
            '\t' => safe.push_str("\\t"),
            c if is_unsafe(c) => {
                let _ = write!(safe, "\\u{:04x}", u32::from(c));
            }
            c => safe.push(c),
        }
    }
    Cow::Owned(safe)
}

/// A line of source text: tabs become spaces, the rest as in [`line`](fn@line).
#[must_use]
pub fn source(text: &str) -> String {
    line(&text.trim_end().replace('\t', "    ")).into_owned()
}

fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{61c}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_stay_visible() {
        assert_eq!(line("plain <text> äöü 漢"), "plain <text> äöü 漢");
        assert_eq!(line("\u{1b}[2J\u{7}\n\u{9b}1m"), "\\u001b[2J\\u0007\\n\\u009b1m");
        assert_eq!(line("a\u{202e}b\u{2066}"), "a\\u202eb\\u2066");
        assert_eq!(source("\tx = 1;\u{1b}  \r"), "    x = 1;\\u001b");
    }
}
