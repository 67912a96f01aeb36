//! What the traits promise, asked of every implementation. Each question gets an empty swarm whose takers may be silent for the time given.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use deadheat_swarm::{Digest, Queue, Swarm};

pub type Made = Arc<dyn Swarm>;

/// Long enough for anything that must happen, on any machine.
const LONG: Duration = Duration::from_secs(20);
/// For takers that are not meant to vanish.
const PATIENT: Duration = Duration::from_secs(30);
/// For those that are.
const IMPATIENT: Duration = Duration::from_millis(300);
const NO_TIME: Duration = Duration::ZERO;

/// A test for each question, with a function that makes a swarm of a patience.
macro_rules! contract {
    ($make:path) => {
        contract!($make: ids_are_put_in_once, a_vanished_taker_loses_its_job, keep_prolongs, back_with_a_delay, back_at_once,
            late_words_do_no_harm, takers_wait, each_job_goes_to_one_taker, many_at_once, open_counts_what_is_not_done, queues_are_apart,
            records, changes_after_a_revision, changes_wait, one_creator_wins, objects, large_jobs_and_records, bad_names);
    };
    ($make:path: $($question:ident),*) => {
        $(#[test]
        fn $question() {
            crate::contract::$question(&|patience| $make(patience));
        })*
    };
}
pub(crate) use contract;

type Make<'a> = &'a dyn Fn(Duration) -> Option<Made>;

/// The swarm to ask, or the end of a test that cannot run here.
macro_rules! made {
    ($make:expr, $patience:expr) => {
        match $make($patience) {
            Some(swarm) => swarm,
            None => return,
        }
    };
}

fn ids(queue: &dyn Queue) -> Vec<String> {
    let mut ids = Vec::new();
    while queue.open().unwrap() > 0 {
        let job = queue.take(LONG).unwrap().expect("one that is open");
        ids.push(job.id().to_owned());
        job.done().unwrap();
    }
    ids.sort();
    ids
}

pub fn ids_are_put_in_once(make: Make) {
    let swarm = made!(make, PATIENT);
    let queue = swarm.queue("jobs").unwrap();
    assert!(queue.put("a", b"first").unwrap());
    assert!(!queue.put("a", b"second").unwrap());
    let job = queue.take(LONG).unwrap().unwrap();
    assert_eq!((job.id(), job.job(), job.times(), job.patience()), ("a", b"first".as_slice(), 1, PATIENT));
    assert!(!queue.put("a", b"while it is being done").unwrap());
    job.done().unwrap();
    assert!(!queue.put("a", b"when it is long done").unwrap());
    assert!(!swarm.queue("jobs").unwrap().put("a", b"through another door").unwrap());
    assert!(queue.take(NO_TIME).unwrap().is_none());
    assert!(queue.put("a.b", b"").unwrap());
    assert_eq!(ids(&*queue), ["a.b"]);
}

pub fn a_vanished_taker_loses_its_job(make: Make) {
    let swarm = made!(make, IMPATIENT);
    let queue = swarm.queue("jobs").unwrap();
    queue.put("a", b"content").unwrap();
    let before = Instant::now();
    drop(queue.take(LONG).unwrap().unwrap());
    for times in 2..=4 {
        let job = queue.take(LONG).unwrap().expect("delivered again");
        assert_eq!((job.id(), job.job(), job.times()), ("a", b"content".as_slice(), times));
        assert!(before.elapsed() >= IMPATIENT * (times - 1), "it was given to another too early");
        if times == 4 {
            job.done().unwrap();
        }
    }
    assert!(queue.take(IMPATIENT * 2).unwrap().is_none(), "delivered when it was done");
}

