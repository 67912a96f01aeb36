//! Options about what is looked for.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use deadheat_analysis::atomizer::Heuristic;
use deadheat_analysis::eraser::EraserMode;
use deadheat_analysis::{Analyses, AnalysisOptions, Pattern, Scope, Suppressions};

use crate::commands::files;
use crate::terminal::failure::Failure;

/// Options about what is looked for.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Analyses")]
pub struct AnalysesArgs {
    /// Which analyses watch the run
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "all")]
    pub analyses: Vec<AnalysisName>,
    /// What counts as a race by lock sets
    #[arg(long, value_enum, default_value = "hybrid")]
    pub eraser: EraserArg,
    /// What counts as atomic beside what the program marks
    #[arg(long, value_enum, default_value = "synchronized")]
    pub atomic: AtomicBlocks,
    /// Log each access that changes the set of locks which may protect this field
    #[arg(long, value_name = "CLASS.FIELD")]
    pub explain: Option<String>,
    /// Only report errors in classes or modules that match
    #[arg(long, value_name = "PATTERN")]
    pub include: Vec<String>,
    /// Don't report errors in classes or modules that match
    #[arg(long, value_name = "PATTERN")]
    pub exclude: Vec<String>,
    /// Don't report the errors listed in this file
    #[arg(long, value_name = "FILE")]
    pub suppressions: Option<PathBuf>,
    /// Write the warnings to this file as JSON
    #[arg(long, value_name = "FILE")]
    pub warnings: Option<PathBuf>,
}

/// An analysis, or several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AnalysisName {
    /// All of them
    All,
    /// None of them
    None,
    /// Races by lock sets
    Eraser,
    /// Races of the run itself
    HappensBefore,
    /// Deadlocks by lock order
    LockTree,
    /// Broken atomicity by reduction
    Atomizer,
}

/// What counts as a race by lock sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EraserArg {
    /// The original algorithm
    Pure,
    /// Only what no hand-over orders
    Hybrid,
}

/// What counts as atomic beside what the program marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AtomicBlocks {
    /// Blocks that a lock of the language guards: `synchronized`
    Synchronized,
    /// Public functions
    Public,
    /// Nothing
    None,
}

impl AnalysesArgs {
    /// The options of the analyses themselves.
    #[must_use]
    pub fn options(&self) -> AnalysisOptions {
        let on = |name| self.analyses.contains(&name) || self.analyses.contains(&AnalysisName::All);
        let mode = match self.eraser {
            EraserArg::Pure => EraserMode::Pure,
            EraserArg::Hybrid => EraserMode::Hybrid,
        };
        let heuristic = match self.atomic {
            AtomicBlocks::Synchronized => Heuristic::Synchronized,
            AtomicBlocks::Public | AtomicBlocks::None => Heuristic::Marked,
        };
        AnalysisOptions {
            eraser: on(AnalysisName::Eraser).then_some(mode),
            happens_before: on(AnalysisName::HappensBefore),
            lock_tree: on(AnalysisName::LockTree),
            atomizer: on(AnalysisName::Atomizer).then_some(heuristic),
            dependency: self.warnings.is_some() && !self.analyses.contains(&AnalysisName::None),
            explain: self.explain.clone(),
        }
    }

    /// Which parts of the program the user wants to hear of.
    #[must_use]
    pub fn scope(&self) -> Scope {
        let patterns = |list: &[String]| list.iter().map(|text| Pattern::new(text)).collect();
        let mut scope = Scope::default();
        (scope.include, scope.exclude) = (patterns(&self.include), patterns(&self.exclude));
        scope
    }

    /// The analyses, or none when there is nothing to do.
    ///
    /// # Errors
    /// If the options contradict each other.
    pub fn analyses(&self) -> Result<Option<Analyses>, Failure> {
        if self.analyses.contains(&AnalysisName::None) && self.analyses.len() > 1 {
            return Err(Failure::usage("`none` and another analysis cannot both be meant", "name one or the other"));
        }
        let options = self.options();
        if self.explain.is_some() && options.eraser.is_none() {
            return Err(Failure::usage("--explain needs the lock sets", "add eraser to --analyses"));
        }
        Ok((!options.is_none()).then(|| Analyses::new(&options, self.scope())))
    }

    /// The suppressions, read before the run: a mistake in the file should not cost a run.
    ///
    /// # Errors
    /// If the file cannot be read, or is not one.
    pub fn suppressions(&self) -> Result<Suppressions, Failure> {
        let Some(path) = &self.suppressions else { return Ok(Suppressions::default()) };
        let shown = path.display();
        let bytes = files::read(path, files::LONG);
        let text = bytes.and_then(|bytes| String::from_utf8(bytes).map_err(std::io::Error::other));
        let text = text.map_err(|error| {
            Failure::usage(format!("cannot read the suppressions {shown}: {error}"), "check the file's name")
        })?;
        Suppressions::parse(&text).map_err(|error| Failure::usage(format!("{shown}, {error}"), ""))
    }
}
