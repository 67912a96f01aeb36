//! A network inside the guest: TCP and UDP between its own threads, over loopback, all in memory.
//!
//! Nothing leaves the process. Addresses are those of the loopback interface (127.0.0.0/8, and 0.0.0.0, which means all of them);
//! IPv4 only, as with `-Djava.net.preferIPv4Stack=true`. What happens is what Linux does on loopback, where the other side hears of
//! everything at once: a connection is there when `connect` returns, bytes when `write` does, and a `close` is noticed by the very
//! next operation on the other side.
//!
//! *Names.* A descriptor is named by the thread that made it and how many that thread had made before; the accepting end of a connection
//! after the connecting one; an ephemeral port after its socket. So sockets that two threads make in either order are the same sockets,
//! and the operations on them commute. A number does not come again when its socket is closed, because another thread may close it.
//!
//! What this can miss: bytes that take their time. A read gets all that was written before, as far as it fits; that a message
//! arrives in pieces shows only where the writer writes it in pieces. Datagrams are neither lost nor overtaken.

mod bytes;
mod selector;
mod tcp;
mod udp;

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::errno::Errno;
use super::inode::fold;
use selector::Interests;
pub use selector::{Interest, events};
use tcp::Tcp;
pub use tcp::{Attempt, Shutdown};
use udp::Udp;

/// Descriptors from here on are the network's; below are those of files.
const FIRST: i32 = 1 << 20;
/// Descriptors of one thread, and threads that have numbers of their own. Beyond that the next free one is taken.
const PER_THREAD: u32 = 1 << 17;
const THREADS: u32 = 1 << 12;
/// Descriptors that may be open at a time.
const MOST: usize = 4096;

/// Ports that are given to sockets which ask for none.
const EPHEMERAL: std::ops::Range<u16> = 32_768..61_000;
/// Of these, how many each thread has for itself, as long as there are few threads.
const PORTS_PER_THREAD: u32 = 441;

/// Parts of the network that threads meet at, as numbers: a socket's incoming bytes by its descriptor, a port by this and its number.
const PORTS: u32 = 1 << 16;
/// All pipes go by one name.
pub const PIPES: u32 = 1;

/// `SO_REUSEADDR`, at level `SOL_SOCKET`.
const REUSE: (i32, i32) = (1, 2);

/// An address of the guest's own machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Address {
    /// The IPv4 address; 0 means all of them.
    pub ip: u32,
    /// The port; 0 asks for any.
    pub port: u16,
}

/// 127.0.0.1.
pub const LOOPBACK: u32 = 0x7f00_0001;

impl Address {
    /// Whether it is on the guest's own machine.
    pub fn is_local(self) -> bool {
        self.ip == 0 || self.ip >> 24 == 127
    }

    fn meets(self, other: Address) -> bool {
        self.port == other.port && (self.ip == 0 || other.ip == 0 || self.ip == other.ip)
    }

    /// Where one arrives who goes there.
    fn reached(self) -> Address {
        if self.ip == 0 { Address { ip: LOOPBACK, ..self } } else { self }
    }
}

impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [a, b, c, d] = self.ip.to_be_bytes();
        write!(f, "{a}.{b}.{c}.{d}:{}", self.port)
    }
}

/// The two kinds of sockets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// Streams of bytes.
    Tcp,
    /// Datagrams.
    Udp,
}

#[derive(Clone, Debug, Hash)]
enum Kind {
    Tcp(Tcp),
    Udp(Udp),
    Selector(Interests),
    /// An `eventfd`: a number that is added to, and taken as a whole.
    Counter(u64),
}

/// What a descriptor of the network stands for.
#[derive(Clone, Debug, Hash)]
struct Endpoint {
    kind: Kind,
    blocking: bool,
    /// About to be closed: whoever waits here is to go on.
    abandoned: bool,
    local: Option<Address>,
    peer: Option<Address>,
    options: BTreeMap<(i32, i32), i32>,
}

impl Endpoint {
    fn new(kind: Kind) -> Endpoint {
        let options = BTreeMap::new();
        Endpoint { kind, blocking: true, abandoned: false, local: None, peer: None, options }
    }

