//! Which accesses other threads can notice.
//!
//! Guest code and ordinary library classes (collections, string builders) are visible in full. The synchronisers of
//! `java.util.concurrent` are trusted: their plain fields are guarded by protocols that we don't check, but their volatile
//! fields *are* the communication and stay visible. The innards of the platform (`java.lang`, reflection, I/O, class
//! loading) are invisible: their caches and lazily filled fields are benign by design and would drown a search.

use crate::classfile::MethodInfo;
use crate::front::trust::{SLOTS, Trust, is_cached_view, is_fenced, trust};
use crate::vm::classes::class::acc;

/// How an access to a field shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// Never a visible operation.
    Quiet,
    /// A final field of an object: a plain access if the object was shared before all such fields were written, and otherwise
    /// no visible operation. See `memory::leaked`.
    Final,
    /// A plain access: visible when the object is shared.
    Plain,
    /// A volatile access: visible when the object is shared, and synchronises.
    Volatile,
}

/// Whether objects of the class are bare locks, known only by where they were made.
pub fn is_bare(class: &str) -> bool {
    class == "java/lang/Object" || class.starts_with("java/util/concurrent/locks/")
}

/// Whether calls of a method count as atomic blocks when public methods do. What a thread or a program as a whole runs is
/// not meant to be one operation.
pub fn is_block(class: &str, platform_loader: bool, method: &MethodInfo) -> bool {
    let whole =
        matches!((&*method.name, &*method.desc), ("main", "([Ljava/lang/String;)V") | ("run", "()V") | ("call", _));
    !platform_loader
        && !class.starts_with("java/")
        && method.access & acc::PUBLIC != 0
        && method.code.is_some()
        && !method.name.starts_with('<')
        && !whole
}

/// How accesses to a field show. `platform_loader` says whether the class comes from the JDK: a guest cannot make its own
/// classes trusted by choosing a name.
pub fn visibility(class: &str, platform_loader: bool, field: &str, access: u16) -> Visibility {
    let trust = if platform_loader { trust(class) } else { Trust::None };
    let is_volatile = access & acc::VOLATILE != 0;
    let is_final = access & acc::FINAL != 0;
    match trust {
        Trust::Platform => Visibility::Quiet,
        _ if is_volatile => Visibility::Volatile,
        Trust::Synchronizer if is_fenced(class) && !is_final => Visibility::Volatile,
        Trust::Synchronizer => Visibility::Quiet,
        // Those of classes are written by initialisers, for which every reader waits. The JDK's constructors keep to the rules.
        Trust::None if is_final && (platform_loader || access & acc::STATIC != 0) => Visibility::Quiet,
        Trust::None if is_final => Visibility::Final,
        Trust::None if platform_loader && is_cached_view(class, field) => Visibility::Quiet,
        Trust::None => Visibility::Plain,
    }
}

/// To whom the arrays belong that code of a class makes.
///
/// Elements have no declaration that could say how they are guarded, so what made the array decides: the platform and the
/// synchronisers are trusted with their own (boxing caches, the content of strings, the items of an `ArrayBlockingQueue`), and with
/// nothing that they are handed. An array of theirs that a method of theirs returns to other code is handed out, and no longer
/// theirs (`Vm::hand_out`). One that comes to other code in another way, as an argument of a method that it overrides or in a
/// field, stays theirs: what trusted code does to it is not seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrayOwner {
    /// The program: every access shows.
    Program,
    /// The code itself, which is trusted.
    Trusted,
    /// The caller: the class only works for others.
    Caller,
}

/// Classes that make arrays, and work on arrays, for whatever calls them.
const FOR_OTHERS: &[&str] = &["java/util/Arrays", "java/lang/reflect/Array", "jdk/internal/util/ArraysSupport"];

/// To whom the arrays belong that code of a class makes.
pub fn array_owner(class: &str, platform_loader: bool) -> ArrayOwner {
    if !platform_loader {
        ArrayOwner::Program
    } else if FOR_OTHERS.contains(&class) {
        ArrayOwner::Caller
    } else if trust(class) == Trust::None {
        ArrayOwner::Program
    } else {
        ArrayOwner::Trusted
    }
}

/// Whether code of a class uses arrays of trusted code unseen. The slots of fork/join queues are the exception: tasks are handed
/// over through them, and by nothing else.
pub fn quiet_arrays(class: &str, platform_loader: bool) -> bool {
    array_owner(class, platform_loader) != ArrayOwner::Program && class != SLOTS
}

/// Whether elements that code of a class uses are as good as volatile, although they are read and written plainly: the
/// class's fences, which orders of single accesses do not tell of, see to that.
pub fn volatile_arrays(class: &str, platform_loader: bool) -> bool {
    platform_loader && class == SLOTS
}
