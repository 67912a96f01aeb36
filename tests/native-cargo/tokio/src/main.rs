//! Tasks on the threads of tokio's pool: channels, a lock, time, and a pair of sockets.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;
use tokio::sync::{mpsc, oneshot, Mutex};

/// Two tasks add what comes to them; the last one to end answers.
async fn sums() -> u64 {
    let sum = Arc::new(Mutex::new(0));
    let (to, mut from) = mpsc::channel(1);
    let adder = {
        let sum = sum.clone();
        tokio::spawn(async move {
            while let Some(number) = from.recv().await {
                *sum.lock().await += number;
            }
        })
    };
    let (answer, answered) = oneshot::channel();
    tokio::spawn(async move {
        for number in 1..=3 {
            to.send(number).await.unwrap();
        }
        drop(to);
        adder.await.unwrap();
        answer.send(*sum.lock().await).unwrap();
    });
    answered.await.unwrap()
}

/// A word goes through a pair of sockets and comes back in capitals.
async fn echo() -> String {
    let (mut near, mut far) = UnixStream::pair().unwrap();
    let echo = tokio::spawn(async move {
        let mut word = [0; 4];
        far.read_exact(&mut word).await.unwrap();
        word.make_ascii_uppercase();
        far.write_all(&word).await.unwrap();
    });
    near.write_all(b"heat").await.unwrap();
    let mut word = String::new();
    near.read_to_string(&mut word).await.unwrap();
    echo.await.unwrap();
    word
}

#[cfg(feature = "bug")]
mod planted {
    use std::cell::UnsafeCell;

    pub struct Counter(UnsafeCell<u64>);
    // SAFETY: a lie.
    unsafe impl Sync for Counter {}

    pub static COUNTER: Counter = Counter(UnsafeCell::new(0));

    impl Counter {
        pub fn add(&self, more: u64) {
            // SAFETY: none; this is the race.
            unsafe { *self.0.get() += more };
        }
    }
}

#[cfg(feature = "bug")]
async fn racy() {
    let task = tokio::spawn(async { planted::COUNTER.add(1) });
    let blocking = tokio::task::spawn_blocking(|| planted::COUNTER.add(2));
    task.await.unwrap();
    blocking.await.unwrap();
}

#[cfg(not(feature = "bug"))]
async fn racy() {}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    println!("sums {}", sums().await);
    println!("echo {}", echo().await);
    racy().await;
    tokio::time::sleep(Duration::from_secs(60)).await;
    println!("slept");
}
