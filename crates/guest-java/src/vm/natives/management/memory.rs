//! Memory beans: one pool that is the heap, one for classes, and their managers, by the names of HotSpot's serial collector.

use super::super::{Native, native, nothing};
use crate::vm::classes::known;
use crate::vm::memory::layout::Ref;
use crate::vm::{Trap, Vm, VmResult};

const MEMORY: &str = "sun/management/MemoryImpl";
const POOL: &str = "sun/management/MemoryPoolImpl";
const COLLECTOR: &str = "sun/management/GarbageCollectorImpl";
const HELPER: &str = "sun/management/ManagementFactoryHelper";
/// The collector's bean in the module that adds to the standard ones.
const EXTENDED: &str = "com/sun/management/internal/GarbageCollectorExtImpl";
const BUILDER: &str = "com/sun/management/internal/GcInfoBuilder";

/// The words for what is not counted.
const UNDEFINED: u64 = u64::MAX;

const HEAP_POOL: &str = "Tenured Gen";
const CLASS_POOL: &str = "Metaspace";

pub(super) static NATIVES: &[Native] = &[
    native(MEMORY, "getMemoryPools0", "", |vm, _| {
        let create = "(Ljava/lang/String;ZJJ)Ljava/lang/management/MemoryPoolMXBean;";
        let made = [(HEAP_POOL, 1), (CLASS_POOL, 0)].map(|(name, heap)| Made {
            class: HELPER,
            method: "createMemoryPool",
            descriptor: create,
            name,
            rest: vec![heap, UNDEFINED, UNDEFINED],
        });
        make(vm, "java/lang/management/MemoryPoolMXBean", &made)
    }),
    native(MEMORY, "getMemoryManagers0", "", |vm, _| {
        let extended = vm.load_boot(EXTENDED).is_ok();
        let made = [
            Made {
                class: HELPER,
                method: "createMemoryManager",
                descriptor: "(Ljava/lang/String;)Ljava/lang/management/MemoryManagerMXBean;",
                name: "Metaspace Manager",
                rest: Vec::new(),
            },
            Made {
                class: if extended { EXTENDED } else { HELPER },
                method: "createGarbageCollector",
                descriptor: "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/management/GarbageCollectorMXBean;",
                name: "MarkSweepCompact",
                rest: vec![0],
            },
        ];
        make(vm, "java/lang/management/MemoryManagerMXBean", &made)
    }),
    native(MEMORY, "getMemoryUsage0", "", |vm, args| usage(vm, args[1] != 0)),
    native(MEMORY, "setVerboseGC", "", nothing),
    native(POOL, "getUsage0", "", pool_usage),
    native(POOL, "getPeakUsage0", "", pool_usage),
    native(POOL, "getCollectionUsage0", "", nothing),
    native(POOL, "resetPeakUsage0", "", nothing),
    native(POOL, "setPoolUsageSensor", "", nothing),
    native(POOL, "setPoolCollectionSensor", "", nothing),
    native(POOL, "getMemoryManagers0", "", |vm, args| belonging(vm, args, "mgrs", "getMemoryManagers0")),
    native("sun/management/MemoryManagerImpl", "getMemoryPools0", "", |vm, args| {
        belonging(vm, args, "pools", "getMemoryPools0")
    }),
    native(COLLECTOR, "getCollectionCount", "", |_, _| Ok(UNDEFINED)),
    native(COLLECTOR, "getCollectionTime", "", |_, _| Ok(UNDEFINED)),
    native(EXTENDED, "setNotificationEnabled", "", nothing),
    native(BUILDER, "getNumGcExtAttributes", "", nothing),
    native(BUILDER, "fillGcAttributeInfo", "", nothing),
    native(BUILDER, "getLastGcInfo0", "", nothing),
];

/// A bean that the library makes for the machine.
struct Made {
    class: &'static str,
    method: &'static str,
    descriptor: &'static str,
    name: &'static str,
    rest: Vec<u64>,
}

/// An array of beans, each made by a call.
fn make(vm: &mut Vm, element: &str, beans: &[Made]) -> VmResult<u64> {
    let at = vm.phase() as usize;
    if at == 0 {
        // First of all: initialisers run in between, and the native is entered again.
        for bean in beans {
            let class = vm.load_boot(bean.class)?;
            vm.initialize(class)?;
        }
        let element = vm.load_boot(element)?;
        let array = vm.new_ref_array(element, &vec![0; beans.len()])?;
        vm.set_scratch(0, u64::from(array));
    } else {
        let bean = vm.call_result() as Ref;
        vm.set_array_ref(vm.scratch(0) as Ref, at as u32 - 1, bean);
    }
    let Some(bean) = beans.get(at) else { return Ok(vm.scratch(0)) };
    let class = vm.load_boot(bean.class)?;
    let create = known::method(class, bean.method, bean.descriptor)?;
    let name = vm.literal_str(bean.name)?;
    Err(Trap::Call(create, std::iter::once(u64::from(name)).chain(bean.rest.iter().copied()).collect()))
}

fn pool_usage(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let pool = args[0] as Ref;
    let is_heap = known::instance_field(vm.class_of(pool), "isHeap")?;
    usage(vm, vm.field(pool, is_heap.place) != 0)
}

/// A `MemoryUsage`. How much of the machine's memory classes take is nobody's business here.
fn usage(vm: &mut Vm, heap: bool) -> VmResult<u64> {
    if vm.phase() != 0 {
        return Ok(vm.scratch(0));
    }
    let class = vm.load_boot("java/lang/management/MemoryUsage")?;
    vm.initialize(class)?;
    let made = vm.new_object(class)?;
    vm.set_scratch(0, u64::from(made));
    let whole = vm.shared.config.heap;
    let (used, most) = if heap { ((vm.heap_used * 8).min(whole), whole) } else { (0, UNDEFINED) };
    let committed = if heap { whole } else { 0 };
    Err(Trap::Call(known::method(class, "<init>", "(JJJJ)V")?, vec![u64::from(made), committed, used, committed, most]))
}

/// The managers of a pool, or the pools of a manager: the collector's are the heap, the other's are not. They are the ones that the library keeps
/// when it has asked for them, which it is made to do first.
fn belonging(vm: &mut Vm, args: &[u64], kept: &str, ask: &str) -> VmResult<u64> {
    let memory = vm.load_boot(MEMORY)?;
    vm.initialize(memory)?;
    let held = known::static_field(memory, kept)?;
    if vm.get(held.place) == 0 && vm.phase() == 0 {
        let element = if kept == "mgrs" { "MemoryManager" } else { "MemoryPool" };
        let getter = ask.trim_end_matches('0');
        let descriptor = format!("()[Ljava/lang/management/{element}MXBean;");
        return Err(Trap::Call(known::method(memory, getter, &descriptor)?, Vec::new()));
    }
    let all = vm.get(held.place) as Ref;
    let of_heap = |vm: &Vm, bean: Ref| {
        let class = vm.class_of(bean);
        match class.field_named("isHeap") {
            Some(field) => vm.field(bean, field.place) != 0,
            None => &*class.name == EXTENDED || &*class.name == COLLECTOR,
        }
    };
    let mine = of_heap(vm, args[0] as Ref);
    let beans: Vec<Ref> = (0..vm.array_len(all)).map(|at| vm.array_ref(all, at)).collect();
    let beans: Vec<Ref> = beans.into_iter().filter(|bean| of_heap(vm, *bean) == mine).collect();
    let Some(element) = vm.class_of(all).component() else { return Ok(0) };
    Ok(u64::from(vm.new_ref_array(element, &beans)?))
}
