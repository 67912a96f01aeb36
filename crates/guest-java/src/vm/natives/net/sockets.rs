//! `sun.nio.ch.Net`: sockets made, bound, connected, accepted, looked at. They are read and written in `channels.rs`.

use deadheat_event::Done;
use deadheat_machine::NeedKind;

use super::super::{Native, Seen, native, nothing, visible};
use super::{
    INTERRUPTED, NO_NETWORK, UNAVAILABLE, at_large, gives, meeting, or_socket_error, seen, takes, tell_end, wait_for,
    waits,
};
use crate::host::errno::Errno;
use crate::host::network::{Attempt, Network, Protocol, Shutdown, events};
use crate::vm::memory::layout::Ref;
use crate::vm::{Trap, Vm, VmResult, raise};

pub(super) const NET: &str = "sun/nio/ch/Net";
const UNIX: &str = "sun/nio/ch/UnixDomainSockets";

pub(super) static NATIVES: &[Native] = &[
    native(NET, "socket0", "", |vm, args| {
        let (thread, protocol) = (vm.tid, if args[1] != 0 { Protocol::Tcp } else { Protocol::Udp });
        let reuses = args[2] != 0;
        let made = vm.on_network(|network| {
            let fd = network.socket(thread, protocol)?;
            if reuses {
                network.set_option(fd, (1, 2), 1)?;
            }
            Ok(fd)
        });
        Ok(u64::from(or_socket_error(made)? as u32))
    }),
    visible(NET, "bind0", "", bind_pending, bind),
    visible(NET, "listen", "", listen_pending, |vm, args| {
        let fd = vm.fd_of(args[0] as Ref)?;
        or_socket_error(vm.on_network(|network| network.listen(fd, args[1] as i32)))?;
        Ok(0)
    }),
    visible(NET, "connect0", "", connect_pending, connect),
    visible(NET, "accept", "", accept_pending, accept),
    visible(NET, "shutdown", "", shutdown_pending, shutdown),
    native(NET, "localPort", "", |vm, args| {
        let fd = vm.fd_of(args[0] as Ref)?;
        Ok(or_socket_error(vm.host.network().local(fd))?.port.into())
    }),
    native(NET, "localInetAddress", "", |vm, args| {
        let fd = vm.fd_of(args[0] as Ref)?;
        let address = or_socket_error(vm.host.network().local(fd))?;
        Ok(vm.new_inet_address(address.ip, 0)?.into())
    }),
    native(NET, "remotePort", "", |vm, args| {
        let fd = vm.fd_of(args[0] as Ref)?;
        Ok(or_socket_error(vm.host.network().peer(fd))?.port.into())
    }),
    native(NET, "remoteInetAddress", "", |vm, args| {
        let fd = vm.fd_of(args[0] as Ref)?;
        let address = or_socket_error(vm.host.network().peer(fd))?;
        Ok(vm.new_inet_address(address.ip, 0)?.into())
    }),
    visible(NET, "poll", "", poll_pending, poll),
    visible(NET, "pollConnect", "", poll_connect_pending, poll_connect),
    visible(NET, "available", "", look_pending, |vm, args| {
        let fd = vm.fd_of(args[0] as Ref)?;
        Ok(vm.host.network().available(fd) as u64)
    }),
    native(NET, "discardOOB", "", nothing),
    visible(
        "sun/nio/ch/UnixAsynchronousSocketChannelImpl",
        "checkConnect",
        "",
        |vm, _| at_large(vm),
        |vm, args| {
            let fd = args[0] as i32;
            or_socket_error(vm.on_network(|network| network.finish_connect(fd)))?;
            Ok(0)
        },
    ),
    native("java/net/AbstractPlainSocketImpl", "isReusePortAvailable0", "", nothing),
    native("java/net/AbstractPlainDatagramSocketImpl", "isReusePortAvailable0", "", nothing),
    native("java/net/SocketInputStream", "init", "", nothing),
    native("java/net/SocketOutputStream", "init", "", nothing),
    native("java/net/SocketCleanable", "cleanupClose0", "", nothing),
    native("java/net/PlainSocketImpl", "initProto", "", nothing),
    native("java/net/PlainSocketImpl", "socketCreate", "(ZZ)V", refused).refusing(NeedKind::Network),
    native("java/net/PlainSocketImpl", "socketClose0", "", nothing),
    native("java/net/PlainDatagramSocketImpl", "init", "", nothing),
    native("java/net/PlainDatagramSocketImpl", "datagramSocketCreate", "", refused).refusing(NeedKind::Network),
    native("java/net/PlainDatagramSocketImpl", "datagramSocketClose", "", nothing),
    native(NET, "sendOOB", "", refused).refusing(NeedKind::Network),
    native(NET, "joinOrDrop4", "", refused).refusing(NeedKind::Network),
    native(NET, "blockOrUnblock4", "", refused).refusing(NeedKind::Network),
    native(NET, "setInterface4", "", nothing),
    native(NET, "getInterface4", "", nothing),
    native(UNIX, "init", "", nothing),
    native(UNIX, "socket0", "", refused).refusing(NeedKind::Network),
];

