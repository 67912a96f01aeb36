//! Traces without their programs: our own, or texts of public tools, told apart by how they begin.

use std::fs::File;
use std::io::{BufReader, Read as _};
use std::path::Path;

use deadheat_event::trace;
use deadheat_predict::{HistoryRecorder, NamedHistory, text};

use crate::terminal::failure::Failure;

/// Events are numbered with 32 bits.
pub const MOST_EVENTS: usize = u32::MAX as usize - 1;

/// How much is read at once.
const BUFFER: usize = 256 * 1024;

/// Reads so many events, at most, of a trace of either form.
///
/// # Errors
/// If there is none, it is damaged, or something in it cannot have happened.
pub fn open(path: &Path, most: usize) -> Result<NamedHistory, Failure> {
    let history = if is_own(path)? { own(path, most)? } else { text(path, most)? };
    if history.history.events().is_empty() {
        let problem = format!("{} has no events", path.display());
        return Err(Failure::usage(problem, "record a run in which threads share something"));
    }
    Ok(history)
}

fn is_own(path: &Path) -> Result<bool, Failure> {
    let mut start = Vec::with_capacity(trace::START);
    let file = File::open(path);
    file.and_then(|file| file.take(trace::START as u64).read_to_end(&mut start)).map_err(|error| {
        let problem = format!("cannot read the trace {}: {error}", path.display());
        Failure::usage(problem, "check the file's name and its rights")
    })?;
    Ok(trace::is_trace(&start))
}

fn own(path: &Path, most: usize) -> Result<NamedHistory, Failure> {
    let mut recorder = HistoryRecorder::new(most).with_names();
    let open = || File::open(path).map(|file| BufReader::with_capacity(BUFFER, file));
    // Its messages have the remedy at their end, and so have those for texts.
    trace::observe(open, &mut recorder)
        .map_err(|error| Failure::usage(format!("{}: {error}", path.display()), String::new()))?;
    Ok(recorder.finish().into())
}

fn text(path: &Path, most: usize) -> Result<NamedHistory, Failure> {
    let trace = text::open_up_to(path, most).map_err(|error| Failure::usage(error.to_string(), String::new()))?;
    Ok(trace.into())
}
