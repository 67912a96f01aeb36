// If the lock is not free, the work is put aside in an atomic counter instead.
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Mutex;
use std::thread;

static DONE: Mutex<u32> = Mutex::new(0);
static PUT_ASIDE: AtomicU32 = AtomicU32::new(0);

fn work() {
    if let Ok(mut done) = DONE.try_lock() {
        *done += 1;
    } else {
        PUT_ASIDE.fetch_add(1, Ordering::Relaxed);
    }
}

fn main() {
    let a = thread::spawn(work);
    let b = thread::spawn(work);
    a.join().unwrap();
    b.join().unwrap();
    println!("{}", *DONE.lock().unwrap() + PUT_ASIDE.load(Ordering::Relaxed));
}
