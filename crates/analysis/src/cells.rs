//! Where what is known of each variable is found: by object first, then by field or element.
//!
//! Accesses to one object come in rows, so the object of the last access is looked at before any table is. A variable has a *cell*: the number of the
//! state that it shares with others ([`states`](crate::states)), and the numbers of the events that this state speaks of, which are its own.

use deadheat_event::{FieldId, Location, ObjectId, ThreadId};
use rustc_hash::FxHashMap;

use crate::recent::Recent;
use crate::states::StateId;

/// So many elements of an array lie together.
const PAGE: usize = 64;
/// So many numbers of events lie beside each other; cells that have more keep the rest elsewhere.
const MOST_BESIDE: usize = 16;

/// The memory of so many words is kept for other objects.
const FEW_WORDS: usize = 64;

/// How cells lie together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shape {
    /// So many numbers of events belong to a cell.
    slots: u8,
    /// So many words belong to a number: two in a run with so many events that one is not enough.
    width: u8,
}

impl Shape {
    /// Nearly all cells have one number.
    const USUAL: Self = Self { slots: 1, width: 1 };

    /// So many words belong to a cell.
    #[inline]
    fn stride(self) -> usize {
        1 + usize::from(self.slots) * usize::from(self.width)
    }

    /// Where a number lies, beside the first word of its cell.
    #[inline]
    fn number(self, slot: usize) -> std::ops::Range<usize> {
        let width = usize::from(self.width);
        1 + slot * width..1 + (slot + 1) * width
    }
}

/// Cells that lie together.
#[derive(Debug)]
pub struct Cells {
    /// Of each cell, its state and the numbers of events.
    words: Vec<u32>,
    shape: Shape,
    /// What has no room there, by cell.
    more: Option<Box<FxHashMap<usize, Vec<u64>>>>,
}

impl Default for Cells {
    fn default() -> Self {
        Self { words: Vec::new(), shape: Shape::USUAL, more: None }
    }
}

impl Cells {
    /// Forgets all cells. If they were few, the next ones lie in the memory of these, in the same way.
    fn clear(&mut self) {
        if self.words.capacity() > FEW_WORDS || self.more.is_some() {
            *self = Self::default();
        }
        self.words.clear();
    }

    /// The next page of an array: mostly all of them come to the same.
    fn after(before: &Self) -> Self {
        Self { words: Vec::with_capacity(before.words.len()), shape: before.shape, more: None }
    }

    /// The state of a cell.
    #[inline]
    pub fn state(&self, at: usize) -> StateId {
        self.words.get(at * self.shape.stride()).map_or(StateId::VIRGIN, |word| StateId::of(*word))
    }

    /// Sets it.
    fn set_state(&mut self, at: usize, state: StateId) {
        let stride = self.shape.stride();
        if self.words.len() <= at * stride {
            self.reserve(at + 1);
            self.words.resize((at + 1) * stride, 0);
        }
        self.words[at * stride] = state.word();
    }

    /// Sets the state of a cell, and the number of an event in a slot of it, if there is one.
    #[inline]
    pub fn set(&mut self, at: usize, state: StateId, slot: Option<u32>, seq: u64) {
        let stride = self.shape.stride();
        let Some(cell) = self.words.get_mut(at * stride..(at + 1) * stride) else {
            self.set_state(at, state);
            return slot.into_iter().for_each(|slot| self.set_seq(at, slot as usize, seq));
        };
        cell[0] = state.word();
        let Some(slot) = slot else { return };
        match (u32::try_from(seq), cell.get_mut(1 + slot as usize)) {
            (Ok(seq), Some(number)) if self.shape.width == 1 => *number = seq,
            _ => self.set_any_seq(at, slot as usize, seq),
        }
    }

    /// There are many objects with few fields: no more room than needed. Elements come one after another.
    fn reserve(&mut self, length: usize) {
        let stride = self.shape.stride();
        let cells = self.words.len() / stride;
        let wanted = if length > 8 { length.max(2 * cells).min(PAGE).max(length) } else { length };
        self.words.reserve_exact((wanted - cells) * stride);
    }

