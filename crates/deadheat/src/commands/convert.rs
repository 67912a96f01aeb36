//! `deadheat convert`: a trace as text.

use std::ffi::OsStr;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::Path;

use deadheat_predict::History;
use deadheat_predict::text::{self, Names};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::{files, trace_file};
use crate::options::convert::ConvertArgs;
use crate::terminal::failure::Failure;
use crate::terminal::progress;

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
        None => match text::write(history, &names, BufWriter::new(io::stdout().lock())) {
            // The reader may have seen enough: a closed pipe is no fault.
            Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                return Err(Failure::usage(
                    format!("cannot write the trace: {error}"),
                    "write it to a file with --output",
                ));
            }
            _ => {}
        },
    }
    Ok(0)
}

fn save(history: &History, names: &Names, path: &Path) -> Result<(), Failure> {
    let file = BufWriter::new(files::create(path)?);
    let written = if path.extension() == Some(OsStr::new("gz")) {
        let mut packed = GzEncoder::new(file, Compression::default());
        text::write(history, names, &mut packed).and_then(|()| packed.finish()?.flush())
    } else {
        text::write(history, names, file)
    };
    written.map_err(|error| files::cannot_write(path, &error))
}
