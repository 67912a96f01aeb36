//! Predictions from traces, told as findings.

use std::fmt::Write as _;

use deadheat_event::ThreadId;
use deadheat_machine::GuestSpec;
use deadheat_predict::{
    Engine, EventId, NamedHistory, Order, PredictOptions, PredictedError, Prediction, Reordering, text,
};
use deadheat_witness::predicted;
use deadheat_witness::result::{Act, Doing, Finding, FoundError, Unresolved, Verdict, Waiting};

fn trace(text: &str) -> NamedHistory {
    text::read(text.as_bytes()).unwrap().into()
}

fn found(text: &str) -> Vec<Finding> {
    predicted::from_trace(&trace(text), &PredictOptions::default(), GuestSpec::default()).findings
}

#[test]
fn a_deadlock_names_who_holds_what() {
    let text = "T5|acq(a)|A.java:1\nT5|acq(b[1])|A.java:2\nT5|rel(b[1])|3\nT5|rel(a)|4\n\
                T9|acq(b[1])|A.java:5\nT9|acq(a)|A.java:6\nT9|rel(a)|7\nT9|rel(b[1])|8\n";
    let [deadlock] = &found(text)[..] else { panic!("one deadlock") };
    assert_eq!(deadlock.verdict, Verdict::Predicted { engine: "sync-preserving".into() });
    assert_eq!(deadlock.error, FoundError::Deadlock { locks: vec!["a".into(), "b[]".into()], warning: None });
    let parts: Vec<_> = deadlock.participants.iter().collect();
    // The threads have the numbers that the trace gives them.
    let of = |id| parts.iter().find(|part| part.thread.id == ThreadId(id)).unwrap();
    let on = Waiting::Lock { lock: "b[1]".into(), owner: Some(ThreadId(9)) };
    assert_eq!(of(5).doing, Doing::Waiting { on });
    assert_eq!((&*of(5).locks[0].0.name, &*of(5).wants.as_ref().unwrap().name), ("a", "b[1]"));
    assert_eq!(of(9).place.line_name(), "A.java:6");
    let reordering = deadlock.reordering.as_ref().unwrap();
    assert_eq!((reordering.steps, reordering.interleaving.len()), (2, 4));
    assert!(deadlock.witness.is_none());
}

/// Of a long order the end is kept, and before it only how the threads came to be and where they took what they hold.
#[test]
fn long_orders_are_cut() {
    let mut text = "main|fork(a)|1\nmain|fork(b)|2\na|acq(outer)|3\n".to_owned();
    for at in 0..20_000 {
        let _ = writeln!(text, "a|w(own{})|4", at % 7);
    }
    text += "a|w(x)|5\na|rel(outer)|6\nb|w(x)|7\n";
    let found = found(&text);
    let [race] = &found[..] else { panic!("one race: {found:?}") };
    let reordering = race.reordering.as_ref().unwrap();
    assert_eq!(reordering.steps, 20_003);
    let moments = &reordering.interleaving;
    assert!(moments.len() < 500, "{}", moments.len());
    let first: Vec<u64> = moments.iter().take(3).map(|moment| moment.step).collect();
    assert_eq!(first, [0, 1, 2]);
    assert_eq!(moments[2].act, Act::Acquire { lock: "outer".into(), shared: false });
    assert!(moments[..3].iter().all(|moment| moment.relevant) && !moments[3].relevant);
    assert!(moments[moments.len() - 2..].iter().all(|moment| matches!(moment.act, Act::About { .. })));
    assert_eq!(&*race.participants.iter().find(|part| part.thread.name == "a").unwrap().locks[0].0.name, "outer");
}

