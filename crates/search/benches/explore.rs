//! Whole searches of the programs in `examples`, beside what Java PathFinder needs for programs of the same kind (depth first, with its race
//! detector on). Fails when a search is not complete, needs more states, or takes longer than five seconds. Run by `make bench`.

use std::path::Path;
use std::time::Duration;

use deadheat_event::ErrorKind;
use deadheat_guest_java::{Config, Jvm};
use deadheat_machine::Machine;
use deadheat_search::property::{DeadHeat, Deadlock, UncaughtException};
use deadheat_search::{Search, SearchReport};
use deadheat_testing::java::{compile_folder, java_home};

/// What a row asks for.
enum Aim {
    /// Everything, with no more states than this.
    All(u64),
    /// Everything, without reduction: for the rate.
    Whole,
    /// The first deadlock, within so many seconds; what Java PathFinder needs.
    Deadlock(u64, &'static str),
}

const ROWS: &[(&str, &[&str], Aim)] = &[
    ("Counter", &["2", "10"], Aim::All(3_333)),
    ("Counter", &["3", "5"], Aim::All(18_139)),
    ("Counter", &["3", "10"], Aim::All(120_349)),
    ("Counter", &["4", "3"], Aim::All(56_575)),
    ("Counter", &["4", "5"], Aim::All(314_551)),
    ("PhilosophersOrdered", &["4"], Aim::All(17_270)),
    ("PhilosophersOrdered", &["5"], Aim::All(166_026)),
    ("Transfers", &["4", "1"], Aim::All(42_699)),
    ("Apart", &["2"], Aim::All(12)),
    ("Apart", &["3"], Aim::All(30)),
    ("Apart", &["4"], Aim::All(68)),
    ("Apart", &["5"], Aim::All(146)),
    ("Apart", &["6"], Aim::All(304)),
    ("Counter", &["3", "10"], Aim::Whole),
    ("Counter", &["4", "4"], Aim::Whole),
    ("PhilosophersOrdered", &["5"], Aim::Whole),
    ("Philosophers", &["6"], Aim::Deadlock(1, "14470")),
    ("Philosophers", &["7"], Aim::Deadlock(1, "82985")),
    ("Philosophers", &["8"], Aim::Deadlock(1, "> 115 s")),
    ("Philosophers", &["16"], Aim::Deadlock(10, "")),
];

const LONGEST: Duration = Duration::from_secs(5);

fn main() {
    let (home, classes) = (java_home(), compile_folder("examples"));
    println!(
        "{:<28} {:>9} {:>9} {:>9} {:>8} {:>11}  for 1 worker",
        "search", "states", "JPF's", "steps", "seconds", "steps/s"
    );
    let mut misses = 0;
    for (program, args, aim) in ROWS {
        let report = search(&home, classes.path(), program, args, aim);
        misses += usize::from(!row(program, args, aim, &report));
    }
    if misses > 0 {
        println!("{misses} of {} rows miss their mark", ROWS.len());
        std::process::exit(1);
    }
}

fn search(home: &Path, classes: &Path, program: &str, args: &[&str], aim: &Aim) -> SearchReport {
    let mut config = Config::new(home.to_owned(), vec![classes.to_owned()], program);
    config.args = args.iter().map(|arg| (*arg).to_owned()).collect();
    let mut machine = Jvm::new(&config).expect("the guest boots");
    // Searches need machines that keep states from the start.
    machine.snapshot();
    Search::new(vec![machine])
        .property(DeadHeat)
        .property(Deadlock::default())
        .property(UncaughtException)
        .reduction(!matches!(aim, Aim::Whole))
        .stop_at_first(matches!(aim, Aim::Deadlock(..)))
        .run()
        .expect("a search")
}

/// Prints a row; whether it meets its mark.
fn row(program: &str, args: &[&str], aim: &Aim, report: &SearchReport) -> bool {
    let (theirs, good) = match aim {
        Aim::All(most) => (
            most.to_string(),
            report.coverage.is_complete() && report.counterexamples.is_empty() && report.counts.states <= *most,
        ),
        Aim::Whole => (String::new(), report.coverage.is_complete()),
        Aim::Deadlock(seconds, theirs) => {
            let found = report.counterexamples.iter().any(|found| found.kind == ErrorKind::Deadlock);
            ((*theirs).to_owned(), found && report.elapsed.as_secs() < *seconds)
        }
    };
    let good = good && (report.elapsed < LONGEST || matches!(aim, Aim::Deadlock(..)));
    let seconds = report.elapsed.as_secs_f64();
    let steps = report.counts.steps;
    let what = match aim {
        Aim::Whole => format!("{program} {} unreduced", args.join(" ")),
        _ => format!("{program} {}", args.join(" ")),
    };
    // A rate of a few milliseconds says nothing.
    let rate = if steps >= 5_000 { format!("{:.0}", steps as f64 / seconds) } else { String::new() };
    println!(
        "{what:<28} {:>9} {theirs:>9} {steps:>9} {seconds:>8.3} {rate:>11}{}",
        report.counts.states,
        if good { "" } else { "  MISSED" }
    );
    good
}
