//! `java.lang.System`, `Runtime`, `Shutdown`: time, properties, array copies, the end.

use super::bulk::{Move, Source, element_address};
use super::{Native, Seen, native, nothing, steady};
use crate::vm::classes::class::{Kind, Shape};
use crate::vm::classes::known;
use crate::vm::memory::layout::{self, HEADER, Ref};
use crate::vm::{Trap, Vm, VmResult, raise};

const SYSTEM: &str = "java/lang/System";
const RUNTIME: &str = "java/lang/Runtime";
const RAW: &str = "jdk/internal/util/SystemProps$Raw";

/// Virtual time begins here: 2024-01-01T00:00:00Z, in milliseconds.
pub(super) const EPOCH_MILLIS: i64 = 1_704_067_200_000;
/// What reading the clock costs, in virtual nanoseconds: loops that wait for time to pass must end.
const TICK: u64 = 1_000;
/// Processors that a guest sees, whatever the host has.
pub(super) const PROCESSORS: u64 = 4;

pub(super) static NATIVES: &[Native] = &[
    native(SYSTEM, "currentTimeMillis", "", |vm, _| {
        vm.tick();
        Ok(vm.current_millis() as u64)
    }),
    native(SYSTEM, "nanoTime", "", |vm, _| Ok(vm.tick())),
    native("jdk/internal/misc/VM", "getNanoTimeAdjustment", "", |vm, args| {
        let now = vm.tick();
        let seconds = EPOCH_MILLIS / 1000 - args[0] as i64;
        Ok(seconds.saturating_mul(1_000_000_000).saturating_add(now as i64) as u64)
    }),
    steady(SYSTEM, "arraycopy", "", copy_pending, copy).copying(),
    native(SYSTEM, "setIn0", "", |vm, args| set_stream(vm, "in", args)),
    native(SYSTEM, "setOut0", "", |vm, args| set_stream(vm, "out", args)),
    native(SYSTEM, "setErr0", "", |vm, args| set_stream(vm, "err", args)),
    native(SYSTEM, "mapLibraryName", "", |vm, args| {
        let name = format!("lib{}.so", vm.string(args[0] as Ref));
        Ok(u64::from(vm.new_string(&name)?))
    }),
    native(RUNTIME, "availableProcessors", "", |_, _| Ok(PROCESSORS)),
    native(RUNTIME, "maxMemory", "", |vm, _| Ok(vm.shared.config.heap)),
    native(RUNTIME, "totalMemory", "", |vm, _| Ok(vm.shared.config.heap)),
    native(RUNTIME, "freeMemory", "", |vm, _| Ok(vm.shared.config.heap.saturating_sub(vm.heap_used * 8))),
    native(RUNTIME, "gc", "", |vm, _| {
        vm.collect()?;
        Ok(0)
    }),
    native("java/lang/Shutdown", "beforeHalt", "", nothing),
    native("java/lang/Shutdown", "halt0", "", |_, args| Err(Trap::Exit(args[0] as u32 as i32))),
    native(RAW, "vmProperties", "", vm_properties),
    native(RAW, "platformProperties", "", platform_properties),
];

impl Vm {
    /// Reads the virtual clock in nanoseconds, which moves it on a little.
    pub fn tick(&mut self) -> u64 {
        let now = self.get(layout::G_CLOCK) + TICK;
        self.set(layout::G_CLOCK, now);
        now
    }

    /// Virtual wall-clock time.
    pub fn current_millis(&self) -> i64 {
        EPOCH_MILLIS + (self.get(layout::G_CLOCK) / 1_000_000) as i64
    }
}

fn set_stream(vm: &mut Vm, name: &str, args: &[u64]) -> VmResult<u64> {
    let field = known::static_field(vm.known.system(), name)?;
    vm.set_ref_field(vm.known.system().mirror, field.place - vm.known.system().mirror, args[0] as Ref);
    Ok(0)
}

fn copy_pending(vm: &Vm, args: &[u64]) -> Option<Seen> {
    copy_of(vm, args).ok()?.pending(vm)
}

