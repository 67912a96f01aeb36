//! Which accesses other threads can notice.
//!
//! Guest code and ordinary library classes (collections, string builders) are visible in full. The synchronisers of
//! `java.util.concurrent` are trusted: their plain fields are guarded by protocols that we don't check, but their volatile
//! fields *are* the communication and stay visible. The innards of the platform (`java.lang`, reflection, I/O, class
//! loading) are invisible: their caches and lazily filled fields are benign by design and would drown a search.

use crate::classfile::MethodInfo;
use crate::vm::classes::class::acc;

/// How an access to a field shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// Never a visible operation.
    Quiet,
    /// A plain access: visible when the object is shared.
    Plain,
    /// A volatile access: visible when the object is shared, and synchronises.
    Volatile,
}

/// How far a class is trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// Watched in full.
    None,
    /// Only volatile fields show.
    Synchronizer,
    /// Nothing shows.
    Platform,
}

/// Classes of trusted packages that a guest can share by mistake, so they are watched like the guest's own.
const WATCHED: &[&str] = &[
    "java/lang/AbstractStringBuilder",
    "java/lang/StringBuilder",
    "java/lang/StringBuffer",
    "java/security/MessageDigest",
    "java/text/DecimalFormat",
    "java/text/DigitList",
    "java/util/regex/Matcher",
];

/// Hands tasks over from thread to thread in an array.
const SLOTS: &str = "java/util/concurrent/ForkJoinPool$WorkQueue";

/// Reads and writes the links between its nodes plainly, with fences around them: they are its communication, and as good as
/// volatile.
const FENCED: &str = "java/util/concurrent/ConcurrentSkipListMap";

/// Packages (and everything below them) whose fields never show.
const PLATFORM: &[&str] = &[
    "java/lang/",
    "java/io/",
    "java/nio/",
    "java/net/",
    "java/security/",
    "java/time/",
    "java/math/",
    "jdk/",
    "sun/",
    "javax/",
    "com/sun/",
    "org/xml/",
    "org/w3c/",
    "java/util/logging/",
    "java/util/regex/",
    "java/util/stream/",
    "java/util/jar/",
    "java/util/zip/",
    "java/util/spi/",
    "java/util/function/",
    "java/util/Locale",
    "java/util/ResourceBundle",
    "java/util/Random",
    "java/util/Formatter",
    "java/util/Currency",
    "java/util/ServiceLoader",
    "java/util/UUID",
    "java/util/TimeZone",
    "java/util/Optional",
    "java/util/Objects",
    "java/util/KeyValueHolder",
    "java/util/ImmutableCollections",
    "java/text/",
];

/// How far the class with this internal name is trusted.
pub fn trust(class: &str) -> Trust {
    if WATCHED.contains(&class) {
        Trust::None
    } else if class.starts_with("java/util/concurrent/") {
        Trust::Synchronizer
    } else if PLATFORM.iter().any(|prefix| class.starts_with(prefix)) {
        Trust::Platform
    } else {
        Trust::None
    }
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

/// How accesses to a field show. `platform_loader` tells whether the class comes from the JDK: a guest cannot make its own
/// classes trusted by choosing a name.
pub fn visibility(class: &str, platform_loader: bool, access: u16) -> Visibility {
    let trust = if platform_loader { trust(class) } else { Trust::None };
    let is_volatile = access & acc::VOLATILE != 0;
    let is_final = access & acc::FINAL != 0;
    match trust {
        Trust::Platform => Visibility::Quiet,
        _ if is_volatile => Visibility::Volatile,
        Trust::Synchronizer if class.starts_with(FENCED) && !is_final => Visibility::Volatile,
        Trust::Synchronizer => Visibility::Quiet,
        Trust::None if is_final => Visibility::Quiet,
        Trust::None => Visibility::Plain,
    }
}

/// Whether code of a class uses arrays unseen. Elements have no declaration that could say how they are guarded, so the code
/// that uses them decides: that of the platform and of the synchronisers is trusted with its own (boxing caches, the items of
/// an `ArrayBlockingQueue`), and with what it is handed. The slots of fork/join queues are the exception: tasks are handed over
/// through them, and by nothing else.
pub fn quiet_arrays(class: &str, platform_loader: bool) -> bool {
    platform_loader && trust(class) != Trust::None && class != SLOTS
}

/// Whether elements that code of a class uses are as good as volatile, although they are read and written plainly: the
/// class's fences, which orders of single accesses do not tell of, see to that.
pub fn volatile_arrays(class: &str, platform_loader: bool) -> bool {
    platform_loader && class == SLOTS
}
