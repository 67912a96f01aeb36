//! Calling agents, before `main`, on its thread.

use crate::host::output::Stream;
use crate::vm::agents::IMPLEMENTATION;
use crate::vm::classes::known;
use crate::vm::memory::layout::Ref;
use crate::vm::{Trap, Vm, VmResult};

/// What HotSpot says, and how it ends, where an agent fails.
const FAILED: &[u8] = b"FATAL ERROR in native method: processing of -javaagent failed, processJavaStart failed\n";
const ABORTED: i32 = 134;

/// Scratch word: where [`start_agent`] stands.
const STAGE: u32 = 0;
/// Scratch word: the agent's `Instrumentation`.
const OBJECT: u32 = 1;

/// Stages: what was done last.
const APPENDED: u64 = 1;
const MADE: u64 = 2;
const CALLED: u64 = 3;
const TOLD: u64 = 4;

/// (number): makes the `Instrumentation` of an agent and calls the agent with it.
pub(super) fn start_agent(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let number = args[0] as u32;
    let (_, agent) = vm.agent(u64::from(number) + 1)?;
    let stage = vm.scratch(STAGE);
    if let Some(exception) = vm.caught().filter(|_| stage != 0) {
        return match stage {
            // What an agent of the program's own jar throws is the program's.
            APPENDED | MADE | CALLED if agent.of_launcher => Err(Trap::Throw(exception)),
            APPENDED | MADE | CALLED => tell(vm, exception),
            _ => fail(vm),
        };
    }
    let class = vm.load_boot(IMPLEMENTATION)?;
    match stage {
        0 => {
            vm.set_scratch(STAGE, APPENDED);
            // The machine looks for classes there anyway, and the library for resources.
            Err(vm.call_appender(&agent.jar.to_string_lossy())?)
        }
        APPENDED => {
            vm.initialize(class)?;
            let object = vm.new_object(class)?;
            vm.set_instrumentation(number, object)?;
            vm.set_scratch(OBJECT, u64::from(object));
            vm.set_scratch(STAGE, MADE);
            let mut given = vec![u64::from(object), u64::from(number) + 1, u64::from(agent.can_redefine), 0];
            // Later JDKs are also told whether to warn of agents that come while the program runs.
            let init = match known::method(class, "<init>", "(JZZ)V") {
                Ok(init) => init,
                Err(_) => {
                    given.push(0);
                    known::method(class, "<init>", "(JZZZ)V")?
                }
            };
            Err(Trap::Call(init, given))
        }
        MADE => {
            let name = vm.new_string(&agent.class)?;
            let options = match &agent.options {
                Some(options) => vm.new_string(options)?,
                None => 0,
            };
            let caller = if agent.of_launcher { "loadClassAndCallAgentmain" } else { "loadClassAndCallPremain" };
            let caller = known::method(class, caller, "(Ljava/lang/String;Ljava/lang/String;)V")?;
            vm.set_scratch(STAGE, CALLED);
            Err(Trap::Call(caller, vec![vm.scratch(OBJECT), u64::from(name), u64::from(options)]))
        }
        CALLED => Ok(0),
        _ => fail(vm),
    }
}

/// Shows what an agent has thrown.
fn tell(vm: &mut Vm, exception: Ref) -> VmResult<u64> {
    let show = known::method(vm.known.thread(), "dispatchUncaughtException", "(Ljava/lang/Throwable;)V")?;
    vm.set_scratch(STAGE, TOLD);
    Err(Trap::Call(show, vec![u64::from(vm.current_thread()), u64::from(exception)]))
}

fn fail(vm: &mut Vm) -> VmResult<u64> {
    vm.host.print(Stream::Out, FAILED);
    Err(Trap::Exit(ABORTED))
}
