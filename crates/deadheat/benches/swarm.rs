//! Rabbit's swarm (Oliveira 2012, Table 4.3) beside ours: the time until the first warning is in the queue, and until the first error is confirmed by the coordinator's own
//! replay, with 1, 2 and 4 workers on this machine. Run by `make bench`; `ONLY=Name` takes the subjects whose name contains it. Needs a `nats-server` (`DEADHEAT_NATS`).
//!
//! Warnings are pursued by guided search alone, as in the paper: prediction and active testing confirm nearly all of these at once.

#[path = "../tests/it/subject.rs"]
mod subject;

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use deadheat_swarm::{Nats, NatsOptions, Swarm as _};
use deadheat_testing::java::java_home;
use deadheat_testing::nats::NatsServer;

const DEADHEAT: &str = env!("CARGO_BIN_EXE_deadheat");

/// The subjects that both have, with their threads, and what the paper's swarm took.
const ROWS: [(&str, u32, &str); 10] = [
    ("Account", 7, "32 s"),
    ("AlarmClock", 8, "46 s"),
    ("Airline", 19, "0 s"),
    ("Log", 2, "31 s"),
    ("Pool", 3, "59 s"),
    ("RayTracer", 4, "-"),
    ("RaxExt", 13, "7 s"),
    ("Shop", 4, "15 s"),
    ("TwoStages", 17, "9 s"),
    ("WrongLock", 18, "29 s"),
];

/// As in the paper, no search goes on for longer.
const MOST: Duration = Duration::from_secs(60);

const LEFT_OUT: &str = "run,prediction,extension,active-testing,suspicion";

fn main() {
    // `cargo bench` passes options for a harness that is not here; `cargo test --benches` only wants to know that this builds.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let only = std::env::var("ONLY").unwrap_or_default();
    let Some(server) = NatsServer::start() else { return };
    let classes = subject::compile();
    println!("{:<12}{:>4}{:>8}  {:<24}{:<24}{:<24}", "subject", "thr", "paper", "1 worker", "2 workers", "4 workers");
    for (name, threads, paper) in ROWS.into_iter().filter(|(name, ..)| name.contains(&only)) {
        print!("{name:<12}{threads:>4}{paper:>8}  ");
        for workers in [1, 2, 4] {
            let (warned, confirmed) = measure(&server.address(), classes.path(), name, threads, workers);
            let shown = |time: Option<f64>| time.map_or("-".to_owned(), |time| format!("{time:.2}"));
            print!("{:<24}", format!("{} s / {} s", shown(warned), shown(confirmed)));
        }
        println!();
    }
    println!("\ntime to the first warning / to the first confirmed error; `-`: not within {} s", MOST.as_secs());
}

/// A process that ends with what needs it.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(args: &[&str]) -> Child {
    let mut command = Command::new(DEADHEAT);
    command.env("JAVA_HOME", java_home()).args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    command.spawn().expect("deadheat starts")
}

/// The seconds until a first warning is in the queue, and until a first error is confirmed.
fn measure(address: &str, classes: &Path, name: &str, threads: u32, workers: usize) -> (Option<f64>, Option<f64>) {
    let folder = tempfile::tempdir().expect("a folder");
    let (cache, results) = (folder.path().join("cache"), folder.path().join("results"));
    let cache = cache.to_str().expect("a plain name");
    let _workers: Vec<Process> =
        (0..workers).map(|_| Process(start(&["worker", "--nats", address, "--jobs", "1", "--cache", cache]))).collect();
    std::thread::sleep(Duration::from_millis(500));
    let began = Instant::now();
    let budget = format!("{0},{0}", MOST.as_secs());
    let threads = threads.to_string();
    let mut coordinator = Process(start(&[
        "check",
        "--nats",
        address,
        "--without",
        LEFT_OUT,
        "--budget",
        &budget,
        "--output",
        results.to_str().expect("a plain name"),
        "-cp",
        classes.to_str().expect("a plain name"),
        name,
        &threads,
    ]));
    let mut lines = BufReader::new(coordinator.0.stderr.take().expect("stderr")).lines().map_while(Result::ok);
    let id = lines.find_map(|line| line.split("--nats-resume ").nth(1).map(|id| id.trim().to_owned()));
    std::thread::spawn(move || lines.for_each(drop));
    let id = id.expect("the campaign is told");
    let nats = Nats::connect(&NatsOptions::new(address)).expect("the server is there");
    let swarm = nats.find(&id).expect("the server is there").expect("the campaign is there");
    let queue = swarm.queue("warnings").expect("the server is there");
    let (mut warned, mut confirmed) = (None, None);
    while confirmed.is_none() && began.elapsed() < MOST && matches!(coordinator.0.try_wait(), Ok(None)) {
        if warned.is_none() && queue.open().is_ok_and(|open| open > 0) {
            warned = Some(began.elapsed().as_secs_f64());
        }
        let is_witness = |entry: fs::DirEntry| entry.path().extension().is_some_and(|end| end == "witness");
        if fs::read_dir(&results).is_ok_and(|mut entries| entries.any(|entry| entry.is_ok_and(is_witness))) {
            confirmed = Some(began.elapsed().as_secs_f64());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    drop(coordinator);
    let _ = swarm.forget();
    (warned, confirmed)
}
