//! Whether a thread can still come to a place: before and after its last chance, and never wrongly "no".

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::common::{Dice, boot, boot_at, choices};
use deadheat_event::{Choice, Op, SiteId, ThreadId, Value};
use deadheat_guest_java::Jvm;
use deadheat_machine::Machine;
use deadheat_testing::java::{compile, compile_files};
use deadheat_testing::{files, parallel, repository};

/// A guest whose threads `T1` and `T2` call `go(1)` and `go(2)`.
fn guest(members: &str) -> String {
    format!(
        "public class Guest extends Thread {{
            static int target;
            static volatile int mark;
            final int n;
            Guest(int n) {{ this.n = n; }}
            public void run() {{ go(n); }}
            {members}
            public static void main(String[] args) throws Exception {{
                Thread one = new Guest(1), two = new Guest(2);
                one.start(); two.start();
                one.join(); two.join();
            }}
        }}"
    )
}

/// The value that a thread is about to write to `Guest.mark`.
fn mark(jvm: &Jvm, thread: ThreadId) -> Option<i32> {
    match jvm.pending(thread)?.op {
        Op::Write { location, value: Some(Value::Int(value)), .. }
            if jvm.context().location_name(location) == "Guest.mark" =>
        {
            Some(value)
        }
        _ => None,
    }
}

/// The place at which a thread is about to access `Guest.target`.
fn target(jvm: &Jvm, thread: ThreadId) -> Option<SiteId> {
    let pending = jvm.pending(thread)?;
    let access = pending.op.access()?;
    (jvm.context().location_name(access.location) == "Guest.target").then_some(pending.site)
}

/// Runs one thread to its end.
fn run(jvm: &mut Jvm, thread: ThreadId, mut look: impl FnMut(&Jvm)) {
    while choices(jvm).contains(&Choice::Thread(thread)) {
        look(jvm);
        jvm.step(Choice::Thread(thread), None).unwrap();
    }
}

/// `T2` shows where the target is; then `T1` runs, and at each of its marks it is asked whether it may come there. The marks
/// that say yes, and those that say no.
fn marks(members: &str) -> (BTreeSet<i32>, BTreeSet<i32>) {
    let classes = compile("Guest", &guest(members));
    let mut jvm = boot(&classes, "Guest");
    let (one, two) = (ThreadId(1), ThreadId(2));
    while jvm.pending(two).is_none() {
        jvm.step(Choice::Thread(ThreadId(0)), None).unwrap();
    }
    let start = jvm.snapshot();
    let mut sites = BTreeSet::new();
    run(&mut jvm, two, |jvm| sites.extend(target(jvm, two)));
    assert!(!sites.is_empty(), "T2 never comes to the target");
    let sites: Vec<SiteId> = sites.into_iter().collect();
    jvm.restore(&start);
    assert!(jvm.may_reach(one, &sites), "T1 has not begun");
    let (mut yes, mut no) = (BTreeSet::new(), BTreeSet::new());
    run(&mut jvm, one, |jvm| {
        if let Some(mark) = mark(jvm, one) {
            if jvm.may_reach(one, &sites) { &mut yes } else { &mut no }.insert(mark);
        }
    });
    (yes, no)
}

#[track_caller]
fn expect(members: &str, yes: &[i32], no: &[i32]) {
    let (found_yes, found_no) = marks(members);
    assert_eq!((found_yes, found_no), (yes.iter().copied().collect(), no.iter().copied().collect()), "yes, no");
}

#[test]
fn straight_on() {
    expect("static void go(int n) { mark = 1; target = 1; mark = 2; }", &[1], &[2]);
}

#[test]
fn in_a_loop() {
    let members = "
        static void go(int n) {
            for (int i = 0; i < 2; i++) { if (n == 2) target++; mark = 1; }
            mark = 2;
            while (mark < 0) { mark = 3; }
        }";
    expect(members, &[1], &[2]);
}

#[test]
fn in_a_branch_not_taken() {
    let members = "
        static void go(int n) {
            switch (n) { case 1: mark = 1; break; case 2: target = 1; break; default: mark = 2; }
            mark = 3;
        }";
    expect(members, &[], &[1, 3]);
}

#[test]
fn through_calls() {
    let members = "
        static void inner(int n) { mark = 1; if (n == 2) target = 1; mark = 2; }
        static void outer(int n) { mark = 3; inner(n); mark = 4; }
        static void go(int n) { mark = 5; outer(n); mark = 6; outer(n); mark = 7; }";
    // Marks 2, 3 and 4 are passed twice, and only the second time is the last.
    expect(members, &[1, 2, 3, 4, 5, 6], &[2, 4, 7]);
}

#[test]
fn through_interfaces_and_overrides() {
    let members = "
        interface Visitor { void visit(); }
        static class Quiet implements Visitor { public void visit() { mark = 1; } }
        static class Loud extends Quiet { public void visit() { target = 1; } }
        static class Apart { void visit() { mark = 2; } }
        static void go(int n) {
            Visitor v = n == 1 ? new Quiet() : new Loud();
            Quiet q = n == 1 ? new Quiet() : new Loud();
            Apart a = new Apart();
            mark = 3; v.visit();
            mark = 4; q.visit();
            mark = 5; a.visit();
            mark = 6;
        }";
    expect(members, &[1, 3, 4], &[1, 2, 5, 6]);
}

