// Increments by `fetch_add`, and a maximum by a loop of compare-and-exchange.
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

static HITS: AtomicUsize = AtomicUsize::new(0);
static LARGEST: AtomicUsize = AtomicUsize::new(0);

fn hit(size: usize) {
    HITS.fetch_add(1, Ordering::Relaxed);
    let mut largest = LARGEST.load(Ordering::Relaxed);
    while largest < size {
        match LARGEST.compare_exchange(largest, size, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => break,
            Err(current) => largest = current,
        }
    }
}

fn main() {
    let a = thread::spawn(|| hit(3));
    let b = thread::spawn(|| hit(8));
    a.join().unwrap();
    b.join().unwrap();
    println!("{} {}", HITS.load(Ordering::Relaxed), LARGEST.load(Ordering::Relaxed));
}