fn copy(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    copy_of(vm, args)?.run(vm)
}

/// What `arraycopy` is to move; all that is wrong with its arguments is found before anything is moved.
fn copy_of(vm: &Vm, args: &[u64]) -> VmResult<Move> {
    let (source, target) = (args[0] as Ref, args[2] as Ref);
    if source == 0 || target == 0 {
        return raise("java/lang/NullPointerException", "");
    }
    let (from, to, length) = (args[1] as u32 as i32, args[3] as u32 as i32, args[4] as u32 as i32);
    let (source_class, target_class) = (vm.class_of(source), vm.class_of(target));
    let (source_kind, target_kind) = match (source_class.shape, target_class.shape) {
        (Shape::Array(source_kind, _), Shape::Array(target_kind, _)) => (source_kind, target_kind),
        (Shape::Array(..), _) => {
            return raise(
                "java/lang/ArrayStoreException",
                format!("arraycopy: destination type {} is not an array", target_class.java_name()),
            );
        }
        _ => {
            return raise(
                "java/lang/ArrayStoreException",
                format!("arraycopy: source type {} is not an array", source_class.java_name()),
            );
        }
    };
    if source_kind != target_kind {
        let word = |kind: Kind| {
            if kind == Kind::Reference { "object array[]".to_string() } else { format!("{}[]", kind.keyword()) }
        };
        let message =
            format!("arraycopy: type mismatch: can not copy {} into {}", word(source_kind), word(target_kind));
        return raise("java/lang/ArrayStoreException", message);
    }
    check_bounds(vm, source, target, from, to, length, source_kind)?;
    let component = target_class.component().filter(|_| source_kind == Kind::Reference);
    let fits = |component| source_class.component().is_some_and(|s| s.is_subclass_of(component));
    Ok(Move {
        source: Source::Memory(source, element_address(source, from as u64, source_kind)),
        target,
        to: element_address(target, to as u64, source_kind),
        kind: source_kind,
        count: length as u64,
        checked: component.filter(|component| !fits(component)),
    })
}

fn check_bounds(vm: &Vm, source: Ref, target: Ref, from: i32, to: i32, length: i32, kind: Kind) -> VmResult<()> {
    let (source_len, target_len) = (vm.array_len(source), vm.array_len(target));
    let fits = |from: i32, available: u32| from >= 0 && from as u64 + length as u64 <= u64::from(available);
    if length >= 0 && fits(from, source_len) && fits(to, target_len) {
        return Ok(());
    }
    let word = if kind == Kind::Reference { "object array" } else { kind.keyword() };
    let message = if from < 0 {
        format!("arraycopy: source index {from} out of bounds for {word}[{source_len}]")
    } else if to < 0 {
        format!("arraycopy: destination index {to} out of bounds for {word}[{target_len}]")
    } else if length < 0 {
        format!("arraycopy: length {length} is negative")
    } else if from as u64 + length as u64 > u64::from(source_len) {
        format!(
            "arraycopy: last source index {} out of bounds for {word}[{source_len}]",
            from as u32 as u64 + length as u64
        )
    } else {
        format!(
            "arraycopy: last destination index {} out of bounds for {word}[{target_len}]",
            to as u32 as u64 + length as u64
        )
    };
    raise("java/lang/ArrayIndexOutOfBoundsException", message)
}

fn string_array(vm: &mut Vm, texts: &[Option<String>]) -> VmResult<u64> {
    let class = vm.array_of(vm.known.string())?;
    let array = vm.new_array(class, texts.len() as i32)?;
    for (i, text) in (0u32..).zip(texts) {
        if let Some(text) = text {
            let string = vm.new_string(text)?;
            vm.set(array + HEADER + i, u64::from(string));
        }
    }
    Ok(u64::from(array))
}

