//! The folder of a check's results while the check is going on: what was found is there before anyone hears of it, so that nothing
//! that ends the check by force can take it away; and a later check can go on from it.

use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use deadheat_machine::{Brake, Guest, MachineOptions, States};
use deadheat_report::{json, safe};
use deadheat_witness::result::{CheckResult, Finding, Technique};
use deadheat_witness::{confirm, finding};

use super::files::{self, Folder};
use super::report;
use super::witness_file::{self, WitnessFile};
use crate::guests::{GuestCommand, Task};
use crate::note;
use crate::options::show::ShowArgs;
use crate::terminal::failure::Failure;
use crate::terminal::outcome::Values;

/// How long the replay of one finding of an earlier check may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// A folder with what was found so far.
pub struct Store<'g, G: Guest> {
    folder: &'g Folder,
    guest: &'g G,
    show: &'g ShowArgs,
    /// What was found so far; made when there is something.
    so_far: Mutex<Option<CheckResult>>,
    /// The first thing that could not be written: the check goes on, and ends with it.
    failed: Mutex<Option<Failure>>,
}

impl<'g, G: Guest> Store<'g, G> {
    /// A store in this folder, for findings of this guest.
    pub fn new(folder: &'g Folder, guest: &'g G, show: &'g ShowArgs) -> Self {
        Self { folder, guest, show, so_far: Mutex::default(), failed: Mutex::default() }
    }

    /// Keeps a finding: when this returns, its witness and a result that is marked as not finished are on the disk.
    pub fn keep(&self, finding: &Finding) {
        let mut so_far = self.so_far.lock().unwrap_or_else(PoisonError::into_inner);
        let result = so_far.get_or_insert_with(|| {
            let mut result = CheckResult::new(self.guest.spec());
            result.unfinished = true;
            result
        });
        let mut finding = finding.clone();
        if self.show.no_values {
            finding.hide_values();
        }
        match result.findings.iter_mut().find(|known| known.id == finding.id) {
            // A prediction of what is proved says nothing new.
            Some(known) if known.witness.is_some() && finding.witness.is_none() => return,
            Some(known) => *known = finding.clone(),
            None => result.findings.push(finding.clone()),
        }
        let written = write_witness(&finding, self.guest, self.folder, self.show)
            .and_then(|()| files::write(&self.folder.file("result.json"), &json::render(result)));
        if let Err(failure) = written {
            self.failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
        }
    }

    /// Whether values of the program are kept.
    pub fn values(&self) -> Values {
        self.show.values()
    }

    /// What could not be written.
    ///
    /// # Errors
    /// If there is something.
    pub fn done(self) -> Result<(), Failure> {
        self.failed.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }
}

/// Writes the witness of a finding, if it has one.
///
/// # Errors
/// If it cannot be written.
pub fn write_witness<G: Guest>(finding: &Finding, guest: &G, folder: &Folder, show: &ShowArgs) -> Result<(), Failure> {
    match witness_file::text(finding, guest, !show.no_values)? {
        Some(text) => files::write(&folder.file(&format!("{}.witness", finding.id)), &text),
        None => Ok(()),
    }
}

/// What an earlier check has left in a folder.
#[derive(Default)]
pub struct Earlier {
    /// The findings whose witnesses were replayed, and still end in their errors.
    pub findings: Vec<Finding>,
    /// The whole result, if there is one.
    result: Option<CheckResult>,
}

impl Earlier {
    /// Reads a folder, and replays what is in it. Witnesses of other programs stay where they are.
    ///
    /// # Errors
    /// If the folder cannot be read, or the guest cannot be opened.
    pub fn read(folder: &Folder, command: &GuestCommand) -> Result<Self, Failure> {
        let path = folder.file("result.json");
        let result = path.is_file().then(|| report::load(&path)).transpose();
        let result = result.unwrap_or_else(|failure| {
            note!("deadheat: {failure}; it is left out");
            None
        });
        let mut findings = Vec::new();
        for file in witnesses(folder.path())? {
            let told = result.as_ref().map_or(&[][..], |result| &result.findings[..]);
            match replayed(&file, command, told) {
                Ok(finding) => findings.push(finding),
                Err(why) => note!("deadheat: {} is not taken over: {}", file.display(), safe::line(&why)),
            }
        }
        Ok(Self { findings, result })
    }

    /// Adds to a result what is only in the earlier one, and says that it was resumed.
    #[must_use]
    pub fn merge_into(self, mut new: CheckResult) -> CheckResult {
        new.resumed = Some(self.findings.len() as u64);
        let Some(mut old) = self.result else { return new };
        // What was found again, or replayed, is in the new one.
        old.findings
            .retain(|finding| finding.witness.is_none() && !new.findings.iter().any(|known| known.id == finding.id));
        let resumed = new.resumed;
        let unchanged = new.clone();
        match new.merge(old) {
            Ok(merged) => CheckResult { resumed, unfinished: false, ..merged },
            Err(error) => {
                note!("deadheat: {error}; the earlier result is left out");
                unchanged
            }
        }
    }
}

/// The witness files in a folder, by name.
fn witnesses(folder: &Path) -> Result<Vec<std::path::PathBuf>, Failure> {
    let entries = fs::read_dir(folder).map_err(|error| {
        Failure::usage(format!("cannot read {}: {error}", folder.display()), "check the folder's name and its rights")
    })?;
    let paths = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let mut files: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "witness") && path.is_file()).collect();
    files.sort();
    Ok(files)
}

/// A witness replayed as `replay` does it, on machines of its own. As it is told in a result, if it is there.
fn replayed(file: &Path, command: &GuestCommand, told: &[Finding]) -> Result<Finding, String> {
    let read = files::read_schedule(file).and_then(|schedule| WitnessFile::read(file, schedule));
    let witness = read.map_err(|failure| failure.to_string())?;
    if witness.command.words() != command.words() {
        return Err(format!("it is of `{}`", witness.command.line()));
    }
    let schedule = witness.schedule.clone();
    let options = MachineOptions::default();
    let ended = command.with(options, Some(&schedule), Confirm { witness, told });
    ended.map_err(|failure| failure.to_string())?
}

struct Confirm<'a> {
    witness: WitnessFile,
    told: &'a [Finding],
}

impl Task for Confirm<'_> {
    type Output = Result<Finding, String>;

    fn perform<G: Guest>(self, guest: &G) -> Self::Output {
        let WitnessFile { schedule, goal, digest, .. } = self.witness;
        if digest.is_some_and(|digest| digest != guest.spec().digest) {
            return Err("the program's code has changed since".to_owned());
        }
        let mut machine = guest.start(States::Kept).map_err(|error| error.to_string())?;
        let _brake = Brake::until(Some(Instant::now() + PATIENCE)).apply();
        let proof = confirm(&mut machine, &goal, &schedule).map_err(|error| error.to_string())?;
        let Some(proof) = proof else { return Err("it does not end in its error".to_owned()) };
        let id = schedule.fact("finding").unwrap_or_default();
        let told = self.told.iter().find(|finding| finding.id == id && finding.witness.is_some());
        let mut finding = match told {
            Some(told) => told.clone(),
            None => finding::of_proof(&goal, proof, Technique::Run, Vec::new()),
        };
        if let Some(witness) = &mut finding.witness {
            // With all the facts that its file has.
            witness.schedule = schedule.clone();
        }
        if !id.is_empty() {
            finding.id = id.to_owned();
        }
        Ok(finding)
    }
}
