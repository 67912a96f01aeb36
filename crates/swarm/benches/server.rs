//! What one server carries: jobs per second with workers that do nothing, what a job costs beside its work, and objects. Run by `make bench`. The server
//! is on this machine and shares its cores with the workers; `server` is the CPU time that it took for each job, which is the same anywhere.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use deadheat_swarm::{Embedded, Nats, NatsOptions, Swarm};
use deadheat_testing::nats::NatsServer;

/// How many workers there are, each with a connection of its own.
const WORKERS: [usize; 6] = [1, 2, 4, 8, 16, 64];
/// Jobs for each number of workers.
const JOBS: usize = 4_000;
/// A job and its result, of the size that a warning or a verdict has.
const JOB: [u8; 1_000] = [1; 1_000];
const RESULT: [u8; 2_000] = [2; 2_000];
/// Jobs that wait at once.
const LINE: usize = 200_000;
/// A program of medium size.
const OBJECT: usize = 32 << 20;
const WAIT: Duration = Duration::from_secs(30);

fn main() {
    // `cargo bench` passes options for a harness that is not here; `cargo test --benches` only wants to know that this builds.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    println!("{:>10} {:>8} {:>10} {:>12} {:>12} {:>12}", "", "workers", "put/s", "jobs/s", "server µs", "server MB");
    for workers in WORKERS {
        let swarm = Embedded::new();
        row("threads", workers, many_jobs(&swarm, |_| swarm.clone(), workers), None);
    }
    for workers in WORKERS {
        let Some(server) = NatsServer::start() else { return };
        let swarm = campaign(&server);
        let before = cpu_time(&server);
        let rates = many_jobs(&swarm, |_| campaign(&server), workers);
        let cost = cpu_time(&server).zip(before).map(|(after, before)| (after - before) / JOBS as f64);
        row("server", workers, rates, Some((cost, megabytes(&server))));
    }
    let Some(server) = NatsServer::start() else { return };
    let swarm = campaign(&server);
    one_job(&swarm);
    objects(&swarm);
    long_line();
}

fn campaign(server: &NatsServer) -> impl Swarm + use<> {
    Nats::connect(&NatsOptions::new(server.address())).expect("a server").campaign("bench").expect("space")
}

fn row(kind: &str, workers: usize, (put, done): (f64, f64), server: Option<(Option<f64>, Option<u64>)>) {
    let (cost, memory) = server.unwrap_or_default();
    let cost = cost.map_or_else(|| "-".to_owned(), |seconds| format!("{:.0}", seconds * 1e6));
    let memory = memory.map_or_else(|| "-".to_owned(), |memory| memory.to_string());
    println!("{kind:>10} {workers:>8} {put:>10.0} {done:>12.0} {cost:>12} {memory:>12}");
}

