//! Options of `deadheat explore`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use deadheat_analysis::rabbit::Filters;
use deadheat_event::ThreadId;
use deadheat_machine::Guest;
use deadheat_machine::limits::parse_size;
use deadheat_search::Bounds;
use deadheat_search::strategy::{
    Bfs, Dfs, Guided, MaxPreemptions, MostBlocked, OneThreadFirst, Pct, Pos, Preemptions, Random, Strategy,
};
use deadheat_witness::CheckOptions;
use deadheat_witness::result::{Technique, Techniques};

use super::config::ConfigArgs;
use super::guest::LimitArgs;
use super::nondeterminism::NondeterminismArgs;
use super::show::ShowArgs;
use super::swarm::SwarmArgs;
use super::{seconds, worker_count};
use crate::terminal::failure::Failure;

/// Options of `deadheat explore`.
#[derive(Clone, Debug, Args)]
pub struct ExploreArgs {
    /// What is explored first
    #[arg(long, value_enum, default_value = "dfs")]
    pub strategy: StrategyKind,
    /// How many workers share the search (default: one per processor; for native programs, one per two)
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub workers: Option<u16>,
    /// Stop after so many states
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_states: Option<u64>,
    /// Follow no path for more than so many steps
    #[arg(long, value_name = "NUMBER", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_depth: u64,
    /// Stop after so much time (default: none; for `random`, `pct` and `pos` 60, unless they are bounded otherwise)
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub max_time: Option<Duration>,
    /// Stop when states take so much memory (default: half of what is free)
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub max_memory: Option<u64>,
    /// Leave out schedules that switch more often away from a thread that could have gone on
    #[arg(long, value_name = "NUMBER")]
    pub max_preemptions: Option<u32>,
    /// Stop after so many walks, with `random`, `pct` and `pos`
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_walks: Option<u64>,
    /// Don't predict races across paths while exploring
    #[arg(long)]
    pub no_rabbit: bool,
    /// Warn of accesses, too, whose threads were not alive at the same time
    #[arg(long)]
    pub no_live_filter: bool,
    /// Count warnings apart that differ only in which threads run the same code
    #[arg(long)]
    pub no_symmetry_filter: bool,
    /// Explore orders too that make no difference
    #[arg(long)]
    pub no_reduction: bool,
    /// Stop at the first error
    #[arg(long)]
    pub stop_at_first: bool,
    /// Write result.json, reports and one witness per error into this folder
    #[arg(long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Keep what is in the folder of --output: witnesses there are replayed, not proved again; all states are searched again
    #[arg(long, requires = "output")]
    pub resume: bool,
    #[command(flatten)]
    #[allow(missing_docs, reason = "clap would take it for the help")]
    pub nondeterminism: NondeterminismArgs,
    /// What `random`, `pct` and `pos` start from
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub seed: u64,
    /// Never move these threads
    #[arg(long, value_name = "T1,T2", value_delimiter = ',', value_parser = thread)]
    pub freeze: Vec<ThreadId>,
    /// Move these threads first, with `guided` and `target`
    #[arg(long, value_name = "T1,T2", value_delimiter = ',', value_parser = thread)]
    pub prefer: Vec<ThreadId>,
    /// Look for a thread that is about to do something shared in this line
    #[arg(long, value_name = "FILE:LINE", value_parser = line)]
    pub target: Option<Line>,
    /// Show at the end what the search took
    #[arg(long)]
    pub stats: bool,
    /// Show findings, too, that are refuted or suppressed
    #[arg(long)]
    pub all: bool,
    #[command(flatten)]
    #[allow(missing_docs, reason = "clap would take it for the help")]
    pub show: ShowArgs,
    #[command(flatten)]
    #[allow(missing_docs, reason = "clap would take it for the help")]
    pub config: ConfigArgs,
    #[command(flatten)]
    #[allow(missing_docs, reason = "clap would take it for the help")]
    pub limits: LimitArgs,
    #[command(flatten)]
    #[allow(missing_docs, reason = "clap would take it for the help")]
    pub swarm: SwarmArgs,
}

/// A line of the guest's source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The file's name, without its folder.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

/// The strategies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StrategyKind {
    /// The newest state first
    Dfs,
    /// The state nearest to the start first
    Bfs,
    /// Random walks
    Random,
    /// Walks with priorities that change at random moments
    Pct,
    /// Walks in which dice decide how dependent operations are ordered
    Pos,
    /// Fewest switches away from a thread that could have gone on
    Preemptions,
    /// Most of them
    MaxPreemptions,
    /// The state with the most blocked threads first
    MostBlocked,
    /// The threads of --prefer first
    Guided,
    /// One thread first: that of --prefer
    Target,
}

