// Read under the lock, written under the lock, but under two locks one after the other: an update is lost.
// expect crash @assert
use std::sync::Mutex;
use std::thread;

static COUNT: Mutex<i32> = Mutex::new(0);

fn increment() {
    let seen = *COUNT.lock().unwrap();
    *COUNT.lock().unwrap() = seen + 1;
}

fn main() {
    let a = thread::spawn(increment);
    let b = thread::spawn(increment);
    a.join().unwrap();
    b.join().unwrap();
    let count = *COUNT.lock().unwrap();
    assert_eq!(count, 2); // @assert
    println!("{count}");
}