pub fn keep_prolongs(make: Make) {
    let patience = Duration::from_secs(1);
    let swarm = made!(make, patience);
    let queue = swarm.queue("jobs").unwrap();
    // A taker that a loaded machine lets sleep for too long loses its job, and rightly so: then it tries again.
    for attempt in 0..10 {
        queue.put(&format!("job-{attempt}"), b"").unwrap();
        let mut heard_of = Instant::now();
        let job = queue.take(LONG).unwrap().unwrap();
        let mut in_time = true;
        for _ in 0..5 {
            thread::sleep(patience / 4);
            job.keep().unwrap();
            in_time &= heard_of.elapsed() < patience;
            heard_of = Instant::now();
        }
        let other = queue.take(NO_TIME).unwrap();
        if in_time && heard_of.elapsed() < patience {
            assert!(other.is_none(), "it was given to another while its taker was heard of");
            job.done().unwrap();
            return assert_eq!(queue.open().unwrap(), 0);
        }
        job.done().unwrap();
    }
}

pub fn back_with_a_delay(make: Make) {
    let swarm = made!(make, PATIENT);
    let queue = swarm.queue("jobs").unwrap();
    queue.put("a", b"content").unwrap();
    let delay = Duration::from_millis(400);
    let before = Instant::now();
    queue.take(LONG).unwrap().unwrap().back(delay).unwrap();
    assert_eq!(queue.open().unwrap(), 1);
    let again = queue.take(LONG).unwrap().unwrap();
    assert!(before.elapsed() >= delay, "after {:?}", before.elapsed());
    assert_eq!((again.id(), again.job(), again.times()), ("a", b"content".as_slice(), 2));
    again.done().unwrap();
}

pub fn back_at_once(make: Make) {
    let swarm = made!(make, PATIENT);
    let queue = swarm.queue("jobs").unwrap();
    queue.put("a", b"").unwrap();
    queue.take(LONG).unwrap().unwrap().back(NO_TIME).unwrap();
    let again = queue.take(PATIENT / 2).unwrap().expect("before the patience is over");
    assert_eq!(again.times(), 2);
    again.done().unwrap();
}

/// A taker that was silent for too long comes back when another has its job.
pub fn late_words_do_no_harm(make: Make) {
    let swarm = made!(make, IMPATIENT);
    let queue = swarm.queue("jobs").unwrap();
    queue.put("a", b"").unwrap();
    let late = queue.take(LONG).unwrap().unwrap();
    let other = queue.take(LONG).unwrap().unwrap();
    assert_eq!((late.times(), other.times()), (1, 2));
    late.keep().unwrap();
    // Its results count all the same.
    late.done().unwrap();
    assert_eq!(queue.open().unwrap(), 0);
    other.keep().unwrap();
    other.done().unwrap();
    assert!(queue.take(IMPATIENT * 2).unwrap().is_none());
}

pub fn takers_wait(make: Make) {
    let swarm = made!(make, PATIENT);
    let queue = swarm.queue("jobs").unwrap();
    let before = Instant::now();
    let wait = Duration::from_millis(200);
    assert!(queue.take(wait).unwrap().is_none());
    assert!(before.elapsed() >= wait);
    thread::scope(|scope| {
        let takers = [0, 1].map(|_| scope.spawn(|| queue.take(LONG).unwrap().expect("a job").done().unwrap()));
        thread::sleep(Duration::from_millis(50));
        queue.put("a", b"").unwrap();
        queue.put("b", b"").unwrap();
        takers.into_iter().for_each(|taker| taker.join().unwrap());
    });
    assert!(before.elapsed() < LONG, "they slept on");
    queue.put("c", b"").unwrap();
    let job = queue.take(Duration::MAX).unwrap().expect("a job");
    job.back(Duration::MAX).unwrap();
    assert!(queue.take(NO_TIME).unwrap().is_none(), "in a year");
}

