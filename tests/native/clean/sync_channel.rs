// A bounded channel with room for one: the sender waits for the receiver.
use std::sync::mpsc;
use std::thread;

fn main() {
    let (sender, receiver) = mpsc::sync_channel(1);
    let producer = thread::spawn(move || {
        for i in 1..=3 {
            sender.send(i).unwrap();
        }
    });
    let sum: i32 = receiver.iter().sum();
    producer.join().unwrap();
    println!("{sum}");
}
