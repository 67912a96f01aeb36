//! `deadheat check`.

use std::fmt::Write as _;

use deadheat_analysis::Suppressions;
use deadheat_machine::{Guest, GuestKind, MachineOptions};
use deadheat_report::words;
use deadheat_search::SearchError;
use deadheat_witness::crew::Brief;
use deadheat_witness::result::{Attempt, CheckResult, Effort, Finding, Verdict};
use deadheat_witness::{CheckError, Checked, Checker, finding};

use super::baseline::Baseline;
use super::expected::{self, Expected};
use super::files::Folder;
use super::results;
use super::store::{Earlier, Store};
use super::swarm::coordinator::Coordinator;
use crate::guests::{GuestCommand, Task};
use crate::options::analyses::AtomicBlocks;
use crate::options::check::{CheckArgs, CheckCommand, FailOn};
use crate::terminal::failure::{EXIT_ERROR_FOUND, Failure};
use crate::terminal::{bundle, interrupt, progress};

/// Checks a guest, and gives the exit code.
///
/// # Errors
/// If it cannot be run, or deadheat is at fault.
pub fn check(options: &CheckCommand, guest: &GuestCommand) -> Result<u8, Failure> {
    let CheckCommand { check, swarm } = options;
    check_with(check, guest, Shown::Always, Coordinator::begin(swarm)?).map(|(code, _)| code)
}

/// Whether a result is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Whatever it is.
    Always,
    /// If there is something in it: for one of many guests.
    IfFound,
}

/// Checks a guest, and gives the exit code and what was found.
///
/// # Errors
/// If it cannot be run, or deadheat is at fault.
pub fn check_one(options: &CheckArgs, guest: &GuestCommand, shown: Shown) -> Result<(u8, CheckResult), Failure> {
    check_with(options, guest, shown, None)
}

fn check_with(
    options: &CheckArgs,
    guest: &GuestCommand,
    shown: Shown,
    coordinator: Option<Coordinator>,
) -> Result<(u8, CheckResult), Failure> {
    let folder = options.output.as_deref().map(Folder::open).transpose()?;
    let earlier = match &folder {
        Some(folder) if options.resume => Some(Earlier::read(folder, guest)?),
        _ => None,
    };
    let expected = expected::expected(options, guest, folder.as_ref())?;
    let machines = MachineOptions { expect: expected.end.clone(), ..machines(options) };
    guest.with(machines, None, Check { options, line: guest.line(), shown, folder, earlier, expected, coordinator })?
}

/// The machines that a check needs.
pub fn machines(options: &CheckArgs) -> MachineOptions {
    let public_blocks = options.analysis.atomic == AtomicBlocks::Public;
    MachineOptions { public_blocks, ..options.nondeterminism.machines() }
}

/// So many runs are recorded at least of a native program whose output is compared: who writes first may be decided inside a library, where a search
/// sees nothing to be decided.
const PRINTING_RUNS: u32 = 8;

struct Check<'a> {
    options: &'a CheckArgs,
    /// The guest as the command line names it.
    line: String,
    shown: Shown,
    folder: Option<Folder>,
    /// What is gone on from.
    earlier: Option<Earlier>,
    /// What its end should be.
    expected: Expected,
    /// The campaign, if others do the work.
    coordinator: Option<Coordinator>,
}

