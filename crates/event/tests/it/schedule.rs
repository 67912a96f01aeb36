//! The schedule file: round trips, and what bad files are told.

use deadheat_event::schedule::Problem;
use deadheat_event::{Choice, Schedule, ThreadId};
use proptest::prelude::*;

fn choice() -> impl Strategy<Value = Choice> {
    let thread = || (0u32..4).prop_map(ThreadId);
    prop_oneof![
        8 => thread().prop_map(Choice::Thread),
        1 => (thread(), thread()).prop_map(|(notifier, waiter)| Choice::Wake { notifier, waiter }),
        1 => thread().prop_map(Choice::Timeout),
        1 => thread().prop_map(Choice::Spurious),
        1 => (thread(), any::<u32>()).prop_map(|(thread, value)| Choice::Value { thread, value }),
    ]
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(
        choices in prop::collection::vec(choice(), 0..200),
        facts in prop::collection::vec((any::<String>(), any::<String>()), 0..5),
    ) {
        let mut schedule: Schedule = choices.iter().copied().collect();
        for (key, value) in &facts {
            schedule.set_fact(key, value);
        }
        let text = schedule.to_string();
        let read = Schedule::parse("test", &text).unwrap();
        prop_assert_eq!(&read, &schedule);
        prop_assert_eq!(read.choices().collect::<Vec<_>>(), choices.clone());
        prop_assert_eq!(read.steps(), choices.len() as u64);
        prop_assert_eq!(read.to_string(), text);
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "(deadheat schedule 1\n)?(T?[0-9]{0,25} ?(x|wake|value|timeout)? ?T?[0-9]{0,25}\n|\\PC*\n)*") {
        let _ = Schedule::parse("test", &text);
    }

    #[test]
    fn a_damaged_file_is_an_error_or_a_schedule(
        choices in prop::collection::vec(choice(), 1..30),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let mut bytes = choices.into_iter().collect::<Schedule>().to_string().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        if let Ok(schedule) = Schedule::parse("test", &String::from_utf8_lossy(&bytes)) {
            prop_assert_eq!(&Schedule::parse("test", &schedule.to_string()).unwrap(), &schedule);
        }
    }
}

#[test]
fn a_person_can_write_one() {
    let text = "deadheat schedule 1\r\nguest: Account # the demo\n\n  T0 x3 # start\nT0\nT2 wake T1\nT1 timeout\n";
    let schedule = Schedule::parse("s", text).unwrap();
    assert_eq!(schedule.fact("guest"), Some("Account"));
    assert_eq!(schedule.steps(), 6);
    assert_eq!(schedule.to_string(), "deadheat schedule 1\nguest: Account\n\nT0 x4\nT2 wake T1\nT1 timeout\n");
}

#[test]
fn errors_name_file_line_and_remedy() {
    let problem = |text: &str| Schedule::parse("a.schedule", text).unwrap_err();
    assert_eq!(problem("").problem, Problem::NotASchedule);
    assert_eq!(problem("\u{0}\u{1}ELF").problem, Problem::NotASchedule);
    assert_eq!(problem("deadheat schedule 2\nT0").problem, Problem::Version("2".into()));
    let error = problem("deadheat schedule 1\n\nT0 x0\n");
    assert_eq!((error.line, &error.problem), (3, &Problem::Number("0".into(), 1, u64::MAX)));
    assert_eq!(
        error.to_string(),
        "a.schedule:3: `0` is not a number from 1 to 18446744073709551615; correct it or record the schedule again"
    );
    assert!(matches!(problem("deadheat schedule 1\nT99999999999").problem, Problem::Number(..)));
    assert!(matches!(problem("deadheat schedule 1\nT0 x+3").problem, Problem::Number(..)));
    assert!(matches!(problem("deadheat schedule 1\nT0 wake").problem, Problem::NotAChoice(..)));
    assert!(matches!(problem("deadheat schedule 1\nT0 timeout x3").problem, Problem::NotAChoice(..)));
    assert!(matches!(problem("deadheat schedule 1\nT0\nguest: late").problem, Problem::NotAChoice(..)));
    assert!(matches!(problem("deadheat schedule 1\na: 1\na: 2").problem, Problem::Twice(..)));
    let huge = format!("deadheat schedule 1\nT0 x{}\nT1 x2\n", u64::MAX);
    assert_eq!(problem(&huge).problem, Problem::TooLong);
    let long = format!("deadheat schedule 1\n{}", "é".repeat(1000));
    assert!(problem(&long).to_string().len() < 300);
}
