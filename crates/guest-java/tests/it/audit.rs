//! No step may read or write a shared location other than by its declared visible operation: the machine looks after itself while it
//! runs all programs with several threads, and must name nothing.

use deadheat_event::{Choice, ThreadId};
use deadheat_guest_java::{Config, Jvm};
use deadheat_machine::{Machine, States};
use deadheat_testing::corpus::Program;
use deadheat_testing::java::{compile, compile_folder, java_home};
use deadheat_testing::parallel;
use tempfile::TempDir;

use crate::common::{Dice, choices};

/// So many steps of each program are looked after.
const STEPS: usize = 600;

fn audited(classes: &TempDir, main: &str, args: Vec<String>) -> Jvm {
    let mut config = Config::new(java_home(), vec![classes.path().to_owned()], main);
    config.heap = 64 << 20;
    config.args = args;
    config.audit = true;
    config.states = States::Kept;
    Jvm::new(&config).unwrap_or_else(|error| panic!("{main}: {error}"))
}

/// Blind spots by design: what another thread is doing depends on everything.
const KNOWN: [&str; 7] = [
    "java.lang.Thread.getState",
    "java.lang.Thread.threadState",
    "sun.management.ThreadImpl.dumpThreads0",
    "sun.management.ThreadImpl.findDeadlockedThreads0",
    "sun.management.ThreadImpl.findMonitorDeadlockedThreads0",
    "sun.management.ThreadImpl.getThreadInfo1",
    "sun.management.ThreadImpl.getThreads",
];

/// What the machine names while the dice choose, beside what is known.
fn blind_spots(mut jvm: Jvm, seed: u64, steps: usize) -> Vec<String> {
    let mut dice = Dice(seed);
    for _ in 0..steps {
        let open = choices(&jvm);
        if open.is_empty() {
            break;
        }
        single_questions_agree(&jvm, &open);
        let choice = open[dice.below(open.len())];
        jvm.run(choice, 1 + dice.below(4) as u64, None).unwrap();
    }
    let mut named = jvm.blind_spots();
    named.retain(|name| !KNOWN.contains(&&**name));
    named
}

/// What is open, and who is blocked, is the same whether one or all are asked for.
fn single_questions_agree(jvm: &Jvm, open: &[Choice]) {
    let (mut live, mut blocked) = (Vec::new(), Vec::new());
    jvm.live(&mut live);
    jvm.blocked(&mut blocked);
    let why = |thread: &ThreadId| Some((*thread, jvm.pending(*thread)?.blocked?));
    assert_eq!(blocked, live.iter().filter_map(why).collect::<Vec<_>>(), "who is blocked");
    live.push(ThreadId(live.last().map_or(0, |last| last.0 + 1)));
    for thread in live.iter().copied() {
        let plain = [Choice::Thread(thread), Choice::Timeout(thread), Choice::Spurious(thread)];
        let values = (0..3).map(|value| Choice::Value { thread, value });
        let wakes = live.iter().map(|waiter| Choice::Wake { notifier: thread, waiter: *waiter });
        for choice in plain.into_iter().chain(values).chain(wakes) {
            assert_eq!(jvm.is_open(choice), open.contains(&choice), "{choice}");
        }
    }
}

fn folder_has_none(folder: &str) {
    let classes = compile_folder(folder);
    let programs = Program::read_folder(folder);
    let named = parallel::map(&programs, |program| {
        let args = program.directives("args").next().unwrap_or_default();
        let args: Vec<String> = args.split_whitespace().map(str::to_owned).collect();
        (1..3)
            .flat_map(|seed| blind_spots(audited(&classes, &program.name, args.clone()), seed, STEPS))
            .collect::<Vec<_>>()
    });
    let named: Vec<String> = programs
        .iter()
        .zip(named)
        .filter(|(_, spots)| !spots.is_empty())
        .map(|(program, spots)| format!("{}: {spots:?}", program.name))
        .collect();
    assert!(named.is_empty(), "{named:#?}");
}

#[test]
fn searched_programs() {
    folder_has_none("tests/explore");
}

#[test]
fn buggy_programs() {
    folder_has_none("tests/corpus/buggy");
}

#[test]
fn clean_programs() {
    folder_has_none("tests/corpus/clean");
}

#[test]
fn programs_with_threads() {
    folder_has_none("tests/programs/threads");
}

#[test]
fn what_is_not_seen_is_named() {
    let classes = compile(
        "Views",
        r#"
import java.lang.invoke.*;
import java.nio.ByteOrder;
import java.util.zip.Deflater;
public class Views {
    static final byte[] bytes = new byte[8];
    final int number = Integer.parseInt("3");
    static final Views shared = new Views();
    public static void main(String[] args) throws Exception {
        new Thread(() -> bytes[3] = 1).start();
        VarHandle view = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
        int seen = (int) view.get(bytes, 0);
        Deflater deflater = new Deflater();
        deflater.setInput(bytes);
        deflater.finish();
        deflater.deflate(new byte[100]);
        var field = Views.class.getDeclaredField("number");
        field.setAccessible(true);
        field.setInt(shared, 4);
    }
}
"#,
    );
    let named = blind_spots(audited(&classes, "Views", Vec::new()), 1, 10_000);
    let expected = [
        "a step up to the end of a thread writes Views.number",
        "java.util.zip.Deflater.deflateBytesBytes",
        "jdk.internal.misc.Unsafe.getInt",
        "jdk.internal.misc.Unsafe.putIntVolatile",
    ];
    assert_eq!(named, expected);
}
