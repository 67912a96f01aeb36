//! The rows of the table, and how each is measured.

use crate::measure::{Programs, exponent, mean, median};

/// A place where deadheat was slow.
pub struct Row {
    pub what: &'static str,
    /// What was measured when the table was made.
    pub then: &'static str,
    pub goal: &'static str,
    pub now: fn(&Programs) -> String,
}

const fn row(what: &'static str, then: &'static str, goal: &'static str, now: fn(&Programs) -> String) -> Row {
    Row { what, then, goal, now }
}

pub const ROWS: &[Row] = &[
    row("walks per second, median of 9 programs", "167-202", "10,000", walks),
    row("walks beside 10 MB of heap", "2.8/s", "within 2x of a small heap", walks_beside_a_heap),
    row("all analyses / none, net of boot", "8.4x mean, 57x worst", "3x mean, 6x worst", analyses),
    row("memory of analyses: hand-overs, executor", "579 MB, 1 GB", "64 bytes a live location", memory_of_analyses),
    row("2k/4k/8k/16k threads at once", "0.11/0.37/1.44/6.4 s", "linear", starts),
    row("check of an alarm clock, 30 to 90 threads", "0.95 to 16 s, exponent 2.6", "exponent 1.2", many_threads),
    row("depth-first steps per second and worker", "560,000", "1,500,000", steps),
    row("two workers, on the wall", "a third pass; 64 % thrown away", "1.8x", two_workers),
    row("states: 1 worker x 1/2/3/4 tasks", "9.5k/60k/258k/997k", "hundreds", executor),
    row("2 workers x 2 tasks, 3 x 4", "not in 30 s", "complete in seconds", wider_executors),
    row("states: 7 equal threads count to 5", "335,924", "about 800", equal_threads),
    row("check of a long run, in runs", "9.2", "3", long_run),
    row(
        "tight loops against java -Xint",
        "2.4x fields, 1.9x matrices, 3.5x copies",
        "1.0x each, mean 0.5x",
        interpreter,
    ),
    row("400 MB of heap, searched", "6.7 s, 4x memory", "1.2x memory", large_heap),
];

/// Small programs with races, locks, waits and signals.
const WALKED: [&str; 9] = [
    "examples/Account",
    "examples/AtomicGap",
    "examples/Counter 2 3",
    "examples/LostSignal",
    "examples/NoLoop",
    "examples/Philosophers 3",
    "examples/PhilosophersOrdered 3",
    "examples/Publication",
    "examples/Transfers 2 1",
];

const WALKS: f64 = 3000.0;

fn walks_per_second(programs: &Programs, program: &str) -> f64 {
    let walk = |number: f64| {
        programs.best(&format!("explore --strategy random --max-walks {number} --workers 1 --no-rabbit"), program).cpu
    };
    WALKS / (walk(WALKS + 1.0) - walk(1.0)).max(0.01)
}

fn walks(programs: &Programs) -> String {
    let rates = WALKED.iter().map(|program| walks_per_second(programs, program)).collect();
    format!("{:.0}", median(rates))
}

fn walks_beside_a_heap(programs: &Programs) -> String {
    let [small, large] = [0, 10].map(|size| walks_per_second(programs, &format!("benches/heap/Resident {size}")));
    format!("{large:.0}/s, {:.1}x", small / large)
}

fn analyses(programs: &Programs) -> String {
    let cost = |analyses: &str, program: &str| programs.best(&format!("run --analyses {analyses}"), program).cpu;
    let boot = |analyses| cost(analyses, "benches/kernels/Hello");
    let (none, all) = (boot("none"), boot("all"));
    let net = |program: &String| (cost("all", program) - all).max(0.01) / (cost("none", program) - none).max(0.01);
    let ratios: Vec<f64> = Programs::names("benches/threads").iter().map(net).collect();
    format!("{:.1}x mean, {:.1}x worst", mean(&ratios), ratios.iter().fold(0.0, |worst: f64, ratio| worst.max(*ratio)))
}

fn memory_of_analyses(programs: &Programs) -> String {
    let extra = ["benches/threads/HandOver", "benches/threads/Tasks"].map(|program| {
        let peak = |analyses: &str| programs.deadheat(&format!("run --analyses {analyses}"), program).peak;
        peak("all") - peak("none")
    });
    format!("{:.0} MB, {:.0} MB", extra[0], extra[1])
}

