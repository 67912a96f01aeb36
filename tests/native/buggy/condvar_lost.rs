// The flag is looked at in one critical section and waited for in another: the notification comes between the two.
// expect lost-signal @wait
use std::sync::{Condvar, Mutex};
use std::thread;

static READY: Mutex<bool> = Mutex::new(false);
static CHANGED: Condvar = Condvar::new();

fn waiter() {
    let seen = *READY.lock().unwrap();
    if !seen {
        let guard = READY.lock().unwrap();
        let _guard = CHANGED.wait(guard).unwrap(); // @wait
    }
}

fn setter() {
    let mut ready = READY.lock().unwrap();
    *ready = true;
    CHANGED.notify_one();
}

fn main() {
    let a = thread::spawn(waiter);
    let b = thread::spawn(setter);
    a.join().unwrap();
    b.join().unwrap();
    println!("ready");
}
