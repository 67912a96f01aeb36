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
