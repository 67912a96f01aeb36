//! Stacks, as a tree: each is its innermost site and the stack of the caller, so a deep recursion takes one record per frame, not a
//! list of all frames per depth.

use std::io::Read;

use rustc_hash::FxHashMap;

use super::bytes::{Got, Sink, Source};
use super::sites::{SiteNumber, SiteWriter, Sites};
use super::texts::TextWriter;
use super::{MOST_FRAMES, TraceError, tag};
use crate::{Context, SiteId, ThreadId};

/// The number of a stack in a file; 0 is the empty stack.
pub type StackNumber = u32;

/// The stacks written so far.
#[derive(Default)]
pub struct StackWriter {
    numbers: FxHashMap<(StackNumber, SiteNumber), StackNumber>,
    /// The stack that each thread had last: mostly the next one differs only in its innermost frames.
    last: FxHashMap<ThreadId, LastStack>,
    buffer: Vec<SiteId>,
}

#[derive(Default)]
struct LastStack {
    /// Innermost first.
    sites: Vec<SiteId>,
    /// Outermost first: the stack that ends with each frame.
    numbers: Vec<StackNumber>,
}

impl StackWriter {
    /// The thread's stack now: its number and its innermost site. Frames that are new are written.
    pub fn number(
        &mut self,
        thread: ThreadId,
        context: &dyn Context,
        sites: &mut SiteWriter,
        texts: &mut TextWriter,
        out: &mut Sink,
    ) -> (StackNumber, Option<SiteId>) {
        context.stack_sites(thread, &mut self.buffer);
        self.buffer.truncate(MOST_FRAMES);
        let last = self.last.entry(thread).or_default();
        let known = self.buffer.iter().rev().zip(last.sites.iter().rev()).take_while(|(new, old)| new == old).count();
        last.numbers.truncate(known);
        for site in self.buffer.iter().rev().skip(known) {
            let site = sites.number(*site, context, texts, out);
            let caller = last.numbers.last().copied().unwrap_or(0);
            let next = self.numbers.len() as StackNumber + 1;
            let number = *self.numbers.entry((caller, site)).or_insert_with(|| {
                out.number(tag::STACK);
                out.number(site);
                out.number(caller);
                next
            });
            last.numbers.push(number);
        }
        std::mem::swap(&mut last.sites, &mut self.buffer);
        (last.numbers.last().copied().unwrap_or(0), last.sites.first().copied())
    }

    /// The thread has ended.
    pub fn end(&mut self, thread: ThreadId) {
        self.last.remove(&thread);
    }
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    site: SiteNumber,
    caller: StackNumber,
    depth: u32,
}

/// The stacks read so far.
#[derive(Debug, Default)]
pub struct Stacks(Vec<Frame>);

impl Stacks {
    /// Reads a stack.
    pub fn read(&mut self, source: &mut Source<impl Read>, sites: &Sites) -> Got<()> {
        let (site, caller) = (sites.number(source)?, self.number(source.long()?)?);
        let depth = self.frame(caller).map_or(0, |frame| frame.depth) + 1;
        if depth as usize > MOST_FRAMES {
            return Err(TraceError::Corrupt("a stack is too deep"));
        }
        self.0.push(Frame { site, caller, depth });
        Ok(())
    }

    /// The number of a stack that is there.
    pub fn number(&self, number: u64) -> Got<StackNumber> {
        // A caller's stack stands before the stacks of what it calls, so no stack is its own caller.
        if number <= self.0.len() as u64 {
            Ok(number as StackNumber)
        } else {
            Err(TraceError::Corrupt("a stack is not there"))
        }
    }

    fn frame(&self, number: StackNumber) -> Option<Frame> {
        self.0.get((number as usize).checked_sub(1)?).copied()
    }

    /// The sites of a stack, innermost call first.
    pub fn sites(&self, number: StackNumber) -> impl Iterator<Item = SiteNumber> {
        std::iter::successors(self.frame(number), |frame| self.frame(frame.caller)).map(|frame| frame.site)
    }
}
