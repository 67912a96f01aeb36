//! `deadheat worker`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use deadheat_machine::{Guest, GuestKind, MachineOptions, stdin, surroundings};
use deadheat_report::safe;
use deadheat_swarm::{Digest, Swarm as _};
use deadheat_swarm::{Nats, NatsSwarm};
use deadheat_witness::CheckError;
use deadheat_witness::crew::{SEARCHES, Service, WARNINGS};

use super::{ANNOUNCEMENT, Announcement, REFUSALS, parcel};
use crate::guests::{GuestCommand, Task};
use crate::note;
use crate::options::swarm::WorkerArgs;
use crate::options::worker_count;
use crate::terminal::failure::Failure;
use crate::terminal::interrupt;

/// How long is waited before it is looked for work again: at first, and, after twice as long each time in vain, at the most. Each look costs the server some fifteen answers.
const LOOK_FIRST: Duration = Duration::from_millis(250);
const LOOK_AT_LAST: Duration = Duration::from_secs(1);

/// How often it is looked whether a campaign is over.
const ASK_EVERY: Duration = Duration::from_secs(1);

/// Does jobs of all campaigns on a server, and gives the exit code.
///
/// # Errors
/// If there is no such server.
pub fn worker(options: &WorkerArgs) -> Result<u8, Failure> {
    let nats = Nats::connect(&options.server.options(&options.nats))?;
    let name = name();
    note!("deadheat: worker {name} waits for work");
    static NEVER: AtomicBool = AtomicBool::new(false);
    let interrupted = interrupt::flag().unwrap_or(&NEVER);
    let mut refused = BTreeSet::new();
    let mut idle = Instant::now();
    let mut wait = LOOK_FIRST;
    while !interrupted.load(Ordering::Relaxed) {
        for id in nats.campaigns()? {
            if refused.contains(&id) || interrupted.load(Ordering::Relaxed) {
                continue;
            }
            let Some(swarm) = nats.find(&id)? else { continue };
            let visit = Visit { nats: &nats, swarm: &swarm, options, name: &name, interrupted };
            match visit.pay() {
                Ok(0) => {}
                // A campaign that ends while it is looked at is no trouble.
                Err(_) if visit.is_over() => {}
                Ok(jobs) => {
                    note!("deadheat: {jobs} jobs of campaign {id} are done");
                    (idle, wait) = (Instant::now(), LOOK_FIRST);
                    if options.once && nats.find(&id)?.is_none() {
                        return Ok(0);
                    }
                }
                Err(Trouble::Refused(why)) => {
                    note!("deadheat: campaign {id} is not for this worker: {}", safe::line(&why));
                    let why = format!("{name}: {why}");
                    // It may be over by now.
                    let _ = swarm.store().write(&format!("{REFUSALS}.{}", key(&name)), why.as_bytes());
                    refused.insert(id);
                }
                Err(Trouble::Failed(failure)) => return Err(failure),
            }
        }
        if options.idle.is_some_and(|most| idle.elapsed() >= most) {
            return Ok(0);
        }
        std::thread::sleep(wait);
        wait = (wait * 2).min(LOOK_AT_LAST);
    }
    Ok(0)
}

/// Why a worker does no jobs of a campaign.
enum Trouble {
    /// They are not for it.
    Refused(String),
    /// It can do none at all.
    Failed(Failure),
}

impl<T: Into<Failure>> From<T> for Trouble {
    fn from(failure: T) -> Self {
        Self::Failed(failure.into())
    }
}

/// A worker at a campaign.
struct Visit<'v> {
    nats: &'v Nats,
    swarm: &'v NatsSwarm,
    options: &'v WorkerArgs,
    name: &'v str,
    interrupted: &'static AtomicBool,
}

