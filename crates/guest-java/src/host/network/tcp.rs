//! TCP: connections between sockets of the guest's.
//!
//! The two ends of a connection refer to each other by descriptor. Bytes lie at the end that is to read them. An end that was closed is
//! gone; what the one that stays then sees is what Linux shows: the end of the stream, or a reset if something was left unread
//! (or `SO_LINGER` was 0); a first write that seems to succeed, and is answered by a reset, and "Broken pipe" from then on.

use std::collections::{BTreeMap, VecDeque};

use super::bytes::Bytes;
use super::{Address, Endpoint, Errno, Kind, Network, REUSE, accepting, events};

/// Bytes that wait at one end before writers of the other have to, unless buffers were set.
const ROOM: usize = 1 << 20;
/// The smallest buffers that Linux makes, for sending and for receiving.
const LEAST: i32 = 2304;

/// Socket options that mean something here, at level `SOL_SOCKET`.
const SEND_BUFFER: (i32, i32) = (1, 7);
const RECEIVE_BUFFER: (i32, i32) = (1, 8);
const LINGER: (i32, i32) = (1, 13);

/// Connections that may wait to be accepted, at most.
const MOST_WAITING: usize = 4096;

#[derive(Clone, Debug, Default, Hash)]
pub(super) struct Tcp {
    state: State,
    inbox: Bytes,
    /// The other end will write no more.
    ended: bool,
    /// A read has seen the end.
    end_told: bool,
    /// What the next operation fails with.
    error: Option<i32>,
    /// A write was answered by a reset.
    broken: bool,
    shut_read: bool,
    shut_write: bool,
}

#[derive(Clone, Debug, Default, Hash)]
enum State {
    #[default]
    New,
    /// Accepts connections: those that are made, and those for which there is no room yet.
    Listening { backlog: usize, made: VecDeque<i32>, waiting: VecDeque<i32> },
    /// Waits for room in a listener's backlog.
    Connecting,
    /// The other end.
    Connected(i32),
    /// The other end is gone.
    Left,
}

/// What became of a `connect`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// The connection is there.
    Done,
    /// The listener has no room yet.
    Waits,
}

/// Which directions a `shutdown` ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shutdown {
    /// Reading.
    Read,
    /// Writing.
    Write,
    /// Both.
    Both,
}

impl Tcp {
    pub fn listens(&self) -> bool {
        matches!(self.state, State::Listening { .. })
    }

    /// Whether there is, or was, another end.
    pub fn was_connected(&self) -> bool {
        matches!(self.state, State::Connected(_) | State::Left)
    }

    pub fn other(&self) -> Option<i32> {
        if let State::Connected(other) = self.state { Some(other) } else { None }
    }

    pub fn buffered(&self) -> usize {
        self.inbox.len()
    }

    /// Bytes, or the end, which counts for one when it is seen first.
    pub fn read_permits(&self, most: usize) -> usize {
        match &self.state {
            State::Listening { made, .. } => usize::from(!made.is_empty()),
            _ if !self.inbox.is_empty() => self.inbox.len().min(most),
            _ => usize::from(self.has_end() && !self.end_told),
        }
    }

    /// All bytes, and the end, if no read has seen it.
    pub fn all_permits(&self) -> usize {
        self.inbox.len() + usize::from(self.has_end() && !self.end_told)
    }

    /// Connections that were made, or wait for room.
    pub fn to_be_accepted(&self) -> usize {
        match &self.state {
            State::Listening { made, waiting, .. } => made.len() + waiting.len(),
            _ => 0,
        }
    }

    fn has_end(&self) -> bool {
        self.ended || self.error.is_some()
    }

    pub fn read(&mut self, into: &mut [u8]) -> Result<usize, Errno> {
        if !self.was_connected() {
            let error = self.error.take().map_or(Errno::ENOTCONN, Errno);
            return Err(error);
        }
        if !self.inbox.is_empty() {
            return Ok(self.inbox.pull(into));
        }
        if let Some(error) = self.error.take() {
            self.end_told = true;
            return Err(Errno(error));
        }
        if self.ended || self.shut_read {
            self.end_told |= self.ended;
            return Ok(0);
        }
        Err(Errno::EAGAIN)
    }

