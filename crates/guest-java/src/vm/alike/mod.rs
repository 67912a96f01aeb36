//! Threads that may change places: see [`Machine::are_interchangeable`](deadheat_machine::Machine::are_interchangeable).
//!
//! Two threads are alike if exchanging them maps the state to itself: their records, their stacks, and the objects that each has for itself (its `Thread`, its
//! `Runnable`, what it has made and shown to nobody). That is asked in three steps, cheapest first:
//!
//! 1. **They have the same** (`exchange.rs`). Records and stacks are compared word by word, and objects that differ by what they refer to, in lockstep from there. What comes
//!    out is which object of the one corresponds to which of the other.
//! 2. **Nobody else has any of it.** An unshared object is its thread's alone. The shared ones among those that correspond must not be referred to from elsewhere: neither by other
//!    threads' stacks, nor by words of the heap outside of these objects (`referrers.rs`). The library's own list of the threads of a group is not looked at: who asks for it tells threads apart, as below.
//! 3. **But for those who wait for both** (`joins.rs`). A thread that has started others mostly keeps them in an array, to join them, in which each is told apart by its place. If all that it will do next is to join
//!    them, both of the two among them, then it does not matter in which order: it goes on when all have ended, and ended threads are alike. So it may refer to
//!    the `Thread` objects of both, and so may what it has for itself, if these are plain ones, and neither of the two has its own at hand: it could leave it where the one that waits compares it with those that it kept.
//!
//! **What is left out of the comparison** because threads that are otherwise alike always differ in it: a thread's name and number. As soon as the guest asks
//! for these, or a thread of the program for its own `Thread`, or a lock for the threads that it knows, or for an identity hash code, or a list of threads, or interrupts another (which can end a `join` before its thread has ended), all threads of it are told apart for good
//! (`told_apart.rs`): the search is made again. The first time that it happens on any path, it happens on one that is explored: until then what was left out is like what was not.
//!
//! What a number on a stack is, a word does not tell: one that happens to be the address of a thread's own object is taken for a reference, as in a collection. For that to do harm, another thread must have,
//! at the same place, another number, which happens to be the address of its own object at the same place among its own.

mod exchange;
mod joins;
mod referrers;
mod told_apart;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use deadheat_machine::Machine;
use rustc_hash::{FxHashMap, FxHashSet};

use exchange::Exchange;
use joins::Joins;
use referrers::{Referrer, Referrers};
pub(super) use told_apart::CALLS;

use crate::vm::Vm;
use crate::vm::machine::Jvm;
use crate::vm::memory::arena::Node;
use crate::vm::memory::layout::{ARRAY, CLASS_MASK, CONSTANTS, HEADER, OBJECT, OBJECT_MASK, Ref, SHARED, TRUSTED};

/// What all machines of a guest know of threads that are alike.
#[derive(Default)]
pub struct Alike {
    /// The shared objects that threads had for themselves when they were compared, and whose they are.
    owners: Mutex<FxHashMap<Ref, u32>>,
    told_apart: AtomicBool,
}

impl Alike {
    /// The thread that has an object for itself.
    pub fn owner(&self, object: Ref) -> Option<u32> {
        self.owners.lock().unwrap_or_else(PoisonError::into_inner).get(&object).copied()
    }

    /// Whether the guest has asked for something that threads differ in.
    pub fn are_told_apart(&self) -> bool {
        self.told_apart.load(Ordering::Relaxed)
    }

    /// Notes whose objects these are. Whether none of them was another's before.
    fn add(&self, objects: impl Iterator<Item = (Ref, u32)>) -> bool {
        let mut owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        objects.fold(true, |fits, (object, tid)| fits & (*owners.entry(object).or_insert(tid) == tid))
    }

    /// All of them, if there are more than so many.
    fn objects_beyond(&self, known: usize) -> Option<FxHashSet<Ref>> {
        let owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        (owners.len() > known).then(|| owners.keys().copied().collect())
    }
}

/// What one machine remembers of them.
#[derive(Default)]
pub(crate) struct Memory {
    referrers: Referrers,
    joins: Option<Joins>,
}

/// Objects that a thread may have, at most, to be compared.
const MOST_OBJECTS: usize = 4096;

/// No list of threads that is looked at is longer.
const LONGEST_LIST: u32 = 1024;

