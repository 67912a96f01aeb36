// Two threads own one value by `Arc`; the last one to drop it runs its destructor, and a `Weak` then finds nothing.
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;
use std::thread;

static DROPPED: AtomicU32 = AtomicU32::new(0);

struct Resource {
    size: u32,
}

impl Drop for Resource {
    fn drop(&mut self) {
        DROPPED.fetch_add(self.size, Ordering::Relaxed);
    }
}

fn main() {
    let resource = Arc::new(Resource { size: 4 });
    let weak = Arc::downgrade(&resource);
    let other = Arc::clone(&resource);
    let a = thread::spawn(move || resource.size);
    let b = thread::spawn(move || other.size);
    let sum = a.join().unwrap() + b.join().unwrap();
    println!("{sum} {} {}", weak.upgrade().is_none(), DROPPED.load(Ordering::Relaxed));
}
