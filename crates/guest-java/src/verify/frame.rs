//! The types of local variables and operands at one place in a method (JVMS 4.10.1.4).

use super::types::Type;

/// A type state. Locals that were never written are behind `used` and [`Type::Top`].
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// As many as the method has.
    pub locals: Vec<Type>,
    /// How many locals messages show: up to the last one that was written.
    pub used: usize,
    /// Long and double take two entries.
    pub stack: Vec<Type>,
    /// The object under construction may not have been initialised yet.
    pub this_uninitialized: bool,
}

impl Frame {
    /// The frame before the first instruction: the receiver and the arguments.
    pub fn entry(receiver: Option<Type>, arguments: &[Type], max_locals: usize) -> Frame {
        let mut locals: Vec<Type> = receiver.into_iter().chain(arguments.iter().copied()).collect();
        let used = locals.len();
        locals.resize(max_locals.max(used), Type::Top);
        let this_uninitialized = receiver == Some(Type::UninitializedThis);
        Frame { locals, used, stack: Vec::new(), this_uninitialized }
    }

    /// Writes a local; a long or double that loses one of its halves is gone.
    pub fn set_local(&mut self, index: usize, value: Type) {
        let last = if value.second().is_some() { index + 1 } else { index };
        // What was there may reach over either end.
        if self.locals[index].is_second() && index > 0 {
            self.locals[index - 1] = Type::Top;
        }
        if self.locals[last].second().is_some() && last + 1 < self.locals.len() {
            self.locals[last + 1] = Type::Top;
        }
        self.locals[index] = value;
        if let Some(second) = value.second() {
            self.locals[last] = second;
        }
        self.used = self.used.max(last + 1);
    }

    /// An object has been initialised: all its copies change their type.
    pub fn initialize(&mut self, object: Type, class: Type) {
        for entry in self.locals.iter_mut().chain(&mut self.stack) {
            if *entry == object {
                *entry = class;
            }
        }
        if object == Type::UninitializedThis {
            self.this_uninitialized = false;
        }
    }
}
