//! The network inside the guest: `java.net` and `sun.nio.ch` over the host's sockets in memory.
//!
//! The library's own Java code runs as it is; what it calls natively is here. To the threads at its ends a connection is what a semaphore
//! is that counts bytes: a write gives as many permits as bytes, a read takes them in the order in which they were given, and
//! learns what their giver knew; the end of the stream counts for one more. A port is a semaphore that counts connections, or
//! datagrams, and a latch that `listen` opens. Operations on different connections so commute, and ones that look at many sockets
//! ([`SyncId::ALL`]) depend on all.
//!
//! *Threads that wait.* The library ends another thread's wait in two acts: it gives the descriptor up (`preClose`), and sends the
//! thread a signal. For sockets the first act does for both here: whoever stands before a descriptor that was given up goes on, and is
//! told that it was interrupted. (Pipes are not always given up; their signals count.)

mod addresses;
mod datagrams;
mod options;
pub(super) mod pieces;
mod selectors;
mod sockets;

use deadheat_event::{BlockedOn, Done, ObjectId, SyncId};
use deadheat_machine::NeedKind;

use super::{Native, Seen};
use crate::host::errno::Errno;
use crate::host::network::{Address, Network, PIPES, events};
use crate::vm::memory::layout::{self, Ref};
use crate::vm::threads::thread::{T_WAKE, W_NONE, W_TIMEOUT};
use crate::vm::{Trap, Vm, VmResult, raise};

/// What every attempt to leave the guest's own machine is answered with.
pub(crate) const NO_NETWORK: &str = "the network is refused under deadheat";

/// `IOStatus`: nothing there yet, and a wait that was ended.
const UNAVAILABLE: u64 = u32::MAX as u64 - 1;
const INTERRUPTED: u64 = u32::MAX as u64 - 2;

pub(super) static NATIVES: &[&[Native]] =
    &[addresses::NATIVES, datagrams::NATIVES, options::NATIVES, selectors::NATIVES, sockets::NATIVES];

/// A part of the network as threads meet at it; the whole of it where it is no single part.
pub(super) fn meeting(vm: &Vm, part: Option<u32>) -> SyncId {
    SyncId { object: ObjectId(vm.known.object().mirror), part: part.unwrap_or(SyncId::ALL) }
}

impl Vm {
    /// What people call a part of the network.
    pub(crate) fn network_name(&self, sync: SyncId) -> Option<String> {
        if !self.is_part_of_network(sync) {
            return None;
        }
        match sync.part {
            SyncId::ALL => Some("the network".to_owned()),
            part => Some(self.host.network().part_name(part)),
        }
    }

    /// Whether threads meet there by sending and receiving.
    pub(crate) fn is_part_of_network(&self, sync: SyncId) -> bool {
        sync.object.0 == self.known.object().mirror && Network::is_part(sync.part)
    }
}

/// Something is given to whoever reads, or waits, at this part.
fn gives(vm: &Vm, part: Option<u32>, permits: u32) -> Done {
    Done::SemaphoreRelease { semaphore: meeting(vm, part), permits }
}

/// Something is taken, or, with no permits, only looked at.
fn takes(vm: &Vm, part: Option<u32>, permits: u32) -> Done {
    Done::SemaphoreAcquire { semaphore: meeting(vm, part), permits }
}

fn seen(vm: &Vm, kind: Done, part: Option<u32>, waits: bool) -> Option<Seen> {
    let blocked = waits.then(|| BlockedOn::Permits { semaphore: meeting(vm, part) });
    Some(Seen { kind, blocked })
}

/// An operation that changes, or looks at, more than one part, and never waits.
fn at_large(vm: &Vm) -> Option<Seen> {
    seen(vm, takes(vm, None, 0), None, false)
}

/// A look at all pipes.
pub(super) fn look_at_pipes(vm: &Vm) -> Option<Seen> {
    seen(vm, takes(vm, Some(PIPES), 0), Some(PIPES), false)
}

