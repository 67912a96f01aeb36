//! Verification by type inference (JVMS 4.10.2), for class files from before stack maps: types flow along all paths until
//! nothing changes any more. Subroutines (`jsr`, `ret`) keep their callers' locals apart, but for those that they write.
//!
//! What differs from HotSpot's: it refuses some code for which this finds types, where subroutines end in unusual ways. Types
//! that flow are sound either way.

use super::frame::Frame;
use super::hierarchy::Hierarchy;
use super::method::{MethodContext, Problem, Verified};
use super::types::{Name, Type};
use crate::classfile::Constant;

/// What is known before an instruction.
#[derive(Clone)]
struct State {
    frame: Frame,
    /// The subroutines that it may be in, outermost first.
    calls: Vec<Call>,
}

/// A subroutine, and the locals that it may have written so far.
#[derive(Clone, PartialEq, Eq)]
struct Call {
    entry: u16,
    written: Vec<bool>,
}

const JSR: u8 = 0xa8;
const RET: u8 = 0xa9;
const JSR_W: u8 = 0xc9;
const WIDE: u8 = 0xc4;

/// All states of a method.
struct States {
    known: Vec<Option<Box<State>>>,
    changed: Vec<bool>,
}

impl<H: Hierarchy> MethodContext<'_, '_, H> {
    /// Infers the types of the method.
    pub fn infer(&mut self) -> Verified<(), H> {
        self.check_statics()?;
        let length = self.bytecode.len();
        let mut states = States { known: (0..length).map(|_| None).collect(), changed: vec![false; length] };
        let entry = State { frame: self.entry(), calls: Vec::new() };
        self.flow_to(0, &mut states, 0, entry)?;
        loop {
            let mut idle = true;
            let mut pc = 0;
            while pc < length {
                if std::mem::take(&mut states.changed[pc]) {
                    idle = false;
                    self.step(pc, &mut states)?;
                }
                pc = self.bytecode.next(pc);
            }
            if idle {
                return Ok(());
            }
        }
    }

    /// What can be said of an instruction without its frame; code that is never reached is looked at, too.
    fn check_statics(&mut self) -> Verified<(), H> {
        let mut pc = 0;
        while pc < self.bytecode.len() {
            let op = self.bytecode.bytes[pc];
            for (n, target) in self.static_targets(pc).into_iter().enumerate() {
                let valid = usize::try_from(target).is_ok_and(|target| self.bytecode.is_instruction(target));
                if !valid {
                    let what = match (op, n) {
                        (0xaa | 0xab, 0) => "Illegal default target in switch",
                        (0xaa | 0xab, _) => "Illegal branch in tableswitch",
                        _ => "Illegal target of jump or branch",
                    };
                    return Err(self.refuse(pc, None, Problem::code(what)));
                }
            }
            if self.last_local(pc).is_some_and(|last| last >= usize::from(self.code.max_locals)) {
                return Err(self.refuse(pc, None, Problem::code("Illegal local variable number")));
            }
            match op {
                0x12 => self.check_loadable(pc, u16::from(self.bytecode.u8(pc + 1)))?,
                0x13 | 0x14 => self.check_loadable(pc, self.bytecode.u16(pc + 1))?,
                0xb2..=0xb5 => {
                    let index = self.bytecode.u16(pc + 1);
                    if !matches!(self.constant(pc, index)?, Constant::Field { .. }) {
                        return Err(self.wrong_constant(pc, index));
                    }
                }
                0xb6..=0xb9 => {
                    let index = self.bytecode.u16(pc + 1);
                    let constant = self.constant(pc, index)?;
                    let fits = match op {
                        0xb9 => matches!(constant, Constant::InterfaceMethod { .. }),
                        _ => matches!(constant, Constant::Method { .. }),
                    };
                    if !fits {
                        return Err(self.wrong_constant(pc, index));
                    }
                }
                0xbb | 0xbd | 0xc0 | 0xc1 | 0xc5 => {
                    self.class_operand(pc)?;
                }
                0xba => {
                    return Err(self.refuse(
                        pc,
                        None,
                        Problem::code("invokedynamic bytecode is not supported in this class file version"),
                    ));
                }
                _ => {}
            }
            pc = self.bytecode.next(pc);
        }
        let code = self.code;
        for handler in &code.handlers {
            let at_end = usize::from(handler.end) == self.bytecode.len();
            let in_range = self.bytecode.is_instruction(usize::from(handler.start))
                && (at_end || self.bytecode.is_instruction(usize::from(handler.end)));
            if !in_range {
                return Err(self.malformed_old("Illegal exception table range"));
            }
            if !self.bytecode.is_instruction(usize::from(handler.target)) {
                return Err(self.malformed_old("Illegal exception table handler"));
            }
            let caught = self.class.class_constant(handler.catch_type).unwrap_or(Name::THROWABLE);
            if !self.class.is_assignable(Type::Reference(caught), Type::Reference(Name::THROWABLE), false)? {
                return Err(self.refuse(0, None, Problem::code("catch_type not a subclass of Throwable")));
            }
        }
        Ok(())
    }

