//! Other processes, of which a guest has none, and its own, of which it sees little.

use deadheat_machine::NeedKind;

use super::{Native, native, nothing};
use crate::vm::classes::class::Kind;
use crate::vm::{Vm, VmResult, raise};

const PROCESS: &str = "java/lang/ProcessHandleImpl";

/// What every attempt to start a process is answered with.
pub(crate) const NO_PROCESSES: &str = "processes are refused under deadheat";

/// The number that a guest takes for its process.
pub(super) const PID: u64 = 1000;

/// The environment that every guest sees.
const ENVIRONMENT: &[(&str, &str)] = &[("PATH", "/usr/local/bin:/usr/bin:/bin"), ("HOME", "/root"), ("USER", "guest")];

pub(super) static NATIVES: &[Native] = &[
    native("java/lang/ProcessEnvironment", "environ", "", environment),
    native("java/lang/ProcessImpl", "init", "", nothing),
    native("java/lang/ProcessImpl", "forkAndExec", "", |_, _| raise("java/io/IOException", NO_PROCESSES))
        .refusing(NeedKind::Processes),
    native(PROCESS, "initNative", "", nothing),
    native(PROCESS, "getCurrentPid0", "", |_, _| Ok(PID)),
    native(PROCESS, "isAlive0", "", |_, args| Ok(if args[0] == PID { 0 } else { u64::MAX })),
    native(PROCESS, "parent0", "", |_, _| Ok(u64::MAX)),
    native(PROCESS, "getProcessPids0", "", nothing),
    native(PROCESS, "destroy0", "", nothing),
    native(PROCESS, "waitForProcessExit0", "", |_, _| Ok(u64::from(u32::MAX))),
    native("java/lang/ProcessHandleImpl$Info", "info0", "", nothing),
];

/// Names and values in turn.
fn environment(vm: &mut Vm, _: &[u64]) -> VmResult<u64> {
    let Some(byte) = vm.known.primitive(Kind::Byte) else { return super::io::internal("no class byte") };
    let bytes = vm.array_of(byte)?;
    let class = vm.array_of(bytes)?;
    let array = vm.new_array(class, ENVIRONMENT.len() as i32 * 2)?;
    for (i, text) in (0u32..).zip(ENVIRONMENT.iter().flat_map(|(name, value)| [name, value])) {
        let value = vm.new_byte_array(text.as_bytes())?;
        vm.set_array_ref(array, i, value);
    }
    Ok(u64::from(array))
}
