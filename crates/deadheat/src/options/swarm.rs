//! Options of the swarm: where its server is, and those of `deadheat worker`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use deadheat_swarm::NatsOptions;

use super::seconds;

/// A worker that was not heard of for so long has vanished, and its job goes to another.
const PATIENCE: Duration = Duration::from_secs(10);

/// How the server of a swarm is reached.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Swarm")]
pub struct ServerArgs {
    /// A file of credentials for the NATS server, as `nsc` makes them
    #[arg(long, value_name = "FILE")]
    pub nats_creds: Option<PathBuf>,
    /// A token for the NATS server (default: what the environment has as NATS_TOKEN, which other users cannot see)
    #[arg(long, value_name = "TOKEN")]
    pub nats_token: Option<String>,
    /// Refuse a NATS server without TLS
    #[arg(long)]
    pub nats_tls: bool,
    /// The authority of the NATS server's certificate (default: those that the system knows)
    #[arg(long, value_name = "FILE")]
    pub nats_ca: Option<PathBuf>,
    /// A certificate for the NATS server
    #[arg(long, value_name = "FILE", requires = "nats_key")]
    pub nats_cert: Option<PathBuf>,
    /// The key of that certificate
    #[arg(long, value_name = "FILE", requires = "nats_cert")]
    pub nats_key: Option<PathBuf>,
}

impl ServerArgs {
    /// How to connect to the server at this address.
    #[must_use]
    pub fn options(&self, address: &str) -> NatsOptions {
        NatsOptions {
            credentials: self.nats_creds.clone(),
            token: self
                .nats_token
                .clone()
                .or_else(|| std::env::var("NATS_TOKEN").ok().filter(|token| !token.is_empty())),
            tls: self.nats_tls,
            authority: self.nats_ca.clone(),
            certificate: self.nats_cert.clone().zip(self.nats_key.clone()),
            patience: PATIENCE,
            ..NatsOptions::new(address)
        }
    }
}

/// Who does the jobs of a check or a search.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Swarm")]
pub struct SwarmArgs {
    /// Let workers do the work that share this NATS server: see `deadheat worker`
    #[arg(long, value_name = "URL")]
    pub nats: Option<String>,
    /// Go on with this campaign, whose command was ended by force: with the same options, and nothing that was found is lost
    #[arg(long, value_name = "ID")]
    pub nats_resume: Option<String>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "clap would take it for the help")]
    pub server: ServerArgs,
}

/// Options of `deadheat worker`.
#[derive(Clone, Debug, Args)]
pub struct WorkerArgs {
    /// The NATS server of the swarm
    #[arg(long, value_name = "URL", default_value = "nats://127.0.0.1:4222")]
    pub nats: String,
    /// Do so many jobs at a time (default: one per processor)
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// End when the first campaign that had work is over
    #[arg(long)]
    pub once: bool,
    /// End when there was no work for so long
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub idle: Option<Duration>,
    /// Run native programs, too: they have the rights of the worker
    #[arg(long)]
    pub native: bool,
    /// Keep the files of programs in this folder (default: deadheat in the user's folder for caches)
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "clap would take it for the help")]
    pub server: ServerArgs,
}