    /// The number of the event that is kept in a slot of a cell.
    #[inline]
    pub fn seq(&self, at: usize, slot: usize) -> u64 {
        if slot < usize::from(self.shape.slots) {
            let cell = self.words.get(at * self.shape.stride()..).unwrap_or(&[]);
            return match cell.get(self.shape.number(slot)) {
                Some([number]) => (*number).into(),
                Some([low, high]) => u64::from(*high) << 32 | u64::from(*low),
                _ => 0,
            };
        }
        let more = self.more.as_ref().and_then(|more| more.get(&at));
        more.and_then(|more| more.get(slot.checked_sub(MOST_BESIDE)?)).copied().unwrap_or(0)
    }

    /// Sets it.
    #[inline]
    pub fn set_seq(&mut self, at: usize, slot: usize, seq: u64) {
        let first = at * self.shape.stride();
        if slot < usize::from(self.shape.slots)
            && self.shape.width == 1
            && let (Ok(seq), Some(number)) = (u32::try_from(seq), self.words.get_mut(first + 1 + slot))
        {
            *number = seq;
        } else {
            self.set_any_seq(at, slot, seq);
        }
    }

    #[cold]
    fn set_any_seq(&mut self, at: usize, slot: usize, seq: u64) {
        if slot >= MOST_BESIDE {
            let list = self.more.get_or_insert_default().entry(at).or_default();
            if list.len() <= slot - MOST_BESIDE {
                list.resize(slot - MOST_BESIDE + 1, 0);
            }
            list[slot - MOST_BESIDE] = seq;
            return;
        }
        let (low, high) = (seq as u32, (seq >> 32) as u32);
        let Shape { slots, width } = self.shape;
        self.widen(Shape { slots: slots.max(slot as u8 + 1), width: if high > 0 { 2 } else { width } });
        if self.words.len() <= at * self.shape.stride() {
            self.set_state(at, StateId::VIRGIN);
        }
        let cell = &mut self.words[at * self.shape.stride()..];
        match &mut cell[self.shape.number(slot)] {
            [number] => *number = low,
            number => number.copy_from_slice(&[low, high]),
        }
    }

    /// Gives the cells another shape, with more room for each.
    fn widen(&mut self, to: Shape) {
        let from = self.shape;
        if from == to {
            return;
        }
        let mut words = Vec::with_capacity(self.words.capacity() / from.stride() * to.stride());
        let narrow = |word: &u32| [*word, 0];
        for cell in self.words.chunks(from.stride()) {
            let end = words.len() + to.stride();
            if from.width == to.width {
                words.extend(cell);
            } else {
                words.push(cell[0]);
                words.extend(cell[1..].iter().flat_map(narrow));
            }
            words.resize(end, 0);
        }
        (self.shape, self.words) = (to, words);
    }

    fn states(&self) -> impl Iterator<Item = StateId> {
        let states = self.words.iter().step_by(self.shape.stride()).map(|word| StateId::of(*word));
        states.filter(|state| *state != StateId::VIRGIN)
    }

    /// The memory that it takes beside itself.
    fn bytes(&self) -> usize {
        let more = self.more.iter().flat_map(|more| more.values()).map(|list| list.capacity() * size_of::<u64>() + 48);
        self.words.capacity() * size_of::<u32>() + more.sum::<usize>()
    }
}

/// The variables of one object.
#[derive(Debug)]
enum Variables {
    /// Fields, in the order in which they were met, or a global.
    Fields(LayoutId, Cells),
    /// Elements, by page.
    Elements(Vec<Option<Box<Cells>>>),
}

/// Who is known to have touched an object, by reading and by writing. Of the first threads only: nobody is known to all others.
#[derive(Clone, Copy, Debug, Default)]
struct Touchers(u64);