fn refused(_: &mut Vm, _: &[u64]) -> VmResult<u64> {
    raise("java/net/SocketException", NO_NETWORK)
}

/// A port that is looked at, whether or not it can be had.
fn bind_pending(vm: &Vm, args: &[u64]) -> Option<Seen> {
    let fd = vm.fd_of(args[0] as Ref).ok()?;
    let wanted = vm.local_address(args[3] as Ref, args[4]).ok()?;
    let part = vm.host.network().bind_part(fd, wanted);
    seen(vm, takes(vm, part, 0), part, false)
}

fn bind(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let fd = vm.fd_of(args[0] as Ref)?;
    let wanted = match vm.inet_address(args[3] as Ref) {
        Some(ip) => crate::host::network::Address { ip, port: args[4] as u16 },
        None => return or_socket_error(Err(Errno::EADDRNOTAVAIL)),
    };
    or_socket_error(vm.on_network(|network| network.bind(fd, wanted)))?;
    Ok(0)
}

fn listen_pending(vm: &Vm, args: &[u64]) -> Option<Seen> {
    let fd = vm.fd_of(args[0] as Ref).ok()?;
    let port = vm.host.network().local(fd).ok()?.port;
    let latch = meeting(vm, Some(Network::port_part(Protocol::Tcp, port)));
    Some(Seen { kind: Done::LatchCountDown { latch }, blocked: None })
}

/// The port that a `connect` goes to, and whether somebody listens there.
fn target(vm: &Vm, args: &[u64]) -> Option<(u32, bool)> {
    let to = vm.local_address(args[2] as Ref, args[3]).ok()?;
    Some((Network::port_part(Protocol::Tcp, to.port), vm.host.network().is_open_at(to)))
}

fn connect_pending(vm: &Vm, args: &[u64]) -> Option<Seen> {
    let fd = vm.fd_of(args[1] as Ref).ok()?;
    let network = vm.host.network();
    if network.protocol(fd) != Some(Protocol::Tcp) {
        return at_large(vm);
    }
    let (port, is_open) = target(vm, args)?;
    if vm.asked_phase() == 0 {
        let kind = if is_open { gives(vm, Some(port), 1) } else { takes(vm, Some(port), 0) };
        return seen(vm, kind, Some(port), false);
    }
    let waits = network.is_connecting(fd) && !network.is_abandoned(fd);
    seen(vm, takes(vm, Some(port), 0), Some(port), waits)
}

fn connect(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let fd = vm.fd_of(args[1] as Ref)?;
    let to = vm.local_address(args[2] as Ref, args[3])?;
    if vm.host.network().is_abandoned(fd) {
        return Ok(INTERRUPTED);
    }
    let blocks = vm.host.network().blocks(fd);
    if vm.phase() != 0 {
        return match or_socket_error(vm.on_network(|network| network.finish_connect(fd)))? {
            true => Ok(1),
            false => Err(Trap::Block),
        };
    }
    let is_stream = vm.host.network().protocol(fd) == Some(Protocol::Tcp);
    match vm.on_network(|network| network.connect(fd, to)) {
        Ok(attempt) => {
            if let Some((port, _)) = target(vm, args).filter(|_| is_stream) {
                let latch = meeting(vm, Some(port));
                vm.tell(Done::LatchAwait { latch });
            }
            match attempt {
                _ if !is_stream => Ok(1),
                // Also one that is made at once is reported as under way: the answer takes a moment.
                _ if !blocks => Ok(UNAVAILABLE),
                Attempt::Done => Ok(1),
                Attempt::Waits => {
                    vm.set_phase(1);
                    Err(Trap::Block)
                }
            }
        }
        Err(Errno::ECONNREFUSED) if !blocks => {
            or_socket_error(vm.on_network(|network| network.note_refusal(fd)))?;
            Ok(UNAVAILABLE)
        }
        refused => or_socket_error(refused.map(|_| 1)),
    }
}

