//! Broken classes get the same verdict as from the JDK's own JVM: accepted or refused, the throwable, and what it says.
//!
//! Small classes that javac has made are broken in thousands of ways by a seeded generator. One guest program defines and
//! links them all, here and under `java`, and prints a line per class.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{Dice, choices};
use deadheat_guest_java::classfile::{ClassFile, Code, parse};
use deadheat_guest_java::host::output::Stream;
use deadheat_guest_java::{Config, Jvm};
use deadheat_machine::{Machine, Outcome};
use deadheat_testing::java::{compile_without_local_names, java_home};
use deadheat_testing::repository;

/// A class file that is to be broken, with the places of its parts.
pub struct Seed {
    bytes: Vec<u8>,
    methods: Vec<Body>,
    constants: usize,
}

/// The places of a method's body.
struct Body {
    /// Address of the first instruction in the file.
    code: usize,
    /// Addresses of the instructions in the file, and their lengths.
    instructions: Vec<(usize, usize)>,
    handlers: usize,
    handler_count: usize,
    map: Option<(usize, usize)>,
}

fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    haystack.windows(needle.len()).position(|window| window == needle)
}

impl Seed {
    fn new(bytes: Vec<u8>) -> Seed {
        let file: ClassFile = parse(&bytes).expect("what javac has made");
        let codes = file.methods.iter().filter_map(|method| method.code.as_ref());
        let methods = codes.map(|code| Body::new(&bytes, code)).collect();
        Seed { constants: file.constants.len(), methods, bytes }
    }

    /// The same class as a compiler of old would have labelled it.
    fn with_version(&self, major: u8) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        bytes[7] = major;
        bytes
    }
}

impl Body {
    fn new(bytes: &[u8], code: &Code) -> Body {
        // The header in front tells equal bodies apart.
        let mut header = code.max_stack.to_be_bytes().to_vec();
        header.extend(code.max_locals.to_be_bytes());
        header.extend((code.bytecode.len() as u32).to_be_bytes());
        header.extend_from_slice(&code.bytecode);
        let start = find(bytes, &header).expect("a body is in its file") + 8;
        let end = start + code.bytecode.len();
        let mut instructions = Vec::new();
        let mut at = 0;
        while at < code.bytecode.len() {
            let length = length(&code.bytecode, at);
            instructions.push((start + at, length));
            at += length;
        }
        let map = code.stack_map.as_ref().and_then(|map| Some((find(&bytes[end..], map)? + end, map.len())));
        Body { code: start, instructions, handlers: end + 2, handler_count: code.handlers.len(), map }
    }
}

/// The length of an instruction of valid code.
fn length(code: &[u8], at: usize) -> usize {
    let i32_at = |at: usize| i32::from_be_bytes(code[at..at + 4].try_into().unwrap());
    match code[at] {
        0x10 | 0x12 | 0x15..=0x19 | 0x36..=0x3a | 0xa9 | 0xbc => 2,
        0x11 | 0x13 | 0x14 | 0x84 | 0x99..=0xa8 | 0xb2..=0xb8 | 0xbb | 0xbd | 0xc0 | 0xc1 | 0xc6 | 0xc7 => 3,
        0xc5 => 4,
        0xb9 | 0xba | 0xc8 | 0xc9 => 5,
        0xaa => {
            let base = (at + 4) & !3;
            base + 12 + 4 * (i32_at(base + 8) - i32_at(base + 4) + 1) as usize - at
        }
        0xab => {
            let base = (at + 4) & !3;
            base + 8 + 8 * i32_at(base + 4) as usize - at
        }
        _ => 1,
    }
}

/// Breaks a class in one place.
fn mutate(seed: &Seed, version: Option<u8>, dice: &mut Dice) -> Vec<u8> {
    let mut bytes = version.map_or_else(|| seed.bytes.clone(), |major| seed.with_version(major));
    let body = &seed.methods[dice.below(seed.methods.len())];
    let (at, len) = body.instructions[dice.below(body.instructions.len())];
    let constant = |dice: &mut Dice| (dice.below(seed.constants + 2) as u16).to_be_bytes();
    match dice.below(16) {
        // Another instruction of the same length.
        0..4 => {
            let same: Vec<u8> = (0..=0xc9u8)
                .filter(|op| !matches!(op, 0xaa | 0xab | 0xc4) && length(&[*op, 0, 0, 0, 0], 0) == len)
                .collect();
            match same.is_empty() {
                true => bytes[at] = dice.below(256) as u8,
                false => bytes[at] = same[dice.below(same.len())],
            }
        }
        // No instruction at all.
        4 => bytes[at..at + len].fill(0),
        // Another constant, local or target.
        5 | 6 if len == 3 => bytes[at + 1..at + 3].copy_from_slice(&constant(dice)),
        7 if len == 3 => bytes[at + 2] = bytes[at + 2].wrapping_add(dice.below(9) as u8),
        5..8 if len > 1 => bytes[at + 1 + dice.below(len - 1)] = dice.below(256) as u8,
        5..8 => bytes[at] = bytes[at].wrapping_add(1),
        // The bounds of stack and locals.
        8 => bytes[body.code - 8 + 1] = dice.below(4) as u8,
        9 => bytes[body.code - 8 + 3] = dice.below(6) as u8,
        10 if body.handler_count > 0 => {
            let field = body.handlers + 8 * dice.below(body.handler_count) + 2 * dice.below(4);
            bytes[field + 1] = dice.below(40) as u8;
        }
        // The stack map.
        11..14 => match body.map {
            Some((map, len)) => {
                let place = map + dice.below(len);
                bytes[place] = match dice.below(3) {
                    0 => dice.below(10) as u8,
                    1 => bytes[place].wrapping_add(1),
                    _ => dice.below(256) as u8,
                };
            }
            None => bytes[at] = dice.below(256) as u8,
        },
        // Two instructions change places.
        14 => {
            let (other, other_len) = body.instructions[dice.below(body.instructions.len())];
            if len == other_len {
                for n in 0..len {
                    bytes.swap(at + n, other + n);
                }
            }
        }
        // Anything.
        _ => {
            let place = 10 + dice.below(bytes.len() - 10);
            bytes[place] = bytes[place].wrapping_add(1 + dice.below(255) as u8);
        }
    }
    bytes
}

