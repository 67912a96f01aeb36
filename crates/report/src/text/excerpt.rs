//! A few lines of source around a place, the place marked.

use deadheat_event::{SourcePos, Sources};

use super::page::{Page, Span, Style, cut};
use crate::safe;

/// Lines shown before and after the place.
const AROUND: u32 = 1;

/// Shows the lines around a place. Says whether there are any: without source text there is nothing to show.
pub fn show(page: &mut Page, indent: usize, place: &SourcePos, style: Style, sources: &dyn Sources) -> bool {
    let Some((number, text)) = place.line.zip(sources.find(place)) else { return false };
    let Some(line) = text.line(number).map(safe::source) else { return false };

    let last = number.saturating_add(AROUND);
    let digits = last.to_string().len().max(3);
    let margin = " ".repeat(digits);
    page.whole(indent, &[Span::new(Style::Dim, format!("{margin} ╭─ {}:{number}", text.path))]);
    let room = page.width.saturating_sub(indent + digits + 3);
    for at in number.saturating_sub(AROUND).max(1)..=last {
        let Some(around) = text.line(at) else { continue };
        let shown = cut(&safe::source(around), room);
        let look = if at == number { Style::Plain } else { Style::Dim };
        page.whole(indent, &[Span::new(Style::Dim, format!("{at:>digits$} │ ")), Span::new(look, shown)]);
        if at == number {
            let shown = cut(&line, room);
            let start = shown.len() - shown.trim_start().len();
            let length = unicode_width::UnicodeWidthStr::width(shown.trim_start()).max(1);
            let mark = format!("{}{}", " ".repeat(start), "^".repeat(length));
            page.whole(indent, &[Span::new(Style::Dim, format!("{margin} │ ")), Span::new(style, mark)]);
        }
    }
    true
}
