// A `OnceLock` is initialised by whoever comes first.
use std::sync::OnceLock;
use std::thread;

static CONFIG: OnceLock<Vec<u32>> = OnceLock::new();

fn limit() -> u32 {
    CONFIG.get_or_init(|| vec![3, 4])[0]
}

fn main() {
    let a = thread::spawn(limit);
    let b = thread::spawn(limit);
    println!("{}", a.join().unwrap() + b.join().unwrap());
}
