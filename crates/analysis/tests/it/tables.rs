//! The tables that all analyses stand on: lock sets and vector clocks.

use std::collections::BTreeSet;

use deadheat_analysis::clock::{ClockSlot, Epoch, VectorClock};
use deadheat_analysis::lock_set::{HeldSets, LockSetId, LockSets};
use deadheat_event::{ObjectId, SyncId};
use proptest::prelude::*;

fn lock(number: u32) -> SyncId {
    SyncId::of(ObjectId(number))
}

fn locks() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(0u32..8, 0..6)
}

fn clock() -> impl Strategy<Value = VectorClock> {
    prop::collection::vec(0u32..5, 0..12).prop_map(|times| {
        let mut clock = VectorClock::default();
        times.iter().enumerate().for_each(|(slot, time)| clock.set(ClockSlot(slot as u32), *time));
        clock
    })
}

proptest! {
    #[test]
    fn equal_sets_have_equal_numbers(lists in prop::collection::vec(locks(), 1..20)) {
        let mut table = LockSets::default();
        let ids: Vec<LockSetId> = lists.iter().map(|list| table.intern(list.iter().copied().map(lock))).collect();
        let sets: Vec<BTreeSet<u32>> = lists.iter().map(|list| list.iter().copied().collect()).collect();
        for (a, id_a) in sets.iter().zip(&ids) {
            prop_assert_eq!(id_a.is_empty(), a.is_empty());
            let listed: Vec<SyncId> = a.iter().copied().map(lock).collect();
            prop_assert_eq!(table.locks(*id_a), &*listed);
            for (b, id_b) in sets.iter().zip(&ids) {
                prop_assert_eq!(a == b, id_a == id_b);
            }
        }
    }

    #[test]
    fn intersections_are_those_of_sets_each_time(lists in prop::collection::vec(locks(), 2..12)) {
        let mut table = LockSets::default();
        let ids: Vec<LockSetId> = lists.iter().map(|list| table.intern(list.iter().copied().map(lock))).collect();
        // The second round is answered from memory.
        for _ in 0..2 {
            for (a, id_a) in lists.iter().zip(&ids) {
                for (b, id_b) in lists.iter().zip(&ids) {
                    let a: BTreeSet<u32> = a.iter().copied().collect();
                    let b: BTreeSet<u32> = b.iter().copied().collect();
                    let both = table.intern(a.intersection(&b).copied().map(lock));
                    prop_assert_eq!(table.intersection(*id_a, *id_b), both);
                    prop_assert_eq!(table.disjoint(*id_a, *id_b), a.is_disjoint(&b));
                }
            }
        }
    }

    #[test]
    fn locks_exclude_when_one_is_in_both_and_one_side_has_it_alone(
        mine in prop::collection::vec((0u32..5, any::<bool>()), 0..4),
        theirs in prop::collection::vec((0u32..5, any::<bool>()), 0..4),
    ) {
        let mut table = LockSets::default();
        let mut held = |list: &[(u32, bool)]| HeldSets {
            any: table.intern(list.iter().map(|(number, _)| lock(*number))),
            exclusive: table.intern(list.iter().filter(|(_, alone)| *alone).map(|(number, _)| lock(*number))),
        };
        let (a, b) = (held(&mine), held(&theirs));
        let expected = mine.iter().any(|(m, alone)| theirs.iter().any(|(t, too)| m == t && (*alone || *too)));
        prop_assert_eq!(a.excludes(b, &mut table), expected);
        prop_assert_eq!(b.excludes(a, &mut table), expected);
    }

    #[test]
    fn a_join_is_the_least_upper_bound(a in clock(), b in clock(), other in clock()) {
        let mut both = a.clone();
        prop_assert_eq!(both.join(&b), !b.is_within(&a));
        prop_assert!(a.is_within(&both) && b.is_within(&both));
        if a.is_within(&other) && b.is_within(&other) {
            prop_assert!(both.is_within(&other));
        }
        let mut reversed = b.clone();
        reversed.join(&a);
        prop_assert!(both.is_within(&reversed) && reversed.is_within(&both));
        let mut again = both.clone();
        again.join(&a);
        prop_assert_eq!(again, both);
    }

    #[test]
    fn a_moment_is_known_when_its_slot_is_as_far(a in clock(), slot in 0u32..14, time in 1u32..6) {
        let epoch = Epoch { slot: ClockSlot(slot), time };
        prop_assert_eq!(a.knows(epoch), time <= a.get(ClockSlot(slot)));
        let mut moment = VectorClock::default();
        moment.set(ClockSlot(slot), time);
        prop_assert_eq!(a.knows(epoch), moment.is_within(&a));
    }
}