/// Jobs that are put in and jobs that are done (taken, a result written, acknowledged) per second, with somebody who follows the results.
fn many_jobs<S: Swarm>(swarm: &dyn Swarm, worker: impl Fn(usize) -> S + Sync, workers: usize) -> (f64, f64) {
    let queue = swarm.queue("jobs").expect("a queue");
    let jobs: Vec<(String, Vec<u8>)> = (0..JOBS).map(|job| (format!("job-{job}"), JOB.to_vec())).collect();
    let begun = Instant::now();
    queue.put_all(&jobs).expect("space");
    let put = JOBS as f64 / begun.elapsed().as_secs_f64();
    let swarms: Vec<S> = (0..workers).map(worker).collect();
    let done = AtomicU64::new(0);
    let begun = Instant::now();
    thread::scope(|scope| {
        for swarm in &swarms {
            scope.spawn(|| {
                let queue = swarm.queue("jobs").expect("a queue");
                while done.load(Ordering::Relaxed) < JOBS as u64 {
                    let Some(job) = queue.take(Duration::from_millis(50)).expect("a server") else { continue };
                    swarm.store().create(&format!("result.{}", job.id()), &RESULT).expect("space");
                    job.done().expect("a server");
                    done.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let (mut seen, mut revision) = (0, 0);
        while seen < JOBS {
            let changes = swarm.store().changes("result", revision, WAIT).expect("a server");
            seen += changes.len();
            revision = changes.last().expect("results").revision;
        }
    });
    (put, JOBS as f64 / begun.elapsed().as_secs_f64())
}

/// What a job costs beside its work: put in, taken, its result written, acknowledged, its result seen.
fn one_job(swarm: &dyn Swarm) {
    let queue = swarm.queue("single").expect("a queue");
    let mut revision = 0;
    let mut parts = [Duration::ZERO; 5];
    let count = 500;
    for number in 0..count {
        let mut last = Instant::now();
        let mut lap = |part: usize| {
            parts[part] += last.elapsed();
            last = Instant::now();
        };
        queue.put(&format!("job-{number}"), &JOB).expect("space");
        lap(0);
        let job = queue.take(WAIT).expect("a server").expect("a job");
        lap(1);
        swarm.store().create(&format!("single.{}", job.id()), &RESULT).expect("space");
        lap(2);
        job.done().expect("a server");
        lap(3);
        revision =
            swarm.store().changes("single", revision, WAIT).expect("a server").last().expect("a result").revision;
        lap(4);
    }
    let names = ["put", "take", "result", "done", "seen"];
    let part = |(name, time): (&str, &Duration)| format!("{name} {:.0}", time.as_secs_f64() * 1e6 / f64::from(count));
    let total: Duration = parts.iter().sum();
    let parts: Vec<String> = names.into_iter().zip(&parts).map(part).collect();
    println!(
        "one job after the other: {:.0} µs each ({})",
        total.as_secs_f64() * 1e6 / f64::from(count),
        parts.join(", ")
    );
}

fn objects(swarm: &dyn Swarm) {
    let content: Vec<u8> = (0..OBJECT as u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let megabytes = OBJECT as f64 / 1e6;
    let begun = Instant::now();
    let name = swarm.store().put_object(&content).expect("space");
    let put = megabytes / begun.elapsed().as_secs_f64();
    let begun = Instant::now();
    swarm.store().object(&name).expect("a server").expect("an object");
    println!("objects: {put:.0} MB/s put, {:.0} MB/s fetched", megabytes / begun.elapsed().as_secs_f64());
}

/// What many jobs cost that wait: memory, space, and time until a server that was killed is back.
fn long_line() {
    let Some(mut server) = NatsServer::start() else { return };
    let swarm = campaign(&server);
    let queue = swarm.queue("jobs").expect("a queue");
    let before = megabytes(&server);
    for part in 0..LINE / JOBS {
        let jobs: Vec<(String, Vec<u8>)> = (0..JOBS).map(|job| (format!("job-{part}-{job}"), JOB.to_vec())).collect();
        queue.put_all(&jobs).expect("space");
    }
    let jobs = LINE / JOBS * JOBS;
    let memory = megabytes(&server).zip(before).map(|(after, before)| after.saturating_sub(before));
    let memory = memory.map_or_else(|| "?".to_owned(), |memory| memory.to_string());
    let begun = Instant::now();
    server.start_again();
    let open = queue.open().expect("a server");
    let back = begun.elapsed().as_secs_f64();
    assert_eq!(open, jobs as u64, "jobs were lost");
    println!(
        "{jobs} jobs that wait: {memory} MB of memory, {} bytes on the disk each, killed and back in {back:.1} s",
        server.stored() / jobs as u64
    );
}

/// The seconds that the server's process has worked.
fn cpu_time(server: &NatsServer) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", server.process()?)).ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    // A hundred ticks a second, on every Linux that shows them.
    Some(ticks as f64 / 100.0)
}

/// The most memory that it had.
fn megabytes(server: &NatsServer) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.process()?)).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? / 1024)
}
