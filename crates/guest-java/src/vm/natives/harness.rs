//! `deadheat.test.Harness`: the program that finds and runs tests. See `vm/harness`.

use super::{Native, native};
use crate::vm::harness::{CLASS, ClassProblem, End, FoundTest, Harness, stage};
use crate::vm::memory::layout::{G_TEST, G_TEST_STAGE, Ref};
use crate::vm::{Trap, Vm, VmResult};

pub static NATIVES: &[Native] = &[
    native(CLASS, "candidates", "()[Ljava/lang/String;", candidates),
    native(CLASS, "found", "(Ljava/lang/String;Ljava/lang/String;)V", found),
    native(CLASS, "problem", "(Ljava/lang/String;Ljava/lang/String;)V", problem),
    native(CLASS, "ready", "()V", ready),
    native(CLASS, "chosen", "()I", chosen),
    native(CLASS, "passed", "()V", |vm, _| end(vm, stage::PASSED, |end| end.passed += 1)),
    native(CLASS, "failed", "()V", |vm, _| end(vm, stage::FAILED, |end| end.failed += 1)),
    native(CLASS, "skipped", "(Ljava/lang/String;)V", |vm, args| {
        let why = vm.string(args[0] as Ref);
        end(vm, stage::PASSED, |end| end.skipped = Some(why))
    }),
];

/// A program of the user's that calls itself the harness has nothing to ask.
fn harness(vm: &Vm) -> VmResult<Harness> {
    let no_harness = || Trap::Raise("java/lang/UnsatisfiedLinkError", "there are no tests to run".to_owned());
    vm.shared.config.harness.clone().ok_or_else(no_harness)
}

fn candidates(vm: &mut Vm, _: &[u64]) -> VmResult<u64> {
    let candidates = harness(vm)?.candidates;
    let names: Vec<Ref> = candidates.iter().map(|name| vm.new_string(name)).collect::<VmResult<_>>()?;
    vm.new_ref_array(vm.known.string(), &names).map(u64::from)
}

fn found(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let (name, class) = (vm.string(args[0] as Ref), vm.string(args[1] as Ref));
    harness(vm)?.found.add(FoundTest { name, class });
    Ok(0)
}

fn problem(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let (class, what) = (vm.string(args[0] as Ref), vm.string(args[1] as Ref));
    harness(vm)?.found.add_problem(ClassProblem { class, what });
    Ok(0)
}

/// The thread's step ends behind this, so that the machine stands still before anything is chosen.
fn ready(vm: &mut Vm, _: &[u64]) -> VmResult<u64> {
    harness(vm)?;
    vm.set(G_TEST_STAGE, stage::READY);
    vm.cut_soon();
    Ok(0)
}

fn chosen(vm: &mut Vm, _: &[u64]) -> VmResult<u64> {
    harness(vm)?;
    vm.set(G_TEST_STAGE, stage::RUNNING);
    Ok(vm.get(G_TEST))
}

fn end(vm: &mut Vm, stage: u64, note: impl FnOnce(&mut End)) -> VmResult<u64> {
    let test = vm.get(G_TEST) as u32;
    vm.set(G_TEST_STAGE, stage);
    harness(vm)?.ends.note(test, note);
    Ok(0)
}