impl StrategyKind {
    /// Whether it walks at random, and never knows that it is done.
    #[must_use]
    pub fn walks(self) -> bool {
        matches!(self, Self::Random | Self::Pct | Self::Pos)
    }
}

fn thread(text: &str) -> Result<ThreadId, String> {
    let number = text.trim().strip_prefix('T').and_then(|digits| digits.parse().ok());
    number.map(ThreadId).ok_or_else(|| format!("`{text}` is not a thread; write T0 for the main thread, T1, T2 …"))
}

fn line(text: &str) -> Result<Line, String> {
    let parts = text.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse::<u32>().ok()?)));
    let (file, line) = parts
        .filter(|(file, line)| !file.is_empty() && *line > 0)
        .ok_or_else(|| format!("`{text}` is not a line; write it as Account.java:12"))?;
    let file = file.rsplit('/').next().unwrap_or(file).to_owned();
    Ok(Line { file, line })
}

/// How long walks go on that nothing else bounds.
const WALK_TIME: Duration = Duration::from_secs(60);

/// The time of the first try of a part of a search, and of a search that nothing bounds.
const PART_TIME: Duration = Duration::from_secs(60);
const NO_END: Duration = Duration::from_secs(365 * 86_400);

/// So much of the time of a search is kept for replays of what it finds.
const REPLAY_SHARE: u32 = 20;

impl ExploreArgs {
    /// The filters of races that are predicted across paths.
    #[must_use]
    pub fn filters(&self) -> Filters {
        Filters { live: !self.no_live_filter, symmetry: !self.no_symmetry_filter }
    }

    /// Whether the options go together.
    ///
    /// # Errors
    /// If they don't.
    pub fn check(&self) -> Result<(), Failure> {
        let refuse = |problem: &str, remedy: &str| Err(Failure::usage(problem, remedy));
        if self.max_walks.is_some() && !self.strategy.walks() {
            return refuse(
                "--max-walks bounds walks, and this strategy makes none",
                "use --strategy random, pct or pos",
            );
        }
        if self.max_preemptions.is_some() && self.strategy.walks() {
            return refuse("walks do not count preemptions", "leave out --max-preemptions, or use another strategy");
        }
        let prefers = matches!(self.strategy, StrategyKind::Guided | StrategyKind::Target);
        if prefers == self.prefer.is_empty() {
            return if prefers {
                refuse("this strategy needs threads to prefer", "name them with --prefer T1,T2")
            } else {
                refuse("only `guided` and `target` prefer threads", "add --strategy guided, or leave out --prefer")
            };
        }
        if self.strategy == StrategyKind::Target && self.prefer.len() != 1 {
            return refuse("`target` prefers one thread", "name one with --prefer, or use --strategy guided");
        }
        if let Some(both) = self.prefer.iter().find(|thread| self.freeze.contains(thread)) {
            let problem = format!("{both} is both preferred and frozen");
            return refuse(&problem, "leave it out of --prefer or of --freeze");
        }
        let unparted = [
            (self.strategy != StrategyKind::Dfs, "--strategy"),
            (self.max_states.is_some(), "--max-states"),
            (self.max_preemptions.is_some(), "--max-preemptions"),
            (self.no_reduction, "--no-reduction"),
            (self.stop_at_first, "--stop-at-first"),
            (!self.freeze.is_empty(), "--freeze"),
            (self.target.is_some(), "--target"),
        ];
        if let Some((_, option)) = unparted.iter().find(|(given, _)| self.swarm.nats.is_some() && *given) {
            let problem = format!("{option} cannot be used with --nats, which searches everything in parts");
            return refuse(&problem, "leave one of the two out");
        }
        if self.max_memory.is_some_and(|memory| memory < 1 << 20) {
            return refuse("--max-memory is too small for any search", "allow 1m or more");
        }
        Ok(())
    }

    /// Whether the threads that are named were there in a search whose last thread has this number.
    ///
    /// # Errors
    /// If one was not: nothing was frozen or preferred then.
    pub fn check_threads(&self, last: u32) -> Result<(), Failure> {
        let missing = |threads: &[ThreadId]| threads.iter().find(|thread| thread.0 > last).copied();
        let (thread, option) = match (missing(&self.freeze), missing(&self.prefer)) {
            (Some(thread), _) => (thread, "--freeze"),
            (None, Some(thread)) => (thread, "--prefer"),
            (None, None) => return Ok(()),
        };
        let problem = format!("{option} {thread}: the search met no such thread");
        Err(Failure::usage(problem, format!("the last one that was started is T{last}")))
    }

