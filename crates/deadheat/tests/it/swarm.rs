//! The swarm on a real server: one coordinator, workers as processes, and what happens when any of them is killed.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use deadheat_swarm::{Nats, NatsOptions, NatsSwarm, Swarm as _};
use deadheat_testing::java::{compile, java_home};
use deadheat_testing::nats::NatsServer;
use deadheat_testing::repository;
use deadheat_witness::crew;
use serde_json::Value;
use tempfile::TempDir;

use crate::native_tools::{deadheat, has, succeeds};

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    command.env("JAVA_HOME", java_home()).env_remove("NATS_TOKEN").args(args).stdin(Stdio::null());
    command
}

fn said(output: &Output) -> String {
    format!("{}\n{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// A process that ends with the test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server, and a folder for what its workers keep.
struct Place {
    server: NatsServer,
    folder: TempDir,
}

impl Place {
    fn new() -> Option<Self> {
        Some(Self { server: NatsServer::start()?, folder: tempfile::tempdir().unwrap() })
    }

    fn worker(&self) -> Process {
        Process(self.worker_with(&[]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    }

    fn worker_with(&self, options: &[&str]) -> Command {
        let cache = self.folder.path().join("cache");
        let address = self.server.address();
        let args = ["worker", "--nats", &address, "--jobs", "1", "--cache", cache.to_str().unwrap()];
        command(&[&args, options].concat())
    }

    /// What a command says of a guest, with workers or without.
    fn verdicts(&self, args: &[&str], guest: &Guest, swarm: bool) -> (BTreeMap<String, String>, bool) {
        let results = self.folder.path().join(if swarm { "swarm" } else { "alone" });
        let _ = fs::remove_dir_all(&results);
        let address = self.server.address();
        let output = ["--output", results.to_str().unwrap()];
        let swarm: &[&str] = if swarm { &["--nats", &address] } else { &[] };
        let ended = command(&[args, &output, swarm, &guest.words()].concat()).output().unwrap();
        assert!(matches!(ended.status.code(), Some(0 | 1)), "{}", said(&ended));
        verdicts(&results)
    }
}

/// A compiled program.
struct Guest {
    name: String,
    classes: TempDir,
}

impl Guest {
    fn new(name: &str, text: &str) -> Self {
        Self { name: name.to_owned(), classes: compile(name, text) }
    }

    fn of_corpus(path: &str) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(path);
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        Self::new(&name, &fs::read_to_string(&path).unwrap())
    }

    fn words(&self) -> [&str; 3] {
        ["-cp", self.classes.path().to_str().unwrap(), &self.name]
    }
}

/// Verdicts by id, and whether everything was searched.
fn verdicts(results: &Path) -> (BTreeMap<String, String>, bool) {
    let result: Value = serde_json::from_slice(&fs::read(results.join("result.json")).unwrap()).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let findings = result["findings"].as_array().unwrap().iter();
    let list: Vec<(String, String)> =
        findings.map(|finding| (text(&finding["id"]), text(&finding["verdict"]["verdict"]))).collect();
    let all: BTreeMap<String, String> = list.iter().cloned().collect();
    assert_eq!(all.len(), list.len(), "nothing is told twice");
    (all, result["complete"].as_bool().unwrap())
}

#[test]
fn any_number_of_workers_comes_to_what_one_process_does() {
    let Some(place) = Place::new() else { return };
    let programs = ["Deadlock", "ChildOfChild", "HandOver", "Polite", "HaltedByOther"]
        .map(|name| Guest::of_corpus(&format!("explore/{name}.java")));
    let mut workers = Vec::new();
    for count in [1, 2, 4] {
        workers.resize_with(count, || place.worker());
        for guest in &programs {
            let explore = ["explore", "--no-rabbit"];
            let alone = place.verdicts(&explore, guest, false);
            assert_eq!(place.verdicts(&explore, guest, true), alone, "{} by {count}", guest.name);
            if count == 2 {
                let check = ["check", "--budget", "10,30"];
                // More runs may warn of more that is not there.
                let told = |(mut all, complete): (BTreeMap<String, String>, bool)| {
                    all.retain(|_, verdict| verdict != "refuted");
                    (all, complete)
                };
                let alone = told(place.verdicts(&check, guest, false));
                assert_eq!(told(place.verdicts(&check, guest, true)), alone, "{} checked by {count}", guest.name);
            }
        }
    }
}

/// Enough states that somebody can be killed in the middle, a race, and a deadlock.
const LONG: &str = "public class Long {
    static int race;
    static final Object a = new Object(), b = new Object();
    static final int[] cells = new int[6];
    public static void main(String[] args) {
        for (int n = 0; n < 3; n++) {
            int me = n;
            new Thread(() -> {
                for (int round = 0; round < 5; round++)
                    synchronized (cells) { cells[round] = cells[round] * 3 + me; }
                if (me == 0) synchronized (a) { synchronized (b) { race++; } }
                if (me == 1) synchronized (b) { synchronized (a) { } }
                if (me == 2) race++;
            }).start();
        }
    }
}";

#[test]
fn nothing_is_lost_when_anyone_is_killed() {
    let Some(mut place) = Place::new() else { return };
    let guest = Guest::new("Long", LONG);
    let alone = place.verdicts(&["explore", "--no-rabbit"], &guest, false);
    assert!(alone.1 && alone.0.len() >= 2, "{alone:?}");
    let mut workers: Vec<Process> = (0..3).map(|_| place.worker()).collect();
    let results = place.folder.path().join("killed");
    let address = place.server.address();
    let begin = |more: &[&str]| {
        let output = ["explore", "--nats", &address, "--output", results.to_str().unwrap()];
        let mut child = command(&[&output, more, &guest.words()].concat())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
        let line = lines.find(|line| line.contains("campaign")).expect("the campaign is told");
        let id = line.split("--nats-resume ").nth(1).expect("how to go on is told").trim().to_owned();
        // Nobody may have to wait for us to read on.
        std::thread::spawn(move || lines.for_each(drop));
        (Process(child), id)
    };
    let (coordinator, id) = begin(&[]);
    // In the middle: something is done, and most is not.
    let nats = Nats::connect(&NatsOptions::new(&address)).unwrap();
    let swarm = nats.find(&id).unwrap().unwrap();
    assert!(!swarm.store().changes(crew::RESULTS, 0, Duration::from_secs(60)).unwrap().is_empty());
    drop(workers.pop());
    drop(coordinator);
    place.server.start_again();
    let (mut coordinator, again) = begin(&["--nats-resume", &id]);
    assert_eq!(again, id);
    workers.push(place.worker());
    assert_eq!(coordinator.0.wait().unwrap().code(), Some(1));
    assert_eq!(verdicts(&results), alone);
    assert_eq!(nats.campaigns().unwrap(), Vec::<String>::new(), "a campaign that is over is forgotten");
}

#[test]
fn workers_refuse_what_is_not_for_them() {
    let Some(place) = Place::new() else { return };
    let nats = Nats::connect(&NatsOptions::new(place.server.address())).unwrap();
    let swarm = nats.campaign("other-version").unwrap();
    swarm.store().write("campaign", br#"{"deadheat":"9.9.9","new":"form"}"#).unwrap();
    swarm.queue("warnings").unwrap().put("job", b"?").unwrap();
    let address = place.server.address();
    let ended = command(&["worker", "--nats", &address, "--idle", "0.5"]).output().unwrap();
    assert_eq!(ended.status.code(), Some(0));
    assert!(said(&ended).contains("it is of deadheat 9.9.9, this is "), "{}", said(&ended));
    let refusals = swarm.store().changes("refusal", 0, Duration::ZERO).unwrap();
    assert!(refusals.iter().any(|refusal| String::from_utf8_lossy(&refusal.value).contains("9.9.9")));
}

#[test]
fn workers_outlive_campaigns() {
    let Some(place) = Place::new() else { return };
    let address = place.server.address();
    let worker = place.worker_with(&["--idle", "1"]).stderr(Stdio::piped()).spawn().unwrap();
    let nats = Nats::connect(&NatsOptions::new(&address)).unwrap();
    // Campaigns that are over as soon as they are seen.
    for number in 0..40 {
        let swarm = nats.campaign(&format!("short-{number}")).unwrap();
        swarm.queue(crew::SEARCHES).unwrap().put("job", b"?").unwrap();
        swarm.store().write("campaign", br#"{"deadheat":"9.9.9"}"#).unwrap();
        std::thread::sleep(Duration::from_millis(number));
        swarm.forget().unwrap();
    }
    let ended = worker.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(0), "{}", said(&ended));
}

#[test]
fn what_is_found_is_told_before_its_job_is_done() {
    let Some(place) = Place::new() else { return };
    // But for the smallest, parts of this take the minute that they are given.
    let guest = Guest::new("Long", &LONG.replace("round < 5", "round < 60").replace("new int[6]", "new int[60]"));
    let address = place.server.address();
    let explore = command(&[&["explore", "--nats", &address], &guest.words()[..]].concat());
    let _explore = Process({ explore }.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
    let nats = Nats::connect(&NatsOptions::new(&address)).unwrap();
    let swarm = campaign(&nats);
    let _worker = place.worker();
    assert!(!swarm.store().changes(crew::CLAIMS, 0, Duration::from_secs(40)).unwrap().is_empty());
}

/// The only campaign on a server, when it is there.
fn campaign(nats: &Nats) -> NatsSwarm {
    loop {
        if let Some(id) = nats.campaigns().unwrap().pop() {
            return nats.find(&id).unwrap().unwrap();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// What hands leave behind for a job that has ended too many of them (`witness/tests/it/crew.rs` has the hands).
const SET_ASIDE: &[u8] = br#"{"here":{"worker":"w","fault":"a job was set aside that has ended 3 workers: x"}}"#;

#[test]
fn a_job_that_is_set_aside_is_told() {
    let Some(place) = Place::new() else { return };
    let guest = Guest::new("Long", LONG);
    let results = place.folder.path().join("set-aside");
    let address = place.server.address();
    let args = ["explore", "--nats", &address, "--output", results.to_str().unwrap()];
    let explore = command(&[&args[..], &guest.words()].concat()).stderr(Stdio::piped()).spawn().unwrap();
    let nats = Nats::connect(&NatsOptions::new(&address)).unwrap();
    // The first part that is there is the one; an honest worker does the others.
    let swarm = campaign(&nats);
    let part = loop {
        if let Some(part) = swarm.queue(crew::SEARCHES).unwrap().take(Duration::from_secs(1)).unwrap() {
            break part;
        }
    };
    assert!(swarm.store().create(&crew::result_key(part.id()), SET_ASIDE).unwrap());
    part.done().unwrap();
    let _worker = place.worker();
    let ended = explore.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(3), "{text}");
    assert!(text.contains("a job was set aside that has ended 3 workers"), "{text}");
    let (verdicts, complete) = verdicts(&results);
    assert!(!complete && !verdicts.values().any(|verdict| verdict == "refuted"), "{verdicts:?}");
}

#[test]
fn native_programs_travel_to_workers_that_take_them() {
    let Some(place) = Place::new() else { return };
    if !has("gcc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let source = repository("tests/native/buggy/hidden_by_lock.c");
    succeeds(&deadheat(folder.path(), &["cc", "-g", source.to_str().unwrap(), "-o", "guest"]));
    let check = |more: &[&str]| {
        let results = folder.path().join("results");
        // Nothing is decided before the time is over, so that workers have a part in it.
        let args = ["check", "--without", "search", "--budget", "3,5", "--output", results.to_str().unwrap()];
        let ended = command(&[&args, more, &["./guest"]].concat()).current_dir(folder.path()).output().unwrap();
        assert_eq!(ended.status.code(), Some(1), "{}", said(&ended));
        let mut all = verdicts(&results).0;
        // No swarm refutes what is native.
        all.retain(|_, verdict| verdict == "witnessed");
        (all, said(&ended))
    };
    let (alone, _) = check(&[]);
    let address = place.server.address();
    let timid = place.worker();
    let willing = place.worker_with(&["--native", "--once"]).stderr(Stdio::piped()).spawn().unwrap();
    let (all, text) = check(&["--nats", &address]);
    assert_eq!(all, alone, "{text}");
    assert!(text.contains("start it with --native to run them"), "{text}");
    drop(timid);
    let told = said(&willing.wait_with_output().unwrap());
    assert!(told.contains("jobs of campaign") && !told.contains("is not for this worker"), "{told}");
}

#[test]
fn what_is_wrong_is_said_in_a_line() {
    let guest = Guest::of_corpus("explore/Heat.java");
    let fails = |options: &[&str], part: &str| {
        for name in ["check", "explore"] {
            let ended = command(&[&[name], options, &guest.words()].concat()).output().unwrap();
            let text = String::from_utf8_lossy(&ended.stderr).into_owned();
            let errors: Vec<&str> = text.lines().filter(|line| line.starts_with("deadheat: error: ")).collect();
            assert_eq!((ended.status.code(), errors.len()), (Some(2), 1), "{}", said(&ended));
            assert!(errors[0].contains(part) && errors[0].contains("; "), "{text}");
        }
    };
    fails(&["--nats", "http://here"], "is no address of a NATS server");
    fails(&["--nats", "nats://127.0.0.1:1"], "127.0.0.1:1");
    fails(&["--nats-resume", "x"], "--nats");
    let Some(place) = Place::new() else { return };
    fails(&["--nats", &place.server.address(), "--nats-resume", "nobody"], "there is no campaign `nobody`");
    let Some(plain) = NatsServer::configured(None, "") else { return };
    fails(&["--nats", &plain.address()], "JetStream");
    let Some(closed) = NatsServer::configured(Some(""), "authorization { token: \"open sesame\" }") else { return };
    fails(&["--nats", &closed.address(), "--nats-token", "wrong"], "");
    let Some(small) = NatsServer::configured(Some("max_file_store: 3K"), "") else { return };
    fails(&["--nats", &small.address()], "");
    let Some(small) = NatsServer::configured(Some("max_file_store: 40M"), "") else { return };
    fs::write(guest.classes.path().join("data"), vec![7; 12 << 20]).unwrap();
    fails(&["--nats", &small.address()], "are larger than the");
}
