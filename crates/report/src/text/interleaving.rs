//! The interleaving as a table: a column per thread, a row per step that matters. Where the columns would be too narrow, one
//! column with the thread's tag in each row.

use std::collections::BTreeMap;

use deadheat_event::ThreadId;
use deadheat_witness::result::{Act, Course};

use super::page::{self, Line, Page, Span, Style, pad, wrap};
use crate::fold::{self, Row, Shown};
use crate::words;

/// Columns that are narrower break nearly every row.
const NARROWEST: usize = 22;
/// The left edge: two spaces, the number, a space.
const INDENT: usize = 2;

/// Shows the table of a witness, or of a reordering.
pub fn show(page: &mut Page, course: &Course<'_>) {
    let rows = fold::rows(course);
    if rows.iter().any(|row| matches!(row, Row::Shown(_))) {
        Table::new(&rows, course, page.width).show(page, &rows);
    }
}

struct Table<'a> {
    /// The column of each thread that has a row.
    columns: BTreeMap<ThreadId, usize>,
    names: Vec<(ThreadId, &'a str)>,
    /// How many columns of the terminal the numbers take.
    digits: usize,
    /// How wide each thread's column is; `None` for one column with tags.
    widths: Option<Vec<usize>>,
    /// The one file that all rows are in.
    file: Option<&'a str>,
    /// Whether there is no room for packages.
    short: bool,
    width: usize,
}

