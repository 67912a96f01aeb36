//! The bean of threads: what each does, which locks it holds and waits for, and who waits for whom in a circle.
//!
//! All of this depends on where other threads stand, which no search orders: whoever asks has met a blind spot. A lock of the library is known
//! here by what HotSpot parks on, its synchroniser, and a thread that stands before `lock()` counts as parked there. What a program derives from
//! `AbstractOwnableSynchronizer` by itself is seen where threads wait for it, and not listed among the locks that its owner holds.

use deadheat_event::{BlockedOn, LockMode, SyncId};

use super::super::thread::java_status;
use super::super::throwable::stack_to;
use super::super::{Native, native, nothing};
use crate::vm::classes::known;
use crate::vm::memory::layout::{self, HEADER, Ref};
use crate::vm::threads::thread::{F_SYNCHRONIZED, S_PARKED, T_STATUS};
use crate::vm::threads::visible::SYNCHRONISER;
use crate::vm::{Trap, Vm, VmResult};

const THREADS: &str = "sun/management/ThreadImpl";
const INFO: &str = "java/lang/management/ThreadInfo";
const VIRTUAL: &str = "java/lang/ThreadBuilders$BoundVirtualThread";
/// The constructor that takes locks.
const WITH_LOCKS: &str = "(Ljava/lang/Thread;ILjava/lang/Object;Ljava/lang/Thread;JJJJ[Ljava/lang/StackTraceElement;[Ljava/lang/Object;[I[Ljava/lang/Object;)V";
/// A time or a number that is not measured.
const UNDEFINED: u64 = u64::MAX;
const MONITORENTER: u8 = 0xc2;

pub(super) static NATIVES: &[Native] = &[
    native(THREADS, "getThreads", "", |vm, _| {
        vm.note_undeclared();
        let threads = platform_threads(vm);
        thread_array(vm, &threads)
    }),
    native(THREADS, "getThreadInfo1", "", |vm, args| {
        let wanted = threads_by_id(vm, args[0] as Ref);
        let depth = usize::try_from(args[1] as u32 as i32).unwrap_or(usize::MAX);
        let look = Look { depth, monitors: false, synchronisers: false };
        describe_all(vm, &wanted, args[2] as Ref, look)
    }),
    native(THREADS, "dumpThreads0", "", dump),
    native(THREADS, "findMonitorDeadlockedThreads0", "", |vm, _| deadlocked(vm, false)),
    native(THREADS, "findDeadlockedThreads0", "", |vm, _| deadlocked(vm, true)),
    native(THREADS, "getThreadTotalCpuTime0", "", time_of),
    native(THREADS, "getThreadUserCpuTime0", "", time_of),
    native(THREADS, "getThreadTotalCpuTime1", "", times_of),
    native(THREADS, "getThreadUserCpuTime1", "", times_of),
    native(THREADS, "getThreadAllocatedMemory0", "", |_, _| Ok(UNDEFINED)),
    native(THREADS, "getTotalThreadAllocatedMemory", "", |_, _| Ok(UNDEFINED)),
    native(THREADS, "setThreadCpuTimeEnabled0", "", nothing),
    native(THREADS, "setThreadContentionMonitoringEnabled0", "", nothing),
    native(THREADS, "resetPeakThreadCount0", "", nothing),
    native(THREADS, "resetContentionTimes0", "", nothing),
];

/// How much of a thread is told.
#[derive(Clone, Copy)]
struct Look {
    depth: usize,
    monitors: bool,
    synchronisers: bool,
}

/// Threads that live and are no virtual ones.
pub(super) fn platform_threads(vm: &Vm) -> Vec<u32> {
    let is_platform = |tid: &u32| &*vm.class_of(vm.thread_object(*tid)).name != VIRTUAL;
    vm.live_threads().into_iter().filter(is_platform).collect()
}

fn thread_array(vm: &mut Vm, threads: &[u32]) -> VmResult<u64> {
    let objects: Vec<Ref> = threads.iter().map(|tid| vm.thread_object(*tid)).collect();
    Ok(u64::from(vm.new_ref_array(vm.known.thread(), &objects)?))
}

/// The threads that have the numbers in a `long[]`; none for those that do not live.
fn threads_by_id(vm: &Vm, ids: Ref) -> Vec<Option<u32>> {
    vm.audit_elements(ids);
    (0..vm.array_len(ids)).map(|at| thread_by_id(vm, vm.get(ids + HEADER + at))).collect()
}

fn thread_by_id(vm: &Vm, id: u64) -> Option<u32> {
    let number = known::instance_field(vm.known.thread(), "tid").ok()?;
    platform_threads(vm).into_iter().find(|tid| vm.get(vm.thread_object(*tid) + number.place) == id)
}

