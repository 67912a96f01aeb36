// Two unparks before a park count as one: the worker that parks once for each is never woken again. The sleep only makes that rare.
// expect lost-signal @park
use std::thread;
use std::time::Duration;

fn worker() {
    for _ in 0..2 {
        thread::park(); // @park
    }
}

fn main() {
    let worker = thread::spawn(worker);
    let handle = worker.thread().clone();
    let second = thread::spawn(move || {
        thread::sleep(Duration::from_millis(20));
        handle.unpark();
    });
    worker.thread().unpark();
    worker.join().unwrap();
    second.join().unwrap();
    println!("woken twice");
}
