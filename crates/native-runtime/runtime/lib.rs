//! The runtime inside a native guest: stands where the compilers' own ThreadSanitizer runtime would.
//!
//! Two modes. *Passing through*: a program that was not started by deadheat (a tool that a build runs, a configure test) behaves as if it had
//! been compiled without us; every function hands on to the C library's. *Controlled*: one thread of the guest runs at a time, on the one
//! thread of the operating system that there is, and each stops before its visible operations (`control.rs`).
//!
//! Rules for all code here: no standard library, no allocation but by mapping, no call of a C function that the guest could have replaced or
//! that we replace, no thread-local storage (the register that it hangs on is the guest's).

#![no_std]
#![allow(
    clippy::missing_safety_doc,
    reason = "the functions are those of the C library, and as unsafe as they are there"
)]

mod access;
mod ahead;
mod atomics;
mod attributes;
mod barrier;
mod c11;
mod channels;
mod checkpoint;
mod condition;
mod control;
mod crash;
mod cycle_counter;
mod descriptors;
mod digest;
mod exit;
mod forecast;
mod futex;
mod global;
mod heap;
mod input_files;
mod input_output;
mod keys;
mod library_locks;
mod memory;
mod mutex;
mod once;
mod openmp;
mod output;
mod own_files;
mod panics;
mod pending;
mod places;
mod position;
mod processors;
#[path = "../src/protocol.rs"]
#[allow(dead_code, reason = "deadheat uses the rest")]
mod protocol;
mod real;
mod rwlock;
mod semaphore;
mod shadow_stack;
mod signals;
mod spin;
mod spinning;
mod start;
mod switch;
mod sys;
mod thread;
mod threads;
mod time;
mod watches;

/// Tells deadheat that a binary has the runtime.
#[unsafe(no_mangle)]
#[used]
pub static __deadheat_native_runtime: u32 = protocol::VERSION;

#[panic_handler]
fn panic(info: &core::panic::PanicInfo<'_>) -> ! {
    crash::fault(info.message().as_str().unwrap_or("a panic"))
}

/// Unwinding does not come through here; the symbol is asked for all the same.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}