impl Touchers {
    /// Whether it is new that the thread does this to the object.
    #[inline]
    fn add(&mut self, thread: ThreadId, reads: bool, writes: bool) -> bool {
        if thread.0 >= u64::BITS / 2 {
            return true;
        }
        let now = (u64::from(reads) | u64::from(writes) << 1) << (2 * thread.0);
        let is_new = self.0 & now != now;
        self.0 |= now;
        is_new
    }
}

/// A list in [`Layouts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct LayoutId(u32);

/// The fields of objects, in the order in which they were met: the same few lists for many objects.
#[derive(Debug)]
struct Layouts {
    list: Vec<Vec<FieldId>>,
    longer: FxHashMap<(LayoutId, FieldId), LayoutId>,
}

impl Layouts {
    const EMPTY: LayoutId = LayoutId(0);

    fn longer(&mut self, layout: LayoutId, field: FieldId) -> LayoutId {
        let Self { list, longer } = self;
        *longer.entry((layout, field)).or_insert_with(|| {
            let mut fields = list[layout.0 as usize].clone();
            fields.push(field);
            list.push(fields);
            LayoutId(list.len() as u32 - 1)
        })
    }

    #[inline]
    fn position(&self, layout: LayoutId, field: FieldId) -> Option<usize> {
        self.list[layout.0 as usize].iter().position(|known| *known == field)
    }
}

/// Elements, fields and globals of one number are different things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Owner(u64);

impl Owner {
    const ELEMENTS: u64 = 1 << 32;
    const GLOBAL: u64 = 2 << 32;

    #[inline]
    fn of(location: Location) -> Self {
        match location {
            Location::Field { object, .. } | Location::Bytes { object, .. } => Self(object.0.into()),
            Location::Element { array, .. } => Self(Self::ELEMENTS | u64::from(array.0)),
            Location::Global { field } => Self(Self::GLOBAL | u64::from(field.0)),
        }
    }

    #[inline]
    fn hash(self) -> u32 {
        (self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
    }

    fn object(self) -> Option<ObjectId> {
        (self.0 < Self::GLOBAL).then_some(ObjectId(self.0 as u32))
    }
}

/// The cells of all variables.
#[derive(Debug)]
pub struct CellTable {
    numbers: FxHashMap<Owner, u32>,
    list: Vec<Variables>,
    /// Who has touched each of them.
    touchers: Vec<Touchers>,
    layouts: Layouts,
    free: Vec<u32>,
    /// Those asked for last.
    recent: Recent<Owner, u32, { 1 << 8 }>,
}

impl Default for CellTable {
    fn default() -> Self {
        Self {
            numbers: FxHashMap::default(),
            list: Vec::new(),
            touchers: Vec::new(),
            layouts: Layouts { list: vec![Vec::new()], longer: FxHashMap::default() },
            free: Vec::new(),
            recent: Recent::default(),
        }
    }
}

impl CellTable {
    /// The cell of a variable, made if there is none: those that it lies with, and which of them it is.
    #[inline]
    pub fn cell(&mut self, location: Location) -> (&mut Cells, usize) {
        let owner = Owner::of(location);
        let number = self.recent.get(owner.hash(), &owner).unwrap_or_else(|| {
            let Self { numbers, list, touchers, free, .. } = self;
            let number = *numbers.entry(owner).or_insert_with(|| {
                let number = free.pop().unwrap_or_else(|| {
                    list.push(Variables::default());
                    touchers.push(Touchers::default());
                    list.len() as u32 - 1
                });
                if let Location::Element { .. } = location {
                    list[number as usize] = Variables::Elements(Vec::new());
                }
                touchers[number as usize] = Touchers::default();
                number
            });
            self.recent.set(owner.hash(), owner, number);
            number
        });
        match &mut self.list[number as usize] {
            Variables::Fields(layout, cells) => {
                let field = location.field().unwrap_or(FieldId(0));
                let at = self.layouts.position(*layout, field).unwrap_or_else(|| {
                    *layout = self.layouts.longer(*layout, field);
                    self.layouts.list[layout.0 as usize].len() - 1
                });
                (cells, at)
            }
            Variables::Elements(pages) => {
                let index = if let Location::Element { index, .. } = location { index as usize } else { 0 };
                if pages.len() <= index / PAGE {
                    pages.resize_with(index / PAGE + 1, || None);
                }
                if pages[index / PAGE].is_none() {
                    let before = pages[..index / PAGE].last().and_then(Option::as_deref);
                    pages[index / PAGE] = Some(before.map(Cells::after).unwrap_or_default().into());
                }
                (pages[index / PAGE].get_or_insert_default(), index % PAGE)
            }
        }
    }

