//! Many programs judged, and what came of it.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::deadheat::Mode;
use crate::generate::generate;
use crate::judge::{Judge, Judgement, Kind, Problem};
use crate::program::Program;
use crate::stress::Stress;
use crate::themes::Theme;
use crate::workshop::Compiled;

/// Programs that are compiled together.
const BATCH: usize = 40;

/// What is to be done.
pub struct Campaign {
    /// deadheat.
    pub binary: PathBuf,
    /// The first seed.
    pub seed: u64,
    /// How many programs.
    pub count: usize,
    /// How many at a time.
    pub jobs: usize,
    /// What they are about.
    pub themes: Vec<&'static Theme>,
    /// The modes that are compared.
    pub modes: Vec<Mode>,
    /// How many witnesses of ends are replayed per mode.
    pub replays: usize,
    /// Where programs with problems are kept.
    pub failures: Option<PathBuf>,
}

/// What came of it.
#[derive(Default)]
pub struct Summary {
    /// Programs judged.
    pub programs: usize,
    /// Of these, clean by construction.
    pub clean: usize,
    /// Of these, searched completely.
    pub complete: usize,
    /// Of these, such that `java` hung.
    pub hanging: usize,
    /// Of these, with outcomes that only deadheat reached.
    pub unseen: usize,
    /// Outcomes that `java` showed.
    pub outcomes: usize,
    /// Witnessed errors, beside the programs' ends.
    pub errors: usize,
    /// Commands run.
    pub commands: usize,
    /// States of `explore`.
    pub states: u64,
    /// The problems, with their seeds.
    pub problems: Vec<(u64, Vec<&'static str>, Problem)>,
    /// How long it took.
    pub time: Duration,
}

impl Summary {
    fn add(&mut self, program: &Program, judgement: Judgement) {
        self.programs += 1;
        self.clean += usize::from(program.clean);
        self.complete += usize::from(judgement.complete);
        self.unseen += usize::from(judgement.unseen);
        self.hanging += usize::from(judgement.outcomes.iter().any(|(o, _)| o == crate::stress::HANG));
        self.outcomes += judgement.outcomes.len();
        self.errors += judgement.errors;
        self.commands += judgement.commands;
        self.states += judgement.states;
        self.problems.extend(judgement.problems.into_iter().map(|p| (program.seed, program.themes.clone(), p)));
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let programs = self.programs.max(1);
        let rate = self.programs as f64 / self.time.as_secs_f64().max(0.001);
        writeln!(
            f,
            "{} programs ({} clean by construction, {} searched completely, {} hang in java, {} with outcomes that java did not show), \
             {} outcomes of java, {} errors witnessed, {} states per program, {} commands, {rate:.2} programs/s",
            self.programs,
            self.clean,
            self.complete,
            self.hanging,
            self.unseen,
            self.outcomes,
            self.errors,
            self.states / programs as u64,
            self.commands,
        )?;
        let mut kinds: BTreeMap<(Kind, Vec<Mode>), usize> = BTreeMap::new();
        let mut seeds: Vec<u64> = Vec::new();
        for (seed, _, problem) in &self.problems {
            *kinds.entry((problem.kind, problem.modes.clone())).or_default() += 1;
            seeds.push(*seed);
        }
        seeds.sort_unstable();
        seeds.dedup();
        for ((kind, modes), count) in kinds {
            let modes: Vec<&str> = modes.iter().map(|mode| mode.name()).collect();
            writeln!(f, "{count:6} {kind:?} {}", modes.join("+"))?;
        }
        write!(f, "{} programs with problems", seeds.len())
    }
}

impl Campaign {
    /// Does it. Each problem is handed on when it is found.
    pub fn run(&self, found: impl Fn(u64, &Program, &Problem) + Sync) -> io::Result<Summary> {
        let begun = Instant::now();
        let stress = Mutex::new(Stress::new()?);
        let judge = Judge { binary: &self.binary, stress: &stress, modes: &self.modes, replays: self.replays };
        let summary = Mutex::new(Summary::default());
        let programs: Vec<Program> = (0..self.count as u64).map(|n| generate(self.seed + n, &self.themes)).collect();
        for batch in programs.chunks(BATCH) {
            let compiled = Compiled::new(&batch.iter().collect::<Vec<_>>())?;
            let next = AtomicUsize::new(0);
            let work = || -> io::Result<()> {
                while let Some(program) = batch.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let judgement = judge.judge(program, compiled.classes())?;
                    if !judgement.problems.is_empty() {
                        self.keep(program, &compiled, &judgement)?;
                    }
                    judgement.problems.iter().for_each(|problem| found(program.seed, program, problem));
                    summary.lock().expect("no worker has panicked here").add(program, judgement);
                }
                Ok(())
            };
            std::thread::scope(|scope| {
                let workers: Vec<_> = (0..self.jobs.max(1)).map(|_| scope.spawn(work)).collect();
                let ended = workers
                    .into_iter()
                    .map(|worker| worker.join().unwrap_or_else(|_| Err(io::Error::other("a worker panicked"))));
                ended.collect::<io::Result<Vec<()>>>()
            })?;
            let so_far = summary.lock().expect("no worker has panicked here");
            eprintln!(
                "{} of {} programs, {} problems, {} s",
                so_far.programs,
                self.count,
                so_far.problems.len(),
                begun.elapsed().as_secs()
            );
        }
        let mut summary = summary.into_inner().expect("no worker has panicked here");
        summary.problems.sort_by_key(|(seed, _, problem)| (*seed, problem.kind));
        summary.time = begun.elapsed();
        Ok(summary)
    }

    /// Keeps a program with what it needs, what `java` showed and what is wrong.
    fn keep(&self, program: &Program, compiled: &Compiled, judgement: &Judgement) -> io::Result<()> {
        let Some(failures) = &self.failures else { return Ok(()) };
        let folder = failures.join(program.name());
        compiled.save(program, &folder)?;
        let mut text: String = judgement.problems.iter().map(|problem| format!("{problem}\n")).collect();
        text += "\noutcomes of java:\n";
        for (outcome, count) in &judgement.outcomes {
            text += &format!("{count:6} {outcome}\n");
        }
        fs::write(folder.join("problems.txt"), text)
    }
}
