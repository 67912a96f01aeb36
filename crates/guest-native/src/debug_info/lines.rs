//! From code addresses to lines, by a unit's line table.

use std::sync::Arc;

use gimli::{AttributeValue, ColumnType, Reader as _};

use super::info::{Info, Unit};

/// The line table of a unit.
#[derive(Debug, Default)]
pub(super) struct Lines {
    files: Vec<Option<Arc<str>>>,
    /// Sorted by address; the end of a stretch of code is a row of its own.
    rows: Vec<Row>,
}

#[derive(Clone, Copy, Debug)]
struct Row {
    address: u64,
    is_end: bool,
    file: usize,
    line: Option<u32>,
    column: Option<u32>,
}

/// A place in a source file, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The file's path as the compiler was given it, below its working folder.
    pub file: Option<Arc<str>>,
    /// The line, from 1.
    pub line: Option<u32>,
    /// The column, from 1.
    pub column: Option<u32>,
}

impl Lines {
    pub(super) fn read(info: &Info, unit: &Unit) -> Self {
        let mut lines = Self::default();
        if let Some(program) = unit.parsed.line_program.clone() {
            let header = program.header();
            // Files are numbered from 0 since version 5, from 1 before: number 0 is then the unit's own.
            let count = header.file_names().len() as u64 + 1;
            lines.files = (0..count).map(|number| file_name(info, unit, header, number)).collect();
            let mut rows = program.rows();
            while let Ok(Some((_, row))) = rows.next_row() {
                let column = match row.column() {
                    ColumnType::LeftEdge => None,
                    ColumnType::Column(column) => u32::try_from(column.get()).ok(),
                };
                lines.rows.push(Row {
                    address: row.address(),
                    is_end: row.end_sequence(),
                    file: usize::try_from(row.file_index()).unwrap_or(usize::MAX),
                    line: row.line().and_then(|line| u32::try_from(line.get()).ok()),
                    column,
                });
            }
        }
        // Stable: of rows at one address the last counts, and where one stretch ends another may begin.
        lines.rows.sort_by_key(|row| (row.address, !row.is_end));
        lines
    }

    /// The file with this number.
    pub(super) fn file(&self, number: u64) -> Option<Arc<str>> {
        self.files.get(usize::try_from(number).ok()?)?.clone()
    }

    /// The line of the code at the address. Code that belongs to no line (the compiler's own, or what it has merged from several)
    /// has none.
    pub(super) fn at(&self, address: u64) -> Place {
        let row = self.rows.partition_point(|row| row.address <= address).checked_sub(1).map(|index| self.rows[index]);
        row.filter(|row| !row.is_end).map_or_else(Place::default, |row| Place {
            file: self.files.get(row.file).cloned().flatten(),
            line: row.line,
            column: row.column,
        })
    }
}

/// The path of a file: its name, below its folder, below the compiler's working folder.
fn file_name(
    info: &Info,
    unit: &Unit,
    header: &gimli::LineProgramHeader<super::info::Reader>,
    number: u64,
) -> Option<Arc<str>> {
    let text = |value: AttributeValue<super::info::Reader>| {
        let text = info.dwarf.attr_string(&unit.parsed, value).ok()?;
        Some(text.to_string_lossy().ok()?.into_owned())
    };
    let file = header.file(number)?;
    let name = text(file.path_name())?;
    let folder = file.directory(header).and_then(text).unwrap_or_default();
    Some(joined(&joined(&unit.folder().unwrap_or_default(), &folder), &name).into())
}

fn joined(folder: &str, name: &str) -> String {
    if folder.is_empty() || name.starts_with('/') {
        name.to_owned()
    } else if name.is_empty() {
        folder.to_owned()
    } else {
        format!("{}/{}", folder.trim_end_matches('/'), name.strip_prefix("./").unwrap_or(name))
    }
}
