// A `static mut` counter, incremented by two threads.
// expect race COUNTER @inc @inc
use std::thread;

static mut COUNTER: u32 = 0;

fn work() {
    unsafe {
        COUNTER += 1; // @inc
    }
}

fn main() {
    let a = thread::spawn(work);
    let b = thread::spawn(work);
    a.join().unwrap();
    b.join().unwrap();
    let counter = unsafe { COUNTER };
    println!("{}", counter <= 2);
}
