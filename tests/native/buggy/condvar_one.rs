// Two threads may wait for the start, and `notify_one` wakes one of them. The sleep only makes that rare.
// expect lost-signal @wait
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::Duration;

static START: Mutex<bool> = Mutex::new(false);
static STARTED: Condvar = Condvar::new();

fn runner() {
    let mut start = START.lock().unwrap();
    while !*start {
        start = STARTED.wait(start).unwrap(); // @wait
    }
}

fn starter() {
    *START.lock().unwrap() = true;
    STARTED.notify_one();
}

fn main() {
    let a = thread::spawn(runner);
    let c = thread::spawn(starter);
    let b = thread::spawn(|| {
        thread::sleep(Duration::from_millis(20));
        runner();
    });
    a.join().unwrap();
    b.join().unwrap();
    c.join().unwrap();
    println!("run");
}
