//! Wrapper objects of primitive values, and the conversions that reflection allows between them.

use crate::vm::classes::class::{Kind, MethodRef};
use crate::vm::classes::known;
use crate::vm::memory::layout::Ref;
use crate::vm::{Vm, VmResult, raise};

/// The wrapper class of a primitive kind.
fn wrapper(kind: Kind) -> &'static str {
    match kind {
        Kind::Boolean => "java/lang/Boolean",
        Kind::Byte => "java/lang/Byte",
        Kind::Char => "java/lang/Character",
        Kind::Short => "java/lang/Short",
        Kind::Int => "java/lang/Integer",
        Kind::Float => "java/lang/Float",
        Kind::Long => "java/lang/Long",
        Kind::Double => "java/lang/Double",
        Kind::Void | Kind::Reference => "java/lang/Void",
    }
}

/// The `valueOf` that boxes a value of this kind; its class is initialised.
pub(super) fn value_of(vm: &mut Vm, kind: Kind) -> VmResult<MethodRef> {
    let name = wrapper(kind);
    let class = vm.load_boot(name)?;
    vm.initialize(class)?;
    known::method(class, "valueOf", &format!("({})L{name};", kind.letter()))
}

/// The value in a wrapper object; none if it is no wrapper.
pub(super) fn unbox(vm: &Vm, object: Ref) -> Option<(Kind, u64)> {
    let class = vm.class_of(object);
    let kinds = Kind::PRIMITIVES.into_iter().filter(|kind| *kind != Kind::Void);
    let kind = kinds.into_iter().find(|kind| *class.name == *wrapper(*kind) && class.loader == 0)?;
    let value = class.field_named("value").filter(|f| !f.is_static())?;
    Some((kind, vm.field(object, value.place)))
}

/// A value converted to another kind by identity or widening (JLS 5.1.2); none if that would lose something.
pub(super) fn widen(from: Kind, value: u64, to: Kind) -> Option<u64> {
    let int = value as u32 as i32;
    let converted = match (from, to) {
        _ if from == to => value,
        (Kind::Byte, Kind::Short | Kind::Int) | (Kind::Short | Kind::Char, Kind::Int) => value,
        (Kind::Byte | Kind::Short | Kind::Char | Kind::Int, Kind::Long) => i64::from(int) as u64,
        (Kind::Byte | Kind::Short | Kind::Char | Kind::Int, Kind::Float) => u64::from((int as f32).to_bits()),
        (Kind::Byte | Kind::Short | Kind::Char | Kind::Int, Kind::Double) => f64::from(int).to_bits(),
        (Kind::Long, Kind::Float) => u64::from((value as i64 as f32).to_bits()),
        (Kind::Long, Kind::Double) => (value as i64 as f64).to_bits(),
        (Kind::Float, Kind::Double) => f64::from(f32::from_bits(value as u32)).to_bits(),
        _ => return None,
    };
    Some(converted)
}

/// What every mismatch of reflective arguments raises.
pub(super) fn mismatch<T>() -> VmResult<T> {
    raise("java/lang/IllegalArgumentException", "argument type mismatch")
}

/// Unboxes a reflective argument for a parameter or element of a primitive kind.
pub(super) fn unbox_as(vm: &Vm, object: Ref, to: Kind) -> VmResult<u64> {
    if object == 0 {
        return raise("java/lang/IllegalArgumentException", "");
    }
    match unbox(vm, object).and_then(|(from, value)| widen(from, value, to)) {
        Some(value) => Ok(value),
        None => mismatch(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widening_keeps_the_value() {
        let minus_two = u64::from(-2i32 as u32);
        assert_eq!(widen(Kind::Byte, minus_two, Kind::Int), Some(minus_two));
        assert_eq!(widen(Kind::Byte, minus_two, Kind::Long), Some(-2i64 as u64));
        assert_eq!(widen(Kind::Short, minus_two, Kind::Float), Some(u64::from((-2f32).to_bits())));
        assert_eq!(widen(Kind::Char, 0xffff, Kind::Int), Some(0xffff));
        assert_eq!(widen(Kind::Long, -2i64 as u64, Kind::Double), Some((-2f64).to_bits()));
        assert_eq!(widen(Kind::Float, u64::from(1.5f32.to_bits()), Kind::Double), Some(1.5f64.to_bits()));
    }

    #[test]
    fn what_would_lose_something_is_refused() {
        for (from, to) in [
            (Kind::Int, Kind::Short),
            (Kind::Byte, Kind::Char),
            (Kind::Short, Kind::Char),
            (Kind::Char, Kind::Short),
            (Kind::Boolean, Kind::Int),
            (Kind::Int, Kind::Boolean),
            (Kind::Double, Kind::Float),
            (Kind::Float, Kind::Long),
        ] {
            assert_eq!(widen(from, 1, to), None, "{from:?} to {to:?}");
        }
    }
}
