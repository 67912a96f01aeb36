//! `deadheat replay`.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use deadheat_event::{Choice, Schedule};
use deadheat_guest_java::Jvm;
use deadheat_machine::Machine;
use deadheat_report::{safe, text, words};
use deadheat_witness::goal::Goal;
use deadheat_witness::result::{Means, Moment};
use deadheat_witness::{Confirmed, confirm, finding};

use crate::cli::{self, Parsed};
use crate::digest;
use crate::failure::{EXIT_ERROR_FOUND, Failure};
use crate::guest::Guest;
use crate::results::{self, CLASSES, COMMAND, GOAL};
use crate::run::{self, cannot_read};
use crate::show_options::{ShowOptions, Stream};

/// Options of `deadheat replay`.
#[derive(Clone, Debug, Args)]
pub struct ReplayOptions {
    /// The witness: a file that `check` or `explore` wrote with --output
    #[arg(value_name = "WITNESS")]
    pub witness: PathBuf,
    /// Only confirm: exit code 0 if the witness ends in its error, 1 if not
    #[arg(long)]
    pub check: bool,
    /// Stop before this step, and show where every thread is
    #[arg(long, value_name = "STEP", conflicts_with = "check")]
    pub stop_at: Option<u64>,
    /// Show every step, a line each, not only those that have to do with the error
    #[arg(long, conflicts_with = "check")]
    pub steps: bool,
    /// Try although the program has changed
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    #[allow(missing_docs, reason = "clap would take it for the help")]
    pub show: ShowOptions,
}

/// Replays a witness, and gives the exit code.
///
/// # Errors
/// If the witness or its program cannot be used, or deadheat is at fault.
pub fn replay(options: &ReplayOptions) -> Result<u8, Failure> {
    let path = &options.witness;
    let text = fs::read_to_string(path).map_err(|error| cannot_read(path, &error))?;
    let shown = path.display().to_string();
    let schedule = Schedule::parse(&shown, &text).map_err(|error| Failure::usage(error.to_string(), ""))?;
    let fact = |key: &str| {
        let remedy = "a witness is written by `deadheat check --output DIR`; a plain schedule is replayed by `deadheat run --schedule`";
        schedule.fact(key).ok_or_else(|| Failure::usage(format!("{shown} is no witness: it has no `{key}`"), remedy))
    };
    let corrupt = |key: &str| {
        Failure::usage(format!("{shown}: what stands at `{key}` makes no sense"), "write it anew with `deadheat check`")
    };
    let goal: Goal = serde_json::from_str(fact(GOAL)?).map_err(|_| corrupt(GOAL))?;
    let words: Vec<String> = serde_json::from_str(fact(COMMAND)?).map_err(|_| corrupt(COMMAND))?;
    let Parsed::Run(command) = cli::parse("run", &words)? else { return Err(corrupt(COMMAND)) };
    let guest = Guest::prepare(&command.guest, |name| std::env::var_os(name))?;
    let classes = digest::class_path(&guest.spec.class_path)?;
    if classes != fact(CLASSES)? && !options.force {
        return Err(Failure::usage(
            format!("{shown} is a witness of another program: the classes have changed since"),
            "check the program again, or try all the same with --force",
        ));
    }
    let mut config = run::config(&guest.spec)?;
    config.live_output = false;
    run::heed(&mut config, &schedule);
    let mut machine = run::boot(&config)?;
    if let Some(step) = options.stop_at {
        return stop_at(&mut machine, &schedule, step);
    }
    let confirmed = confirm(&mut machine, &goal, &schedule).map_err(|error| Failure::Internal(error.to_string()))?;
    let error = safe::line(schedule.fact("error").unwrap_or("unknown"));
    let Some(confirmed) = confirmed else {
        println!("the witness does not end in its error: {error}");
        return Ok(EXIT_ERROR_FOUND);
    };
    if options.check {
        println!("confirmed: {error}");
        return Ok(0);
    }
    let page = if options.steps {
        steps(&confirmed)
    } else {
        let sources = results::sources(&guest.spec, &command.guest, &options.show.source);
        let form = options.show.text(Stream::Stdout, true, sources, String::new());
        let mut finding = finding::of_proof(&goal, confirmed, Means::Run, Vec::new());
        finding.id = schedule.fact("finding").unwrap_or(&finding.id).to_owned();
        text::render_replay(&finding, &form)
    };
    // Whoever reads may have seen enough: a closed pipe is no fault.
    let _ = std::io::stdout().write_all(page.as_bytes());
    Ok(0)
}

/// Everything that happens, a line each.
fn steps(confirmed: &Confirmed) -> String {
    let moments = confirmed.witness.interleaving.iter();
    moments.map(|moment| format!("{}\n", safe::line(&line(moment)))).collect()
}

fn line(moment: &Moment) -> String {
    let place = moment.place.as_ref().map(|place| format!("  {place}")).unwrap_or_default();
    format!("{:>8} {:<4} {}{place}", moment.step, moment.thread.to_string(), words::moment(moment))
}

/// Goes up to a step, and shows every thread.
fn stop_at(machine: &mut Jvm, schedule: &Schedule, step: u64) -> Result<u8, Failure> {
    machine.snapshot();
    let mut left = step;
    for choice in schedule.choices() {
        if left == 0 {
            break;
        }
        left -= 1;
        machine
            .step(choice, None)
            .map_err(|error| Failure::usage(error.to_string(), "the program may have changed"))?;
    }
    let context = machine.context();
    let next = schedule.choices().nth((step - left) as usize).map(Choice::thread);
    for info in machine.threads() {
        let Some(op) = machine.pending(info.id) else { continue };
        let mark = if next == Some(info.id) { " (goes next)" } else { "" };
        println!("{} \"{}\"{mark}: {}", info.id, safe::line(&info.name), safe::line(&op.kind.to_string()));
        if let Some(blocked) = op.blocked {
            println!("  waits for {blocked}");
        }
        for (lock, mode) in context.locks(info.id) {
            let lock = deadheat_analysis::names::lock(lock, context);
            println!("  holds {} ({mode})", safe::line(&lock.to_string()));
        }
        for frame in context.stack(info.id) {
            println!("      at {}", safe::line(&frame.to_string()));
        }
    }
    Ok(0)
}
