//! Who watches a run, and whom a watcher can ask.

use crate::{Event, FieldId, LockId, LockMode, ObjectId, SiteId, SourcePos, ThreadId};

/// Answers an observer's questions about the moment of an event. Asked only when needed: everything here costs.
pub trait Context {
    /// The thread's stack, innermost call first.
    fn stack(&self, thread: ThreadId) -> Vec<SourcePos>;
    /// Where a site is in the source.
    fn source(&self, site: SiteId) -> SourcePos;
    /// The locks that the thread holds, in the order in which it took them.
    fn locks(&self, thread: ThreadId) -> Vec<(LockId, LockMode)>;
    /// The thread's name.
    fn thread_name(&self, thread: ThreadId) -> String;
    /// The name of the object's class.
    fn object_class(&self, object: ObjectId) -> String;
    /// The field's name with its class: `Account.balance`.
    fn field_name(&self, field: FieldId) -> String;

    /// The sites of the thread's stack, innermost call first, put into `out` (which is emptied first): the cheap form of
    /// [`stack`](Self::stack), for observers that keep many and show few.
    fn stack_sites(&self, thread: ThreadId, out: &mut Vec<SiteId>) {
        let _ = thread;
        out.clear();
    }

    /// The threads that were started and have not ended, sorted, put into `out` (which is emptied first).
    fn live_threads(&self, out: &mut Vec<ThreadId>) {
        out.clear();
    }

    /// What holds the object: the field or array that one gets it from.
    fn holder(&self, object: ObjectId) -> Option<Holder> {
        let _ = object;
        None
    }

    /// Where the object was made, for kinds of objects whose class says nothing about them: bare locks.
    fn made_at(&self, object: ObjectId) -> Option<SourcePos> {
        let _ = object;
        None
    }

    /// Whether the guest says that races on the field are meant.
    fn is_benign(&self, field: FieldId) -> bool {
        let _ = field;
        false
    }

    /// The name of the class whose mirror the object is.
    fn class_name(&self, mirror: ObjectId) -> Option<String> {
        let _ = mirror;
        None
    }

    /// The mirror of the class that the site is in.
    fn site_class(&self, site: SiteId) -> Option<ObjectId> {
        let _ = site;
        None
    }

    /// The mirror of the class that declares the field.
    fn field_class(&self, field: FieldId) -> Option<ObjectId> {
        let _ = field;
        None
    }

    /// At a [`Mark::Collect`](crate::Mark::Collect), whether the object stays.
    fn survives(&self, object: ObjectId) -> bool {
        let _ = object;
        true
    }

    /// The permits that the semaphore has now.
    fn permits(&self, semaphore: ObjectId) -> Option<i64> {
        let _ = semaphore;
        None
    }
}

/// What refers to an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// The way to the object: `Bank.lock`, or `Bank.accounts[3]`.
    pub path: String,
    /// The class of the object that has the field; for a static field, the class that declares it.
    pub class: String,
}

/// Watches a run and never changes it.
pub trait Observer {
    /// Called after each step, in the order of the run.
    fn event(&mut self, event: &Event, context: &dyn Context);
}

/// Two observers watch as one; nest pairs for more.
impl<A: Observer, B: Observer> Observer for (A, B) {
    fn event(&mut self, event: &Event, context: &dyn Context) {
        self.0.event(event, context);
        self.1.event(event, context);
    }
}

impl<O: Observer + ?Sized> Observer for &mut O {
    fn event(&mut self, event: &Event, context: &dyn Context) {
        (**self).event(event, context);
    }
}

/// An observer that may be absent.
impl<O: Observer> Observer for Option<O> {
    fn event(&mut self, event: &Event, context: &dyn Context) {
        if let Some(observer) = self {
            observer.event(event, context);
        }
    }
}

/// Any number of observers, asked in order.
impl Observer for Vec<Box<dyn Observer>> {
    fn event(&mut self, event: &Event, context: &dyn Context) {
        for observer in self {
            observer.event(event, context);
        }
    }
}
