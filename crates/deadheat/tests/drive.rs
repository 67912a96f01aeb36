//! `run::drive` on a toy machine: files, messages and exit codes without a guest.

use std::fs;

use deadheat::cli::{Parsed, RunOptions, parse_run};
use deadheat::failure::Failure;
use deadheat::run::drive;
use deadheat::warnings::About;
use deadheat_event::trace::TraceReader;
use deadheat_testing::toy::{Op, Toy};

fn options(line: &str) -> RunOptions {
    let args: Vec<String> = line.split_whitespace().chain(["Main"]).map(str::to_owned).collect();
    match parse_run(&args) {
        Ok(Parsed::Run(command)) => command.options,
        other => panic!("{other:?}"),
    }
}

fn racy() -> Toy {
    Toy::new(vec![[Op::Load(0), Op::Store(0, 1)].repeat(5); 3])
}

fn run(toy: &mut Toy, line: &str) -> Result<u8, Failure> {
    drive(toy, &options(line), &[("guest", "Toy # 1".to_owned())], About::default())
}

#[test]
fn what_is_recorded_can_be_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    for seed in 0..5 {
        let (a, b) = (file("a"), file("b"));
        let code =
            run(&mut racy(), &format!("--scheduler random --seed {seed} --record {a} --trace {a}.trace --stats"))
                .unwrap();
        let text = fs::read_to_string(&a).unwrap();
        assert!(text.starts_with("deadheat schedule 1\nguest: Toy 1\nscheduler: random\nseed: "), "{text}");
        assert_eq!(run(&mut racy(), &format!("--schedule {a} --record {b} --trace {b}.trace")), Ok(code));
        let bytes = fs::read(format!("{a}.trace")).unwrap();
        assert_eq!(bytes, fs::read(format!("{b}.trace")).unwrap());
        assert_eq!(TraceReader::new(&bytes[..]).unwrap().map(Result::unwrap).count(), 30);
        let again = fs::read_to_string(&b).unwrap();
        assert_eq!(text.split("\n\n").nth(1), again.split("\n\n").nth(1));
    }
}

#[test]
fn exit_codes() {
    assert_eq!(run(&mut racy(), ""), Ok(15));
    assert_eq!(run(&mut racy(), "--max-steps 3"), Ok(4));
    let mut stuck = Toy::new(vec![vec![Op::Lock(0), Op::Wait(0)], vec![Op::Lock(0), Op::Lock(0)]]);
    assert_eq!(run(&mut stuck, ""), Ok(1));
    let endless = || Toy::new(vec![vec![Op::LoopWhileZero(0, 0)]]);
    assert_eq!(run(&mut endless(), "--timeout 0.01"), Ok(4));
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
        let failure = run(&mut racy(), line).unwrap_err();
        assert_eq!(failure.exit_code(), 2);
        assert!(failure.to_string().contains(part), "{failure}");
    }
    assert_eq!(run(&mut racy(), &format!("--schedule {short}")), Ok(4));
}
