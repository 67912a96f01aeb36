//! Options of `deadheat test`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::build::BuildArgs;
use super::check::CheckArgs;
use super::seconds;

/// Options of `deadheat test`.
#[derive(Clone, Debug, Args)]
pub struct TestArgs {
    /// Check only these tests: classes, with or without their package, or methods of them; `*` stands for anything
    #[arg(long, value_name = "CLASS[#METHOD]")]
    pub select: Vec<String>,
    /// Look for tests in these folders and jars of the class path (default: in all its folders)
    #[arg(long, value_name = "PATH")]
    pub scan: Vec<String>,
    /// Only list the tests
    #[arg(long)]
    pub list: bool,
    /// Check only one of so many parts of the tests, each on a computer of its own
    #[arg(long, value_name = "PART/PARTS", value_parser = shard)]
    pub shard: Option<Shard>,
    /// The time for all tests; what is not reached then is not checked (default: as long as it takes)
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub total: Option<Duration>,
    /// Check only tests that have not passed, or whose classes have changed, since the result in the folder of --output
    #[arg(long, requires = "output")]
    pub changed: bool,
    /// Write what became of the tests to this file, as JUnit's XML
    #[arg(long, value_name = "FILE")]
    pub junit_xml: Option<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "clap would take it for the help")]
    pub build: BuildArgs,
    #[command(flatten)]
    #[allow(missing_docs, reason = "clap would take it for the help")]
    pub check: CheckArgs,
}

/// One of so many parts, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    part: usize,
    parts: usize,
}

impl Shard {
    /// Whether the test at this place of the list belongs to it.
    #[must_use]
    pub fn has(self, at: usize) -> bool {
        at % self.parts == self.part - 1
    }
}

fn shard(text: &str) -> Result<Shard, String> {
    let numbers = text.split_once('/').and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
    match numbers {
        Some((part, parts)) if (1..=parts).contains(&part) => Ok(Shard { part, parts }),
        _ => Err(format!("`{text}` is no part: write 2/5 for the second of five")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Parsed, tests::read_line};
    use super::*;

    #[test]
    fn every_test_is_in_one_part() {
        let shards: Vec<Shard> = (1..=3).map(|part| shard(&format!("{part}/3")).unwrap()).collect();
        for at in 0..10 {
            assert_eq!(shards.iter().filter(|shard| shard.has(at)).count(), 1, "{at}");
        }
        for wrong in ["0/3", "4/3", "1", "a/b", "1/0", ""] {
            assert!(shard(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn tests_are_named_by_both() {
        let Ok(Parsed::Test(options, _)) = read_line("test -cp a:b --select A#b --select C --shard 1/2 -ea") else {
            panic!("not parsed")
        };
        assert_eq!(options.check.budget, None);
        assert_eq!((options.select.join(" "), options.scan.len()), ("A#b C".to_owned(), 0));
        let Ok(Parsed::Check(options, guest)) = read_line("check -cp a --select A --test A#b") else {
            panic!("not parsed")
        };
        assert_eq!(options.check.options("", 1).total, Duration::from_secs(120));
        assert_eq!(guest.line(), "-cp a --select A --test 'A#b'");
    }
}
