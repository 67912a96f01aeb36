//! `StringConcatFactory`: a method per call site that turns its arguments into strings one by one, calling Java where that
//! takes Java (`toString`, floating point), and then puts everything together in one native step.

use std::sync::Arc;

use super::assemble::{Assembler, Call};
use super::convert::OBJECT;
use crate::vm::classes::class::{ClassRef, Kind, MethodRef};
use crate::vm::exec::code::{NATIVE_SCRATCH, NATIVE_STACK};
use crate::vm::exec::op;
use crate::vm::memory::layout::Ref;
use crate::vm::natives::{Native, native};
use crate::vm::{Trap, Vm, VmResult, raise};

/// A piece of a concatenation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Fixed text.
    Text(Box<[u16]>),
    /// The next argument.
    Argument,
}

/// How a method that joins strings calls the Java code that it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As `StringConcatFactory` does.
    Concat,
    /// As `ObjectMethods` does for the components of a record.
    Record,
}

/// What the native of a joining method needs to know.
#[derive(Debug)]
pub struct Recipe {
    pieces: Vec<Piece>,
    /// The arguments as they are when the native runs: primitive, or (maybe null) strings.
    kinds: Vec<Kind>,
    /// The library's method that does it all.
    whole: Option<MethodRef>,
}

static JOIN: Native = native("deadheat/Vm", "join", "", join);

const STRING: &str = "Ljava/lang/String;";
const HELPER: &str = "java/lang/StringConcatHelper";

/// Marks an argument in a recipe.
const TAG_ARGUMENT: char = '\u{1}';
/// Marks a constant in a recipe.
const TAG_CONSTANT: char = '\u{2}';

/// Splits the recipe of `makeConcatWithConstants`; none when it has not as many constants and arguments as it should.
pub fn pieces(recipe: &[u16], constants: &[Vec<u16>], arguments: usize) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut text = Vec::new();
    let mut constants = constants.iter();
    for unit in recipe {
        if *unit == TAG_ARGUMENT as u16 {
            flush(&mut text, &mut pieces);
            pieces.push(Piece::Argument);
        } else if *unit == TAG_CONSTANT as u16 {
            text.extend(constants.next()?);
        } else {
            text.push(*unit);
        }
    }
    flush(&mut text, &mut pieces);
    let wanted = pieces.iter().filter(|p| **p == Piece::Argument).count();
    (constants.next().is_none() && wanted == arguments).then_some(pieces)
}

fn flush(text: &mut Vec<u16>, pieces: &mut Vec<Piece>) {
    if !text.is_empty() {
        pieces.push(Piece::Text(std::mem::take(text).into()));
    }
}

impl Vm {
    /// Makes a static method `(types)String` that joins the pieces.
    pub(super) fn joining_method(
        &mut self,
        host: ClassRef,
        types: &[&str],
        pieces: Vec<Piece>,
        style: Style,
    ) -> VmResult<MethodRef> {
        let descriptor = format!("({}){STRING}", types.concat());
        let mut code = Assembler::default();
        let mut kinds = Vec::new();
        let whole = self.whole_method(types, &pieces, style)?;
        for (local, ty) in (0u32..).zip(types) {
            let kind = Kind::of(ty);
            kinds.push(if matches!(kind, Kind::Float | Kind::Double) { Kind::Reference } else { kind });
            if whole.is_some() {
                continue;
            }
            if let Some(method) = self.stringifier(ty, style)? {
                code.load(local).call(self, method, Call::Static).store(local);
            }
        }
        code.plain(op::NATIVE, 0, NATIVE_STACK);
        let code = code.finish(types.len() as u32 + NATIVE_SCRATCH);
        let method = self.synthesize_static(host, "concat", &descriptor, code, Some(&JOIN))?;
        let recipe: &'static Recipe = Box::leak(Box::new(Recipe { pieces, kinds, whole }));
        self.shared.registry.lock().links.recipes.insert(method.id, recipe);
        Ok(method)
    }

    /// One or two objects: the library has a method for it, which shows in stack traces when a `toString` throws.
    fn whole_method(&mut self, types: &[&str], pieces: &[Piece], style: Style) -> VmResult<Option<MethodRef>> {
        let visible = types.iter().any(|ty| *ty != STRING) && types.iter().all(|ty| Kind::of(ty) == Kind::Reference);
        if style != Style::Concat || !visible {
            return Ok(None);
        }
        let helper = self.load_boot(HELPER)?;
        Ok(match pieces.len() {
            1 => helper.declared_method("newStringOf", &format!("({OBJECT}){STRING}")),
            2 => helper.declared_method("simpleConcat", &format!("({OBJECT}{OBJECT}){STRING}")),
            _ => None,
        })
    }

