// A `LazyLock` around a mutex.
use std::sync::{LazyLock, Mutex};
use std::thread;

static NAMES: LazyLock<Mutex<Vec<&str>>> = LazyLock::new(|| Mutex::new(vec!["root"]));

fn main() {
    let a = thread::spawn(|| NAMES.lock().unwrap().push("ann"));
    let b = thread::spawn(|| NAMES.lock().unwrap().push("bob"));
    a.join().unwrap();
    b.join().unwrap();
    println!("{}", NAMES.lock().unwrap().len());
}
