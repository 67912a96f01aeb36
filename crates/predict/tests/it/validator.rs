//! The validator against the oracle: it takes what is correct and nothing else.

use deadheat_predict::history::{EventId, History};
use deadheat_predict::{Cut, Invalid, Order, PredictedError, ReadsFrom, Reordering, SyncPreserving, Validator};

use crate::oracle::{Oracle, Rule};
use crate::random::{self, HISTORIES, Kinds, Random};
use crate::sketch;

/// Whether there is a race or deadlock after this order.
fn is_there(oracle: &Oracle<'_>, order: &[EventId]) -> bool {
    oracle.replay(order).is_ok_and(|states| states.iter().any(|state| !oracle.errors_in(state).is_empty()))
}

/// Some correct reordering: each step is one that is possible, and at some point it stops, rather where there is an error.
fn correct(oracle: &Oracle<'_>, random: &mut Random) -> Vec<EventId> {
    let mut order = Vec::new();
    loop {
        let possible = oracle.possible(&order);
        if possible.is_empty() || random.chance(if is_there(oracle, &order) { 40 } else { 4 }) {
            return order;
        }
        order.push(random.pick(&possible));
    }
}

fn any_event(history: &History, random: &mut Random) -> EventId {
    EventId(random.below(history.events().len() as u32))
}

/// Changes an order a little, mostly for the worse.
fn spoil(history: &History, order: &mut Vec<EventId>, random: &mut Random) {
    if order.is_empty() {
        return;
    }
    let [one, other] = [(); 2].map(|()| random.below(order.len() as u32) as usize);
    match random.below(6) {
        0 => order.swap(one, other),
        1 => order.swap(one, one.saturating_sub(1)),
        2 => drop(order.remove(one)),
        3 => order.truncate(one),
        4 => order.push(any_event(history, random)),
        _ => {
            let moved = order.remove(one);
            order.insert(other, moved);
        }
    }
}

/// An error that may be there at the end, or any.
fn some_error(oracle: &Oracle<'_>, history: &History, order: &[EventId], random: &mut Random) -> PredictedError {
    let mut any = || any_event(history, random);
    let (pair, cycle) = ([any(), any()], vec![any(), any()]);
    let states = oracle.replay(order).unwrap_or_default();
    let errors: Vec<_> = states.iter().map(|state| oracle.errors_in(state)).collect();
    let mut races: Vec<_> = errors.iter().flat_map(|errors| &errors.races).copied().collect();
    let mut cycles: Vec<_> = errors.iter().flat_map(|errors| &errors.deadlocks).cloned().collect();
    races.sort();
    cycles.sort();
    if random.chance(80) && !cycles.is_empty() {
        let mut cycle = cycles.swap_remove(0);
        cycle.rotate_left(random.below(2) as usize);
        if random.chance(20) {
            cycle.reverse();
        }
        return PredictedError::Deadlock(cycle);
    }
    if random.chance(80) && !races.is_empty() {
        return PredictedError::Race(random.pick(&races));
    }
    match random.below(8) {
        0 => PredictedError::Race(pair),
        1 => PredictedError::Deadlock(cycle),
        2 | 3 => PredictedError::Deadlock(requests(history, order)),
        _ => {
            let [before, between, after] = [(); 3].map(|()| any_event(history, random));
            PredictedError::Atomicity { before, between, after }
        }
    }
}

/// The requests that come next after this order, whoever holds what.
fn requests(history: &History, order: &[EventId]) -> Vec<EventId> {
    let next = |thread| history.of_thread(thread).iter().find(|event| !order.contains(event)).copied();
    let next = history.threads().filter_map(next);
    next.filter(|event| history.event(*event).action.requests()).collect()
}

/// An order that breaks a block, if it goes well: the one comes after the first, and the last is next at its end.
fn breaking(oracle: &Oracle<'_>, history: &History, random: &mut Random) -> Option<Reordering> {
    let triples = oracle.triples();
    let [before, between, after] = if triples.is_empty() { return None } else { random.pick(&triples) };
    let intruder = history.event(between).thread;
    // Whether it stops there, and may read anything.
    let stops = random.chance(50);
    let strays = Some(between).filter(|_| stops && history.event(between).action.reads().is_some());
    let mut order: Vec<EventId> = Vec::new();
    loop {
        let has = |event: EventId| order.contains(&event);
        let may_come = |event: &EventId| {
            let is_stopped = strays.is_some() && has(between) && history.event(*event).thread == intruder;
            *event != after && (*event != between || has(before)) && !is_stopped
        };
        let possible: Vec<EventId> = oracle.possible_with(&order, strays).into_iter().filter(may_come).collect();
        let is_there = has(between)
            && order.iter().filter(|event| is_before(history, **event, after)).count()
                == history.position(after) as usize;
        if possible.is_empty() || (is_there && random.chance(80)) {
            let error = PredictedError::Atomicity { before, between, after };
            return Some(Reordering { order: Order::Given(order), error });
        }
        order.push(random.pick(&possible));
    }
}

/// Whether both are of one thread, the first before the second.
fn is_before(history: &History, first: EventId, second: EventId) -> bool {
    history.event(first).thread == history.event(second).thread && first < second
}