pub fn each_job_goes_to_one_taker(make: Make) {
    const JOBS: usize = 400;
    let swarm = made!(make, PATIENT);
    let done: Mutex<HashMap<String, u32>> = Mutex::default();
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let queue = swarm.queue("jobs").unwrap();
                while let Some(job) = queue.take(LONG).unwrap() {
                    if job.job() == b"end" {
                        return job.done().unwrap();
                    }
                    *done.lock().unwrap().entry(job.id().to_owned()).or_default() += job.times();
                    job.done().unwrap();
                }
            });
        }
        // Jobs come while takers take, from two sides that do not agree.
        for half in [0, 1] {
            let swarm = Arc::clone(&swarm);
            scope.spawn(move || {
                let queue = swarm.queue("jobs").unwrap();
                for job in (0..JOBS).filter(|job| job % 4 != half) {
                    queue.put(&format!("job-{job}"), b"work").unwrap();
                }
            });
        }
        let queue = swarm.queue("jobs").unwrap();
        let begun = Instant::now();
        while done.lock().unwrap().len() < JOBS && begun.elapsed() < LONG {
            thread::sleep(Duration::from_millis(2));
        }
        for taker in 0..8 {
            queue.put(&format!("end-{taker}"), b"end").unwrap();
        }
    });
    let done = done.into_inner().unwrap();
    assert_eq!(done.len(), JOBS);
    assert!(done.values().all(|&times| times == 1), "{done:?}");
}

pub fn many_at_once(make: Make) {
    let swarm = made!(make, PATIENT);
    let queue = swarm.queue("jobs").unwrap();
    let jobs: Vec<(String, Vec<u8>)> = (0..500).map(|job| (format!("job-{}", job % 400), vec![7; job])).collect();
    queue.put("job-3", b"").unwrap();
    assert_eq!(queue.put_all(&jobs).unwrap(), 399);
    assert_eq!(queue.put_all(&jobs).unwrap(), 0);
    assert_eq!(queue.open().unwrap(), 400);
    assert_eq!(ids(&*queue).len(), 400);
}

pub fn open_counts_what_is_not_done(make: Make) {
    let swarm = made!(make, PATIENT);
    let queue = swarm.queue("jobs").unwrap();
    assert_eq!(queue.open().unwrap(), 0);
    for (count, id) in ["a", "b", "c", "d"].into_iter().enumerate() {
        queue.put(id, b"").unwrap();
        assert_eq!(queue.open().unwrap(), count as u64 + 1, "what is put in counts at once");
    }
    let held = queue.take(LONG).unwrap().unwrap();
    let back = queue.take(LONG).unwrap().unwrap();
    assert_eq!(queue.open().unwrap(), 4);
    queue.take(LONG).unwrap().unwrap().done().unwrap();
    assert_eq!(queue.open().unwrap(), 3);
    back.back(NO_TIME).unwrap();
    assert_eq!(queue.open().unwrap(), 3);
    held.done().unwrap();
    ids(&*queue);
    assert_eq!(queue.open().unwrap(), 0);
}

pub fn queues_are_apart(make: Make) {
    let swarm = made!(make, PATIENT);
    let (warnings, parts) = (swarm.queue("warnings").unwrap(), swarm.queue("parts").unwrap());
    assert!(warnings.put("1", b"w").unwrap());
    assert!(parts.put("1", b"p").unwrap(), "an id is of its queue");
    assert_eq!(warnings.take(LONG).unwrap().unwrap().job(), b"w");
    assert_eq!(parts.open().unwrap(), 1);
    assert_eq!(parts.take(LONG).unwrap().unwrap().job(), b"p");
}

pub fn records(make: Make) {
    let swarm = made!(make, PATIENT);
    let store = swarm.store();
    assert_eq!(store.read("state").unwrap(), None);
    store.write("state", b"one").unwrap();
    store.write("state", b"two").unwrap();
    assert_eq!(store.read("state").unwrap(), Some(b"two".to_vec()));
    assert!(!store.create("state", b"three").unwrap());
    assert_eq!(store.read("state").unwrap(), Some(b"two".to_vec()));
    store.remove("state").unwrap();
    store.remove("state").unwrap();
    assert_eq!(store.read("state").unwrap(), None);
    assert!(store.create("state", b"").unwrap());
    assert_eq!(store.read("state").unwrap(), Some(Vec::new()));
}

