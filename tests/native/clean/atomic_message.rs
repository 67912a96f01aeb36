// An atomic flag hands plain data over: release and acquire.
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

static READY: AtomicBool = AtomicBool::new(false);
static mut DATA: u32 = 0;

fn produce() {
    unsafe {
        DATA = 42;
    }
    READY.store(true, Ordering::Release);
}

fn consume() -> u32 {
    if READY.load(Ordering::Acquire) {
        unsafe { DATA }
    } else {
        42
    }
}

fn main() {
    let a = thread::spawn(produce);
    let b = thread::spawn(consume);
    a.join().unwrap();
    println!("{}", b.join().unwrap());
}
