//! UDP: datagrams between sockets of the guest's. None is lost but what there is no room for, and what nobody receives.

use std::collections::VecDeque;
use std::sync::Arc;

use super::{Address, Endpoint, Errno, Kind, LOOPBACK, Network, Protocol, events};

/// Bytes that wait at a socket before further datagrams are lost.
const ROOM: usize = 1 << 18;
/// The largest datagram.
const LARGEST: usize = 65_507;

#[derive(Clone, Debug, Default, Hash)]
pub(super) struct Udp {
    inbox: VecDeque<(Address, Arc<[u8]>)>,
    buffered: usize,
    /// Where it was bound before it was connected.
    before: Option<Address>,
    /// What the next operation fails with: nobody was there to receive.
    error: Option<i32>,
}

impl Udp {
    pub fn datagrams(&self) -> usize {
        self.inbox.len()
    }

    pub fn next_length(&self) -> usize {
        self.inbox.front().map_or(0, |(_, content)| content.len())
    }

    pub fn ready(&self) -> u32 {
        let in_ = if self.datagrams() > 0 { events::IN } else { 0 };
        let failed = if self.error.is_some() { events::ERR | events::IN } else { 0 };
        in_ | failed | events::OUT
    }
}

impl Network {
    fn edit_udp<T>(&mut self, fd: i32, change: impl FnOnce(&mut Udp) -> T) -> Result<T, Errno> {
        self.edit(fd, |endpoint| match &mut endpoint.kind {
            Kind::Udp(udp) => Ok(change(udp)),
            _ => Err(Errno::EOPNOTSUPP),
        })?
    }

    pub(super) fn connect_udp(&mut self, fd: i32, to: Address) -> Result<(), Errno> {
        let before = self.get(fd)?.local;
        self.edit_udp(fd, |udp| udp.before = before)?;
        let local = match before {
            Some(local) => Address { ip: if local.ip == 0 { LOOPBACK } else { local.ip }, ..local },
            None => self.free_port(fd, Address { ip: LOOPBACK, port: 0 })?,
        };
        self.edit(fd, |endpoint| (endpoint.local, endpoint.peer) = (Some(local), Some(to)))
    }

    /// Undoes a `connect`.
    pub fn disconnect(&mut self, fd: i32) -> Result<(), Errno> {
        let before = self.edit_udp(fd, |udp| udp.before.take())?;
        self.edit(fd, |endpoint| {
            endpoint.peer = None;
            endpoint.local = before.or(endpoint.local);
        })
    }

    /// The socket that a datagram goes to: one that is connected to the sender, else one that is not connected at all.
    fn receiver(&self, from: Address, to: Address) -> Option<i32> {
        let fits = |endpoint: &Endpoint, peer: Option<Address>| {
            matches!(endpoint.kind, Kind::Udp(_))
                && endpoint.peer == peer
                && endpoint.local.is_some_and(|local| local.meets(to))
        };
        let find = |peer| self.open.iter().find(|(_, endpoint)| fits(endpoint, peer)).map(|(fd, _)| *fd);
        find(Some(from)).or_else(|| find(None))
    }

    /// `sendto`.
    pub fn send(&mut self, fd: i32, content: &[u8], to: Address) -> Result<usize, Errno> {
        let to = to.reached();
        if content.len() > LARGEST {
            return Err(Errno::EMSGSIZE);
        }
        if let Some(error) = self.edit_udp(fd, |udp| udp.error.take())? {
            return Err(Errno(error));
        }
        let local = match self.get(fd)?.local {
            Some(local) => local,
            None => {
                let local = self.free_port(fd, Address::default())?;
                self.edit(fd, |endpoint| endpoint.local = Some(local))?;
                local
            }
        };
        let from = local.reached();
        match self.receiver(from, to) {
            Some(receiver) => self.edit_udp(receiver, |udp| {
                if udp.buffered + content.len() <= ROOM {
                    udp.buffered += content.len();
                    udp.inbox.push_back((from, content.into()));
                }
            })?,
            // Only a socket that talks to nobody else hears of it.
            None if self.get(fd)?.peer.is_some() => {
                self.edit_udp(fd, |udp| udp.error = Some(Errno::ECONNREFUSED.0))?;
            }
            None => {}
        }
        Ok(content.len())
    }

    /// `recvfrom`: how much of the datagram fits, and who sent it.
    pub fn receive(&mut self, fd: i32, into: &mut [u8]) -> Result<(usize, Address), Errno> {
        self.edit_udp(fd, |udp| {
            if let Some(error) = udp.error.take() {
                return Err(Errno(error));
            }
            let (from, content) = udp.inbox.pop_front().ok_or(Errno::EAGAIN)?;
            udp.buffered -= content.len();
            let n = content.len().min(into.len());
            into[..n].copy_from_slice(&content[..n]);
            Ok((n, from))
        })?
    }

    /// Where a datagram to this address arrives.
    pub fn send_part(to: Address) -> u32 {
        Network::port_part(Protocol::Udp, to.port)
    }
}
