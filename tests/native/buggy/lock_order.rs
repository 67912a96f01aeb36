// Two mutexes, locked in opposite orders.
// expect deadlock LEFT RIGHT @lr @rl
use std::sync::Mutex;
use std::thread;

static LEFT: Mutex<i32> = Mutex::new(1);
static RIGHT: Mutex<i32> = Mutex::new(2);

fn left_right() {
    let left = LEFT.lock().unwrap();
    let mut right = RIGHT.lock().unwrap(); // @lr
    *right += *left;
}

fn right_left() {
    let right = RIGHT.lock().unwrap();
    let mut left = LEFT.lock().unwrap(); // @rl
    *left += *right;
}

fn main() {
    let a = thread::spawn(left_right);
    let b = thread::spawn(right_left);
    a.join().unwrap();
    b.join().unwrap();
    println!("{}", *LEFT.lock().unwrap() > 0);
}