pub fn changes_after_a_revision(make: Make) {
    let swarm = made!(make, PATIENT);
    let store = swarm.store();
    let keys = |revision| {
        let changes = store.changes("result", revision, NO_TIME).unwrap();
        assert!(
            changes.is_sorted_by_key(|change| change.revision)
                && changes.iter().all(|change| change.revision > revision)
        );
        changes
    };
    let texts = |revision| -> Vec<(String, String)> {
        keys(revision).into_iter().map(|change| (change.key, String::from_utf8(change.value).unwrap())).collect()
    };
    let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
    assert_eq!(keys(0), []);
    for (key, value) in [
        ("result.a", "1"),
        ("results.a", "no"),
        ("result", "no"),
        ("result.b.c", "2"),
        ("other", "no"),
        ("result.d", "3"),
    ] {
        store.write(key, value.as_bytes()).unwrap();
    }
    assert_eq!(texts(0), [pair("result.a", "1"), pair("result.b.c", "2"), pair("result.d", "3")]);
    let revision = keys(0)[1].revision;
    assert_eq!(texts(revision), [pair("result.d", "3")]);
    let last = keys(0)[2].revision;
    assert_eq!(texts(last), []);
    store.write("result.a", b"4").unwrap();
    assert_eq!(texts(last), [pair("result.a", "4")]);
    assert_eq!(
        texts(0),
        [pair("result.b.c", "2"), pair("result.d", "3"), pair("result.a", "4")],
        "each once, as it is now"
    );
    store.remove("result.d").unwrap();
    assert_eq!(texts(0), [pair("result.b.c", "2"), pair("result.a", "4")]);
    let all = 700;
    for number in 0..all {
        store.write(&format!("many.{number}"), b"").unwrap();
    }
    let (mut seen, mut revision) = (Vec::new(), 0);
    while seen.len() < all {
        let changes = store.changes("many", revision, NO_TIME).unwrap();
        revision = changes.last().expect("some of those that are left").revision;
        seen.extend(changes.into_iter().map(|change| change.key));
    }
    assert_eq!(seen, (0..all).map(|number| format!("many.{number}")).collect::<Vec<_>>());
}

pub fn changes_wait(make: Make) {
    let swarm = made!(make, PATIENT);
    let store = swarm.store();
    store.write("result.old", b"").unwrap();
    let old = store.changes("result", 0, NO_TIME).unwrap()[0].revision;
    let wait = Duration::from_millis(200);
    let before = Instant::now();
    assert_eq!(store.changes("result", old, wait).unwrap(), []);
    assert!(before.elapsed() >= wait);
    thread::scope(|scope| {
        let follower = scope.spawn(|| {
            let mut revision = old;
            let mut seen = Vec::new();
            while seen.len() < 3 {
                let changes = store.changes("result", revision, LONG).unwrap();
                revision = changes.last().expect("woken by a change").revision;
                seen.extend(changes.into_iter().map(|change| change.key));
            }
            seen
        });
        for key in ["result.a", "elsewhere.x", "result.b", "result.c"] {
            thread::sleep(Duration::from_millis(20));
            store.write(key, b"").unwrap();
        }
        assert_eq!(follower.join().unwrap(), ["result.a", "result.b", "result.c"]);
    });
    assert!(before.elapsed() < LONG, "it slept on");
}

pub fn one_creator_wins(make: Make) {
    let swarm = made!(make, PATIENT);
    for round in 0..10 {
        let key = format!("result.{round}");
        let winners: Vec<u8> = thread::scope(|scope| {
            let creators: Vec<_> = (0..8).map(|me: u8| (me, &swarm, &key)).collect();
            let creators = creators
                .into_iter()
                .map(|(me, swarm, key)| scope.spawn(move || swarm.store().create(key, &[me]).unwrap().then_some(me)));
            let creators: Vec<_> = creators.collect();
            creators.into_iter().filter_map(|creator| creator.join().unwrap()).collect()
        });
        assert_eq!(winners.len(), 1);
        assert_eq!(swarm.store().read(&key).unwrap(), Some(winners));
    }
}

