//! Which words of a page a step has changed: asked of every page that it has written to.

use super::PAGE_WORDS;

const _: () = assert!(PAGE_WORDS == u64::BITS as usize, "a bit for each word");

/// A bit for each word in which a page is no longer what it was.
#[inline]
pub fn differing(before: &[u64; PAGE_WORDS], now: &[u64; PAGE_WORDS]) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has what the function is made for.
        return unsafe { by_four(before, now) };
    }
    by_lines(before, now)
}

/// Four words at once, and no branch for any of them.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn by_four(before: &[u64; PAGE_WORDS], now: &[u64; PAGE_WORDS]) -> u64 {
    use std::arch::x86_64::{_mm256_castsi256_pd, _mm256_cmpeq_epi64, _mm256_loadu_si256, _mm256_movemask_pd};
    const FOUR: usize = 4;
    let fours = before.as_chunks::<FOUR>().0.iter().zip(now.as_chunks::<FOUR>().0);
    let same = (0u32..).step_by(FOUR).zip(fours).fold(0, |same, (at, (before, now))| {
        // SAFETY: each is four words, and may lie anywhere.
        let [before, now] = [before, now].map(|four| unsafe { _mm256_loadu_si256(four.as_ptr().cast()) });
        let equal = _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(before, now)));
        same | (equal as u64) << at
    });
    !same
}

/// Line after line of the cache: most are the same.
fn by_lines(before: &[u64; PAGE_WORDS], now: &[u64; PAGE_WORDS]) -> u64 {
    const LINE: usize = 8;
    let lines = before.as_chunks::<LINE>().0.iter().zip(now.as_chunks::<LINE>().0);
    (0u32..).step_by(LINE).zip(lines).filter(|(_, (before, now))| before != now).fold(
        0,
        |differ, (first, (before, now))| {
            let words = (first..).zip(before.iter().zip(now));
            words.fold(differ, |differ, (at, (before, now))| differ | u64::from(before != now) << at)
        },
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// Words that differ in a single bit, anywhere.
        #[test]
        fn all_ways_see_the_words_that_differ(words in prop::array::uniform32(any::<[u64; 2]>()), differ: u64, bit in 0..64u32) {
            let before: [u64; PAGE_WORDS] = std::array::from_fn(|at| words[at / 2][at % 2]);
            let now = std::array::from_fn(|at| before[at] ^ (differ >> at & 1) << bit);
            prop_assert_eq!(by_lines(&before, &now), differ);
            prop_assert_eq!(differing(&before, &now), differ);
        }
    }
}
