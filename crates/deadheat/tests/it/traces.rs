//! Each program under `tests/corpus` is run once, watched by the analyses and by the writer of a trace. The analyses of the trace must
//! give the very same warnings: errors, places, stacks, threads, locks, names, counts, windows.
//!
//! `ONLY=Name cargo test traces::` looks at the programs whose name contains `Name`.

use deadheat_analysis::{Analyses, AnalysisOptions, Scope, Warning};
use deadheat_event::trace::{self, TraceReader, TraceWriter};
use deadheat_guest_java::{Config, Jvm};
use deadheat_machine::scheduler::{Random, RoundRobin};
use deadheat_machine::{Driver, Machine, Scheduler};
use deadheat_testing::corpus::Program;
use deadheat_testing::java::{compile_files, java_home};
use deadheat_testing::parallel;
use tempfile::TempDir;

/// A run is cut here: livelocks are in the corpus, too.
const MOST_STEPS: u64 = 300_000;

/// The one program whose locks lose their names as it runs (it locks a number, and then counts): what such a lock is called depends on
/// when one asks, and a trace asks seldom. The name before, and after.
const RENAMED: (&str, [&str; 2]) = ("BoxedLock", ["BoxedLock.count", "java.lang.Integer"]);

fn schedulers() -> [Box<dyn Scheduler>; 2] {
    [Box::new(RoundRobin::default()), Box::new(Random::new(1))]
}

fn analyses() -> Analyses {
    Analyses::new(&AnalysisOptions::all(), Scope::default())
}

/// The warnings of one run, and those of its trace.
fn both(program: &Program, classes: &TempDir, scheduler: &mut dyn Scheduler) -> [Vec<Warning>; 2] {
    let mut config = Config::new(java_home(), vec![classes.path().to_owned()], &program.name);
    config.heap = 64 << 20;
    let mut jvm = Jvm::new(&config).unwrap_or_else(|error| panic!("{}: {error}", program.name));
    let mut observers = (analyses(), TraceWriter::new(Vec::new(), "java"));
    let report = Driver::new(&mut jvm, scheduler).observer(Some(&mut observers)).max_steps(MOST_STEPS).run();
    report.end.unwrap_or_else(|error| panic!("{}: {error}", program.name));
    let (mut live, writer) = observers;
    let bytes = writer.finish(jvm.context()).expect("memory is no full disk");
    assert_eq!(TraceReader::new(&bytes[..]).expect("a trace").guest(), "java");
    let live = live.warnings(jvm.context());
    // The trace stands alone.
    drop(jvm);
    let mut again = analyses();
    let context =
        trace::observe(|| Ok(&bytes[..]), &mut again).unwrap_or_else(|error| panic!("{}: {error}", program.name));
    [live, again.warnings(&context)]
}

fn text(program: &Program, warning: &Warning) -> String {
    let (name, [before, after]) = RENAMED;
    let text = format!("{warning:#?}");
    if program.name == name { text.replace(before, after) } else { text }
}

#[test]
fn a_trace_of_a_java_program_gives_the_warnings_of_its_run() {
    let mut programs = Program::read_folder("tests/corpus/buggy");
    programs.extend(Program::read_folder("tests/corpus/clean"));
    if let Ok(only) = std::env::var("ONLY") {
        programs.retain(|program| program.name.contains(&only));
    }
    let files: Vec<_> = programs.iter().map(|program| program.file.clone()).collect();
    let classes = compile_files(&files);
    let results =
        parallel::map(&programs, |program| schedulers().map(|mut scheduler| both(program, &classes, &mut *scheduler)));
    let mut warnings = 0;
    let mut differences = Vec::new();
    for (program, [live, traced]) in
        programs.iter().zip(&results).flat_map(|(p, runs)| runs.iter().map(move |run| (p, run)))
    {
        warnings += live.len();
        for (here, there) in live.iter().zip(traced).filter(|(here, there)| here != there) {
            let [here, there] = [here, there].map(|warning| text(program, warning));
            if here != there {
                differences.push(format!("{}: live {here}\nfrom the trace {there}", program.name));
            }
        }
        if live.len() != traced.len() {
            differences.push(format!(
                "{}: {} warnings live, {} from the trace",
                program.name,
                live.len(),
                traced.len()
            ));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(warnings > programs.len() / 2 || programs.len() < 20, "the programs are full of errors, but: {warnings}");
}