    /// The bounds.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        let unbounded = self.max_states.is_none() && self.max_walks.is_none();
        let walk_time = (self.strategy.walks() && unbounded).then_some(WALK_TIME);
        // The last of the time is for replays.
        let time = self.max_time.map(|time| time - time / REPLAY_SHARE);
        Bounds {
            time: time.or(walk_time),
            states: self.max_states,
            depth: Some(self.max_depth),
            memory: Some(self.max_memory.unwrap_or_else(default_memory)),
            preemptions: self.max_preemptions,
            walks: self.max_walks,
        }
    }

    /// What a search by a swarm may spend, of a guest that the command line names so.
    #[must_use]
    pub fn check_options(&self, guest: &str) -> CheckOptions {
        CheckOptions {
            each: PART_TIME,
            total: self.max_time.unwrap_or(NO_END),
            seed: self.seed,
            memory: self.bounds().memory.unwrap_or(u64::MAX),
            depth: Some(self.max_depth),
            techniques: Techniques::from(vec![Technique::Search]),
            next: format!("deadheat check {guest}"),
            ..CheckOptions::default()
        }
    }

    /// The strategy.
    #[must_use]
    pub fn make_strategy(&self) -> Box<dyn Strategy> {
        match self.strategy {
            StrategyKind::Dfs => Box::new(Dfs),
            StrategyKind::Bfs => Box::new(Bfs),
            StrategyKind::Random => Box::new(Random::new(self.seed)),
            StrategyKind::Pct => Box::new(Pct::new(self.seed)),
            StrategyKind::Pos => Box::new(Pos::new(self.seed)),
            StrategyKind::Preemptions => Box::new(Preemptions),
            StrategyKind::MaxPreemptions => Box::new(MaxPreemptions),
            StrategyKind::MostBlocked => Box::new(MostBlocked),
            StrategyKind::Guided => Box::new(Guided::new(self.prefer.iter().copied())),
            StrategyKind::Target => Box::new(OneThreadFirst::new(self.prefer.first().copied().unwrap_or(ThreadId(0)))),
        }
    }

    /// How many workers search this guest.
    pub fn worker_count<G: Guest>(&self, guest: &G) -> usize {
        worker_count(self.workers, guest.processors())
    }
}

/// Half of the memory that is free, or 2 GiB where that is not known.
fn default_memory() -> u64 {
    let free = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
        line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()
    });
    free.map_or(2 << 30, |kilobytes| kilobytes * 512)
}

#[cfg(test)]
mod tests {
    use super::super::{Parsed, tests::read_line};
    use super::*;

    fn read(text: &str) -> Result<ExploreArgs, Failure> {
        match read_line(&format!("explore {text} Main"))? {
            Parsed::Explore(options, _) => Ok(*options),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn options_reach_their_places() {
        let options =
            read("--strategy guided --prefer T1,T2 --freeze T3 --max-memory 64m --target src/A.java:7").unwrap();
        assert_eq!((&options.prefer[..], &options.freeze[..]), (&[ThreadId(1), ThreadId(2)][..], &[ThreadId(3)][..]));
        assert_eq!(options.bounds().memory, Some(64 << 20));
        assert_eq!(options.target, Some(Line { file: "A.java".into(), line: 7 }));
        assert_eq!(read("--strategy random").unwrap().bounds().time, Some(WALK_TIME));
        assert_eq!(read("--strategy random --max-walks 3").unwrap().bounds().time, None);
    }

    #[test]
    fn contradictions_are_refused() {
        for (text, part) in [
            ("--strategy sideways", "sideways"),
            ("--max-states 0", "--max-states"),
            ("--workers 0", "--workers"),
            ("--max-walks 3", "--strategy random, pct or pos"),
            ("--strategy pct --max-preemptions 2", "leave out --max-preemptions"),
            ("--prefer T1", "add --strategy guided"),
            ("--strategy guided", "--prefer T1,T2"),
            ("--strategy target --prefer T1,T2", "one thread"),
            ("--strategy guided --prefer T1 --freeze T1", "both preferred and frozen"),
            ("--max-memory 1k", "1m or more"),
            ("--freeze main", "write T0"),
            ("--target A.java", "Account.java:12"),
            ("--max-time 0", "seconds"),
            ("--nats nats://host --strategy bfs", "--strategy cannot be used with --nats"),
        ] {
            let failure = read(text).unwrap_err();
            assert_eq!(failure.exit_code(), 2);
            assert!(failure.to_string().contains(part), "{text}: {failure}");
        }
    }
}
