//! The engines on random traces of growing length: events per second, what is found, and memory. Run by `make bench`; `MOST=1000000` stops at
//! traces of that length.

use std::time::Instant;

use deadheat_predict::history::{Lock, Mode, Place, Thread, Variable};
use deadheat_predict::{Action, Engine, Event, History, HistoryBuilder, PredictOptions, PredictedError, predict};

const THREADS: u32 = 10;
const LOCKS: u32 = 10;
const VARIABLES: u32 = 1_000;

/// How long the traces are: the first is that of Carril 2015, Table 1.
const LENGTHS: [usize; 4] = [20_289, 100_000, 1_000_000, 10_000_000];

fn main() {
    // `cargo bench` passes options for a harness that is not here; `cargo test --benches` only wants to know that this builds.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let most = std::env::var("MOST").ok().and_then(|most| most.parse().ok()).unwrap_or(usize::MAX);
    println!(
        "{:>10} {:>16} {:>8} {:>12} {:>6} {:>9} {:>8}",
        "events", "engine", "s", "events/s", "races", "deadlocks", "MB"
    );
    for length in LENGTHS.into_iter().filter(|length| *length <= most) {
        let history = random(length);
        for engine in Engine::ALL {
            let begin = Instant::now();
            let found = predict(&history, &PredictOptions { engines: vec![engine], ..PredictOptions::default() });
            let seconds = begin.elapsed().as_secs_f64();
            let races = found.iter().filter(|one| matches!(one.reordering.error, PredictedError::Race(_))).count();
            println!(
                "{length:>10} {:>16} {seconds:>8.2} {:>12.0} {races:>6} {:>9} {:>8}",
                engine.id(),
                length as f64 / seconds,
                found.len() - races,
                peak_megabytes().map_or_else(|| "?".to_owned(), |peak| peak.to_string()),
            );
        }
    }
}

/// The most memory that this process had so far.
fn peak_megabytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? / 1024)
}

/// Small dice: SplitMix64.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((x ^ (x >> 31)) % u64::from(end)) as u32
    }
}

/// A trace in which each variable has its lock, nearly always, and locks are nested up to three deep.
fn random(length: usize) -> History {
    let mut dice = Dice(length as u64);
    let mut builder = HistoryBuilder::default();
    let mut push = |thread: u32, place: u32, action: Action| {
        builder.push(Event { thread: Thread(thread), place: Place(place), action, value: None }).expect("well-formed");
        builder.len()
    };
    for thread in 1..THREADS {
        push(0, thread, Action::Fork(Thread(thread)));
    }
    let mut owners: Vec<Option<u32>> = vec![None; LOCKS as usize];
    let mut held: Vec<Vec<u32>> = vec![Vec::new(); THREADS as usize];
    let mode = Mode::Exclusive;
    let mut done = 0;
    while done < length {
        let (thread, what) = (dice.below(THREADS), dice.below(100));
        let mine = &mut held[thread as usize];
        if what < 12 && mine.len() < 3 {
            let lock = dice.below(LOCKS);
            if owners[lock as usize].is_none() {
                owners[lock as usize] = Some(thread);
                mine.push(lock);
                let place = 1_000 + lock + 100 * mine.len() as u32;
                done = push(thread, place, Action::Acquire { lock: Lock(lock), mode, waits: true });
            }
        } else if let (true, Some(lock)) = (what < 28, mine.last().copied()) {
            mine.pop();
            owners[lock as usize] = None;
            done = push(thread, 2_000 + lock, Action::Release { lock: Lock(lock), mode });
        } else {
            let number = match mine.last() {
                Some(lock) if dice.below(100) < 97 => lock + LOCKS * dice.below(VARIABLES / LOCKS),
                _ if dice.below(100) < 98 => VARIABLES + thread * 50 + dice.below(50),
                _ => dice.below(VARIABLES),
            };
            let (variable, plain) = (Variable(number), true);
            let action =
                if dice.below(10) < 3 { Action::Write { variable, plain } } else { Action::Read { variable, plain } };
            let writes = matches!(action, Action::Write { .. });
            done = push(thread, if writes { 10_000 } else { 20_000 } + number % 500, action);
        }
    }
    builder.finish()
}
