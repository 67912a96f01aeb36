//! `StackWalker`: batches of frames, handed to Java by a call from inside the walk.
//!
//! The walk's anchor is the frame of `callStackWalk` itself. How far it has come is kept in that frame's scratch, so a walk
//! is part of the thread's state like everything else on its stack.

use super::{Native, native, nothing};
use crate::vm::classes::class::MethodRef;
use crate::vm::classes::known;
use crate::vm::exec::code::NATIVE_SCRATCH;
use crate::vm::memory::layout::Ref;
use crate::vm::{Trap, Vm, VmResult, raise};

const INFO: &str = "java/lang/StackFrameInfo";
/// Where JDKs after 21 keep the class only.
const CLASS_INFO: &str = "java/lang/ClassFrameInfo";
/// The field of theirs for the class or the method.
const NAMED: &str = "classOrMemberName";
const WALKER: &str = "java/lang/StackStreamFactory$AbstractStackWalker";

/// Modes, as `StackStreamFactory` numbers them.
const CLASSES_ONLY: u64 = 2;
const GET_CALLER_CLASS: u64 = 4;
const SHOW_HIDDEN: u64 = 0x20;

/// Flags of a frame, as `MethodHandleNatives` numbers them.
const CALLER_SENSITIVE: u64 = 0x0010_0000;
const HIDDEN_MEMBER: u64 = 0x0040_0000;

pub(super) static NATIVES: &[Native] = &[
    native("java/lang/StackStreamFactory", "checkStackWalkModes", "", |_, _| Ok(1)),
    native(WALKER, "callStackWalk", "(JIII[Ljava/lang/Object;)Ljava/lang/Object;", |vm, args| {
        call(vm, args[0], args[1], args[2], [args[3], args[4], args[5]])
    }),
    // There are no continuations: every stack is whole.
    native(
        WALKER,
        "callStackWalk",
        "(JILjdk/internal/vm/ContinuationScope;Ljdk/internal/vm/Continuation;II[Ljava/lang/Object;)Ljava/lang/Object;",
        |vm, args| call(vm, args[0], args[1], args[2], [args[5], args[6], args[7]]),
    ),
    native(
        WALKER,
        "callStackWalk",
        "(IILjdk/internal/vm/ContinuationScope;Ljdk/internal/vm/Continuation;II[Ljava/lang/Object;)Ljava/lang/Object;",
        |vm, args| call(vm, args[0], args[1], args[2], [args[5], args[6], args[7]]),
    ),
    native(WALKER, "setContinuation", "(J[Ljava/lang/Object;Ljdk/internal/vm/Continuation;)V", nothing),
    native(WALKER, "fetchStackFrames", "(JJII[Ljava/lang/Object;)I", |vm, args| {
        fetch(vm, args[1], args[2] as u32, [args[3], args[4], args[5]])
    }),
    // How many frames there are is asked here, elsewhere where they end.
    native(WALKER, "fetchStackFrames", "(IJIII[Ljava/lang/Object;)I", |vm, args| {
        Ok(fetch(vm, args[1], args[2] as u32, [args[4], args[5], args[6]])? - args[5])
    }),
    native(INFO, "expandStackFrameInfo", "", expand),
];

