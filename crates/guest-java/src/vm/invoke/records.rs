//! `ObjectMethods`: `equals`, `hashCode` and `toString` of records, as the library's method handles would do it.

use std::sync::Arc;

use super::assemble::{Assembler, Call};
use super::concat::{Style, record_pieces};
use super::convert::{OBJECT, wrapper};
use crate::vm::classes::class::{ClassRef, FieldRef, Kind, MethodRef};
use crate::vm::exec::code::Code;
use crate::vm::exec::op;
use crate::vm::{Vm, VmResult};

/// What a call site of `ObjectMethods.bootstrap` is about.
pub struct RecordSite {
    /// The record class.
    pub record: ClassRef,
    /// Names of the components.
    pub names: Vec<Arc<str>>,
    /// Fields of the components, in order.
    pub fields: Vec<FieldRef>,
}

impl Vm {
    /// Makes the static method that a call site runs; none for a name that is not one of the three.
    pub(super) fn record_method(
        &mut self,
        host: ClassRef,
        name: &str,
        descriptor: &str,
        site: &RecordSite,
    ) -> VmResult<Option<MethodRef>> {
        let code = match name {
            "equals" => self.record_equals(site)?,
            "hashCode" => self.record_hash(site)?,
            "toString" => self.record_text(host, site)?,
            _ => return Ok(None),
        };
        self.synthesize_static(host, name, descriptor, code, None).map(Some)
    }

    /// The library compares the last component first, and so do we: `equals` of a component may show it.
    fn record_equals(&mut self, site: &RecordSite) -> VmResult<Code> {
        let mut code = Assembler::default();
        code.load(0).load(1);
        let same = code.jump(op::IF_ACMPEQ, 2);
        code.load(1).push(op::pack(op::INSTANCEOF_Q, 0, site.record.id), 1, 1);
        let mut differ = vec![code.jump(op::IFEQ, 1)];
        for field in site.fields.iter().rev() {
            code.load(0).get_field(field).load(1).get_field(field);
            differ.push(match field.kind {
                Kind::Reference => {
                    let equals = self.library_method("java/util/Objects", "equals", &format!("({OBJECT}{OBJECT})Z"))?;
                    code.call(self, equals, Call::Static).jump(op::IFEQ, 1)
                }
                Kind::Long => code.plain(op::LCMP, 2, 1).jump(op::IFNE, 1),
                kind @ (Kind::Float | Kind::Double) => {
                    let letter = kind.letter();
                    let compare = self.library_method(wrapper(kind), "compare", &format!("({letter}{letter})I"))?;
                    code.call(self, compare, Call::Static).jump(op::IFNE, 1)
                }
                _ => code.jump(op::IF_ICMPNE, 2),
            });
        }
        code.land(&[same]).int(1).give(Kind::Boolean);
        Ok(code.land(&differ).int(0).give(Kind::Boolean).finish(2))
    }

    fn record_hash(&mut self, site: &RecordSite) -> VmResult<Code> {
        let mut code = Assembler::default();
        code.int(0);
        for field in &site.fields {
            let hash = match field.kind {
                Kind::Reference => self.library_method("java/util/Objects", "hashCode", &format!("({OBJECT})I"))?,
                kind => self.library_method(wrapper(kind), "hashCode", &format!("({})I", kind.letter()))?,
            };
            code.int(31).plain(op::IMUL, 2, 1).load(0).get_field(field);
            code.call(self, hash, Call::Static).plain(op::IADD, 2, 1);
        }
        Ok(code.give(Kind::Int).finish(1))
    }

    fn record_text(&mut self, host: ClassRef, site: &RecordSite) -> VmResult<Code> {
        let types: Vec<&str> = site.fields.iter().map(|f| &*f.descriptor).collect();
        // Later JDKs use `StringConcatFactory`.
        let style = if self.shared.feature_version > 17 { Style::Concat } else { Style::Record };
        let join = self.joining_method(host, &types, record_pieces(&simple_name(site.record), &site.names), style)?;
        let mut code = Assembler::default();
        for field in &site.fields {
            code.load(0).get_field(field);
        }
        Ok(code.call(self, join, Call::Static).give(Kind::Reference).finish(1))
    }
}

/// `Class.getSimpleName`: what the class file says of a nested class, else the last part of the name.
fn simple_name(class: ClassRef) -> String {
    let nested = class.file.as_ref().and_then(|f| f.inner_classes.iter().find(|i| i.inner == class.name));
    match nested.and_then(|i| i.name.as_ref()) {
        Some(name) => name.to_string(),
        None => class.name.rsplit('/').next().unwrap_or_default().to_string(),
    }
}