    /// What `poll` says, with so much room at the other end.
    pub fn ready(&self, room: usize) -> u32 {
        let when = |holds: bool, event: u32| if holds { event } else { 0 };
        let failed = when(self.error.is_some(), events::ERR | events::IN | events::OUT);
        match &self.state {
            State::New if failed == 0 => events::OUT | events::HUP,
            State::Listening { made, .. } => when(!made.is_empty(), events::IN),
            State::New => failed | events::HUP,
            State::Connecting => failed,
            State::Connected(_) | State::Left => {
                let in_ = when(!self.inbox.is_empty() || self.ended || self.shut_read, events::IN);
                let out = when(room > 0 || self.shut_write || self.other().is_none(), events::OUT);
                let both = self.ended && (self.shut_write || self.broken);
                failed | in_ | out | when(both, events::HUP)
            }
        }
    }
}

impl Network {
    fn tcp(&self, fd: i32) -> Option<&Tcp> {
        match &self.get(fd).ok()?.kind {
            Kind::Tcp(tcp) => Some(tcp),
            _ => None,
        }
    }

    fn edit_tcp<T>(&mut self, fd: i32, change: impl FnOnce(&mut Tcp) -> T) -> Result<T, Errno> {
        self.edit(fd, |endpoint| match &mut endpoint.kind {
            Kind::Tcp(tcp) => Ok(change(tcp)),
            _ => Err(Errno::EOPNOTSUPP),
        })?
    }

    /// `listen`.
    pub fn listen(&mut self, fd: i32, backlog: i32) -> Result<(), Errno> {
        let local = self.get(fd)?.local.ok_or(Errno::EINVAL)?;
        if !matches!(self.tcp(fd).ok_or(Errno::EOPNOTSUPP)?.state, State::New) {
            return Err(Errno::EINVAL);
        }
        if self.is_in_use(fd, local) {
            return Err(Errno::EADDRINUSE);
        }
        let backlog = usize::try_from(backlog).unwrap_or(0).min(MOST_WAITING);
        let state = State::Listening { backlog, made: VecDeque::new(), waiting: VecDeque::new() };
        self.edit_tcp(fd, |tcp| tcp.state = state)
    }

    /// The socket that listens at an address.
    fn listener(&self, at: Address) -> Option<i32> {
        let listens = |endpoint: &Endpoint| {
            matches!(&endpoint.kind, Kind::Tcp(tcp) if tcp.listens())
                && endpoint.local.is_some_and(|local| local.meets(at))
                && !endpoint.abandoned
        };
        self.open.iter().find(|(_, endpoint)| listens(endpoint)).map(|(fd, _)| *fd)
    }

    /// Whether a connection to an address would be made, now or when there is room.
    pub fn is_open_at(&self, at: Address) -> bool {
        self.listener(at.reached()).is_some()
    }

    pub(super) fn connect_tcp(&mut self, fd: i32, to: Address) -> Result<Attempt, Errno> {
        match self.tcp(fd).ok_or(Errno::EINVAL)?.state {
            State::New => {}
            State::Connecting => return Err(Errno::EALREADY),
            _ => return Err(Errno::EISCONN),
        }
        let listener = self.listener(to).ok_or(Errno::ECONNREFUSED)?;
        let ip = self.get(fd)?.local.map_or(0, |local| local.ip);
        let at = Address { ip: if ip == 0 { super::LOOPBACK } else { ip }, port: 0 };
        let local = match self.get(fd)?.local {
            Some(local) => Address { port: local.port, ..at },
            None => self.free_port(fd, at)?,
        };
        self.edit(fd, |endpoint| (endpoint.local, endpoint.peer) = (Some(local), Some(to)))?;
        let has_room = self.edit_tcp(listener, |tcp| match &mut tcp.state {
            State::Listening { backlog, made, waiting } if made.len() > *backlog => {
                waiting.push_back(fd);
                false
            }
            _ => true,
        })?;
        if !has_room {
            self.edit_tcp(fd, |tcp| tcp.state = State::Connecting)?;
            return Ok(Attempt::Waits);
        }
        self.establish(listener, fd)?;
        Ok(Attempt::Done)
    }

