//! Which thread goes next in active testing.

use deadheat_event::{Choice, Schedule, ThreadId};
use deadheat_machine::{Replay, Rng};

/// Which thread goes next.
pub enum Order<'a> {
    /// As in a recording, as far as it can be followed; then all threads in turn.
    Recorded(Replay<'a>, RoundRobinTurn),
    /// As the dice say, at each step.
    Random(Rng),
    /// By rank, and the dice deal the ranks: some threads get far before others begin, which dice at each step hardly ever do.
    Ranked(Ranks),
    /// This thread if possible, else all in turn.
    Prefer(ThreadId, RoundRobinTurn),
}

/// The thread whose turn it is.
#[derive(Clone, Copy, Debug)]
pub struct RoundRobinTurn(ThreadId);

impl<'a> Order<'a> {
    /// As in this recording, from this step on.
    #[must_use]
    pub fn recorded(schedule: &'a Schedule, from: u64) -> Self {
        Self::Recorded(Replay::of(schedule).from_step(from), RoundRobinTurn(ThreadId(0)))
    }

    /// This thread if possible, else all in turn.
    #[must_use]
    pub fn prefer(thread: ThreadId) -> Self {
        Self::Prefer(thread, RoundRobinTurn(ThreadId(0)))
    }

    /// The next choice if that can be said from what this one is, without a list of all that are open. It is then the one that
    /// [`pick`](Self::pick) would give.
    pub(super) fn foregone(&self, is_open: impl Fn(Choice) -> bool) -> Option<Choice> {
        let next = match self {
            Self::Recorded(replay, _) => replay.upcoming()?.choice,
            Self::Prefer(thread, _) => Choice::Thread(*thread),
            Self::Random(_) | Self::Ranked(_) => return None,
        };
        Some(next).filter(|next| is_open(*next))
    }

    /// The next choice; none if none is open.
    pub(super) fn pick(&mut self, open: &[Choice]) -> Option<Choice> {
        if open.is_empty() {
            return None;
        }
        match self {
            Self::Recorded(replay, turn) => replay
                .pick_open(|choice| open.contains(&choice))
                .map(|pick| pick.choice)
                .or_else(|| next_in_turn(open, &mut turn.0)),
            Self::Random(rng) => Some(rng.pick(open)),
            Self::Ranked(ranks) => Some(ranks.pick(open)),
            Self::Prefer(thread, turn) => {
                let preferred = open.iter().find(|choice| choice.thread() == *thread).copied();
                preferred.or_else(|| next_in_turn(open, &mut turn.0))
            }
        }
    }

    /// Takes note of a step made as picked.
    pub(super) fn advance(&mut self) {
        if let Self::Recorded(replay, _) = self {
            replay.advance(1);
        }
    }
}

/// Ranks of threads, after Burckhardt et al., *A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs* (ASPLOS 2010). How
/// long a run will be is not known, so that ranks change at random, seldom.
pub struct Ranks {
    rng: Rng,
    ranks: Vec<u64>,
    /// The next rank below all others.
    lowest: u64,
}

impl Ranks {
    /// A step in so many makes its thread the last.
    const CHANGES: u64 = 300;

    /// Ranks that these dice deal.
    #[must_use]
    pub fn new(rng: Rng) -> Self {
        Self { rng, ranks: Vec::new(), lowest: u64::MAX / 2 }
    }

    fn rank(&mut self, thread: ThreadId) -> u64 {
        while self.ranks.len() <= thread.0 as usize {
            self.ranks.push(self.rng.next_u64() | (1 << 63));
        }
        self.ranks[thread.0 as usize]
    }

    fn pick(&mut self, open: &[Choice]) -> Choice {
        let threads = open.iter().map(|choice| choice.thread());
        let first = threads.max_by_key(|thread| self.rank(*thread)).unwrap_or(open[0].thread());
        if self.rng.below(Self::CHANGES) == 0 {
            self.ranks[first.0 as usize] = self.lowest;
            self.lowest -= 1;
        }
        let of_first: Vec<Choice> = open.iter().copied().filter(|choice| choice.thread() == first).collect();
        self.rng.pick(&of_first)
    }
}

/// The first choice of a thread from `turn` on, in the order of threads.
pub(super) fn next_in_turn(open: &[Choice], turn: &mut ThreadId) -> Option<Choice> {
    let next = open.iter().find(|choice| choice.thread() >= *turn).or(open.first()).copied()?;
    *turn = ThreadId(next.thread().0 + 1);
    Some(next)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said without a list of what is open is what is picked from the list.
    #[test]
    fn what_is_foregone_is_picked() {
        let mut dice = Rng::new(7);
        for _ in 0..1_000 {
            let mut schedule = Schedule::new();
            (0..1 + dice.below(6)).for_each(|_| schedule.push(Choice::Thread(ThreadId(dice.below(4) as u32)), 1));
            let mut open: Vec<Choice> = (0..4).map(|thread| Choice::Thread(ThreadId(thread))).collect();
            open.retain(|_| dice.below(2) == 0);
            for mut order in [Order::recorded(&schedule, 0), Order::prefer(ThreadId(2)), Order::Random(Rng::new(1))] {
                let foregone = order.foregone(|choice| open.contains(&choice));
                assert!(foregone.is_none() || foregone == order.pick(&open));
            }
        }
    }
}
