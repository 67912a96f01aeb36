//! What Rust programs share work with: a pool of threads, three kinds of channels, and locks that are not the standard library's.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{mpsc, Arc};
use std::thread;

use parking_lot::{Condvar, Mutex, RwLock};
use rayon::prelude::*;

/// Squares, by the pool.
fn squares(numbers: &[u64]) -> u64 {
    numbers.par_iter().map(|number| number * number).sum()
}

/// Words go through a channel that hands over one at a time; the lengths come back by another kind.
fn lengths(words: &[&'static str]) -> usize {
    let (to, from) = crossbeam::channel::bounded::<&str>(1);
    let (back, sums) = mpsc::channel();
    thread::scope(|scope| {
        let back = back;
        scope.spawn(move || {
            for word in from {
                back.send(word.len()).unwrap();
            }
        });
        for word in words {
            to.send(word).unwrap();
        }
        drop(to);
    });
    sums.iter().sum()
}

/// A door that opens once, and a guest book that is read more than it is written.
struct Party {
    is_open: Mutex<bool>,
    opened: Condvar,
    book: RwLock<Vec<usize>>,
    arrived: AtomicUsize,
}

fn party() -> usize {
    let party = Arc::new(Party {
        is_open: Mutex::new(false),
        opened: Condvar::new(),
        book: RwLock::new(Vec::new()),
        arrived: AtomicUsize::new(0),
    });
    let guests: Vec<_> = (0..2)
        .map(|number| {
            let party = party.clone();
            thread::spawn(move || {
                let mut is_open = party.is_open.lock();
                while !*is_open {
                    party.opened.wait(&mut is_open);
                }
                drop(is_open);
                party.book.write().push(number);
                party.arrived.fetch_add(party.book.read().len().min(1), Ordering::Relaxed);
            })
        })
        .collect();
    *party.is_open.lock() = true;
    party.opened.notify_all();
    guests.into_iter().for_each(|guest| guest.join().unwrap());
    let all = party.book.read().len();
    all + party.arrived.load(Ordering::Relaxed)
}

#[cfg(feature = "bug")]
mod planted {
    use std::cell::UnsafeCell;

    pub struct Counter(UnsafeCell<u64>);
    // SAFETY: a lie.
    unsafe impl Sync for Counter {}

    pub static COUNTER: Counter = Counter(UnsafeCell::new(0));

    impl Counter {
        pub fn add(&self, more: u64) {
            // SAFETY: none; this is the race.
            unsafe { *self.0.get() += more };
        }
    }
}

#[cfg(feature = "bug")]
fn racy() {
    rayon::broadcast(|_| planted::COUNTER.add(1));
}

#[cfg(not(feature = "bug"))]
fn racy() {}

fn main() {
    rayon::ThreadPoolBuilder::new().num_threads(2).build_global().unwrap();
    println!("squares {}", squares(&[1, 2, 3, 4]));
    println!("lengths {}", lengths(&["a", "dead", "heat"]));
    println!("party {}", party());
    racy();
}

#[cfg(test)]
mod tests {
    #[test]
    fn lengths_are_added() {
        assert_eq!(super::lengths(&["ab", "c"]), 3);
    }

    #[test]
    fn all_guests_arrive() {
        assert_eq!(super::party(), 4);
    }
}
