//! `deadheat report`: shows a saved result again, in any form, or compares two.

use std::path::{Path, PathBuf};

use deadheat_report::text::{self, TextOptions};
use deadheat_report::{diff, html, json, load, perfetto, sarif};
use deadheat_witness::result::CheckResult;

use super::files;
use super::results::replay_command;
use crate::guests;
use crate::options::report::{Format, ReportArgs};
use crate::options::show::Stream;
use crate::terminal::failure::Failure;
use crate::terminal::stdout;

/// Shows or compares what the options name.
///
/// # Errors
/// If a file cannot be read or written.
pub fn report(options: &ReportArgs) -> Result<u8, Failure> {
    let text = match (&options.diff, &options.result) {
        (Some(files), _) => compare(options, files)?,
        (None, Some(file)) => show(options, file)?,
        (None, None) => return Err(Failure::Internal("a report without a result".to_owned())),
    };
    match &options.output {
        Some(file) => files::write(file, &text)?,
        None => stdout::print(&text)?,
    }
    Ok(0)
}

pub(super) fn load(file: &Path) -> Result<CheckResult, Failure> {
    let shown = file.display().to_string();
    let text = files::read(file, files::LONGEST).map_err(|error| {
        Failure::usage(format!("cannot read {shown}: {error}"), "check the file's name and its rights")
    })?;
    load::parse(&shown, &text, &guests::owner_in_version_1).map_err(|error| {
        // Its messages have the remedy at their end.
        let text = error.to_string();
        let (problem, remedy) = text.rsplit_once("; ").unwrap_or((&text, ""));
        Failure::usage(problem, remedy)
    })
}

fn compare(options: &ReportArgs, files: &[PathBuf]) -> Result<String, Failure> {
    let [old, new] = files else { return Err(Failure::Internal("a comparison of other than two".to_owned())) };
    let (old, new) = (load(old)?, load(new)?);
    match options.format {
        Format::Text => Ok(diff::render(&old, &new)),
        Format::Json => Ok(diff::render_json(&old, &new)),
        _ => Err(Failure::usage("a comparison has no such form", "use --format text or --format json with --diff")),
    }
}

fn show(options: &ReportArgs, file: &Path) -> Result<String, Failure> {
    let mut result = load(file)?;
    options.show.prepare(&mut result);
    let sources = guests::project_sources(result.guest.kind, &options.show.source);
    let replay = replay_command(file.parent().filter(|folder| !folder.as_os_str().is_empty()));
    let stream = if options.output.is_none() { Stream::Stdout } else { Stream::File };
    Ok(in_form(&result, options.format, &options.show.text(stream, options.all, sources, replay)))
}

/// A result in one form.
#[must_use]
pub fn in_form(result: &CheckResult, format: Format, options: &TextOptions) -> String {
    match format {
        Format::Text => text::render(result, options),
        Format::Json => json::render(result),
        Format::Sarif => sarif::render(result, &*options.sources),
        Format::Html => html::render(result, &*options.sources, &options.replay),
        Format::Perfetto => perfetto::render(result),
    }
}
