//! `DatagramChannel`, and with it `DatagramSocket`.

use super::super::{Native, Seen, native, visible};
use super::{INTERRUPTED, UNAVAILABLE, at_large, gives, or_socket_error, seen};
use crate::host::errno::Errno;
use crate::host::network::{Address, Network};
use crate::vm::memory::layout::Ref;
use crate::vm::{Trap, Vm, VmResult, raise};

const CHANNEL: &str = "sun/nio/ch/DatagramChannelImpl";

/// `sockaddr_in`, in bytes, and `AF_INET`.
const ADDRESS_BYTES: usize = 16;
const INET: u16 = 2;

pub(super) static NATIVES: &[Native] = &[
    visible(CHANNEL, "receive0", "", receive_pending, receive),
    visible(CHANNEL, "send0", "", send_pending, send),
    visible(
        CHANNEL,
        "disconnect0",
        "",
        |vm, _| at_large(vm),
        |vm, args| {
            let fd = vm.fd_of(args[0] as Ref)?;
            or_socket_error(vm.on_network(|network| network.disconnect(fd)))?;
            Ok(0)
        },
    ),
    native(CHANNEL, "initIDs", "", super::super::nothing),
];

fn receive_pending(vm: &Vm, args: &[u64]) -> Option<Seen> {
    super::read_pending(vm, vm.fd_of(args[0] as Ref).ok()?, args[2] as u32 as usize)
}

fn receive(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let fd = vm.fd_of(args[0] as Ref)?;
    if vm.host.network().is_abandoned(fd) {
        return Ok(INTERRUPTED);
    }
    let mut bytes = vec![0; args[2] as u32 as usize];
    let (n, from) = match vm.on_network(|network| network.receive(fd, &mut bytes)) {
        Err(Errno::EAGAIN) if vm.host.network().blocks(fd) => return Err(Trap::Block),
        Err(Errno::EAGAIN) => return Ok(UNAVAILABLE),
        answer => or_unreachable(answer)?,
    };
    vm.set_memory(args[1], &bytes[..n])?;
    let mut address = [0; ADDRESS_BYTES];
    address[..2].copy_from_slice(&INET.to_ne_bytes());
    address[2..4].copy_from_slice(&from.port.to_be_bytes());
    address[4..8].copy_from_slice(&from.ip.to_be_bytes());
    vm.set_memory(args[3], &address)?;
    Ok(n as u64)
}

/// The `sockaddr_in` in raw memory.
fn address_at(vm: &Vm, at: u64) -> VmResult<Address> {
    let bytes = vm.memory(at, ADDRESS_BYTES)?;
    let port = u16::from_be_bytes([bytes[2], bytes[3]]);
    Ok(Address { ip: u32::from_be_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]), port })
}

fn send_pending(vm: &Vm, args: &[u64]) -> Option<Seen> {
    let to = address_at(vm, args[3]).ok()?;
    let part = Some(Network::send_part(to));
    seen(vm, gives(vm, part, 1), part, false)
}

fn send(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let fd = vm.fd_of(args[0] as Ref)?;
    let to = address_at(vm, args[3])?;
    if !to.is_local() {
        return vm.refuse_network();
    }
    let bytes = vm.memory(args[1], args[2] as u32 as usize)?;
    let n = or_unreachable(vm.on_network(|network| network.send(fd, &bytes, to)))?;
    Ok(n as u64)
}

/// A datagram that nobody was there to receive has an exception of its own.
fn or_unreachable<T>(answer: Result<T, Errno>) -> VmResult<T> {
    match answer {
        Err(Errno::ECONNREFUSED) => raise("java/net/PortUnreachableException", ""),
        answer => or_socket_error(answer),
    }
}
