//! What is written is read back as it was.

use deadheat_predict::history::{
    Action, Condition, Event, KnownValue, Label, Latch, Lock, Mode, Place, Semaphore, Thread, Variable,
};
use deadheat_predict::text::{self, Names};
use deadheat_predict::{History, HistoryBuilder, IllFormed};
use proptest::prelude::*;

/// How many of each kind have appeared.
#[derive(Clone, Default)]
struct Seen([u32; 9]);

impl Seen {
    /// One of a kind, of at most four: one that has appeared, or the next.
    fn pick(&mut self, kind: usize, choice: u8) -> u32 {
        let number = u32::from(choice) % (self.0[kind] + 1).min(4);
        self.0[kind] = self.0[kind].max(number + 1);
        number
    }
}

/// An event out of some random bytes.
fn event(seen: &mut Seen, [kind, thread, a, b, place, value]: [u8; 6]) -> Event {
    let thread = Thread(seen.pick(0, thread));
    let flag = b % 2 == 0;
    let mode = if b % 4 < 2 { Mode::Exclusive } else { Mode::Shared };
    let action = match kind % 20 {
        0 => Action::Begin,
        1 if a > 250 => Action::End,
        1 | 2 => Action::Read { variable: Variable(seen.pick(1, a)), plain: flag },
        3 => Action::Write { variable: Variable(seen.pick(1, a)), plain: flag },
        4 => Action::Update { variable: Variable(seen.pick(1, a)) },
        5 | 6 => Action::Acquire { lock: Lock(seen.pick(2, a)), mode, waits: flag },
        7 => Action::Refused { lock: Lock(seen.pick(2, a)), mode },
        8 | 9 => Action::Release { lock: Lock(seen.pick(2, a)), mode },
        10 => Action::Wait { lock: Lock(seen.pick(2, a)), condition: Condition(seen.pick(3, b)) },
        11 | 12 => Action::Wake {
            lock: Lock(seen.pick(2, a)),
            condition: Condition(seen.pick(3, b)),
            notified: value % 2 == 0,
        },
        13 => Action::Notify { condition: Condition(seen.pick(3, a)), all: flag },
        14 => Action::Up { semaphore: Semaphore(seen.pick(4, a)), permits: b.into() },
        15 => Action::Down { semaphore: Semaphore(seen.pick(4, a)), permits: b.into() },
        16 if flag => Action::CountDown(Latch(seen.pick(5, a))),
        16 => Action::Await(Latch(seen.pick(5, a))),
        17 => Action::Unpark(Thread(seen.pick(0, a))),
        18 => Action::Park,
        _ if flag => Action::Fork(Thread(seen.pick(0, a))),
        _ => Action::Join(Thread(seen.pick(0, a))),
    };
    let known = action.access().is_some() && value % 3 > 0;
    let value = known.then(|| KnownValue(seen.pick(6, value)));
    Event { thread, place: Place(seen.pick(7, place)), action, value }
}

/// The bound of a block out of some random bytes.
fn bound(
    builder: &mut HistoryBuilder,
    seen: &mut Seen,
    [kind, thread, a, b, place, _]: [u8; 6],
) -> Result<(), IllFormed> {
    let (thread, place) = (Thread(seen.pick(0, thread)), Place(seen.pick(7, place)));
    let label = (b % 2 == 0).then(|| Label(seen.pick(8, a)));
    let put = if kind % 2 == 0 { HistoryBuilder::begin_block } else { HistoryBuilder::end_block };
    put(builder, thread, place, label)
}

/// A history of random events: those that cannot be are left out.
fn history(choices: &[[u8; 6]]) -> History {
    let (mut builder, mut seen) = (HistoryBuilder::default(), Seen::default());
    for choice in choices {
        let (mut next, mut known) = (builder.clone(), seen.clone());
        if choice[0] >= 240 {
            if bound(&mut next, &mut known, *choice).is_ok() {
                (builder, seen) = (next, known);
            }
            continue;
        }
        match next.push(event(&mut known, *choice)) {
            Ok(true) => (builder, seen) = (next, known),
            // It leaves no place behind.
            Ok(false) => builder = next,
            Err(_) => {}
        }
    }
    // Of variables that are used.
    (0..seen.0[1]).filter(|at| choices.len() as u32 >> at & 1 == 1).for_each(|at| builder.quiet(Variable(at)));
    builder.finish()
}

