//! `deadheat convert`: a trace as text.

use std::ffi::OsStr;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use deadheat_predict::History;
use deadheat_predict::text::{self, Names};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::files::{self, NewFile};
use super::trace_file;
use crate::options::convert::ConvertArgs;
use crate::terminal::failure::Failure;
use crate::terminal::{progress, stdout};

/// Writes a trace as text.
///
/// # Errors
/// If the trace is none, or the text cannot be written.
pub fn convert(options: &ConvertArgs) -> Result<u8, Failure> {
    let shown = progress::Line::new();
    shown.note(&progress::reading(&options.trace));
    let trace = trace_file::open(&options.trace, trace_file::MOST_EVENTS);
    shown.clear();
    // The output is made after the trace is read: it may have the same name.
    let trace = trace?;
    let (history, names) = (&trace.history, trace.names.writable());
    match &options.output {
        Some(path) => save(history, &names, path)?,
        None => {
            let mut out = BufWriter::new(io::stdout().lock());
            stdout::wrote(text::write(history, &names, &mut out).and_then(|()| out.flush()))?;
        }
    }
    Ok(0)
}

fn save(history: &History, names: &Names, path: &Path) -> Result<(), Failure> {
    let mut file = NewFile::create(path)?;
    let buffer = BufWriter::new(&mut file);
    let written = if path.extension() == Some(OsStr::new("gz")) {
        let mut packed = GzEncoder::new(buffer, Compression::default());
        text::write(history, names, &mut packed).and_then(|()| packed.finish()?.flush())
    } else {
        text::write(history, names, buffer)
    };
    written.map_err(|error| files::cannot_write(path, &error))?;
    file.finish()
}
