//! Where what is known of each variable is found: by object first, then by field or element.
//!
//! Accesses to one object come in rows, so the object of the last access is looked at before any table is. A variable has a *cell*: the number of the
//! state that it shares with others ([`states`](crate::states)), and the numbers of the events that this state speaks of, which are its own.

use deadheat_event::{FieldId, Location, ObjectId, ThreadId};
use rustc_hash::FxHashMap;

use crate::states::StateId;

/// So many elements of an array lie together.
const PAGE: usize = 64;
/// So many numbers of events lie beside each other; cells that have more keep the rest elsewhere.
const MOST_BESIDE: usize = 16;

/// Cells that lie together.
#[derive(Debug)]
pub struct Cells {
    /// Of each cell, its state and the numbers of events.
    words: Vec<u64>,
    /// So many words belong to a cell.
    stride: usize,
    /// What has no room there, by cell.
    more: Option<Box<FxHashMap<usize, Vec<u64>>>>,
}

impl Default for Cells {
    /// Nearly all cells have one number.
    fn default() -> Self {
        Self { words: Vec::new(), stride: 2, more: None }
    }
}

impl Cells {
    /// The state of a cell.
    #[inline]
    pub fn state(&self, at: usize) -> StateId {
        self.words.get(at * self.stride).map_or(StateId::VIRGIN, |word| StateId::of(*word))
    }

    /// Sets it.
    #[inline]
    pub fn set_state(&mut self, at: usize, state: StateId) {
        if self.words.len() <= at * self.stride {
            self.reserve(at + 1);
            self.words.resize((at + 1) * self.stride, 0);
        }
        self.words[at * self.stride] = state.word();
    }

    /// There are many objects with few fields: no more room than needed. Elements come one after another.
    fn reserve(&mut self, length: usize) {
        let cells = self.words.len() / self.stride;
        let wanted = if length > 8 { length.max(2 * cells).min(PAGE).max(length) } else { length };
        self.words.reserve_exact((wanted - cells) * self.stride);
    }

    /// The number of the event that is kept in a slot of a cell.
    #[inline]
    pub fn seq(&self, at: usize, slot: usize) -> u64 {
        if slot + 1 < self.stride {
            return self.words.get(at * self.stride + slot + 1).copied().unwrap_or(0);
        }
        let more = self.more.as_ref().and_then(|more| more.get(&at));
        more.and_then(|more| more.get(slot.checked_sub(MOST_BESIDE)?)).copied().unwrap_or(0)
    }

    /// Sets it.
    #[inline]
    pub fn set_seq(&mut self, at: usize, slot: usize, seq: u64) {
        if slot + 1 < self.stride && at * self.stride < self.words.len() {
            self.words[at * self.stride + slot + 1] = seq;
        } else {
            self.widen(at, slot, seq);
        }
    }

    #[cold]
    fn widen(&mut self, at: usize, slot: usize, seq: u64) {
        if self.words.len() <= at * self.stride {
            self.set_state(at, StateId::VIRGIN);
        }
        if slot >= MOST_BESIDE {
            let list = self.more.get_or_insert_default().entry(at).or_default();
            if list.len() <= slot - MOST_BESIDE {
                list.resize(slot - MOST_BESIDE + 1, 0);
            }
            list[slot - MOST_BESIDE] = seq;
            return;
        }
        if slot + 1 >= self.stride {
            let stride = slot + 2;
            let mut words = Vec::with_capacity(self.words.capacity() / self.stride * stride);
            for cell in self.words.chunks(self.stride) {
                words.extend(cell);
                words.resize(words.len() + stride - self.stride, 0);
            }
            (self.stride, self.words) = (stride, words);
        }
        self.words[at * self.stride + slot + 1] = seq;
    }

    fn states(&self) -> impl Iterator<Item = StateId> {
        let states = self.words.iter().step_by(self.stride).map(|word| StateId::of(*word));
        states.filter(|state| *state != StateId::VIRGIN)
    }

