//! Native methods, one module per Java class or family of classes, and the few library methods that we replace.
//!
//! A native is a plain function of the machine and its argument words (the receiver first). It answers with a word
//! (ignored for `void`), or with a [`Trap`](crate::vm::Trap): an exception, a call into Java (`Trap::Call`), or a wait
//! (`Trap::Block`). It must never recurse into the interpreter. A native that calls Java is entered again when the call
//! has returned, with [`Vm::phase`] one higher and the result in [`Vm::call_result`]; what it must remember in between goes
//! into [`Vm::scratch`].

use std::sync::LazyLock;

use deadheat_event::{BlockedOn, Done};
use deadheat_machine::NeedKind;
use rustc_hash::FxHashMap;

use crate::classfile::{ClassFile, MethodInfo};
use crate::vm::classes::class::acc;
use crate::vm::{Vm, VmResult};

/// The code of a native.
pub type NativeFn = fn(&mut Vm, &[u64]) -> VmResult<u64>;
/// The visible operation that a native will do with these arguments; none if it is invisible.
pub type PendingFn = fn(&Vm, &[u64]) -> Option<Seen>;

/// A visible operation about to be done.
pub struct Seen {
    /// What it will have been, as far as that can be known before it is done.
    pub kind: Done,
    /// Why it cannot be done now.
    pub blocked: Option<BlockedOn>,
}

/// A native method of ours.
pub struct Native {
    /// Internal name of the class.
    pub class: &'static str,
    /// Name of the method.
    pub name: &'static str,
    /// Its descriptor; empty for every overload.
    pub descriptor: &'static str,
    /// Its code.
    pub run: NativeFn,
    /// Set for visible operations.
    pub pending: Option<PendingFn>,
    /// Entered again, with [`Vm::caught`] set, when a call that it made throws.
    pub catches: bool,
    /// In place of the library's own code even where that wraps a native.
    pub replaces: bool,
    /// Only a faster way to do what the library's own code does, which runs where other threads can notice its accesses to arrays.
    pub intrinsic: bool,
    /// Not used where there are agents: then the library's own code is run.
    pub without_agents: bool,
    /// What the guest cannot have where this raises an exception: see `gaps`.
    pub refuses: Option<NeedKind>,
    /// What it will do is a function of words in the arena alone, so that the answer can be kept: see `threads::standing`.
    pub is_steady: bool,
    /// It copies elements from array to array: short ones are copied by the fast loop itself.
    pub copies: bool,
}

impl Native {
    /// The same, entered again when a call that it made throws.
    pub const fn catching(mut self) -> Native {
        self.catches = true;
        self
    }

    /// The same, only as a faster way to do what the library's own code does.
    pub const fn intrinsic(mut self) -> Native {
        self.intrinsic = true;
        self
    }

    /// The same, which copies elements as `System.arraycopy` does.
    pub const fn copying(mut self) -> Native {
        self.copies = true;
        self
    }

    /// The same, raising an exception for something that the guest cannot have.
    pub const fn refusing(mut self, kind: NeedKind) -> Native {
        self.refuses = Some(kind);
        self
    }

    /// The same, only for guests without agents.
    pub const fn without_agents(mut self) -> Native {
        self.without_agents = true;
        self
    }

    /// The same, in place of the library's own code even where that wraps a native.
    pub const fn replacing(mut self) -> Native {
        self.replaces = true;
        self
    }
}

/// An invisible native.
pub const fn native(class: &'static str, name: &'static str, descriptor: &'static str, run: NativeFn) -> Native {
    Native {
        class,
        name,
        descriptor,
        run,
        pending: None,
        catches: false,
        replaces: false,
        intrinsic: false,
        without_agents: false,
        refuses: None,
        is_steady: false,
        copies: false,
    }
}

/// A native that is a visible operation.
pub const fn visible(
    class: &'static str,
    name: &'static str,
    descriptor: &'static str,
    pending: PendingFn,
    run: NativeFn,
) -> Native {
    Native {
        class,
        name,
        descriptor,
        run,
        pending: Some(pending),
        catches: false,
        replaces: false,
        intrinsic: false,
        without_agents: false,
        refuses: None,
        is_steady: false,
        copies: false,
    }
}

/// The same; what it will do is a function of words in the arena alone: not of the network, of files, or of what the registry finds.
pub const fn steady(
    class: &'static str,
    name: &'static str,
    descriptor: &'static str,
    pending: PendingFn,
    run: NativeFn,
) -> Native {
    Native { is_steady: true, ..visible(class, name, descriptor, pending, run) }
}

/// A native that has nothing to do.
pub fn nothing(_: &mut Vm, _: &[u64]) -> VmResult<u64> {
    Ok(0)
}

