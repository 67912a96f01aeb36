//! Files that commands read and write, with messages that say what to do when one cannot be used.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;

use deadheat_event::Schedule;

use crate::terminal::failure::Failure;

/// Makes the folder for results, before there are any: a long search should not end in a message that they could not be saved.
///
/// # Errors
/// If it cannot be made.
pub fn make_folder(folder: Option<&Path>) -> Result<(), Failure> {
    folder.map_or(Ok(()), |folder| fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error)))
}

/// Makes a file.
///
/// # Errors
/// If it cannot be made.
pub fn create(path: &Path) -> Result<File, Failure> {
    File::create(path).map_err(|error| cannot_write(path, &error))
}

/// Writes a whole file.
///
/// # Errors
/// If it cannot be written.
pub fn write(file: &Path, text: &str) -> Result<(), Failure> {
    create(file)?.write_all(text.as_bytes()).map_err(|error| cannot_write(file, &error))
}

/// Reads a schedule, or a witness, which is one with more facts.
///
/// # Errors
/// If there is none.
pub fn read_schedule(path: &Path) -> Result<Schedule, Failure> {
    let shown = path.display().to_string();
    let bytes = fs::read(path).map_err(|error| {
        Failure::usage(format!("cannot read the schedule {shown}: {error}"), "make one with --record FILE")
    })?;
    Schedule::parse(&shown, &String::from_utf8_lossy(&bytes)).map_err(|error| Failure::usage(error.to_string(), ""))
}

/// The failure for a file that cannot be written.
#[must_use]
pub fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
    Failure::usage(format!("cannot write {}: {error}", path.display()), "check the folder, its rights and its space")
}
