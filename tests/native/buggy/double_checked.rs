// Double-checked initialisation with a plain flag in front of the mutex. What the flag announces was written before it, and is never
// met at the same time; but the flag orders nothing.
// expect race READY @check @set
// allow race TABLE @fill @use
use std::sync::Mutex;
use std::thread;

static LOCK: Mutex<()> = Mutex::new(());
static mut READY: bool = false;
static mut TABLE: u32 = 0;

fn table() -> u32 {
    unsafe {
        let ready = READY; // @check
        if !ready {
            let _guard = LOCK.lock().unwrap();
            if !READY {
                TABLE = 7; // @fill
                READY = true; // @set
            }
        }
        TABLE // @use
    }
}

fn main() {
    let a = thread::spawn(table);
    let b = thread::spawn(table);
    println!("{}", a.join().unwrap() + b.join().unwrap());
}
