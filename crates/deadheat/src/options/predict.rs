//! Options of `deadheat predict`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use deadheat_predict::{Engine, PredictOptions};

use super::config::ConfigArgs;
use super::report::Format;
use super::show::ShowArgs;

/// Options of `deadheat predict`.
#[derive(Clone, Debug, Args)]
pub struct PredictArgs {
    /// The trace: of `deadheat run --trace`, or a text, plain or in gzip
    #[arg(value_name = "TRACE")]
    pub trace: PathBuf,
    /// The engines that predict
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = engines(), default_value = "sync-preserving,csp,maximal")]
    pub engine: Vec<Engine>,
    /// Look at so many events together, with csp and maximal
    #[arg(long, value_name = "NUMBER", default_value_t = PredictOptions::default().window, value_parser = positive())]
    pub window: usize,
    /// Let each engine stop after so many errors of each kind
    #[arg(long, value_name = "NUMBER", default_value_t = PredictOptions::default().most, value_parser = positive())]
    pub limit: usize,
    /// Read so many events at most: the beginning of a trace is a trace
    #[arg(long, value_name = "NUMBER", default_value_t = 100_000_000, value_parser = positive())]
    pub max_events: usize,
    /// How to show it
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
    /// Write the models of the trace into the folder of --output: in CSPm, for FDR, one file for each variable, each cycle of locks and each block
    #[arg(long, value_name = "FORM", requires = "output", value_parser = PossibleValuesParser::new(["csp"]))]
    pub export: Option<String>,
    /// Write result.json and reports into this folder
    #[arg(long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "clap would take it for the help")]
    pub show: ShowArgs,
    #[command(flatten)]
    #[allow(missing_docs, reason = "clap would take it for the help")]
    pub config: ConfigArgs,
}

fn positive() -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u32).range(1..).map(|number| number as usize)
}

/// Engines by name.
fn engines() -> impl TypedValueParser<Value = Engine> {
    PossibleValuesParser::new(Engine::ALL.map(Engine::id)).map(|given| {
        let named = Engine::ALL.into_iter().find(|engine| engine.id() == given);
        // The parser lets only names through.
        named.unwrap_or(Engine::SyncPreserving)
    })
}

impl PredictArgs {
    /// What the engines are asked for: each once, the fastest first.
    #[must_use]
    pub fn options(&self) -> PredictOptions {
        let mut engines = self.engine.clone();
        engines.sort_unstable();
        engines.dedup();
        PredictOptions { engines, window: self.window, most: self.limit }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Parsed, tests::read_line};
    use super::*;

    #[test]
    fn options_reach_their_places() {
        let line = "predict --engine maximal,sync-preserving,maximal --window 7 --limit 3 run.std";
        let Ok(Parsed::Predict(options)) = read_line(line) else { panic!("not parsed") };
        let PredictOptions { engines, window, most } = options.options();
        assert_eq!((engines, window, most), (vec![Engine::SyncPreserving, Engine::Maximal], 7, 3));
        let Ok(Parsed::Predict(options)) = read_line("predict run.std") else { panic!("not parsed") };
        assert_eq!(options.options().engines, Engine::ALL);
    }
}