/// What a JVM says to each class, here and under `java`.
pub fn judge(classes: &Path, mutants: &[Vec<u8>]) -> (Vec<String>, Vec<String>) {
    let file = classes.join("mutants");
    let mut all = (mutants.len() as u32).to_be_bytes().to_vec();
    for mutant in mutants {
        all.extend((mutant.len() as u32).to_be_bytes());
        all.extend_from_slice(mutant);
    }
    fs::write(&file, all).unwrap();
    let java = Command::new(java_home().join("bin/java"))
        .args(["-Xshare:off", "-cp"])
        .arg(classes)
        .arg("Judge")
        .arg(&file)
        .output()
        .unwrap();
    let real = String::from_utf8_lossy(&java.stdout).lines().map(str::to_owned).collect();
    let mut config = Config::new(java_home(), vec![classes.to_owned()], "Judge");
    config.args = vec![file.display().to_string()];
    let mut jvm = Jvm::new(&config).unwrap_or_else(|error| panic!("{error}"));
    loop {
        let choice = *choices(&jvm).first().expect("the guest goes on");
        match jvm.run(choice, 1_000_000, None).unwrap_or_else(|error| panic!("{error}")).outcome {
            Outcome::Running => {}
            Outcome::Finished { exit_code: 0 } => break,
            other => {
                let err = jvm.vm().host.output().text(Stream::Err);
                panic!("{other:?}: {}", String::from_utf8_lossy(&err));
            }
        }
    }
    let out = jvm.vm().host.output().text(Stream::Out);
    (real, String::from_utf8_lossy(&out).lines().map(str::to_owned).collect())
}

/// The first line of a message.
fn headline(verdict: &str) -> &str {
    verdict.split('|').next().unwrap_or_default()
}

/// Where lengths of attributes are wrong, HotSpot sometimes goes on past their ends and finds something else.
fn same(real: &str, ours: &str) -> bool {
    let truncated = headline(ours) == "java.lang.ClassFormatError: Truncated class file";
    headline(real) == headline(ours) || (truncated && real.starts_with("java.lang.ClassFormatError: "))
}

/// What was done to a class.
fn change(seed: &[u8], mutant: &[u8]) -> String {
    let places = (8..seed.len()).filter(|at| seed[*at] != mutant[*at]);
    places.map(|at| format!("[{at}] {:02x} -> {:02x}", seed[at], mutant[at])).collect::<Vec<_>>().join(", ")
}

pub fn seed(name: &str) -> (tempfile::TempDir, Seed) {
    let folder = repository("crates/guest-java/tests/verifier");
    let sources = ["Judge.java", "Seed.java", "Modern.java", "Shape.java", "base/Base.java"];
    let classes = compile_without_local_names(&sources.map(|name| folder.join(name)));
    let path = classes.path().join(format!("{name}.class"));
    let seed = Seed::new(fs::read(&path).unwrap());
    // Each mutant is defined by a loader of its own, which asks its parent first.
    fs::remove_file(path).unwrap();
    (classes, seed)
}

fn compare(name: &str, version: Option<u8>, count: usize, start: u64) {
    let (classes, seed) = seed(name);
    let mut dice = Dice(start);
    let mutants: Vec<Vec<u8>> = (0..count).map(|_| mutate(&seed, version, &mut dice)).collect();
    let (real, ours) = judge(classes.path(), &mutants);
    assert_eq!((real.len(), ours.len()), (count, count));
    let refused = real.iter().filter(|verdict| *verdict != "accepted").count();
    let whole = real.iter().zip(&ours).filter(|(real, ours)| real == ours).count();
    let differ: Vec<String> = real
        .iter()
        .zip(&ours)
        .enumerate()
        .filter(|(_, (real, ours))| !same(real, ours))
        .map(|(n, (real, ours))| {
            let change = change(&seed.bytes, &mutants[n]);
            format!("{n}: java says {real}\n     we say {ours}\n     for {change}")
        })
        .collect();
    println!("{count} mutants, {refused} refused; {whole} verdicts equal to the letter, {} differ", differ.len());
    if std::env::var_os("SHOW").is_some() {
        for (n, (real, ours)) in real.iter().zip(&ours).enumerate() {
            if real != ours && headline(real) == headline(ours) {
                println!("{n}: {}\n---\n{}\n", real.replace('|', "\n"), ours.replace('|', "\n"));
            }
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
    assert!(refused > count / 3, "{refused} of {count} refused");
}

fn count(usual: usize) -> usize {
    std::env::var("MUTANTS").ok().and_then(|count| count.parse().ok()).unwrap_or(usual)
}

#[test]
fn broken_classes_are_refused_as_on_the_jdk() {
    compare("Seed", None, count(1000), 1);
}

#[test]
fn broken_modern_classes_are_refused_as_on_the_jdk() {
    compare("Modern", None, count(500), 2);
}

/// Version 50 falls back to inference where its stack map is wrong.
#[test]
fn broken_classes_with_optional_stack_maps_are_refused_as_on_the_jdk() {
    compare("Seed", Some(50), count(400), 3);
}

#[test]
fn broken_old_classes_are_refused_as_on_the_jdk() {
    compare("Seed", Some(49), count(600), 4);
}
