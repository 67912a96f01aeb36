//! `SwitchBootstraps`: pattern switches, as a native that tries the labels in order.

use super::assemble::Assembler;
use super::dynamic::CallSpec;
use crate::classfile::Constant;
use crate::vm::classes::class::{ClassRef, Kind, MethodRef};
use crate::vm::exec::code::{NATIVE_SCRATCH, NATIVE_STACK};
use crate::vm::exec::op;
use crate::vm::memory::layout::Ref;
use crate::vm::natives::{Native, native};
use crate::vm::{Trap, Vm, VmResult};

/// A case label.
pub enum Label {
    /// Instances of a class.
    Class(ClassRef),
    /// This number, in whatever wrapper.
    Integer(i32),
    /// A string; in a switch over an enum, the name of a constant.
    Text(Vec<u16>),
}

/// A pattern switch.
pub struct Labels {
    labels: Vec<Label>,
    over_enum: bool,
}

static CHOOSE: Native = native("deadheat/Vm", "choose", "", choose);

impl Vm {
    /// Makes the method of a pattern switch; none when a label is of a kind that only Java code can resolve.
    pub(super) fn switch_site(&mut self, spec: &CallSpec) -> VmResult<Option<MethodRef>> {
        let Some(file) = spec.class.file.as_ref() else { return Ok(None) };
        if crate::vm::exec::code::kinds(&spec.descriptor) != Some((vec![Kind::Reference, Kind::Int], Kind::Int)) {
            return Ok(None);
        }
        let over_enum = &*spec.bootstrap.1 == "enumSwitch";
        let mut labels = Vec::new();
        for index in &spec.arguments {
            labels.push(match file.constant(*index) {
                Some(Constant::Class(_)) => Label::Class(self.resolve_class(spec.class, *index)?),
                Some(Constant::Integer(value)) if !over_enum => Label::Integer(*value),
                Some(Constant::String(_)) => {
                    let text = self.string_constant(spec.class, *index)?;
                    Label::Text(self.string_units(text))
                }
                _ => return Ok(None),
            });
        }
        let code = Assembler::default().plain(op::NATIVE, 0, NATIVE_STACK).finish(2 + NATIVE_SCRATCH);
        let method = self.synthesize_static(spec.class, "switch", &spec.descriptor, code, Some(&CHOOSE))?;
        let labels: &'static Labels = Box::leak(Box::new(Labels { labels, over_enum }));
        self.shared.registry.lock().links.switches.insert(method.id, labels);
        Ok(Some(method))
    }
}

/// The number of the first label, from `args[1]` on, that the value fits; the number of labels if there is none.
fn choose(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let method = vm.frame_method(vm.frame).id;
    let Some(switch) = vm.shared.registry.lock().links.switches.get(&method).copied() else {
        return Err(Trap::Internal("a switch without labels".into()));
    };
    let value = args[0] as Ref;
    if value == 0 {
        return Ok(u64::from(u32::MAX));
    }
    let class = vm.class_of(value);
    let text = if switch.over_enum { enum_name(vm, value) } else { string(vm, value) };
    let number = number(vm, value);
    let fits = |label: &Label| match label {
        Label::Class(wanted) => class.is_subclass_of(wanted),
        Label::Integer(wanted) => number == Some(*wanted),
        Label::Text(wanted) => text.as_ref() == Some(wanted),
    };
    let from = (args[1] as u32 as usize).min(switch.labels.len());
    let found = switch.labels[from..].iter().position(fits);
    Ok(found.map_or(switch.labels.len(), |at| from + at) as u64)
}

fn string(vm: &Vm, value: Ref) -> Option<Vec<u16>> {
    std::ptr::eq(vm.class_of(value), vm.known.string()).then(|| vm.string_units(value))
}

fn enum_name(vm: &Vm, value: Ref) -> Option<Vec<u16>> {
    let mut class = vm.class_of(value);
    while &*class.name != "java/lang/Enum" {
        class = class.super_class?;
    }
    let name = class.declared_field("name", "Ljava/lang/String;")?;
    Some(vm.string_units(vm.ref_field(value, name.place)))
}

/// The value in a small wrapper, as an int.
fn number(vm: &Vm, value: Ref) -> Option<i32> {
    let class = vm.class_of(value);
    if !matches!(&*class.name, "java/lang/Integer" | "java/lang/Short" | "java/lang/Byte" | "java/lang/Character") {
        return None;
    }
    let field = class.field_named("value").filter(|f| !f.is_static())?;
    Some(vm.field(value, field.place) as u32 as i32)
}