impl Jvm {
    /// Whether two threads that live may change places.
    pub(crate) fn may_change_places(&mut self, one: u32, other: u32) -> bool {
        let Some(exchange) = Exchange::of(self.vm(), one, other) else { return false };
        let shared: FxHashSet<Ref> = exchange.objects().filter(|object| self.vm().is_shared(*object)).collect();
        let is_plain = |jvm: &Jvm, object: Ref| exchange.is_plain_thread(jvm.vm(), object);
        let others = self.vm().others(one, other);
        // Those that must turn out to wait for both.
        let mut waiting = Vec::new();
        for tid in &others {
            let mut known = Vec::new();
            self.vm().thread_roots(*tid, |word| known.extend(shared.get(&word)));
            if !known.is_empty() {
                if !known.into_iter().all(|object| is_plain(self, object)) || !self.waits_for_thread(*tid) {
                    return false;
                }
                waiting.push(*tid);
            }
        }
        let owned = exchange.owned().filter(|(object, _)| shared.contains(object));
        if !self.vm().shared.alike.add(owned) {
            return false;
        }
        let Some((state, referrers)) = self.referrers() else { return false };
        let mut outside: Vec<Referrer> = referrers
            .iter()
            .filter(|word| shared.contains(&word.object) && !exchange.covers(self.vm(), word.at))
            .filter(|word| !is_plain(self, word.object) || !self.vm().is_in_own_list(word.at))
            .copied()
            .collect();
        for tid in others {
            if outside.is_empty() {
                break;
            }
            let private = self.vm().private_parts(tid);
            let is_private = |word: &Referrer| private.iter().any(|(first, end)| (*first..*end).contains(&word.at));
            let (its, rest): (Vec<Referrer>, Vec<Referrer>) = outside.into_iter().partition(is_private);
            if !its.is_empty() {
                if !its.iter().all(|word| is_plain(self, word.object)) || !self.waits_for_thread(tid) {
                    return false;
                }
                waiting.push(tid);
            }
            outside = rest;
        }
        // One that has its own `Thread` could leave it where those who wait compare it with theirs.
        if !waiting.is_empty() && exchange.knows_itself(self.vm()) {
            return false;
        }
        outside.is_empty() && waiting.into_iter().all(|tid| self.joins(tid, [one, other], &state))
    }

    /// The present state, and the words of the heap that refer to objects that threads have for themselves.
    fn referrers(&mut self) -> Option<(Arc<Node>, Arc<Vec<Referrer>>)> {
        // What has led here is known once the state is kept.
        self.snapshot();
        let shared = self.vm().shared.clone();
        let state = self.vm().arena.state()?.clone();
        let referrers = &mut self.memory_of_alike().referrers;
        if let Some(objects) = shared.alike.objects_beyond(referrers.objects()) {
            referrers.look_for(objects);
        }
        let words = referrers.of(&state)?;
        Some((state, words))
    }
}

impl Vm {
    /// The threads that live, or have ended, but for two.
    fn others(&self, one: u32, other: u32) -> Vec<u32> {
        self.thread_ids().into_iter().filter(|tid| *tid != one && *tid != other).collect()
    }

    /// Whether a word is in an array of threads that the library has made and keeps for itself: the list of a group's threads, or an earlier one, which was too short.
    fn is_in_own_list(&self, at: u32) -> bool {
        // References have nothing in their upper half; the header has the length.
        let mut before = (1..LONGEST_LIST).map(|back| (back, self.arena.peek(at.saturating_sub(back))));
        let Some((back, header)) = before.find(|(_, word)| word >> 32 != 0) else { return false };
        let is_list = header & (OBJECT_MASK | ARRAY | TRUSTED) == OBJECT | ARRAY | TRUSTED
            && self
                .class((header & CLASS_MASK) as u32)
                .component()
                .is_some_and(|class| std::ptr::eq(class, self.known.thread()));
        is_list && back >= HEADER && u64::from(back - HEADER) < header >> 32
    }

    /// Where the objects are that only this thread can reach, as far as they are few.
    fn private_parts(&self, tid: u32) -> Vec<(u32, u32)> {
        let is_private =
            |object: Ref| object >= CONSTANTS && self.arena.peek(object) & (OBJECT_MASK | SHARED) == OBJECT;
        let mut found = FxHashSet::default();
        let mut work = Vec::new();
        self.thread_roots(tid, |word| work.push(word));
        while let Some(object) = work.pop().filter(|_| found.len() < MOST_OBJECTS) {
            if is_private(object) && found.insert(object) {
                self.object_references(object, 0, |target| work.push(target));
            }
        }
        found.into_iter().map(|object| (object, object + self.object_words(object))).collect()
    }
}
