//! What continuous integration is offered, `action.yml`, `ci/gitlab.yml` and the `Dockerfile`: that it can be read, that its scripts are scripts, that
//! its options are options, and that the scripts do what they should.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use deadheat::project::keys::{KEYS, Taker};
use deadheat_testing::java::{compile, java_home};
use deadheat_testing::repository;
use serde_json::Value;

/// A YAML file, if there is what reads it.
fn yaml(file: &str) -> Option<Value> {
    let read = "import json, sys, yaml; json.dump(yaml.safe_load(open(sys.argv[1], encoding='utf-8')), sys.stdout)";
    let done = Command::new("python3").args(["-c", read]).arg(repository(file)).output();
    match done {
        Ok(done) if done.status.success() => Some(serde_json::from_slice(&done.stdout).unwrap()),
        Ok(done) if !String::from_utf8_lossy(&done.stderr).contains("No module named 'yaml'") => {
            panic!("{file}: {}", String::from_utf8_lossy(&done.stderr))
        }
        _ => {
            eprintln!("skipped: there is no python3 with yaml to read {file}");
            None
        }
    }
}

fn steps(action: &Value) -> &[Value] {
    action["runs"]["steps"].as_array().unwrap()
}

/// The scripts in the files.
fn scripts() -> Option<Vec<String>> {
    let (action, gitlab) = (yaml("action.yml")?, yaml("ci/gitlab.yml")?);
    let of_action = steps(&action).iter().filter_map(|step| step["run"].as_str());
    let of_gitlab = gitlab[".deadheat"]["script"].as_array().unwrap().iter().map(|script| script.as_str().unwrap());
    Some(of_action.chain(of_gitlab).map(str::to_owned).collect())
}

/// The commands of the Dockerfile that a shell runs.
fn docker_commands() -> Vec<String> {
    let text = fs::read_to_string(repository("Dockerfile")).unwrap().replace("\\\n", " ");
    text.lines().filter_map(|line| line.strip_prefix("RUN ")).map(str::to_owned).collect()
}