    /// The last local that an instruction uses.
    fn last_local(&self, pc: usize) -> Option<usize> {
        let op = self.bytecode.bytes[pc];
        // Loads and stores of long and double.
        let second = |kind: u8| usize::from(matches!(kind, 1 | 3));
        let narrow = usize::from(self.bytecode.u8(pc + 1));
        let wide = usize::from(self.bytecode.u16(pc + 2));
        Some(match op {
            0x15..=0x19 => narrow + second(op - 0x15),
            0x36..=0x3a => narrow + second(op - 0x36),
            0x1a..=0x2d => usize::from((op - 0x1a) % 4) + second((op - 0x1a) / 4),
            0x3b..=0x4e => usize::from((op - 0x3b) % 4) + second((op - 0x3b) / 4),
            0x84 | RET => narrow,
            WIDE => match self.bytecode.u8(pc + 1) {
                inner @ 0x15..=0x19 => wide + second(inner - 0x15),
                inner @ 0x36..=0x3a => wide + second(inner - 0x36),
                _ => wide,
            },
            _ => return None,
        })
    }

    fn check_loadable(&mut self, pc: usize, index: u16) -> Verified<(), H> {
        let wide = self.bytecode.bytes[pc] == 0x14;
        let fits = match self.constant(pc, index)? {
            Constant::Long(_) | Constant::Double(_) => wide,
            Constant::Integer(_) | Constant::Float(_) | Constant::String(_) => !wide,
            Constant::Class(_) => !wide && self.class.file.major >= 49,
            Constant::Dynamic { .. } => true,
            Constant::MethodHandle { .. } | Constant::MethodType(_) => !wide,
            _ => false,
        };
        if fits { Ok(()) } else { Err(self.wrong_constant(pc, index)) }
    }

    fn static_targets(&self, pc: usize) -> Vec<i64> {
        match self.bytecode.bytes[pc] {
            0x99..=0xa8 | 0xc6 | 0xc7 => vec![self.bytecode.near(pc)],
            0xc8 | JSR_W => vec![self.bytecode.far(pc, pc + 1)],
            0xaa | 0xab => {
                let switch = self.bytecode.switch(pc);
                let keys = usize::try_from(switch.keys).unwrap_or(0);
                let others = (0..keys).map(|n| self.bytecode.far(pc, switch.offset(n)));
                std::iter::once(self.bytecode.far(pc, switch.base)).chain(others).collect()
            }
            _ => Vec::new(),
        }
    }

