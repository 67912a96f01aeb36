// The message that says "it is there" is sent one statement before it is there.
// expect race RESULT @late @read
use std::sync::mpsc;
use std::thread;

static mut RESULT: u32 = 0;

fn main() {
    let (sender, receiver) = mpsc::channel();
    let worker = thread::spawn(move || {
        sender.send(()).unwrap();
        unsafe {
            RESULT += 5; // @late
        }
    });
    receiver.recv().unwrap();
    let result = unsafe { RESULT }; // @read
    worker.join().unwrap();
    println!("{}", result == 0 || result == 5);
}
