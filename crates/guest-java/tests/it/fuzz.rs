//! Mutated class files never panic, hang, or do more than throw in the guest. Other formats, and files given to the commands, are in
//! `crates/deadheat/tests/inputs`.

use std::fs;
use std::path::Path;

use crate::common::{boot_at, choices};
use deadheat_guest_java::host::output::Stream;
use deadheat_guest_java::{Config, Jvm};
use deadheat_machine::{Machine, Outcome};
use deadheat_testing::java::{compile, compile_files, java_home};
use deadheat_testing::mutate::Mutator;
use deadheat_testing::repository;

const GUEST: &str = r#"
import java.util.*;
import java.util.function.*;
public class Target {
    interface Shape { double area(); default String name() { return getClass().getSimpleName(); } }
    record Circle(double r) implements Shape { public double area() { return Math.PI * r * r; } }
    enum Colour { RED, GREEN { int code() { return 7; } }; int code() { return ordinal(); } }
    static int[] table = {5, 3, 1};
    long wide; float single; byte[] bytes = new byte[4]; static Object last;
    synchronized int work(int n, long m, double d) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            switch (i % 4) { case 0: sum += table[i % 3]; break; case 1: sum ^= (int) m; break; default: sum -= (int) d; }
            try { sum += bytes[i]; } catch (ArrayIndexOutOfBoundsException e) { sum++; } finally { wide += sum; }
        }
        return sum;
    }
    static String text(Object o) {
        switch (String.valueOf(o)) { case "a": return "first"; case "b": return "second"; default: return o + "!"; }
    }
    public static void main(String[] args) throws Exception {
        Target t = new Target();
        int total = t.work(9, 5L, 2.5);
        Function<Integer, Integer> f = x -> x * total;
        Thread thread = new Thread(() -> { synchronized (t) { last = f.apply(3); } });
        thread.start(); thread.join();
        Shape s = new Circle(2);
        System.out.println(text("a") + text(s.name()) + s.area() + last + Colour.GREEN.code() + new int[2][3][1].length);
    }
}
"#;

#[test]
fn mutated_classes_do_no_harm() {
    let classes = compile("Target", GUEST);
    let names: Vec<_> = fs::read_dir(classes.path())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "class"))
        .collect();
    let originals: Vec<Vec<u8>> = names.iter().map(|path| fs::read(path).unwrap()).collect();
    let mut mutator = Mutator::new(2024);
    let mut finished = 0;
    for round in 0..300 {
        let which = if round % 3 == 0 { mutator.below(names.len()) } else { 0 };
        let target = names.iter().position(|n| n.ends_with("Target.class")).unwrap();
        let which = if which == 0 { target } else { which };
        fs::write(&names[which], mutator.binary(&originals[which..=which])).unwrap();
        if let Ok(mut jvm) = boot_at(classes.path(), "Target") {
            for _ in 0..60 {
                let open = choices(&jvm);
                let Some(choice) = open.first() else { break };
                // An internal error is a fault of ours, whatever the guest.
                match jvm.run(*choice, 1000, None).unwrap_or_else(|error| panic!("round {round}: {error}")).outcome {
                    Outcome::Running => {}
                    Outcome::Finished { .. } => {
                        finished += 1;
                        break;
                    }
                    _ => break,
                }
            }
        }
        fs::write(&names[which], &originals[which]).unwrap();
    }
    assert!(finished > 50, "most mutants should get as far as an exception: {finished}");
}

/// Where a batch of mutants came to.
fn run_batch(classes: &Path, file: &Path, name: &str, start: usize) -> usize {
    let mut config = Config::new(java_home(), vec![classes.to_owned()], "Runner");
    config.args = vec![file.display().to_string(), name.to_owned(), start.to_string()];
    config.heap = 64 << 20;
    let mut jvm = Jvm::new(&config).unwrap_or_else(|error| panic!("{error}"));
    let reached = |jvm: &Jvm| {
        let out = jvm.vm().host.output().text(Stream::Out);
        let text = String::from_utf8_lossy(&out).into_owned();
        text.lines().rev().find_map(|line| line.parse::<usize>().ok()).unwrap_or(start)
    };
    let (mut last, mut idle) = (start, 0);
    loop {
        let Some(choice) = choices(&jvm).first().copied() else { return reached(&jvm) + 1 };
        // An internal error is a fault of ours, whatever the guest.
        let ran = jvm.run(choice, 1000, None);
        let outcome = ran.unwrap_or_else(|error| panic!("mutant {} of {name}: {error}", reached(&jvm))).outcome;
        let at = reached(&jvm);
        idle = if at == last { idle + 1 } else { 0 };
        last = at;
        // A mutant may loop for ever, or end the program; the rest then gets a machine of its own.
        if outcome != Outcome::Running || idle > 100 {
            return at + 1;
        }
    }
}

/// Runs mutants of the guest's classes: `count` of each batch's class.
fn run_mutants(count: usize, seed: u64) {
    let classes = compile("Target", GUEST);
    let runner = repository("crates/guest-java/tests/verifier/Runner.java");
    let compiled = compile_files(&[runner]);
    for entry in fs::read_dir(compiled.path()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            fs::copy(&path, classes.path().join(path.file_name().unwrap())).unwrap();
        }
    }
    let names = ["Target", "Target$Circle", "Target$Shape", "Target$Colour", "Target$Colour$1"];
    let mut mutator = Mutator::new(seed);
    let file = classes.path().join("mutants");
    let (mut done, mut machines) = (0, 0);
    while done < count {
        // Most is in the first.
        let name = names[if mutator.below(2) == 0 { 0 } else { mutator.below(names.len()) }];
        let original = [fs::read(classes.path().join(format!("{name}.class"))).unwrap()];
        let size = 200.min(count - done);
        let mut all = (size as u32).to_be_bytes().to_vec();
        for _ in 0..size {
            let mutant = mutator.binary(&original);
            all.extend((mutant.len() as u32).to_be_bytes());
            all.extend(mutant);
        }
        fs::write(&file, all).unwrap();
        let mut next = 0;
        while next < size {
            next = run_batch(classes.path(), &file, name, next);
            machines += 1;
        }
        done += size;
    }
    println!("{done} mutants were run on {machines} machines");
}

#[test]
fn mutants_are_run_without_harm() {
    run_mutants(400, 77);
}

/// `MUTANTS` of them from `SEED` on.
#[test]
#[ignore = "hours, by `make fuzz-classes`"]
fn many_mutants_are_run_without_harm() {
    let number = |name: &str, usual| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(usual);
    run_mutants(number("MUTANTS", 10_000) as usize, number("SEED", 1));
}
