//! Small natives of the platform's own classes.

use super::{Native, native, nothing};
use crate::vm::Trap;
use crate::vm::memory::layout::Ref;

const CDS: &str = "jdk/internal/misc/CDS";
const REFERENCE: &str = "java/lang/ref/Reference";

pub(super) static NATIVES: &[Native] = &[
    native("jdk/internal/misc/VM", "initialize", "", nothing),
    native("jdk/internal/misc/VM", "initializeFromArchive", "", nothing),
    native("jdk/internal/misc/VM", "latestUserDefinedLoader0", "", |vm, _| {
        let frames = vm.frames(vm.tid);
        let loaders = frames.iter().map(|(frame, _)| vm.frame_method(*frame).class().loader);
        Ok(u64::from(loaders.into_iter().find(|l| *l != 0 && *l != vm.platform_loader).unwrap_or(0)))
    }),
    native("jdk/internal/misc/VM", "getRuntimeArguments", "", |vm, _| {
        Ok(u64::from(vm.new_ref_array(vm.known.string(), &[])?))
    }),
    native(CDS, "isDumpingClassList0", "", nothing),
    native(CDS, "isDumpingArchive0", "", nothing),
    native(CDS, "isSharingEnabled0", "", nothing),
    // Set and Map iteration order must not depend on the day.
    native(CDS, "getRandomSeedForDumping", "", |_, _| Ok(1)),
    native(CDS, "defineArchivedModules", "", nothing),
    native(CDS, "initializeFromArchive", "", nothing),
    native(CDS, "logLambdaFormInvoker", "", nothing),
    native("jdk/internal/misc/PreviewFeatures", "isPreviewEnabled", "", |vm, _| {
        Ok(u64::from(vm.shared.config.preview))
    }),
    native("jdk/internal/misc/ScopedMemoryAccess", "closeScope0", "", |_, _| Ok(1)),
    native("jdk/internal/vm/ForeignLinkerSupport", "isSupported0", "", nothing),
    native("jdk/internal/misc/Signal", "findSignal0", "", |_, _| Ok(u64::from(u32::MAX))),
    native("jdk/internal/misc/Signal", "handle0", "", nothing),
    native("jdk/internal/misc/Signal", "raise0", "", nothing),
    native("java/util/concurrent/atomic/AtomicLong", "VMSupportsCS8", "", |_, _| Ok(1)),
    native(REFERENCE, "getAndClearReferencePendingList", "", nothing),
    native(REFERENCE, "hasReferencePendingList", "", nothing),
    native(REFERENCE, "waitForReferencePendingList", "", |_, _| Err(Trap::Block)),
    native(REFERENCE, "refersTo0", "", |vm, args| {
        Ok(u64::from(vm.ref_field(args[0] as Ref, vm.known.reference_referent) == args[1] as Ref))
    }),
    native(REFERENCE, "clear0", "", |vm, args| {
        let offset = vm.known.reference_referent;
        vm.set(args[0] as Ref + offset, 0);
        Ok(0)
    }),
    native("java/lang/ref/PhantomReference", "refersTo0", "", |vm, args| {
        Ok(u64::from(vm.ref_field(args[0] as Ref, vm.known.reference_referent) == args[1] as Ref))
    }),
    native("java/lang/ref/PhantomReference", "clear0", "", |vm, args| {
        let offset = vm.known.reference_referent;
        vm.set(args[0] as Ref + offset, 0);
        Ok(0)
    }),
    native("java/lang/ref/Finalizer", "isFinalizationEnabled", "", nothing),
    native("java/lang/ref/Finalizer", "reportComplete", "", nothing),
];
