// A thread panics with the lock held; the next one unwraps the poisoned lock, and panics, too.
// expect crash @panic
// expect crash @unwrap
use std::sync::Mutex;
use std::thread;

static BALANCE: Mutex<i32> = Mutex::new(0);

fn withdraw() {
    let balance = BALANCE.lock().unwrap(); // @unwrap
    if *balance < 10 {
        panic!("no money"); // @panic
    }
}

fn main() {
    let a = thread::spawn(withdraw);
    let b = thread::spawn(withdraw);
    let failed = [a.join().is_err(), b.join().is_err()];
    println!("{failed:?}");
}