    /// The library's method that makes a string of a value of this type, if that takes Java code.
    fn stringifier(&mut self, ty: &str, style: Style) -> VmResult<Option<MethodRef>> {
        let (class, name, param) = match (Kind::of(ty), style) {
            (Kind::Float, _) => ("java/lang/Float", "toString", "F"),
            (Kind::Double, _) => ("java/lang/Double", "toString", "D"),
            (Kind::Reference, _) if ty == STRING => return Ok(None),
            (Kind::Reference, Style::Record) => ("java/util/Objects", "toString", OBJECT),
            (Kind::Reference, Style::Concat) => {
                // Not in all versions.
                let helper = self.load_boot(HELPER)?;
                let known = helper.declared_method("stringOf", &format!("({OBJECT}){STRING}"));
                if known.is_some() {
                    return Ok(known);
                }
                ("java/lang/String", "valueOf", OBJECT)
            }
            _ => return Ok(None),
        };
        self.library_method(class, name, &format!("({param}){STRING}")).map(Some)
    }
}

/// The last step of a joining method.
fn join(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let id = vm.frame_method(vm.frame).id;
    let recipe = match vm.recipes.get(&id) {
        Some(recipe) => *recipe,
        None => {
            let found = vm.shared.registry.lock().links.recipes.get(&id).copied();
            let Some(recipe) = found else {
                return Err(Trap::Internal("a concatenation without a recipe".into()));
            };
            vm.recipes.insert(id, recipe);
            recipe
        }
    };
    if let Some(whole) = recipe.whole {
        return join_by(vm, whole, recipe, args);
    }
    let mut text = Text::default();
    let mut arguments = recipe.kinds.iter().zip(args);
    for piece in &recipe.pieces {
        match piece {
            Piece::Text(units) => text.units(units),
            Piece::Argument => {
                if let Some((kind, word)) = arguments.next() {
                    text.value(vm, *kind, *word);
                }
            }
        }
    }
    text.finish(vm).map(u64::from)
}

/// Leaves it to a method of the library, which takes the pieces as objects.
fn join_by(vm: &mut Vm, whole: MethodRef, recipe: &Recipe, args: &[u64]) -> VmResult<u64> {
    if vm.phase() > 0 {
        return Ok(vm.call_result());
    }
    vm.initialize(whole.class())?;
    let mut arguments = args.iter().copied();
    let mut pieces = Vec::new();
    for piece in &recipe.pieces {
        pieces.push(match piece {
            Piece::Text(units) => u64::from(vm.literal(units)?),
            Piece::Argument => arguments.next().unwrap_or_default(),
        });
    }
    Err(Trap::Call(whole, pieces))
}

/// A string under construction: one byte per unit as long as that will do.
#[derive(Default)]
struct Text {
    latin: Vec<u8>,
    wide: Option<Vec<u16>>,
}

impl Text {
    fn ascii(&mut self, text: &str) {
        match &mut self.wide {
            None => self.latin.extend_from_slice(text.as_bytes()),
            Some(wide) => wide.extend(text.bytes().map(u16::from)),
        }
    }

    fn units(&mut self, units: &[u16]) {
        if self.wide.is_none() && units.iter().all(|u| *u < 256) {
            self.latin.extend(units.iter().map(|u| *u as u8));
        } else {
            self.widened().extend_from_slice(units);
        }
    }

    fn widened(&mut self) -> &mut Vec<u16> {
        let latin = &mut self.latin;
        self.wide.get_or_insert_with(|| std::mem::take(latin).into_iter().map(u16::from).collect())
    }

    fn value(&mut self, vm: &Vm, kind: Kind, word: u64) {
        match kind {
            Kind::Reference => self.string(vm, word as Ref),
            Kind::Boolean => self.ascii(if word == 0 { "false" } else { "true" }),
            Kind::Char => self.units(&[word as u16]),
            Kind::Long => self.ascii(&(word as i64).to_string()),
            _ => self.ascii(&(word as u32 as i32).to_string()),
        }
    }

    fn string(&mut self, vm: &Vm, string: Ref) {
        if string == 0 {
            return self.ascii("null");
        }
        if self.wide.is_none() && vm.field(string, vm.known.string_coder) == 0 {
            self.latin.extend_from_slice(vm.array_bytes(vm.ref_field(string, vm.known.string_value)));
        } else {
            let units = vm.string_units(string);
            self.widened().extend_from_slice(&units);
        }
    }

    fn finish(self, vm: &mut Vm) -> VmResult<Ref> {
        let length = self.wide.as_ref().map_or(self.latin.len(), |wide| wide.len() * 2);
        if length > i32::MAX as usize {
            return raise("java/lang/OutOfMemoryError", "Overflow: String length out of range");
        }
        match self.wide {
            None => vm.string_from_bytes(&self.latin, 0),
            Some(wide) => vm.new_string_utf16(&wide),
        }
    }
}

/// The pieces of a record's `toString`.
pub fn record_pieces(simple_name: &str, names: &[Arc<str>]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut text: Vec<u16> = simple_name.encode_utf16().chain("[".encode_utf16()).collect();
    for (i, name) in names.iter().enumerate() {
        if i > 0 {
            text.extend(", ".encode_utf16());
        }
        text.extend(name.encode_utf16());
        text.push(u16::from(b'='));
        flush(&mut text, &mut pieces);
        pieces.push(Piece::Argument);
    }
    text.push(u16::from(b']'));
    flush(&mut text, &mut pieces);
    pieces
}