/// `walk.callStackWalk(mode, skip, …, batch, start, frames)`.
fn call(vm: &mut Vm, walk: u64, mode: u64, skip: u64, [batch, start, frames]: [u64; 3]) -> VmResult<u64> {
    if vm.phase() > 0 {
        return Ok(vm.call_result());
    }
    let (start, frames) = (start as u32, frames as Ref);
    if frames == 0 {
        return raise("java/lang/NullPointerException", "frames_array is NULL");
    }
    let anchor = vm.frame;
    let walker = vm.frame_method(anchor).class();
    let below = frames_below(vm, anchor);
    let own = |method: MethodRef| {
        let class = method.class();
        std::ptr::eq(class, walker)
            || &*class.name == "java/lang/StackWalker"
            || class.super_class.is_some_and(|s| std::ptr::eq(s, walker))
    };
    let first = below.iter().take_while(|(frame, _)| own(vm.frame_method(*frame))).count();
    vm.set_scratch(0, first as u64 + u64::from(skip as u32));
    let caller = below.get(first).filter(|_| mode & GET_CALLER_CLASS != 0).map(|(frame, _)| vm.frame_method(*frame));
    if let Some(method) = caller.filter(|method| method.caller_sensitive) {
        let name = crate::vm::classes::resolve::describe(method);
        return raise(
            "java/lang/UnsupportedOperationException",
            format!("StackWalker::getCallerClass called from @CallerSensitive '{name}' method"),
        );
    }
    let end = fill(vm, anchor, mode, batch as u32, start, frames)?;
    let target = known::method(walker, "doStackWalk", "(JIIII)Ljava/lang/Object;")?;
    let filled = u64::from(end - start);
    Err(Trap::Call(target, vec![walk, u64::from(anchor), skip, filled, u64::from(start), u64::from(end)]))
}

/// `fetchStackFrames(mode, anchor, …, batch, start, frames)`.
fn fetch(vm: &mut Vm, mode: u64, anchor: u32, [batch, start, frames]: [u64; 3]) -> VmResult<u64> {
    let (batch, start, frames) = (batch as u32, start as u32, frames as Ref);
    let on_stack = vm.frames(vm.tid).iter().any(|(frame, _)| *frame == anchor);
    if !on_stack || &*vm.frame_method(anchor).name != "callStackWalk" {
        return raise("java/lang/InternalError", "doStackWalk: corrupted buffers");
    }
    if frames == 0 {
        return raise("java/lang/NullPointerException", "frames_array is NULL");
    }
    fill(vm, anchor, mode, batch, start, frames).map(u64::from)
}

/// The frames that called `anchor`'s, from the top.
fn frames_below(vm: &Vm, anchor: u32) -> Vec<(u32, u32)> {
    vm.frames(vm.tid).into_iter().skip_while(|(frame, _)| *frame != anchor).skip(1).collect()
}

/// Fills in the next frames and gives the index behind the last.
fn fill(vm: &mut Vm, anchor: u32, mode: u64, batch: u32, start: u32, frames: Ref) -> VmResult<u32> {
    let classes_only = mode & CLASSES_ONLY != 0;
    let takes_classes = vm.class_of(frames).component().is_some_and(|c| vm.known.class().is_subclass_of(c));
    let done_at = anchor - NATIVE_SCRATCH;
    let done = vm.get(done_at) as usize;
    let limit = start.saturating_add(batch).min(vm.array_len(frames));
    let mut index = start;
    let mut taken = done;
    for (frame, pc) in frames_below(vm, anchor).into_iter().skip(done) {
        if index >= limit {
            break;
        }
        taken += 1;
        let method = vm.frame_method(frame);
        if method.hidden && mode & SHOW_HIDDEN == 0 {
            continue;
        }
        if classes_only && takes_classes {
            let mirror = vm.mirror(method.class());
            vm.set_array_ref(frames, index, mirror);
        } else {
            let info = vm.array_ref(frames, index);
            let bci = method.code.get().and_then(|code| code.pcs.get(pc as usize)).copied().unwrap_or(0);
            set_frame(vm, info, method, bci, classes_only)?;
        }
        index += 1;
    }
    vm.set(done_at, taken as u64);
    Ok(index)
}

/// Describes a frame in a `StackFrameInfo`, or a `ClassFrameInfo` where only the class is asked for.
fn set_frame(vm: &mut Vm, info: Ref, method: MethodRef, bci: u16, class_only: bool) -> VmResult<()> {
    if info == 0 {
        return raise("java/lang/NullPointerException", "");
    }
    let class = vm.load_boot(if class_only { CLASS_INFO } else { INFO })?;
    if !vm.class_of(info).is_subclass_of(class) {
        return raise("java/lang/InternalError", "a buffer of something else");
    }
    if !class_only {
        vm.set(info + known::instance_field(class, "bci")?.place, u64::from(bci));
    }
    match known::instance_field(class, NAMED) {
        Ok(field) => {
            let of_class = if class_only { Some(vm.mirror(method.class())) } else { None };
            let named = of_class.map_or_else(|| vm.resolved_name(method), Ok)?;
            vm.set_ref_field(info, field.place, named);
            add_flags(vm, info, method)
        }
        Err(_) => set_member(vm, info, method),
    }
}

