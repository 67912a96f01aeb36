//! Many work on one check.
//!
//! A check is made of jobs: a warning to be pursued, a run to be recorded, walks, a part of the whole search. The [`Checker`](crate::Checker) that
//! makes the check is their *coordinator*; it puts them into the queues of a [`Swarm`](deadheat_swarm::Swarm). *Hands* take them, do them on
//! machines of their own, and leave [what came of them](Done) in the store. Hands are threads of the coordinator's process, or of others on other
//! machines: all that a hand needs is a function of the [`Brief`], which all jobs have in common, and of the [`Job`].
//!
//! Seed 001 (§3.3 and chapter 5) calls who finds warnings *producers* and who looks into them *consumers*; here these are kinds of jobs, and every
//! hand does both.
//!
//! **What is believed.** A hand in another process may be broken, or lie. So what it says is only where to look: a schedule that it
//! [claims](Claim) ends in an error is replayed from the start by the coordinator, on a fresh machine, before anyone is told that the error is witnessed.
//! What no replay can show is believed: that a part of the search was finished and has met nothing else. Who lets a worker into a swarm trusts it that far.
//!
//! **What may be lost.** Nothing that was found: results are records, and a job whose hand vanishes is delivered to another one. A job that was
//! delivered [too often](MOST_DELIVERIES) is set aside, since it may be the job that ends its hands; a check that has set one aside is not complete, and says so.

mod brief;
mod hands;
mod job;
mod perform;
mod runs;

pub use brief::Brief;
pub(crate) use hands::{Ledger, Work};
pub use hands::{MOST_DELIVERIES, Service};
pub use job::{Claim, Done, Job, Met, Producer, Task, claim_key, result_key};
pub(crate) use job::{decode, send};
pub(crate) use runs::Runs;

/// The queue of warnings: hands look here first.
pub const WARNINGS: &str = "warnings";
/// The queue of searches.
pub const SEARCHES: &str = "searches";
/// Results are records of this name and the job's id.
pub const RESULTS: &str = "result";
/// Claims of searches are records of this name and the hash of what they are of.
pub const CLAIMS: &str = "claim";
