// The guard is dropped before the unsafe access that it was to protect.
// expect race BUFFER[] @write @write
use std::sync::Mutex;
use std::thread;

static LOCK: Mutex<()> = Mutex::new(());
static mut BUFFER: [u8; 4] = [0; 4];

fn write(value: u8) {
    let guard = LOCK.lock().unwrap();
    drop(guard);
    unsafe {
        BUFFER[0] = value; // @write
    }
}

fn main() {
    let a = thread::spawn(|| write(1));
    let b = thread::spawn(|| write(2));
    a.join().unwrap();
    b.join().unwrap();
    let first = unsafe { BUFFER[0] };
    println!("{}", first > 0);
}
