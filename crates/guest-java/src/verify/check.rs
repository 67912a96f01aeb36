//! Verification by type checking (JVMS 4.10.1): one pass over the instructions, with the frames of the `StackMapTable` at
//! every place that is jumped to.

use super::details::{Origin, Reason};
use super::frame::Frame;
use super::hierarchy::Hierarchy;
use super::method::{MethodContext, Problem, Verified};
use super::stack_map::{Bounds, Malformed, MapFrame, StackMap};
use super::types::{Name, Type, Want};
use super::{FORMAT_ERROR, Refusal, Stop};

impl<H: Hierarchy> MethodContext<'_, '_, H> {
    /// Checks the method.
    pub fn check(&mut self) -> Verified<(), H> {
        self.check_handler_table()?;
        self.check_local_variables()?;
        let mut frame = self.entry();
        self.decode_map(&frame)?;
        let boundaries = self.handler_boundaries();
        let mut next_map = 0;
        let mut reachable = true;
        // Whether the locals may differ from those that the active handlers were last compared with.
        let mut changed = true;
        let mut pc = 0;
        while pc < self.bytecode.len() {
            if boundaries.get(pc).copied().unwrap_or(false) {
                self.find_active_handlers(pc)?;
                changed = true;
            }
            if self.meet_map(pc, &mut frame, reachable, &mut next_map)? {
                changed = true;
            }
            self.marked.clone_from(&frame.stack);
            let op = self.bytecode.bytes[pc];
            let stores = is_store(op, self.bytecode.u8(pc + 1));
            if stores && changed {
                // A store that throws has not stored.
                self.check_handlers(pc, &frame, false)?;
            }
            let before = frame.this_uninitialized;
            let flow = self.execute(pc, &mut frame)?;
            for target in flow.targets {
                self.check_jump(pc, &frame, target)?;
            }
            let constructed = before && !frame.this_uninitialized;
            let calls_constructor = op == 0xb7;
            if !stores && (changed || calls_constructor) {
                self.check_handlers(pc, &frame, constructed)?;
            }
            changed = stores || constructed;
            reachable = flow.falls_through;
            pc = self.bytecode.next(pc);
        }
        if reachable {
            let problem = Problem::new("Control flow falls through code end", Reason::InvalidBytecode, "");
            return Err(self.refuse(pc, None, problem));
        }
        Ok(())
    }

    fn decode_map(&mut self, entry: &Frame) -> Verified<(), H> {
        let code = self.code;
        let bounds = Bounds {
            bytecode: &self.bytecode,
            max_locals: usize::from(code.max_locals),
            max_stack: usize::from(code.max_stack),
        };
        let class = &mut *self.class;
        let mut named = |index| class.class_constant(index).map(Type::Reference);
        match StackMap::decode(code.stack_map.as_deref(), entry, &bounds, &mut named) {
            Ok(map) => self.map = Some(map),
            Err(Malformed::Format(what)) => {
                let message = format!("StackMapTable format error: {what}");
                return Err(Stop::Refused(Refusal { throwable: FORMAT_ERROR, message, is_final: true }));
            }
            Err(Malformed::Size) => return Err(self.malformed("StackMapTable format error: bad type array size")),
            Err(Malformed::NotNew) => {
                return Err(self.malformed("StackMapTable format error: bad offset for Uninitialized"));
            }
            Err(Malformed::Offset(map)) => {
                let mut frame = entry.clone();
                let bad = map.frames().last().map_or(0, |last| {
                    map.copy_to(last, &mut frame);
                    last.pc
                });
                return Err(self.refuse_frame(&frame, bad, "StackMapTable error: bad offset"));
            }
        }
        Ok(())
    }

