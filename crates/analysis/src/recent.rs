//! The last answers to questions that are asked again and again: a look into a larger table is saved, or the work that finds them.

/// Questions with their answers, each at a place that it gives. Another one that gives the same place drives it out.
#[derive(Debug)]
pub struct Recent<K, V, const PLACES: usize> {
    entries: Box<[Option<(K, V)>; PLACES]>,
}

impl<K: Clone, V: Clone, const PLACES: usize> Default for Recent<K, V, PLACES> {
    fn default() -> Self {
        let entries = vec![None; PLACES].into_boxed_slice();
        Self { entries: entries.try_into().unwrap_or_else(|_| unreachable!("it has so many places")) }
    }
}

impl<K: Copy + PartialEq, V: Copy, const PLACES: usize> Recent<K, V, PLACES> {
    /// The answer, if it is there. `hash` is a number that the question gives.
    #[inline]
    pub fn get(&self, hash: u32, question: &K) -> Option<V> {
        self.entries[hash as usize % PLACES].as_ref().filter(|(known, _)| known == question).map(|(_, answer)| *answer)
    }

    /// Keeps an answer, and gives back what was in its place.
    #[inline]
    pub fn set(&mut self, hash: u32, question: K, answer: V) -> Option<(K, V)> {
        self.entries[hash as usize % PLACES].replace((question, answer))
    }

    /// Forgets what is in a place.
    pub fn forget(&mut self, hash: u32) {
        self.entries[hash as usize % PLACES] = None;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill(None);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// The last question of each place has its last answer, and no other has one.
        #[test]
        fn only_the_last_answers_are_there(acts in prop::collection::vec((0u32..8, any::<u8>(), 0u32..12), 1..60)) {
            let (mut recent, mut last): (Recent<u32, u8, 4>, _) = (Recent::default(), BTreeMap::new());
            for (question, answer, act) in acts {
                match act {
                    0 => {
                        recent.clear();
                        last.clear();
                    }
                    1 => {
                        recent.forget(question);
                        last.remove(&(question % 4));
                    }
                    _ => prop_assert_eq!(
                        recent.set(question, question, answer),
                        last.insert(question % 4, (question, answer))
                    ),
                }
                for question in 0..8 {
                    let known = last.get(&(question % 4)).filter(|(known, _)| *known == question);
                    prop_assert_eq!(recent.get(question, &question), known.map(|(_, answer)| *answer));
                }
            }
        }
    }
}