impl Task for Check<'_> {
    type Output = Result<(u8, CheckResult), Failure>;

    fn perform<G: Guest>(self, guest: &G) -> Self::Output {
        let options = self.options;
        let suppressions = options.analysis.suppressions()?;
        // Checked before the run: contradictions are the user's to solve.
        options.analysis.analyses()?;
        let baseline = options.baseline.as_deref().map(Baseline::read).transpose()?;
        let line = progress::Line::new();
        let coordinator = self.coordinator.as_ref();
        let tell = |what| {
            line.note(&progress::check(what));
            coordinator.iter().for_each(|coordinator| coordinator.tell_refusals());
        };
        let store = self.folder.as_ref().map(|folder| Store::new(folder, guest, &options.show));
        let keep = |finding: &Finding| store.iter().for_each(|store| store.keep(finding));
        let known = self.earlier.as_ref().map(|earlier| earlier.findings.clone()).unwrap_or_default();
        known.iter().for_each(keep);
        let mut spent = options.options(&self.line, guest.processors());
        if guest.label().kind == GuestKind::Native && self.expected.end.output.is_some() {
            spent.runs = spent.runs.max(PRINTING_RUNS);
        }
        let announce = |brief: &Brief| coordinator.map_or(Ok(()), |coordinator| coordinator.announce(guest, brief));
        let mut checker =
            checker(guest, options, suppressions).options(spent).known(known).on_finding(&keep).on_progress(&tell);
        if let Some(coordinator) = coordinator {
            checker = checker.swarm(coordinator.swarm(), &announce);
        }
        let checked = checker.check();
        line.clear();
        self.coordinator.into_iter().for_each(Coordinator::end);
        let Checked { result, faults } = checked.map_err(failure)?;
        let mut result = match self.earlier {
            Some(earlier) => earlier.merge_into(result),
            None => result,
        };
        result.findings.iter_mut().for_each(|finding| self.expected.add_to(finding));
        baseline.iter().for_each(|baseline| baseline.hide(&mut result.findings));
        finding::sort(&mut result.findings);
        options.show.prepare(&mut result);
        let open = |finding: &Finding| finding.suppressed_by.is_none() && finding.verdict != Verdict::Refuted;
        if self.shown == Shown::Always || options.output.is_some() || options.all || result.findings.iter().any(open) {
            results::show(&result, guest, self.folder.as_ref(), &options.show, options.all)?;
        }
        store.map_or(Ok(()), Store::done)?;
        if options.stats {
            crate::note!("{}", statistics(&result).trim_end());
        }
        // The result stands, but it is not all that there could be.
        match faults.into_iter().next() {
            Some(fault) => Err(failure(fault)),
            None => {
                let found = exit_code(&result.findings, options.fail_on, options.show.has_libraries());
                Ok((super::exit_code(found, &result.needs), result))
            }
        }
    }
}

/// A check as the options say, but for what it may spend.
pub fn checker<'a, G: Guest>(guest: &'a G, options: &CheckArgs, suppressions: Suppressions) -> Checker<'a, G> {
    Checker::new(guest)
        .analyses(options.analysis.options())
        .scope(options.analysis.scope())
        .suppressions(suppressions)
        .stop_flag(interrupt::flag())
}

/// A guest that does not start is the user's to mend.
pub fn failure(error: CheckError) -> Failure {
    if let CheckError::Search(SearchError::Fault { fault, .. }) = &error {
        bundle::add("schedule", fault.schedule().to_string());
    }
    match error {
        CheckError::Guest(error) => error.into(),
        CheckError::Swarm(error) => error.into(),
        other => Failure::Internal(other.to_string()),
    }
}

/// What each technique took.
fn statistics(result: &CheckResult) -> String {
    let mut text = String::new();
    for finding in &result.findings {
        let _ = writeln!(text, "{}", words::headline(finding));
        for Attempt { technique, outcome, effort } in &finding.attempts {
            let Effort { seconds, steps, states, .. } = effort;
            let (technique, outcome) = (words::technique(*technique), words::outcome(*outcome));
            let _ = writeln!(text, "  {technique}: {outcome} ({seconds:.3} s, {steps} steps, {states} states)");
        }
    }
    let Effort { seconds, runs, steps, states, memory } = result.effort;
    let _ = writeln!(
        text,
        "runs:   {runs}\nsteps:  {steps}\nstates: {states}\nmemory: {memory} bytes for searches\ntime:   {seconds:.3} s"
    );
    text
}

/// 1 if something was found that counts.
pub fn exit_code<'f>(findings: impl IntoIterator<Item = &'f Finding>, fail_on: FailOn, libraries: bool) -> u8 {
    let fails = |finding: &Finding| {
        fail_on != FailOn::Never
            && finding.suppressed_by.is_none()
            && (libraries || !finding.in_library)
            && match finding.verdict {
                Verdict::Witnessed { .. } | Verdict::Follows { .. } => true,
                Verdict::Unresolved { .. } => fail_on == FailOn::Warning,
                // A check has a program: it never leaves it at that.
                Verdict::Predicted { .. } | Verdict::Refuted => false,
            }
    };
    if findings.into_iter().any(fails) { EXIT_ERROR_FOUND } else { 0 }
}