pub fn objects(make: Make) {
    let swarm = made!(make, PATIENT);
    let store = swarm.store();
    // What does not look alike in any two places.
    let content: Vec<u8> = (0..5_000_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let name = Digest::of(&content);
    assert_eq!(store.object(&name).unwrap(), None);
    assert_eq!(store.put_object(&content).unwrap(), name);
    assert_eq!(store.put_object(&content).unwrap(), name);
    assert!(store.object(&name).unwrap().unwrap() == content);
    for small in [b"".as_slice(), b"x"] {
        let name = store.put_object(small).unwrap();
        assert_eq!(store.object(&name).unwrap().unwrap(), small);
    }
    assert_eq!(Digest::of(b"abc").to_string(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_eq!(name.to_string().parse(), Ok(name));
    for wrong in ["", "ba78", &"g".repeat(64), &"ä".repeat(32), &"0".repeat(65)] {
        assert!(wrong.parse::<Digest>().is_err(), "{wrong}");
    }
}

pub fn large_jobs_and_records(make: Make) {
    let swarm = made!(make, PATIENT);
    let large: Vec<u8> = (0..3_000_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 20) as u8).collect();
    let queue = swarm.queue("jobs").unwrap();
    queue.put("large", &large).unwrap();
    let job = queue.take(LONG).unwrap().unwrap();
    assert!(job.job() == large);
    job.done().unwrap();
    let store = swarm.store();
    assert!(store.create("result.large", &large).unwrap());
    assert!(store.read("result.large").unwrap().unwrap() == large);
    assert!(store.changes("result", 0, NO_TIME).unwrap()[0].value == large);
}

pub fn bad_names(make: Make) {
    let swarm = made!(make, PATIENT);
    let store = swarm.store();
    let long = "x".repeat(1000);
    for bad in ["", " ", "a b", "a.", ".a", "a..b", "*", "a.*", "a.>", "a/b", "ä", "a\n", long.as_str()] {
        let error = store.write(bad, b"").unwrap_err();
        assert!(error.to_string().contains("cannot name a record") && !error.to_string().contains('\n'), "{error}");
        assert!(store.read(bad).is_err() && store.create(bad, b"").is_err() && store.remove(bad).is_err());
        assert!(store.changes(bad, 0, NO_TIME).is_err());
        assert!(swarm.queue(bad).is_err());
        assert!(swarm.queue("jobs").unwrap().put(bad, b"").is_err());
    }
    assert!(swarm.queue("a.b").is_err());
}

mod embedded {
    use std::sync::Arc;
    use std::time::Duration;

    use deadheat_swarm::{Embedded, Swarm};

    use super::Made;

    fn embedded(patience: Duration) -> Option<Made> {
        Some(Arc::new(Embedded::with_patience(patience)))
    }

    super::contract!(embedded);

    #[test]
    fn forgotten() {
        let swarm = Embedded::new();
        let queue = swarm.queue("jobs").unwrap();
        queue.put("a", b"").unwrap();
        swarm.store().write("result.a", b"").unwrap();
        let object = swarm.store().put_object(b"guest").unwrap();
        let held = queue.take(Duration::ZERO).unwrap().unwrap();
        swarm.forget().unwrap();
        assert_eq!(queue.open().unwrap(), 0);
        assert!(queue.put("a", b"").unwrap());
        held.done().unwrap();
        assert_eq!(queue.open().unwrap(), 1, "a job of before has nothing to do with one of now");
        assert_eq!(swarm.store().changes("result", 0, Duration::ZERO).unwrap(), []);
        assert_eq!(swarm.store().object(&object).unwrap(), None);
    }
}