impl<'a> Table<'a> {
    fn new(rows: &[Row<'a>], course: &Course<'a>, width: usize) -> Self {
        let shown = || rows.iter().filter_map(|row| if let Row::Shown(shown) = row { Some(shown) } else { None });
        let mut columns: BTreeMap<ThreadId, usize> = shown().map(|shown| (shown.moment.thread, 0)).collect();
        columns.values_mut().enumerate().for_each(|(at, column)| *column = at);
        let name = |thread: &ThreadId| {
            let known = course.threads.iter().find(|known| known.id == *thread);
            (*thread, known.map_or("", |known| &*known.name))
        };
        let names: Vec<_> = columns.keys().map(name).collect();
        let digits = shown().map(|shown| shown.last_step.to_string().len()).max().unwrap_or(1).max(4);
        let mut files = shown().filter_map(|shown| shown.moment.place.as_ref()?.file.as_deref());
        let file = files.next().filter(|first| files.all(|file| file == *first));
        let mut table = Self { columns, names, digits, widths: None, file, short: false, width };
        let room = width.saturating_sub(INDENT + digits + 3 * table.columns.len());
        let mut wanted = table.wanted(shown());
        if wanted.iter().sum::<usize>() > room {
            table.short = true;
            wanted = table.wanted(shown());
        }
        table.widths = share(room, &wanted);
        // One column has room for whole names.
        table.short = table.widths.is_some() && table.short;
        table
    }

    /// How wide each column would have to be to break no row.
    fn wanted<'b>(&self, shown: impl Iterator<Item = &'b Shown<'a>>) -> Vec<usize>
    where
        'a: 'b,
    {
        let title = |title: &Line| page::width(title).clamp(NARROWEST / 2, NARROWEST);
        let mut wanted: Vec<usize> = self.titles().iter().map(title).collect();
        for shown in shown {
            let column = self.column(shown);
            wanted[column] = wanted[column].max(page::width(&self.cell(shown)));
        }
        wanted
    }

    fn show(&self, page: &mut Page, rows: &[Row<'_>]) {
        if let Some(file) = self.file {
            page.line(INDENT, &[Span::new(Style::Dim, format!("(numbers after a colon are lines of {file})"))]);
        }
        self.header(page);
        let mut skipped = None;
        for row in rows {
            let gap = skipped.take();
            match row {
                Row::Shown(shown) => {
                    let switch = shown
                        .switch
                        .map(|reason| format!("↷ {} goes on: {}", shown.moment.thread, words::switch(reason)));
                    let note: Vec<String> = gap.into_iter().chain(switch).collect();
                    if !note.is_empty() {
                        self.note(page, &note.join(" "));
                    }
                    self.row(page, shown);
                }
                Row::Skipped { steps } => skipped = Some(format!("… {} …", words::count(*steps, "step"))),
                Row::Again { rows, rounds } => {
                    let what = if *rows == 1 { "the row".to_owned() } else { format!("the {rows} rows") };
                    self.note(page, &format!("… {what} above, {} more …", words::count(*rounds, "time")));
                }
            }
        }
        if let Some(gap) = skipped {
            self.note(page, &gap);
        }
    }

    fn titles(&self) -> Vec<Line> {
        let title = |(column, (thread, name)): (usize, &(ThreadId, &str))| {
            vec![Span::new(Style::Thread(column), format!("{thread} {name}"))]
        };
        self.names.iter().enumerate().map(title).collect()
    }

    fn header(&self, page: &mut Page) {
        let number = format!("{:>1$}", "step", self.digits);
        if let Some(widths) = &self.widths {
            self.cells(page, widths, &number, self.titles());
            let rules: Vec<String> = widths.iter().map(|&width| "─".repeat(width)).collect();
            let rule = format!("{}─┼─{}", "─".repeat(self.digits), rules.join("─┼─"));
            page.whole(INDENT, &[Span::new(Style::Dim, rule)]);
        } else {
            for title in self.titles() {
                page.line(INDENT + self.digits + 1, &title);
            }
        }
    }

    /// A line across all columns.
    fn note(&self, page: &mut Page, text: &str) {
        let number = " ".repeat(self.digits);
        for line in wrap(&[Span::new(Style::Dim, text)], self.width.saturating_sub(INDENT + self.digits + 3)) {
            let mut whole = vec![Span::new(Style::Dim, format!("{number} ┊ "))];
            whole.extend(line);
            page.whole(INDENT, &whole);
        }
    }

    fn row(&self, page: &mut Page, shown: &Shown<'_>) {
        // What is about to happen has not: it has no number of its own.
        let number = if is_about(shown) { "▶".to_owned() } else { shown.moment.step.to_string() };
        let number = format!("{number:>0$}", self.digits);
        let (column, cell) = (self.column(shown), self.cell(shown));
        if let Some(widths) = &self.widths {
            let mut cells = vec![Line::new(); widths.len()];
            cells[column] = cell;
            return self.cells(page, widths, &number, cells);
        }
        let tag = format!("{:<4}", shown.moment.thread.to_string());
        for (at, line) in wrap(&cell, self.width.saturating_sub(INDENT + self.digits + 8)).into_iter().enumerate() {
            let (number, tag) = if at == 0 { (&*number, &*tag) } else { ("", "") };
            let mut whole = vec![Span::new(Style::Dim, format!("{number:>0$} │ ", self.digits))];
            whole.push(Span::new(Style::Thread(column), format!("{tag:<4} ")));
            whole.extend(line);
            page.whole(INDENT, &whole);
        }
    }

    fn column(&self, shown: &Shown<'_>) -> usize {
        self.columns.get(&shown.moment.thread).copied().unwrap_or_default()
    }

    fn cell(&self, shown: &Shown<'_>) -> Line {
        let moment = shown.moment;
        let style = if is_about(shown) { Style::Bad } else { Style::Thread(self.column(shown)) };
        let text = match (&moment.library, shown.events) {
            (Some(library), 2..) => {
                let library = if self.short { words::without_packages(library) } else { library.clone() };
                format!("{library}: {}", words::count(shown.events as u64, "operation"))
            }
            _ if self.short => words::short_moment(moment),
            _ => words::moment(moment),
        };
        let mut cell = vec![Span::new(style, text)];
        if let Some(place) = &moment.place {
            let place = match (self.file, place.line) {
                (Some(_), Some(line)) if place.file.is_some() => format!(" :{line}"),
                _ => format!(" {}", words::short_place(place)),
            };
            cell.push(Span::new(Style::Dim, place));
        }
        cell
    }

    /// A row of cells side by side, as high as the highest.
    fn cells(&self, page: &mut Page, widths: &[usize], number: &str, cells: Vec<Line>) {
        let cells: Vec<Vec<Line>> = cells.iter().zip(widths).map(|(cell, &width)| wrap(cell, width)).collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(1);
        for at in 0..height {
            let number = if at == 0 { number } else { "" };
            let mut line = vec![Span::new(Style::Dim, format!("{number:>0$}", self.digits))];
            for (cell, &width) in cells.iter().zip(widths) {
                line.push(Span::new(Style::Dim, " │ "));
                line.extend(pad(cell.get(at).cloned().unwrap_or_default(), width));
            }
            page.whole(INDENT, &line);
        }
    }
}

fn is_about(shown: &Shown<'_>) -> bool {
    matches!(shown.moment.act, Act::About { .. })
}

/// Shares the room among columns: each gets what it wants if that is little, the others the same each. `None` if that would
/// be too little.
fn share(room: usize, wanted: &[usize]) -> Option<Vec<usize>> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|&column| wanted[column]);
    let mut widths = vec![0; wanted.len()];
    let mut rest = room;
    for (at, &column) in order.iter().enumerate() {
        let fair = rest / (wanted.len() - at);
        if fair < NARROWEST.min(wanted[column]) {
            return None;
        }
        widths[column] = wanted[column].min(fair);
        rest -= widths[column];
    }
    Some(widths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_share_the_room() {
        assert_eq!(share(74, &[10, 80, 90]), Some(vec![10, 32, 32]));
        assert_eq!(share(74, &[80, 12, 20]), Some(vec![42, 12, 20]));
        assert_eq!(share(40, &[80, 80]), None);
        assert_eq!(share(100, &[30; 5]), None);
    }
}