/// `dumpThreads0(ids, monitors, synchronisers, depth)`: all threads where no numbers are given.
fn dump(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let (ids, depth) = (args[0] as Ref, args[3] as u32 as usize);
    let look = Look { depth, monitors: args[1] != 0, synchronisers: args[2] != 0 };
    if vm.phase() == 0 {
        let wanted =
            if ids == 0 { platform_threads(vm).into_iter().map(Some).collect() } else { threads_by_id(vm, ids) };
        let class = vm.load_boot(INFO)?;
        let array = vm.new_ref_array(class, &vec![0; wanted.len()])?;
        vm.set_scratch(1, u64::from(array));
    }
    // Nobody runs in between, so these are the same threads each time.
    let wanted = if ids == 0 { platform_threads(vm).into_iter().map(Some).collect() } else { threads_by_id(vm, ids) };
    let array = vm.scratch(1);
    describe_all(vm, &wanted, array as Ref, look)?;
    Ok(array)
}

/// Fills an array with `ThreadInfo`s, each made by a call. The first word of scratch counts the places that are done.
fn describe_all(vm: &mut Vm, wanted: &[Option<u32>], infos: Ref, look: Look) -> VmResult<u64> {
    vm.note_undeclared();
    let class = vm.load_boot(INFO)?;
    vm.initialize(class)?;
    let done = vm.scratch(0) as usize;
    let next = wanted.iter().enumerate().skip(done).find_map(|(at, tid)| tid.map(|tid| (at, tid)));
    let Some((at, tid)) = next else { return Ok(0) };
    let info = vm.new_object(class)?;
    vm.set_array_ref(infos, at as u32, info);
    let arguments = describe(vm, tid, look)?;
    vm.set_scratch(0, at as u64 + 1);
    let make = known::method(class, "<init>", WITH_LOCKS)?;
    Err(Trap::Call(make, std::iter::once(u64::from(info)).chain(arguments).collect()))
}

/// The arguments of `ThreadInfo`'s constructor.
fn describe(vm: &mut Vm, tid: u32, look: Look) -> VmResult<Vec<u64>> {
    let thread = vm.thread_object(tid);
    let (awaited, owner) = awaited(vm, tid).unwrap_or_default();
    let trace = stack_to(vm, tid, look.depth)?;
    let object = vm.known.object();
    let monitors = if look.monitors { held_monitors(vm, tid, look.depth) } else { Vec::new() };
    let held: Vec<Ref> = monitors.iter().map(|(object, _)| *object).collect();
    let held = vm.new_ref_array(object, &held)?;
    let depths = vm.new_primitive_array(crate::vm::classes::class::Kind::Int, monitors.len())?;
    for (at, (_, depth)) in (0u32..).zip(&monitors) {
        vm.arena.set_element(depths, at, depth.map_or(u32::MAX, |depth| depth as u32));
    }
    let synchronisers = if look.synchronisers { held_synchronisers(vm, tid) } else { Vec::new() };
    let synchronisers = vm.new_ref_array(object, &synchronisers)?;
    let words = [thread, awaited, owner, trace, held, depths, synchronisers].map(u64::from);
    let [thread, awaited, owner, trace, held, depths, synchronisers] = words;
    let status = java_status(vm, tid);
    Ok(vec![thread, status, awaited, owner, 0, UNDEFINED, 0, UNDEFINED, trace, held, depths, synchronisers])
}

/// What a thread waits for, and the `Thread` that has it, if that is one thread.
fn awaited(vm: &Vm, tid: u32) -> Option<(Ref, Ref)> {
    if tid == vm.tid {
        return None;
    }
    if vm.get(layout::thread(tid) + T_STATUS) == S_PARKED {
        let blocker = known::instance_field(vm.known.thread(), "parkBlocker").ok()?;
        let blocker = vm.ref_field(vm.thread_object(tid), blocker.place);
        return (blocker != 0).then(|| (blocker, owner_of(vm, blocker)));
    }
    match vm.pending_of(tid)?.blocked? {
        BlockedOn::Lock { lock, owner, .. } => {
            Some((parked_on(vm, lock), owner.map_or(0, |owner| vm.thread_object(owner.0))))
        }
        BlockedOn::Notify { condition, .. } => {
            let object = parked_on(vm, condition);
            let owner = if condition.part == SYNCHRONISER { None } else { vm.monitor_owner(object) };
            Some((object, owner.map_or(0, |owner| vm.thread_object(owner))))
        }
        BlockedOn::Join { thread } => Some((vm.thread_object(thread.0), 0)),
        BlockedOn::Permits { semaphore: sync } | BlockedOn::Latch { latch: sync } if !vm.is_part_of_network(sync) => {
            Some((parked_on(vm, sync), 0))
        }
        _ => None,
    }
}

