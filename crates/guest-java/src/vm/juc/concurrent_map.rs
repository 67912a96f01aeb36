//! `ConcurrentHashMap`: single keys, and how many there are.
//!
//! Each method that is about one key is one operation on the map (`told.rs`), and counting what it has added or removed another one
//! behind it (`addCount`): `size` may miss a key that `get` finds. Tables grow in steps: an operation that comes to that, or to
//! a tree in the place of a list, is broken off there.
//!
//! A function that is handed to `compute`, `merge` … runs under the lock of its bin, within the operation, as long as it does what nobody
//! else can notice. Where it comes to a visible operation the map is given up, and threads wait for the lock that it holds, or go on
//! in other bins. The same holds for a function that throws.
//!
//! Keys have `hashCode` and `equals` of the library's or of `Object`; where another one is used the map is given up.

use super::told::{Touch, Whole, is_plain, made};
use super::{AtomicCall, Plan, call, note};
use crate::vm::Vm;
use crate::vm::classes::class::acc;
use crate::vm::memory::layout::Ref;

pub(super) const MAP: &str = "java/util/concurrent/ConcurrentHashMap";
const VIEWS: &[&str] = &[
    "java/util/concurrent/ConcurrentHashMap$CollectionView",
    "java/util/concurrent/ConcurrentHashMap$KeySetView",
    "java/util/concurrent/ConcurrentHashMap$ValuesView",
    "java/util/concurrent/ConcurrentHashMap$EntrySetView",
];

pub(super) static CALLS: &[AtomicCall] = &[
    note(MAP, "<init>", "", made),
    call(MAP, "get", "", |vm, args| keyed(vm, args, &[1], Touch::Look)),
    call(MAP, "putVal", "", |vm, args| keyed(vm, args, &[1], Touch::Change)),
    // It compares the value that is expected, too.
    call(MAP, "replaceNode", "", |vm, args| keyed(vm, args, &[1, 3], Touch::Change)),
    call(MAP, "computeIfAbsent", "", |vm, args| keyed(vm, args, &[1], Touch::Change)),
    call(MAP, "computeIfPresent", "", |vm, args| keyed(vm, args, &[1], Touch::Change)),
    call(MAP, "compute", "", |vm, args| keyed(vm, args, &[1], Touch::Change)),
    call(MAP, "merge", "", |vm, args| keyed(vm, args, &[1], Touch::Change)),
    call(MAP, "sumCount", "", |vm, args| map(vm, args)?.operation(vm, Touch::Look)),
    call(MAP, "addCount", "", |vm, args| map(vm, args)?.operation(vm, Touch::Change))
        .apart_if(|vm| vm.told_object().is_some() && vm.told_object() == vm.frame_receiver(vm.frame)),
    call(MAP, "transfer", "", broken_off).always(),
    call(MAP, "helpTransfer", "", broken_off).always(),
    call(MAP, "tryPresize", "", broken_off).always(),
    call(MAP, "treeifyBin", "", broken_off).always(),
];

/// Methods that use nothing of a map but others of its methods.
const HARMLESS: &[&str] = &[
    "size",
    "isEmpty",
    "mappingCount",
    "containsKey",
    "getOrDefault",
    "put",
    "putIfAbsent",
    "remove",
    "replace",
    "keySet",
    "values",
    "entrySet",
];

/// The same of its views.
const HARMLESS_OF_VIEWS: &[&str] =
    &["contains", "containsAll", "add", "addAll", "remove", "size", "isEmpty", "getMap", "getMappedValue"];

static OTHER: AtomicCall = call(MAP, "", "", |vm, args| {
    // What the map itself does belongs to an operation of its own, or comes behind giving up.
    let caller = vm.frame_method(vm.caller(vm.asked_frame()).0).class();
    if std::ptr::eq(caller, vm.known.concurrent_map()) { None } else { map(vm, args)?.given_up(vm) }
});

static OTHER_OF_VIEWS: AtomicCall = call("", "", "", |vm, args| {
    let viewed = vm.ref_field(args[0] as Ref, vm.known.map_view_map);
    map(vm, &[u64::from(viewed)])?.given_up(vm)
});

/// What a method that is in no table means for a map.
pub(super) fn other(class: &str, name: &str, access: u16) -> Option<&'static AtomicCall> {
    let called = access & (acc::PRIVATE | acc::STATIC) == 0 && !name.starts_with('<');
    // Serialisation calls it all the same.
    let counts = called || name == "writeObject";
    if class == MAP {
        (counts && !HARMLESS.contains(&name)).then_some(&OTHER)
    } else if VIEWS.contains(&class) {
        (called && !HARMLESS_OF_VIEWS.contains(&name)).then_some(&OTHER_OF_VIEWS)
    } else {
        None
    }
}

fn map(vm: &Vm, args: &[u64]) -> Option<Whole> {
    Whole::of(vm, args[0] as Ref, vm.known.concurrent_map(), vm.known.concurrent_map_table)
}

/// An operation on one key, in which these arguments are compared.
fn keyed(vm: &Vm, args: &[u64], compared: &[usize], touch: Touch) -> Option<Plan> {
    let map = map(vm, args)?;
    let plain = compared.iter().all(|at| is_plain(vm, args[*at] as Ref));
    if plain { map.operation(vm, touch) } else { map.given_up(vm) }
}

fn broken_off(vm: &Vm, args: &[u64]) -> Option<Plan> {
    map(vm, args)?.broken_off(vm)
}
