//! `deadheat predict`: what a trace without its program tells.

use std::path::Path;
use std::time::Instant;

use deadheat_machine::{GuestKind, GuestSpec};
use deadheat_witness::predicted;

use super::files::Folder;
use super::{csp_models, results, trace_file};
use crate::options::predict::PredictArgs;
use crate::terminal::failure::{EXIT_ERROR_FOUND, Failure};
use crate::terminal::progress;

/// Predicts from a trace, and gives the exit code.
///
/// # Errors
/// If the trace is none, or something cannot be written.
pub fn predict(options: &PredictArgs) -> Result<u8, Failure> {
    let begin = Instant::now();
    let _folder = options.output.as_deref().map(Folder::open).transpose()?;
    let shown = progress::Line::new();
    shown.note(&progress::reading(&options.trace));
    let trace = trace_file::open(&options.trace, options.max_events).inspect_err(|_| shown.clear())?;
    shown.note(&progress::predicting(trace.history.events().len() as u64));
    let mut result = predicted::from_trace(&trace, &options.options(), guest(&options.trace));
    shown.clear();
    result.effort.seconds = begin.elapsed().as_secs_f64();
    options.show.prepare(&mut result);
    results::show_predicted(&result, options)?;
    if let (Some(_), Some(folder)) = (&options.export, &options.output) {
        csp_models::write(&trace, &result.guest.name, options.limit, folder)?;
    }
    let counts = |in_library: bool| options.show.has_libraries() || !in_library;
    let found = result.findings.iter().any(|finding| counts(finding.in_library));
    Ok(if found { EXIT_ERROR_FOUND } else { 0 })
}

/// The trace in the place of a program.
fn guest(path: &Path) -> GuestSpec {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let command = vec![path.display().to_string()];
    GuestSpec { kind: GuestKind::Trace, name, command, ..GuestSpec::default() }
}
