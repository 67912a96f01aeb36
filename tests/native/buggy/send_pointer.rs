// A raw pointer is wrapped to be `Send`, and two threads add to the same local variable of main.
// expect race main.total @one @two
use std::thread;

#[derive(Clone, Copy)]
struct Shared(*mut i64);

// This is the lie.
unsafe impl Send for Shared {}

impl Shared {
    fn get(self) -> *mut i64 {
        self.0
    }
}

fn main() {
    let mut total = 0i64;
    let shared = Shared(&mut total);
    let a = thread::spawn(move || unsafe {
        *shared.get() += 1; // @one
    });
    let b = thread::spawn(move || unsafe {
        *shared.get() += 2; // @two
    });
    a.join().unwrap();
    b.join().unwrap();
    println!("{}", unsafe { *shared.get() } <= 3);
}
