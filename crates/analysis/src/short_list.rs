//! Lists of which there are many, and most have one element.

/// A list whose first element lies in itself.
#[derive(Clone, Debug)]
pub struct ShortList<T> {
    first: Option<T>,
    /// A list in a box takes less room than one beside, where there is none.
    #[allow(clippy::box_collection, reason = "eight bytes, not 24")]
    more: Option<Box<Vec<T>>>,
}

impl<T> Default for ShortList<T> {
    fn default() -> Self {
        Self { first: None, more: None }
    }
}

impl<T> ShortList<T> {
    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.first.is_none()
    }

    /// Its elements.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.first.iter().chain(self.more.iter().flat_map(|more| more.iter()))
    }

    /// Its elements, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.first.iter_mut().chain(self.more.iter_mut().flat_map(|more| more.iter_mut()))
    }

    /// Adds an element.
    pub fn push(&mut self, value: T) {
        match self.first {
            None => self.first = Some(value),
            Some(_) => self.more.get_or_insert_default().push(value),
        }
    }
}