    fn protocol(&self) -> Option<Protocol> {
        match self.kind {
            Kind::Tcp(_) => Some(Protocol::Tcp),
            Kind::Udp(_) => Some(Protocol::Udp),
            Kind::Selector(_) | Kind::Counter(_) => None,
        }
    }

    /// Connections to be accepted, or datagrams.
    fn messages(&self) -> usize {
        match &self.kind {
            Kind::Tcp(tcp) => tcp.to_be_accepted(),
            Kind::Udp(udp) => udp.datagrams(),
            Kind::Selector(_) | Kind::Counter(_) => 0,
        }
    }

    fn digest(&self, fd: i32) -> u64 {
        let mut hasher = DefaultHasher::new();
        Hash::hash(self, &mut hasher);
        fold(hasher.finish(), fd as u64)
    }
}

/// All sockets, selectors and counters: a part of the host's state.
#[derive(Clone, Default)]
pub struct Network {
    open: Arc<BTreeMap<i32, Arc<Endpoint>>>,
    /// How many descriptors each thread has made.
    made: Arc<BTreeMap<u32, u32>>,
    hash: u64,
}

impl Network {
    /// Whether a descriptor is one of the network's.
    pub fn owns(fd: i32) -> bool {
        fd >= FIRST
    }

    /// Of everything in it.
    pub fn hash(&self) -> u64 {
        let made = self.made.iter().map(|(thread, n)| fold(u64::from(*thread) + 1, u64::from(*n)));
        made.fold(self.hash, u64::wrapping_add)
    }

    fn get(&self, fd: i32) -> Result<&Endpoint, Errno> {
        self.open.get(&fd).map(|endpoint| &**endpoint).ok_or(Errno::EBADF)
    }

    fn edit<T>(&mut self, fd: i32, change: impl FnOnce(&mut Endpoint) -> T) -> Result<T, Errno> {
        let endpoint = Arc::make_mut(&mut self.open).get_mut(&fd).ok_or(Errno::EBADF)?;
        let old = endpoint.digest(fd);
        let answer = change(Arc::make_mut(endpoint));
        self.hash = self.hash.wrapping_sub(old).wrapping_add(endpoint.digest(fd));
        Ok(answer)
    }

    fn insert(&mut self, fd: i32, endpoint: Endpoint) {
        self.hash = self.hash.wrapping_add(endpoint.digest(fd));
        Arc::make_mut(&mut self.open).insert(fd, Arc::new(endpoint));
    }

    fn remove(&mut self, fd: i32) -> Result<Endpoint, Errno> {
        let endpoint = Arc::make_mut(&mut self.open).remove(&fd).ok_or(Errno::EBADF)?;
        self.hash = self.hash.wrapping_sub(endpoint.digest(fd));
        Ok(Arc::unwrap_or_clone(endpoint))
    }

    fn add(&mut self, thread: u32, kind: Kind) -> Result<i32, Errno> {
        if self.open.len() >= MOST {
            return Err(Errno::EMFILE);
        }
        let count = Arc::make_mut(&mut self.made).entry(thread).or_default();
        let own = (thread % THREADS) * PER_THREAD + *count % PER_THREAD;
        *count += 1;
        // Each connecting end leaves room for the accepting one.
        let wanted = FIRST + (own << 1) as i32;
        let numbers = (wanted..).step_by(2).chain((FIRST..).step_by(2));
        let fd = numbers.take_while(|fd| *fd < i32::MAX - 2).find(|fd| !self.is_taken(*fd)).ok_or(Errno::EMFILE)?;
        self.insert(fd, Endpoint::new(kind));
        Ok(fd)
    }

    fn is_taken(&self, fd: i32) -> bool {
        self.open.contains_key(&fd) || self.open.contains_key(&accepting(fd))
    }

    /// `socket`.
    pub fn socket(&mut self, thread: u32, protocol: Protocol) -> Result<i32, Errno> {
        self.add(
            thread,
            match protocol {
                Protocol::Tcp => Kind::Tcp(Tcp::default()),
                Protocol::Udp => Kind::Udp(Udp::default()),
            },
        )
    }

