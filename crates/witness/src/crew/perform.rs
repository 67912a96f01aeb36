//! Jobs, done.

use std::sync::{Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use deadheat_analysis::rabbit::{Filters, OnRace, Rabbit, RabbitObserver};
use deadheat_analysis::{PossibleError, Race, Warning};
use deadheat_event::{Context, Event, Observer, Schedule};
use deadheat_machine::{Guest, Limit, Machine, Outcome, facts};
use deadheat_search::parts::PartRun;
use deadheat_search::{Bound, Bounds, Counterexample, OnViolation, Search, SearchReport, Watch, Watcher};

use super::hands::Work;
use super::job::{Claim, Done, Job, Met, Producer, Task, claim_key, encode};
use crate::check::pursue::Pursuer;
use crate::check::{Case, Checker, goal_of};
use crate::error::CheckError;
use crate::finding::{self, Pursued};
use crate::goal::Goal;
use crate::options::CheckOptions;
use crate::prove;
use crate::result::{Effort, Technique};
use crate::stage::Stage;

impl<G: Guest> Checker<'_, G> {
    /// Does a job: what came of it for others, and for the coordinator of this very process.
    pub(super) fn perform(
        &self,
        machine: &mut G::Machine,
        start: &<G::Machine as Machine>::Snapshot,
        job: &Job,
        work: &Work<'_, '_>,
    ) -> Result<(Done, Pursued), CheckError> {
        let end = work.deadline.map_or(Instant::now() + job.time, |end| end.min(Instant::now() + job.time));
        let record = |run: u32| work.runs.get(run, || self.record_run(run, Instant::now() + self.options.total / 2));
        let mut done = Done::default();
        let mut own = Pursued::default();
        let is_late = work.deadline.is_some_and(|end| Instant::now() >= end) || self.stopped();
        if work.ledger.is_some() && is_late {
            return Ok((done, own));
        }
        match &job.task {
            Task::Pursue { run, warning } => {
                let Some((recording, predictor)) = record(*run)? else { return Ok((done, own)) };
                let is_it = |one: &&Warning| finding::id_of(&one.error) == *warning;
                // A recording that was cut elsewhere may not come to what it warned of here.
                let Some(warning) = recording.warnings.iter().find(is_it) else { return Ok((done, own)) };
                let (warning, run) = (warning.clone(), *run as usize);
                let goal = goal_of(&warning.error);
                let case = Case { warning, run, goal };
                let options = CheckOptions { each: job.time, seed: job.seed, ..self.options.clone() };
                own = self.pursue(machine, start, &options, &case, (recording, predictor), end)?;
                done.attempts.clone_from(&own.attempts);
                if let Some((proof, technique)) = &own.proof {
                    done.claims.push(self.claim(&case.goal, &proof.witness.schedule, *technique));
                }
            }
            Task::Record { run } => {
                let Some((recording, _)) = record(*run)? else { return Ok((done, own)) };
                done.effort.runs = 1;
                done.effort.steps = recording.schedule.steps();
                done.warnings.clone_from(&recording.warnings);
                if let Outcome::Limit(limit) = recording.outcome {
                    done.bounds = vec![if limit == Limit::Steady { Bound::Steady } else { Bound::Recording }];
                }
                if let Some((goal, proof)) = self.proof_of_run(recording, end)? {
                    done.claims.push(self.claim(&goal, &proof.witness.schedule, Technique::Run));
                }
            }
            Task::Seek { goal } => {
                let (Some((recording, predictor)), Goal::Race(pair)) = (record(0)?, goal) else {
                    return Ok((done, own));
                };
                let options = CheckOptions { each: job.time, seed: job.seed, ..self.options.clone() };
                let (attempts, guest, stop) = (Vec::new(), self.guest, self.stop);
                let mut pursuer =
                    Pursuer { guest, options: &options, recording, predictor, deadline: end, stop, attempts };
                let mut stage = Stage::new(machine, start.clone(), end).stopped_by(stop).knowing(Some(&self.landmarks));
                let found = pursuer.seek(&mut stage, pair)?;
                done.attempts = pursuer.attempts;
                if let Some(found) = found
                    && let Some(proof) = self.prover(end).prove(goal, &found.schedule)?
                {
                    done.claims.push(self.claim(goal, &proof.witness.schedule, found.technique));
                }
            }
            Task::Part(part) => {
                let mut search = Search::new(vec![self.guest.fork()?]).errors().bounds(self.part_bounds(job.time));
                if let Some(stop) = self.stop {
                    search = search.stop_flag(stop);
                }
                let run = self.told(Technique::Search, end, work, |tell| {
                    search.part((**part).clone()).on_violation(tell).run_part()
                });
                let PartRun { search, report } = run?;
                done.bounds = search.coverage.bounds().to_vec();
                self.take_note(&search, Technique::Search, end, work, &mut done)?;
                // The coordinator counts what the parts did that count in the end.
                (done.effort.states, done.effort.steps) = (0, 0);
                done.part = Some(report);
            }
            Task::Produce(producer) => self.produce(*producer, job, end, work, &mut done)?,
        }
        done.needs = self.guest.needs();
        done.blind_spots = self.guest.blind_spots();
        done.idle_pools = self.guest.idle_pools();
        Ok((done, own))
    }

    /// A schedule as others can read it.
    fn claim(&self, goal: &Goal, schedule: &Schedule, technique: Technique) -> Claim {
        let mut schedule = schedule.clone();
        for (key, value) in self.guest.facts().into_iter().filter(|(key, _)| *key == facts::THREADS) {
            schedule.set_fact(key, value);
        }
        Claim { goal: goal.by_name(), schedule, technique }
    }

    fn produce(
        &self,
        producer: Producer,
        job: &Job,
        end: Instant,
        work: &Work<'_, '_>,
        done: &mut Done,
    ) -> Result<(), CheckError> {
        let bounds = Bounds {
            time: Some(job.time),
            memory: Some(self.options.memory),
            states: self.options.states,
            depth: if let Producer::Dfs(depth) = producer { Some(depth) } else { None },
            preemptions: if let Producer::Preemptions(most) = producer { Some(most) } else { None },
            ..Bounds::default()
        };
        let rabbit = Rabbit::new(Filters { live: true, symmetry: true }, self.scope.clone());
        let predicted = Mutex::new(Vec::new());
        let tell = |race: &Race| predicted.lock().unwrap_or_else(PoisonError::into_inner).push(race.clone());
        let watch = Predicting { rabbit: &rabbit, tell: &tell };
        let mut search = Search::new(vec![self.guest.fork()?])
            .errors()
            .boxed_strategy(producer.strategy(job.seed))
            .bounds(bounds)
            .watch(Some(&watch));
        if let Some(stop) = self.stop {
            search = search.stop_flag(stop);
        }
        let report = self.told(producer.technique(), end, work, |tell| search.on_violation(tell).run())?;
        done.bounds = report.coverage.bounds().to_vec();
        self.take_note(&report, producer.technique(), end, work, done)?;
        let predicted = predicted.into_inner().unwrap_or_else(PoisonError::into_inner);
        let warning =
            |race| Warning { error: PossibleError::Race(race), count: 1, window: Vec::new(), suppressed_by: None };
        done.warnings.extend(predicted.into_iter().map(warning));
        Ok(())
    }

    /// Makes a search. What it meets is claimed while it goes on: it may go on for long.
    fn told<R>(
        &self,
        technique: Technique,
        end: Instant,
        work: &Work<'_, '_>,
        search: impl FnOnce(OnViolation<'_>) -> R,
    ) -> R {
        std::thread::scope(|scope| {
            let (heard, met) = mpsc::channel::<Counterexample>();
            scope.spawn(move || {
                for found in met {
                    // What goes wrong here is looked at once more when the search is over.
                    let _ = self.note_one(&found, technique, end, work, &mut Done::default());
                }
            });
            let tell = |found: &Counterexample, _: &dyn Context| drop(heard.send(found.clone()));
            search(&tell)
        })
    }

    /// What a search has found, as claims: each error is proved once in the whole swarm.
    pub(super) fn take_note(
        &self,
        report: &SearchReport,
        technique: Technique,
        end: Instant,
        work: &Work<'_, '_>,
        done: &mut Done,
    ) -> Result<(), CheckError> {
        done.effort += Effort {
            seconds: report.elapsed.as_secs_f64(),
            steps: report.counts.steps,
            states: report.counts.states,
            memory: report.counts.visited_bytes + report.counts.frontier_bytes,
            runs: 0,
        };
        for found in &report.counterexamples {
            self.note_one(found, technique, end, work, done)?;
        }
        Ok(())
    }

    fn note_one(
        &self,
        found: &Counterexample,
        technique: Technique,
        end: Instant,
        work: &Work<'_, '_>,
        done: &mut Done,
    ) -> Result<(), CheckError> {
        // Proofs come after the search, and may take longer than it was given.
        let prover = self.prover(end + PROVING);
        if prover.is_late() {
            done.met.push(Met { goal: None, finding: prove::untried(found) });
            return Ok(());
        }
        if prover.is_silent(found, &self.scope)? {
            done.meant = true;
            return Ok(());
        }
        let goal = prover.goal(found)?;
        if let Some(goal) = &goal {
            let (key, store) = (claim_key(goal), work.swarm.store());
            // What is claimed need not be proved again: that it was met is enough.
            if store.read(&key)?.is_none()
                && let Some(proof) = prover.prove(goal, &found.schedule)?
            {
                // It is told at once, long before the job is done.
                let claim = self.claim(goal, &proof.witness.schedule, technique);
                store.create(&key, &encode(&claim, store)?)?;
                return Ok(());
            }
        }
        if !prover.is_broken(found)? {
            done.met.push(Met { goal: goal.map(|goal| goal.by_name()), finding: prove::unproved(found) });
        }
        Ok(())
    }
}

/// So long a hand may go on proving what a search has found.
const PROVING: Duration = Duration::from_secs(60);

/// Rabbit as the watcher of a search.
struct Predicting<'a> {
    rabbit: &'a Rabbit,
    tell: &'a OnRace<'a>,
}

struct Scout<'a>(RabbitObserver<'a>);

impl Watch for Predicting<'_> {
    fn watcher(&self) -> Box<dyn Watcher + '_> {
        Box::new(Scout(self.rabbit.observer(self.tell)))
    }
}

impl Observer for Scout<'_> {
    fn event(&mut self, event: &Event, context: &dyn Context) {
        self.0.event(event, context);
    }
}

impl Watcher for Scout<'_> {}
