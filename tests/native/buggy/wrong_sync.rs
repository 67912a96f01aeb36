// A cell is declared to be `Sync` without being so: shared references to it write.
// expect race STATS.hits @add @add
use std::cell::UnsafeCell;
use std::thread;

struct Stats {
    hits: UnsafeCell<u32>,
}

// This is the lie.
unsafe impl Sync for Stats {}

static STATS: Stats = Stats { hits: UnsafeCell::new(0) };

fn add() {
    unsafe {
        *STATS.hits.get() += 1; // @add
    }
}

fn main() {
    let a = thread::spawn(add);
    let b = thread::spawn(add);
    a.join().unwrap();
    b.join().unwrap();
    println!("{}", unsafe { *STATS.hits.get() } <= 2);
}
