//! The beans of the runtime, of classes and of the operating system.

use super::super::processes::PID;
use super::super::system::{EPOCH_MILLIS, PROCESSORS};
use super::super::{Native, native, nothing};
use super::threads::platform_threads;
use crate::vm::classes::known;
use crate::vm::memory::layout;
use crate::vm::{Vm, VmResult};

const MANAGEMENT: &str = "sun/management/VMManagementImpl";
const OPERATING_SYSTEM: &str = "com/sun/management/internal/OperatingSystemImpl";
const FLAG: &str = "com/sun/management/internal/Flag";

/// Files that a process may have open, as most systems say.
const MOST_FILES: u64 = 1 << 20;
/// The three that every process has open.
const OPEN_FILES: u64 = 3;
/// A load of processors that is not known, as bits of a `double`.
const NO_LOAD: u64 = (-1.0f64).to_bits();

pub(super) static NATIVES: &[Native] = &[
    native(MANAGEMENT, "getVersion0", "", |vm, _| {
        let version = if vm.shared.feature_version < 21 { "3.0" } else { "4.0" };
        Ok(u64::from(vm.literal_str(version)?))
    }),
    native(MANAGEMENT, "initOptionalSupportFields", "", supports),
    native(MANAGEMENT, "isThreadContentionMonitoringEnabled", "", nothing),
    native(MANAGEMENT, "isThreadCpuTimeEnabled", "", |_, _| Ok(1)),
    native(MANAGEMENT, "isThreadAllocatedMemoryEnabled", "", nothing),
    native(MANAGEMENT, "getTotalClassCount", "", initialised),
    native(MANAGEMENT, "getUnloadedClassCount", "", nothing),
    native(MANAGEMENT, "getVerboseClass", "", nothing),
    native("sun/management/ClassLoadingImpl", "setVerboseClass", "", nothing),
    native(MANAGEMENT, "getVerboseGC", "", nothing),
    native(MANAGEMENT, "getProcessId", "", |_, _| Ok(PID)),
    native(MANAGEMENT, "getVmArguments0", "", |vm, _| {
        let options = vm.shared.config.properties.iter().map(|(name, value)| format!("-D{name}={value}"));
        let options: Vec<String> = options.collect();
        let options = options.iter().map(|option| vm.new_string(option)).collect::<VmResult<Vec<_>>>()?;
        Ok(u64::from(vm.new_ref_array(vm.known.string(), &options)?))
    }),
    native(MANAGEMENT, "getStartupTime", "", |_, _| Ok(EPOCH_MILLIS as u64)),
    native(MANAGEMENT, "getUptime0", "", |vm, _| Ok(vm.tick() / 1_000_000)),
    native(MANAGEMENT, "getAvailableProcessors", "", |_, _| Ok(PROCESSORS)),
    native(MANAGEMENT, "getTotalCompileTime", "", nothing),
    native(MANAGEMENT, "getTotalThreadCount", "", |vm, _| Ok(vm.thread_ids().len() as u64)),
    native(MANAGEMENT, "getLiveThreadCount", "", |vm, _| Ok(platform_threads(vm).len() as u64)),
    // As many stacks as were in use at once.
    native(MANAGEMENT, "getPeakThreadCount", "", |vm, _| Ok(vm.get(layout::G_STACKS))),
    native(MANAGEMENT, "getDaemonThreadCount", "", |vm, _| {
        let daemon = |tid: &u32| vm.get(layout::thread(*tid) + crate::vm::threads::thread::T_DAEMON) != 0;
        Ok(platform_threads(vm).iter().filter(|tid| daemon(tid)).count() as u64)
    }),
    native(OPERATING_SYSTEM, "initialize0", "", nothing),
    native(OPERATING_SYSTEM, "getCommittedVirtualMemorySize0", "", |vm, _| Ok(vm.shared.config.heap)),
    native(OPERATING_SYSTEM, "getTotalMemorySize0", "", |vm, _| Ok(vm.shared.config.heap)),
    native(OPERATING_SYSTEM, "getFreeMemorySize0", "", |vm, _| {
        Ok(vm.shared.config.heap.saturating_sub(vm.heap_used * 8))
    }),
    native(OPERATING_SYSTEM, "getTotalSwapSpaceSize0", "", nothing),
    native(OPERATING_SYSTEM, "getFreeSwapSpaceSize0", "", nothing),
    native(OPERATING_SYSTEM, "getMaxFileDescriptorCount0", "", |_, _| Ok(MOST_FILES)),
    native(OPERATING_SYSTEM, "getOpenFileDescriptorCount0", "", |_, _| Ok(OPEN_FILES)),
    native(OPERATING_SYSTEM, "getProcessCpuTime0", "", |vm, _| Ok(vm.tick())),
    native(OPERATING_SYSTEM, "getProcessCpuLoad0", "", |_, _| Ok(NO_LOAD)),
    native(OPERATING_SYSTEM, "getCpuLoad0", "", |_, _| Ok(NO_LOAD)),
    native(OPERATING_SYSTEM, "getSingleCpuLoad0", "", |_, _| Ok(NO_LOAD)),
    native(OPERATING_SYSTEM, "getHostTotalCpuTicks0", "", |_, _| Ok(u64::MAX)),
    native(OPERATING_SYSTEM, "getHostConfiguredCpuCount0", "", |_, _| Ok(PROCESSORS)),
    native(OPERATING_SYSTEM, "getHostOnlineCpuCount0", "", |_, _| Ok(PROCESSORS)),
    native("jdk/internal/misc/Unsafe", "getLoadAverage0", "", |_, _| Ok(u64::from(u32::MAX))),
    // Nobody limits the guest but us.
    native("jdk/internal/platform/CgroupMetrics", "isUseContainerSupport", "", nothing),
    native("jdk/internal/platform/CgroupMetrics", "isContainerized0", "", nothing),
    native("jdk/internal/platform/SystemMetrics", "instance", "", nothing),
    native(FLAG, "initialize", "", nothing),
    native(FLAG, "getInternalFlagCount", "", nothing),
    native(FLAG, "getFlags", "", nothing),
    native(FLAG, "getAllFlagNames", "", |vm, _| Ok(u64::from(vm.new_ref_array(vm.known.string(), &[])?))),
];

/// What can be asked for at all.
fn supports(vm: &mut Vm, _: &[u64]) -> VmResult<u64> {
    let class = vm.load_boot(MANAGEMENT)?;
    for field in [
        "compTimeMonitoringSupport",
        "currentThreadCpuTimeSupport",
        "otherThreadCpuTimeSupport",
        "objectMonitorUsageSupport",
        "synchronizerUsageSupport",
    ] {
        let field = known::static_field(class, field)?;
        vm.set(field.place, 1);
    }
    Ok(0)
}

/// Classes that are initialised on this path: which are loaded besides depends on the paths that were explored before.
fn initialised(vm: &mut Vm, _: &[u64]) -> VmResult<u64> {
    Ok(vm.classes.iter().filter(|class| class.version_of.is_none() && vm.is_initialized(class)).count() as u64)
}
