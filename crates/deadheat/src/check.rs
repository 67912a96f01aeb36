//! `deadheat check`.

use std::fmt::Write as _;
use std::fs;
use std::io::{IsTerminal, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use deadheat_analysis::Options as AnalysisOptions;
use deadheat_event::Schedule;
use deadheat_jvm::{Config, Jvm};
use deadheat_machine::StepError;
use deadheat_report::forms;
use deadheat_report::sources::Sources;
use deadheat_report::text::{self, TextOptions};
use deadheat_witness::result::{Attempt, CheckResult, Effort, Finding, GuestInfo, Verdict};
use deadheat_witness::{CheckError, Checker};

use crate::analyze::AtomicBlocks;
use crate::argv::Target;
use crate::check_options::{CheckOptions, FailOn};
use crate::cli::{CheckCommand, GuestCommand};
use crate::explore::write_file;
use crate::failure::{EXIT_ERROR_FOUND, Failure};
use crate::guest::{Guest, GuestSpec, Main};
use crate::run::{self, KEPT, STATES, THREADS};
use crate::terminal::{columns, quoted};
use crate::{digest, explore, interrupt, progress};

/// The fact in a witness that says what it ends in.
pub const GOAL: &str = "goal";
/// The fact in a witness that names the program's classes by hash.
pub const CLASSES: &str = "classes";
/// The fact in a witness that says how the program is run.
pub const COMMAND: &str = "command";

/// Checks a guest, and gives the exit code.
///
/// # Errors
/// If it cannot be run, or deadheat is at fault.
pub fn check(command: &CheckCommand) -> Result<u8, Failure> {
    let guest = Guest::prepare(&command.guest, |name| std::env::var_os(name))?;
    let options = &command.options;
    if let Some(folder) = &options.output {
        fs::create_dir_all(folder).map_err(|error| run::cannot_write(folder, &error))?;
    }
    let mut config = run::config(&guest.spec)?;
    config.live_output = false;
    config.public_blocks = options.analysis.atomic == AtomicBlocks::Public;
    let words = explore::command_words(&command.guest);
    let Made { result, threads, faults } = make(&guest.spec, options, &config)?;
    if let Some(folder) = &options.output {
        let witness = WitnessFile { result: &result, spec: &guest.spec, words: &words, threads: threads.as_deref() };
        save(&result, folder, &witness)?;
    }
    let replay = options.output.as_ref().map_or_else(String::new, |folder| {
        let file = folder.join("{id}.witness");
        format!("deadheat replay {}", quoted(&file.display().to_string()))
    });
    let sources = sources(&guest.spec, &command.guest, options);
    let shown = shown(&result, options.all);
    let terminal = std::io::stdout().is_terminal();
    let color = text::color(options.color.into(), terminal, std::env::var_os("NO_COLOR").as_deref());
    let width = options.width.unwrap_or_else(|| columns(terminal));
    let form = TextOptions { width, color, sources, replay };
    // Whoever reads may have seen enough: a closed pipe is no fault.
    let page = text::render(&shown, &form);
    let _ = std::io::stdout().write_all(page.as_bytes());
    if let Some(folder) = &options.output {
        save_reports(&result, folder, &form)?;
    }
    if options.stats {
        eprint!("{}", statistics(&result));
    }
    if let Some(fault) = faults.first() {
        // The result stands, but it is not all that there could be.
        return Err(Failure::Internal(fault.to_string()));
    }
    Ok(exit_code(&result, options.fail_on))
}

/// Where the guest's source text may be: where the user says, the source that was compiled, beside the classes.
fn sources(spec: &GuestSpec, guest: &GuestCommand, options: &CheckOptions) -> Sources {
    let compiled = match &guest.target {
        Target::Source(file) => Some(PathBuf::from(file)),
        _ => None,
    };
    Sources::new(options.source.iter().cloned().chain(compiled)).beside(spec.class_path.iter().cloned())
}

/// What is shown on the terminal: refuted and suppressed findings only when asked for.
fn shown(result: &CheckResult, all: bool) -> CheckResult {
    let mut shown = result.clone();
    if !all {
        shown.findings.retain(|finding| finding.verdict != Verdict::Refuted && finding.suppressed_by.is_none());
    }
    shown
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

/// Writes the reports for people and tools.
fn save_reports(result: &CheckResult, folder: &Path, options: &TextOptions) -> Result<(), Failure> {
    forms::all(result, options).iter().try_for_each(|(name, text)| write_file(&folder.join(name), text))
}

/// What a check came to.
struct Made {
    result: CheckResult,
    /// Who the threads of its witnesses are.
    threads: Option<String>,
    /// What deadheat could not do.
    faults: Vec<CheckError>,
}

fn make(spec: &GuestSpec, options: &CheckOptions, config: &Config) -> Result<Made, Failure> {
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
        options: &options.options(),
        analyses: &analyses,
        scope: &scope,
        fork: &fork,
        boot: &boot,
        progress: &tell,
        stop: interrupt::flag(),
    };
    let result = checker.check(info(spec)?, &mut suppressions);
    shown.clear();
    let (result, faults) = result.map_err(|error| Failure::Internal(error.to_string()))?;
    let base = base.into_inner().unwrap_or_else(PoisonError::into_inner);
    run::tell_missing(&base);
    Ok(Made { result, threads: run::thread_facts(&base.thread_names()), faults })
}

fn info(spec: &GuestSpec) -> Result<GuestInfo, Failure> {
    let name = match &spec.main {
        Main::Class(name) => name.clone(),
        Main::Jar(file) => file.display().to_string(),
    };
    let (arguments, jdk) = (spec.arguments.clone(), spec.jdk.feature);
    Ok(GuestInfo { name, arguments, jdk, classes: digest::class_path(&spec.class_path)? })
}

/// Writes a witness for each error.
fn save(result: &CheckResult, folder: &Path, witness: &WitnessFile<'_>) -> Result<(), Failure> {
    for finding in &result.findings {
        if let Some(text) = witness.text(finding)? {
            write_file(&folder.join(format!("{}.witness", finding.id)), &text)?;
        }
    }
    Ok(())
}

/// What all witnesses of a check have in common.
struct WitnessFile<'a> {
    result: &'a CheckResult,
    spec: &'a GuestSpec,
    words: &'a [String],
    threads: Option<&'a str>,
}

impl WitnessFile<'_> {
    /// A witness is a schedule that says what it ends in and of which program it is.
    fn text(&self, finding: &Finding) -> Result<Option<String>, Failure> {
        let Some(witness) = &finding.witness else { return Ok(None) };
        let mut schedule = Schedule::parse(&finding.id, &witness.schedule)
            .map_err(|error| Failure::Internal(format!("a witness is no schedule: {error}")))?;
        for (key, value) in run::facts(self.spec) {
            schedule.set_fact(key, value);
        }
        let goal = serde_json::to_string(&witness.goal).map_err(|error| Failure::Internal(error.to_string()))?;
        schedule.set_fact(STATES, KEPT);
        schedule.set_fact("finding", &finding.id);
        schedule.set_fact("error", finding.error.title());
        schedule.set_fact(CLASSES, &self.result.guest.classes);
        schedule.set_fact(COMMAND, serde_json::json!(self.words));
        schedule.set_fact(GOAL, goal);
        self.threads.into_iter().for_each(|threads| schedule.set_fact(THREADS, threads));
        Ok(Some(schedule.to_string()))
    }
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
