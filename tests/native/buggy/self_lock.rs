// The guard of the first lock is a temporary that lives to the end of the `match`, in which the same mutex is locked again.
// expect deadlock QUEUE @again
use std::sync::Mutex;
use std::thread;

static QUEUE: Mutex<Vec<i32>> = Mutex::new(Vec::new());

fn refill() {
    match QUEUE.lock().unwrap().len() {
        0 => QUEUE.lock().unwrap().push(1), // @again
        _ => {}
    }
}

fn main() {
    thread::spawn(refill).join().unwrap();
    println!("{}", QUEUE.lock().unwrap().len());
}