    /// Whether it may be new that the thread reads or writes something of the object, or the global, that has just been asked for.
    #[inline]
    pub fn touches(&mut self, location: Location, thread: ThreadId, reads: bool, writes: bool) -> bool {
        let owner = Owner::of(location);
        let number = self.recent.get(owner.hash(), &owner);
        number.is_none_or(|number| self.touchers[number as usize].add(thread, reads, writes))
    }

    /// The cell of a variable, if it has one, to be changed.
    pub fn find_mut(&mut self, location: Location) -> Option<(&mut Cells, usize)> {
        let owner = Owner::of(location);
        if self.recent.get(owner.hash(), &owner).is_none() && !self.numbers.contains_key(&owner) {
            return None;
        }
        Some(self.cell(location))
    }

    /// The cell of a variable, if it has one.
    pub fn find(&self, location: Location) -> Option<(&Cells, usize)> {
        match &self.list[*self.numbers.get(&Owner::of(location))? as usize] {
            Variables::Fields(layout, cells) => Some((cells, self.layouts.position(*layout, location.field()?)?)),
            Variables::Elements(pages) => {
                let Location::Element { index, .. } = location else { return None };
                let page = pages.get(index as usize / PAGE)?.as_ref()?;
                Some((page, index as usize % PAGE))
            }
        }
    }

    /// Forgets an object, and tells the state of each of its cells.
    pub fn forget(&mut self, object: ObjectId, mut gone: impl FnMut(StateId)) {
        for owner in [Owner(object.0.into()), Owner(Owner::ELEMENTS | u64::from(object.0))] {
            if let Some(number) = self.numbers.remove(&owner) {
                self.recent.forget(owner.hash());
                let variables = &mut self.list[number as usize];
                variables.states().for_each(&mut gone);
                variables.end();
                self.free.push(number);
            }
        }
    }

    /// How many objects have cells.
    pub fn objects(&self) -> usize {
        self.numbers.len()
    }

    /// Forgets the objects that do not stay, and tells the state of each of their cells.
    pub fn retain(&mut self, stays: &dyn Fn(ObjectId) -> bool, mut gone: impl FnMut(StateId)) {
        let Self { numbers, list, free, recent, .. } = self;
        recent.clear();
        numbers.retain(|owner, number| {
            let stays = owner.object().is_none_or(stays);
            if !stays {
                let variables = &mut list[*number as usize];
                variables.states().for_each(&mut gone);
                variables.end();
                free.push(*number);
            }
            stays
        });
        // Those that lie first are taken first, one after another.
        free.sort_unstable_by(|a, b| b.cmp(a));
        if numbers.len() < numbers.capacity() / 4 {
            numbers.shrink_to_fit();
        }
    }

    /// The states of all cells.
    pub fn states(&self) -> impl Iterator<Item = StateId> {
        self.list.iter().flat_map(Variables::states)
    }

