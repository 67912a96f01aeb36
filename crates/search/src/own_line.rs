//! What several workers write to, and what others read all the time.

use std::ops::Deref;

/// A value alone in its line of the cache, and in the one that processors fetch with it: who reads what lies beside it does not wait for those who
/// write it.
#[derive(Debug, Default)]
#[repr(align(128))]
pub struct OwnLine<T>(T);

impl<T> Deref for OwnLine<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}
