//! Traces as text: what each line means.

mod errors;
mod junk;
mod round_trip;
mod sources;

use deadheat_predict::history::{
    Action, Condition, EventId, KnownValue, Latch, Lock, Mode, Place, Semaphore, Thread, Variable,
};
use deadheat_predict::text::{self, TextTrace};

fn read(trace: &str) -> TextTrace {
    text::read(trace.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{trace}"))
}

fn actions(trace: &str) -> Vec<Action> {
    read(trace).history.events().iter().map(|event| event.action).collect()
}

const EXCLUSIVE: Mode = Mode::Exclusive;
const SHARED: Mode = Mode::Shared;
const X: Variable = Variable(0);
const M: Lock = Lock(0);
const T1: Thread = Thread(1);

#[test]
fn an_event_has_thread_action_place_and_value() {
    let trace = read("main|w(a.x)|A.java:3|=17\nmain|r(a.x)|A.java:4\nmain|r(b[0])|A.java:3|=17\n");
    let events = trace.history.events();
    assert_eq!(events[0].thread, Thread(0));
    assert_eq!(events.iter().map(|event| event.place).collect::<Vec<_>>(), [Place(0), Place(1), Place(0)]);
    assert_eq!(
        events.iter().map(|event| event.value).collect::<Vec<_>>(),
        [Some(KnownValue(0)), None, Some(KnownValue(0))]
    );
    assert_eq!(trace.names.threads, ["main"]);
    assert_eq!(trace.names.variables, ["a.x", "b[0]"]);
    assert_eq!(trace.names.places, ["A.java:3", "A.java:4"]);
    assert_eq!(trace.names.values, ["17"]);
    assert_eq!(trace.names.variable(Variable(1)), "b[0]");
}

#[test]
fn accesses() {
    let plain = [Action::Read { variable: X, plain: true }, Action::Write { variable: X, plain: true }];
    assert_eq!(actions("t|r(x)|1\nt|w(x)|1"), plain);
    assert_eq!(actions("t|read(x)|1\nt|write(x)|1"), plain);
    assert_eq!(
        actions("t|vr(x)|1\nt|vw(x)|1\nt|u(x)|1\nt|update(x)|1\nt|rmw(x)|1"),
        [
            Action::Read { variable: X, plain: false },
            Action::Write { variable: X, plain: false },
            Action::Update { variable: X },
            Action::Update { variable: X },
            Action::Update { variable: X },
        ]
    );
}

#[test]
fn locks() {
    let acquire = |mode, waits| Action::Acquire { lock: M, mode, waits };
    let release = |mode| Action::Release { lock: M, mode };
    for [acq, rel] in [["acq", "rel"], ["acquire", "release"], ["lock", "unlock"]] {
        assert_eq!(actions(&format!("t|{acq}(m)|1\nt|{rel}(m)|1")), [acquire(EXCLUSIVE, true), release(EXCLUSIVE)]);
    }
    for [acq, rel] in [["racq", "rrel"], ["acq_r", "rel_r"], ["racquire", "rrelease"], ["rlock", "runlock"]] {
        assert_eq!(actions(&format!("t|{acq}(m)|1\nt|{rel}(m)|1")), [acquire(SHARED, true), release(SHARED)]);
    }
    assert_eq!(
        actions("t|try(m)|1\ns|refused(m)|1\ns|rrefused(m)|1\nt|rel(m)|1\nt|rtry(m)|1\nt|rrel(m)|1\nt|trylock(m)|1"),
        [
            acquire(EXCLUSIVE, false),
            Action::Refused { lock: M, mode: EXCLUSIVE },
            Action::Refused { lock: M, mode: SHARED },
            release(EXCLUSIVE),
            acquire(SHARED, false),
            release(SHARED),
            acquire(EXCLUSIVE, false),
        ]
    );
}

#[test]
fn a_lock_that_is_taken_again_is_one_section() {
    let trace = read("t|acq(m)|1\nt|acq(m)|again\nt|rel(m)|again\n\nt|w(x)|2\nt|rel(m)|1\n");
    let expected = [
        Action::Acquire { lock: M, mode: EXCLUSIVE, waits: true },
        Action::Write { variable: X, plain: true },
        Action::Release { lock: M, mode: EXCLUSIVE },
    ];
    assert_eq!(trace.history.events().iter().map(|event| event.action).collect::<Vec<_>>(), expected);
    assert_eq!(trace.names.places, ["1", "2"]);
    assert_eq!([0, 1, 2].map(|event| trace.lines.line(EventId(event))), [1, 5, 6]);
}

#[test]
fn threads() {
    assert_eq!(
        actions(
            "t|fork(s)|1\ns|begin(s)|1\ns|end(s)|1\nt|join(s)|1\nt|unpark(t)|1\nt|park|1\nt|unpark(t)|1\nt|park()|1"
        ),
        [
            Action::Fork(T1),
            Action::Begin,
            Action::End,
            Action::Join(T1),
            Action::Unpark(Thread(0)),
            Action::Park,
            Action::Unpark(Thread(0)),
            Action::Park,
        ]
    );
}

#[test]
fn conditions() {
    let condition = Condition(0);
    let text =
        "t|acq(m)|1\nt|wait(m,c)|1\ns|notify(c)|1\nt|wake(m, c)|1\nt|wait(m,c)|1\nt|timeout(m,c)|1\ns|notifyAll(c)|1";
    assert_eq!(
        actions(text)[1..],
        [
            Action::Wait { lock: M, condition },
            Action::Notify { condition, all: false },
            Action::Wake { lock: M, condition, notified: true },
            Action::Wait { lock: M, condition },
            Action::Wake { lock: M, condition, notified: false },
            Action::Notify { condition, all: true },
        ]
    );
    let short = read("t|acq(m)|1\nt|wait(m)|1\ns|broadcast(m)|1\nt|wake(m)|1\ns|signal(m)|1\ns|notify_all(m)|1");
    assert_eq!(short.names.conditions, ["m"]);
    assert_eq!(short.history.event(EventId(3)).action, Action::Wake { lock: M, condition, notified: true });
}

#[test]
fn semaphores() {
    let semaphore = Semaphore(0);
    let trace = read("-|permits(s,5)|-\nt|down(s)|1\nt|down(s,3)|1\nt|up(s)|1\nt|up(s,0)|1\nt|down(q)|1");
    assert_eq!(
        trace.history.events()[..4].iter().map(|event| event.action).collect::<Vec<_>>(),
        [
            Action::Down { semaphore, permits: 1 },
            Action::Down { semaphore, permits: 3 },
            Action::Up { semaphore, permits: 1 },
            Action::Up { semaphore, permits: 0 },
        ]
    );
    assert_eq!([0, 1].map(|semaphore| trace.history.initial_permits(Semaphore(semaphore))), [5, 1]);
    assert_eq!(trace.names.threads, ["t"]);
}

#[test]
fn latches_and_barriers() {
    assert_eq!(actions("t|countdown(g)|1\nt|await(g)|1"), [Action::CountDown(Latch(0)), Action::Await(Latch(0))]);
    // s arrives for the second time while u has yet to pass for the first.
    let text = "t|arrive(b)|1\ns|arrive(b)|1\nu|arrive(b)|1\ns|pass(b)|1\ns|arrive(b)|2\nu|pass(b)|1\nt|pass(b)|1\n\
                t|arrive(b)|2\nu|arrive(b)|2\nt|pass(b)|2\nu|pass(b)|2\ns|pass(b)|2";
    let trace = read(text);
    let latch = |action| match action {
        Action::CountDown(latch) | Action::Await(latch) => latch.0,
        other => panic!("{other:?}"),
    };
    let latches: Vec<_> = trace.history.events().iter().map(|event| latch(event.action)).collect();
    assert_eq!(latches, [0, 0, 0, 0, 1, 0, 0, 1, 1, 1, 1, 1]);
    assert_eq!(trace.names.latches, ["b#1", "b#2"]);
}

#[test]
fn what_tells_nothing_is_skipped() {
    let text = "# made by hand\n\n  \nt|branch|1\nt|branch(x)|1\nt|enter(f)|1\n\
                t|r(x)|7\n  # indented\nt|exit(f)|1\nt|dummy(y)|1\nt|req(m)|1\nt|r(x)|8";
    let trace = read(text);
    assert_eq!(trace.history.events().len(), 2);
    assert_eq!([0, 1].map(|event| trace.lines.line(EventId(event))), [7, 12]);
    assert_eq!(trace.names.places, ["7", "8"]);
    assert!(trace.names.locks.is_empty());
}

/// `begin` and `end` are the bounds of a block, unless they name their own thread.
#[test]
fn blocks() {
    let text =
        "t|begin(t)|1\nt|begin|2\nt|r(x)|3\nt|begin(step)|4\nt|w(x)|5\nt|end(step)|6\nt|end()|7\nt|begin|8\nt|end(t)|9";
    let trace = read(text);
    assert_eq!(trace.history.events().len(), 4);
    let bounds = trace.history.bounds();
    let told: Vec<_> = bounds.iter().map(|bound| (bound.at, bound.begins, trace.names.place(bound.place))).collect();
    assert_eq!(told, [(1, true, "2"), (2, true, "4"), (3, false, "6"), (3, false, "7"), (3, true, "8")]);
    let label = |at: usize| bounds[at].label.map(|label| trace.names.block(label));
    assert_eq!([0, 1, 2, 3].map(label), [None, Some("step"), Some("step"), None]);
    assert!(read("-|quiet(x)|-\nt|w(x)|1\nt|w(y)|1").history.is_quiet(Variable(0)));
}

#[test]
fn spaces_brackets_and_empty_locations() {
    let trace = read("  T 1 | r( A.f(int,int)[0] ) | \nT 1|\tw(é)||=");
    assert_eq!(trace.names.threads, ["T 1"]);
    assert_eq!(trace.names.variables, ["A.f(int,int)[0]", "é"]);
    assert_eq!(trace.names.places, [""]);
    assert_eq!(trace.names.values, [""]);
}

#[test]
fn the_example_of_rapid() {
    let text =
        "T0|r(V123)|345\nT1|w(V234.23[0])|456\nT0|fork(T2)|123\nT2|acq(L34)|120\nT2|rel(L34)|130\nT0|join(T2)|134\n";
    let trace = read(text);
    assert_eq!(trace.names.threads, ["T0", "T1", "T2"]);
    assert_eq!(trace.history.fork(Thread(2)), Some(EventId(2)));
    let mut written = Vec::new();
    text::write(&trace.history, &trace.names, &mut written).unwrap();
    assert_eq!(String::from_utf8(written).unwrap(), text);
}
