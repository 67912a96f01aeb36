//! The models of a trace in CSPm, a file for each.

use std::fs;
use std::path::Path;

use deadheat_predict::csp::Reduced;
use deadheat_predict::csp::export::{Subject, export};
use deadheat_predict::history::Variable;
use deadheat_predict::{Csp, NamedHistory};

use super::files;
use crate::terminal::failure::Failure;

/// Writes the models into the folder `csp` of a folder, at most so many of each kind.
///
/// # Errors
/// If one cannot be written.
pub fn write(trace: &NamedHistory, name: &str, most: usize, folder: &Path) -> Result<(), Failure> {
    let folder = folder.join("csp");
    fs::create_dir_all(&folder).map_err(|error| files::cannot_write(&folder, &error))?;
    let engine = Csp::new(&trace.history);
    let write = |reduced: &Reduced, number: usize, subject: &Subject| {
        let on = |variable: Variable| trace.names.variable(variable);
        let (file, about) = match subject {
            Subject::Variable(variable) => (format!("race-{}", variable.0), on(*variable).to_owned()),
            Subject::Cycle(_) => (format!("deadlock-{number}"), "a cycle of locks".to_owned()),
            Subject::Block([access, ..]) => {
                let access = reduced.history.event(*access).action.access();
                (
                    format!("block-{number}"),
                    format!("a block with {}", access.map_or("?", |(variable, _)| on(variable))),
                )
            }
        };
        let script = export(reduced, subject, &format!("{name}: {about}"));
        files::write(&folder.join(format!("{file}.csp")), &script)
    };
    let of_all = engine.subjects(most);
    of_all.iter().enumerate().try_for_each(|(number, subject)| write(engine.reduced(), number, subject))?;
    let of_blocks = engine.block_models(most);
    of_blocks.iter().enumerate().try_for_each(|(number, (reduced, subject))| write(reduced, number, subject))
}
