//! What the numbers of a recorded history stand for, asked for when each is first seen.
//!
//! A run has many objects of one name; in a trace each has a name of its own, or else two locks would be read back as one. So a namesake
//! gets a number behind its name, `Account.balance #2`. A place is one of the program: what a library does is told at the program's call.

use deadheat_analysis::frames;
use deadheat_event::{Context, Event as RunEvent, ObjectId, SiteId, SourcePos, SyncId, ThreadId, Value};
use rustc_hash::FxHashMap;

use super::Cell;
use crate::history::Place;
use crate::namesakes::Namesakes;
use crate::text::Names;

/// Where something happens, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceName {
    /// The program's place, or the library's if no code of the program is on the stack.
    pub source: SourcePos,
    /// The library function that did it, if the program did not do it itself.
    pub library: Option<String>,
}

/// The names of a recorded history.
#[derive(Debug, Default)]
pub struct RecordedNames {
    /// All of them, no two alike among things of one kind.
    pub names: Names,
    /// The places.
    pub places: Vec<PlaceName>,
}

/// Where an event is, and what that makes of it.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// The place.
    pub place: Place,
    /// Its access cannot race: it is meant to, or a synchroniser of a library makes it. What those do among each other is no race of the
    /// program's.
    pub is_quiet: bool,
    /// Its access breaks no block: it is meant to, or is inside a synchroniser. A single atomic operation has no inside.
    pub breaks_nothing: bool,
}

/// One of the lists of names.
type List = fn(&mut Names) -> &mut Vec<String>;

/// Collects names.
#[derive(Debug, Default)]
pub struct NameTable {
    recorded: RecordedNames,
    /// A place is where something is done, and the program's place that is shown for it.
    places: FxHashMap<(SiteId, SiteId), Place>,
    /// What locks, conditions, latches … are called: one name, whatever is done with them.
    syncs: FxHashMap<SyncId, String>,
    of_syncs: Namesakes,
    of_threads: Namesakes,
    of_variables: Namesakes,
    of_values: Namesakes,
    of_places: Namesakes,
    stack: Vec<SiteId>,
}

/// Puts a name at its place.
fn put(list: &mut Vec<String>, at: u32, name: String) {
    let at = at as usize;
    if at >= list.len() {
        list.resize(at + 1, String::new());
    }
    list[at] = name;
}

impl NameTable {
    /// The names, of so many threads; threads that never did anything have a name, too.
    pub fn finish(mut self, threads: usize) -> RecordedNames {
        for thread in 0..threads as u32 {
            if self.recorded.names.threads.get(thread as usize).is_none_or(String::is_empty) {
                self.thread(ThreadId(thread), &ThreadId(thread).to_string());
            }
        }
        self.recorded
    }

    /// A thread.
    pub fn thread(&mut self, thread: ThreadId, name: &str) {
        put(&mut self.recorded.names.threads, thread.0, self.of_threads.give(name));
    }

    /// A variable.
    pub fn variable(&mut self, (cell, number): (Cell, u32), context: &dyn Context) {
        let name = match cell {
            Cell::Memory(location) => context.target_name(location),
            Cell::Interrupt(thread) => format!("{thread}.interrupted"),
        };
        put(&mut self.recorded.names.variables, number, self.of_variables.give(&name));
    }

    /// A value. It is called by what it is, not by what some variable makes of it: one number stands for it everywhere.
    pub fn value(&mut self, (value, number): (Value, u32), context: &dyn Context) {
        let name = match value {
            Value::Ref(Some(object)) => match context.type_name(object) {
                // Of objects that nothing was done with a trace says no more.
                number if number == object.to_string() => number,
                name => format!("a {name}"),
            },
            other => other.to_string(),
        };
        put(&mut self.recorded.names.values, number, self.of_values.give(&name));
    }

    /// What threads synchronise on, in the list of its kind.
    pub fn sync(&mut self, list: List, (sync, number): (SyncId, u32), context: &dyn Context) {
        let known = self.syncs.entry(sync);
        let name = known.or_insert_with(|| self.of_syncs.give(&context.sync_name(sync))).clone();
        put(list(&mut self.recorded.names), number, name);
    }

    /// Objects have gone: their ids come again.
    pub fn forget(&mut self, stays: impl Fn(ObjectId) -> bool) {
        self.syncs.retain(|sync, _| stays(sync.object));
    }

    /// Where an event is.
    pub fn place(&mut self, event: &RunEvent, context: &dyn Context) -> Spot {
        let site = event.site;
        let (mut shown, mut is_quiet, mut is_inner) = (site, false, false);
        if !context.owner(site).is_program() || context.is_entry(site) {
            context.stack_sites(event.thread, &mut self.stack);
            let frame = if event.access().is_some() {
                is_quiet = frames::program_frame(&self.stack, context).is_none();
                is_inner = is_quiet && frames::is_in_synchroniser(&self.stack, context);
                frames::innermost_frame(&self.stack, context)
            } else {
                frames::calling_frame(&self.stack, context)
            };
            shown = frame.unwrap_or(site);
        }
        let is_meant = event.access().is_some_and(|access| context.is_benign(access.location));
        let place = self.place_of(site, shown, context);
        Spot { place, is_quiet: is_quiet || is_meant, breaks_nothing: is_inner || is_meant }
    }

    /// Where a block begins: in the function that it is, or is in.
    pub fn block(&mut self, event: &RunEvent, context: &dyn Context) -> Place {
        context.stack_sites(event.thread, &mut self.stack);
        let shown = frames::block_frame(&self.stack, context).unwrap_or(event.site);
        self.place_of(event.site, shown, context)
    }

    fn place_of(&mut self, site: SiteId, shown: SiteId, context: &dyn Context) -> Place {
        let next = Place(self.places.len() as u32);
        let place = *self.places.entry((site, shown)).or_insert(next);
        if place == next {
            let source = context.source(shown);
            self.recorded.names.places.push(self.of_places.give(&source.to_string()));
            let is_own = context.owner(site).is_program();
            let library = (!is_own).then(|| context.source(site).full_name());
            self.recorded.places.push(PlaceName { source, library });
        }
        place
    }
}