    fn check_handler_table(&mut self) -> Verified<(), H> {
        let code = self.code;
        for handler in &code.handlers {
            let places = [(handler.start, "start_pc"), (handler.end, "end_pc"), (handler.target, "handler_pc")];
            for (pc, what) in places {
                let at_end = what == "end_pc" && usize::from(pc) == self.bytecode.len();
                if !at_end && !self.bytecode.is_instruction(usize::from(pc)) {
                    return Err(self.malformed(format_args!("Illegal exception table {what} {pc}")));
                }
            }
            if handler.catch_type == 0 {
                continue;
            }
            let Some(caught) = self.class.class_constant(handler.catch_type).map(Type::Reference) else { continue };
            let throwable = Type::Reference(Name::THROWABLE);
            if !self.class.is_assignable(caught, throwable, false)? {
                let found = (caught, Origin::Constant(handler.catch_type));
                let reason = Reason::WrongType { found, wanted: Some((Want::Is(throwable), Origin::Implied)) };
                let target = handler.target;
                let checked = format!("Catch type is not a subclass of Throwable in exception handler {target}");
                return Err(self.refuse(usize::from(target), None, Problem::new(checked, reason, "")));
            }
        }
        Ok(())
    }

    fn check_local_variables(&mut self) -> Verified<(), H> {
        let code = self.code;
        for variable in &code.local_variables {
            let (start, length) = (usize::from(variable.start), usize::from(variable.len));
            if !self.bytecode.is_instruction(start) {
                return Err(self.malformed(format_args!("Illegal local variable table start_pc {start}")));
            }
            if start + length != self.bytecode.len() && !self.bytecode.is_instruction(start + length) {
                return Err(self.malformed(format_args!("Illegal local variable table length {length}")));
            }
        }
        Ok(())
    }

    /// Where the set of active handlers changes.
    fn handler_boundaries(&self) -> Vec<bool> {
        if self.code.handlers.is_empty() {
            return Vec::new();
        }
        let mut boundaries = vec![false; self.bytecode.len() + 1];
        for handler in &self.code.handlers {
            boundaries[usize::from(handler.start)] = true;
            boundaries[usize::from(handler.end)] = true;
        }
        boundaries
    }

    fn find_active_handlers(&mut self, pc: usize) -> Verified<(), H> {
        let handlers = &self.code.handlers;
        if !self.class.spend(handlers.len()) {
            return Err(self.too_complex(pc));
        }
        self.active.clear();
        let covers = |n: &usize| usize::from(handlers[*n].start) <= pc && pc < usize::from(handlers[*n].end);
        self.active.extend((0..handlers.len()).filter(covers));
        Ok(())
    }

    /// Compares the present frame with the table's at the same address, which then takes its place.
    fn meet_map(&mut self, pc: usize, frame: &mut Frame, reachable: bool, next: &mut usize) -> Verified<bool, H> {
        let frames = self.map.as_ref().map_or(&[][..], StackMap::frames);
        let Some(expected) = frames.get(*next).copied() else {
            if reachable {
                return Ok(false);
            }
            let problem = Problem::new("Expecting a stack map frame", Reason::InvalidBytecode, "");
            return Err(self.refuse(pc, None, problem));
        };
        if !reachable && expected.pc > pc {
            let problem = Problem::new("Expecting a stack map frame", Reason::MissingMap, "");
            return Err(self.refuse(pc, None, problem));
        }
        if expected.pc != pc {
            return Ok(false);
        }
        if reachable && let Some(reason) = self.mismatch(pc, frame, &expected)? {
            let problem = Problem::new("Instruction type does not match stack map", reason, "");
            return Err(self.refuse_map(pc, frame, &expected, problem));
        }
        if let Some(map) = &self.map {
            map.copy_to(&expected, frame);
        }
        *next += 1;
        Ok(true)
    }

