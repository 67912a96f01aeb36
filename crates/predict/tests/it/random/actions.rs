//! What a thread of the generator's can do next, and what that does.

use deadheat_predict::Action;
use deadheat_predict::history::{Condition, Latch, Lock, Mode, Semaphore, Thread, Variable};

use super::{Actor, Generator, Mood};

impl Generator {
    /// What the thread can do now, with how likely each is.
    pub(super) fn possible(&mut self, thread: Thread) -> Vec<(u32, Action)> {
        let actor = &self.actors[thread.at()];
        let mut list = Vec::new();
        if !actor.forked || actor.over {
            return list;
        }
        if let Some((lock, condition)) = actor.waits {
            self.waking(thread, lock, condition, &mut list);
            return list;
        }
        self.accesses(&mut list);
        self.locking(thread, &mut list);
        self.conditions(thread, &mut list);
        self.threads(thread, &mut list);
        self.others(thread, &mut list);
        list
    }

    /// The model of what was chosen.
    pub(super) fn apply(&mut self, thread: Thread, action: Action) {
        let value = self.random.below(3);
        let actor = &mut self.actors[thread.at()];
        actor.done += 1;
        actor.closing = match action {
            Action::Release { .. } => actor.held.len() > 1,
            _ => actor.closing,
        };
        match action {
            Action::End => actor.over = true,
            Action::Fork(child) => self.actors[child.at()].forked = true,
            Action::Join(child) => self.actors[child.at()].over = true,
            Action::Write { variable, .. } | Action::Update { variable } => self.variables[variable.at()] = value,
            Action::Acquire { lock, mode, .. } => actor.held.push((lock, mode)),
            Action::Release { lock, mode } => actor.held.retain(|held| *held != (lock, mode)),
            Action::Wait { lock, condition } => {
                actor.held.retain(|held| *held != (lock, Mode::Exclusive));
                actor.waits = Some((lock, condition));
            }
            Action::Wake { lock, .. } => {
                actor.held.push((lock, Mode::Exclusive));
                actor.waits = None;
                actor.notified = false;
                actor.woke = true;
            }
            Action::Notify { condition, all } => self.notify(condition, all),
            Action::Up { permits, .. } => self.permits += permits,
            Action::Down { permits, .. } => self.permits -= permits,
            Action::Unpark(other) => self.actors[other.at()].permit = true,
            Action::Park => actor.permit = false,
            Action::Begin | Action::Read { .. } | Action::Refused { .. } | Action::CountDown(_) | Action::Await(_) => {}
        }
    }

    fn notify(&mut self, condition: Condition, all: bool) {
        let waits = |at: &usize| {
            let actor = &self.actors[*at];
            actor.waits.is_some_and(|(_, other)| other == condition) && !actor.notified
        };
        let waiting: Vec<usize> = (0..self.actors.len()).filter(waits).collect();
        if all {
            waiting.iter().for_each(|at| self.actors[*at].notified = true);
        } else if !waiting.is_empty() {
            let reached = self.random.pick(&waiting);
            self.actors[reached].notified = true;
        }
    }

    fn is_free(&self, thread: Thread, lock: Lock, mode: Mode) -> bool {
        let others = self.actors.iter().enumerate().filter(|(at, _)| *at != thread.at());
        let mut held = others.flat_map(|(_, actor)| &actor.held);
        !held.any(|(other, how)| *other == lock && how.excludes(mode))
    }

    fn waking(&mut self, thread: Thread, lock: Lock, condition: Condition, list: &mut Vec<(u32, Action)>) {
        let notified = self.actors[thread.at()].notified;
        if self.is_free(thread, lock, Mode::Exclusive) {
            if notified {
                list.push((12, Action::Wake { lock, condition, notified: true }));
            }
            // By time; or by time and a notification at once. A thread that can do nothing else is not to do this at once.
            if self.random.chance(15) {
                list.push((12, Action::Wake { lock, condition, notified: false }));
            }
        }
        // What shows that it was interrupted.
        if self.random.chance(5) {
            list.push((2, Action::Read { variable: Variable(0), plain: false }));
        }
    }

