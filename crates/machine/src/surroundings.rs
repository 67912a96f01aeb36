//! What runs of a guest depend on outside of it, as facts of a schedule: a replay elsewhere restores it, or can say what differs.
//!
//! A witness may be given away, and the outside has secrets in it. So of environment variables only those that say how things are
//! shown are kept with their values; of all others the name. A hash would say whether a guess at a short secret is right.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use deadheat_event::Schedule;
use deadheat_event::hash::Fnv64;

/// The folder in which the guest was run.
pub const DIRECTORY: &str = "directory";
/// The time zone, if the guest has asked for it.
pub const ZONE: &str = "zone";
/// The standard input, if the guest has read from it.
pub const INPUT: &str = "stdin";
/// The files that the guest has opened and only read.
pub const FILES: &str = "files";
/// The class path, if it was not given with the command.
pub const CLASS_PATH: &str = "class-path";
/// The variables of the environment, if the guest was given them.
pub const ENVIRONMENT: &str = "environment";
/// What the guest runs on.
pub const PLATFORM: &str = "platform";

/// More input than this is kept as a hash.
pub(crate) const MOST_INPUT: usize = 1 << 16;

/// The folder of a schedule that is followed, if it is there; else the present one.
#[must_use]
pub fn directory(followed: Option<&Schedule>) -> PathBuf {
    let told = followed.and_then(|schedule| schedule.fact(DIRECTORY)).map(PathBuf::from);
    told.filter(|folder| folder.is_dir()).unwrap_or_else(here)
}

/// The present folder.
#[must_use]
pub fn here() -> PathBuf {
    std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"))
}

/// A file that a command line names, seen from the folder in which the command was given, or else from here.
#[must_use]
pub fn resolve(folder: &Path, file: &Path) -> PathBuf {
    if file.is_relative() && folder != here() {
        let there = folder.join(file);
        if there.exists() {
            return there;
        }
    }
    file.to_owned()
}

/// Where a file is in a copy of the file system's tree that has its root here. What is not named from the root stays as it is.
#[must_use]
pub fn below(root: &Path, file: &Path) -> PathBuf {
    match file.strip_prefix("/") {
        Ok(rest) => root.join(rest),
        Err(_) => file.to_owned(),
    }
}

/// Input as a fact.
#[must_use]
pub fn of_input(bytes: &[u8]) -> String {
    of_input_within(bytes, MOST_INPUT)
}

/// The same, but input is kept as a hash if it is longer than this.
fn of_input_within(bytes: &[u8], most: usize) -> String {
    if bytes.len() > most {
        return format!("{} bytes, hash {:016x}", bytes.len(), Fnv64::of(bytes));
    }
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    if digits.is_empty() { "empty".to_owned() } else { digits }
}

/// Input as a fact that does not show it, and by which no guess at it can be tried.
#[must_use]
pub fn length_of_input(bytes: &[u8]) -> String {
    format!("{} bytes", bytes.len())
}

