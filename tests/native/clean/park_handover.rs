// A thread parks until an atomic flag is set; `unpark` is remembered, so that it cannot come too early.
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

static READY: AtomicBool = AtomicBool::new(false);
static mut DATA: u32 = 0;

fn consume() -> u32 {
    while !READY.load(Ordering::Acquire) {
        thread::park();
    }
    unsafe { DATA }
}

fn main() {
    let consumer = thread::spawn(consume);
    unsafe {
        DATA = 7;
    }
    READY.store(true, Ordering::Release);
    consumer.thread().unpark();
    println!("{}", consumer.join().unwrap());
}
