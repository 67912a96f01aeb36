// The threads meet after filling, but not after summing: one clears its cell while the other still adds it up.
// expect race CELLS[] @sum @clear
use std::sync::Barrier;
use std::thread;

static mut CELLS: [u32; 2] = [0; 2];

fn work(me: usize, filled: &Barrier) -> u32 {
    unsafe {
        CELLS[me] = std::hint::black_box(3);
    }
    filled.wait();
    unsafe {
        let sum = CELLS[1 - me]; // @sum
        CELLS[me] = 0; // @clear
        sum
    }
}

fn main() {
    let filled = Barrier::new(2);
    let sum = thread::scope(|scope| {
        let a = scope.spawn(|| work(0, &filled));
        let b = scope.spawn(|| work(1, &filled));
        a.join().unwrap() + b.join().unwrap()
    });
    println!("{}", sum <= 6);
}
