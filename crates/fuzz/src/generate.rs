//! From a seed to a program.
//!
//! A theme declares its fields and offers statements on them. A statement on data that is not safe by itself ([`Gen::plain`]) is put
//! under the guard of that datum: always in a *clean* program, sometimes in others. A datum has one guard, and guards are not nested, so
//! a clean program has no race and no deadlock by construction; statements that wait for another thread are not offered in it.

use std::collections::BTreeMap;

use deadheat_machine::Rng;

use crate::program::{Field, Program, Stmt};
use crate::themes::{self, Theme};

/// A program that is being made.
pub struct Gen {
    rng: Rng,
    /// Whether only clean statements are wanted.
    pub clean: bool,
    /// How many threads there are.
    pub workers: usize,
    /// The thread whose statement is made; `None` for the main thread.
    pub me: Option<usize>,
    fields: Vec<Field>,
    guards: BTreeMap<String, (String, String)>,
    /// The share of plain accesses in a program that is not clean that are guarded, of 8.
    careful: u64,
    fresh: bool,
    finish: Vec<Stmt>,
    end: Vec<Stmt>,
    /// Threads that the main thread does not start.
    held_back: Vec<usize>,
    /// Whether several threads have one body.
    alike: bool,
    seed: u64,
}

impl Gen {
    /// A number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        self.rng.below(bound as u64) as usize
    }

    /// A number below a bound that is mostly the same throughout a program.
    pub fn focus(&mut self, bound: usize) -> usize {
        if self.one_in(5) { self.below(bound) } else { Rng::new(self.seed).below(bound as u64) as usize }
    }

    /// True once in so many times.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of the texts.
    pub fn pick<'a>(&mut self, texts: &[&'a str]) -> &'a str {
        self.rng.pick(texts)
    }

    /// One of the texts, with `K` replaced by a small key, `V` by a small value and `W` by another thread.
    pub fn fill(&mut self, texts: &[&str]) -> String {
        let mut text = self.pick(texts);
        // Threads must meet: a theme may have many fields, and a program is mostly about a third of them.
        for _ in 0..3 {
            let word = text.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or_default();
            let number = word.bytes().fold(self.seed, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
            if Rng::new(number).below(3) == 0 {
                break;
            }
            text = self.pick(texts);
        }
        self.filled(text)
    }

    /// A text with `K`, `V` and `W` replaced where they stand alone.
    pub fn filled(&mut self, text: &str) -> String {
        let mut out = String::new();
        let chars: Vec<char> = text.chars().collect();
        let word = |at: Option<&char>| at.is_some_and(|c| c.is_alphanumeric() || *c == '_' || *c == '$');
        for (at, &c) in chars.iter().enumerate() {
            let alone = !word(chars.get(at + 1)) && (at == 0 || !word(chars.get(at - 1)));
            match c {
                'K' if alone => out += &(1 + self.below(2)).to_string(),
                'V' if alone => out += &(2 + self.below(4)).to_string(),
                'W' if alone => out += &self.other().to_string(),
                c => out.push(c),
            }
        }
        out
    }

    /// Another thread, by its number; for the main thread any.
    pub fn other(&mut self) -> usize {
        let Some(me) = self.me else { return self.below(self.workers) };
        (me + 1 + self.below(self.workers - 1)) % self.workers
    }

    /// Declares a field, once.
    pub fn field(&mut self, name: &str, declaration: impl Into<String>) {
        if !self.fields.iter().any(|field| field.name == name) {
            self.fields.push(Field { name: name.into(), declaration: declaration.into() });
        }
    }

    /// Something that is seen at the end.
    pub fn at_end(&mut self, expression: &str) {
        self.end.push(Stmt::See(expression.into()));
    }

    /// Something that is done when all threads have ended.
    pub fn finish(&mut self, java: &str) {
        self.finish.push(Stmt::Do(java.into()));
    }

    /// Every run needs classes of its own.
    pub fn fresh(&mut self) {
        self.fresh = true;
    }

    /// The main thread does not start this thread.
    pub fn hold_back(&mut self, thread: usize) {
        self.held_back.push(thread);
    }

    /// Several threads do the same.
    pub fn alike(&mut self) {
        self.alike = true;
    }

    /// The name of the program's class.
    pub fn class(&self) -> String {
        format!("P{}", self.seed)
    }

    /// A statement on a datum that is not safe by itself. `object` says whether the datum can be a monitor.
    pub fn plain(&mut self, datum: &str, object: bool, stmt: Stmt) -> Stmt {
        if !self.clean && self.rng.below(8) >= self.careful {
            return stmt;
        }
        let (head, tail) = self.guard(datum, object);
        Stmt::Block { head, body: vec![stmt], tail }
    }

    /// The one guard of a datum.
    fn guard(&mut self, datum: &str, object: bool) -> (String, String) {
        if let Some(guard) = self.guards.get(datum) {
            return guard.clone();
        }
        let lock = format!("{datum}Lock");
        let (declaration, head, tail) = match self.below(if object { 6 } else { 5 }) {
            0 => ("ReentrantLock", format!("{lock}.lock(); try {{"), format!("}} finally {{ {lock}.unlock(); }}")),
            1 => (
                "ReentrantReadWriteLock",
                format!("{lock}.writeLock().lock(); try {{"),
                format!("}} finally {{ {lock}.writeLock().unlock(); }}"),
            ),
            2 => (
                "Semaphore",
                format!("{lock}.acquireUninterruptibly(); try {{"),
                format!("}} finally {{ {lock}.release(); }}"),
            ),
            5 => ("", format!("synchronized ({datum}) {{"), "}".into()),
            _ => ("Object", format!("synchronized ({lock}) {{"), "}".into()),
        };
        if !declaration.is_empty() {
            let arguments = if declaration == "Semaphore" { "1" } else { "" };
            self.field(&lock, format!("final {declaration} {lock} = new {declaration}({arguments});"));
        }
        self.guards.insert(datum.into(), (head.clone(), tail.clone()));
        (head, tail)
    }

    /// A statement of one of the themes, sometimes inside a condition or a block.
    fn stmt(&mut self, themes: &[&Theme], depth: usize) -> Vec<Stmt> {
        if depth < 1 && self.one_in(9) {
            let body = self.stmt(themes, depth + 1);
            let head = self.pick(&["if (r > 0) {", "if (r == 0) {", "for (int round = 0; round < 2; round++) {"]);
            return vec![Stmt::block(head, body)];
        }
        if depth < 1 && !self.clean && self.one_in(12) {
            self.field("outer", "final Object outer = new Object();");
            let mut body = self.stmt(themes, depth + 1);
            body.extend(self.stmt(themes, depth + 1));
            return vec![Stmt::block("synchronized (outer) {", body)];
        }
        let theme = themes[self.below(themes.len())];
        (theme.stmt)(self)
    }

    fn body(&mut self, themes: &[&Theme], size: usize) -> Vec<Stmt> {
        let mut body = Vec::new();
        while body.len() < size {
            body.extend(self.stmt(themes, 0));
        }
        body
    }
}

