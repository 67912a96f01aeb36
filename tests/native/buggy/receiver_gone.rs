// The receiver goes after its first message; a sender that is slow finds the channel closed, and its unwrap panics.
// expect crash @send
use std::sync::mpsc;
use std::thread;

fn main() {
    let (sender, receiver) = mpsc::channel();
    let worker = thread::spawn(move || {
        for i in 0..2 {
            sender.send(i).unwrap(); // @send
        }
    });
    let consumer = thread::spawn(move || receiver.recv().unwrap_or(9));
    let first = consumer.join().unwrap();
    let _ = worker.join();
    println!("{first}");
}
