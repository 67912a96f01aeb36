//! The allocator against a model: objects never overlap, stay where they are, hold their content, and lie as low as they can.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::vm::memory::layout::{HEADER, HEAP, OBJECT};

const RECORD: u32 = 1 << 12;

/// Headers of the test's objects hold their length.
struct Lengths;

impl Measure for Lengths {
    fn words(&self, arena: &Arena, object: Ref) -> u32 {
        (arena.get(object) >> 32) as u32
    }
}

struct World {
    arena: Arena,
    /// Chunks handed out, by number and length: as the registry does it.
    chunks: BTreeMap<(u32, u32), u32>,
    next: u32,
    /// What should be there: address and length.
    live: BTreeMap<u32, u32>,
}

impl World {
    fn new() -> World {
        World { arena: Arena::new().unwrap(), chunks: BTreeMap::new(), next: HEAP, live: BTreeMap::new() }
    }

    fn space(&mut self) -> Space<'_, Lengths> {
        Space::new(&mut self.arena, RECORD, Lengths)
    }

    fn allocate(&mut self, words: u32) -> u32 {
        let World { arena, chunks, next, .. } = self;
        let mut more = |number, length| {
            Some(*chunks.entry((number, length)).or_insert_with(|| {
                *next += length;
                *next - length
            }))
        };
        let mut space = Space::new(arena, RECORD, Lengths);
        let at = if words <= space.word(R_END) - space.word(R_BUMP) {
            space.word(R_BUMP)
        } else if space.wants_own_chunk(words) {
            space.place_large(words, &mut more).unwrap()
        } else {
            let length = space.open_window(words, 100, &mut more).unwrap();
            assert!(length >= words);
            space.word(R_BUMP)
        };
        if at == space.word(R_BUMP) {
            space.set_word(R_BUMP, at + words);
        }
        for i in 0..words {
            assert_eq!(self.arena.get(at + i), 0, "memory handed out is zero");
        }
        self.arena.set(at, OBJECT | u64::from(words) << 32);
        for i in HEADER..words {
            self.arena.set(at + i, u64::from(at) << 8 | 1);
        }
        let before = self.live.range(..at).next_back();
        assert!(before.is_none_or(|(start, length)| start + length <= at), "overlaps what lies before it");
        assert!(self.live.range(at..at + words).next().is_none(), "overlaps what lies behind it");
        self.live.insert(at, words);
        at
    }

    /// Frees the objects from a place on that are dead.
    fn collect(&mut self, from: RegionPosition, floor: RegionPosition, dead: &dyn Fn(u32) -> bool) {
        let mut space = self.space();
        space.close_window();
        let mut young = Vec::new();
        space.walk(from, |object, _| young.push(object));
        let swept = space.sweep(from, |object, _| !dead(object));
        space.reset(floor);
        let mut words = Swept::default();
        for object in young {
            let length = u64::from(self.live[&object]);
            if dead(object) {
                words.dead += length;
                self.live.remove(&object);
            } else {
                words.live += length;
            }
        }
        assert_eq!(swept, words);
        let mut walked = Vec::new();
        self.space().walk(RegionPosition::default(), |object, _| walked.push(object));
        walked.sort_unstable();
        assert_eq!(walked, self.live.keys().copied().collect::<Vec<_>>(), "the walk sees the objects and nothing else");
        self.check();
    }

    fn collect_all(&mut self, dead: &dyn Fn(u32) -> bool) {
        self.collect(RegionPosition::default(), RegionPosition::default(), dead);
    }

    /// Every word of every chunk is an object's, as it was written, or zero.
    fn check(&self) {
        for ((_, length), chunk) in &self.chunks {
            let mut at = chunk + CHUNK_HEADER;
            while at < chunk + length {
                match self.live.get(&at) {
                    Some(words) => {
                        assert_eq!(self.arena.get(at), OBJECT | u64::from(*words) << 32);
                        for i in HEADER..*words {
                            assert_eq!(self.arena.get(at + i), u64::from(at) << 8 | 1);
                        }
                        at += words;
                    }
                    None => {
                        assert_eq!(self.arena.get(at), 0, "free memory is zero");
                        at += 1;
                    }
                }
            }
        }
    }
}

