//! A server that is killed in the middle, without a chance to tidy up, and started again: nothing is lost, nothing is there twice.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use deadheat_swarm::{Nats, NatsOptions, NatsSwarm, Swarm};
use deadheat_testing::nats::NatsServer;

const LONG: Duration = Duration::from_secs(40);

fn connect(server: &NatsServer, patience: Duration) -> NatsSwarm {
    let options = NatsOptions { patience, ..NatsOptions::new(server.address()) };
    Nats::connect(&options).unwrap().campaign("test").unwrap()
}

#[test]
fn what_was_there_is_there() {
    let Some(mut server) = NatsServer::start() else { return };
    let swarm = connect(&server, LONG);
    let queue = swarm.queue("jobs").unwrap();
    let jobs: Vec<(String, Vec<u8>)> = (0..50).map(|job| (format!("job-{job}"), vec![job; 100])).collect();
    queue.put_all(&jobs).unwrap();
    let held = queue.take(LONG).unwrap().unwrap();
    queue.take(LONG).unwrap().unwrap().done().unwrap();
    let object = swarm.store().put_object(&vec![9; 500_000]).unwrap();
    swarm.store().write("result.a", b"1").unwrap();
    let revision = swarm.store().changes("result", 0, Duration::ZERO).unwrap()[0].revision;

    server.start_again();

    // The same connection goes on, with what it held, and a new one finds the same.
    let id = held.id().to_owned();
    held.keep().unwrap();
    held.done().unwrap();
    for swarm in [&swarm, &connect(&server, LONG)] {
        let queue = swarm.queue("jobs").unwrap();
        assert_eq!(queue.put_all(&jobs).unwrap(), 0, "ids are known");
        assert_eq!(swarm.store().object(&object).unwrap().unwrap().len(), 500_000);
        assert_eq!(swarm.store().changes("result", 0, Duration::ZERO).unwrap()[0].value, b"1");
        assert_eq!(swarm.store().changes("result", revision, Duration::ZERO).unwrap(), []);
    }
    // What was said to be done may come again, because the server keeps that a moment later; nothing else does.
    let open = queue.open().unwrap();
    assert!((48..=50).contains(&open), "{open} and {id}");
    let mut seen = BTreeMap::new();
    while seen.len() < 48 {
        let job = queue.take(LONG).unwrap().expect("all that is open");
        seen.insert(job.id().to_owned(), job.job().len());
        job.done().unwrap();
    }
    assert!(seen.values().all(|&length| length == 100));
}

/// A producer, takers and a follower, none of which knows of the server's troubles.
#[test]
fn everything_goes_on() {
    const JOBS: usize = 300;
    let Some(mut server) = NatsServer::start() else { return };
    let swarm = connect(&server, Duration::from_secs(2));
    let put_in: Mutex<usize> = Mutex::default();
    let followed: Mutex<BTreeMap<String, Vec<u8>>> = Mutex::default();
    let all = || followed.lock().unwrap().len() == JOBS;
    let begun = Instant::now();
    thread::scope(|scope| {
        scope.spawn(|| {
            let queue = swarm.queue("jobs").unwrap();
            for job in 0..JOBS {
                assert!(
                    queue.put(&format!("job-{job}"), &job.to_le_bytes()).unwrap(),
                    "{job} was ours, and nobody else's"
                );
                *put_in.lock().unwrap() = job;
            }
        });
        for _ in 0..3 {
            scope.spawn(|| {
                let queue = swarm.queue("jobs").unwrap();
                while !all() && begun.elapsed() < LONG {
                    let Some(job) = queue.take(Duration::from_millis(500)).unwrap() else { continue };
                    // A job may be done twice; of the results one counts.
                    swarm.store().create(&format!("result.{}", job.id()), job.job()).unwrap();
                    job.done().unwrap();
                }
            });
        }
        scope.spawn(|| {
            let mut revision = 0;
            while !all() && begun.elapsed() < LONG {
                for change in swarm.store().changes("result", revision, Duration::from_millis(500)).unwrap() {
                    assert!(change.revision > revision);
                    revision = change.revision;
                    let twice = followed.lock().unwrap().insert(change.key.clone(), change.value);
                    assert_eq!(twice, None, "{} was told twice", change.key);
                }
            }
        });
        for part in 1..4 {
            while *put_in.lock().unwrap() < JOBS * part / 4 && begun.elapsed() < LONG {
                thread::sleep(Duration::from_millis(1));
            }
            server.kill();
            thread::sleep(Duration::from_millis(100));
            server.start_again();
        }
    });
    let followed = followed.into_inner().unwrap();

    assert_eq!(followed.len(), JOBS, "after {:?}", begun.elapsed());
    assert!((0..JOBS).all(|job| followed[&format!("result.job-{job}")] == job.to_le_bytes()));
    let queue = swarm.queue("jobs").unwrap();
    while queue.open().unwrap() > 0 && begun.elapsed() < LONG {
        if let Some(again) = queue.take(Duration::from_millis(500)).unwrap() {
            again.done().unwrap();
        }
    }
    assert_eq!(queue.open().unwrap(), 0);
}

#[test]
fn takers_that_wait_go_on_waiting() {
    let Some(mut server) = NatsServer::start() else { return };
    let swarm = connect(&server, LONG);
    let queue = swarm.queue("jobs").unwrap();
    thread::scope(|scope| {
        let taker = scope.spawn(|| queue.take(LONG).unwrap().expect("a job"));
        let follower = scope.spawn(|| swarm.store().changes("result", 0, LONG).unwrap());
        thread::sleep(Duration::from_millis(100));
        server.start_again();
        queue.put("a", b"").unwrap();
        swarm.store().write("result.a", b"").unwrap();
        let job = taker.join().unwrap();
        assert_eq!((job.id(), job.times()), ("a", 1), "no taker has vanished");
        assert_eq!(follower.join().unwrap()[0].key, "result.a");
    });
}

#[test]
fn a_server_that_stays_away() {
    let Some(mut server) = NatsServer::start() else { return };
    let options = NatsOptions { retry_for: Duration::from_millis(400), ..NatsOptions::new(server.address()) };
    let swarm = Nats::connect(&options).unwrap().campaign("test").unwrap();
    let queue = swarm.queue("jobs").unwrap();
    let patient = connect(&server, LONG);
    let its_queue = patient.queue("jobs").unwrap();
    server.kill();
    // For a moment that is nothing.
    assert!(its_queue.take(Duration::from_millis(100)).unwrap().is_none());
    assert_eq!(patient.store().changes("result", 0, Duration::from_millis(100)).unwrap(), []);
    for error in
        [queue.put("a", b"").unwrap_err(), swarm.store().read("a").unwrap_err(), swarm.queue("more").err().unwrap()]
    {
        let line = error.to_string();
        assert!(line.contains("did not answer for") && line.contains("look whether it runs"), "{line}");
    }
    assert!(queue.take(Duration::from_millis(100)).is_err());
    assert!(swarm.store().changes("result", 0, Duration::from_millis(100)).is_err());
    server.start_again();
    // It looks for the server every half a second.
    let begun = Instant::now();
    while queue.put("a", b"").is_err() && begun.elapsed() < LONG {}
    assert_eq!(queue.take(LONG).unwrap().unwrap().id(), "a");
}