/// A reordering that may be correct.
fn some_reordering(oracle: &Oracle<'_>, history: &History, random: &mut Random) -> Reordering {
    if random.chance(15) {
        let upto = |thread| random.below(history.of_thread(thread).len() as u32 + 1);
        let order = Order::AsRecorded(Cut(history.threads().map(upto).collect()));
        let events = Reordering { order: order.clone(), error: PredictedError::Deadlock(Vec::new()) }.events(history);
        return Reordering { order, error: some_error(oracle, history, &events, random) };
    }
    if random.chance(25)
        && let Some(Reordering { order: Order::Given(order), error }) = breaking(oracle, history, random)
    {
        return spoiled(history, order, error, random);
    }
    let mut order = Vec::new();
    for _ in 0..4 {
        order = correct(oracle, random);
        if is_there(oracle, &order) {
            break;
        }
    }
    let error = some_error(oracle, history, &order, random);
    spoiled(history, order, error, random)
}

/// The order, or one that is a little different.
fn spoiled(history: &History, mut order: Vec<EventId>, error: PredictedError, random: &mut Random) -> Reordering {
    for _ in 0..random.pick(&[0, 0, 1, 2]) {
        spoil(history, &mut order, random);
    }
    Reordering { order: Order::Given(order), error }
}

/// Which of two threads a notification reaches is seen only later: not the one that wakes first, because that wakes for another reason.
#[test]
fn a_notification_reaches_the_thread_that_needs_it() {
    let history = sketch::history(
        "
        0 acq l
        0 wait l
        1 acq l
        1 wait l
        2 notify l
        0 timeout l
        0 wait l
        2 notify l
        0 wake l
        0 rel l
        1 wake l
        0 w x
        2 w x
    ",
    );
    let order = Order::Given((0..11).map(EventId).collect());
    let reordering = Reordering { order, error: PredictedError::Race([EventId(11), EventId(12)]) };
    assert!(Oracle::new(&history, Rule::CORRECT).confirms(&reordering));
    assert_eq!(Validator::new(&history).validate(&reordering), Ok(()));
}

/// A thread that waits is about to take its lock again only if it was notified.
#[test]
fn a_thread_that_was_not_notified_is_not_in_a_deadlock() {
    let history = sketch::history(
        "
        0 acq b
        0 acq a
        0 wait b
        2 notifyall b
        0 wake b
        0 rel b
        0 rel a
        1 acq b
        1 acq a
    ",
    );
    let oracle = Oracle::new(&history, Rule::CORRECT);
    let validator = Validator::new(&history);
    let ends = |order: &[u32]| {
        let order = Order::Given(order.iter().copied().map(EventId).collect());
        let reordering = Reordering { order, error: PredictedError::Deadlock(vec![EventId(4), EventId(8)]) };
        (oracle.confirms(&reordering), validator.validate(&reordering))
    };
    assert_eq!(ends(&[0, 1, 2, 3, 7]), (true, Ok(())));
    assert_eq!(ends(&[0, 1, 2, 7]), (false, Err(Invalid::NoError)));
    let told = SyncPreserving::new(&history, ReadsFrom::Kept).deadlocks(1);
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].error.next(), [4, 8].map(EventId));
    assert!(oracle.confirms(&told[0]));
}

/// The event that the validator does not let pass.
fn refused(invalid: Invalid) -> Option<EventId> {
    match invalid {
        Invalid::OutOfTurn(id)
        | Invalid::NotForked(id)
        | Invalid::NotEnded(id)
        | Invalid::OtherValue(id)
        | Invalid::Lock(id)
        | Invalid::NotHeld(id)
        | Invalid::NotNotified(id)
        | Invalid::NoPermit(id)
        | Invalid::Closed(id) => Some(id),
        Invalid::NoError => None,
    }
}

/// The validator and the oracle say the same of reorderings, right and wrong, and of which event is the first that cannot be.
#[test]
fn the_validator_takes_what_is_correct_and_nothing_else() {
    // Not possible, without the error, correct; by the kind of error.
    let mut verdicts = [[0_u64; 3]; 3];
    for seed in 0..HISTORIES {
        let waits = Kinds { conditions: true, ..Kinds::default() };
        let history = if seed % 2 == 0 { random::history(seed) } else { random::history_of(seed, waits) };
        let history = random::with_blocks(&history, seed);
        let oracle = Oracle::new(&history, Rule::CORRECT);
        let validator = Validator::new(&history);
        let mut random = Random::new(!seed);
        for _ in 0..2 {
            let reordering = some_reordering(&oracle, &history, &mut random);
            let verdict = validator.validate(&reordering).map_err(refused);
            let expected = match oracle.verdict(&reordering) {
                Err(event) => Err(Some(event)),
                Ok(true) => Ok(()),
                Ok(false) => Err(None),
            };
            assert_eq!(verdict, expected, "seed {seed}: {reordering:?} in\n{}", random::show(&history));
            let kind = match reordering.error {
                PredictedError::Race(_) => 0,
                PredictedError::Deadlock(_) => 1,
                PredictedError::Atomicity { .. } => 2,
            };
            let verdict = match expected {
                Err(Some(_)) => 0,
                Err(None) => 1,
                Ok(()) => 2,
            };
            verdicts[kind][verdict] += 1;
        }
    }
    println!("races, deadlocks, broken blocks: [not possible, without the error, correct] {verdicts:?}");
    assert!(verdicts.iter().flatten().all(|count| *count > HISTORIES / 100), "{verdicts:?}");
}
