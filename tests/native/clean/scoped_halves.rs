// Scoped threads on the two halves of a local array.
use std::thread;

fn main() {
    let mut numbers = [1, 2, 3, 4, 5, 6];
    let (left, right) = numbers.split_at_mut(3);
    thread::scope(|scope| {
        scope.spawn(|| left.iter_mut().for_each(|n| *n *= 2));
        scope.spawn(|| right.iter_mut().for_each(|n| *n *= 3));
    });
    println!("{numbers:?}");
}