#[derive(Clone, Debug)]
enum Step {
    Allocate(u32),
    /// Frees the objects whose address hashes below this.
    Collect(u32),
    /// The same, among the objects allocated since the floor was last raised.
    Young(u32),
    Raise,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        20 => (2u32..40).prop_map(Step::Allocate),
        3 => (300u32..9000).prop_map(Step::Allocate),
        1 => (0u32..=100).prop_map(Step::Collect),
        2 => (0u32..=100).prop_map(Step::Young),
        1 => Just(Step::Raise),
    ];
    proptest::collection::vec(step, 1..200)
}

fn hash(object: u32) -> u32 {
    object.wrapping_mul(0x9E37_79B1) >> 16
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn objects_keep_their_place_and_content(steps in steps()) {
        let mut world = World::new();
        let mut floor = RegionPosition::default();
        for step in steps {
            match step {
                Step::Allocate(words) => {
                    world.allocate(words);
                }
                Step::Collect(percent) => world.collect(RegionPosition::default(), floor, &|object| hash(object) % 100 < percent),
                Step::Young(percent) => world.collect(floor, floor, &|object| hash(object) % 100 < percent),
                Step::Raise => {
                    let mut space = world.space();
                    space.close_window();
                    floor = space.last_place();
                    space.reset(floor);
                }
            }
        }
        world.check();
    }

    #[test]
    fn a_region_forgets_its_garbage(kept in 0u32..30, rounds in proptest::collection::vec(2u32..3000, 1..20)) {
        let mut world = World::new();
        for _ in 0..kept {
            world.allocate(7);
        }
        world.collect_all(&|_| false);
        let old: Vec<u32> = world.live.keys().copied().collect();
        let record: Vec<u64> = (0..REGION_WORDS).map(|word| world.arena.get(RECORD + word)).collect();
        let mut first = Vec::new();
        for round in 0..3 {
            let made: Vec<u32> = rounds.iter().map(|words| world.allocate(*words)).collect();
            if round == 0 {
                first.clone_from(&made);
            }
            prop_assert_eq!(&made, &first, "the same objects go to the same addresses");
            world.collect_all(&|object| !old.contains(&object));
            let now: Vec<u64> = (0..REGION_WORDS).map(|word| world.arena.get(RECORD + word)).collect();
            prop_assert_eq!(&now, &record, "the record is as it was");
        }
    }
}

#[test]
fn the_lowest_gap_is_filled_first() {
    let mut world = World::new();
    let objects: Vec<u32> = (0..20).map(|_| world.allocate(10)).collect();
    let holes = [objects[3], objects[4], objects[9]];
    world.collect_all(&|object| holes.contains(&object));
    assert_eq!(world.allocate(15), objects[3], "two neighbours make one gap");
    assert_eq!(world.allocate(4), objects[3] + 15, "what is left of it is used");
    assert_eq!(world.allocate(10), objects[9]);
    assert_eq!(world.allocate(10), objects[19] + 10);
}

#[test]
fn a_large_chunk_serves_again() {
    let mut world = World::new();
    world.allocate(10);
    let large = world.allocate(5000);
    world.allocate(10);
    let end = world.allocate(9000);
    world.collect_all(&|object| object == large);
    assert_eq!(world.allocate(4800), large);
    assert_ne!(world.allocate(4800), large);
    assert!(world.live.contains_key(&end));
}

#[test]
fn the_chunk_of_the_floor_does_not_serve_again() {
    let mut world = World::new();
    world.allocate(2);
    let large = world.allocate(4097);
    let mut space = world.space();
    space.close_window();
    let floor = space.last_place();
    space.reset(floor);
    let kept = world.allocate(2);
    world.collect(RegionPosition::default(), floor, &|object| object == large);
    // An object there would lie on both sides of the floor.
    assert_ne!(world.allocate(4098), large);
    world.collect(floor, floor, &|_| false);
    assert!(world.live.contains_key(&kept));
}

#[test]
fn lengths_are_rounded_to_four_per_octave() {
    assert_eq!(round_up(5), Some(5));
    assert_eq!(round_up(1025), Some(1280));
    assert_eq!(round_up(1281), Some(1536));
    assert_eq!(round_up(u32::MAX), None);
}
