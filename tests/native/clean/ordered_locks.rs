// Opposite transfers, whose locks are taken in the order of the accounts' indices.
use std::sync::Mutex;
use std::thread;

static ACCOUNTS: [Mutex<i32>; 2] = [Mutex::new(50), Mutex::new(50)];

fn transfer(from: usize, to: usize, amount: i32) {
    let low = ACCOUNTS[from.min(to)].lock().unwrap();
    let high = ACCOUNTS[from.max(to)].lock().unwrap();
    let (mut source, mut target) = if from < to { (low, high) } else { (high, low) };
    *source -= amount;
    *target += amount;
}

fn main() {
    let a = thread::spawn(|| transfer(0, 1, 10));
    let b = thread::spawn(|| transfer(1, 0, 5));
    a.join().unwrap();
    b.join().unwrap();
    println!("{} {}", *ACCOUNTS[0].lock().unwrap(), *ACCOUNTS[1].lock().unwrap());
}