    /// `eventfd`.
    pub fn counter(&mut self, thread: u32) -> Result<i32, Errno> {
        self.add(thread, Kind::Counter(0))
    }

    /// `epoll_create`.
    pub fn selector(&mut self, thread: u32) -> Result<i32, Errno> {
        self.add(thread, Kind::Selector(Interests::default()))
    }

    /// Whether operations wait.
    pub fn blocks(&self, fd: i32) -> bool {
        self.get(fd).is_ok_and(|endpoint| endpoint.blocking)
    }

    /// Sets whether operations wait.
    pub fn set_blocking(&mut self, fd: i32, blocking: bool) -> Result<(), Errno> {
        self.edit(fd, |endpoint| endpoint.blocking = blocking)
    }

    /// Before a `close`: whoever waits for the descriptor goes on, as if a signal had come.
    pub fn abandon(&mut self, fd: i32) -> Result<(), Errno> {
        self.edit(fd, |endpoint| endpoint.abandoned = true)
    }

    /// Whether a descriptor is about to be closed.
    pub fn is_abandoned(&self, fd: i32) -> bool {
        self.get(fd).is_ok_and(|endpoint| endpoint.abandoned)
    }

    /// The address of a socket itself; a socket that has none yet is at 0.0.0.0:0.
    pub fn local(&self, fd: i32) -> Result<Address, Errno> {
        Ok(self.get(fd)?.local.unwrap_or_default())
    }

    /// The address of the other end.
    pub fn peer(&self, fd: i32) -> Result<Address, Errno> {
        self.get(fd)?.peer.ok_or(Errno::ENOTCONN)
    }

    /// A socket option, as it was set.
    pub fn option(&self, fd: i32, option: (i32, i32)) -> Result<Option<i32>, Errno> {
        Ok(self.get(fd)?.options.get(&option).copied())
    }

    /// Sets a socket option. Most mean nothing here, and are only remembered.
    pub fn set_option(&mut self, fd: i32, option: (i32, i32), value: i32) -> Result<(), Errno> {
        self.edit(fd, |endpoint| endpoint.options.insert(option, value)).map(drop)
    }

    /// Which kind of socket it is; none for a selector or counter.
    pub fn protocol(&self, fd: i32) -> Option<Protocol> {
        self.get(fd).ok()?.protocol()
    }

    // ---- ports

    /// `bind`.
    pub fn bind(&mut self, fd: i32, wanted: Address) -> Result<(), Errno> {
        let endpoint = self.get(fd)?;
        if endpoint.local.is_some() {
            return Err(Errno::EINVAL);
        }
        if !wanted.is_local() {
            return Err(Errno::EADDRNOTAVAIL);
        }
        let local = if wanted.port == 0 { self.free_port(fd, wanted)? } else { wanted };
        if self.is_in_use(fd, local) {
            return Err(Errno::EADDRINUSE);
        }
        self.edit(fd, |endpoint| endpoint.local = Some(local))
    }

    fn is_in_use(&self, fd: i32, address: Address) -> bool {
        let Ok(endpoint) = self.get(fd) else { return false };
        let reuses = |endpoint: &Endpoint| endpoint.options.get(&REUSE).is_some_and(|set| *set != 0);
        let (protocol, reused) = (endpoint.protocol(), reuses(endpoint));
        self.open.iter().any(|(other_fd, other)| {
            *other_fd != fd
                && other.protocol() == protocol
                && other.local.is_some_and(|local| local.meets(address))
                && !(reused && reuses(other) && !matches!(&other.kind, Kind::Tcp(tcp) if tcp.listens()))
        })
    }

    /// The port that a socket gets which asks for none: its own one, else the next that is free.
    fn free_port(&self, fd: i32, at: Address) -> Result<Address, Errno> {
        let count = u32::from(EPHEMERAL.end - EPHEMERAL.start);
        let own = own_port(fd);
        let ports = (0..count).map(|n| EPHEMERAL.start + ((own + n) % count) as u16);
        let mut free = ports.map(|port| Address { port, ..at }).filter(|address| {
            let protocol = self.get(fd).ok().and_then(Endpoint::protocol);
            let mut others = self.open.values().filter(|other| other.protocol() == protocol);
            !others.any(|other| other.local.is_some_and(|local| local.meets(*address)))
        });
        free.next().ok_or(Errno::EADDRINUSE)
    }