    fn check_jump(&mut self, pc: usize, frame: &Frame, target: i64) -> Verified<(), H> {
        let Some(expected) = self.map.as_ref().and_then(|map| map.at(target)).copied() else {
            let checked = format!("Expecting a stackmap frame at branch target {target}");
            return Err(self.refuse(pc, None, Problem::new(checked, Reason::MissingMap, "")));
        };
        if let Some(reason) = self.mismatch(pc, frame, &expected)? {
            let checked = format!("Inconsistent stackmap frames at branch target {target}");
            let problem = Problem::new(checked, reason, "");
            return Err(self.refuse_map(pc, &self.restored(frame), &expected, problem));
        }
        Ok(())
    }

    /// Compares the present locals with the frames of all handlers that an exception could go to from here.
    pub fn check_handlers(&mut self, pc: usize, frame: &Frame, this_was_uninitialized: bool) -> Verified<(), H> {
        if self.active.is_empty() {
            return Ok(());
        }
        let mut thrown = Frame { stack: Vec::with_capacity(1), ..frame.clone() };
        thrown.this_uninitialized |= this_was_uninitialized;
        for n in 0..self.active.len() {
            let handler = self.code.handlers[self.active[n]];
            let caught = self.class.class_constant(handler.catch_type).unwrap_or(Name::THROWABLE);
            thrown.stack.clear();
            thrown.stack.push(Type::Reference(caught));
            let target = handler.target;
            let Some(expected) = self.map.as_ref().and_then(|map| map.at(i64::from(target))).copied() else {
                let checked = format!("Expecting a stackmap frame at branch target {target}");
                return Err(self.refuse(pc, None, Problem::new(checked, Reason::MissingMap, "")));
            };
            if let Some(reason) = self.mismatch(pc, &thrown, &expected)? {
                let checked = format!("Stack map does not match the one at exception handler {target}");
                return Err(self.refuse_map(pc, &thrown, &expected, Problem::new(checked, reason, "")));
            }
        }
        Ok(())
    }

    /// Why a frame cannot become one of the table, if it cannot.
    fn mismatch(&mut self, pc: usize, frame: &Frame, expected: &MapFrame) -> Verified<Option<Reason>, H> {
        let Some(map) = &self.map else { return Ok(None) };
        let mut locals = std::mem::take(&mut self.scratch);
        locals.clear();
        locals.extend(map.locals_backwards(expected));
        locals.reverse();
        let locals_end = locals.len();
        locals.extend_from_slice(map.stack(expected));
        let result = self.first_mismatch(pc, frame, &locals[..locals_end], &locals[locals_end..], expected);
        self.scratch = locals;
        result
    }

    fn first_mismatch(
        &mut self,
        pc: usize,
        frame: &Frame,
        locals: &[Type],
        stack: &[Type],
        expected: &MapFrame,
    ) -> Verified<Option<Reason>, H> {
        if !self.class.spend(locals.len() + stack.len()) {
            return Err(self.too_complex(pc));
        }
        if frame.stack.len() != stack.len() {
            return Ok(Some(Reason::StackSizeMismatch));
        }
        for (n, (found, wanted)) in frame.locals.iter().zip(locals).enumerate() {
            if found != wanted && !self.class.is_assignable(*found, *wanted, false)? {
                let wanted = Some((Want::Is(*wanted), Origin::MapLocal(n)));
                return Ok(Some(Reason::WrongType { found: (*found, Origin::Local(n)), wanted }));
            }
        }
        for (n, (found, wanted)) in frame.stack.iter().zip(stack).enumerate() {
            if found != wanted && !self.class.is_assignable(*found, *wanted, false)? {
                let wanted = Some((Want::Is(*wanted), Origin::MapStack(n)));
                return Ok(Some(Reason::WrongType { found: (*found, Origin::Stack(n)), wanted }));
            }
        }
        let flags_fit = !frame.this_uninitialized || expected.this_uninitialized;
        Ok((!flags_fit).then_some(Reason::FlagsMismatch))
    }
}

/// Whether an instruction writes a local variable of another type.
fn is_store(op: u8, behind: u8) -> bool {
    matches!(op, 0x36..=0x4e) || (op == 0xc4 && matches!(behind, 0x36..=0x3a))
}
