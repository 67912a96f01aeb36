//! A result, shown and saved: the same for `check`, `explore` and `predict`.

use std::path::{Path, PathBuf};

use deadheat_machine::{Guest, shell};
use deadheat_report::forms;
use deadheat_report::text::{self, TextOptions};
use deadheat_witness::result::{CheckResult, Finding, Verdict};

use super::files::{self, Folder};
use super::{report, store};
use crate::guests;
use crate::options::predict::PredictArgs;
use crate::options::show::{ShowArgs, Stream};
use crate::terminal::failure::Failure;
use crate::terminal::stdout;

/// Shows the result on stdout, all findings or only those that are not cleared, and saves it in a folder in every form, with a
/// witness file per proof.
///
/// # Errors
/// If something cannot be written.
pub fn show<G: Guest>(
    result: &CheckResult,
    guest: &G,
    folder: Option<&Folder>,
    show: &ShowArgs,
    all: bool,
) -> Result<(), Failure> {
    let form = form(guest, folder, show, all);
    // Saved first: a result is not lost because a reader closes the pipe.
    let saved = folder.map_or(Ok(()), |folder| save(result, guest, folder, show, &form));
    let printed = stdout::print(&text::render(result, &form));
    saved.and(printed)
}

/// The same of what was found in tests, whose witnesses are there: nothing is shown where nothing was found.
///
/// # Errors
/// If something cannot be written.
pub fn show_tests<G: Guest>(
    result: &CheckResult,
    guest: &G,
    folder: Option<&Folder>,
    show: &ShowArgs,
    all: bool,
) -> Result<(), Failure> {
    let form = form(guest, folder, show, all);
    let saved = folder.map_or(Ok(()), |folder| save_forms(result, folder.path(), &form));
    let is_open = |finding: &Finding| finding.suppressed_by.is_none() && finding.verdict != Verdict::Refuted;
    let printed = match all || result.findings.iter().any(is_open) {
        true => stdout::print(&text::render(result, &form)),
        false => Ok(()),
    };
    saved.and(printed)
}

/// The form of what is shown, with the command that replays what is in the folder.
fn form<G: Guest>(guest: &G, folder: Option<&Folder>, show: &ShowArgs, all: bool) -> TextOptions {
    let replay = folder.map(|folder| replay_command(Some(folder.path()))).unwrap_or_default();
    show.text(Stream::Stdout, all, guest.sources(&show.source), replay)
}

/// Shows what was predicted from a trace on stdout, and saves it in a folder in every form. There is no guest, and nothing to replay.
///
/// # Errors
/// If something cannot be written.
pub fn show_predicted(result: &CheckResult, options: &PredictArgs) -> Result<(), Failure> {
    let sources = guests::project_sources(result.guest.kind, &options.show.source);
    let form = options.show.text(Stream::Stdout, true, sources, String::new());
    let saved = options.output.as_deref().map_or(Ok(()), |folder| save_forms(result, folder, &form));
    let printed = stdout::print(&report::in_form(result, options.format, &form));
    saved.and(printed)
}

fn save<G: Guest>(
    result: &CheckResult,
    guest: &G,
    folder: &Folder,
    show: &ShowArgs,
    form: &TextOptions,
) -> Result<(), Failure> {
    result.findings.iter().try_for_each(|finding| store::write_witness(finding, guest, folder, show))?;
    save_forms(result, folder.path(), form)
}

/// Writes a result in every form.
///
/// # Errors
/// If a file cannot be written.
pub fn save_forms(result: &CheckResult, folder: &Path, form: &TextOptions) -> Result<(), Failure> {
    forms::all(result, form).iter().try_for_each(|(name, text)| files::write(&folder.join(name), text))
}

/// The command that replays a witness in a folder; `{id}` stands for its finding.
#[must_use]
pub fn replay_command(folder: Option<&Path>) -> String {
    let witness = folder.map_or_else(|| PathBuf::from("{id}.witness"), |folder| folder.join("{id}.witness"));
    format!("deadheat replay {}", shell::quoted(&witness.display().to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_can_be_copied() {
        assert_eq!(replay_command(None), "deadheat replay {id}.witness");
        assert_eq!(replay_command(Some(Path::new("out"))), "deadheat replay out/{id}.witness");
        assert_eq!(replay_command(Some(Path::new("it's here"))), r"deadheat replay 'it'\''s here/{id}.witness'");
    }
}