    // ---- what threads meet at

    /// The part of the network that a port is.
    pub fn port_part(protocol: Protocol, port: u16) -> u32 {
        PORTS + (u32::from(protocol == Protocol::Udp) << 16) + u32::from(port)
    }

    /// What a `bind` to this address has to do with; none if that is not one port.
    pub fn bind_part(&self, fd: i32, wanted: Address) -> Option<u32> {
        let protocol = self.get(fd).ok()?.protocol()?;
        let own = EPHEMERAL.start + (own_port(fd) % u32::from(EPHEMERAL.end - EPHEMERAL.start)) as u16;
        let free = if wanted.port == 0 { self.free_port(fd, wanted).ok()?.port } else { wanted.port };
        (wanted.port != 0 || free == own).then(|| Network::port_part(protocol, free))
    }

    /// What is read from a descriptor comes through this part; none if there is no single one.
    pub fn incoming_part(&self, fd: i32) -> Option<u32> {
        let endpoint = self.get(fd).ok().filter(|endpoint| !endpoint.abandoned)?;
        match &endpoint.kind {
            Kind::Tcp(tcp) if tcp.listens() => Some(Network::port_part(Protocol::Tcp, endpoint.local?.port)),
            Kind::Tcp(tcp) => tcp.was_connected().then_some(fd as u32),
            Kind::Udp(_) => Some(Network::port_part(Protocol::Udp, endpoint.local?.port)),
            Kind::Selector(_) => None,
            Kind::Counter(_) => Some(fd as u32),
        }
    }

    /// What is written to a descriptor goes through this part; none if there is no single one.
    pub fn outgoing_part(&self, fd: i32) -> Option<u32> {
        let endpoint = self.get(fd).ok().filter(|endpoint| !endpoint.abandoned)?;
        match &endpoint.kind {
            Kind::Tcp(tcp) => tcp.other().map(|other| other as u32),
            Kind::Udp(_) => Some(Network::port_part(Protocol::Udp, endpoint.peer?.port)),
            Kind::Selector(_) => None,
            Kind::Counter(_) => Some(fd as u32),
        }
    }

    /// Whether a number is that of a part.
    pub fn is_part(part: u32) -> bool {
        part == PIPES || part >= PORTS
    }

    /// What is there to be taken at a part, in the terms of a semaphore. Of pipes that is not known.
    pub fn permits(&self, part: u32) -> i64 {
        let port = part.checked_sub(PORTS).filter(|port| *port < 2 << 16);
        let n = match port {
            Some(port) => {
                let protocol = if port >> 16 == 0 { Protocol::Tcp } else { Protocol::Udp };
                let here = |end: &&Arc<Endpoint>| {
                    end.protocol() == Some(protocol)
                        && end.local.is_some_and(|local| u32::from(local.port) == port & 0xffff)
                };
                self.open.values().filter(here).map(|endpoint| endpoint.messages()).sum()
            }
            None => match self.get(part as i32).map(|endpoint| &endpoint.kind) {
                Ok(Kind::Tcp(tcp)) => tcp.all_permits(),
                Ok(Kind::Counter(count)) => *count as usize,
                _ => 0,
            },
        };
        n as i64
    }

    /// A part, for people.
    pub fn part_name(&self, part: u32) -> String {
        if part == PIPES {
            return "a pipe".to_owned();
        }
        if let Some(port) = part.checked_sub(PORTS).filter(|port| *port < 2 << 16) {
            return format!("port {}", port & 0xffff);
        }
        match self.get(part as i32).map(|endpoint| (&endpoint.kind, endpoint.peer, endpoint.local)) {
            Ok((Kind::Counter(_) | Kind::Selector(_), ..)) => "a selector".to_owned(),
            Ok((_, Some(peer), Some(local))) => format!("the connection {peer} → {local}"),
            _ => "a closed connection".to_owned(),
        }
    }

    // ---- counters

