//! Every program under `tests/native` is checked, and judged as its directives say: each `expect` has a witness that replays in a new
//! process, nothing beyond `expect` and `allow` is witnessed or follows, and clean programs are silent. `tests/native/README.md`
//! explains the directives.
//!
//! `ONLY=name cargo test native_corpus::` looks at the programs whose name contains `name`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Duration;

use deadheat_testing::corpus::{Expectation, Program, without_indices};
use deadheat_testing::parallel;
use serde_json::Value;

use crate::native_tools::{DEADHEAT, command, has, output_within, said};

/// A check is over when it has seen so many states, so that what it finds does not depend on time: hand-made locks spin for ever.
const STATES: &str = "1500";
/// No command takes longer. Only a hang comes to this.
const GUARD: Duration = Duration::from_secs(60);
/// Of the buggy programs, so many in a hundred have all their errors witnessed.
const WITNESSED: usize = 95;

/// Programs whose errors are called otherwise than they should be, or missed, and why. The list only gets shorter: a program that is judged
/// rightly must leave it. False alarms are in no list.
const KNOWN: [(&str, &str); 1] =
    [("receiver_gone.rs", "the schedule is not among the first that are searched: channels of Rust's take many steps")];

/// What came of a program.
#[derive(Default)]
struct Judgement {
    name: String,
    /// How many errors are expected.
    errors: usize,
    /// What is expected and not witnessed, under whatever name.
    missed: Vec<String>,
    /// What is witnessed, or follows, and has another name than it should.
    misnamed: Vec<String>,
    /// What is witnessed, or follows, and is no error.
    extra: Vec<String>,
    /// What else is wrong.
    wrong: Vec<String>,
}

impl Judgement {
    fn is_right(&self) -> bool {
        [&self.missed, &self.misnamed, &self.extra, &self.wrong].iter().all(|all| all.is_empty())
    }

    fn text(&self) -> String {
        let mut text = format!("{}:\n", self.name);
        for (what, all) in
            [("missed", &self.missed), ("misnamed", &self.misnamed), ("extra", &self.extra), ("wrong", &self.wrong)]
        {
            all.iter().for_each(|one| writeln!(text, "  {what}: {one}").unwrap());
        }
        text
    }
}

/// The innermost line of a participant that is in the program's own file; 0 where there is none.
fn line(participant: &Value, file: &str) -> u64 {
    let stack = participant["stack"].as_array().map(Vec::as_slice).unwrap_or_default();
    let places = std::iter::once(&participant["place"]).chain(stack);
    let own = |place: &&Value| place["file"].as_str().is_some_and(|name| Path::new(name).ends_with(file));
    places.filter(|place| own(place)).find_map(|place| place["line"].as_u64()).unwrap_or(0)
}

/// What a finding of a result says.
fn found(finding: &Value, file: &str) -> Expectation {
    let text = |value: &Value| without_indices(value.as_str().unwrap_or_default());
    let error = &finding["error"];
    let participants = finding["participants"].as_array().map(Vec::as_slice).unwrap_or_default();
    let lines = participants.iter().map(|participant| line(participant, file)).collect();
    match error["kind"].as_str().unwrap_or_default() {
        "race" => Expectation::new("race", vec![text(&error["target"])], lines),
        "deadlock" => {
            let locks = error["locks"].as_array().map(Vec::as_slice).unwrap_or_default();
            // A thread that waits for the end of another adds its line and no name.
            let names = locks.iter().map(text).filter(|name| name != "the end of a thread").collect();
            Expectation::new("deadlock", names, lines)
        }
        "atomicity" => {
            // Who comes between does so where the block is, too, more often than not.
            let lines = BTreeSet::from_iter(lines as Vec<u64>);
            Expectation::new("atomicity", vec![text(&error["block"])], lines.into_iter().collect())
        }
        "uncaught" => Expectation::new("crash", Vec::new(), lines),
        other => Expectation::new(other, Vec::new(), lines),
    }
}

/// Whether a finding is the error that a directive names, whatever it is called.
fn is_there(directive: &Expectation, found: &Expectation) -> bool {
    // What tells misuse from other crashes is only its message.
    let kind = if directive.kind == "misuse" { "crash" } else { &*directive.kind };
    kind == found.kind && directive.lines == found.lines
}

/// Whether a finding is the error that a directive names.
fn is_meant(directive: &Expectation, found: &Expectation) -> bool {
    // A block without a known type is called after the call that has made it.
    let named = directive.names.is_empty() || directive.names == ["heap"] || directive.names == found.names;
    named && is_there(directive, found)
}

/// The call that compiles a program into `app`.
fn compilation(program: &Program) -> Vec<&str> {
    let call: &[&str] = match program.name.rsplit('.').next() {
        Some("rs") => &["rustc", "-Copt-level=1", "--edition=2024"],
        Some("cc") => &["c++", "-O1", "-pthread"],
        _ => &["cc", "-O1", "-pthread"],
    };
    let flags = program.directives("flags").flat_map(str::split_whitespace);
    let output = ["-o", "app", program.file.to_str().unwrap()];
    call.iter().copied().chain(flags).chain(output).collect()
}

/// Checks a program.
fn judge(program: &Program, cache: &Path) -> Judgement {
    let (name, errors) = (program.name.clone(), program.expected().len());
    let mut judgement = Judgement { name, errors, ..Judgement::default() };
    if let Err(wrong) = judge_into(&mut judgement, program, cache) {
        judgement.wrong.push(wrong);
    }
    judgement
}

