//! `invokedynamic`, method handles and var handles.
//!
//! Three ways lead from a call site to code:
//!
//! * **Synthesis.** Lambdas, string concatenation, record methods and pattern switches are recognised by their bootstrap
//!   method, and the VM writes their classes and methods directly in decoded instructions (`lambda`, `concat`, `records`,
//!   `switches`, on `assemble`, `convert` and `synthesize`). Nothing of the guest runs for that, so linking leaves no trace
//!   in a state; what is made is registry data, keyed by the instruction.
//! * **Access modes.** Calls of a `VarHandle` enter the library's implementation of the access directly (`var_handles`).
//! * **The library.** Everything else is linked by the JDK's own Java code (`linker`), which answers with a method to enter
//!   and an object to pass along. The answer consists of guest objects, so it is kept in the state, in words that belong to
//!   the site. `invokeBasic` and `linkTo…`, on which that code is built, are instructions (`handles`).
//!
//! What differs from a real JVM: the names of lambda classes, that lambda classes have no constructor, and the
//! class of errors for class files that `javac` does not write.

mod assemble;
mod concat;
mod convert;
mod dynamic;
mod handles;
mod lambda;
mod linker;
mod records;
mod switches;
mod synthesize;
mod var_handles;

use rustc_hash::FxHashMap;

use crate::vm::classes::class::{ClassRef, Kind, MethodRef};
use crate::vm::memory::layout::Ref;

pub(crate) use concat::Recipe;
pub(crate) use linker::SYNTHETIC as LINKERS;
pub(crate) use var_handles::{AccessSite, SYNTHETIC as CASTS};

/// What call sites were linked to, shared by all paths.
#[derive(Default)]
pub struct Links {
    /// Quick instructions of `invokedynamic`, by method id and index.
    dynamic: FxHashMap<(u32, u32), u64>,
    /// Classes of instances at fixed addresses.
    instances: FxHashMap<Ref, ClassRef>,
    /// Descriptions of lambdas, by class id.
    lambdas: FxHashMap<u32, &'static lambda::Lambda>,
    /// Recipes of joining methods, by method id.
    recipes: FxHashMap<u32, &'static Recipe>,
    /// Labels of pattern switches, by method id.
    switches: FxHashMap<u32, &'static switches::Labels>,
    /// Calls of access modes, by number.
    accesses: Vec<&'static AccessSite>,
    /// Numbers of calls of access modes, by class id and constant.
    access_sites: FxHashMap<(u32, u16), u32>,
    /// Methods that cast what an access gives, by class id, constant and implementation.
    adapters: FxHashMap<(u32, u16, u32), MethodRef>,
    /// Shapes of calls of the primitives below method handles, by number.
    shapes: Vec<&'static [Kind]>,
    shape_numbers: FxHashMap<handles::Shape, u32>,
}

impl Links {
    /// The number of a shape.
    fn shape(&mut self, shape: handles::Shape) -> u32 {
        if let Some(number) = self.shape_numbers.get(&shape) {
            return *number;
        }
        let number = self.shapes.len() as u32;
        self.shapes.push(Box::leak(shape.clone()));
        self.shape_numbers.insert(shape, number);
        number
    }
}
