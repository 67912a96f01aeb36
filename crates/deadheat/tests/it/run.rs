//! `deadheat run` on a toy guest: files, messages and exit codes without a program.

use std::ffi::OsString;
use std::fs;

use deadheat::commands::files::read_schedule;
use deadheat::commands::run::Run;
use deadheat::guests::Task;
use deadheat::options::run::RunArgs;
use deadheat::options::{Parsed, parse};
use deadheat::terminal::failure::Failure;
use deadheat_event::trace::TraceReader;
use deadheat_testing::toy::{Act, ToyGuest};

fn options(line: &str) -> RunArgs {
    let words = format!("run {line} Main");
    match parse(words.split_whitespace().map(OsString::from).collect()) {
        Ok(Parsed::Run(options, _)) => *options,
        other => panic!("{other:?}"),
    }
}

fn racy() -> ToyGuest {
    ToyGuest::new(vec![[Act::Load(0), Act::Store(0, 1)].repeat(5); 3])
}

fn run(guest: &ToyGuest, line: &str) -> Result<u8, Failure> {
    let options = options(line);
    let schedule = options.schedule.as_deref().map(read_schedule).transpose()?;
    Run { options: &options, schedule: schedule.as_ref(), line: "toy".to_owned() }.perform(guest)
}

#[test]
fn what_is_recorded_can_be_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    for seed in 0..5 {
        let (a, b) = (file("a"), file("b"));
        let code =
            run(&racy(), &format!("--scheduler random --seed {seed} --record {a} --trace {a}.trace --stats")).unwrap();
        let text = fs::read_to_string(&a).unwrap();
        assert!(text.starts_with("deadheat schedule 1\ndeadheat: "), "{text}");
        assert_eq!(run(&racy(), &format!("--schedule {a} --record {b} --trace {b}.trace")), Ok(code));
        let bytes = fs::read(format!("{a}.trace")).unwrap();
        assert_eq!(bytes, fs::read(format!("{b}.trace")).unwrap());
        assert_eq!(TraceReader::new(&bytes[..]).unwrap().map(Result::unwrap).count(), 30);
        let again = fs::read_to_string(&b).unwrap();
        assert_eq!(text.split("\n\n").nth(1), again.split("\n\n").nth(1));
    }
}

#[test]
fn exit_codes() {
    assert_eq!(run(&racy(), ""), Ok(15));
    assert_eq!(run(&racy(), "--max-steps 3"), Ok(4));
    let stuck = ToyGuest::new(vec![vec![Act::Lock(0), Act::Wait(0)], vec![Act::Lock(0), Act::Lock(0)]]);
    assert_eq!(run(&stuck, ""), Ok(1));
    let endless = || ToyGuest::new(vec![vec![Act::LoopWhileZero(0, 0)]]);
    assert_eq!(run(&endless(), "--timeout 0.01"), Ok(4));
}

#[test]
fn files_that_cannot_be_used() {
    let folder = tempfile::tempdir().unwrap();
    let bad = folder.path().join("bad").display().to_string();
    fs::write(&bad, [0xff, 0xfe, 0, 1, 2]).unwrap();
    let short = folder.path().join("short").display().to_string();
    fs::write(&short, "deadheat schedule 1\nT0 x2\n").unwrap();
    let other = folder.path().join("other").display().to_string();
    fs::write(&other, "deadheat schedule 1\nT9\n").unwrap();
    for (line, part) in [
        ("--schedule /no/such/file", "cannot read the schedule /no/such/file"),
        (&format!("--schedule {bad}"), "bad:1: not a schedule"),
        (&format!("--schedule {other}"), "departs from its schedule at step 0: expected `T9`"),
        ("--record /no/such/file", "cannot write /no/such/file"),
        ("--trace /no/such/file", "cannot write /no/such/file"),
    ] {
        let failure = run(&racy(), line).unwrap_err();
        assert_eq!(failure.exit_code(), 2);
        assert!(failure.to_string().contains(part), "{failure}");
    }
    assert_eq!(run(&racy(), &format!("--schedule {short}")), Ok(4));
}
