//! Names for people: what a race is on, which lock it is, whose thread.

use deadheat_event::{Context, Location, LockId, SourcePos, ThreadId};

use crate::scope::is_library;
use crate::threads::Threads;
use crate::warning::{LockName, ThreadName};

/// What a race on a location is on. Something inside a library's collection is named by the collection's class.
#[must_use]
pub fn target(location: Location, context: &dyn Context) -> String {
    match location {
        Location::Static { field } => context.field_name(field),
        Location::Field { object, field } => {
            let name = context.field_name(field);
            if is_library(&name) { outer_class(&context.object_class(object)) } else { name }
        }
        Location::Element { array, .. } => match context.holder(array) {
            Some(holder) if is_library(&holder.path) => outer_class(&holder.class),
            Some(holder) => without_indices(&holder.path) + "[]",
            None => context.object_class(array),
        },
    }
}

/// `java.util.HashMap` for `java.util.HashMap$Node`; a collection of the guest's own is called what it is.
fn outer_class(class: &str) -> String {
    let outer = if is_library(class) { class.split('$').next() } else { None };
    outer.unwrap_or(class).to_owned()
}

/// `Grid.cells[]` for `Grid.cells[3]`: what stays the same from run to run.
#[must_use]
pub fn without_indices(path: &str) -> String {
    let mut inside = false;
    path.chars()
        .filter(|c| {
            match c {
                '[' => inside = true,
                ']' => inside = false,
                _ => return !inside,
            }
            true
        })
        .collect()
}

/// A lock's name: the field that holds it, where it was made, or what it is.
#[must_use]
pub fn lock(lock: LockId, context: &dyn Context) -> LockName {
    // Asked first: the object of a class that is only about to be initialised does not know yet what it is.
    let name = if let Some(class) = context.class_name(lock.0) {
        format!("{class}.class")
    } else {
        let class = context.object_class(lock.0);
        let holder = context.holder(lock.0);
        match (holder, context.made_at(lock.0)) {
            (Some(holder), _) if !is_library(&holder.path) => holder.path,
            // A part of a synchroniser of the library's: which part says more than where the library made it.
            (Some(holder), Some(made)) if is_library(&made.class) => holder.path,
            (_, Some(SourcePos { file: Some(file), line: Some(line), .. })) => format!("new {class} at {file}:{line}"),
            _ => class,
        }
    };
    LockName { id: lock, name }
}

/// A thread's name and origin.
pub fn thread(id: ThreadId, threads: &mut Threads, context: &dyn Context) -> ThreadName {
    let started = threads.get(id).started;
    ThreadName {
        id,
        name: context.thread_name(id),
        started_by: started.map(|(by, _)| by),
        started_at: started.map(|(_, at)| threads.stacks.sources(at, context)).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn indices_are_left_out() {
        assert_eq!(super::without_indices("Grid.cells[3][14]"), "Grid.cells[][]");
        assert_eq!(super::without_indices("Grid.cells"), "Grid.cells");
    }
}
