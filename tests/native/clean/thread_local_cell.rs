// A thread-local `Cell`: each thread counts in its own.
use std::cell::Cell;
use std::thread;

thread_local! {
    static COUNT: Cell<u32> = const { Cell::new(0) };
}

fn add(n: u32) -> u32 {
    COUNT.set(COUNT.get() + n);
    COUNT.set(COUNT.get() + n);
    COUNT.get()
}

fn main() {
    let a = thread::spawn(|| add(1));
    let b = thread::spawn(|| add(2));
    println!("{} {} {}", a.join().unwrap(), b.join().unwrap(), COUNT.get());
}
