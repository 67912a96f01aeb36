//! Damaged files of every format that deadheat reads. Whatever stands in them, reading them ends soon, in a value or in an error that says
//! what is wrong; it takes memory in proportion to the file, and never panics.
//!
//! A [target](targets) is a function over the bytes of one format; its [seeds] are files that deadheat, javac, jar or gcc have made, which
//! the [mutator](deadheat_testing::mutate) damages. The same files are given to the [commands] that read them, which must end with an exit code of
//! their own: never 3, never a signal. Here is a slice of it; `make fuzz-inputs` does it for hours. Class files that are *run* by the
//! million are in `guest-java` (`make fuzz-classes`).
//!
//! What this can miss: what a file says in earnest. That a schedule that parses leads elsewhere is not judged here.
//!
//! It is a program of its own because it [measures](meter) what each thread allocates.

mod commands;
mod image;
mod meter;
mod seeds;
mod targets;
mod watch;

use std::path::Path;

use deadheat_testing::mutate::Mutator;
use deadheat_testing::parallel;
use seeds::Seeds;
use targets::{Form, TARGETS, Target};

/// Of each format; some seconds of processor time for all together.
const SLICE: u64 = 400;
/// Commands with each format's files.
const COMMANDS: u64 = 6;

/// The formats of which there are files.
fn present(seeds: &Seeds) -> impl Iterator<Item = &'static Target> {
    TARGETS.iter().filter(|target| !seeds.of(target.name).is_empty())
}

/// What a seed makes of a target's files.
fn damaged(target: &Target, seeds: &Seeds, seed: u64) -> Vec<u8> {
    let mut mutator = Mutator::new(seed);
    let files = seeds.of(target.name);
    match target.form {
        Form::Binary => mutator.binary(files),
        Form::Text => mutator.text(files),
    }
}

/// Keeps a file that did harm, and says so.
fn harm(target: &Target, seed: u64, file: &[u8], what: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("inputs");
    let kept = folder.join(format!("{}-{seed}", target.name));
    let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&kept, file));
    written.expect("the file is kept");
    format!("{what}; the file is {}", kept.display())
}

/// Reads `count` damaged files of each format, and gives what went wrong.
fn read_files(seeds: &Seeds, first: u64, count: u64) -> Vec<String> {
    let pieces: Vec<(&Target, u64)> =
        present(seeds).flat_map(|target| (0..count).step_by(50).map(move |at| (target, first + at))).collect();
    let harms = parallel::map(&pieces, |&(target, from)| {
        let seeds_of_piece = from..(from + 50).min(first + count);
        let harms = seeds_of_piece.filter_map(|seed| {
            let file = damaged(target, seeds, seed);
            watch::over(target, seed, &file).err().map(|what| harm(target, seed, &file, &what))
        });
        harms.collect::<Vec<_>>()
    });
    harms.into_iter().flatten().collect()
}

/// Gives damaged files of each format to the commands that read them.
fn run_commands(seeds: &Seeds, first: u64, count: u64) -> Vec<String> {
    let calls: Vec<(&Target, u64)> =
        present(seeds).flat_map(|target| (first..first + count).map(move |seed| (target, seed))).collect();
    let harms = parallel::map(&calls, |&(target, seed)| {
        let file = damaged(target, seeds, seed);
        let harms = commands::harms(target.name, &file, seeds);
        harms.iter().map(|what| harm(target, seed, &file, what)).collect::<Vec<_>>()
    });
    harms.into_iter().flatten().collect()
}

#[test]
fn whole_files_are_read() {
    let seeds = Seeds::new();
    for target in TARGETS {
        for file in seeds.of(target.name) {
            assert!((target.read)(file), "{}: a whole file is refused", target.name);
        }
    }
}

#[test]
fn damaged_files_do_no_harm() {
    let harms = read_files(Seeds::new(), 1, SLICE);
    assert!(harms.is_empty(), "{}", harms.join("\n"));
}

#[test]
fn commands_survive_damaged_files() {
    let harms = run_commands(Seeds::new(), 1, COMMANDS);
    assert!(harms.is_empty(), "{}", harms.join("\n"));
}

/// `COUNT` thousands of each format from `SEED` on, and twenty of each for the commands with each thousand.
#[test]
#[ignore = "hours, by `make fuzz-inputs`"]
fn many_damaged_files_do_no_harm() {
    let number = |name: &str, usual| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(usual);
    let (count, seed): (u64, u64) = (number("COUNT", 10), number("SEED", 1));
    let seeds = Seeds::new();
    let mut harms = Vec::new();
    for thousand in 0..count {
        let first = seed + thousand * 1000;
        harms.extend(read_files(seeds, first, 1000));
        harms.extend(run_commands(seeds, first, 20));
        println!("{} files of each of {} formats, {} harms", (thousand + 1) * 1000, TARGETS.len(), harms.len());
        harms.iter().for_each(|harm| println!("{harm}"));
        assert!(harms.len() < 20, "enough");
    }
    assert!(harms.is_empty());
}