    /// The memory that it takes beside itself.
    fn bytes(&self) -> usize {
        let more = self.more.iter().flat_map(|more| more.values()).map(|list| list.capacity() * size_of::<u64>() + 48);
        self.words.capacity() * size_of::<u64>() + more.sum::<usize>()
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
    const NONE: Self = Self(u64::MAX);
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

    /// Where it has its place among those asked for last.
    #[inline]
    fn place(self) -> usize {
        (self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize % RECENT
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
    /// Those asked for last, each at a place that its number gives.
    recent: [(Owner, u32); RECENT],
}

/// So many objects are found without a look into the table.
const RECENT: usize = 1 << 8;

impl Default for CellTable {
    fn default() -> Self {
        Self {
            numbers: FxHashMap::default(),
            list: Vec::new(),
            touchers: Vec::new(),
            layouts: Layouts { list: vec![Vec::new()], longer: FxHashMap::default() },
            free: Vec::new(),
            recent: [(Owner::NONE, 0); RECENT],
        }
    }
}

impl CellTable {
    /// The cell of a variable, made if there is none: those that it lies with, and which of them it is.
    #[inline]
    pub fn cell(&mut self, location: Location) -> (&mut Cells, usize) {
        let owner = Owner::of(location);
        let recent = &mut self.recent[owner.place()];
        if recent.0 != owner {
            let number = *self.numbers.entry(owner).or_insert_with(|| {
                let variables = match location {
                    Location::Element { .. } => Variables::Elements(Vec::new()),
                    _ => Variables::Fields(Layouts::EMPTY, Cells::default()),
                };
                match self.free.pop() {
                    Some(number) => {
                        self.list[number as usize] = variables;
                        self.touchers[number as usize] = Touchers::default();
                        number
                    }
                    None => {
                        self.list.push(variables);
                        self.touchers.push(Touchers::default());
                        self.list.len() as u32 - 1
                    }
                }
            });
            *recent = (owner, number);
        }
        match &mut self.list[recent.1 as usize] {
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
                (pages[index / PAGE].get_or_insert_default(), index % PAGE)
            }
        }
    }

    /// Whether it may be new that the thread reads or writes something of the object, or the global, that has just been asked for.
    #[inline]
    pub fn touches(&mut self, location: Location, thread: ThreadId, reads: bool, writes: bool) -> bool {
        let owner = Owner::of(location);
        let (recent, number) = self.recent[owner.place()];
        recent != owner || self.touchers[number as usize].add(thread, reads, writes)
    }

    /// The cell of a variable, if it has one, to be changed.
    pub fn find_mut(&mut self, location: Location) -> Option<(&mut Cells, usize)> {
        let owner = Owner::of(location);
        let recent = self.recent[owner.place()];
        if recent.0 != owner && !self.numbers.contains_key(&owner) {
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
                self.recent[owner.place()] = (Owner::NONE, 0);
                let variables = &mut self.list[number as usize];
                variables.states().for_each(&mut gone);
                *variables = Variables::Elements(Vec::new());
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
        *recent = [(Owner::NONE, 0); RECENT];
        numbers.retain(|owner, number| {
            let stays = owner.object().is_none_or(stays);
            if !stays {
                let variables = &mut list[*number as usize];
                variables.states().for_each(&mut gone);
                *variables = Variables::Elements(Vec::new());
                free.push(*number);
            }
            stays
        });
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

impl Variables {
    fn states(&self) -> impl Iterator<Item = StateId> {
        let (fields, pages) = match self {
            Self::Fields(_, cells) => (Some(cells), None),
            Self::Elements(pages) => (None, Some(pages)),
        };
        let pages = pages.into_iter().flatten().flatten().map(|page| &**page);
        fields.into_iter().chain(pages).flat_map(Cells::states)
    }
}