/// What HotSpot's threads park on when they want a lock of the library: its synchroniser, where it has one.
fn parked_on(vm: &Vm, sync: SyncId) -> Ref {
    let object = sync.object.0;
    if sync.part != SYNCHRONISER {
        return object;
    }
    let field = vm.class_of(object).field_named("sync").filter(|field| !field.is_static());
    field.map(|field| vm.ref_field(object, field.place)).filter(|sync| *sync != 0).unwrap_or(object)
}

/// The `Thread` that owns a synchroniser, if it is one that can be owned.
fn owner_of(vm: &Vm, object: Ref) -> Ref {
    let class = vm.class_of(object);
    let chain = std::iter::successors(Some(class), |class| class.super_class);
    let ownable = chain.into_iter().any(|c| &*c.name == "java/util/concurrent/locks/AbstractOwnableSynchronizer");
    let field = class.field_named("exclusiveOwnerThread").filter(|_| ownable);
    field.map_or(0, |field| vm.ref_field(object, field.place))
}

/// The monitors that a thread holds, innermost first, with the place of the frame that has taken each. A block keeps its monitor in a variable.
fn held_monitors(vm: &Vm, tid: u32, depth: usize) -> Vec<(Ref, Option<usize>)> {
    let locks = vm.held_locks(tid).into_iter().filter(|(lock, _)| lock.part != SYNCHRONISER);
    let mut left: Vec<Ref> = locks.map(|(lock, _)| lock.object.0).collect();
    let mut placed = Vec::new();
    for (at, (frame, _)) in vm.frames(tid).into_iter().enumerate().take(depth) {
        let has = |monitor: Ref| {
            if vm.frame_flags(frame) & F_SYNCHRONIZED != 0 && vm.get(frame + 2) as Ref == monitor {
                return true;
            }
            let method = vm.frame_method(frame);
            let takes = method.info().and_then(|info| info.code.as_ref());
            takes.is_some_and(|code| code.bytecode.contains(&MONITORENTER))
                && (vm.frame_locals(frame)..frame).any(|word| vm.get(word) == u64::from(monitor))
        };
        left.retain(|monitor| {
            let here = has(*monitor);
            if here {
                placed.push((*monitor, Some(at)));
            }
            !here
        });
    }
    placed.extend(left.into_iter().map(|monitor| (monitor, None)));
    placed
}

/// The locks of the library that a thread owns.
fn held_synchronisers(vm: &Vm, tid: u32) -> Vec<Ref> {
    let locks = vm.held_locks(tid).into_iter();
    let owned = locks.filter(|(lock, mode)| lock.part == SYNCHRONISER && *mode == LockMode::Exclusive);
    let synchronisers = owned.map(|(lock, _)| parked_on(vm, lock));
    synchronisers.filter(|sync| owner_of(vm, *sync) != 0).collect()
}

/// The threads that wait for each other in circles, or null.
fn deadlocked(vm: &mut Vm, synchronisers: bool) -> VmResult<u64> {
    vm.note_undeclared();
    // The one that asks runs.
    let waits_for = |tid: u32| -> Option<u32> {
        if tid == vm.tid {
            return None;
        }
        let blocked = vm.pending_of(tid).and_then(|pending| pending.blocked);
        let monitor = matches!(blocked, Some(BlockedOn::Lock { lock, .. }) if lock.part != SYNCHRONISER);
        let parked = vm.get(layout::thread(tid) + T_STATUS) == S_PARKED;
        let lock = monitor || synchronisers && (parked || matches!(blocked, Some(BlockedOn::Lock { .. })));
        let (_, owner) = awaited(vm, tid).filter(|_| lock)?;
        if owner == 0 { None } else { vm.tid_of(owner) }
    };
    let mut seen = Vec::new();
    let mut circles = Vec::new();
    for first in platform_threads(vm) {
        let mut path = Vec::new();
        let mut next = Some(first);
        while let Some(tid) = next.filter(|tid| !seen.contains(tid)) {
            seen.push(tid);
            path.push(tid);
            next = waits_for(tid);
        }
        let start = next.and_then(|tid| path.iter().position(|on_path| *on_path == tid));
        circles.extend(start.map_or(&[][..], |start| &path[start..]));
    }
    if circles.is_empty() { Ok(0) } else { thread_array(vm, &circles) }
}

/// The time that a thread has had is the time that has passed; 0 stands for the one that asks.
fn time_of(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let lives = args[0] == 0 || thread_by_id(vm, args[0]).is_some();
    Ok(if lives { vm.tick() } else { UNDEFINED })
}

fn times_of(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let (ids, times) = (args[0] as Ref, args[1] as Ref);
    let now = vm.tick();
    for (at, thread) in (0u32..).zip(threads_by_id(vm, ids)) {
        vm.set(times + HEADER + at, thread.map_or(UNDEFINED, |_| now));
    }
    Ok(0)
}
