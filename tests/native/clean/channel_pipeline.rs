// Boxes move through two channels: each stage owns what it has received.
use std::sync::mpsc;
use std::thread;

fn main() {
    let (first, doubler_input) = mpsc::channel::<Box<u32>>();
    let (second, output) = mpsc::channel::<Box<u32>>();
    let source = thread::spawn(move || {
        for i in 1..=2 {
            first.send(Box::new(i)).unwrap();
        }
    });
    let doubler = thread::spawn(move || {
        for mut value in doubler_input {
            *value *= 2;
            second.send(value).unwrap();
        }
    });
    let sum: u32 = output.iter().map(|value| *value).sum();
    source.join().unwrap();
    doubler.join().unwrap();
    println!("{sum}");
}
