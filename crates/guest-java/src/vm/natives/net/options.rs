//! Socket options, and what the library asks of the platform's sockets before it uses them.

use super::super::{Native, native, nothing};
use super::{or_socket_error, sockets::NET};
use crate::host::network::{Network, events};
use crate::vm::memory::layout::Ref;
use crate::vm::{Vm, VmResult};

const OPTIONS: &str = "jdk/net/LinuxSocketOptions";
const ADDRESS: &str = "sun/nio/ch/NativeSocketAddress";

/// What options are that nobody has set: level, number, value. All others are 0.
const DEFAULTS: &[((i32, i32), i32)] = &[
    // SO_SNDBUF, SO_RCVBUF, as Java sees them.
    ((1, 7), 1_313_280),
    ((1, 8), 65_536),
    // SO_LINGER: off.
    ((1, 13), -1),
    // IP_MULTICAST_TTL, IP_MULTICAST_LOOP.
    ((0, 33), 1),
    ((0, 34), 1),
];

pub(super) static NATIVES: &[Native] = &[
    native(NET, "isIPv6Available0", "", nothing),
    native(NET, "isReusePortAvailable0", "", |_, _| Ok(1)),
    native(NET, "isExclusiveBindAvailable", "", |_, _| Ok(u64::from(u32::MAX))),
    native(NET, "shouldSetBothIPv4AndIPv6Options0", "", nothing),
    native(NET, "shouldShutdownWriteBeforeClose0", "", nothing),
    native(NET, "canIPv6SocketJoinIPv4Group0", "", nothing),
    native(NET, "canJoin6WithIPv4Group0", "", nothing),
    native(NET, "canUseIPv6OptionsWithIPv4LocalAddress0", "", nothing),
    native(NET, "pollinValue", "", |_, _| Ok(events::IN.into())),
    native(NET, "polloutValue", "", |_, _| Ok(events::OUT.into())),
    native(NET, "pollconnValue", "", |_, _| Ok(events::OUT.into())),
    native(NET, "pollerrValue", "", |_, _| Ok(events::ERR.into())),
    native(NET, "pollhupValue", "", |_, _| Ok(events::HUP.into())),
    native(NET, "pollnvalValue", "", |_, _| Ok(events::NVAL.into())),
    native(NET, "getIntOption0", "", get),
    native(NET, "setIntOption0", "", set),
    native(OPTIONS, "quickAckSupported0", "", nothing),
    native(OPTIONS, "keepAliveOptionsSupported0", "", nothing),
    native(OPTIONS, "incomingNapiIdSupported0", "", nothing),
    native(OPTIONS, "ipDontFragmentSupported0", "", nothing),
    // `sockaddr_in` and `sockaddr_in6` of Linux.
    native(ADDRESS, "AFINET", "", |_, _| Ok(2)),
    native(ADDRESS, "AFINET6", "", |_, _| Ok(10)),
    native(ADDRESS, "sizeofSockAddr4", "", |_, _| Ok(16)),
    native(ADDRESS, "sizeofSockAddr6", "", |_, _| Ok(28)),
    native(ADDRESS, "sizeofFamily", "", |_, _| Ok(2)),
    native(ADDRESS, "offsetFamily", "", nothing),
    native(ADDRESS, "offsetSin4Port", "", |_, _| Ok(2)),
    native(ADDRESS, "offsetSin4Addr", "", |_, _| Ok(4)),
    native(ADDRESS, "offsetSin6Port", "", |_, _| Ok(2)),
    native(ADDRESS, "offsetSin6Addr", "", |_, _| Ok(8)),
    native(ADDRESS, "offsetSin6ScopeId", "", |_, _| Ok(24)),
    native(ADDRESS, "offsetSin6FlowInfo", "", |_, _| Ok(4)),
];

fn get(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let (fd, option) = (vm.fd_of(args[0] as Ref)?, (args[2] as i32, args[3] as i32));
    let default = DEFAULTS.iter().find(|(known, _)| *known == option).map_or(0, |(_, value)| *value);
    let value = or_socket_error(vm.host.network().option(fd, option))?.unwrap_or(default);
    Ok(u64::from(value as u32))
}

fn set(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let (fd, option, value) = (vm.fd_of(args[0] as Ref)?, (args[2] as i32, args[3] as i32), args[4] as i32);
    or_socket_error(vm.on_network(|network: &mut Network| network.set_option(fd, option, value)))?;
    Ok(0)
}
