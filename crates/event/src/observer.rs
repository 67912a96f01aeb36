//! Observers of a run, and the context that answers their questions.

use crate::{
    AccessKind, CodeOwner, Event, LastingName, Location, LockMode, Nameable, ObjectId, SiteId, SourcePos, SyncId,
    ThreadId, Value,
};

/// Answers an observer's questions about the moment of an event. Asked only when needed: everything here costs.
///
/// What can be asked is the same for all guests. A running machine answers, and so does a trace that was recorded from one.
pub trait Context {
    /// The sites of the thread's stack, innermost call first, put into `out` (which is emptied first).
    fn stack_sites(&self, thread: ThreadId, out: &mut Vec<SiteId>);

    /// Where a site is in the source.
    fn source(&self, site: SiteId) -> SourcePos;

    /// Whose code a site is in.
    fn owner(&self, site: SiteId) -> CodeOwner;

    /// Whether the site is at a function's entry, before its first instruction: what happens there belongs to the call.
    fn is_entry(&self, site: SiteId) -> bool {
        let _ = site;
        false
    }

    /// The sites of the thread's stack, innermost call first, for those who ask seldom.
    fn sites(&self, thread: ThreadId) -> Vec<SiteId> {
        let mut sites = Vec::new();
        self.stack_sites(thread, &mut sites);
        sites
    }

    /// Whether there are any [sites](Self::sites): the fast way to ask.
    fn has_sites(&self, thread: ThreadId) -> bool {
        !self.sites(thread).is_empty()
    }

    /// Whether these are the sites of the thread's stack, innermost call first.
    fn is_stack(&self, thread: ThreadId, sites: &[SiteId]) -> bool {
        self.sites(thread) == sites
    }

    /// A mark of the stack of the thread that runs, which costs little. None where that cannot be said, or [`is_stack`](Self::is_stack) costs no less than
    /// [`stack_sites`](Self::stack_sites).
    fn stack_mark(&self, thread: ThreadId) -> Option<StackMark> {
        let _ = thread;
        None
    }

    /// The thread's stack, innermost call first.
    fn stack(&self, thread: ThreadId) -> Vec<SourcePos> {
        self.sites(thread).into_iter().map(|site| self.source(site)).collect()
    }

    /// The locks that the thread holds, in the order in which it took them. At an event that takes a lock: as before it; at one that
    /// gives a lock back: as after it.
    fn locks(&self, thread: ThreadId) -> Vec<(SyncId, LockMode)>;

    /// The threads that were started and have not ended, sorted, put into `out` (which is emptied first).
    fn live_threads(&self, out: &mut Vec<ThreadId>) {
        out.clear();
    }

    /// The thread's name.
    fn thread_name(&self, thread: ThreadId) -> String;

    /// The name of the object's type.
    fn type_name(&self, object: ObjectId) -> String;

    /// The location by name: `Account.balance`, `int[3]`.
    fn location_name(&self, location: Location) -> String;

    /// What a report calls the variable that the location belongs to. The same in every run, and in the program's own terms:
    /// something inside a library's collection is named by the collection, elements of an array without their index. The same for
    /// all elements of an array, and for a field of all objects of one type.
    fn target_name(&self, location: Location) -> String {
        self.location_name(location)
    }

    /// The variable of the program's that holds the library's collection which the location is inside of: `Cache.entries`. None where
    /// the location is the program's own, or no variable holds it.
    fn holder_name(&self, location: Location) -> Option<String> {
        let _ = location;
        None
    }

    /// A value of the location as the guest's language writes it, where that differs from the number that it is kept as.
    fn value_name(&self, location: Location, value: Value) -> Option<String> {
        let _ = (location, value);
        None
    }

    /// What a report calls a lock, condition, latch, semaphore or initialiser.
    fn sync_name(&self, sync: SyncId) -> String;

    /// Whether what counts permits is a means of sending something: a connection, a port, a pipe. Its permits are bytes or messages.
    fn is_channel(&self, sync: SyncId) -> bool {
        let _ = sync;
        false
    }

    /// What the guest's language calls an access that is itself synchronisation; none for a plain one.
    fn access_name(&self, access: AccessKind) -> Option<&'static str> {
        access.is_protected().then_some("atomic")
    }

    /// Whether the guest says that races on the location are meant: on a field of all objects, or on all elements of an array.
    fn is_benign(&self, location: Location) -> bool {
        let _ = location;
        false
    }

    /// Whether taking this lock at this site opens a block that its author takes for atomic, such as `synchronized`: not so a
    /// lock made by hand, or one of a library's own.
    fn guards_block(&self, lock: SyncId, site: SiteId) -> bool {
        let _ = (lock, site);
        true
    }

    /// The initialisers that must be over when a thread is at this site (the first), and when it touches this location (the second).
    fn initialised(&self, site: SiteId, location: Option<Location>) -> [Option<SyncId>; 2] {
        let _ = (site, location);
        [None, None]
    }

    /// At a [`Mark::Collect`](crate::Mark::Collect), whether the object stays.
    fn survives(&self, object: ObjectId) -> bool {
        let _ = object;
        true
    }

    /// What the location holds now, before the operation that is told of is done; none where that is not known.
    fn value(&self, location: Location) -> Option<Value> {
        let _ = location;
        None
    }

    /// What a thread, object or field is called in every process that runs this guest; none where the guest cannot say.
    fn lasting_name(&self, of: Nameable) -> Option<LastingName> {
        let _ = of;
        None
    }

    /// The permits that the semaphore has now.
    fn permits(&self, semaphore: SyncId) -> Option<i64> {
        let _ = semaphore;
        None
    }
}

