//! The runtime inside a native guest: stands where the compilers' own ThreadSanitizer runtime would.

#![no_std]

#[path = "../src/protocol.rs"]
pub mod protocol;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

#[unsafe(no_mangle)]
pub extern "C" fn __tsan_init() {}
