// `wait_while` looks at the state before it waits and after each notification.
use std::sync::{Condvar, Mutex};
use std::thread;

static ITEMS: Mutex<Vec<u32>> = Mutex::new(Vec::new());
static FILLED: Condvar = Condvar::new();

fn consume() -> u32 {
    let items = ITEMS.lock().unwrap();
    let mut items = FILLED.wait_while(items, |items| items.is_empty()).unwrap();
    items.pop().unwrap()
}

fn produce(item: u32) {
    ITEMS.lock().unwrap().push(item);
    FILLED.notify_one();
}

fn main() {
    let a = thread::spawn(consume);
    let b = thread::spawn(consume);
    produce(1);
    produce(2);
    println!("{}", a.join().unwrap() + b.join().unwrap());
}
