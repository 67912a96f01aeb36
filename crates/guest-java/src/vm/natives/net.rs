//! The network and other processes: a guest has neither, and gets an exception that says so.

use deadheat_machine::NeedKind;

use super::{Native, native, nothing};
use crate::vm::classes::class::Kind;
use crate::vm::memory::layout::Ref;
use crate::vm::{Vm, VmResult, raise};

const NET: &str = "sun/nio/ch/Net";
const INTERFACE: &str = "java/net/NetworkInterface";
const PROCESS: &str = "java/lang/ProcessHandleImpl";
const V4: &str = "java/net/Inet4AddressImpl";
const V6: &str = "java/net/Inet6AddressImpl";
const SOCKET: &str = "java/net/PlainSocketImpl";
const DATAGRAM: &str = "java/net/PlainDatagramSocketImpl";
const OPTIONS: &str = "jdk/net/LinuxSocketOptions";
const EPOLL: &str = "sun/nio/ch/EPoll";

/// What every attempt to reach the network is answered with.
pub(crate) const NO_NETWORK: &str = "the network is refused under deadheat";
/// The same for processes.
pub(crate) const NO_PROCESSES: &str = "processes are refused under deadheat";

/// The number that a guest takes for its process.
const PID: u64 = 1000;

/// The environment that every guest sees.
const ENVIRONMENT: &[(&str, &str)] = &[("PATH", "/usr/local/bin:/usr/bin:/bin"), ("HOME", "/root"), ("USER", "guest")];