/// The program of a seed, made of one to three of these themes.
///
/// # Panics
/// If there are no themes.
pub fn generate(seed: u64, from: &[&'static Theme]) -> Program {
    assert!(!from.is_empty(), "programs are made of themes");
    let mut rng = Rng::new(seed);
    // The first numbers of neighbouring seeds are as independent as any; the seed alone decides, not how many were made before.
    let clean = rng.below(4) == 0;
    let workers = if rng.below(4) == 0 { 3 } else { 2 };
    let wanted = [1, 1, 1, 2, 2, 3][rng.below(6) as usize];
    let mut chosen: Vec<&'static Theme> = Vec::new();
    for _ in 0..wanted {
        let theme = from[rng.below(from.len() as u64) as usize];
        if !chosen.iter().any(|c| c.name == theme.name) && (!clean || theme.clean) {
            chosen.push(theme);
        }
    }
    if chosen.is_empty() {
        chosen
            .push(from.iter().copied().find(|theme| theme.clean).unwrap_or(themes::by_name("vars").expect("a theme")));
    }
    let careful = rng.below(9);
    let mut g = Gen {
        rng,
        clean,
        workers,
        me: None,
        fields: Vec::new(),
        guards: BTreeMap::new(),
        careful,
        fresh: false,
        finish: Vec::new(),
        end: Vec::new(),
        held_back: Vec::new(),
        alike: false,
        seed,
    };
    for theme in &chosen {
        (theme.fields)(&mut g);
    }
    let heavy: usize = chosen.iter().map(|theme| theme.weight).max().unwrap_or(1);
    let most = match (workers, heavy) {
        (2, 1) => 5,
        (2, 2) => 3,
        (_, 1) => 3,
        (2, _) => 2,
        _ => 1,
    };
    let bodies = if g.alike { 1 + g.below(workers - 1) } else { workers };
    let mut threads = Vec::new();
    for worker in 0..bodies {
        g.me = Some(worker);
        let size = 1 + g.below(most);
        threads.push(g.body(&chosen, size));
    }
    g.me = None;
    let main = if heavy < 3 && g.one_in(5) { g.body(&chosen, 1) } else { Vec::new() };
    let started = (0..workers).map(|worker| !g.held_back.contains(&worker)).collect();
    let themes = chosen.iter().map(|theme| theme.name).collect();
    Program {
        seed,
        themes,
        clean,
        fresh: g.fresh,
        fields: g.fields,
        threads,
        started,
        main,
        finish: g.finish,
        end: g.end,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_one_program() {
        let all: Vec<&Theme> = themes::THEMES.iter().collect();
        for seed in 0..200 {
            let program = generate(seed, &all);
            assert_eq!(program.java(), generate(seed, &all).java());
            assert!(program.size() > 0);
        }
    }
}