    /// Makes the accepting end of a connection, and puts it where it can be accepted.
    fn establish(&mut self, listener: i32, fd: i32) -> Result<(), Errno> {
        let connecting = self.get(fd)?;
        let (local, peer) = (connecting.peer, connecting.local);
        let inherits = |option: &&(i32, i32)| [REUSE, RECEIVE_BUFFER, SEND_BUFFER].contains(*option);
        let options: BTreeMap<_, _> = self.get(listener)?.options.clone();
        let options = options.iter().filter(|(option, _)| inherits(option)).map(|(o, v)| (*o, *v)).collect();
        let accepted = accepting(fd);
        let tcp = Tcp { state: State::Connected(fd), ..Tcp::default() };
        self.insert(accepted, Endpoint { local, peer, options, ..Endpoint::new(Kind::Tcp(tcp)) });
        self.edit_tcp(fd, |tcp| tcp.state = State::Connected(accepted))?;
        self.edit_tcp(listener, |tcp| {
            if let State::Listening { made, .. } = &mut tcp.state {
                made.push_back(accepted);
            }
        })
    }

    /// `accept`: a descriptor, and who it is that has connected.
    pub fn accept(&mut self, fd: i32) -> Result<(i32, Address), Errno> {
        let (accepted, next) = self.edit_tcp(fd, |tcp| match &mut tcp.state {
            State::Listening { made, waiting, .. } => {
                let accepted = made.pop_front().ok_or(Errno::EAGAIN)?;
                Ok((accepted, waiting.pop_front()))
            }
            _ => Err(Errno::EINVAL),
        })??;
        if let Some(next) = next {
            self.establish(fd, next)?;
        }
        Ok((accepted, self.peer(accepted)?))
    }

    /// Whether a connection that had to wait for room is there now; an error if it was refused.
    pub fn finish_connect(&mut self, fd: i32) -> Result<bool, Errno> {
        self.edit_tcp(fd, |tcp| match (tcp.error.take(), &tcp.state) {
            (Some(error), _) => Err(Errno(error)),
            (None, State::Connecting) => Ok(false),
            (None, State::New) => Err(Errno::ENOTCONN),
            (None, _) => Ok(true),
        })?
    }

    /// A `connect` that does not wait hears later that it was refused.
    pub fn note_refusal(&mut self, fd: i32) -> Result<(), Errno> {
        self.edit_tcp(fd, |tcp| tcp.error = Some(Errno::ECONNREFUSED.0))
    }

    /// Room for bytes that a socket writes.
    pub(super) fn room(&self, fd: i32) -> usize {
        let Some(other) = self.tcp(fd).and_then(Tcp::other) else { return 0 };
        let set = |fd: i32, option: (i32, i32)| self.get(fd).ok().and_then(|end| end.options.get(&option).copied());
        // Linux takes twice what it is asked for.
        let buffer = |set: Option<i32>| set.map(|size| size.saturating_mul(2).max(LEAST) as usize);
        let room = match (buffer(set(fd, SEND_BUFFER)), buffer(set(other, RECEIVE_BUFFER))) {
            (None, None) => ROOM,
            (send, receive) => send.unwrap_or(ROOM / 2) + receive.unwrap_or(ROOM / 2),
        };
        room.saturating_sub(self.tcp(other).map_or(0, Tcp::buffered))
    }

    /// How much of a write would be taken.
    pub fn write_permits(&self, fd: i32, length: usize) -> u32 {
        match self.get(fd).map(|endpoint| &endpoint.kind) {
            Ok(Kind::Tcp(tcp)) if tcp.shut_write || tcp.error.is_some() => 0,
            Ok(Kind::Tcp(_)) => self.room(fd).min(length) as u32,
            Ok(_) => 1,
            Err(_) => 0,
        }
    }

