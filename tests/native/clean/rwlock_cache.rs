// Readers share the lock, the writer has it alone.
use std::sync::RwLock;
use std::thread;

static PAIR: RwLock<(i32, i32)> = RwLock::new((0, 0));

fn read() -> bool {
    let pair = PAIR.read().unwrap();
    pair.0 == pair.1
}

fn write() {
    let mut pair = PAIR.write().unwrap();
    pair.0 += 1;
    pair.1 += 1;
}

fn main() {
    let a = thread::spawn(read);
    let b = thread::spawn(write);
    let c = thread::spawn(read);
    b.join().unwrap();
    println!("{} {}", a.join().unwrap(), c.join().unwrap());
}
