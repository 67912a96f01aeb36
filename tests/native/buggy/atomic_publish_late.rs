// The flag is a proper atomic, but it is set before the data is written.
// expect race DATA @write @read
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

static READY: AtomicBool = AtomicBool::new(false);
static mut DATA: u32 = 0;

fn produce() {
    READY.store(true, Ordering::Release);
    unsafe {
        DATA = 42; // @write
    }
}

fn consume() -> u32 {
    if READY.load(Ordering::Acquire) {
        unsafe { DATA } // @read
    } else {
        0
    }
}

fn main() {
    let a = thread::spawn(produce);
    let b = thread::spawn(consume);
    a.join().unwrap();
    println!("{}", b.join().unwrap() <= 42);
}
