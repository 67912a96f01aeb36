//! Blocks laid over a history: where they begin and end is no part of what threads can do.

use deadheat_predict::history::{Event, History, HistoryBuilder, Place, Variable};

use super::Random;

/// The history with blocks of a number: one after the other, nested, around waits, without an end, empty. Some variables may be quiet.
pub fn with_blocks(history: &History, seed: u64) -> History {
    let mut random = Random::new(seed ^ 0x5851_f42d_4c95_7f2d);
    let mut builder = HistoryBuilder::like(history);
    // Most blocks are long: in short ones there is nothing to break.
    let (begins, ends) = (random.pick(&[20, 40, 60]), random.pick(&[0, 5, 15, 30]));
    let mut depths = vec![0; history.thread_count()];
    for event in history.events() {
        let Event { thread, .. } = *event;
        // A place of its own, which no event is at.
        let place = Place(100 + builder.len() as u32);
        if depths[thread.at()] > 0 && random.chance(ends) && builder.end_block(thread, place, None).is_ok() {
            depths[thread.at()] -= 1;
        }
        let begins = if depths[thread.at()] == 0 { begins } else { begins / 5 };
        if random.chance(begins) && builder.begin_block(thread, place, None).is_ok() {
            depths[thread.at()] += 1;
        }
        assert_eq!(builder.push(*event), Ok(true));
    }
    if random.chance(5) {
        builder.quiet(Variable(0));
    }
    builder.finish()
}
