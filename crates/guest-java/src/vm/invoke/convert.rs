//! Conversions between argument types, as `java.lang.invoke.TypeConvertingMethodAdapter` generates them for lambdas.
//!
//! Types are descriptors. A subword int needs no instruction to become an int: every value takes one word.

use super::assemble::{Assembler, Call};
use crate::vm::classes::class::Kind;
use crate::vm::exec::op;
use crate::vm::memory::layout::Ref;
use crate::vm::{Vm, VmResult};

/// The descriptor of Object.
pub const OBJECT: &str = "Ljava/lang/Object;";

/// The wrapper class of a primitive kind.
pub fn wrapper(kind: Kind) -> &'static str {
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

/// The primitive kind whose wrapper a descriptor names.
fn wrapped(descriptor: &str) -> Option<Kind> {
    let name = descriptor.strip_prefix('L')?.strip_suffix(';')?;
    Kind::PRIMITIVES.into_iter().find(|kind| *kind != Kind::Void && wrapper(*kind) == name)
}

fn is_number(kind: Kind) -> bool {
    !matches!(kind, Kind::Boolean | Kind::Char)
}

/// The instruction that widens one primitive kind to another, if it takes one.
fn widening(from: Kind, to: Kind) -> Option<u16> {
    Some(match (from, to) {
        (Kind::Byte | Kind::Short | Kind::Int | Kind::Char, Kind::Long) => op::I2L,
        (Kind::Byte | Kind::Short | Kind::Int | Kind::Char, Kind::Float) => op::I2F,
        (Kind::Byte | Kind::Short | Kind::Int | Kind::Char, Kind::Double) => op::I2D,
        (Kind::Long, Kind::Float) => op::L2F,
        (Kind::Long, Kind::Double) => op::L2D,
        (Kind::Float, Kind::Double) => op::F2D,
        _ => return None,
    })
}

/// Appends conversions to a body; `loader` finds the classes that are cast to.
pub struct Converter<'a> {
    /// The machine.
    pub vm: &'a mut Vm,
    /// The body.
    pub code: &'a mut Assembler,
    /// The loader of the code that is called for.
    pub loader: Ref,
}

impl Converter<'_> {
    /// Converts the value on the stack from `from` to `to`; it is known to be of the type `functional`.
    pub fn convert(&mut self, from: &str, to: &str, functional: &str) -> VmResult<()> {
        if (from == to && from == functional) || from == "V" || to == "V" {
            return Ok(());
        }
        match (Kind::of(from), Kind::of(to)) {
            (Kind::Reference, target) => {
                let source = if Kind::of(functional) == Kind::Reference {
                    self.cast(from, functional)?;
                    functional
                } else {
                    from
                };
                if target == Kind::Reference { self.cast(source, to) } else { self.unbox(source, target) }
            }
            (source, Kind::Reference) => match wrapped(to) {
                Some(target) => {
                    self.widen(source, target);
                    self.make_box(target)
                }
                None => {
                    self.make_box(source)?;
                    self.cast(&format!("L{};", wrapper(source)), to)
                }
            },
            (source, target) => {
                self.widen(source, target);
                Ok(())
            }
        }
    }

    fn widen(&mut self, from: Kind, to: Kind) {
        if let Some(code) = widening(from, to) {
            self.code.plain(code, 1, 1);
        }
    }

    fn cast(&mut self, from: &str, to: &str) -> VmResult<()> {
        if from != to && to != OBJECT {
            let class = self.vm.load_descriptor(to, self.loader)?;
            self.code.cast(class);
        }
        Ok(())
    }

    fn make_box(&mut self, kind: Kind) -> VmResult<()> {
        let name = wrapper(kind);
        let method = self.vm.library_method(name, "valueOf", &format!("({})L{name};", kind.letter()))?;
        self.code.call(self.vm, method, Call::Static);
        Ok(())
    }

    fn unbox(&mut self, source: &str, target: Kind) -> VmResult<()> {
        match wrapped(source) {
            Some(kind) if is_number(kind) => self.value(wrapper(kind), target),
            Some(kind) => {
                self.value(wrapper(kind), kind)?;
                self.widen(kind, target);
                Ok(())
            }
            None => {
                // A supertype of the wrapper.
                let name = if is_number(target) { "java/lang/Number" } else { wrapper(target) };
                self.cast(source, &format!("L{name};"))?;
                self.value(name, target)
            }
        }
    }

    /// `intValue()` and the like.
    fn value(&mut self, class: &str, kind: Kind) -> VmResult<()> {
        let method =
            self.vm.library_method(class, &format!("{}Value", kind.keyword()), &format!("(){}", kind.letter()))?;
        self.code.call(self.vm, method, Call::Virtual);
        Ok(())
    }
}
