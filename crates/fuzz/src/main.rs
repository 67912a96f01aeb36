//! `deadheat-fuzz`: see the library's documentation for what is judged, and how.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;

use clap::Parser;
use deadheat_fuzz::campaign::Campaign;
use deadheat_fuzz::deadheat::Mode;
use deadheat_fuzz::generate::generate;
use deadheat_fuzz::judge::Judge;
use deadheat_fuzz::minimise::minimise;
use deadheat_fuzz::stress::Stress;
use deadheat_fuzz::themes::{Slice, THEMES, Theme, by_name};
use deadheat_fuzz::workshop::Compiled;

/// Random Java programs, judged by what the real java shows and by what deadheat's modes say of each other.
///
/// Exit code: 0 when there is no problem, 1 when there is one, 2 when something else failed.
#[derive(Parser)]
struct Options {
    /// The first seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many programs
    #[arg(long, default_value_t = 200)]
    count: usize,
    /// How many programs at a time
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Only these themes, separated by commas; `slice` are those that the tests have
    #[arg(long, value_delimiter = ',')]
    themes: Vec<String>,
    /// Only these modes, separated by commas: explore, full (without reduction), bfs, check
    #[arg(long, value_delimiter = ',')]
    modes: Vec<String>,
    /// The deadheat that is judged
    #[arg(long, default_value = "target/release/deadheat")]
    deadheat: PathBuf,
    /// Where programs with problems are kept
    #[arg(long, default_value = "target/fuzz")]
    failures: PathBuf,
    /// How many witnesses of a program's ends are replayed per mode; those of errors all are
    #[arg(long, default_value_t = 1)]
    replays: usize,
    /// Make the program of this seed smaller while its first problem stays (with the same --themes)
    #[arg(long, value_name = "SEED")]
    minimise: Option<u64>,
    /// Print the program of this seed
    #[arg(long, value_name = "SEED")]
    show: Option<u64>,
    /// List the themes, and which of them the tests leave out, and why
    #[arg(long)]
    list_themes: bool,
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("deadheat-fuzz: {error}");
            ExitCode::from(2)
        }
    }
}

fn themes(names: &[String]) -> Result<Vec<&'static Theme>, String> {
    if names.is_empty() {
        return Ok(THEMES.iter().collect());
    }
    if names == ["slice"] {
        return Ok(THEMES.iter().filter(|theme| theme.slice == Slice::On).collect());
    }
    names
        .iter()
        .map(|name| by_name(name).ok_or_else(|| format!("there is no theme {name}; see --list-themes")))
        .collect()
}

fn modes(names: &[String]) -> Result<Vec<Mode>, String> {
    if names.is_empty() {
        return Ok(Mode::ALL.to_vec());
    }
    let mode = |name: &String| Mode::ALL.into_iter().find(|mode| mode.name() == name);
    names.iter().map(|name| mode(name).ok_or_else(|| format!("there is no mode {name}"))).collect()
}

/// Whether there is no problem.
fn run(options: &Options) -> Result<bool, Box<dyn std::error::Error>> {
    let themes = themes(&options.themes)?;
    let modes = modes(&options.modes)?;
    if options.list_themes {
        for theme in THEMES {
            let slice = match theme.slice {
                Slice::On => String::new(),
                Slice::Off(why) => format!(" (not in the tests: {why})"),
            };
            println!("{:14} {}{slice}", theme.name, theme.about);
        }
        return Ok(true);
    }
    if let Some(seed) = options.show {
        print!("{}", generate(seed, &themes).java());
        return Ok(true);
    }
    let binary = options.deadheat.canonicalize().map_err(|error| format!("{}: {error}", options.deadheat.display()))?;
    if let Some(seed) = options.minimise {
        let stress = Mutex::new(Stress::new()?);
        let judge = Judge { binary: &binary, stress: &stress, modes: &modes, replays: options.replays };
        let program = generate(seed, &themes);
        let compiled = Compiled::new(&[&program])?;
        let judgement = judge.judge(&program, compiled.classes())?;
        let Some(problem) = judgement.problems.first() else {
            println!("{}: no problem", program.name());
            return Ok(true);
        };
        println!("{}: {problem}", program.name());
        // A candidate that javac refuses is left out without a word.
        std::panic::set_hook(Box::new(|_| {}));
        let (small, problem) = minimise(&judge, &program, problem)?;
        let folder = options.failures.join(format!("{}-small", program.name()));
        Compiled::new(&[&small])?.save(&small, &folder)?;
        std::fs::write(folder.join("problems.txt"), format!("{problem}\n"))?;
        println!("{}{problem}\nkept in {}", small.java(), folder.display());
        return Ok(false);
    }
    let campaign = Campaign {
        binary,
        seed: options.seed,
        count: options.count,
        jobs: options.jobs,
        themes,
        modes,
        replays: options.replays,
        failures: Some(options.failures.clone()),
    };
    let summary = campaign.run(|seed, program, problem| println!("{seed} [{}] {problem}", program.themes.join(",")))?;
    println!("{summary}");
    Ok(summary.problems.is_empty())
}