/// Adds what later JDKs want to know of a method to the flags of a frame.
fn add_flags(vm: &mut Vm, info: Ref, method: MethodRef) -> VmResult<()> {
    let place = info + known::instance_field(vm.class_of(info), "flags")?.place;
    let hidden = if method.hidden || method.class().hidden { HIDDEN_MEMBER } else { 0 };
    let sensitive = if method.caller_sensitive { CALLER_SENSITIVE } else { 0 };
    let flags = vm.get(place) | hidden | sensitive | u64::from(method.access);
    vm.set(place, flags);
    Ok(())
}

/// `info.expandStackFrameInfo()`: the name and the type of the method.
fn expand(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let info = args[0] as Ref;
    let Some((method, _)) = frame_of(vm, info)? else {
        return raise("java/lang/InternalError", "a StackFrameInfo of no frame");
    };
    let class = vm.class_of(info);
    for (field, text) in [("name", &method.name), ("type", &method.descriptor)] {
        let place = known::instance_field(class, field)?.place;
        let text = vm.literal_str(text)?;
        vm.set_ref_field(info, place, text);
    }
    Ok(0)
}

/// Up to JDK 21 a frame has a `MemberName`. It is filled so far that Java never asks us to complete it; the method's number is in the
/// word that we added behind its fields.
fn set_member(vm: &mut Vm, info: Ref, method: MethodRef) -> VmResult<()> {
    let class = vm.class_of(info);
    let member = vm.ref_field(info, known::instance_field(class, "memberName")?.place);
    let member_class = vm.known.member_name();
    if !std::ptr::eq(vm.class_of(member), member_class) {
        return raise("java/lang/InternalError", "a StackFrameInfo without a MemberName");
    }
    let place = |name: &str| known::instance_field(member_class, name).map(|field| field.place);
    const IS_METHOD: u64 = 0x0001_0000;
    const IS_CONSTRUCTOR: u64 = 0x0002_0000;
    let kind = match &*method.name {
        "<init>" => IS_CONSTRUCTOR | 7 << 24,
        _ if method.is_static() => IS_METHOD | 6 << 24,
        _ => IS_METHOD | 5 << 24,
    };
    let mirror = vm.mirror(method.class());
    vm.set_ref_field(member, place("clazz")?, mirror);
    vm.set(member + place("flags")?, kind | u64::from(method.access));
    let text = vm.literal_str(&method.name)?;
    vm.set_ref_field(member, place("name")?, text);
    let text = vm.literal_str(&method.descriptor)?;
    vm.set_ref_field(member, place("type")?, text);
    vm.set(member + member_class.words - 1, u64::from(method.id) + 1);
    Ok(())
}

/// The method and bytecode address that [`set_frame`] put into a `StackFrameInfo`.
pub(super) fn frame_of(vm: &Vm, info: Ref) -> VmResult<Option<(MethodRef, u16)>> {
    let class = vm.class_of(info);
    if &*class.name != INFO || class.loader != 0 {
        return Ok(None);
    }
    let bci = vm.field(info, known::instance_field(class, "bci")?.place) as u16;
    if let Ok(field) = known::instance_field(class, NAMED) {
        let method = vm.method_of_resolved(vm.ref_field(info, field.place));
        return Ok(method.map(|method| (method, bci)));
    }
    let member = vm.ref_field(info, known::instance_field(class, "memberName")?.place);
    if !std::ptr::eq(vm.class_of(member), vm.known.member_name()) {
        return Ok(None);
    }
    let id = vm.get(member + vm.known.member_name().words - 1);
    let method = usize::try_from(id).ok().and_then(|id| id.checked_sub(1)).and_then(|id| vm.methods.get(id));
    Ok(method.map(|method| (method, bci)))
}
