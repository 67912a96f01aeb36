//! `deadheat check`.

use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};

use deadheat_analysis::Options as AnalysisOptions;
use deadheat_guest_java::{Config, Jvm};
use deadheat_machine::StepError;
use deadheat_witness::result::{Attempt, CheckResult, Effort, Finding, Verdict};
use deadheat_witness::{CheckError, Checker};

use crate::analyze::AtomicBlocks;
use crate::check_options::FailOn;
use crate::cli::CheckCommand;
use crate::failure::{EXIT_ERROR_FOUND, Failure};
use crate::guest::{Guest, GuestSpec};
use crate::results::{self, Results};
use crate::{interrupt, progress, run};

/// Checks a guest, and gives the exit code.
///
/// # Errors
/// If it cannot be run, or deadheat is at fault.
pub fn check(command: &CheckCommand) -> Result<u8, Failure> {
    let guest = Guest::prepare(&command.guest, |name| std::env::var_os(name))?;
    let options = &command.options;
    results::make_folder(options.output.as_deref())?;
    let mut config = run::config(&guest.spec)?;
    config.live_output = false;
    config.public_blocks = options.analysis.atomic == AtomicBlocks::Public;
    let Made { result, faults } = make(&guest.spec, command, &mut config)?;
    let told = Results { result: &result, command: &command.guest, guest: &guest, config: &config };
    told.tell(options.output.as_deref(), &options.show, options.all)?;
    if options.stats {
        eprint!("{}", statistics(&result));
    }
    if let Some(fault) = faults.first() {
        // The result stands, but it is not all that there could be.
        return Err(Failure::Internal(fault.to_string()));
    }
    Ok(exit_code(&result, options.fail_on))
}

/// What each means took.
fn statistics(result: &CheckResult) -> String {
    let mut text = String::new();
    for finding in &result.findings {
        let _ = writeln!(text, "{}", finding.error.title());
        for Attempt { means, outcome, effort } in &finding.attempts {
            let Effort { seconds, steps, states, .. } = effort;
            let _ = writeln!(text, "  {}: {outcome} ({seconds:.3} s, {steps} steps, {states} states)", means.words());
        }
    }
    let Effort { seconds, runs, steps, states, memory } = result.effort;
    let _ = writeln!(
        text,
        "runs:   {runs}\nsteps:  {steps}\nstates: {states}\nmemory: {memory} bytes for searches\ntime:   {seconds:.3} s"
    );
    text
}

/// What a check came to.
struct Made {
    result: CheckResult,
    /// What deadheat could not do.
    faults: Vec<CheckError>,
}

/// Makes the check. The configuration then knows the threads of its witnesses.
fn make(spec: &GuestSpec, command: &CheckCommand, config: &mut Config) -> Result<Made, Failure> {
    let options = &command.options;
    let mut suppressions = options.analysis.suppressions()?;
    // Checked before the run: contradictions are the user's to solve.
    options.analysis.analyses()?;
    let base = Mutex::new(run::boot(config)?);
    let fork = || {
        let mut base = base.lock().unwrap_or_else(PoisonError::into_inner);
        base.fork().map_err(|error| StepError::Internal(format!("no memory for another machine: {error}")))
    };
    // A machine made anew must call its threads what the others call them.
    let boot = || {
        let thread_names = base.lock().unwrap_or_else(PoisonError::into_inner).thread_names();
        let config = Config { thread_names, ..config.clone() };
        Jvm::new(&config).map_err(|error| StepError::Internal(error.to_string()))
    };
    let shown = progress::Line::new();
    let tell = |what: &str| shown.note(what);
    let analyses = AnalysisOptions { dependency: true, ..options.analysis.options() };
    let scope = || options.analysis.scope();
    let checker = Checker {
        options: &options.options(&command.guest.line()),
        analyses: &analyses,
        scope: &scope,
        fork: &fork,
        boot: &boot,
        progress: &tell,
        stop: interrupt::flag(),
    };
    let result = checker.check(results::guest_info(spec)?, &mut suppressions);
    shown.clear();
    let (result, faults) = result.map_err(|error| Failure::Internal(error.to_string()))?;
    let base = base.into_inner().unwrap_or_else(PoisonError::into_inner);
    run::tell_missing(&base);
    config.thread_names = base.thread_names();
    Ok(Made { result, faults })
}

fn exit_code(result: &CheckResult, fail_on: FailOn) -> u8 {
    let fails = |finding: &Finding| {
        finding.suppressed_by.is_none()
            && match finding.verdict {
                Verdict::Witnessed { .. } => true,
                Verdict::Unresolved { .. } => fail_on == FailOn::Warning,
                Verdict::Refuted => false,
            }
    };
    if result.findings.iter().any(fails) { EXIT_ERROR_FOUND } else { 0 }
}
