//! What is wrong with what deadheat says of a program.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::deadheat::{self, Finding, LOOKED_FOR, Mode, Said};
use crate::program::Program;
use crate::stress::{HANG, RUNS, SPIN, Stress};
use crate::workshop::Ending;

/// A kind of problem.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// A command failed, or did not end.
    Exit,
    /// `java` showed an outcome that a complete search does not reach.
    Outcome,
    /// `java` hung, and a complete search knows of nothing that would hang.
    Hang,
    /// The program threw what only a gap of deadheat's can throw.
    Gap,
    /// A mode witnesses an error, and another that says it has seen everything does not have it.
    Modes,
    /// A mode refutes what another witnesses.
    Refuted,
    /// A witness does not replay, or what a search found could not be proved because its schedule does not.
    Replay,
    /// An error was reported in a program that has none by construction.
    Clean,
}

/// A problem.
#[derive(Clone, Debug)]
pub struct Problem {
    /// What kind it is.
    pub kind: Kind,
    /// The modes that are at fault, as far as that is known.
    pub modes: Vec<Mode>,
    /// What exactly.
    pub text: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let modes: Vec<&str> = self.modes.iter().map(|mode| mode.name()).collect();
        write!(f, "{:?} {}: {}", self.kind, modes.join("+"), self.text)
    }
}

/// What a program was judged by.
pub struct Judgement {
    /// The problems.
    pub problems: Vec<Problem>,
    /// The outcomes of `java`, with how often they were seen.
    pub outcomes: Vec<(String, usize)>,
    /// Whether `explore` saw everything.
    pub complete: bool,
    /// The states of `explore`.
    pub states: u64,
    /// How many witnessed findings there are beside the ends of the program.
    pub errors: usize,
    /// Whether deadheat reaches outcomes that `java` did not show.
    pub unseen: bool,
    /// How many commands were run.
    pub commands: usize,
}

/// What judges.
pub struct Judge<'a> {
    /// deadheat.
    pub binary: &'a Path,
    /// The real `java`.
    pub stress: &'a Mutex<Stress>,
    /// The modes that are compared.
    pub modes: &'a [Mode],
    /// How many witnesses of the program's ends are replayed per mode; those of errors all are.
    pub replays: usize,
}

impl Judge<'_> {
    /// Judges a program whose classes are in a folder.
    pub fn judge(&self, program: &Program, classes: &Path) -> io::Result<Judgement> {
        let outcomes = self.stress.lock().unwrap_or_else(PoisonError::into_inner).outcomes(program, classes, RUNS)?;
        let moving = |outcome: &str| outcome != HANG && outcome != SPIN;
        let looked_for: Vec<String> = outcomes.iter().map(|(o, _)| o.clone()).filter(|o| moving(o)).collect();
        let mut problems = Vec::new();
        let mut said: BTreeMap<Mode, Said> = BTreeMap::new();
        let mut commands = 0;
        for &mode in self.modes {
            // A program that is too large for one mode is too large for all; what must not be reported at all is still looked for.
            let small = said.get(&Mode::Explore).is_none_or(|explored| explored.complete);
            if !(small || mode == Mode::Check && program.clean) {
                continue;
            }
            commands += 1;
            let answer = deadheat::run(self.binary, mode, program, classes, &looked_for)?;
            if !matches!(answer.exit, Some(0 | 1)) {
                let exit = answer.exit.map_or("too long".into(), |code| format!("exit code {code}"));
                add(&mut problems, Kind::Exit, mode, format!("{exit}: {}", answer.printed));
            }
            commands += self.replay(mode, &answer, &mut problems)?;
            said.insert(mode, answer);
        }
        for (&mode, answer) in &said {
            by_java(mode, answer, &outcomes, &looked_for, &mut problems);
            by_construction(program, mode, answer, &mut problems);
        }
        between(&said, &mut problems);
        let explored = said.get(&Mode::Explore);
        let witnessed = |test: &dyn Fn(&Finding) -> bool| {
            explored.map_or(0, |said| said.findings.iter().filter(|f| f.witnessed() && test(f)).count())
        };
        Ok(Judgement {
            problems,
            complete: explored.is_some_and(|said| said.complete),
            states: explored.map_or(0, |said| said.states),
            errors: witnessed(&|f| f.ending.is_none()),
            unseen: witnessed(&|f| f.ending == Some(Ending::Unseen)) > 0,
            outcomes,
            commands,
        })
    }

    fn replay(&self, mode: Mode, said: &Said, problems: &mut Vec<Problem>) -> io::Result<usize> {
        let mut ends = 0;
        let mut commands = 0;
        for f in said.findings.iter().filter(|f| f.replay_failed) {
            add(problems, Kind::Replay, mode, format!("found, and its schedule does not replay: {}", f.text));
        }
        for witness in said.witnesses()? {
            let name = witness.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if said.findings.iter().any(|f| f.id == name && f.ending.is_some()) {
                ends += 1;
                if ends > self.replays {
                    continue;
                }
            }
            commands += 1;
            if let Err(printed) = deadheat::replays(self.binary, &witness)? {
                add(problems, Kind::Replay, mode, format!("{name}: {printed}"));
            }
        }
        Ok(commands)
    }
}

