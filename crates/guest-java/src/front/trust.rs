//! The trust table: to which owner each package belongs, and how far it is trusted.
//!
//! These questions are answered here, and only here. *Whose code is it* ([`owner`]) decides where errors are shown: a race inside a
//! collection at the program's call, the insides of `java.util.concurrent` nowhere. *How far is it trusted* ([`trust`]) decides
//! what the machine shows of a class's fields at all. *Which locks guard blocks* ([`is_private_lock`]) decides
//! what can be asked to be atomic. *Which fields are caches* ([`is_cached_view`]) decides what reading threads may write.

use deadheat_event::CodeOwner;

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
pub const SLOTS: &str = "java/util/concurrent/ForkJoinPool$WorkQueue";

/// Read and write what links their nodes plainly, with fences around it, or because one that comes late finds a value that tells it so: this is their
/// communication, and as good as volatile.
const FENCED: &[&str] = &["java/util/concurrent/ConcurrentSkipListMap", "java/util/concurrent/CompletableFuture$"];

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

/// Fields of collections that are filled on first use, by reading methods too, although nothing guards them: the library means it so.
/// Each holds a view of its collection that has no state of its own. Two threads may fill it twice, and either view, or one
/// each, does the same; only `==` between views could tell them apart. The views' own fields are final, so one that is
/// published by such a race is whole (JLS 17.5). So no behaviour depends on which thread fills them, and they never show.
const CACHED_VIEWS: &[(&str, &[&str])] = &[
    // Of every map: HashMap, LinkedHashMap, TreeMap, EnumMap, IdentityHashMap, WeakHashMap and those of the program.
    ("java/util/AbstractMap", &["keySet", "values"]),
    ("java/util/HashMap", &["entrySet"]),
    ("java/util/EnumMap", &["entrySet"]),
    ("java/util/IdentityHashMap", &["entrySet"]),
    ("java/util/WeakHashMap", &["entrySet"]),
    ("java/util/TreeMap", &["entrySet", "navigableKeySet", "descendingMap"]),
    ("java/util/TreeMap$NavigableSubMap", &["descendingMapView", "entrySetView", "navigableKeySetView"]),
    ("java/util/Collections$UnmodifiableMap", &["keySet", "entrySet", "values"]),
    ("java/util/Collections$CheckedMap", &["entrySet"]),
];

/// Whether threads tell each other something by the ordinary fields of a class.
pub fn is_fenced(class: &str) -> bool {
    FENCED.iter().any(|prefix| class.starts_with(prefix))
}

/// Whether a field of the class with this internal name caches a view: see `CACHED_VIEWS`.
pub fn is_cached_view(class: &str, field: &str) -> bool {
    CACHED_VIEWS.iter().any(|(owner, fields)| *owner == class && fields.contains(&field))
}

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

/// Packages of the platform, and of what comes with it.
const LIBRARY: &[&str] = &["java/", "javax/", "jdk/", "sun/", "com/sun/"];

/// Packages of test engines and of their assertions: what fails in them has gone wrong where the program calls them.
const TESTING: &[&str] = &[
    "org/junit/",
    "junit/",
    "org/testng/",
    "org/opentest4j/",
    "org/hamcrest/",
    "org/assertj/",
    "org/mockito/",
    "com/google/common/truth/",
];

/// Packages of the platform that do their own synchronisation: a collection used inside them is their business.
const SYNCHRONISERS: &[&str] = &["java/util/concurrent/", "jdk/", "sun/", "java/util/logging/"];

/// By what a program accesses memory other than by naming a variable. Not the program, and not its synchronisation either.
const MEANS_OF_ACCESS: &[&str] = &[
    "jdk/internal/misc/Unsafe",
    "jdk/internal/misc/ScopedMemoryAccess",
    "jdk/internal/reflect/",
    "jdk/internal/util/ArraysSupport",
    "sun/misc/Unsafe",
];

/// The package of deadheat's annotations.
const ANNOTATIONS: &str = "deadheat/";

/// Methods of synchronisers that only hand something over: a thread that calls one learns nothing from calls before it.
const PRODUCERS: &[&str] = &[
    "put",
    "offer",
    "add",
    "addFirst",
    "addLast",
    "offerFirst",
    "offerLast",
    "putFirst",
    "putLast",
    "push",
    "transfer",
    "addAll",
];

/// Whose code a method of the class with this internal name is.
pub fn owner(class: &str, method: &str) -> CodeOwner {
    let is_in = |packages: &[&str]| packages.iter().any(|package| class.starts_with(package));
    match (class, method) {
        ("java/util/concurrent/locks/StampedLock", "tryOptimisticRead") => CodeOwner::OptimisticBegin,
        ("java/util/concurrent/locks/StampedLock", "validate") => CodeOwner::OptimisticValidate,
        ("java/util/concurrent/CyclicBarrier", _) => CodeOwner::Barrier,
        _ if class.starts_with("java/util/concurrent/locks/") => CodeOwner::Lock,
        _ if class.starts_with("java/util/concurrent/atomic/") => CodeOwner::Atomic,
        _ if class.starts_with("java/util/concurrent/") && PRODUCERS.contains(&method) => CodeOwner::Producer,
        _ if is_in(MEANS_OF_ACCESS) => CodeOwner::Access,
        _ if is_in(SYNCHRONISERS) => CodeOwner::Synchroniser,
        _ if is_in(LIBRARY) || is_in(TESTING) => CodeOwner::Library,
        _ if class.starts_with(ANNOTATIONS) => CodeOwner::Annotations,
        _ => CodeOwner::Program,
    }
}

/// Whether the class with this internal name is not the program's own.
pub fn is_library(class: &str) -> bool {
    !owner(class, "").is_program()
}

/// Whose code a class with this name, as in source text, is: for results that were written before they said so.
pub fn owner_by_name(class: &str, method: &str) -> CodeOwner {
    owner(&class.replace('.', "/"), method)
}

/// Whether the lock of an object of this class is the library's own affair, whose blocks are none of the program's.
pub fn is_private_lock(class: &str) -> bool {
    class.starts_with("java/util/concurrent/") || class.starts_with("java/io/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners() {
        for (class, method, expected) in [
            ("bank.Account", "put", CodeOwner::Program),
            ("java.util.ArrayList", "add", CodeOwner::Library),
            ("java.util.concurrent.LinkedBlockingQueue", "put", CodeOwner::Producer),
            ("java.util.concurrent.LinkedBlockingQueue", "take", CodeOwner::Synchroniser),
            ("java.util.concurrent.CyclicBarrier", "await", CodeOwner::Barrier),
            ("java.util.concurrent.atomic.LongAdder", "add", CodeOwner::Atomic),
            ("java.util.concurrent.locks.ReentrantLock", "lock", CodeOwner::Lock),
            ("java.util.concurrent.locks.StampedLock", "validate", CodeOwner::OptimisticValidate),
            ("deadheat.Deadheat", "acquire", CodeOwner::Annotations),
            ("jdk.internal.misc.Unsafe", "putIntVolatile", CodeOwner::Access),
            ("org.junit.jupiter.api.AssertionUtils", "fail", CodeOwner::Library),
            ("junitperf.Main", "run", CodeOwner::Program),
            ("javalin.Server", "run", CodeOwner::Program),
        ] {
            assert_eq!(owner_by_name(class, method), expected, "{class}.{method}");
        }
    }
}
