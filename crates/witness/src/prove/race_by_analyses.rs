//! A dead heat that a search has met, as the analyses see it.

use deadheat_analysis::{Analyses, AnalysisOptions, PossibleError, Race, Scope};
use deadheat_event::{Choice, Schedule};
use deadheat_machine::{Machine, StepError};
use deadheat_search::pending_threads;
use deadheat_search::property::race_pairs;

use crate::race_pair::access_place;
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
    let options = AnalysisOptions { lock_tree: false, atomizer: None, ..AnalysisOptions::all() };
    let mut analyses = Analyses::new(&options, scope);
    if !stage.follow(schedule, u64::MAX, Some(&mut analyses))? {
        return Ok(None);
    }
    let pair = race_pairs(&pending_threads(&*stage.machine)).next().map(|pair| pair.map(|side| side.thread));
    let Some([one, other]) = pair else { return Ok(None) };
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