    pub(super) fn write_tcp(&mut self, fd: i32, from: &[u8]) -> Result<usize, Errno> {
        let other = self.edit_tcp(fd, |tcp| {
            if let Some(error) = tcp.error.take() {
                return Err(Errno(error));
            }
            match tcp.state {
                _ if tcp.shut_write || tcp.broken => Err(Errno::EPIPE),
                State::Connected(other) => Ok(Some(other)),
                State::Left => {
                    tcp.broken = true;
                    Ok(None)
                }
                _ => Err(Errno::EPIPE),
            }
        })??;
        let Some(other) = other else { return Ok(from.len()) };
        let n = self.room(fd).min(from.len());
        if n == 0 && !from.is_empty() {
            return Err(Errno::EAGAIN);
        }
        self.edit_tcp(other, |tcp| {
            // What nobody will read is thrown away.
            if !tcp.shut_read {
                tcp.inbox.push(&from[..n]);
            }
        })?;
        Ok(n)
    }

    /// `shutdown`.
    pub fn shutdown(&mut self, fd: i32, how: Shutdown) -> Result<(), Errno> {
        let other = self.edit_tcp(fd, |tcp| {
            if !tcp.was_connected() {
                return Err(Errno::ENOTCONN);
            }
            tcp.shut_read |= how != Shutdown::Write;
            let told = tcp.shut_write;
            tcp.shut_write |= how != Shutdown::Read;
            Ok(tcp.other().filter(|_| tcp.shut_write && !told))
        })??;
        match other {
            Some(other) => self.edit_tcp(other, |tcp| tcp.ended = true),
            None => Ok(()),
        }
    }

    /// Whether a `connect` waits for room.
    pub fn is_connecting(&self, fd: i32) -> bool {
        self.tcp(fd).is_some_and(|tcp| matches!(tcp.state, State::Connecting))
    }

    /// Whether the other end has not heard yet that this one writes no more.
    pub fn is_open_to_other(&self, fd: i32) -> bool {
        self.tcp(fd).is_some_and(|tcp| tcp.other().is_some() && !tcp.shut_write)
    }

    pub(super) fn close_tcp(&mut self, tcp: Tcp, options: &BTreeMap<(i32, i32), i32>) {
        match tcp.state {
            State::Listening { made, waiting, .. } => {
                for accepted in made {
                    let connecting = self.tcp(accepted).and_then(Tcp::other);
                    let _ = self.remove(accepted);
                    if let Some(fd) = connecting {
                        let _ = self.edit_tcp(fd, reset);
                    }
                }
                for fd in waiting {
                    let _ = self.edit_tcp(fd, |tcp| {
                        tcp.state = State::New;
                        tcp.error = Some(Errno::ECONNREFUSED.0);
                    });
                }
            }
            State::Connecting => {
                let listeners: Vec<i32> =
                    self.open.keys().copied().filter(|fd| self.tcp(*fd).is_some_and(Tcp::listens)).collect();
                for listener in listeners {
                    // Its own descriptor is gone already: whatever refers to nothing is taken out.
                    let open = self.open.clone();
                    let _ = self.edit_tcp(listener, |tcp| {
                        if let State::Listening { waiting, .. } = &mut tcp.state {
                            waiting.retain(|fd| open.contains_key(fd));
                        }
                    });
                }
            }
            State::Connected(other) => {
                let aborts = !tcp.inbox.is_empty() || options.get(&LINGER) == Some(&0);
                let leave = |tcp: &mut Tcp| {
                    tcp.ended = true;
                    tcp.state = State::Left;
                };
                let _ = if aborts { self.edit_tcp(other, reset) } else { self.edit_tcp(other, leave) };
            }
            State::New | State::Left => {}
        }
    }
}

/// The other end has gone without a farewell, or after one, which then counts.
fn reset(tcp: &mut Tcp) {
    if !tcp.ended {
        tcp.error = Some(Errno::ECONNRESET.0);
    }
    tcp.state = State::Left;
    tcp.ended = true;
    tcp.broken = true;
}
