//! `deadheat report`: shows a saved result again, in any form, or compares two.

use std::fs;
use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use deadheat_report::sources::Sources;
use deadheat_report::text::{self, TextOptions};
use deadheat_report::{diff, html, json, load, perfetto, sarif};
use deadheat_witness::result::CheckResult;

use crate::failure::Failure;
use crate::report_options::{Format, ReportOptions};
use crate::terminal::{columns, quoted};

/// Shows or compares what the options name.
///
/// # Errors
/// If a file cannot be read or written.
pub fn report(options: &ReportOptions) -> Result<u8, Failure> {
    let text = match (&options.diff, &options.result) {
        (Some(files), _) => compare(options, files)?,
        (None, Some(file)) => show(options, file)?,
        (None, None) => return Err(Failure::Internal("a report without a result".to_owned())),
    };
    match &options.output {
        Some(file) => fs::write(file, text).map_err(|error| {
            Failure::usage(
                format!("cannot write {}: {error}", file.display()),
                "check the folder's name and its rights",
            )
        })?,
        None => {
            // Whoever reads may have seen enough: a closed pipe is no fault.
            let _ = std::io::stdout().write_all(text.as_bytes());
        }
    }
    Ok(0)
}

fn load(file: &Path) -> Result<CheckResult, Failure> {
    load::file(file).map_err(|error| {
        // Its messages have the remedy at their end.
        let text = error.to_string();
        let (problem, remedy) = text.rsplit_once("; ").unwrap_or((&text, ""));
        Failure::usage(problem, remedy)
    })
}

fn compare(options: &ReportOptions, files: &[PathBuf]) -> Result<String, Failure> {
    let [old, new] = files else { return Err(Failure::Internal("a comparison of other than two".to_owned())) };
    let (old, new) = (load(old)?, load(new)?);
    match options.format {
        Format::Text => Ok(diff::render(&old, &new)),
        Format::Json => Ok(diff::render_json(&old, &new)),
        _ => Err(Failure::usage("a comparison has no such form", "use --format text or --format json with --diff")),
    }
}

fn show(options: &ReportOptions, file: &Path) -> Result<String, Failure> {
    let result = load(file)?;
    let sources = Sources::new(options.source.iter().cloned()).in_project(Path::new("."));
    let replay = replay_command(file);
    Ok(match options.format {
        Format::Text => {
            let terminal = options.output.is_none() && std::io::stdout().is_terminal();
            let color = text::color(options.color.into(), terminal, std::env::var_os("NO_COLOR").as_deref());
            let width = options.width.map_or_else(|| columns(terminal), usize::from);
            text::render(&result, &TextOptions { width, color, sources, replay })
        }
        Format::Json => json::render(&result),
        Format::Sarif => sarif::render(&result, &sources),
        Format::Html => html::render(&result, &sources, &replay),
        Format::Perfetto => perfetto::render(&result),
    })
}

/// The command that replays a witness: the files of the witnesses are beside the result.
fn replay_command(result: &Path) -> String {
    let folder = result.parent().filter(|folder| !folder.as_os_str().is_empty());
    let witness = folder.map_or_else(|| PathBuf::from("{id}.witness"), |folder| folder.join("{id}.witness"));
    format!("deadheat replay {}", quoted(&witness.display().to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_can_be_copied() {
        assert_eq!(replay_command(Path::new("result.json")), "deadheat replay {id}.witness");
        assert_eq!(replay_command(Path::new("out/result.json")), "deadheat replay out/{id}.witness");
        assert_eq!(replay_command(Path::new("it's here/r.json")), r"deadheat replay 'it'\''s here/{id}.witness'");
    }
}