fn accept_pending(vm: &Vm, args: &[u64]) -> Option<Seen> {
    let fd = vm.fd_of(args[0] as Ref).ok()?;
    super::read_pending(vm, fd, 1)
}

fn accept(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let fd = vm.fd_of(args[0] as Ref)?;
    if vm.host.network().is_abandoned(fd) {
        return Ok(INTERRUPTED);
    }
    let (accepted, peer) = match vm.on_network(|network| network.accept(fd)) {
        Err(Errno::EAGAIN) if vm.host.network().blocks(fd) => return Err(Trap::Block),
        Err(Errno::EAGAIN) => return Ok(UNAVAILABLE),
        answer => or_socket_error(answer)?,
    };
    vm.set_fd(args[1] as Ref, accepted)?;
    let address = vm.new_socket_address(peer)?;
    vm.set_array_ref(args[2] as Ref, 0, address);
    Ok(1)
}

fn shutdown_how(args: &[u64]) -> Shutdown {
    match args[1] as i32 {
        0 => Shutdown::Read,
        1 => Shutdown::Write,
        _ => Shutdown::Both,
    }
}

fn shutdown_pending(vm: &Vm, _: &[u64]) -> Option<Seen> {
    at_large(vm)
}

fn shutdown(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let fd = vm.fd_of(args[0] as Ref)?;
    let how = shutdown_how(args);
    let network = vm.host.network();
    let other = network.outgoing_part(fd).filter(|_| how != Shutdown::Read && network.is_open_to_other(fd));
    tell_end(vm, other);
    match vm.on_network(|network| network.shutdown(fd, how)) {
        // As the library's own code does.
        Err(Errno::ENOTCONN) => Ok(0),
        done => or_socket_error(done).map(|()| 0),
    }
}

/// The part that is looked at by somebody who waits for these events.
fn watched(vm: &Vm, fd: i32, wanted: u32) -> Option<u32> {
    let network = vm.host.network();
    if wanted & events::OUT != 0 { network.outgoing_part(fd) } else { network.incoming_part(fd) }
}

fn look_pending(vm: &Vm, args: &[u64]) -> Option<Seen> {
    let fd = vm.fd_of(args[0] as Ref).ok()?;
    let part = vm.host.network().incoming_part(fd);
    seen(vm, takes(vm, part, 0), part, false)
}

fn revents(vm: &Vm, fd: i32, wanted: u32) -> u32 {
    vm.host.ready(fd) & (wanted | events::ERR | events::HUP | events::NVAL)
}

fn poll_pending(vm: &Vm, args: &[u64]) -> Option<Seen> {
    let (fd, wanted) = (vm.fd_of(args[0] as Ref).ok()?, args[1] as u32);
    let part = watched(vm, fd, wanted);
    seen(vm, takes(vm, part, 0), part, revents(vm, fd, wanted) == 0 && waits(vm, args[2] as i64))
}

fn poll(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let fd = vm.fd_of(args[0] as Ref)?;
    let found = revents(vm, fd, args[1] as u32);
    if found == 0 {
        wait_for(vm, args[2] as i64)?;
    } else {
        vm.end_timed_wait();
    }
    Ok(found.into())
}

fn poll_connect_pending(vm: &Vm, args: &[u64]) -> Option<Seen> {
    let fd = vm.fd_of(args[0] as Ref).ok()?;
    let waiting = revents(vm, fd, events::OUT) == 0 && waits(vm, args[1] as i64);
    seen(vm, takes(vm, None, 0), None, waiting)
}

fn poll_connect(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let fd = vm.fd_of(args[0] as Ref)?;
    if revents(vm, fd, events::OUT) == 0 {
        wait_for(vm, args[1] as i64)?;
        return Ok(0);
    }
    vm.end_timed_wait();
    if vm.host.network().is_abandoned(fd) {
        return Ok(0);
    }
    Ok(u64::from(or_socket_error(vm.on_network(|network| network.finish_connect(fd)))?))
}