/// The input that a fact has, unless it is only a hash or a length.
#[must_use]
pub fn input(fact: &str) -> Option<Vec<u8>> {
    if fact == "empty" {
        return Some(Vec::new());
    }
    if !fact.len().is_multiple_of(2) || !fact.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let pairs = fact.as_bytes().chunks_exact(2);
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

/// Files as a fact, by name; with what is in them only if `values`, and as far as there is room.
#[must_use]
pub fn of_files(files: &[(String, Vec<u8>)], values: bool) -> String {
    let mut room = MOST_INPUT;
    let word = |(name, bytes): &(String, Vec<u8>)| {
        let content = if values { of_input_within(bytes, room) } else { length_of_input(bytes) };
        room = room.saturating_sub(if bytes.len() <= room { bytes.len() } else { 0 });
        format!("{}={}", escaped(name), content.replace(' ', "_"))
    };
    files.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// The files that a fact tells of, by name: what is in them, unless only a hash or a length is known.
#[must_use]
pub fn files(fact: &str) -> Vec<(String, Option<Vec<u8>>)> {
    let pairs = fact.split(' ').filter_map(|word| word.split_once('='));
    pairs.filter_map(|(name, content)| Some((plain(name)?, input(content)))).collect()
}

/// A name as a word: what a fact gives a meaning to is written by its number.
fn escaped(name: &str) -> String {
    let is_special = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '=' | '#' | '%');
    let mut word = String::with_capacity(name.len());
    for c in name.chars() {
        if is_special(c) {
            word += &format!("%{:x};", u32::from(c));
        } else {
            word.push(c);
        }
    }
    word
}

/// The name that was [`escaped`].
fn plain(word: &str) -> Option<String> {
    let mut pieces = word.split('%');
    let mut name = pieces.next()?.to_owned();
    for piece in pieces {
        let (number, rest) = piece.split_once(';')?;
        name.push(char::from_u32(u32::from_str_radix(number, 16).ok()?)?);
        name += rest;
    }
    Some(name)
}

/// Whether the value of a variable is kept: it says how times and texts are shown, and is no secret.
fn is_plain(name: &str) -> bool {
    matches!(name, "TZ" | "LANG" | "LANGUAGE") || name.starts_with("LC_")
}

/// Variables as a fact.
#[must_use]
pub fn of_environment(variables: impl Iterator<Item = (OsString, OsString)>) -> String {
    let word = |name: &OsStr, value: &OsStr| {
        let name = name.to_str()?;
        let fits = |text: &str| !text.contains([' ', '#', '=']) && !text.contains(char::is_whitespace);
        if !fits(name) {
            return None;
        }
        match value.to_str().filter(|value| is_plain(name) && fits(value)) {
            Some(value) => Some(format!("{name}={value}")),
            None => Some(name.to_owned()),
        }
    };
    let mut words: Vec<String> = variables.filter_map(|(name, value)| word(&name, &value)).collect();
    words.sort();
    words.join(" ")
}

/// The variables whose values a fact has.
#[must_use]
pub fn environment(fact: &str) -> Vec<(String, String)> {
    let pairs = fact.split(' ').filter_map(|word| word.split_once('='));
    pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// What differs between the surroundings that a schedule was found in and those of now, a sentence each.
#[must_use]
pub fn differences(then: &Schedule, now: &[(&'static str, String)]) -> Vec<String> {
    let mut found = Vec::new();
    for (key, now) in now {
        let Some(then) = then.fact(key).filter(|then| then != now) else { continue };
        found.push(match *key {
            DIRECTORY => format!("it was made in the folder {then}, and this is {now}"),
            ZONE => format!("it was made in the time zone {then}, and this is {now}"),
            INPUT => "the standard input is another".to_owned(),
            FILES => match other_files(then, now) {
                names if names.is_empty() => continue,
                names => format!("files that it reads are others: {}", names.join(", ")),
            },
            CLASS_PATH => format!("its class path was {then}, and is {now}"),
            PLATFORM => format!("it was made on {then}, and this is {now}"),
            ENVIRONMENT => match variables(then, now) {
                names if names.is_empty() => continue,
                names => format!("these variables of the environment are others: {}", names.join(", ")),
            },
            other => format!("`{other}` was {then}, and is {now}"),
        });
    }
    found
}

/// The files that two facts disagree on, by name. One that a run has not come to is none of them.
fn other_files(then: &str, now: &str) -> Vec<String> {
    let now: BTreeMap<&str, &str> = now.split(' ').filter_map(|word| word.split_once('=')).collect();
    let pairs = then.split(' ').filter_map(|word| word.split_once('='));
    let differing = pairs.filter(|(name, content)| now.get(name).is_some_and(|now| now != content));
    differing.filter_map(|(name, _)| plain(name)).collect()
}

/// The variables that two facts disagree on, by name: that are in one of them only, or have another value, where values are kept. Those
/// that every shell has for itself say nothing.
fn variables(then: &str, now: &str) -> Vec<String> {
    // Witnesses of older versions have hashes behind colons.
    let plain = |word: &str| word.split(':').next().unwrap_or_default().to_owned();
    let of = |text: &str| text.split(' ').map(plain).collect::<BTreeSet<String>>();
    let (then, now) = (of(then), of(now));
    let differing = then.symmetric_difference(&now).map(|word| word.split('=').next().unwrap_or_default().to_owned());
    let mut names: Vec<String> = differing.collect();
    names.retain(|name| !matches!(name.as_str(), "_" | "PWD" | "OLDPWD" | "SHLVL"));
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn input_comes_back_unless_it_is_long() {
        for bytes in [&b""[..], b"a\xff\n", &[7; 100]] {
            assert_eq!(input(&of_input(bytes)).unwrap(), bytes);
        }
        let long = of_input(&vec![1; MOST_INPUT + 1]);
        assert!(long.starts_with("65537 bytes, hash ") && input(&long).is_none(), "{long}");
    }

    #[test]
    fn files_come_back_as_far_as_there_is_room() {
        let name = "a b=c%#\u{3000}";
        let small = [(name.to_owned(), b"one\n".to_vec()), ("empty".to_owned(), Vec::new())];
        let fact = of_files(&small, true);
        assert!(!fact.contains('#') && fact.split(' ').count() == 2, "{fact}");
        assert_eq!(files(&fact), small.clone().map(|(name, bytes)| (name, Some(bytes))));
        let hidden = of_files(&small, false);
        assert_eq!(files(&hidden), small.clone().map(|(name, _)| (name, None)));
        let large = [("large".to_owned(), vec![1; MOST_INPUT - 3]), small[0].clone()];
        let kept: Vec<bool> = files(&of_files(&large, true)).iter().map(|(_, bytes)| bytes.is_some()).collect();
        assert_eq!(kept, [true, false], "there is no room for both");
        let mut schedule = Schedule::new();
        schedule.set_fact(FILES, fact);
        let other = of_files(&[(name.to_owned(), b"two\n".to_vec())], true);
        assert_eq!(differences(&schedule, &[(FILES, other)]), [format!("files that it reads are others: {name}")]);
        assert_eq!(files("a%zz;=00 b%41=00 c"), [], "what makes no sense is left out");
    }

    #[test]
    fn secrets_are_not_written_down() {
        let of = |pairs: &[(&str, &str)]| of_environment(pairs.iter().map(|(a, b)| (a.into(), b.into())));
        let one = of(&[("TOKEN", "sesame"), ("TZ", "Asia/Tokyo"), ("SHLVL", "1")]);
        assert_eq!(one, "SHLVL TOKEN TZ=Asia/Tokyo", "nothing in it depends on the secret");
        assert_eq!(environment(&one), [("TZ".to_owned(), "Asia/Tokyo".to_owned())]);
        let differing = |then: &str, now: &str| {
            let mut schedule = Schedule::new();
            schedule.set_fact(ENVIRONMENT, then);
            differences(&schedule, &[(ENVIRONMENT, now.to_owned())])
        };
        let other = of(&[("TZ", "UTC"), ("LEVEL", "2")]);
        let said = "these variables of the environment are others: LEVEL, TOKEN, TZ";
        assert_eq!(differing(&one, &other), [said]);
        assert_eq!(differing(&one, &one), Vec::<String>::new());
        let older = "SHLVL:12345678 TOKEN:9abcdef0 TZ=Asia/Tokyo";
        assert_eq!(differing(older, &one), Vec::<String>::new(), "hashes of older versions say nothing now");
        assert_eq!(length_of_input(b"sesame"), length_of_input(b"barley"));
    }
}
