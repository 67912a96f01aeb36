//! Rabbit in a search: warnings as they appear, and what they cost.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use deadheat_analysis::Race;
use deadheat_analysis::rabbit::{OnRace, Rabbit, RabbitObserver};
use deadheat_event::{Context, Event, Observer};
use deadheat_report::safe;
use deadheat_search::{Watch, Watcher};

/// One event in so many is timed.
const SAMPLE: u64 = 64;

/// Rabbit as the watcher of a search.
pub struct RabbitWatch<'a> {
    rabbit: &'a Rabbit,
    tell: &'a OnRace<'a>,
    /// Nanoseconds spent, as far as timed, over all workers.
    spent: AtomicU64,
}

impl<'a> RabbitWatch<'a> {
    /// Watches for this history; `tell` is called for each warning when it appears.
    #[must_use]
    pub fn new(rabbit: &'a Rabbit, tell: &'a OnRace<'a>) -> Self {
        Self { rabbit, tell, spent: AtomicU64::new(0) }
    }

    /// The time that it took, over all workers.
    #[must_use]
    pub fn cost(&self) -> Duration {
        Duration::from_nanos(self.spent.load(Ordering::Relaxed) * SAMPLE)
    }
}

impl Watch for RabbitWatch<'_> {
    fn watcher(&self) -> Box<dyn Watcher + '_> {
        Box::new(Timed { scout: self.rabbit.observer(self.tell), spent: &self.spent, events: 0 })
    }
}

struct Timed<'a> {
    scout: RabbitObserver<'a>,
    spent: &'a AtomicU64,
    events: u64,
}

impl Observer for Timed<'_> {
    fn event(&mut self, event: &Event, context: &dyn Context) {
        self.events += 1;
        if self.events.is_multiple_of(SAMPLE) {
            let began = Instant::now();
            self.scout.event(event, context);
            self.spent.fetch_add(began.elapsed().as_nanos() as u64, Ordering::Relaxed);
        } else {
            self.scout.event(event, context);
        }
    }
}

impl Watcher for Timed<'_> {}

/// A warning in one line.
#[must_use]
pub fn line(race: &Race) -> String {
    let text =
        format!("warning: possible data race on {}: {} and {}", race.target, race.first.place, race.second.place);
    safe::line(&text).into_owned()
}
