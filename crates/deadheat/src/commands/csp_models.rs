//! The models of a trace in CSPm, a file for each.

use std::path::Path;

use deadheat_predict::csp::export::{Subject, export};
use deadheat_predict::{Csp, NamedHistory};

use super::files;
use crate::terminal::failure::Failure;

/// Writes the models into the folder `csp` of a folder, at most so many of each kind.
///
/// # Errors
/// If one cannot be written.
pub fn write(trace: &NamedHistory, name: &str, most: usize, folder: &Path) -> Result<(), Failure> {
    let folder = folder.join("csp");
    files::make_folder(Some(&folder))?;
    let engine = Csp::new(&trace.history);
    for (number, subject) in engine.subjects(most).iter().enumerate() {
        let (file, about) = match subject {
            Subject::Variable(variable) => (format!("race-{}", variable.0), trace.names.variable(*variable).to_owned()),
            Subject::Cycle(_) => (format!("deadlock-{number}"), "a cycle of locks".to_owned()),
            Subject::Block(_) => (format!("block-{number}"), "a block".to_owned()),
        };
        let script = export(engine.reduced(), subject, &format!("{name}: {about}"));
        files::write(&folder.join(format!("{file}.csp")), &script)?;
    }
    Ok(())
}
