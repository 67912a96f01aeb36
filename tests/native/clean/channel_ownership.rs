// Memory behind a raw pointer is written before the message and read behind it: the channel orders the two.
use std::sync::mpsc;
use std::thread;

static mut RESULT: u32 = 0;

fn main() {
    let (sender, receiver) = mpsc::channel();
    let worker = thread::spawn(move || {
        unsafe {
            RESULT = 5;
        }
        sender.send(()).unwrap();
    });
    receiver.recv().unwrap();
    let result = unsafe { RESULT };
    println!("{result}");
    worker.join().unwrap();
}
