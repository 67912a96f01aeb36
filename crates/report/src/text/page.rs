//! Lines of coloured text that fit the terminal.
//!
//! [`Span`] is the only way for text onto a page, and it takes control characters out: no string of the guest can reach the
//! terminal as it is.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::safe;

/// What a piece of text is, and so how it looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Nothing special.
    #[default]
    Plain,
    /// Important.
    Strong,
    /// Less important.
    Dim,
    /// A proved error, or where it happens.
    Bad,
    /// What is not known for sure.
    Unsure,
    /// What is well.
    Good,
    /// A command to copy.
    Command,
    /// Something about the thread that has this column.
    Thread(usize),
}

impl Style {
    fn code(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Strong => "1",
            Self::Dim => "2",
            Self::Bad => "1;31",
            Self::Unsure => "1;33",
            Self::Good => "1;32",
            Self::Command => "36",
            // Colours that can be read on light and dark ground.
            Self::Thread(column) => ["34", "35", "36", "32", "33"][column % 5],
        }
    }
}

/// A piece of text in one style, without control characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    style: Style,
    text: String,
}

impl Span {
    /// A piece of text; control characters become visible.
    pub fn new(style: Style, text: impl AsRef<str>) -> Self {
        Self { style, text: safe::line(text.as_ref()).into_owned() }
    }

    /// A piece of text that is nothing special.
    pub fn plain(text: impl AsRef<str>) -> Self {
        Self::new(Style::Plain, text)
    }
}

/// A line.
pub type Line = Vec<Span>;

/// How many columns a line takes.
pub fn width(line: &[Span]) -> usize {
    line.iter().map(|span| span.text.width()).sum()
}

/// Fills a line with spaces up to this width.
pub fn pad(mut line: Line, to: usize) -> Line {
    let missing = to.saturating_sub(width(&line));
    if missing > 0 {
        line.push(Span::plain(" ".repeat(missing)));
    }
    line
}

/// Cuts a text off where the line ends.
pub fn cut(text: &str, room: usize) -> String {
    if text.width() <= room {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut taken = 1;
    for c in text.chars() {
        taken += c.width().unwrap_or(0);
        if taken > room {
            break;
        }
        kept.push(c);
    }
    kept + "…"
}

/// Breaks a line between words, and a word that is too long after a dot or anywhere.
pub fn wrap(line: &[Span], room: usize) -> Vec<Line> {
    let room = room.max(8);
    let mut lines = vec![Line::new()];
    let mut taken = 0;
    for span in line {
        for word in span.text.split_inclusive(' ') {
            let mut rest = word;
            while !rest.is_empty() {
                if taken + rest.trim_end().width() <= room {
                    // The space after the last word of a line has no room, and needs none.
                    let fits = if taken + rest.width() <= room { rest } else { rest.trim_end() };
                    push(&mut lines, span.style, fits);
                    taken += rest.width();
                    break;
                }
                // A word that fits a line of its own gets one; a longer one is broken, at once if there is some room.
                let broken =
                    (taken == 0 || rest.trim_end().width() > room).then(|| break_at(rest, room.saturating_sub(taken)));
                if let Some(at) = broken.filter(|&at| at > 0) {
                    push(&mut lines, span.style, &rest[..at]);
                    rest = &rest[at..];
                }
                lines.push(Line::new());
                taken = 0;
            }
        }
    }
    lines
}

fn push(lines: &mut [Line], style: Style, text: &str) {
    if let Some(line) = lines.last_mut() {
        line.push(Span { style, text: text.to_owned() });
    }
}

/// How many bytes of a long word go into this room: up to the last dot or the like, else as many as fit; 0 if too few do.
fn break_at(word: &str, room: usize) -> usize {
    let mut taken = 0;
    let mut fits = 0;
    let mut good = 0;
    for (at, c) in word.char_indices() {
        taken += c.width().unwrap_or(0);
        if taken > room {
            break;
        }
        fits = at + c.len_utf8();
        if matches!(c, '.' | '(' | '/' | ',' | '$' | ':') {
            good = fits;
        }
    }
    if good > 0 {
        good
    } else if room >= 8 {
        fits
    } else {
        0
    }
}

/// The report while it is written.
#[derive(Debug)]
pub struct Page {
    /// How many columns there are.
    pub width: usize,
    color: bool,
    text: String,
}

impl Page {
    /// An empty page.
    pub fn new(width: usize, color: bool) -> Self {
        Self { width: width.max(30), color, text: String::new() }
    }

    /// An empty line.
    pub fn blank(&mut self) {
        self.text.push('\n');
    }

    /// A line as it is, however long: what is to be copied must not be broken.
    pub fn whole(&mut self, indent: usize, line: &[Span]) {
        let mut row = " ".repeat(indent);
        for span in line {
            match span.style.code() {
                code if self.color && !code.is_empty() => {
                    row.push_str("\u{1b}[");
                    row.push_str(code);
                    row.push('m');
                    row.push_str(&span.text);
                    row.push_str("\u{1b}[0m");
                }
                _ => row.push_str(&span.text),
            }
        }
        self.text.push_str(row.trim_end());
        self.text.push('\n');
    }

    /// A line, broken where the terminal ends; what follows is indented by four more.
    pub fn line(&mut self, indent: usize, line: &[Span]) {
        let first = wrap(line, self.width.saturating_sub(indent));
        if first.len() < 2 {
            return self.whole(indent, line);
        }
        // The lines after the first have less room.
        for (at, part) in wrap(line, self.width.saturating_sub(indent + 4)).iter().enumerate() {
            self.whole(if at == 0 { indent } else { indent + 4 }, part);
        }
    }

    /// The text.
    pub fn finish(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapped(text: &str, room: usize) -> Vec<String> {
        let lines = wrap(&[Span::plain(text)], room);
        lines
            .iter()
            .map(|line| line.iter().map(|span| span.text.as_str()).collect::<String>().trim_end().to_owned())
            .collect()
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrapped("reads Account.balance: 0", 40), ["reads Account.balance: 0"]);
        assert_eq!(wrapped("reads Account.balance: 0", 16), ["reads", "Account.balance:", "0"]);
        assert_eq!(wrapped("com.example.VeryLongName.field", 14), ["com.example.", "VeryLongName.", "field"]);
        assert_eq!(wrapped("aaaaaaaaaaaaaaaaaaaa", 8), ["aaaaaaaa", "aaaaaaaa", "aaaa"]);
        assert_eq!(wrapped("漢字漢字漢字漢字", 8), ["漢字漢字", "漢字漢字"]);
    }

    #[test]
    fn colours_are_all_that_escapes() {
        let mut page = Page::new(80, true);
        page.line(0, &[Span::new(Style::Bad, "a\u{1b}[0mb")]);
        assert_eq!(page.finish(), "\u{1b}[1;31ma\\u001b[0mb\u{1b}[0m\n");
    }

    #[test]
    fn cutting() {
        assert_eq!(cut("abc", 3), "abc");
        assert_eq!(cut("abcd", 3), "ab…");
        assert_eq!(cut("漢字漢", 5), "漢字…");
    }
}
