//! The programs of the papers, beside the papers' figures. Run by `make bench`; `ONLY=Name` takes the subjects whose name contains it.
//!
//! Two tables. The first: what a check takes, and what found the error. The second: the same with techniques switched off. Prediction,
//! extension and active testing find nearly everything without a search, so the effect of the hint and of the exclusion shows only without
//! these.

#[path = "../tests/it/subject.rs"]
mod subject;

use std::path::Path;

use deadheat_testing::corpus::Expectation;
use deadheat_witness::result::Technique;
use subject::{Checked, SUBJECTS, Subject, check, compile, expected};

const DEADHEAT: &str = env!("CARGO_BIN_EXE_deadheat");

/// The bar for every row of the first table.
const MOST_SECONDS: f64 = 5.0;
const MOST_MEGABYTES: f64 = 500.0;

/// What is switched off in each column of the second table, and how the column is called.
const COLUMNS: [(&str, &str); 6] = [
    ("walks,search", "all"),
    ("walks,search,prediction", "-prediction"),
    ("walks,search,prediction,extension", "-extension too"),
    ("walks,search,prediction,extension,active-testing", "-active testing too"),
    ("walks,search,prediction,extension,active-testing,hint", "and -hint"),
    ("walks,search,prediction,extension,active-testing,exclusion", "or -exclusion"),
];

fn main() {
    // `cargo bench` passes options for a harness that is not here; `cargo test --benches` only wants to know that this builds.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let only = std::env::var("ONLY").unwrap_or_default();
    let subjects: Vec<&Subject> = SUBJECTS.iter().filter(|subject| subject.name.contains(&only)).collect();
    let classes = compile();
    let missed = costs(classes.path(), &subjects);
    println!();
    effects(classes.path(), &subjects);
    println!("\n{missed} rows beyond {MOST_SECONDS} s or {MOST_MEGABYTES} MB, or without a witness");
}

/// The first table; how many rows miss the bar.
fn costs(classes: &Path, subjects: &[&Subject]) -> usize {
    println!(
        "{:<12}{:>4}{:>8}{:>8}{:>10}{:>8}{:>6}  {:<18}{:<32}{:>9}",
        "subject", "thr", "s", "CPU s", "steps", "states", "MB", "found by", "paper", "ratio"
    );
    let mut missed = 0;
    for subject in subjects {
        let expected = expected(subject.name);
        for threads in subject.threads {
            let checked = check(DEADHEAT, classes, subject.name, *threads, &["--without", "walks,search"]);
            let found = expected.iter().map(|expected| checked.technique(expected)).collect::<Option<Vec<Technique>>>();
            let within = checked.seconds <= MOST_SECONDS && checked.usage.peak <= MOST_MEGABYTES && found.is_some();
            missed += usize::from(!within);
            let (figure, seconds) = paper(subject.name, *threads);
            let ratio = seconds.map_or_else(String::new, |theirs| format!("{:.0}x", theirs / checked.seconds));
            println!(
                "{:<12}{threads:>4}{:>8.2}{:>8.2}{:>10}{:>8}{:>6.0}  {:<18}{figure:<32}{ratio:>9}{}",
                subject.name,
                checked.seconds,
                checked.usage.cpu,
                checked.result.effort.steps,
                checked.result.effort.states,
                checked.usage.peak,
                words(found.as_ref().and_then(|found| found.first())),
                if within { "" } else { "  !" },
            );
        }
    }
    missed
}

/// The second table.
fn effects(classes: &Path, subjects: &[&Subject]) {
    print!("{:<12}{:>4}", "subject", "thr");
    for (_, title) in COLUMNS {
        print!("  {title:<28}");
    }
    println!();
    for subject in subjects {
        let expected = expected(subject.name);
        // Two numbers of threads show how the effect grows.
        for threads in subject.threads.iter().step_by(2).take(2) {
            print!("{:<12}{threads:>4}", subject.name);
            for (without, _) in COLUMNS {
                let options = ["--without", without, "--budget", "5,10"];
                let checked = check(DEADHEAT, classes, subject.name, *threads, &options);
                print!("  {:<28}", cell(&checked, &expected));
            }
            println!();
        }
    }
}

