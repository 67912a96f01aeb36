//! The library that is linked into native guests, embedded as bytes, and the [words](protocol) that it speaks with deadheat.

#[allow(missing_docs, reason = "the fields are what their names say; the comments tell what does not show")]
pub mod protocol;

/// For executables: everything that the compilers' instrumentation calls, and the functions of the C library that threads notice. Empty
/// where native guests are not supported.
pub static ARCHIVE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/libdeadheat_native.a"));

/// The same as a shared library with the name of the compiler's own.
pub static SHARED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/libdeadheat_native.so"));