    fn step(&mut self, pc: usize, states: &mut States) -> Verified<(), H> {
        let Some(mut state) = states.known[pc].clone() else { return Ok(()) };
        if !self.class.spend(state.frame.locals.len() + 8 + self.code.handlers.len()) {
            return Err(self.too_complex(pc));
        }
        for n in 0..self.code.handlers.len() {
            let handler = self.code.handlers[n];
            if usize::from(handler.start) <= pc && pc < usize::from(handler.end) {
                let caught = self.class.class_constant(handler.catch_type).unwrap_or(Name::THROWABLE);
                let mut thrown = (*state).clone();
                thrown.frame.stack = vec![Type::Reference(caught)];
                self.flow_to(pc, states, usize::from(handler.target), thrown)?;
            }
        }
        match self.bytecode.bytes[pc] {
            JSR | JSR_W => return self.call_subroutine(pc, *state, states),
            RET => return self.leave_subroutine(pc, usize::from(self.bytecode.u8(pc + 1)), *state, states),
            WIDE if self.bytecode.u8(pc + 1) == RET => {
                return self.leave_subroutine(pc, usize::from(self.bytecode.u16(pc + 2)), *state, states);
            }
            _ => {}
        }
        let before: Vec<Type> = if state.calls.is_empty() { Vec::new() } else { state.frame.locals.clone() };
        let flow = self.execute(pc, &mut state.frame)?;
        self.note_writes(pc, &before, &mut state);
        for target in flow.targets {
            let Ok(target) = usize::try_from(target) else { continue };
            self.flow_to(pc, states, target, (*state).clone())?;
        }
        if flow.falls_through {
            let next = self.bytecode.next(pc);
            if next >= self.bytecode.len() {
                return Err(self.refuse(pc, None, Problem::code("Falling off the end of the code")));
            }
            self.flow_to(pc, states, next, *state)?;
        }
        Ok(())
    }

    /// Notes which locals an instruction in a subroutine has written.
    fn note_writes(&self, pc: usize, before: &[Type], state: &mut State) {
        let op = self.bytecode.bytes[pc];
        let index = match op {
            0x36..=0x3a => Some(usize::from(self.bytecode.u8(pc + 1))),
            0x3b..=0x4e => Some(usize::from((op - 0x3b) % 4)),
            WIDE if matches!(self.bytecode.u8(pc + 1), 0x36..=0x3a) => Some(usize::from(self.bytecode.u16(pc + 2))),
            _ => None,
        };
        let last = self.last_local(pc);
        for call in &mut state.calls {
            for (n, written) in call.written.iter_mut().enumerate() {
                let stored = index.is_some_and(|first| first <= n) && last.is_some_and(|last| n <= last);
                *written |= stored || before.get(n) != state.frame.locals.get(n);
            }
        }
    }

    fn call_subroutine(&mut self, pc: usize, mut state: State, states: &mut States) -> Verified<(), H> {
        let target = self.static_targets(pc)[0] as usize;
        if state.calls.iter().any(|call| usize::from(call.entry) == target) {
            return Err(self.refuse(pc, None, Problem::code("Recursive call to jsr entry")));
        }
        // Where it returns to is known once the subroutine has a `ret`: such instructions are to be looked at again.
        for (at, known) in states.known.iter().enumerate() {
            let is_ret = self.ret_operand(at).is_some_and(|local| {
                known.as_ref().is_some_and(|k| k.frame.locals.get(local) == Some(&Type::ReturnAddress(target as u16)))
            });
            states.changed[at] |= is_ret;
        }
        self.push(pc, &mut state.frame, Type::ReturnAddress(target as u16))?;
        state.calls.push(Call { entry: target as u16, written: vec![false; state.frame.locals.len()] });
        self.flow_to(pc, states, target, state)
    }

    fn ret_operand(&self, pc: usize) -> Option<usize> {
        if !self.bytecode.is_instruction(pc) {
            return None;
        }
        match self.bytecode.bytes[pc] {
            RET => Some(usize::from(self.bytecode.u8(pc + 1))),
            WIDE if self.bytecode.u8(pc + 1) == RET => Some(usize::from(self.bytecode.u16(pc + 2))),
            _ => None,
        }
    }

