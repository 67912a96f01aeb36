//! What a trace says about the moment of an event.

use std::collections::HashMap;
use std::io::Read;
use std::sync::Arc;

use super::bytes::{Got, Source};
use super::late_names::LateNames;
use super::locks_held::LocksHeld;
use super::momentary::Momentary;
use super::objects::Objects;
use super::sites::{Site, Sites};
use super::stacks::{StackNumber, Stacks};
use super::texts::Texts;
use super::variables::Variables;
use super::{TraceError, tag};
use crate::{
    CodeOwner, Context, Event, EventKind, Location, LockMode, Mark, ObjectId, SiteId, SourcePos, SyncId, ThreadId,
};

/// Answers questions about the events of a trace as the machine did that ran them.
///
/// It stands at the event that was read last; when the trace is at its end, at the end of the run.
#[derive(Debug, Default)]
pub struct TraceContext {
    pub(super) texts: Texts,
    pub(super) sites: Sites,
    pub(super) stacks: Stacks,
    threads: HashMap<ThreadId, Arc<str>>,
    thread_stacks: HashMap<ThreadId, StackNumber>,
    objects: Objects,
    variables: Variables,
    late_names: LateNames,
    /// Whether the late names were all read before.
    knows_names: bool,
    locks_held: LocksHeld,
    collecting: bool,
    now: u64,
    moment: Momentary,
}

impl TraceContext {
    /// For a second reading, with what was found in the first.
    pub(super) fn with_late_names(late_names: LateNames) -> Self {
        Self { late_names, knows_names: true, ..Self::default() }
    }

    /// What was found in a first reading.
    pub(super) fn into_late_names(self) -> LateNames {
        self.late_names
    }

    /// Reads a record that is no event; `next` is the number of the next event.
    pub(super) fn read(&mut self, tag: u64, source: &mut Source<impl Read>, next: u64) -> Got<()> {
        let Self { texts, sites, stacks, objects, variables, late_names, .. } = self;
        match tag {
            tag::TEXT => texts.read(source),
            tag::THREAD => {
                let thread = source.thread()?;
                self.threads.insert(thread, texts.get(source)?);
                Ok(())
            }
            tag::LOCKS_HELD => {
                let thread = source.thread()?;
                let locks = (0..source.number()?).map(|_| Ok((source.sync()?, source.mode()?)));
                self.locks_held.first(thread, locks.collect::<Got<_>>()?);
                Ok(())
            }
            tag::SITE => sites.read(source, texts),
            tag::STACK => stacks.read(source, sites),
            tag::OBJECT => objects.read(source, texts, next),
            tag::FIELD => variables.read_field(source, texts),
            tag::FIELD_TARGET => variables.read_field_target(source, texts),
            tag::ARRAY => variables.read_array(source, texts),
            tag::BYTES => variables.read_bytes(source, texts),
            tag::ARRAY_TARGET if self.knows_names => {
                let _ = (source.object()?, texts.get(source)?);
                Ok(())
            }
            tag::SYNC if self.knows_names => {
                let _ = (source.sync()?, texts.get(source)?);
                Ok(())
            }
            tag::ARRAY_TARGET => late_names.read_array(source, texts, objects, next),
            tag::SYNC => late_names.read_sync(source, texts, objects, next),
            tag::OBJECTS_END => objects.read_ending(source),
            _ => Err(TraceError::Corrupt("a record is of no known kind")),
        }
    }

    /// The event that the context stands at from now on.
    pub(super) fn stand_at(&mut self, event: &Event, number: u64, stack: StackNumber, moment: Momentary) {
        self.now = number;
        self.moment = moment;
        self.thread_stacks.insert(event.thread, stack);
        self.locks_held.event(event);
        self.collecting = event.kind == EventKind::Noted(Mark::Collect);
    }

    /// The event that the context stands at is over: what ends with it is forgotten.
    pub(super) fn leave(&mut self) {
        if std::mem::take(&mut self.collecting) {
            self.variables.forget(self.objects.ending());
            self.objects.end();
        }
    }

    /// The run is over, after so many events.
    pub(super) fn stand_at_end(&mut self, events: u64) {
        self.now = events;
        self.moment = Momentary::default();
    }

    fn site(&self, site: SiteId) -> Option<&Site> {
        self.sites.get(site)
    }
}

impl Context for TraceContext {
    /// For a thread that does not make the present event, the stack at its last one.
    fn stack_sites(&self, thread: ThreadId, out: &mut Vec<SiteId>) {
        out.clear();
        let stack = self.thread_stacks.get(&thread).copied().unwrap_or(0);
        out.extend(self.stacks.sites(stack).map(|number| self.sites.by_number(number).id));
    }

    fn source(&self, site: SiteId) -> SourcePos {
        self.site(site).map_or_else(SourcePos::unknown, |site| site.source.clone())
    }

    fn owner(&self, site: SiteId) -> CodeOwner {
        self.site(site).map_or(CodeOwner::Program, |site| site.source.owner)
    }

    fn is_entry(&self, site: SiteId) -> bool {
        self.site(site).is_some_and(|site| site.is_entry)
    }

    fn locks(&self, thread: ThreadId) -> Vec<(SyncId, LockMode)> {
        self.locks_held.locks(thread)
    }

    fn live_threads(&self, out: &mut Vec<ThreadId>) {
        out.clear();
        out.extend(self.locks_held.live());
    }

    fn thread_name(&self, thread: ThreadId) -> String {
        self.threads.get(&thread).map_or_else(|| thread.to_string(), |name| name.to_string())
    }

    fn type_name(&self, object: ObjectId) -> String {
        self.objects.get(object).map_or_else(|| object.to_string(), |object| object.type_name.to_string())
    }

    fn location_name(&self, location: Location) -> String {
        self.variables.name(location).unwrap_or_else(|| location.to_string())
    }

    fn target_name(&self, location: Location) -> String {
        if let Location::Element { array, .. } = location {
            let name = self.late_names.array(array, &self.objects, self.now);
            return name.map_or_else(|| self.type_name(array), str::to_owned);
        }
        let object = location.object().and_then(|object| self.objects.get(object));
        let target = self.variables.target(location, object.map(|object| object.type_number));
        target.unwrap_or_else(|| self.location_name(location))
    }

    fn sync_name(&self, sync: SyncId) -> String {
        let name = self.late_names.sync(sync, &self.objects, self.now);
        name.map_or_else(|| self.type_name(sync.object), str::to_owned)
    }

    fn is_benign(&self, location: Location) -> bool {
        self.variables.is_benign(location)
    }

    /// Known for the lock that the present event takes.
    fn guards_block(&self, lock: SyncId, _: SiteId) -> bool {
        self.moment.guards.is_none_or(|(of, guards)| of != lock || guards)
    }

    fn initialised(&self, site: SiteId, location: Option<Location>) -> [Option<SyncId>; 2] {
        let of_site = self.site(site).and_then(|site| site.initialiser);
        [of_site, location.and_then(|location| self.variables.initialiser(location))]
    }

    fn survives(&self, object: ObjectId) -> bool {
        self.objects.survives(object)
    }

    /// Known for the semaphore of the present event.
    fn permits(&self, semaphore: SyncId) -> Option<i64> {
        self.moment.permits.filter(|(of, _)| *of == semaphore).and_then(|(_, permits)| permits)
    }
}