/// Key and value pairs, ended by a null.
fn vm_properties(vm: &mut Vm, _: &[u64]) -> VmResult<u64> {
    let config = vm.shared.config.clone();
    let home = config.java_home.display().to_string();
    let class_path: Vec<String> = config.class_path.iter().map(|p| p.display().to_string()).collect();
    let mut pairs = vec![
        ("java.home".to_string(), home.clone()),
        ("java.vm.specification.name".into(), "Java Virtual Machine Specification".into()),
        ("java.vm.specification.vendor".into(), "Oracle Corporation".into()),
        ("java.vm.specification.version".into(), vm.shared.feature_version.to_string()),
        ("java.vm.name".into(), "deadheat".into()),
        ("java.vm.vendor".into(), "deadheat".into()),
        ("java.vm.version".into(), env!("CARGO_PKG_VERSION").into()),
        ("java.vm.info".into(), "interpreted mode".into()),
        ("java.vm.compressedOopsMode".into(), "32-bit".into()),
        ("java.class.path".into(), class_path.join(":")),
        ("java.library.path".into(), String::new()),
        ("sun.boot.library.path".into(), format!("{home}/lib")),
        ("jdk.debug".into(), "release".into()),
        ("sun.nio.MaxDirectMemorySize".into(), "-1".into()),
        ("sun.nio.PageAlignDirectMemory".into(), "false".into()),
        // Reflection stays with its native accessors: no code is generated behind the guest's back.
        ("sun.reflect.inflationThreshold".into(), i32::MAX.to_string()),
        // Later JDKs: fields without method handles, too.
        ("jdk.reflect.useDirectMethodHandle".into(), "methods".into()),
        // No service that would start threads of its own.
        ("java.awt.headless".into(), "true".into()),
    ];
    pairs.extend(config.properties.clone());
    let mut texts: Vec<Option<String>> = pairs.into_iter().flat_map(|(k, v)| [Some(k), Some(v)]).collect();
    texts.push(None);
    string_array(vm, &texts)
}

/// The platform's properties, in the order of the `_…_NDX` constants of `SystemProps.Raw`.
fn platform_properties(vm: &mut Vm, _: &[u64]) -> VmResult<u64> {
    let class = vm.load_boot(RAW)?;
    let index = |name: &str| -> Option<usize> {
        let file = class.file.as_ref()?;
        let field = file.fields.iter().find(|f| &*f.name == name)?;
        match file.constant(field.constant_value)? {
            crate::classfile::Constant::Integer(value) => usize::try_from(*value).ok(),
            _ => None,
        }
    };
    let Some(length) = index("FIXED_LENGTH").or_else(|| index("_user_name_NDX").map(|n| n + 1)) else {
        return Err(Trap::Internal("this JDK's SystemProps.Raw is unknown".into()));
    };
    let directory = vm.shared.config.directory.display().to_string();
    let mut texts: Vec<Option<String>> = vec![None; length];
    for (name, value) in [
        ("_display_language_NDX", "en"),
        ("_file_encoding_NDX", "UTF-8"),
        ("_native_encoding_NDX", "UTF-8"),
        ("_sun_jnu_encoding_NDX", "UTF-8"),
        ("_stdout_encoding_NDX", "UTF-8"),
        ("_stderr_encoding_NDX", "UTF-8"),
        ("_file_separator_NDX", "/"),
        ("_line_separator_NDX", "\n"),
        ("_path_separator_NDX", ":"),
        ("_java_io_tmpdir_NDX", "/tmp"),
        ("_os_name_NDX", "Linux"),
        ("_os_arch_NDX", "amd64"),
        ("_os_version_NDX", "5.0"),
        ("_sun_arch_data_model_NDX", "64"),
        ("_sun_cpu_endian_NDX", "little"),
        ("_sun_io_unicode_encoding_NDX", "UnicodeLittle"),
        ("_user_dir_NDX", directory.as_str()),
        ("_user_home_NDX", "/root"),
        ("_user_name_NDX", "guest"),
    ] {
        if let Some(slot) = index(name).and_then(|i| texts.get_mut(i)) {
            *slot = Some(value.to_string());
        }
    }
    string_array(vm, &texts)
}