impl Visit<'_> {
    /// Does jobs until the campaign is over, or has none for a while. Gives how many.
    fn pay(&self) -> Result<u64, Trouble> {
        let store = self.swarm.store();
        let Some(text) = store.read(ANNOUNCEMENT)? else { return Ok(0) };
        if self.swarm.queue(WARNINGS)?.open()? + self.swarm.queue(SEARCHES)?.open()? == 0 {
            return Ok(0);
        }
        let refuse = |why: String| Err(Trouble::Refused(why));
        let version: Option<serde_json::Value> = serde_json::from_slice(&text).ok();
        let theirs = version.as_ref().and_then(|value| value["deadheat"].as_str()).unwrap_or("another version");
        if theirs != env!("CARGO_PKG_VERSION") {
            return refuse(format!("it is of deadheat {theirs}, this is {}", env!("CARGO_PKG_VERSION")));
        }
        let Ok(announcement) = serde_json::from_slice::<Announcement>(&text) else {
            return refuse("it cannot be read; use the same build of deadheat everywhere".to_owned());
        };
        if announcement.kind == GuestKind::Native && !self.options.native {
            return refuse(
                "native programs have the rights of the worker; start it with --native to run them".to_owned(),
            );
        }
        let command = GuestCommand::from_words(announcement.kind, &announcement.command);
        let command = command.map_err(|error| Trouble::Refused(error.to_string()))?;
        let files: Digest = announcement.files.parse()?;
        let cache = self.options.cache.clone().unwrap_or_else(cache);
        let fetch = || match store.object(&files)? {
            Some(bytes) => Ok(bytes),
            None => Err(Failure::usage("the files of the program are not on the server", "start its check again")),
        };
        let root = parcel::unpack(&cache, &files, fetch)?;
        let header = announcement.header(&root);
        if let Some(folder) = header.fact(surroundings::DIRECTORY) {
            // What is relative is seen from here, even if none of the guest's files are.
            let _ = std::fs::create_dir_all(folder);
        }
        if header.fact(surroundings::INPUT).is_none() {
            stdin::give(Vec::new());
        }
        let visit = Serve { visit: self, announcement: &announcement };
        let served = command.below(&root).with(MachineOptions::default(), Some(&header), visit);
        // What cannot be opened here may be opened elsewhere.
        served.map_err(|failure| Trouble::Refused(failure.to_string()))?
    }

    /// Whether the campaign is over. While the server is away, nobody knows.
    fn is_over(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed) || matches!(self.nats.find(self.swarm.id()), Ok(None))
    }
}

struct Serve<'v> {
    visit: &'v Visit<'v>,
    announcement: &'v Announcement,
}

impl Task for Serve<'_> {
    type Output = Result<u64, Trouble>;

    fn perform<G: Guest>(self, guest: &G) -> Self::Output {
        let Self { visit, announcement } = self;
        let platform = guest.exact_platform();
        if platform != announcement.platform {
            return Err(Trouble::Refused(format!("it runs on {}, here is {platform}", announcement.platform)));
        }
        if guest.spec().digest != announcement.digest {
            return Err(Trouble::Refused("its code is not the same here".to_owned()));
        }
        let (stop, taken, asked) = (AtomicBool::new(false), AtomicU64::new(0), Mutex::new(Instant::now()));
        let over = || {
            let Ok(mut asked) = asked.try_lock() else { return false };
            if visit.interrupted.load(Ordering::Relaxed) {
                return true;
            }
            if asked.elapsed() < ASK_EVERY {
                return false;
            }
            *asked = Instant::now();
            visit.is_over()
        };
        let hands = worker_count(visit.options.jobs, guest.processors());
        let service = Service {
            swarm: visit.swarm,
            hands,
            worker: visit.name.to_owned(),
            over: &over,
            stop: &stop,
            told: &|_| {
                taken.fetch_add(1, Ordering::Relaxed);
            },
        };
        match announcement.brief.checker(guest, hands).stop_flag(Some(&stop)).serve(&service) {
            Ok(jobs) => Ok(jobs),
            // A campaign that is over takes its queues with it.
            Err(_) if visit.is_over() => Ok(taken.into_inner()),
            Err(CheckError::Swarm(error)) => Err(Trouble::Failed(error.into())),
            Err(error) => Err(Trouble::Refused(error.to_string())),
        }
    }
}

/// Where the files of programs are kept.
fn cache() -> PathBuf {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let user = folder("XDG_CACHE_HOME").or_else(|| folder("HOME").map(|home| home.join(".cache")));
    user.unwrap_or_else(std::env::temp_dir).join("deadheat").join("guests")
}

/// What this worker is called: where it is, and its process.
fn name() -> String {
    let host = std::fs::read_to_string(Path::new("/proc/sys/kernel/hostname")).unwrap_or_default();
    let host = host.trim();
    format!("{}-{}", if host.is_empty() { "worker" } else { host }, std::process::id())
}

/// A name as a word of a key.
fn key(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect()
}