    fn leave_subroutine(&mut self, pc: usize, local: usize, state: State, states: &mut States) -> Verified<(), H> {
        let address = state.frame.locals.get(local).copied();
        let Some(Type::ReturnAddress(entry)) = address else {
            let what = match address {
                None => "Illegal local variable number".to_owned(),
                Some(Type::Top) => format!("Accessing value from uninitialized register {local}"),
                Some(_) => format!("Register {local} contains wrong type"),
            };
            return Err(self.refuse(pc, None, Problem::code(what)));
        };
        let Some(depth) = state.calls.iter().position(|call| call.entry == entry) else {
            return Err(self.refuse(pc, None, Problem::code("Illegal return from subroutine")));
        };
        let written = state.calls[depth].written.clone();
        for site in 0..self.bytecode.len() {
            let calls = self.bytecode.is_instruction(site)
                && matches!(self.bytecode.bytes[site], JSR | JSR_W)
                && self.static_targets(site)[0] == i64::from(entry);
            let Some(caller) = states.known[site].clone().filter(|_| calls) else { continue };
            if !self.class.spend(written.len() + 8) {
                return Err(self.too_complex(pc));
            }
            let mut back = *caller;
            back.frame.stack = state.frame.stack.clone();
            back.frame.this_uninitialized = state.frame.this_uninitialized;
            back.frame.used = back.frame.used.max(state.frame.used);
            for (n, value) in state.frame.locals.iter().enumerate() {
                if written.get(n).copied().unwrap_or(true) {
                    back.frame.locals[n] = *value;
                    for call in &mut back.calls {
                        call.written[n] = true;
                    }
                }
            }
            let next = self.bytecode.next(site);
            if next >= self.bytecode.len() {
                return Err(self.refuse(pc, None, Problem::code("Falling off the end of the code")));
            }
            self.flow_to(pc, states, next, back)?;
        }
        Ok(())
    }

    /// Merges a state into what is known before an instruction.
    fn flow_to(&mut self, from: usize, states: &mut States, target: usize, state: State) -> Verified<(), H> {
        let Some(known) = &mut states.known[target] else {
            states.known[target] = Some(Box::new(state));
            states.changed[target] = true;
            return Ok(());
        };
        if known.frame.stack.len() != state.frame.stack.len() {
            let (had, has) = (known.frame.stack.len(), state.frame.stack.len());
            return Err(self.refuse(from, None, Problem::code(format!("Inconsistent stack height {has} != {had}"))));
        }
        if !self.class.spend(state.frame.locals.len() + state.frame.stack.len() + 1) {
            return Err(self.too_complex(from));
        }
        let mut changed = false;
        for (mine, theirs) in known.frame.stack.iter_mut().zip(&state.frame.stack) {
            let merged = self.merge(*mine, *theirs)?;
            if merged == Type::Top {
                return Err(self.refuse(from, None, Problem::code("Mismatched stack types")));
            }
            changed |= merged != *mine;
            *mine = merged;
        }
        for (mine, theirs) in known.frame.locals.iter_mut().zip(&state.frame.locals) {
            let merged = self.merge(*mine, *theirs)?;
            changed |= merged != *mine;
            *mine = merged;
        }
        known.frame.used = known.frame.used.min(state.frame.used);
        if state.frame.this_uninitialized && !known.frame.this_uninitialized {
            known.frame.this_uninitialized = true;
            changed = true;
        }
        changed |= merge_calls(&mut known.calls, &state.calls);
        states.changed[target] |= changed;
        Ok(())
    }

    /// The type that is both.
    fn merge(&mut self, one: Type, other: Type) -> Verified<Type, H> {
        Ok(match (one, other) {
            _ if one == other => one,
            (Type::Null, Type::Reference(_)) => other,
            (Type::Reference(_), Type::Null) => one,
            (Type::Reference(one), Type::Reference(other)) => Type::Reference(self.class.common_super(one, other)?),
            _ => Type::Top,
        })
    }
}

/// Keeps the subroutines that both may be in, and all that either has written there.
fn merge_calls(known: &mut Vec<Call>, other: &[Call]) -> bool {
    let before = known.len();
    known.retain(|call| other.iter().any(|theirs| theirs.entry == call.entry));
    let mut changed = known.len() != before;
    for call in known {
        let Some(theirs) = other.iter().find(|theirs| theirs.entry == call.entry) else { continue };
        for (mine, theirs) in call.written.iter_mut().zip(&theirs.written) {
            changed |= *theirs && !*mine;
            *mine |= *theirs;
        }
    }
    changed
}