/// A problem that several modes have is one.
fn add(problems: &mut Vec<Problem>, kind: Kind, mode: Mode, text: String) {
    match problems.iter_mut().find(|p| p.kind == kind && p.text == text) {
        Some(same) => same.modes.push(mode),
        None => problems.push(Problem { kind, modes: vec![mode], text }),
    }
}

/// The first judge: what `java` showed must be reached.
fn by_java(mode: Mode, said: &Said, outcomes: &[(String, usize)], looked_for: &[String], problems: &mut Vec<Problem>) {
    let ends = |ending: Ending| said.findings.iter().any(|f| f.ending == Some(ending) && f.witnessed());
    if ends(Ending::Gap) {
        add(problems, Kind::Gap, mode, "something that java does not throw".into());
    }
    if !said.complete {
        return;
    }
    for (number, outcome) in looked_for.iter().take(LOOKED_FOR).enumerate() {
        if !ends(Ending::Outcome(number)) {
            let count = outcomes.iter().find(|(o, _)| o == outcome).map_or(0, |(_, count)| *count);
            add(problems, Kind::Outcome, mode, format!("java showed {outcome:?} {count} times"));
        }
    }
    let stuck = |f: &Finding| f.witnessed() && matches!(&*f.kind, "deadlock" | "lost-signal" | "livelock");
    for (outcome, _) in outcomes.iter().filter(|(o, _)| o == HANG || o == SPIN) {
        if !said.findings.iter().any(stuck) {
            add(problems, Kind::Hang, mode, format!("java showed {outcome}"));
        }
    }
}

/// The third judge: nothing but its end happens in a clean program.
fn by_construction(program: &Program, mode: Mode, said: &Said, problems: &mut Vec<Problem>) {
    let serious =
        |f: &&Finding| matches!(&*f.kind, "race" | "deadlock" | "lost-signal" | "livelock") && f.verdict != "refuted";
    for f in said.findings.iter().filter(serious).filter(|_| program.clean) {
        add(problems, Kind::Clean, mode, format!("{} {}", f.verdict, f.text));
    }
}

/// The second judge: what one mode has proved, a mode that has seen everything has proved, too, and no mode has refuted.
fn between(said: &BTreeMap<Mode, Said>, problems: &mut Vec<Problem>) {
    let mut facts: BTreeMap<&str, (&Finding, Mode)> = BTreeMap::new();
    for (&mode, answer) in said {
        for f in answer.findings.iter().filter(|f| f.witnessed() && !matches!(&*f.kind, "atomicity" | "target")) {
            facts.entry(&f.id).or_insert((f, mode));
        }
    }
    for (&mode, answer) in said {
        for (id, (fact, by)) in &facts {
            let (by, text) = (by.name(), &fact.text);
            match answer.findings.iter().find(|f| f.id == *id) {
                Some(f) if f.witnessed() => {}
                Some(f) if f.verdict == "refuted" => {
                    add(problems, Kind::Refuted, mode, format!("{by} witnesses {text}"));
                }
                _ if answer.complete => {
                    add(problems, Kind::Modes, mode, format!("only {by} witnesses {text}"));
                }
                _ => {}
            }
        }
    }
}