#[test]
fn through_lambdas_and_method_references() {
    let members = "
        interface Task { void perform(int n); }
        static void touch(int n) { if (n == 2) target = 1; mark = 1; }
        static void go(int n) {
            Task lambda = k -> { mark = 2; touch(k); mark = 3; };
            Task reference = Guest::touch;
            mark = 4; lambda.perform(n);
            mark = 5; reference.perform(n);
            mark = 6;
        }";
    expect(members, &[1, 2, 3, 4, 5], &[1, 6]);
}

#[test]
fn through_exceptions_and_finally() {
    let members = "
        static void fail(int n) { mark = 1; if (n == 2) throw new IllegalStateException(); mark = 2; }
        static void go(int n) {
            try { fail(n); mark = 3; } catch (IllegalStateException e) { target = 1; }
            mark = 4;
            try { fail(1); } finally { mark = 5; }
            mark = 6;
        }";
    expect(members, &[1, 2, 3], &[1, 2, 4, 5, 6]);
    let members = "
        static void go(int n) {
            try { mark = 1; if (n == 3) return; mark = 2; } finally { target = 1; mark = 3; }
            mark = 4;
        }";
    expect(members, &[1, 2], &[3, 4]);
}

#[test]
fn what_the_library_calls() {
    let members = "
        static class Item implements Comparable<Item> {
            public int compareTo(Item other) { target++; return 0; }
        }
        static void go(int n) {
            java.util.List<Item> items = new java.util.ArrayList<>(java.util.List.of(new Item(), new Item()));
            mark = 1;
            java.util.Collections.sort(items);
            mark = 2;
            synchronized (items) { items.size(); }
            mark = 3;
        }";
    expect(members, &[1], &[2, 3]);
}

#[test]
fn in_a_thread_to_be_started() {
    let members = "
        static void go(int n) {
            Thread child = new Thread(() -> go(3));
            if (n == 3) { mark = 4; return; }
            if (n == 2) target = 1;
            mark = 1;
            child.start();
            mark = 2;
        }";
    let (yes, no) = marks(members);
    assert!(yes.contains(&1) && no.contains(&2), "{yes:?} {no:?}");
}

/// The corpus's buggy programs, compiled.
fn corpus() -> (tempfile::TempDir, Vec<String>) {
    let mut files = files(&repository("tests/corpus/buggy"), "java");
    files.retain(|file| !std::fs::read_to_string(file).unwrap().contains("deadheat."));
    let classes = compile_files(&files);
    let names = files.iter().map(|file| file.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    (classes, names)
}

/// The places at which a thread is about to access memory.
fn accesses(jvm: &Jvm) -> Vec<(ThreadId, SiteId)> {
    let mut live = Vec::new();
    jvm.live(&mut live);
    let access = |thread: ThreadId| {
        jvm.pending(thread).filter(|pending| pending.op.access().is_some()).map(|pending| (thread, pending.site))
    };
    live.into_iter().filter_map(access).collect()
}

fn walk(jvm: &mut Jvm, seed: u64, mut look: impl FnMut(&Jvm)) {
    let mut dice = Dice(seed);
    for _ in 0..3000 {
        look(jvm);
        let open = choices(jvm);
        if open.is_empty() {
            return;
        }
        jvm.step(open[dice.below(open.len())], None).unwrap();
    }
}

/// Walks through a program, asks every thread at every step whether it may come to a place, and checks that one that may not never
/// does. How many said no, of how many.
fn ask(classes: &Path, program: &str) -> (u64, u64) {
    let mut jvm = boot_at(classes, program).unwrap_or_else(|error| panic!("{program}: {error}"));
    let start = jvm.snapshot();
    let (mut noes, mut asked) = (0, 0);
    let mut seen: BTreeMap<SiteId, ()> = BTreeMap::new();
    walk(&mut jvm, 1, |jvm| seen.extend(accesses(jvm).into_iter().map(|(_, site)| (site, ()))));
    let step = seen.len().div_ceil(4).max(1);
    for site in seen.into_keys().step_by(step) {
        for seed in 2..4 {
            jvm.restore(&start);
            let mut given_up: BTreeSet<ThreadId> = BTreeSet::new();
            walk(&mut jvm, seed, |jvm| {
                for (thread, at) in accesses(jvm) {
                    let stack = || jvm.context().stack(thread);
                    assert!(at != site || !given_up.contains(&thread), "{program}: {thread} at {:?}", stack());
                }
                let mut live = Vec::new();
                jvm.live(&mut live);
                for thread in live {
                    asked += 1;
                    if !jvm.may_reach(thread, &[site]) {
                        noes += 1;
                        given_up.insert(thread);
                    }
                }
            });
        }
    }
    (noes, asked)
}

#[test]
fn never_no_before_a_thread_comes_there() {
    let (classes, programs) = corpus();
    let answers = parallel::map(&programs, |program| ask(classes.path(), program));
    let (noes, asked) = answers.iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    // An overestimate that always says yes would be sound, too.
    assert!(noes * 10 > asked, "{noes} noes of {asked}");
}