    /// A write to an `eventfd`.
    pub fn add_to_counter(&mut self, fd: i32) -> Result<(), Errno> {
        self.edit(fd, |endpoint| match &mut endpoint.kind {
            Kind::Counter(count) => {
                *count += 1;
                Ok(())
            }
            _ => Err(Errno::EINVAL),
        })?
    }

    /// A read of an `eventfd`: what was there.
    pub fn take_counter(&mut self, fd: i32) -> Result<u64, Errno> {
        self.edit(fd, |endpoint| match &mut endpoint.kind {
            Kind::Counter(count) => Ok(std::mem::take(count)),
            _ => Err(Errno::EINVAL),
        })?
    }

    /// What an `eventfd` stands at.
    pub fn counted(&self, fd: i32) -> u64 {
        match self.get(fd).map(|endpoint| &endpoint.kind) {
            Ok(Kind::Counter(count)) => *count,
            _ => 0,
        }
    }

    // ---- both protocols

    /// `close`.
    pub fn close(&mut self, fd: i32) -> Result<(), Errno> {
        let endpoint = self.remove(fd)?;
        self.forget_interest(fd);
        if let Kind::Tcp(tcp) = endpoint.kind {
            self.close_tcp(tcp, &endpoint.options);
        }
        Ok(())
    }

    /// `read`: 0 at the end of a stream, [`Errno::EAGAIN`] where there is nothing yet.
    pub fn read(&mut self, fd: i32, into: &mut [u8]) -> Result<usize, Errno> {
        match &self.get(fd)?.kind {
            Kind::Tcp(_) => self.edit(fd, |endpoint| match &mut endpoint.kind {
                Kind::Tcp(tcp) => tcp.read(into),
                _ => Err(Errno::EBADF),
            })?,
            Kind::Udp(_) => self.receive(fd, into).map(|(n, _)| n),
            Kind::Selector(_) | Kind::Counter(_) => Err(Errno::EINVAL),
        }
    }

    /// `write`: how much of it was taken; [`Errno::EAGAIN`] where there is no room.
    pub fn write(&mut self, fd: i32, from: &[u8]) -> Result<usize, Errno> {
        let endpoint = self.get(fd)?;
        match (&endpoint.kind, endpoint.peer) {
            (Kind::Tcp(_), _) => self.write_tcp(fd, from),
            (Kind::Udp(_), Some(peer)) => self.send(fd, from, peer),
            (Kind::Udp(_), None) => Err(Errno::EDESTADDRREQ),
            _ => Err(Errno::EINVAL),
        }
    }

    /// `connect`.
    pub fn connect(&mut self, fd: i32, to: Address) -> Result<Attempt, Errno> {
        match &self.get(fd)?.kind {
            Kind::Tcp(_) => self.connect_tcp(fd, to.reached()),
            Kind::Udp(_) => self.connect_udp(fd, to.reached()).map(|()| Attempt::Done),
            _ => Err(Errno::EINVAL),
        }
    }

    /// How many permits a read would take, in the terms of a semaphore: bytes, datagrams, connections, and one for the end.
    pub fn read_permits(&self, fd: i32, most: usize) -> u32 {
        let n = match self.get(fd).map(|endpoint| &endpoint.kind) {
            Ok(Kind::Tcp(tcp)) => tcp.read_permits(most),
            Ok(Kind::Udp(udp)) => udp.datagrams().min(1),
            Ok(Kind::Counter(count)) => *count as usize,
            _ => 0,
        };
        n as u32
    }

    /// Bytes that can be read without waiting.
    pub fn available(&self, fd: i32) -> usize {
        match self.get(fd).map(|endpoint| &endpoint.kind) {
            Ok(Kind::Tcp(tcp)) => tcp.buffered(),
            Ok(Kind::Udp(udp)) => udp.next_length(),
            _ => 0,
        }
    }
}

/// The accepting end of a connection that a socket makes.
fn accepting(fd: i32) -> i32 {
    fd | 1
}

/// Which of the ephemeral ports is a socket's own.
fn own_port(fd: i32) -> u32 {
    let number = (fd - FIRST) as u32 >> 1;
    let (thread, count) = (number / PER_THREAD, number % PER_THREAD);
    thread * PORTS_PER_THREAD + count % PORTS_PER_THREAD
}

#[cfg(test)]
mod tests;
