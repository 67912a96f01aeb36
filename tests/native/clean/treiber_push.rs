// Nodes are pushed on an `AtomicPtr` by compare-and-exchange, and all taken at once by a swap.
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::thread;

struct Node {
    value: u32,
    next: *mut Node,
}

static HEAD: AtomicPtr<Node> = AtomicPtr::new(ptr::null_mut());

fn push(value: u32) {
    let node = Box::into_raw(Box::new(Node { value, next: ptr::null_mut() }));
    let mut head = HEAD.load(Ordering::Relaxed);
    loop {
        // SAFETY: the node is ours until the exchange succeeds.
        unsafe { (*node).next = head };
        match HEAD.compare_exchange(head, node, Ordering::Release, Ordering::Relaxed) {
            Ok(_) => return,
            Err(current) => head = current,
        }
    }
}

fn take_all() -> u32 {
    let mut node = HEAD.swap(ptr::null_mut(), Ordering::Acquire);
    let mut sum = 0;
    while !node.is_null() {
        // SAFETY: the swap made the whole list ours.
        let owned = unsafe { Box::from_raw(node) };
        sum += owned.value;
        node = owned.next;
    }
    sum
}

fn main() {
    let a = thread::spawn(|| push(1));
    let b = thread::spawn(|| push(2));
    let taker = thread::spawn(take_all);
    let early = taker.join().unwrap();
    a.join().unwrap();
    b.join().unwrap();
    println!("{}", early + take_all());
}
