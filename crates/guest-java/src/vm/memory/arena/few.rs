//! Copies of a few bytes, which programs make all the time: a string's, mostly. The fast loop makes them, which calls nothing.

use super::Arena;

/// So many bytes are copied without a call.
pub const FEW_BYTES: usize = 64;

impl Arena {
    /// Whether a write to so many bytes from a byte address on needs no barrier any more in the present step.
    #[inline(always)]
    pub fn are_bytes_touched(&self, address: u64, len: usize) -> bool {
        let (first, last) = ((address >> 3) as u32, ((address + len.max(1) as u64 - 1) >> 3) as u32);
        self.is_range_touched(first, last - first + 1)
    }

    /// Copies at most [`FEW_BYTES`] bytes of arrays like `memmove`, to where [`Arena::are_bytes_touched`] holds. It calls nothing: all is read, in two
    /// pieces from both ends that may overlap, before anything is written.
    #[inline(always)]
    pub fn copy_few_touched(&mut self, from: u64, to: u64, len: usize) {
        debug_assert!(len <= FEW_BYTES);
        if cfg!(feature = "checked") && len > 0 {
            self.check_range((from >> 3) as u32, len);
            self.check_range((to >> 3) as u32, len);
            assert!(self.are_bytes_touched(to, len), "byte {to:#x} is written without a barrier");
        }
        /// # Safety
        /// `len` bytes can be read and written there; they are at least one `T`, and at most two.
        #[inline(always)]
        unsafe fn ends<T: Copy>(from: *const u8, to: *mut u8, len: usize) {
            let last = len - size_of::<T>();
            // SAFETY: what the caller says.
            unsafe {
                let (low, high) = (from.cast::<T>().read_unaligned(), from.add(last).cast::<T>().read_unaligned());
                to.cast::<T>().write_unaligned(low);
                to.add(last).cast::<T>().write_unaligned(high);
            }
        }
        let bytes = self.base.cast::<u8>();
        // SAFETY: the caller has compared both ranges with the lengths of their arrays, which are inside the mapping; `&mut self` makes this
        // the only access.
        unsafe {
            let (from, to) = (bytes.add(from as usize), bytes.add(to as usize));
            match len {
                0 => {}
                1 => ends::<u8>(from, to, len),
                2..4 => ends::<u16>(from, to, len),
                4..8 => ends::<u32>(from, to, len),
                8..16 => ends::<u64>(from, to, len),
                16..32 => ends::<[u64; 2]>(from, to, len),
                _ => ends::<[u64; 4]>(from, to, len),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vm::memory::layout::HEAP;

    #[test]
    fn few_bytes_move_as_by_memmove() {
        let mut arena = Arena::new().unwrap();
        let bytes: Vec<u8> = (1..=200).collect();
        for len in 0..=FEW_BYTES {
            for to in [0, 1, 3, 8, 31, 32, 40, 63, 100] {
                arena.slice_mut(HEAP, bytes.len()).copy_from_slice(&bytes);
                let mut expected = bytes.clone();
                expected.copy_within(32..32 + len, to);
                let start = u64::from(HEAP) * 8;
                assert!(arena.are_bytes_touched(start + to as u64, len));
                arena.copy_few_touched(start + 32, start + to as u64, len);
                assert_eq!(arena.slice(HEAP, bytes.len()), expected, "{len} bytes to {to}");
            }
        }
    }
}