fn judge_into(judgement: &mut Judgement, program: &Program, cache: &Path) -> Result<(), String> {
    let folder = tempfile::tempdir().unwrap();
    let in_folder = |args: &[&str]| {
        let mut command = command(DEADHEAT, folder.path());
        command.env("XDG_CACHE_HOME", cache).args(args);
        output_within(&mut command, GUARD).ok_or_else(|| format!("{} takes too long", args.join(" ")))
    };
    // Once: a witness of a source would compile it again for each replay.
    let compiled = in_folder(&compilation(program))?;
    if !compiled.status.success() {
        return Err(format!("it is not compiled: {}", said(&compiled)));
    }
    let limits = ["--workers", "1", "--max-states", STATES, "--budget", "60,60"];
    let checked = in_folder(&[&["check", "--output", "."], &limits[..], &["./app"]].concat())?;
    let result = fs::read_to_string(folder.path().join("result.json")).unwrap_or_default();
    let result: Value = serde_json::from_str(&result).map_err(|_| format!("no result: {}", said(&checked)))?;
    let findings = result["findings"].as_array().cloned().unwrap_or_default();
    let with_verdict =
        |wanted: &'static str| findings.iter().filter(move |finding| finding["verdict"]["verdict"] == wanted);
    let seen = |verdict| with_verdict(verdict).map(|finding| found(finding, &program.name)).collect::<BTreeSet<_>>();
    let (witnessed, follows, refuted) = (seen("witnessed"), seen("follows"), seen("refuted"));

    let (expected, allowed) = (program.expected(), program.allowed());
    for directive in &expected {
        if refuted.iter().any(|finding| is_meant(directive, finding)) {
            judgement.wrong.push(format!("refuted: {directive}"));
        }
        if !witnessed.iter().any(|finding| is_there(directive, finding)) {
            judgement.missed.push(directive.to_string());
        }
    }
    let known: Vec<&Expectation> = expected.iter().chain(&allowed).collect();
    for finding in witnessed.union(&follows) {
        if known.iter().any(|directive| is_meant(directive, finding)) {
            continue;
        }
        let is_there = known.iter().any(|directive| is_there(directive, finding));
        if is_there { &mut judgement.misnamed } else { &mut judgement.extra }.push(finding.to_string());
    }
    if checked.status.code() != Some(i32::from(!witnessed.is_empty())) {
        judgement.wrong.push(format!("exit code {:?}: {}", checked.status.code(), said(&checked)));
    }
    for finding in with_verdict("witnessed") {
        let file = format!("{}.witness", finding["id"].as_str().unwrap_or_default());
        let replayed = in_folder(&["replay", "--check", &file])?;
        if !replayed.status.success() {
            judgement.wrong.push(format!("{file} does not replay: {}", said(&replayed)));
        }
    }
    Ok(())
}

#[test]
fn every_error_is_witnessed_and_nothing_else() {
    let (buggy, clean) =
        (Program::read_native_folder("tests/native/buggy"), Program::read_native_folder("tests/native/clean"));
    assert!(buggy.len() >= 60 && clean.len() >= 60, "{} buggy, {} clean", buggy.len(), clean.len());
    let only = std::env::var("ONLY").unwrap_or_default();
    let mut programs: Vec<Program> =
        buggy.into_iter().chain(clean).filter(|program| program.name.contains(&only)).collect();
    for (ending, compiler) in [(".c", "gcc"), (".cc", "g++"), (".rs", "rustc")] {
        if programs.iter().any(|program| program.name.ends_with(ending)) && !has(compiler) {
            programs.retain(|program| !program.name.ends_with(ending));
        }
    }
    let cache = tempfile::tempdir().unwrap();
    let judgements = parallel::map(&programs, |program| judge(program, cache.path()));

    let is_clean = |judgement: &&Judgement| judgement.errors == 0;
    let (clean, buggy): (Vec<_>, Vec<_>) = judgements.iter().partition(is_clean);
    let entirely = buggy.iter().filter(|judgement| judgement.missed.is_empty()).count();
    let errors: usize = buggy.iter().map(|judgement| judgement.errors).sum();
    let missed: usize = buggy.iter().map(|judgement| judgement.missed.len()).sum();
    let extra: usize = judgements.iter().map(|judgement| judgement.extra.len()).sum();
    let misnamed = judgements.iter().filter(|judgement| !judgement.misnamed.is_empty()).count();
    let silent = clean.iter().filter(|judgement| judgement.extra.is_empty()).count();
    println!("| errors witnessed | {} of {errors} |", errors - missed);
    println!("| buggy programs witnessed entirely | {entirely} of {} |", buggy.len());
    println!("| programs with findings under another name | {misnamed} |");
    println!("| findings that are no errors | {extra} |");
    println!("| clean programs that are silent | {silent} of {} |", clean.len());

    let reason =
        |judgement: &Judgement| KNOWN.iter().find(|(name, _)| *name == judgement.name).map(|(_, reason)| reason);
    let wrong: String =
        judgements.iter().filter(|one| !one.is_right() && reason(one).is_none()).map(Judgement::text).collect();
    let stale = judgements.iter().filter(|one| one.is_right() && reason(one).is_some());
    let stale: String = stale.map(|one| format!("{} is judged rightly: take it from the list\n", one.name)).collect();
    assert!(wrong.is_empty() && stale.is_empty(), "\n{wrong}{stale}");
    assert_eq!(extra, 0, "a known failure may name an error wrongly, or miss it, but report none that is not there");
    assert!(entirely * 100 >= buggy.len() * WITNESSED, "{entirely} of {} are witnessed entirely", buggy.len());
}
