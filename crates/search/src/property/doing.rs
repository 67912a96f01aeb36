//! What a thread is about to do, or waits for, in words.

use deadheat_event::{BlockedOn, Context, Location, ObjectId, OpKind, PendingOp, Value, name};

/// What things are called.
pub trait Names {
    /// An object: a lock, a condition, a latch.
    fn object(&mut self, object: ObjectId) -> String;
    /// A place in memory.
    fn location(&mut self, location: Location) -> String;
    /// What is read or written.
    fn value(&self, value: Value) -> String;
}

/// Objects by class.
pub struct Classes<'a>(pub &'a dyn Context);

impl Names for Classes<'_> {
    fn object(&mut self, object: ObjectId) -> String {
        let class = self.0.class_name(object).map(|class| format!("{class}.class"));
        class.unwrap_or_else(|| self.0.object_class(object))
    }

    fn location(&mut self, location: Location) -> String {
        name::location(location, self.0)
    }

    fn value(&self, value: Value) -> String {
        name::value(value, self.0)
    }
}

/// What a thread with this operation before it is about to do, or waits for: `is about to write 5 to Account.balance`.
#[must_use]
pub fn doing(op: &PendingOp, names: &mut impl Names) -> String {
    match op.blocked {
        Some(blocked) => waits(blocked, names),
        None => format!("is about to {}", next(&op.kind, names)),
    }
}

fn waits(blocked: BlockedOn, names: &mut impl Names) -> String {
    match blocked {
        BlockedOn::Lock { lock, owner: Some(owner) } => {
            format!("waits for {}, which {owner} holds", names.object(lock.0))
        }
        BlockedOn::Lock { lock, owner: None } => format!("waits for {}", names.object(lock.0)),
        BlockedOn::Notify { condition, .. } => format!("waits for a notification on {}", names.object(condition)),
        BlockedOn::Join { thread } => format!("waits for the end of {thread}"),
        BlockedOn::Unpark => "is parked".to_owned(),
        BlockedOn::ClassInit { class, owner } => {
            format!("waits for {owner} to initialise {}", names.object(class))
        }
        BlockedOn::Permits { semaphore } => format!("waits for permits of {}", names.object(semaphore)),
        BlockedOn::Latch { latch } => format!("waits for {} to open", names.object(latch)),
        BlockedOn::Time => "sleeps".to_owned(),
    }
}

fn next(kind: &OpKind, names: &mut impl Names) -> String {
    match kind {
        OpKind::Begin => "begin".to_owned(),
        OpKind::End => "end".to_owned(),
        OpKind::Read { location, .. } => format!("read {}", names.location(*location)),
        OpKind::Write { location, value: Some(value), .. } => {
            format!("write {} to {}", names.value(*value), names.location(*location))
        }
        OpKind::Write { location, .. } => format!("write {}", names.location(*location)),
        OpKind::Update { location, .. } => format!("update {}", names.location(*location)),
        OpKind::Acquire { lock, .. } => format!("lock {}", names.object(lock.0)),
        OpKind::TryAcquire { lock, .. } => format!("try to lock {}", names.object(lock.0)),
        OpKind::Release { lock, .. } => format!("unlock {}", names.object(lock.0)),
        OpKind::Wait { condition, .. } => format!("wait on {}", names.object(*condition)),
        OpKind::Wake { condition, .. } => format!("go on after {}", names.object(*condition)),
        OpKind::Notify { condition, .. } => format!("notify {}", names.object(*condition)),
        OpKind::Start { thread } => format!("start {thread}"),
        OpKind::Join { thread, .. } => format!("join {thread}"),
        OpKind::Yield => "go on".to_owned(),
        OpKind::Sleep => "sleep".to_owned(),
        OpKind::LatchAwait { latch } => format!("wait for {} to open", names.object(*latch)),
        OpKind::LatchCountDown { latch } => format!("count {} down", names.object(*latch)),
        OpKind::SemaphoreAcquire { semaphore, .. } => format!("take permits of {}", names.object(*semaphore)),
        OpKind::SemaphoreRelease { semaphore, .. } => format!("give permits to {}", names.object(*semaphore)),
        OpKind::ClassInit { class } => format!("initialise {}", names.object(*class)),
        OpKind::Interrupted => "look whether it is interrupted".to_owned(),
        OpKind::Choose { options, .. } => format!("get one of {options} values by chance"),
        OpKind::Throw { exception } => format!("die of {}", names.value(Value::Ref(Some(*exception)))),
        OpKind::Park { .. } | OpKind::Unpark { .. } | OpKind::Interrupt { .. } | OpKind::Mark(_) => kind.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use deadheat_event::{AccessKind, FieldId, LockId, LockMode, SiteId, ThreadId};

    use super::*;

    struct Numbers;

    impl Names for Numbers {
        fn object(&mut self, object: ObjectId) -> String {
            format!("o{}", object.0)
        }

        fn location(&mut self, _: Location) -> String {
            "x".to_owned()
        }

        fn value(&self, _: Value) -> String {
            "a Box".to_owned()
        }
    }

    #[test]
    fn words() {
        let lock = LockId(ObjectId(7));
        let kind = OpKind::Acquire { lock, mode: LockMode::Exclusive, reentrant: false };
        let mut op = PendingOp { kind, site: SiteId(0), blocked: None };
        assert_eq!(doing(&op, &mut Numbers), "is about to lock o7");
        op.blocked = Some(BlockedOn::Lock { lock, owner: Some(ThreadId(2)) });
        assert_eq!(doing(&op, &mut Numbers), "waits for o7, which T2 holds");
        let location = Location::Static { field: FieldId(1) };
        let value = Some(Value::Ref(Some(ObjectId(3))));
        let kind = OpKind::Write { location, access: AccessKind::Plain, value };
        let write = PendingOp { kind, site: SiteId(0), blocked: None };
        assert_eq!(doing(&write, &mut Numbers), "is about to write a Box to x");
    }
}
