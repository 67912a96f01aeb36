// A poisoned lock is taken over on purpose: the panic is caught in its own thread, and the value is still good.
use std::panic;
use std::sync::{Mutex, PoisonError};
use std::thread;

static VALUE: Mutex<u32> = Mutex::new(1);

fn fail() {
    let outcome = panic::catch_unwind(|| {
        let mut value = VALUE.lock().unwrap_or_else(PoisonError::into_inner);
        *value += 1;
        panic::resume_unwind(Box::new("on purpose"));
    });
    assert!(outcome.is_err());
}

fn read() -> u32 {
    *VALUE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn main() {
    let a = thread::spawn(fail);
    let b = thread::spawn(read);
    a.join().unwrap();
    println!("{}", b.join().unwrap() <= 2);
}