/// A read of one of the network's descriptors, of up to so many bytes.
pub(super) fn read_pending(vm: &Vm, fd: i32, most: usize) -> Option<Seen> {
    let network = vm.host.network();
    let part = network.incoming_part(fd);
    let waits = network.blocks(fd) && network.ready(fd) & events::IN == 0;
    seen(vm, takes(vm, part, network.read_permits(fd, most)), part, waits)
}

/// A write to one of the network's descriptors.
pub(super) fn write_pending(vm: &Vm, fd: i32, length: usize) -> Option<Seen> {
    let network = vm.host.network();
    let part = network.outgoing_part(fd);
    let waits = network.blocks(fd) && network.ready(fd) & events::OUT == 0;
    seen(vm, gives(vm, part, network.write_permits(fd, length)), part, waits)
}

/// A `close`, or what announces it: nobody waits for it, and both ends hear of it.
pub(super) fn close_pending(vm: &Vm, fd: i32) -> Option<Seen> {
    if Network::owns(fd) { at_large(vm) } else { None }
}

/// Closes one of the network's descriptors.
pub(super) fn close(vm: &mut Vm, fd: i32) -> VmResult<u64> {
    let other = vm.host.network().outgoing_part(fd).filter(|_| vm.host.network().is_open_to_other(fd));
    tell_end(vm, other);
    or_socket_error(vm.on_network(|network| network.close(fd)))?;
    Ok(0)
}

/// The other end will find out that this one writes no more.
fn tell_end(vm: &mut Vm, other: Option<u32>) {
    if other.is_some() {
        vm.tell(gives(vm, other, 1));
    }
}

impl Vm {
    /// Something that is told beside the operation that it is a part of.
    fn tell(&mut self, done: Done) {
        if self.observing && self.switching {
            self.emit(done);
        }
    }

    /// Changes the network.
    pub(super) fn on_network<T>(&mut self, act: impl FnOnce(&mut Network) -> Result<T, Errno>) -> Result<T, Errno> {
        self.outside(|host, _| act(host.network_mut()))
    }

    /// Refuses to leave the guest's own machine.
    fn refuse_network<T>(&self) -> VmResult<T> {
        self.shared.config.needs.add(NeedKind::Network, String::new());
        raise("java/net/SocketException", NO_NETWORK)
    }

    /// The address that Java means; an exception where it is not the guest's own machine's.
    fn local_address(&self, address: Ref, port: u64) -> VmResult<Address> {
        match self.inet_address(address) {
            Some(ip) if (Address { ip, port: 0 }).is_local() => Ok(Address { ip, port: port as u16 }),
            _ => self.refuse_network(),
        }
    }
}

/// Turns an error number into the exception that `sun.nio.ch.Net` makes of it.
fn or_socket_error<T>(answer: Result<T, Errno>) -> VmResult<T> {
    answer.or_else(|errno| {
        let class = match errno {
            Errno::ECONNREFUSED | Errno::ETIMEDOUT | Errno::ENOTCONN => "java/net/ConnectException",
            Errno::EADDRINUSE | Errno::EADDRNOTAVAIL | Errno::EACCES => "java/net/BindException",
            _ => "java/net/SocketException",
        };
        raise(class, errno.text())
    })
}

/// Whether a thread that may wait so many milliseconds (for ever, if negative) for something that is not there yet has to stand
/// and wait.
fn waits(vm: &Vm, millis: i64) -> bool {
    let woken = vm.get(layout::thread(vm.asked_thread()) + T_WAKE) != W_NONE;
    !woken && (millis < 0 || millis > 0 && vm.asked_phase() == 1)
}

/// Waits for something that is not there yet; comes back when the time is over.
fn wait_for(vm: &mut Vm, millis: i64) -> VmResult<()> {
    if millis == 0 || vm.thread_word(T_WAKE) == W_TIMEOUT {
        vm.end_timed_wait();
        return Ok(());
    }
    if millis > 0 && vm.phase() == 0 {
        vm.set_deadline(millis.saturating_mul(1_000_000), true);
        vm.set_phase(1);
    }
    Err(Trap::Block)
}
