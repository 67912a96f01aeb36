//! Table 1 of Carril 2015 again. Run by `make bench`.
//!
//! From one run of each scenario: how many lines it has, how many events the run (one access of a thread to a variable between two synchronising
//! operations, as in the paper), how many checks the paper would make of them, which of its races are witnessed, and how many happens-before sees.

#[path = "../tests/it/scenario.rs"]
mod scenario;
#[path = "../tests/it/subject.rs"]
mod subject;

use std::collections::BTreeSet;
use std::fs;
use std::ops::AddAssign;
use std::path::Path;

use deadheat_guest_java::{Config, Jvm};
use deadheat_machine::Driver;
use deadheat_machine::scheduler::RoundRobin;
use deadheat_predict::csp::{Reduced, StartJoin};
use deadheat_predict::{History, HistoryRecorder};
use deadheat_testing::corpus::Program;
use deadheat_testing::java::java_home;
use scenario::{check, compile, found, locations, scenarios};

const DEADHEAT: &str = env!("CARGO_BIN_EXE_deadheat");

/// More events than any scenario has.
const MOST_EVENTS: usize = 1_000_000;

/// A row of the table, or the sum of several.
#[derive(Default)]
struct Row {
    lines: usize,
    events: usize,
    checks: usize,
    races: usize,
    found: usize,
    /// Those that happens-before sees in one run.
    seen: usize,
    seconds: f64,
}

impl AddAssign for Row {
    fn add_assign(&mut self, other: Self) {
        self.lines += other.lines;
        self.events += other.events;
        self.checks += other.checks;
        self.races += other.races;
        self.found += other.found;
        self.seen += other.seen;
        self.seconds += other.seconds;
    }
}

/// What the paper prints. Its column "races" is what was found; Helgrind's is the average of ten runs; it gives no time.
const PAPER: Row = Row { lines: 952, events: 20_289, checks: 28, races: 14, found: 14, seen: 11, seconds: f64::NAN };

fn main() {
    // `cargo bench` passes options for a harness that is not here; `cargo test --benches` only wants to know that this builds.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let only = std::env::var("ONLY").unwrap_or_default();
    let classes = compile();
    println!("{:<20} lines  events  checks  races  found     HB       s  found by", "scenario");
    let (mut sum, mut count) = (Row::default(), 0);
    for scenario in scenarios().iter().filter(|scenario| scenario.name.contains(&only)) {
        let (row, techniques) = measure(scenario, classes.path());
        print(&scenario.name, &row, &techniques);
        sum += row;
        count += 1;
    }
    print(&format!("{count} here"), &sum, "");
    print("20 in Carril 2015", &PAPER, "CSP; HB: Helgrind");
}

fn print(name: &str, row: &Row, techniques: &str) {
    let Row { lines, events, checks, races, found, seen, seconds } = row;
    let seconds = if seconds.is_nan() { String::new() } else { format!("{seconds:.2}") };
    println!("{name:<20}{lines:>6}{events:>8}{checks:>8}{races:>7}{found:>7}{seen:>7}{seconds:>8}  {techniques}");
}

fn measure(scenario: &Program, classes: &Path) -> (Row, String) {
    let checked = check(DEADHEAT, classes, scenario);
    let (races, found) = (locations(&scenario.expected()), found(&checked));
    let history = Reduced::new(&history(scenario, classes)).history;
    let lines = fs::read_to_string(&scenario.file).unwrap().lines().count();
    let (events, checks) = (history.events().len(), checks(&history));
    // The test of the scenarios checks these directives.
    let seen = races.len() - scenario.directives("hidden").count();
    let (races, number, seconds) = (races.len(), found.len(), checked.seconds);
    let row = Row { lines, events, checks, races, found: number, seen, seconds };
    let mut techniques: Vec<&str> = found.iter().map(|(_, technique)| technique.id()).collect();
    techniques.dedup();
    techniques.extend(scenario.directives("needs"));
    (row, techniques.join(", "))
}

/// What happens in the run that predictions are made from.
fn history(scenario: &Program, classes: &Path) -> History {
    let config = Config::new(java_home(), vec![classes.to_owned()], &scenario.name);
    let mut jvm = Jvm::new(&config).unwrap_or_else(|error| panic!("{}: {error}", scenario.name));
    let mut recorder = HistoryRecorder::new(MOST_EVENTS);
    let report = Driver::new(&mut jvm, &mut RoundRobin::default()).observer(Some(&mut recorder)).run();
    report.end.unwrap_or_else(|error| panic!("{}: {error}", scenario.name));
    recorder.finish().history
}

/// The pairs of threads and a variable of which both access it, one to write, and which starts and joins do not order: the paper
/// checks each.
fn checks(history: &History) -> usize {
    let order = StartJoin::new(history);
    let mut checks = BTreeSet::new();
    for (second, late) in history.numbered() {
        for (first, early) in history.numbered().take(second.at()) {
            let key = (early.action.access().map(|(variable, _)| variable), early.thread, late.thread);
            let conflicts = early.thread != late.thread && early.action.races_with(late.action);
            if conflicts && !checks.contains(&key) && order.may_be_parallel([first, second]) {
                checks.insert(key);
            }
        }
    }
    checks.len()
}
