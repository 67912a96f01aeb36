//! Which of many address ranges contain an address.

use std::ops::Range;

/// Address ranges with something for each. They may overlap: compilers nest them, and linkers leave some of dropped code behind.
#[derive(Debug)]
pub(super) struct RangeMap<T> {
    /// Sorted by start.
    entries: Vec<(Range<u64>, T)>,
    /// For each entry, the greatest end of it and those before it: where a walk back can stop.
    ends: Vec<u64>,
}

impl<T> Default for RangeMap<T> {
    fn default() -> Self {
        Self { entries: Vec::new(), ends: Vec::new() }
    }
}

impl<T> RangeMap<T> {
    /// All entries, sorted by start.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&Range<u64>, &T)> {
        self.entries.iter().map(|(range, value)| (range, value))
    }

    /// The entries that contain the address, those that begin last first.
    pub(super) fn at(&self, address: u64) -> impl Iterator<Item = (&Range<u64>, &T)> {
        let before = self.entries.partition_point(|(range, _)| range.start <= address);
        let reaches = move |index: &usize| self.ends[*index] > address;
        (0..before)
            .rev()
            .take_while(reaches)
            .map(|index| &self.entries[index])
            .filter(move |(range, _)| range.end > address)
            .map(|(range, value)| (range, value))
    }
}

impl<T> FromIterator<(Range<u64>, T)> for RangeMap<T> {
    fn from_iter<I: IntoIterator<Item = (Range<u64>, T)>>(ranges: I) -> Self {
        let mut entries: Vec<_> = ranges.into_iter().filter(|(range, _)| !range.is_empty()).collect();
        entries.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
        let mut greatest = 0;
        let ends = entries
            .iter()
            .map(|(range, _)| {
                greatest = range.end.max(greatest);
                greatest
            })
            .collect();
        Self { entries, ends }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn innermost_first() {
        let map: RangeMap<char> = [(10..20, 'b'), (0..100, 'a'), (12..15, 'c'), (30..30, 'e')].into_iter().collect();
        let at = |address| map.at(address).map(|(_, value)| *value).collect::<String>();
        assert_eq!([at(0), at(13), at(19), at(30), at(100)], ["a", "cba", "ba", "a", ""]);
    }
}
