//! The iterations of a loop, counted.

/// A loop: its first value, its step, the first value that it does not come to, and how many iterations that is.
#[derive(Clone, Copy)]
pub struct Bounds {
    pub start: i64,
    pub step: i64,
    end: i64,
    pub count: u64,
}

/// Iterations by number: from the first up to, but not including, the second.
pub type Part = (u64, u64);

impl Bounds {
    pub const NONE: Self = Self { start: 0, step: 0, end: 0, count: 0 };

    /// Of numbers with a sign: `end` is not come to.
    pub fn signed(start: i64, end: i64, step: i64) -> Self {
        let distance = i128::from(end) - i128::from(start);
        Self { start, step, end, count: Self::counted(distance, step.into()) }
    }

    /// Of numbers without one.
    pub fn unsigned(is_up: bool, start: u64, end: u64, step: u64) -> Self {
        let distance = i128::from(end) - i128::from(start);
        let step_value = if is_up { i128::from(step) } else { -i128::from(step.wrapping_neg()) };
        Self { start: start as i64, step: step as i64, end: end as i64, count: Self::counted(distance, step_value) }
    }

    /// From a first value to a last one, which is come to.
    pub fn up_to(first: i128, last: i128, step: i128) -> Self {
        let end = last + step.signum();
        Self { start: first as i64, step: step as i64, end: end as i64, count: Self::counted(end - first, step) }
    }

    /// So many.
    pub fn counting(count: u64) -> Self {
        Self::signed(1, count as i64 + 1, 1)
    }

    fn counted(distance: i128, step: i128) -> u64 {
        if step == 0 || (distance > 0) != (step > 0) || distance == 0 {
            return 0;
        }
        distance.unsigned_abs().div_ceil(step.unsigned_abs()) as u64
    }

    /// The value in the iteration with this number.
    pub fn value(&self, number: u64) -> i64 {
        self.start.wrapping_add((number as i64).wrapping_mul(self.step))
    }

    /// The values between which a part lies; the second is not come to.
    pub fn values(&self, (from, to): Part) -> (i64, i64) {
        (self.value(from), if to == self.count { self.end } else { self.value(to) })
    }

    /// What a thread gets if all get the same, in one piece.
    pub fn block(&self, thread: u32, threads: u32) -> Part {
        let (thread, threads) = (u64::from(thread), u64::from(threads.max(1)));
        let (share, rest) = (self.count / threads, self.count % threads);
        let from = thread * share + thread.min(rest);
        (from, from + share + u64::from(thread < rest))
    }
}