/// An order in which a read sees something else is told, but not believed.
#[test]
fn what_reads_saw_decides() {
    let trace = trace("a|w(x)|1\na|vw(y)|2\nb|vr(y)|3\nb|w(x)|4\n");
    let error = PredictedError::Race([EventId(0), EventId(3)]);
    let reordering = Reordering { order: Order::Given(vec![EventId(2)]), error };
    let found = predicted::findings(&trace, &[Prediction { engine: Engine::Csp, reordering, correct: false }]);
    let unresolved = Verdict::Unresolved { reason: Unresolved::Predicted, next: String::new() };
    assert_eq!((found.len(), &found[0].verdict), (1, &unresolved));
    assert!(found[0].reordering.is_some());
    let found_by = |engines: &[Engine]| {
        let options = PredictOptions { engines: engines.to_vec(), ..PredictOptions::default() };
        predicted::from_trace(&trace, &options, GuestSpec::default()).findings
    };
    assert!(found_by(&[Engine::SyncPreserving, Engine::Maximal]).is_empty());
    let found = found_by(&Engine::ALL);
    assert_eq!((found.len(), &found[0].verdict), (1, &unresolved));
}

/// A block that is broken in many ways is one error: the first in it, of those that are sure.
#[test]
fn a_block_is_told_once() {
    let text = "a|begin|B.pay(B.java:1)\na|r(x)|B.java:2\na|w(x)|B.java:3\na|r(y)|B.java:4\na|w(y)|B.java:5\na|end|B.java:6\n\
                b|vw(x)|B.java:8\nb|vw(y)|B.java:9\n";
    let text = text.replace("|r(", "|vr(").replace("|w(", "|vw(");
    let [block] = &found(&text)[..] else { panic!("one block: {:?}", found(&text)) };
    assert_eq!(block.error, FoundError::Atomicity { block: "B.pay".into(), warning: None });
    assert_eq!((block.count, &block.verdict), (2, &Verdict::Predicted { engine: "csp".into() }));
    let lines: Vec<_> = block.participants.iter().map(|part| part.place.line).collect();
    assert_eq!(lines, [Some(2), Some(8), Some(3)]);
    let order: Vec<_> = block
        .reordering
        .as_ref()
        .unwrap()
        .interleaving
        .iter()
        .map(|moment| moment.place.as_ref().unwrap().line)
        .collect();
    assert_eq!(order, lines);
}

/// What comes between sees something else than in the trace, so what it saw there is not told.
#[test]
fn a_read_between_two_writes() {
    let text = "a|begin(both)|1\na|vw(x)|2|=1\na|vw(x)|3|=2\na|end|4\nb|vr(x)|5|=2\n";
    let [block] = &found(text)[..] else { panic!("one block") };
    assert!(matches!(&block.error, FoundError::Atomicity { block, .. } if block == "both"));
    assert!(matches!(block.verdict, Verdict::Predicted { .. }), "{:?}", block.verdict);
    let moments = &block.reordering.as_ref().unwrap().interleaving;
    let seen = moments.iter().find(|moment| matches!(moment.act, Act::Read { .. })).unwrap();
    assert_eq!(seen.act, Act::Read { target: "x".into(), value: None, access: Some("atomic".into()) });
    // Nor is anything wrong if both writes are of one value.
    assert!(found(&text.replace("|=2", "|=1")).is_empty());
}

#[test]
fn notifications_name_whom_they_wake() {
    let text = "main|fork(a)|1\nmain|fork(b)|1\nmain|fork(c)|1\n\
                a|acq(l)|2\na|wait(l)|3\nb|acq(l)|4\nb|wait(l)|5\n\
                c|acq(l)|6\nc|notify(l)|7\nc|rel(l)|8\nb|wake(l)|9\nb|rel(l)|10\nb|w(x)|11\nc|w(x)|12\n";
    let found = found(text);
    let race = found.iter().find(|finding| finding.error.kind() == deadheat_event::ErrorKind::Race).unwrap();
    let moments = &race.reordering.as_ref().unwrap().interleaving;
    let woken = moments.iter().find_map(|moment| match &moment.act {
        Act::Notify { woken, .. } => Some(woken.clone()),
        _ => None,
    });
    // T2 is b: it is the one that goes on.
    assert_eq!(woken, Some(vec![ThreadId(2)]));
}