    /// The memory that all cells take.
    pub fn bytes(&self) -> usize {
        let own = self.list.iter().map(|variables| match variables {
            Variables::Fields(_, cells) => cells.bytes(),
            Variables::Elements(pages) => {
                let cells = pages.iter().flatten().map(|cells| size_of::<Cells>() + cells.bytes());
                pages.capacity() * size_of::<usize>() + cells.sum::<usize>()
            }
        });
        own.sum::<usize>()
            + self.list.capacity() * size_of::<Variables>()
            + self.touchers.capacity() * size_of::<Touchers>()
            + self.numbers.capacity() * (size_of::<(Owner, u32)>() + 1)
    }
}

impl Default for Variables {
    fn default() -> Self {
        Self::Fields(Layouts::EMPTY, Cells::default())
    }
}

impl Variables {
    /// Their object is gone.
    fn end(&mut self) {
        match self {
            Self::Fields(layout, cells) => {
                *layout = Layouts::EMPTY;
                cells.clear();
            }
            Self::Elements(_) => *self = Self::default(),
        }
    }

    fn states(&self) -> impl Iterator<Item = StateId> {
        let (fields, pages) = match self {
            Self::Fields(_, cells) => (Some(cells), None),
            Self::Elements(pages) => (None, Some(pages)),
        };
        let pages = pages.into_iter().flatten().flatten().map(|page| &**page);
        fields.into_iter().chain(pages).flat_map(Cells::states)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn cells_keep_what_was_put_into_them(
            acts in prop::collection::vec((0usize..5, 0usize..20, any::<u64>(), 0u32..64, any::<bool>()), 1..60),
        ) {
            let (mut cells, mut states, mut seqs) = (Cells::default(), BTreeMap::new(), BTreeMap::new());
            for (at, slot, seq, fewer_bits, sets_state) in acts {
                // Mostly small ones.
                let (slot, seq) = (if fewer_bits < 50 { slot % 4 } else { slot }, seq >> fewer_bits);
                if sets_state {
                    let (state, kept) = (StateId::of(slot as u32), fewer_bits % 4 > 0);
                    cells.set(at, state, kept.then_some(slot as u32), seq);
                    states.insert(at, state);
                    kept.then(|| seqs.insert((at, slot), seq));
                } else {
                    cells.set_seq(at, slot, seq);
                    seqs.insert((at, slot), seq);
                }
                for at in 0..6 {
                    prop_assert_eq!(cells.state(at), states.get(&at).copied().unwrap_or(StateId::VIRGIN));
                    for slot in 0..21 {
                        prop_assert_eq!(cells.seq(at, slot), seqs.get(&(at, slot)).copied().unwrap_or(0));
                    }
                }
            }
            cells.clear();
            prop_assert!((0..6).all(|at| cells.state(at) == StateId::VIRGIN && (0..21).all(|slot| cells.seq(at, slot) == 0)));
        }

        /// Objects that come take the places of those that went, and know nothing of them.
        #[test]
        fn what_is_forgotten_begins_anew(
            acts in prop::collection::vec((0u32..6, 0u32..3, any::<bool>(), prop::bool::weighted(0.2)), 1..60),
        ) {
            let (mut table, mut known) = (CellTable::default(), BTreeMap::new());
            for (number, (object, within, is_element, goes)) in (1..).zip(acts) {
                let object = ObjectId(object);
                if goes {
                    let mut gone = Vec::new();
                    table.forget(object, |state| gone.push(state));
                    let count = known.len();
                    known.retain(|location: &Location, _| location.object() != Some(object));
                    prop_assert_eq!(gone.len(), count - known.len());
                    continue;
                }
                let field = FieldId(within);
                let location =
                    if is_element { Location::Element { array: object, index: within } } else { Location::Field { object, field } };
                let (cells, at) = table.cell(location);
                cells.set(at, StateId::of(number), Some(within), number.into());
                known.insert(location, (number, within));
                for (location, (number, slot)) in &known {
                    let (cells, at) = table.find(*location).expect("it was touched");
                    prop_assert_eq!(cells.state(at), StateId::of(*number));
                    prop_assert_eq!(cells.seq(at, *slot as usize), u64::from(*number));
                }
                prop_assert_eq!(table.states().count(), known.len());
            }
        }
    }
}
