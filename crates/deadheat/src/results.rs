//! A result, told and saved: the same for `check` and `explore`.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use deadheat_event::Schedule;
use deadheat_guest_java::Config;
use deadheat_report::forms;
use deadheat_report::sources::Sources;
use deadheat_report::text::{self, TextOptions};
use deadheat_witness::result::{CheckResult, Finding, GuestInfo};

use crate::argv::Target;
use crate::cli::GuestCommand;
use crate::digest;
use crate::failure::Failure;
use crate::guest::{Guest, GuestSpec, Main};
use crate::run::{self, KEPT, STATES};
use crate::show_options::{ShowOptions, Stream};
use crate::terminal::quoted;

/// The fact in a witness that says what it ends in.
pub const GOAL: &str = "goal";
/// The fact in a witness that names the program's classes by hash.
pub const CLASSES: &str = "classes";
/// The fact in a witness that says how the program is run.
pub const COMMAND: &str = "command";

/// A result, and what it is of.
pub struct Results<'a> {
    /// The result.
    pub result: &'a CheckResult,
    /// The guest as the user has named it.
    pub command: &'a GuestCommand,
    /// The guest.
    pub guest: &'a Guest,
    /// The machine on which its schedules can be followed.
    pub config: &'a Config,
}

impl Results<'_> {
    /// Tells the result on stdout, all findings or only those that nobody has cleared, and saves it in a folder in every form.
    ///
    /// # Errors
    /// If something cannot be written.
    pub fn tell(&self, folder: Option<&Path>, show: &ShowOptions, all: bool) -> Result<(), Failure> {
        let replay = folder.map(|folder| replay_command(Some(folder))).unwrap_or_default();
        let form = show.text(Stream::Stdout, all, sources(&self.guest.spec, self.command, &show.source), replay);
        let page = text::render(self.result, &form);
        // Saved first: a result is not lost because somebody closes a pipe.
        let saved = folder.map_or(Ok(()), |folder| self.save(folder, &form));
        let _ = std::io::stdout().write_all(page.as_bytes());
        saved
    }

    fn save(&self, folder: &Path, form: &TextOptions) -> Result<(), Failure> {
        for finding in &self.result.findings {
            if let Some(text) = self.witness(finding)? {
                write_file(&folder.join(format!("{}.witness", finding.id)), &text)?;
            }
        }
        save_forms(self.result, folder, form)
    }

    /// A witness is a schedule that says what it ends in and of which program it is.
    fn witness(&self, finding: &Finding) -> Result<Option<String>, Failure> {
        let Some(witness) = &finding.witness else { return Ok(None) };
        let mut schedule = Schedule::parse(&finding.id, &witness.schedule)
            .map_err(|error| Failure::Internal(format!("a witness is no schedule: {error}")))?;
        let goal = serde_json::to_string(&witness.goal).map_err(|error| Failure::Internal(error.to_string()))?;
        for (key, value) in run::facts(&self.guest.spec).into_iter().chain(run::machine_facts(self.config)) {
            schedule.set_fact(key, value);
        }
        schedule.set_fact(STATES, KEPT);
        schedule.set_fact("finding", &finding.id);
        schedule.set_fact("error", finding.error.title());
        schedule.set_fact(CLASSES, &self.result.guest.classes);
        schedule.set_fact(COMMAND, serde_json::json!(self.command.words()));
        schedule.set_fact(GOAL, goal);
        Ok(Some(schedule.to_string()))
    }
}

/// Makes the folder for results, before there are any: a long search should not end in a message that they could not be saved.
///
/// # Errors
/// If it cannot be made.
pub fn make_folder(folder: Option<&Path>) -> Result<(), Failure> {
    folder.map_or(Ok(()), |folder| fs::create_dir_all(folder).map_err(|error| run::cannot_write(folder, &error)))
}

/// Writes a result in every form.
///
/// # Errors
/// If a file cannot be written.
pub fn save_forms(result: &CheckResult, folder: &Path, form: &TextOptions) -> Result<(), Failure> {
    forms::all(result, form).iter().try_for_each(|(name, text)| write_file(&folder.join(name), text))
}

pub(crate) fn write_file(file: &Path, text: &str) -> Result<(), Failure> {
    run::create(file)?.write_all(text.as_bytes()).map_err(|error| run::cannot_write(file, &error))
}

/// The command that replays a witness in a folder; `{id}` stands for its finding.
#[must_use]
pub fn replay_command(folder: Option<&Path>) -> String {
    let witness = folder.map_or_else(|| PathBuf::from("{id}.witness"), |folder| folder.join("{id}.witness"));
    format!("deadheat replay {}", quoted(&witness.display().to_string()))
}

/// Where the guest's source text may be: where the user says, the source that was compiled, beside the classes.
#[must_use]
pub fn sources(spec: &GuestSpec, command: &GuestCommand, told: &[PathBuf]) -> Sources {
    let compiled = match &command.target {
        Target::Source(file) => Some(PathBuf::from(file)),
        _ => None,
    };
    Sources::new(told.iter().cloned().chain(compiled)).beside(spec.class_path.iter().cloned())
}

/// What a result says of its guest.
///
/// # Errors
/// If its classes cannot be read.
pub fn guest_info(spec: &GuestSpec) -> Result<GuestInfo, Failure> {
    Ok(GuestInfo { classes: digest::class_path(&spec.class_path)?, ..guest_name(spec) })
}

/// The same without the hash of its classes, which takes reading them all.
#[must_use]
pub fn guest_name(spec: &GuestSpec) -> GuestInfo {
    let name = match &spec.main {
        Main::Class(name) => name.clone(),
        Main::Jar(file) => file.display().to_string(),
    };
    GuestInfo { name, arguments: spec.arguments.clone(), jdk: spec.jdk.feature, classes: String::new() }
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
