// The counter in an `Arc<Mutex>`.
use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let counter = Arc::new(Mutex::new(0));
    let threads: Vec<_> = (1..=2)
        .map(|amount| {
            let counter = Arc::clone(&counter);
            thread::spawn(move || *counter.lock().unwrap() += amount)
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    println!("{}", *counter.lock().unwrap());
}
