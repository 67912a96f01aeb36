//! A `nats-server` of a test's own: on a free port of the loopback address, with its store in a temporary folder, killed at the end. It can be killed in the middle,
//! without a chance to tidy up, and started again where it was.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::skip;

/// How long a server may take until it answers, on a loaded machine.
const START: Duration = Duration::from_secs(30);

/// A server.
pub struct NatsServer {
    folder: TempDir,
    port: u16,
    process: Option<Child>,
}

impl NatsServer {
    /// Starts the server that `DEADHEAT_NATS` names, with JetStream. Without one it says so and the test is skipped: `None`.
    pub fn start() -> Option<Self> {
        Self::configured(Some(""), "")
    }

    /// Starts a server with JetStream, set so, or without it, and with more lines of configuration.
    pub fn configured(jetstream: Option<&str>, more: &str) -> Option<Self> {
        if program().is_none() {
            skip("the swarm on a server", "set DEADHEAT_NATS to a nats-server (`make test` finds or installs one)");
            return None;
        }
        // Somebody else may take the port before the server does.
        for _ in 0..5 {
            let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
            let port = free.local_addr().expect("an address").port();
            drop(free);
            let folder = tempfile::tempdir().expect("a temporary folder");
            let store = folder.path().join("store");
            let jetstream = jetstream.map(|settings| format!("jetstream {{ store_dir: {store:?}, {settings} }}\n"));
            let config = format!("listen: \"127.0.0.1:{port}\"\n{}{more}\n", jetstream.unwrap_or_default());
            fs::write(folder.path().join("server.conf"), config).expect("a configuration");
            let mut server = Self { folder, port, process: None };
            if server.try_start() {
                return Some(server);
            }
        }
        panic!("no nats-server could be started");
    }

    /// Its address, without credentials.
    pub fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Its port on the loopback address.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The id of its process, while it runs.
    pub fn process(&self) -> Option<u32> {
        self.process.as_ref().map(Child::id)
    }

    /// How many bytes its store has on the disk.
    pub fn stored(&self) -> u64 {
        size(&self.folder.path().join("store"))
    }

    /// Kills it as by `kill -9`.
    pub fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill().expect("a process of ours");
            process.wait().expect("a process of ours");
        }
    }

    /// Starts it again, on the same port and store.
    pub fn start_again(&mut self) {
        self.kill();
        assert!(self.try_start(), "the server does not start again: {}", self.log());
    }

    fn try_start(&mut self) -> bool {
        let folder = self.folder.path();
        let log = File::options().create(true).append(true).open(folder.join("log")).expect("a log");
        let mut process = Command::new(program().expect("was there before"))
            .arg("--config")
            .arg(folder.join("server.conf"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .expect("DEADHEAT_NATS names a nats-server");
        let begun = Instant::now();
        while begun.elapsed() < START {
            if let Ok(Some(_)) = process.try_wait() {
                return false;
            }
            // It greets every client.
            let greeted = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_ok_and(|stream| {
                let mut line = String::new();
                let _ = stream.set_read_timeout(Some(Duration::from_secs(1)));
                BufReader::new(stream).read_line(&mut line).is_ok_and(|_| line.starts_with("INFO"))
            });
            if greeted {
                self.process = Some(process);
                return true;
            }
            thread::sleep(Duration::from_millis(10));
        }
        let _ = process.kill();
        let _ = process.wait();
        false
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The bytes of all files below a folder.
fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.metadata() {
            Ok(metadata) if metadata.is_dir() => size(&entry.path()),
            Ok(metadata) => metadata.len(),
            Err(_) => 0,
        })
        .sum()
}

fn program() -> Option<std::ffi::OsString> {
    std::env::var_os("DEADHEAT_NATS").filter(|path| !path.is_empty())
}