/// A mark of a stack, by which it is known again: see [`Context::stack_mark`]. Two that are equal are of the same stack, and two that differ in the site only are of
/// stacks that do, whichever machine they are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StackMark {
    /// The place that the innermost call is at.
    pub site: SiteId,
    /// Where this call has its frame; mostly another number for another stack.
    pub frame: u32,
    /// Another pair of numbers when the calls that led there may be others.
    pub since: [u64; 2],
}

/// Watches a run and never changes it.
///
/// ```
/// use deadheat_event::{Context, Done, Event, Observer};
///
/// /// Counts how often locks are taken.
/// #[derive(Default)]
/// struct Acquisitions(u64);
///
/// impl Observer for Acquisitions {
///     fn event(&mut self, event: &Event, _: &dyn Context) {
///         self.0 += u64::from(matches!(event.done(), Some(Done::Acquire { .. })));
///     }
/// }
/// ```
pub trait Observer {
    /// Called for each event, in the order of the run, right after it happened.
    fn event(&mut self, event: &Event, context: &dyn Context);

    /// Whether the observer keeps so much by object that it should be told which objects are out of reach. A machine that can find that out
    /// does, soon, and calls [`survey`](Self::survey). It frees nothing by that, and the run is the same.
    fn wants_survey(&self) -> bool {
        false
    }

    /// The guest can still get at the objects of which `lives` says so. No event will be about another one: before its id names a
    /// new object comes a [`Mark::Collect`](crate::Mark::Collect).
    fn survey(&mut self, lives: &dyn Fn(ObjectId) -> bool) {
        let _ = lives;
    }
}

/// Two observers watch as one; nest pairs for more.
impl<A: Observer, B: Observer> Observer for (A, B) {
    fn event(&mut self, event: &Event, context: &dyn Context) {
        self.0.event(event, context);
        self.1.event(event, context);
    }

    fn wants_survey(&self) -> bool {
        self.0.wants_survey() || self.1.wants_survey()
    }

    fn survey(&mut self, lives: &dyn Fn(ObjectId) -> bool) {
        self.0.survey(lives);
        self.1.survey(lives);
    }
}

impl<O: Observer + ?Sized> Observer for &mut O {
    fn event(&mut self, event: &Event, context: &dyn Context) {
        (**self).event(event, context);
    }

    fn wants_survey(&self) -> bool {
        (**self).wants_survey()
    }

    fn survey(&mut self, lives: &dyn Fn(ObjectId) -> bool) {
        (**self).survey(lives);
    }
}

/// An observer that may be absent.
impl<O: Observer> Observer for Option<O> {
    fn event(&mut self, event: &Event, context: &dyn Context) {
        if let Some(observer) = self {
            observer.event(event, context);
        }
    }

    fn wants_survey(&self) -> bool {
        self.as_ref().is_some_and(Observer::wants_survey)
    }

    fn survey(&mut self, lives: &dyn Fn(ObjectId) -> bool) {
        self.iter_mut().for_each(|observer| observer.survey(lives));
    }
}

/// Any number of observers, asked in order.
impl<O: Observer> Observer for Vec<O> {
    fn event(&mut self, event: &Event, context: &dyn Context) {
        for observer in self {
            observer.event(event, context);
        }
    }

    fn wants_survey(&self) -> bool {
        self.iter().any(Observer::wants_survey)
    }

    fn survey(&mut self, lives: &dyn Fn(ObjectId) -> bool) {
        self.iter_mut().for_each(|observer| observer.survey(lives));
    }
}

/// A context that knows nothing: everything is called by its number. For tests, and for what is left of a run that cannot be asked
/// any more.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoContext;

impl Context for NoContext {
    fn stack_sites(&self, _: ThreadId, out: &mut Vec<SiteId>) {
        out.clear();
    }

    fn source(&self, _: SiteId) -> SourcePos {
        SourcePos::unknown()
    }

    fn owner(&self, _: SiteId) -> CodeOwner {
        CodeOwner::Program
    }

    fn locks(&self, _: ThreadId) -> Vec<(SyncId, LockMode)> {
        Vec::new()
    }

    fn thread_name(&self, thread: ThreadId) -> String {
        thread.to_string()
    }

    fn type_name(&self, object: ObjectId) -> String {
        object.to_string()
    }

    fn location_name(&self, location: Location) -> String {
        location.to_string()
    }

    fn sync_name(&self, sync: SyncId) -> String {
        sync.to_string()
    }
}
