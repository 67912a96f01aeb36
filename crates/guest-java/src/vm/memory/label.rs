//! What addresses are called on every machine of a guest.
//!
//! An address is handed out when a path first needs it, so its number depends on the order of exploration. What it was handed out
//! for does not: the text of a literal, the class of a mirror, a chunk by its number among its thread's chunks and the thread by
//! its number among its parent's children. Labels are hashes of that. Whatever a guest can see of an address must come from its
//! label (identity hash codes do), or a schedule that one process has found would lead another elsewhere.

/// Where handed-out stretches begin, and their labels; in the order of addresses, for they are handed out upwards.
#[derive(Debug, Default)]
pub struct Labels(Vec<(u32, u64)>);

impl Labels {
    /// A stretch from this address on has this label. It lies behind all others.
    pub fn add(&mut self, start: u32, label: u64) {
        debug_assert!(self.0.last().is_none_or(|(last, _)| *last < start));
        self.0.push((start, label));
    }

    /// The label of an address: that of its stretch, and where in it.
    pub fn of(&self, address: u32) -> u64 {
        match self.stretch(address) {
            Some((start, label)) => join(label, u64::from(address - start)),
            None => u64::from(address),
        }
    }

    /// The stretch that an address is in: where it begins, and its label.
    pub fn stretch(&self, address: u32) -> Option<(u32, u64)> {
        let behind = self.0.partition_point(|(start, _)| *start <= address);
        behind.checked_sub(1).and_then(|at| self.0.get(at)).copied()
    }
}

/// The label of a text.
pub fn text(units: impl IntoIterator<Item = impl Into<u64>>) -> u64 {
    units.into_iter().fold(0xcbf2_9ce4_8422_2325, |label, unit| join(label, unit.into()))
}

/// The label of the second of what the first is.
pub fn join(label: u64, part: u64) -> u64 {
    let mixed = (label ^ part).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ (mixed >> 29)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_called_by_its_stretch() {
        let (mut one, mut other) = (Labels::default(), Labels::default());
        one.add(100, 7);
        one.add(200, 9);
        other.add(100, 9);
        other.add(164, 7);
        assert_eq!([one.of(105), one.of(203)], [other.of(169), other.of(103)]);
        assert_ne!(one.of(105), one.of(106));
        assert_ne!(text("ab".bytes()), text("ba".bytes()));
    }
}
