// A spin lock of an atomic flag that is loaded and then stored, in two steps: both threads can find it free.
// expect race DATA @inc @inc
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

static HELD: AtomicBool = AtomicBool::new(false);
static mut DATA: u32 = 0;

fn work() {
    while HELD.load(SeqCst) {
        thread::yield_now();
    }
    HELD.store(true, SeqCst);
    unsafe {
        DATA += 1; // @inc
    }
    HELD.store(false, SeqCst);
}

fn main() {
    let a = thread::spawn(work);
    let b = thread::spawn(work);
    a.join().unwrap();
    b.join().unwrap();
    let data = unsafe { DATA };
    println!("{}", data <= 2);
}
