//! Java programs as guests: from the words of a command line to machines, and from a schedule back to the machine it was found on.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Dice, Events, choices};
use deadheat_event::{Choice, CodeOwner, Schedule, SourcePos, ThreadId};
use deadheat_guest_java::front::{JavaCommand, JavaGuest, Program, facts};
use deadheat_guest_java::host::output::Stream;
use deadheat_guest_java::{Config, Jvm};
use deadheat_machine::scheduler::RoundRobin;
use deadheat_machine::{
    Driver, Expectation, Guest, GuestError, GuestKind, Machine, MachineOptions, Need, NeedKind, Outcome, Replay, States,
};
use deadheat_testing::java::{compile, feature, java_home};

/// Two threads that each start one more: the order of the inner starts decides which is called T3.
const FAMILY: &str = "
    public class Family {
        static volatile int started;
        static Thread parent(String name) {
            return new Thread(() -> new Thread(() -> started++, name + \"'s child\").start(), name);
        }
        public static void main(String[] args) {
            parent(\"one\").start();
            parent(\"two\").start();
        }
    }";

fn env(name: &str) -> Option<OsString> {
    (name == "JAVA_HOME").then(|| java_home().into())
}

fn open(command: &JavaCommand, followed: Option<&Schedule>) -> Result<JavaGuest, GuestError> {
    JavaGuest::open(command, MachineOptions::default(), followed, env)
}

fn class_in(folder: &Path, main: &str) -> JavaCommand {
    let mut command = JavaCommand::new(Program::Class(main.to_owned()));
    command.java.class_path = Some(folder.display().to_string());
    command
}

fn output(jvm: &Jvm) -> String {
    String::from_utf8_lossy(&jvm.vm().host.output().text(Stream::Out)).into_owned()
}

#[test]
fn a_source_file_is_compiled_run_and_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("Greeter.java");
    let text =
        "package a;\nclass Greeter { public static void main(String[] s) { System.out.println(\"hello \" + s[0]); } }";
    fs::write(&file, text).unwrap();
    let mut command = JavaCommand::new(Program::Source(file.display().to_string()));
    command.arguments = vec!["you".to_owned()];
    let guest = open(&command, None).unwrap();

    let spec = guest.spec();
    assert_eq!(
        (spec.kind, spec.name.as_str(), spec.arguments.join(" ").as_str()),
        (GuestKind::Java, "a.Greeter", "you")
    );
    assert_eq!(spec.platform, format!("JDK {}", feature()));
    assert_eq!((spec.digest.len(), spec.digest.clone()), (16, guest.digest().unwrap()));
    assert_eq!((spec.command.clone(), spec.line()), (command.words(), command.line()));
    assert_eq!(JavaCommand::from_words(&spec.command), Ok(command));

    let mut jvm = guest.start(States::Dropped).unwrap();
    let report = Driver::new(&mut jvm, &mut RoundRobin::default()).run();
    assert_eq!((report.end, output(&jvm)), (Ok(Outcome::Finished { exit_code: 0 }), "hello you\n".to_owned()));

    let (file, owner) = (Some("Greeter.java".into()), CodeOwner::Program);
    let place = SourcePos { container: "a.Greeter".into(), function: "main".into(), file, line: Some(2), owner };
    let sources = guest.sources(&[]);
    assert_eq!(sources.path(&place).as_deref(), Some("a/Greeter.java"));
    assert_eq!(sources.find(&place).unwrap().line(1), Some("package a;"));
}

#[test]
fn what_cannot_run_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let said = |command: &JavaCommand| match open(command, None).and_then(|guest| guest.boot()) {
        Ok(()) => panic!("{} runs", command.line()),
        Err(error) => error.to_string(),
    };
    assert!(said(&class_in(folder.path(), "No")).starts_with("could not find or load main class No"));
    assert!(
        said(&JavaCommand::new(Program::Jar("/no/such.jar".into()))).starts_with("cannot read the jar /no/such.jar")
    );
    let source = said(&JavaCommand::new(Program::Source("/no/Such.java".into())));
    assert!(source.starts_with("cannot read /no/Such.java"), "{source}");
}

#[test]
fn missing_natives_of_all_machines_are_collected() {
    let source = "public class Lacking {
        static native void gone();
        public static void main(String[] args) { try { gone(); } catch (UnsatisfiedLinkError e) { System.out.println(e.getMessage()); } }
    }";
    let classes = compile("Lacking", source);
    let guest = open(&class_in(classes.path(), "Lacking"), None).unwrap();
    assert_eq!(guest.needs(), []);
    let mut jvm = guest.fork().unwrap();
    Driver::new(&mut jvm, &mut RoundRobin::default()).run().end.unwrap();
    let gone = Need { kind: NeedKind::NativeMethod, name: "Lacking.gone".to_owned(), fatal: false };
    assert_eq!((output(&jvm), guest.needs()), ("'void Lacking.gone()'\n".to_owned(), vec![gone]));
}

/// What can be done next, on two machines that should be in the same state.
fn same_choices(one: &mut Jvm, other: &mut Jvm) -> Vec<Choice> {
    assert_eq!(one.fingerprint(), other.fingerprint());
    let open = choices(one);
    assert_eq!(open, choices(other));
    open
}

#[test]
fn a_fresh_machine_that_keeps_states_is_like_a_fork() {
    let classes = compile("Family", FAMILY);
    let guest = open(&class_in(classes.path(), "Family"), None).unwrap();
    let (mut fresh, mut fork) = (guest.start(States::Kept).unwrap(), guest.fork().unwrap());
    let mut dice = Dice(3);
    while let open = same_choices(&mut fresh, &mut fork)
        && !open.is_empty()
    {
        let choice = open[dice.below(open.len())];
        assert_eq!(fresh.step(choice, None), fork.step(choice, None));
    }
}

/// Long before its threads start, so that forks make its beginning once.
const SLOW: &str = "
    public class Slow {
        static int sum;
        static java.util.List<String> words = new java.util.ArrayList<>();
        public static void main(String[] args) throws Exception {
            for (int i = 0; i < 10_000_000; i++) sum += i ^ sum;
            for (int i = 0; i < 100; i++) words.add(\"word \" + i + sum);
            System.out.println(words.hashCode());
            Thread one = new Thread(() -> sum++), two = new Thread(() -> sum++);
            one.start();
            two.start();
            one.join();
            two.join();
            System.out.println(sum + \" \" + words.size());
        }
    }";

#[test]
fn forks_begin_where_another_has_been() {
    let classes = compile("Slow", SLOW);
    let guest = open(&class_in(classes.path(), "Slow"), None).unwrap();
    for seed in 0..3 {
        // The first fork of all makes the beginning, and goes back to it; all others only go behind it.
        let (mut fresh, mut fork) = (guest.start(States::Kept).unwrap(), guest.fork().unwrap());
        let start = fork.snapshot();
        for _ in 0..2 {
            fork.step(Choice::Thread(ThreadId(0)), None).unwrap();
        }
        fork.restore(&start);
        let (mut of_fresh, mut of_fork) = (Events::default(), Events::default());
        let mut dice = Dice(seed + 1);
        while let open = same_choices(&mut fresh, &mut fork)
            && !open.is_empty()
        {
            let (choice, budget) = (open[dice.below(open.len())], dice.below(5) as u64 + 1);
            let ran = fresh.run(choice, budget, Some(&mut of_fresh));
            assert_eq!(ran, fork.run(choice, budget, Some(&mut of_fork)));
        }
        assert_eq!((output(&fresh), of_fresh.0), (output(&fork), of_fork.0));
    }
}

/// Runs to the end, the threads of this list first; the choices made.
fn run_in_order(jvm: &mut Jvm, order: &[u32]) -> Schedule {
    let mut schedule = Schedule::new();
    loop {
        let open = choices(jvm);
        let first = order.iter().map(|id| Choice::Thread(ThreadId(*id))).find(|choice| open.contains(choice));
        let Some(choice) = first.or_else(|| open.first().copied()) else { return schedule };
        jvm.step(choice, None).unwrap();
        schedule.push(choice, 1);
    }
}

#[test]
fn threads_keep_their_names_from_machine_to_machine() {
    let classes = compile("Family", FAMILY);
    let command = class_in(classes.path(), "Family");
    let guest = open(&command, None).unwrap();
    // On the first path T2's child is started first, so it is T3; on the second it still is.
    run_in_order(&mut guest.fork().unwrap(), &[0, 2, 3, 1]);
    let mut fork = guest.fork().unwrap();
    let schedule = run_in_order(&mut fork, &[0, 1, 4, 2]);
    let names = |jvm: &Jvm| jvm.threads().into_iter().map(|thread| thread.name).collect::<Vec<_>>();
    assert_eq!(names(&fork), ["main", "one", "two", "two's child", "one's child"]);
    assert_eq!(guest.facts(), [(facts::THREADS, "T1=T0.0 T2=T0.1 T3=T2.0 T4=T1.0".to_owned())]);

    // A machine of the same guest, and one made in another process, which has only the schedule and its facts.
    let mut labelled = schedule.clone();
    guest.facts().into_iter().for_each(|(key, value)| labelled.set_fact(key, value));
    let other = open(&command, Some(&labelled)).unwrap();
    assert_eq!(other.spec().facts, guest.spec().facts);
    for mut jvm in [guest.start(States::Kept).unwrap(), other.start(States::Kept).unwrap(), other.fork().unwrap()] {
        Replay::of(&schedule).play(&mut jvm, u64::MAX).unwrap();
        assert_eq!(names(&jvm), names(&fork));
    }
    // Without its facts the schedule means another run.
    let mut plain = open(&command, None).unwrap().start(States::Kept).unwrap();
    assert!(Replay::of(&schedule).play(&mut plain, u64::MAX).is_err());
}

#[test]
fn options_of_machines_are_facts() {
    let command = class_in(Path::new("."), "Main");
    let options = MachineOptions {
        live_output: true,
        keeps_output: false,
        public_blocks: true,
        spurious: true,
        choose_random: true,
        pieces: true,
        fail_on_exit: true,
        expect: Expectation { exit_code: Some(3), output: None },
    };
    let guest = JavaGuest::open(&command, options, None, env).unwrap();
    let Config { live_output, class_path, .. } = guest.config();
    assert_eq!((*live_output, class_path.as_slice()), (true, [PathBuf::from(".")].as_slice()));
    let keys: Vec<&str> = guest.facts().into_iter().map(|(key, _)| key).collect();
    let of_options = [facts::SPURIOUS, facts::CHOOSE_RANDOM, facts::PIECES, facts::FAIL_ON_EXIT, facts::BLOCKS];
    assert_eq!(keys, [&of_options[..], &["expect-exit"]].concat());
}