/// Seconds and states until the first expected error, and what found it.
fn cell(checked: &Checked, expected: &[Expectation]) -> String {
    let Some(finding) = expected.first().and_then(|expected| checked.find(expected)) else { return "-".to_owned() };
    let (mut seconds, mut states) = (0.0, 0);
    for attempt in &finding.attempts {
        seconds += attempt.effort.seconds;
        states += attempt.effort.states;
    }
    let found = words(expected.first().and_then(|expected| checked.technique(expected)).as_ref());
    let states = if states > 0 { format!(" {states}") } else { String::new() };
    format!("{seconds:.3}{states} {found}")
}

fn words(technique: Option<&Technique>) -> &'static str {
    technique.map_or("NOT FOUND", |technique| technique.id())
}

/// What the paper says, and its seconds. Of Shacham 2004 the better of its tables (hint on, first thread excluded); of Oliveira 2012 a search by JPF
/// and the time of the swarm; of Havelund 2000 analysis and model checking together.
fn paper(subject: &str, threads: u32) -> (&'static str, Option<f64>) {
    match (subject, threads) {
        ("SortArray", 2) => ("569 s, 123 MB", Some(569.39)),
        ("SortArray", 3) => ("1335 s, 396 MB", Some(1334.93)),
        ("SortArray", 4) => ("out of memory", None),
        ("PrimeFinder", 2) => ("889 s, 116 MB", Some(888.74)),
        ("PrimeFinder", 3) => ("2646 s, 143 MB", Some(2645.57)),
        ("PrimeFinder", 4) => ("4547 s, 168 MB", Some(4547.18)),
        ("Elevsim", 2) => ("33 s, 28 MB", Some(33.02)),
        ("Elevsim", 3) => ("68 s, 33 MB", Some(67.92)),
        ("Elevsim", 4) => ("148 s, 48 MB", Some(147.91)),
        ("DQueries", 2) => ("140 s, 60 MB", Some(140.13)),
        ("DQueries", 3) => ("202 s, 89 MB", Some(201.84)),
        ("DQueries", 4) => ("586 s, 136 MB", Some(585.97)),
        ("Tsp", 2) => ("35243 s, 337 MB", Some(35243.2)),
        ("OurTsp", 2) => ("35070 s, 353 MB", Some(35069.9)),
        ("Tsp" | "OurTsp", 3 | 4) => ("out of memory", None),
        ("Hedc", 2) => ("2.7 s, 11 MB", Some(2.66)),
        ("Hedc", 3) => ("7.3 s, 12 MB", Some(7.33)),
        ("Hedc", 4) => ("9 s, 17 MB", Some(9.0)),
        ("Account", 7) => ("JPF 3m24s, swarm 32s", Some(32.0)),
        ("Account", 8) => ("JPF 4h09m41s, swarm 32s", Some(32.0)),
        ("Airline", 19) => ("JPF 8m05s, swarm 0s", None),
        ("Airline", 20) => ("JPF 17m48s, swarm 0s", None),
        ("AlarmClock", 8) => ("JPF 7m01s, swarm 46s", Some(46.0)),
        ("AlarmClock", 9) => ("JPF 31m25s, swarm 46s", Some(46.0)),
        ("RaxExt", 13) => ("JPF 8m16s, swarm 7s", Some(7.0)),
        ("RaxExt", 15) => ("JPF 38m23s, swarm 7s", Some(7.0)),
        ("TwoStages", 17) => ("JPF 27m22s, swarm 9s", Some(9.0)),
        ("TwoStages", 18) => ("JPF 33m18s, swarm 9s", Some(9.0)),
        ("WrongLock", 18) => ("JPF 6m07s, swarm 29s", Some(29.0)),
        ("WrongLock", 19) => ("JPF 12m39s, swarm 29s", Some(29.0)),
        ("Shop", _) => ("JPF out of memory, swarm 15s", Some(15.0)),
        ("Log", _) => ("JPF 54s, swarm 31s", Some(31.0)),
        // The unit is missing in print.
        ("Pool", _) => ("JPF out of memory, swarm 59?", None),
        ("TwoTasks", _) => ("25 s + 1.6 s", Some(26.6)),
        ("Rax", _) => ("25 s", Some(25.0)),
        _ => ("", None),
    }
}