fn starts(programs: &Programs) -> String {
    let boot = programs.best("run --analyses none", "benches/kernels/Hello").cpu;
    let sizes = [2000.0, 4000.0, 8000.0, 16_000.0];
    let cost = |size: &f64| {
        (programs.best("run --analyses none", &format!("benches/many/Parked {size}")).cpu - boot).max(0.01)
    };
    let costs: Vec<f64> = sizes.iter().map(cost).collect();
    let told: Vec<String> = costs.iter().map(|cost| format!("{cost:.2}")).collect();
    format!("{} s, exponent {:.1}", told.join("/"), exponent((sizes[0], costs[0]), (sizes[3], costs[3])))
}

fn many_threads(programs: &Programs) -> String {
    let check = |threads: u32| {
        programs.best("check --without walks,search", &format!("benches/subjects/AlarmClock {threads}")).cpu
    };
    let (few, many) = (check(30), check(90));
    format!("{few:.2} to {many:.2} s, exponent {:.1}", exponent((30.0, few), (90.0, many)))
}

fn steps(programs: &Programs) -> String {
    let rates = ["examples/Counter 4 4", "examples/PhilosophersOrdered 5"].map(|program| {
        let search = programs.best("explore --no-reduction --no-rabbit --workers 1 --stats", program);
        search.number("steps") / (search.cpu - boot_of_search(programs)).max(0.01)
    });
    format!("{:.0}", mean(&rates))
}

/// What a search takes that has next to nothing to search.
fn boot_of_search(programs: &Programs) -> f64 {
    programs.best("explore --no-rabbit --workers 1", "benches/kernels/Hello").cpu
}

/// What a second worker gains, and what a second processor has to give: two searches at once share caches and the paths to memory, too.
fn two_workers(programs: &Programs) -> String {
    let gains =
        ["benches/pools/Executor 3 7", "examples/PhilosophersOrdered 11", "examples/Transfers 7 2"].map(|program| {
            // What comes before a search is done by one thread.
            let words = |workers: u32| format!("explore --no-rabbit --workers {workers} --stats --max-time 120");
            let search = |workers: u32| programs.deadheat(&words(workers), program).number("time");
            let two_searches = || {
                let times = programs.side_by_side(&words(1), program).map(|search| search.number("time"));
                times[0].max(times[1])
            };
            let best = |time: &dyn Fn() -> f64| (0..5).map(|_| time()).fold(f64::MAX, f64::min);
            let alone = best(&|| search(1));
            (alone / best(&|| search(2)), 2.0 * alone / best(&two_searches))
        });
    gains.map(|(gain, most)| format!("{gain:.2}x of {most:.2}x")).join(", ")
}

fn states(programs: &Programs, program: &str) -> String {
    let search = programs.deadheat("explore --no-rabbit --workers 1 --stats --max-time 120", program);
    format!("{:.0} ({:.1} s)", search.number("states"), search.cpu)
}

fn executor(programs: &Programs) -> String {
    [1, 2, 3, 4].map(|tasks| states(programs, &format!("benches/pools/Executor 1 {tasks}"))).join(", ")
}

fn wider_executors(programs: &Programs) -> String {
    ["2 2", "3 4"].map(|size| states(programs, &format!("benches/pools/Executor {size}"))).join(", ")
}

fn equal_threads(programs: &Programs) -> String {
    states(programs, "examples/Counter 7 5")
}

fn long_run(programs: &Programs) -> String {
    let run = programs.best("run --analyses none", "benches/heap/LongRun").cpu;
    let check = programs.best("check --without walks,search", "benches/heap/LongRun").cpu;
    format!("{:.1}", check / run)
}

fn interpreter(programs: &Programs) -> String {
    let ratio =
        |program: &String| programs.best("run --analyses none", program).cpu / programs.java(program).cpu.max(0.01);
    let kernels: Vec<String> =
        Programs::names("benches/kernels").into_iter().filter(|name| !name.ends_with("/Hello")).collect();
    let ratios: Vec<f64> = kernels.iter().map(ratio).collect();
    let mut worst: Vec<(f64, &String)> = ratios.iter().copied().zip(&kernels).collect();
    worst.sort_by(|a, b| b.0.total_cmp(&a.0));
    let worst = worst.iter().take(3).map(|(ratio, name)| {
        let class = name.rsplit('/').next().unwrap_or(name);
        format!("{class} {ratio:.2}x")
    });
    format!("{}; mean {:.2}x of {}", worst.collect::<Vec<String>>().join(", "), mean(&ratios), kernels.len())
}

fn large_heap(programs: &Programs) -> String {
    let search =
        |size: u32| programs.deadheat("explore --no-rabbit --workers 1", &format!("benches/heap/Resident {size}"));
    let (small, large) = (search(0), search(400));
    format!("{:.1} s, {:.1}x memory", large.cpu, (large.peak - small.peak) / 400.0)
}
