//! A program with a problem made smaller, as long as a problem of the same kind in the same mode stays.
//!
//! Greedy: of all programs that are smaller by one step (a thread's body gone, a statement gone, a block replaced by what is in it, an
//! observation gone) the first that still has the problem is kept, until none has it. A problem that shows only sometimes, as an
//! outcome of `java` may, can be lost on the way; then less is taken away than could be.

use std::io;

use crate::judge::{Judge, Problem};
use crate::program::{Program, Stmt};
use crate::workshop::Compiled;

/// The smallest program that was found, with its problem.
pub fn minimise(judge: &Judge<'_>, program: &Program, problem: &Problem) -> io::Result<(Program, Problem)> {
    let (mut best, mut found) = (program.clone(), problem.clone());
    let mut from = 0;
    loop {
        let smaller = candidates(&best);
        let mut next = None;
        // Goes on where it was: what could not be taken away before seldom can be now.
        for at in (0..smaller.len()).map(|n| (n + from) % smaller.len()) {
            let Ok(compiled) = std::panic::catch_unwind(|| Compiled::new(&[&smaller[at]])) else { continue };
            let same = |p: &Problem| p.kind == problem.kind && p.modes == problem.modes;
            let problems = judge.judge(&smaller[at], compiled?.classes())?.problems;
            if let Some(still) = problems.into_iter().find(same) {
                next = Some((at, still));
                break;
            }
        }
        let Some((at, still)) = next else { return Ok((best, found)) };
        from = at;
        best = smaller[at].clone();
        found = still;
    }
}

/// All programs that are one step smaller, the smallest first.
fn candidates(program: &Program) -> Vec<Program> {
    let mut all = Vec::new();
    let mut with = |change: &dyn Fn(&mut Program)| {
        let mut smaller = program.clone();
        change(&mut smaller);
        all.push(smaller);
    };
    for thread in (0..program.threads.len()).filter(|&t| !program.threads[t].is_empty()) {
        with(&|p| p.threads[thread].clear());
    }
    if program.threads.len() > 1 && program.threads.last().is_some_and(Vec::is_empty) {
        with(&|p| {
            p.threads.pop();
            p.started.pop();
        });
    }
    if program.started.len() > program.threads.len() {
        with(&|p| p.started.truncate(p.started.len() - 1));
    }
    for (thread, body) in program.threads.iter().enumerate() {
        for smaller in smaller_bodies(body) {
            with(&|p| p.threads[thread] = smaller.clone());
        }
    }
    for smaller in smaller_bodies(&program.main) {
        with(&|p| p.main = smaller.clone());
    }
    for smaller in smaller_bodies(&program.end) {
        with(&|p| p.end = smaller.clone());
    }
    for smaller in smaller_bodies(&program.finish) {
        with(&|p| p.finish = smaller.clone());
    }
    all
}

/// All bodies that lack one statement, or have the inside of a block in its place, or a smaller block.
fn smaller_bodies(body: &[Stmt]) -> Vec<Vec<Stmt>> {
    let mut all = Vec::new();
    for at in 0..body.len() {
        let replaced = |by: &[Stmt]| [&body[..at], by, &body[at + 1..]].concat();
        all.push(replaced(&[]));
        if let Stmt::Block { head, body: inner, tail } = &body[at] {
            all.push(replaced(inner));
            for smaller in smaller_bodies(inner) {
                all.push(replaced(&[Stmt::Block { head: head.clone(), body: smaller, tail: tail.clone() }]));
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::generate;
    use crate::themes::THEMES;

    #[test]
    fn every_step_is_smaller() {
        let all: Vec<_> = THEMES.iter().collect();
        for seed in 0..50 {
            let program = generate(seed, &all);
            for smaller in candidates(&program) {
                let size = |p: &Program| (p.size() + p.finish.len(), p.threads.len() + p.started.len());
                assert!(size(&smaller) < size(&program), "{seed}");
            }
        }
    }
}
