//! Gradle: the script of the task `deadheatTest` has one more task, which writes the list of modules.

use std::fs;
use std::path::Path;
use std::process::Command;

use deadheat_machine::GuestError;

use super::cannot_write;

/// The script that users apply, too.
const SCRIPT: &str = include_str!("../../../../../java/gradle/deadheat.gradle");

/// Lets a command of Gradle compile the tests and write the list of modules.
///
/// # Errors
/// If the script cannot be written.
pub(super) fn prepare(command: &mut Command, folder: &Path, list: &Path) -> Result<(), GuestError> {
    let script = folder.join("deadheat.gradle");
    fs::write(&script, SCRIPT).map_err(|error| cannot_write(&error))?;
    command.args(["--quiet", "--init-script"]).arg(script).arg(format!("-Pdeadheat.modules={}", list.display()));
    command.arg("deadheatModules");
    Ok(())
}