fn bash(script: &str, options: &[&str], prepare: impl FnOnce(&mut Command)) -> Output {
    let mut bash = Command::new("bash");
    bash.args(options).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    prepare(&mut bash);
    let mut child = bash.spawn().unwrap();
    child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn scripts_are_scripts() {
    let Some(scripts) = scripts() else { return };
    assert!(scripts.len() >= 4, "{scripts:?}");
    for script in scripts.iter().chain(&docker_commands()) {
        let done = bash(script, &["-n"], |_| {});
        assert!(done.status.success() && done.stderr.is_empty(), "{}\n{script}", text(&done));
    }
}

/// Words that are options of deadheat's: those of its own calls, and those that are put together for one.
fn named_options(script: &str) -> BTreeSet<String> {
    let lines = script.lines().filter(|line| {
        let mut words = line.split_whitespace();
        words.next() == Some("deadheat") || line.contains("words+=(") || line.contains("words=(")
    });
    let words = lines.flat_map(|line| line.split(|c: char| !(c.is_alphanumeric() || c == '-')));
    words.filter(|word| word.starts_with("--")).map(str::to_owned).collect()
}

#[test]
fn options_are_options() {
    let Some(scripts) = scripts() else { return };
    let cli = deadheat::options::definition();
    let is_option = |command: &str, option: &str| {
        let own = cli.find_subcommand(command).unwrap().get_arguments();
        let of_guest = KEYS.iter().filter(|key| key.taker != Taker::Own).any(|key| key.option() == option);
        of_guest || own.into_iter().any(|arg| arg.get_long().map(|long| format!("--{long}")).as_deref() == Some(option))
    };
    let mut seen = 0;
    for option in scripts.iter().flat_map(|script| named_options(script)) {
        seen += 1;
        assert!(is_option("test", &option), "`deadheat test` has no {option}");
        // What it writes for tests is asked for with tests only.
        assert!(is_option("check", &option) || option == "--junit-xml", "`deadheat check` has no {option}");
    }
    assert!(seen >= 6, "no options were found");
    let page = fs::read_to_string(repository("docs/ci.md")).unwrap();
    for line in page.lines().filter(|line| line.trim_start().starts_with("deadheat ")) {
        let command = line.split_whitespace().nth(1).unwrap();
        for word in line.split_whitespace().filter(|word| word.starts_with("--")) {
            let option = word.split('=').next().unwrap_or(word);
            assert!(is_option(command, option), "docs/ci.md: `deadheat {command}` has no {option}");
        }
    }
}

#[test]
fn the_action_knows_its_inputs() {
    let Some(action) = yaml("action.yml") else { return };
    let text = fs::read_to_string(repository("action.yml")).unwrap();
    let inputs = action["inputs"].as_object().unwrap();
    let mut used = BTreeSet::new();
    for rest in text.split("inputs.").skip(1) {
        let name: String = rest.chars().take_while(|c| c.is_ascii_lowercase() || *c == '-').collect();
        assert!(inputs.contains_key(&name), "there is no input {name}");
        used.insert(name);
    }
    assert_eq!(used.len(), inputs.len(), "every input is used: {used:?}");
    let page = fs::read_to_string(repository("docs/ci.md")).unwrap();
    for input in inputs.keys() {
        assert!(page.contains(&format!("| `{input}` |")), "docs/ci.md has no row for the input {input}");
    }
    // What others make is taken in a version, and values never become a part of a script.
    for step in steps(&action) {
        assert!(step["uses"].as_str().is_none_or(|uses| uses.contains("@v")), "{step}");
        assert!(step["run"].as_str().is_none_or(|run| !run.contains("${{")), "{step}");
    }
}

/// A race, and nothing else.
const RACY: &str = "
    public class Racy {
        static int n;
        public static void main(String[] args) {
            new Thread(() -> n++).start();
            n++;
        }
    }";

#[test]
fn the_scripts_check() {
    let (Some(action), Some(gitlab)) = (yaml("action.yml"), yaml("ci/gitlab.yml")) else { return };
    let run = steps(&action).iter().find(|step| step["id"] == "run").unwrap();
    let classes = compile("Racy", RACY);
    let said_by_step = classes.path().join("github-output");
    let binaries = Path::new(env!("CARGO_BIN_EXE_deadheat")).parent().unwrap();
    let path = format!("{}:{}", binaries.display(), std::env::var("PATH").unwrap());
    let prepare = |command: &mut Command| {
        command.current_dir(classes.path()).env("PATH", &path).env("JAVA_HOME", java_home());
        command.env("GITHUB_OUTPUT", &said_by_step);
    };
    // As GitHub calls a shell.
    let as_github = ["--noprofile", "--norc", "-eo", "pipefail", "-s"];
    for (command, program, code) in
        [("check", "Racy\nan argument", "1"), ("check", "NoSuchClass", "2"), ("test", "", "2")]
    {
        fs::write(&said_by_step, "").unwrap();
        let done = bash(run["run"].as_str().unwrap(), &as_github, |bash| {
            prepare(bash);
            bash.envs([("COMMAND", command), ("CLASS_PATH", "."), ("PROGRAM", program)]);
            bash.envs([("OPTIONS", "--seed\n7"), ("OUTPUT", "a folder")]);
        });
        // The step itself never fails: what comes behind it must still be done.
        assert!(done.status.success(), "{}", text(&done));
        let told = fs::read_to_string(&said_by_step).unwrap();
        assert!(told.contains(&format!("exit-code={code}\n")), "{told}{}", text(&done));
        if code == "1" {
            let sarif = told.lines().find_map(|line| line.strip_prefix("sarif=")).unwrap();
            assert!(Path::new(sarif).is_file() && sarif.ends_with("a folder/report.sarif"), "{sarif}");
        }
    }
    let fails = steps(&action).last().unwrap()["run"].as_str().unwrap();
    assert_eq!(bash(fails, &as_github, |bash| _ = bash.env("CODE", "3")).status.code(), Some(3));

    let job = &gitlab[".deadheat"];
    let done = bash(job["script"][0].as_str().unwrap(), &["-eo", "pipefail", "-s"], |bash| {
        prepare(bash);
        for (name, value) in job["variables"].as_object().unwrap() {
            bash.env(name, value.as_str().unwrap());
        }
        bash.envs([("DEADHEAT_COMMAND", "check"), ("DEADHEAT_PROGRAM", "Racy x"), ("DEADHEAT_OPTIONS", "--seed 7")]);
    });
    assert_eq!(done.status.code(), Some(1), "{}", text(&done));
    assert!(classes.path().join("deadheat-results/report.html").is_file());
}

#[test]
fn the_image_is_made_from_what_is_there() {
    let text = fs::read_to_string(repository("Dockerfile")).unwrap();
    let version = fs::read_to_string(repository("Cargo.toml")).unwrap();
    let version = version.lines().find_map(|line| line.strip_prefix("rust-version = ")).unwrap().trim_matches('"');
    assert!(
        text.contains(&format!("FROM rust:{version}-bookworm AS build")),
        "the Dockerfile builds with Rust {version}"
    );
    let makefile = fs::read_to_string(repository("Makefile")).unwrap();
    assert!(text.contains("make install") && makefile.contains("\ninstall:\n"));
    assert!(text.contains("\nUSER deadheat\n"), "programs under test are not run as root");
}
