// Write, meet, read, meet, clear: two phases, each closed by the barrier.
use std::sync::Barrier;
use std::thread;

static mut CELLS: [u32; 2] = [0; 2];

fn work(me: usize, meeting: &Barrier) -> u32 {
    unsafe {
        CELLS[me] = 1;
    }
    meeting.wait();
    let seen = unsafe { CELLS[1 - me] };
    meeting.wait();
    unsafe {
        CELLS[me] = 0;
    }
    seen
}

fn main() {
    let meeting = Barrier::new(2);
    let sum = thread::scope(|scope| {
        let a = scope.spawn(|| work(0, &meeting));
        let b = scope.spawn(|| work(1, &meeting));
        a.join().unwrap() + b.join().unwrap()
    });
    println!("{sum}");
}
