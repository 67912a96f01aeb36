//! A dead heat that a search came upon, seen with the eyes of the analyses.

use deadheat_analysis::{Analyses, Options, PossibleError, Race, Scope};
use deadheat_event::{Choice, Schedule, ThreadId};
use deadheat_machine::{Machine, StepError};
use deadheat_search::property::is_heat;

use crate::race::access_place;
use crate::stage::Stage;

/// How far a run goes on behind a dead heat: until what was read is used, or thrown away.
const BEYOND: u64 = 20_000;

/// The race at the end of a schedule, if the analyses call it one.
///
/// # Errors
/// If the machine is at fault.
pub fn race<M: Machine>(
    stage: &mut Stage<'_, M>,
    schedule: &Schedule,
    scope: Scope,
) -> Result<Option<Race>, StepError> {
    let mut analyses = Analyses::new(&Options { lock_tree: false, atomizer: None, ..Options::all() }, scope);
    for run in schedule.runs() {
        let (mut left, mut choice) = (run.count, run.choice);
        while left > 0 {
            if !stage.choices().contains(&choice) {
                return Ok(None);
            }
            left -= stage.run(choice, left, Some(&mut analyses))?.min(left);
            choice = Choice::Thread(choice.thread());
        }
    }
    let Some([one, other]) = heat(&*stage.machine) else { return Ok(None) };
    let places = [one, other].map(|thread| access_place(thread, stage.machine.context()));
    let [Some(a), Some(b)] = places else { return Ok(None) };
    let mut places = [a, b];
    places.sort();
    stage.step(Choice::Thread(one), Some(&mut analyses))?;
    if stage.choices().contains(&Choice::Thread(other)) {
        stage.step(Choice::Thread(other), Some(&mut analyses))?;
    }
    let end = stage.steps + BEYOND;
    while stage.outcome().is_running() && stage.steps < end && !stage.is_late() {
        let Some(choice) = stage.choices().first().copied() else { break };
        stage.run(choice, 200, Some(&mut analyses))?;
    }
    let warnings = analyses.warnings(stage.machine.context());
    Ok(warnings.into_iter().find_map(|warning| match warning.error {
        PossibleError::Race(race) => {
            let mut found = [race.first.place.clone(), race.second.place.clone()];
            found.sort();
            (found == places).then_some(race)
        }
        _ => None,
    }))
}

/// Two threads in a dead heat now.
fn heat<M: Machine>(machine: &M) -> Option<[ThreadId; 2]> {
    let mut live = Vec::new();
    machine.live(&mut live);
    let enabled = |thread: &ThreadId| {
        let op = machine.pending(*thread).filter(deadheat_event::PendingOp::is_enabled)?;
        Some((*thread, op.kind.access()?))
    };
    let sides: Vec<_> = live.iter().filter_map(enabled).collect();
    for (at, (one, first)) in sides.iter().enumerate() {
        for (other, second) in &sides[at + 1..] {
            if is_heat(first, second) {
                return Some([*one, *other]);
            }
        }
    }
    None
}
