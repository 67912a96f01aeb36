//! `java.util.Random` as a choice of the schedule, where that was asked for: only small ranges, because each value is a
//! branch of the search. `Deadheat.choose` always is one: that is what it is for.

use deadheat_event::Done;

use super::plan::{Act, Plan};
use super::{AtomicCall, Begun, call};
use crate::vm::Vm;
use crate::vm::exec::interp::Stop;
use crate::vm::memory::layout::Ref;
use crate::vm::natives::ANNOTATIONS;

const RANDOM: &str = "java/util/Random";

/// Ranges of more values are left to the seeded generator.
const MOST: u64 = 8;

pub(super) static CALLS: &[AtomicCall] = &[
    call(RANDOM, "nextInt", "(I)I", |vm, args| choice(vm, args, args[1] & 0xffff_ffff)),
    call(RANDOM, "nextBoolean", "()Z", |vm, args| choice(vm, args, 2)),
    call(ANNOTATIONS, "choose", "(I)I", |_, args| {
        // What is no number of options is left to the method's own code, which complains.
        let options = u32::try_from(args[0] as u32 as i32).ok().filter(|options| *options > 0)?;
        Some(Plan::visible(0, Done::Choose { options, chosen: 0 }, Act::Choose(options)))
    }),
];

fn choice(vm: &Vm, args: &[u64], options: u64) -> Option<Plan> {
    let is_asked_for = vm.shared.config.choose_random && (1..=MOST).contains(&options);
    is_asked_for.then(|| {
        let options = options as u32;
        Plan::visible(args[0] as Ref, Done::Choose { options, chosen: 0 }, Act::Choose(options))
    })
}

impl Vm {
    /// The running thread gets one of the values, or waits until the schedule has said which. Also while there is only one
    /// thread: the value is open whichever thread asks for it.
    pub(super) fn choose(&mut self, options: u32) -> Begun {
        let Some(value) = self.chosen_value.take().filter(|value| *value < options) else {
            return Begun::Stop(Stop::Pending);
        };
        self.permits = self.permits.saturating_sub(1);
        self.steps += 1;
        if self.observing {
            self.emit(Done::Choose { options, chosen: value });
        }
        Begun::Return(u64::from(value))
    }
}