static TABLE: LazyLock<FxHashMap<(&'static str, &'static str), Vec<&'static Native>>> = LazyLock::new(|| {
    let mut table: FxHashMap<_, Vec<&'static Native>> = FxHashMap::default();
    for native in ALL.iter().chain(net::NATIVES).chain(management::NATIVES).copied().flatten() {
        table.entry((native.class, native.name)).or_default().push(native);
    }
    table
});

fn row(class: &str, name: &str, descriptor: &str) -> Option<&'static Native> {
    let list = TABLE.get(&(class, name))?;
    list.iter().copied().find(|n| n.descriptor.is_empty() || n.descriptor == descriptor)
}

/// Classes of later JDKs, and those whose natives they have taken over.
const MOVED: &[(&str, &str)] = &[
    ("sun/nio/ch/UnixDispatcher", "sun/nio/ch/FileDispatcherImpl"),
    ("sun/nio/ch/UnixFileDispatcherImpl", "sun/nio/ch/FileDispatcherImpl"),
    ("jdk/internal/reflect/DirectMethodHandleAccessor$NativeAccessor", "jdk/internal/reflect/NativeMethodAccessorImpl"),
    (
        "jdk/internal/reflect/DirectConstructorHandleAccessor$NativeAccessor",
        "jdk/internal/reflect/NativeConstructorAccessorImpl",
    ),
];

/// Our code for a method of the JDK, if we have any.
///
/// Later JDKs wrap some natives in Java: what was `sleep` is then `sleep0`, called by a `sleep` that is like it. One row does
/// for both, and is the code of the one that is native, unless it says that it replaces the wrapper.
pub fn find(file: &ClassFile, method: &MethodInfo) -> Option<&'static Native> {
    let is_native = method.access & acc::NATIVE != 0;
    let is_wrapper = || {
        let wrapped = |m: &MethodInfo| m.name.strip_suffix('0') == Some(&*method.name) && m.desc == method.desc;
        file.methods.iter().any(|m| m.access & acc::NATIVE != 0 && wrapped(m))
    };
    let moved = MOVED.iter().find(|(class, _)| is_native && *class == &*file.name).map(|(_, class)| *class);
    let direct = row(&file.name, &method.name, &method.desc);
    match direct.or_else(|| row(moved?, &method.name, &method.desc)) {
        Some(native) if !is_native && !native.replaces && is_wrapper() => None,
        None if is_native => {
            let unwrapped = method.name.strip_suffix('0').and_then(|name| row(&file.name, name, &method.desc));
            unwrapped.or_else(|| matches!(&*method.name, "registerNatives" | "initIDs").then_some(&REGISTER))
        }
        found => found,
    }
}

static REGISTER: Native = native("", "registerNatives", "", nothing);

mod annotations;
mod args;
mod array;
mod boxing;
mod bulk;
mod channels;
mod class;
mod constant_pool;
mod fdlibm;
mod file_system;
mod harness;
mod image;
mod instrument;
mod io;
mod loader;
mod management;
mod math;
mod method_handles;
mod module;
mod net;
mod nio;
mod npe;
mod object;
mod packages;
mod processes;
mod reflect;
mod reflect_data;
mod stack_walk;
mod strings;
mod system;
mod thread;
mod throwable;
mod r#unsafe;
mod unsafe_bounds;
mod unsafe_memory;
mod vm_classes;
mod zip;

pub(crate) use annotations::CLASS as ANNOTATIONS;
pub(crate) use loader::{NO_LIBRARIES, duplicate, finish_definition};
pub(crate) use net::NO_NETWORK;
pub(crate) use object::wake_reason;
pub(crate) use processes::NO_PROCESSES;
pub(crate) use unsafe_bounds::{field_at, is_sealed};

static ALL: &[&[Native]] = &[
    annotations::NATIVES,
    harness::NATIVES,
    object::NATIVES,
    class::NATIVES,
    reflect_data::NATIVES,
    constant_pool::NATIVES,
    image::NATIVES,
    instrument::NATIVES,
    reflect::NATIVES,
    array::NATIVES,
    array::PRIMITIVES,
    loader::NATIVES,
    packages::NATIVES,
    method_handles::NATIVES,
    module::NATIVES,
    system::NATIVES,
    thread::NATIVES,
    throwable::NATIVES,
    zip::NATIVES,
    stack_walk::NATIVES,
    strings::FILLS.as_flattened(),
    strings::NATIVES,
    math::NATIVES,
    processes::NATIVES,
    channels::NATIVES,
    nio::NATIVES,
    file_system::NATIVES,
    io::NATIVES,
    r#unsafe::ACCESSORS,
    r#unsafe::COMPARISONS,
    r#unsafe::MODIFIERS,
    unsafe_memory::NATIVES,
    vm_classes::NATIVES,
];

/// The methods of the VM's own class; see `synthetic`.
pub(crate) static SYNTHETIC: &[&[Native]] =
    &[loader::SYNTHETIC, crate::vm::agents::SYNTHETIC, crate::vm::invoke::LINKERS, crate::vm::invoke::CASTS];