    fn accesses(&mut self, list: &mut Vec<(u32, Action)>) {
        let variable = Variable(self.random.below(self.variables.len() as u32));
        let plain = !(self.kinds.volatiles && self.random.chance(40));
        let weight = match self.mood {
            Mood::Mixed => 9,
            Mood::Nesting => 2,
            Mood::Signals => 4,
        };
        list.push((weight, Action::Read { variable, plain }));
        list.push((weight, Action::Write { variable, plain }));
        if self.kinds.updates {
            list.push((5, Action::Update { variable }));
        }
    }

    fn locking(&mut self, thread: Thread, list: &mut Vec<(u32, Action)>) {
        let (held, closing) = (self.actors[thread.at()].held.clone(), self.actors[thread.at()].closing);
        for lock in (0..self.locks).map(Lock) {
            let mode = if self.kinds.shared_locks && self.random.chance(45) { Mode::Shared } else { Mode::Exclusive };
            let waits = !self.kinds.refusals || self.random.chance(80);
            if held.contains(&(lock, mode)) {
                continue;
            }
            if self.is_free(thread, lock, mode) {
                // Taken in both ways by one thread: possible, and not too often.
                let both = held.iter().any(|(other, _)| *other == lock);
                let rare = both || closing || held.len() > 1;
                let weight = if self.mood == Mood::Nesting { 25 } else { 14 };
                list.push((if rare { 1 } else { weight }, Action::Acquire { lock, mode, waits }));
            } else if self.kinds.refusals {
                list.push((5, Action::Refused { lock, mode }));
            }
        }
        if let Some((&(lock, mode), others)) = held.split_last() {
            let weight = if closing || !others.is_empty() { 20 } else { 6 };
            list.push((weight, Action::Release { lock, mode }));
            list.extend(others.iter().map(|(lock, mode)| (1, Action::Release { lock: *lock, mode: *mode })));
        }
    }

    fn conditions(&mut self, thread: Thread, list: &mut Vec<(u32, Action)>) {
        if !self.kinds.conditions {
            return;
        }
        let held = &self.actors[thread.at()].held;
        for lock in (0..self.locks).map(Lock) {
            let condition = Condition(lock.0);
            let alone = held.contains(&(lock, Mode::Exclusive));
            if alone && !held.contains(&(lock, Mode::Shared)) {
                let first = self.mood == Mood::Signals && !self.actors[thread.at()].woke;
                list.push((if first { 40 } else { 8 }, Action::Wait { lock, condition }));
            }
            let waits = |actor: &&Actor| actor.waits == Some((lock, condition)) && !actor.notified;
            let waiting = self.actors.iter().filter(waits).count() as u32;
            let weight = 5 * waiting * waiting + u32::from(alone);
            list.push((weight, Action::Notify { condition, all: false }));
            list.push((weight / 2, Action::Notify { condition, all: true }));
        }
    }

    fn threads(&mut self, thread: Thread, list: &mut Vec<(u32, Action)>) {
        for other in (0..self.actors.len() as u32).map(Thread).filter(|other| *other != thread) {
            let actor = &self.actors[other.at()];
            if !actor.forked {
                list.push((60, Action::Fork(other)));
            } else if actor.held.is_empty() && actor.waits.is_none() && actor.done > 1 {
                list.push((1, Action::Join(other)));
            }
            if self.kinds.parking {
                list.push((if self.mood == Mood::Signals { 4 } else { 2 }, Action::Unpark(other)));
            }
        }
        let actor = &self.actors[thread.at()];
        if actor.done == 0 {
            list.push((10, Action::Begin));
        } else if actor.held.is_empty() {
            list.push((1, Action::End));
        }
    }

    fn others(&mut self, thread: Thread, list: &mut Vec<(u32, Action)>) {
        if self.kinds.parking && self.actors[thread.at()].permit {
            list.push((12, Action::Park));
        }
        if self.kinds.semaphores {
            let (semaphore, permits) = (Semaphore(0), 1 + self.random.below(2));
            list.push((4, Action::Up { semaphore, permits }));
            if permits <= self.permits {
                list.push((7, Action::Down { semaphore, permits }));
            }
        }
        if self.kinds.latches {
            list.push((5, Action::CountDown(Latch(0))));
            list.push((4, Action::Await(Latch(0))));
        }
    }
}
