//! Every flag that deadheat gives to a compiler, in one place, with its reason.

/// For every compilation by gcc or clang, behind the user's own flags. Which `-O` the user wants stays the user's.
pub const COMPILE: &[&str] = &[
    "-g",
    "-fno-omit-frame-pointer",
    // Objects with code that is made when linking would be instrumented then, with other flags than these.
    "-fno-lto",
    // The checked variants of `memcpy`, `read` … are other functions than the runtime takes the place of.
    "-U_FORTIFY_SOURCE",
];

/// What makes gcc instrument.
pub const GCC_INSTRUMENT: &[&str] = &["-fsanitize=thread"];

/// What makes clang instrument.
pub const CLANG_INSTRUMENT: &[&str] = &[
    "-fsanitize=thread",
    // A call that also links gets our runtime, not the compiler's.
    "-fno-sanitize-link-runtime",
    // Without it the read of `x++` is not shown, because a write to the same address follows.
    "-mllvm",
    "-tsan-instrument-read-before-write=1",
];

/// A file of specs with which gcc's driver tells the compiler proper to instrument, and does not know of it itself: told by a flag, it
/// would link its own runtime wherever a call compiles and links.
pub const GCC_SPECS: &str = "*cc1:\n+ -fsanitize=thread\n\n";

/// Our flags for clang stand between these: none of them is to be called unused, as those for compiling would be where assembler text is
/// the input.
pub const CLANG_QUIET: [&str; 2] = ["--start-no-unused-arguments", "--end-no-unused-arguments"];

/// A symbol of the runtime's only object: the linker takes that object, whether the program calls it or not. It does not take all of the
/// archive, which has functions of Rust's core library in it that a program may have, too.
pub const RUNTIME_SYMBOL: &str = "__deadheat_native_runtime";

/// For every executable, before and behind the archive with the runtime. Shared libraries of the program find it in the executable.
pub const LINK_BEFORE: &[&str] = &["-rdynamic", "-Xlinker", "-u", "-Xlinker", RUNTIME_SYMBOL];
/// See [`LINK_BEFORE`].
pub const LINK_BEHIND: &[&str] = &[
    // The user's last word may have been `-Bstatic`.
    "-Xlinker",
    "--push-state",
    "-Xlinker",
    "-Bdynamic",
    "-ldl",
    "-lpthread",
    "-Xlinker",
    "--pop-state",
];

/// For executables of gcc, beside the archive: which functions of the C library are caught by the linker (`-Wl,--wrap=NAME`). None are:
/// what is defined in an executable comes before the C library's.
pub const GCC_WRAP: &[&str] = &[];

/// For a shared library that says that it must not have undefined symbols: those of the runtime are, until it is loaded.
pub const ALLOW_UNDEFINED: &[&str] = &["-Xlinker", "-z", "-Xlinker", "undefs"];

/// Flags of the user's that are left out in silence; those that end in `*` by their beginnings.
pub const LEFT_OUT: &[&str] = &[
    // Ours are added.
    "-fsanitize=thread",
    "-static-libtsan",
    "-shared-libsan",
    "-static-libsan",
    // Names and lines are needed in the executable itself.
    "-s",
    "-Wl,-s",
    "-Wl,-S",
    "-Wl,--strip-all",
    "-Wl,--strip-debug",
    "-gsplit-dwarf*",
    "-gz*",
    // See `-U_FORTIFY_SOURCE` and `-fno-lto` above.
    "-D_FORTIFY_SOURCE*",
    "-Wp,-D_FORTIFY_SOURCE*",
    "-flto*",
    "-fwhole-program",
];

/// The only target that there is a runtime for.
pub const TARGET: &str = "x86_64-unknown-linux-gnu";

/// For every compilation by rustc, behind the user's own flags. They are not stable, so `RUSTC_BOOTSTRAP` must be set.
pub const RUST_COMPILE: &[&str] = &[
    "-Zsanitizer=thread",
    "-Zexternal-clangrt",
    // The standard library as it is installed is not instrumented.
    "-Cunsafe-allow-abi-mismatch=sanitizer",
    "-Cllvm-args=-tsan-instrument-read-before-write=1",
    "-Cforce-frame-pointers=yes",
];

/// For rustc alone; cargo is told by its profiles.
pub const RUST_DEBUG: &[&str] = &["-Cdebuginfo=2", "-Cstrip=none"];

/// For every executable by rustc, before and behind the path of the archive, all as the linker gets them.
pub const RUST_LINK_BEFORE: &[&str] = &[
    "-Clink-arg=-rdynamic",
    "-Clink-arg=-Wl,-u,__deadheat_native_runtime",
    // The runtime is written in Rust, too: it has a handler of panics and a personality of its own, and the standard library's, which
    // come first, must win.
    "-Clink-arg=-Wl,--allow-multiple-definition",
];
/// See [`RUST_LINK_BEFORE`].
pub const RUST_LINK_BEHIND: &[&str] = &["-Clink-arg=-ldl", "-Clink-arg=-lpthread"];

/// The same in the profiles of cargo: names after `CARGO_PROFILE_…_`, and values.
pub const CARGO_PROFILE: &[(&str, &str)] = &[("DEBUG", "2"), ("STRIP", "none"), ("LTO", "off")];
