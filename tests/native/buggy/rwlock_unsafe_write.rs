// A hit is counted through a raw pointer under the read lock, which excludes no other reader.
// expect race HITS @hit @hit
use std::sync::RwLock;
use std::thread;

static TABLE: RwLock<i32> = RwLock::new(4);
static mut HITS: u32 = 0;

fn look() -> i32 {
    let table = TABLE.read().unwrap();
    unsafe {
        HITS += 1; // @hit
    }
    *table
}

fn main() {
    let a = thread::spawn(look);
    let b = thread::spawn(look);
    let sum = a.join().unwrap() + b.join().unwrap();
    let hits = unsafe { HITS };
    println!("{sum} {}", hits <= 2);
}