pub(super) static NATIVES: &[Native] = &[
    native("java/net/InetAddress", "init", "", nothing),
    native("java/net/InetAddress", "isIPv4Available", "", |_, _| Ok(1)),
    native("java/net/InetAddress", "isIPv6Supported", "", nothing),
    native("java/net/Inet4Address", "init", "", nothing),
    native("java/net/Inet6Address", "init", "", nothing),
    native("java/net/InetAddressImplFactory", "isIPv6Supported", "", nothing),
    native(V4, "getLocalHostName", "", local_host),
    native(V6, "getLocalHostName", "", local_host),
    native(V4, "lookupAllHostAddr", "", unknown_host).refusing(NeedKind::Network),
    native(V6, "lookupAllHostAddr", "", unknown_host).refusing(NeedKind::Network),
    native(V4, "getHostByAddr", "", |_, _| raise("java/net/UnknownHostException", NO_NETWORK))
        .refusing(NeedKind::Network),
    native(V6, "getHostByAddr", "", |_, _| raise("java/net/UnknownHostException", NO_NETWORK))
        .refusing(NeedKind::Network),
    native(V4, "isReachable0", "", nothing),
    native(V6, "isReachable0", "", nothing),
    native(INTERFACE, "init", "", nothing),
    native(INTERFACE, "getAll", "", nothing),
    native(INTERFACE, "getByName0", "", nothing),
    native(INTERFACE, "getByIndex0", "", nothing),
    native(INTERFACE, "getByInetAddress0", "", nothing),
    native(INTERFACE, "boundInetAddress0", "", nothing),
    native("java/net/DatagramPacket", "init", "", nothing),
    native("java/net/AbstractPlainSocketImpl", "isReusePortAvailable0", "", nothing),
    native("java/net/AbstractPlainDatagramSocketImpl", "isReusePortAvailable0", "", nothing),
    native("java/net/SocketInputStream", "init", "", nothing),
    native("java/net/SocketOutputStream", "init", "", nothing),
    native("java/net/SocketCleanable", "cleanupClose0", "", nothing),
    native(SOCKET, "initProto", "", nothing),
    native(SOCKET, "socketCreate", "(ZZ)V", refused).refusing(NeedKind::Network),
    native(SOCKET, "socketClose0", "", nothing),
    native(DATAGRAM, "init", "", nothing),
    native(DATAGRAM, "datagramSocketCreate", "", refused).refusing(NeedKind::Network),
    native(DATAGRAM, "datagramSocketClose", "", nothing),
    native(NET, "isIPv6Available0", "", nothing),
    native(NET, "isReusePortAvailable0", "", nothing),
    native(NET, "isExclusiveBindAvailable", "", |_, _| Ok(u64::from(u32::MAX))),
    native(NET, "shouldSetBothIPv4AndIPv6Options0", "", nothing),
    native(NET, "shouldShutdownWriteBeforeClose0", "", nothing),
    native(NET, "canIPv6SocketJoinIPv4Group0", "", nothing),
    native(NET, "canJoin6WithIPv4Group0", "", nothing),
    native(NET, "canUseIPv6OptionsWithIPv4LocalAddress0", "", nothing),
    native(NET, "pollinValue", "", |_, _| Ok(1)),
    native(NET, "polloutValue", "", |_, _| Ok(4)),
    native(NET, "pollconnValue", "", |_, _| Ok(4)),
    native(NET, "pollerrValue", "", |_, _| Ok(8)),
    native(NET, "pollhupValue", "", |_, _| Ok(16)),
    native(NET, "pollnvalValue", "", |_, _| Ok(32)),
    native(NET, "socket0", "", refused).refusing(NeedKind::Network),
    native("sun/nio/ch/UnixDomainSockets", "init", "", nothing),
    native("sun/nio/ch/UnixDomainSockets", "socket0", "", refused).refusing(NeedKind::Network),
    native(OPTIONS, "quickAckSupported0", "", nothing),
    native(OPTIONS, "keepAliveOptionsSupported0", "", nothing),
    native(OPTIONS, "incomingNapiIdSupported0", "", nothing),
    native(EPOLL, "eventSize", "", |_, _| Ok(12)),
    native(EPOLL, "eventsOffset", "", nothing),
    native(EPOLL, "dataOffset", "", |_, _| Ok(4)),
    native(EPOLL, "create", "", |_, _| raise("java/io/IOException", NO_NETWORK)).refusing(NeedKind::Network),
    native("sun/nio/ch/EventFD", "eventfd0", "", |_, _| raise("java/io/IOException", NO_NETWORK))
        .refusing(NeedKind::Network),
    native("sun/net/spi/DefaultProxySelector", "init", "", nothing),
    native("sun/net/spi/DefaultProxySelector", "getSystemProxies", "", nothing),
    native("sun/net/PortConfig", "getLower0", "", |_, _| Ok(32768)),
    native("sun/net/PortConfig", "getUpper0", "", |_, _| Ok(60999)),
    native("java/lang/ProcessEnvironment", "environ", "", environment),
    native("java/lang/ProcessImpl", "init", "", nothing),
    native("java/lang/ProcessImpl", "forkAndExec", "", |_, _| raise("java/io/IOException", NO_PROCESSES))
        .refusing(NeedKind::Processes),
    native(PROCESS, "initNative", "", nothing),
    native(PROCESS, "getCurrentPid0", "", |_, _| Ok(PID)),
    native(PROCESS, "isAlive0", "", |_, args| Ok(if args[0] == PID { 0 } else { u64::MAX })),
    native(PROCESS, "parent0", "", |_, _| Ok(u64::MAX)),
    native(PROCESS, "getProcessPids0", "", nothing),
    native(PROCESS, "destroy0", "", nothing),
    native(PROCESS, "waitForProcessExit0", "", |_, _| Ok(u64::from(u32::MAX))),
    native("java/lang/ProcessHandleImpl$Info", "info0", "", nothing),
];

fn refused(_: &mut Vm, _: &[u64]) -> VmResult<u64> {
    raise("java/net/SocketException", NO_NETWORK)
}

fn local_host(vm: &mut Vm, _: &[u64]) -> VmResult<u64> {
    Ok(u64::from(vm.new_string("localhost")?))
}

fn unknown_host(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let host = vm.string(args[1] as Ref);
    raise("java/net/UnknownHostException", format!("{host}: {NO_NETWORK}"))
}

/// Names and values in turn.
fn environment(vm: &mut Vm, _: &[u64]) -> VmResult<u64> {
    let Some(byte) = vm.known.primitive(Kind::Byte) else { return super::io::internal("no class byte") };
    let bytes = vm.array_of(byte)?;
    let class = vm.array_of(bytes)?;
    let array = vm.new_array(class, ENVIRONMENT.len() as i32 * 2)?;
    for (i, text) in (0u32..).zip(ENVIRONMENT.iter().flat_map(|(name, value)| [name, value])) {
        let value = vm.new_byte_array(text.as_bytes())?;
        vm.set_array_ref(array, i, value);
    }
    Ok(u64::from(array))
}