fn written(history: &History, names: &Names) -> String {
    let mut out = Vec::new();
    text::write(history, names, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn written_and_read(choices in prop::collection::vec(any::<[u8; 6]>(), 0..120)) {
        let history = history(&choices);
        let names = Names::numbered(&history);
        let text = written(&history, &names);
        let read = text::read(text.as_bytes()).unwrap();
        prop_assert_eq!(&read.history, &history, "{}", text);
        prop_assert_eq!(&read.names, &names, "{}", text);
    }

    #[test]
    fn names_are_kept(names in prop::collection::vec("[^|,#\\pC\\s]([^|,\\pC]{0,8}[^|,\\pC\\s])?", 4)) {
        let [thread, variable, lock, condition] = names.try_into().unwrap();
        let trace = format!("{thread}|r({variable})|\n{thread}|acq({lock})|{variable}\n{thread}|wait({lock},{condition})|\n");
        let read = text::read(trace.as_bytes()).unwrap();
        prop_assert_eq!(written(&read.history, &read.names), trace);
        prop_assert_eq!([read.names.threads, read.names.variables, read.names.locks, read.names.conditions].concat(),
            [thread, variable, lock, condition]);
    }
}

#[test]
fn random_histories_have_everything() {
    let choices: Vec<[u8; 6]> = (0..40_000_u64)
        .map(|at| at.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15).to_be_bytes()[..6].try_into().unwrap())
        .collect();
    let text: String =
        choices.chunks(200).map(history).map(|history| written(&history, &Names::numbered(&history))).collect();
    for word in "begin end fork join r w vr vw u acq rel racq rrel try rtry refused rrefused wait wake timeout notify notifyAll \
                 permits up down countdown await unpark park"
        .split_whitespace()
    {
        assert!(text.contains(&format!("|{word}(")) || text.contains(&format!("|{word}|")), "{word}");
    }
}

#[test]
fn other_numbers_stand_for_the_same_names() {
    let mut builder = HistoryBuilder::default();
    for (thread, variable) in [(2, 5), (0, 1), (2, 1)] {
        let action = Action::Write { variable: Variable(variable), plain: true };
        builder.push(Event { thread: Thread(thread), place: Place(3), action, value: None }).unwrap();
    }
    let history = builder.finish();
    let text = written(&history, &Names::numbered(&history));
    let read = text::read(text.as_bytes()).unwrap();
    assert_eq!(read.names.threads, ["T2", "T0"]);
    assert_eq!(read.names.variables, ["V5", "V1"]);
    assert_eq!(written(&read.history, &read.names), text);
}

#[test]
fn barriers_reentrant_locks_and_permits_are_kept() {
    let text = "-|permits(q,0)|-\n-|permits(s,7)|-\nt|acq(m)|1\nt|acq(m)|2\nt|wait(m)|3\nt|timeout(m)|3\nt|rel(m)|4\nt|rel(m)|5\n\
                t|arrive(b)|6\nt|pass(b)|7\nt|arrive(b)|6\nt|down(s,2)|8";
    let first = text::read(text.as_bytes()).unwrap();
    let again = text::read(written(&first.history, &first.names).as_bytes()).unwrap();
    assert_eq!((first.history, first.names), (again.history, again.names));
}

#[test]
fn names_that_cannot_be_told_apart_are_not_written() {
    let trace = text::read("t|acq(m)|1\nt|wait(m,c)|1".as_bytes()).unwrap();
    let error = |change: fn(&mut Names)| {
        let mut names = trace.names.clone();
        change(&mut names);
        text::write(&trace.history, &names, Vec::new()).unwrap_err().to_string()
    };
    assert!(error(|names| names.threads.clear()).contains("is missing"));
    assert!(error(|names| names.threads[0] = "#t".to_owned()).contains("begins with #"));
    assert!(error(|names| names.threads[0] = " t".to_owned()).contains("cannot be written"));
    assert!(error(|names| names.places[0] = "a|b".to_owned()).contains("`a|b` cannot be written"));
    assert!(error(|names| names.places[0] = "a\nb".to_owned()).contains("cannot be written"));
    assert!(error(|names| names.locks[0].clear()).contains("is empty"));
    assert!(error(|names| names.conditions[0] = "a,b".to_owned()).contains("has a comma"));
    assert!(error(|names| names.locks[0] = "m".repeat(70_000)).contains("is too long"));
}
