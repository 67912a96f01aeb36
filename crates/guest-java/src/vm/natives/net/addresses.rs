//! `InetAddress` and `NetworkInterface`: one machine, called "localhost", with one interface.

use super::super::io::internal;
use super::super::{Native, native, nothing};
use super::NO_NETWORK;
use crate::host::network::{Address, LOOPBACK};
use crate::vm::classes::known;
use crate::vm::memory::layout::Ref;
use crate::vm::{Vm, VmResult, raise};
use deadheat_machine::NeedKind;

const INTERFACE: &str = "java/net/NetworkInterface";
const V4: &str = "java/net/Inet4AddressImpl";
const V6: &str = "java/net/Inet6AddressImpl";
const INET4: &str = "java/net/Inet4Address";

/// What the guest's machine is called.
const NAME: &str = "localhost";
/// `InetAddress.IPv4`.
const FAMILY: u64 = 1;

/// The loopback interface.
const LO: &str = "lo";
const LO_INDEX: u64 = 1;
const LO_MASK: u64 = 8;
const LO_MTU: u64 = 65_536;

pub(super) static NATIVES: &[Native] = &[
    native("java/net/InetAddress", "init", "", nothing),
    native("java/net/InetAddress", "isIPv4Available", "", |_, _| Ok(1)),
    native("java/net/InetAddress", "isIPv6Supported", "", nothing),
    native("java/net/Inet4Address", "init", "", nothing),
    native("java/net/Inet6Address", "init", "", nothing),
    native("java/net/InetAddressImplFactory", "isIPv6Supported", "", nothing),
    native(V4, "getLocalHostName", "", local_host),
    native(V6, "getLocalHostName", "", local_host),
    native(V4, "lookupAllHostAddr", "", look_up).refusing(NeedKind::Network),
    native(V6, "lookupAllHostAddr", "", look_up).refusing(NeedKind::Network),
    native(V4, "getHostByAddr", "", host_by_address).refusing(NeedKind::Network),
    native(V6, "getHostByAddr", "", host_by_address).refusing(NeedKind::Network),
    native(V4, "isReachable0", "", |vm, args| Ok(u64::from(is_local(vm, args[1] as Ref)))),
    native(V6, "isReachable0", "", |vm, args| Ok(u64::from(is_local(vm, args[1] as Ref)))),
    native(INTERFACE, "init", "", nothing),
    native(INTERFACE, "getAll", "", |vm, _| {
        let class = vm.load_boot(INTERFACE)?;
        let interface = loopback_interface(vm)?;
        Ok(u64::from(vm.new_ref_array(class, &[interface])?))
    }),
    native(INTERFACE, "getByName0", "", |vm, args| {
        let asked = vm.string(args[0] as Ref) == LO;
        interface_if(vm, asked)
    }),
    native(INTERFACE, "getByIndex0", "", |vm, args| interface_if(vm, args[0] as u32 == LO_INDEX as u32)),
    native(INTERFACE, "getByInetAddress0", "", |vm, args| {
        let asked = vm.inet_address(args[0] as Ref) == Some(LOOPBACK);
        interface_if(vm, asked)
    }),
    native(INTERFACE, "boundInetAddress0", "", |vm, args| {
        Ok(u64::from(vm.inet_address(args[0] as Ref) == Some(LOOPBACK)))
    }),
    native(INTERFACE, "isUp0", "", |_, _| Ok(1)),
    native(INTERFACE, "isLoopback0", "", |_, _| Ok(1)),
    native(INTERFACE, "supportsMulticast0", "", nothing),
    native(INTERFACE, "isP2P0", "", nothing),
    native(INTERFACE, "getMacAddr0", "", nothing),
    native(INTERFACE, "getMTU0", "", |_, _| Ok(LO_MTU)),
    native("java/net/DatagramPacket", "init", "", nothing),
    native("sun/net/spi/DefaultProxySelector", "init", "", nothing),
    native("sun/net/spi/DefaultProxySelector", "getSystemProxies", "", nothing),
    native("sun/net/PortConfig", "getLower0", "", |_, _| Ok(32768)),
    native("sun/net/PortConfig", "getUpper0", "", |_, _| Ok(60999)),
];

fn local_host(vm: &mut Vm, _: &[u64]) -> VmResult<u64> {
    Ok(u64::from(vm.new_string(NAME)?))
}

fn look_up(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let host = vm.string(args[1] as Ref);
    if !host.eq_ignore_ascii_case(NAME) {
        return raise("java/net/UnknownHostException", format!("{host}: {NO_NETWORK}"));
    }
    let address = vm.new_inet_address(LOOPBACK, args[1] as Ref)?;
    let class = vm.load_boot("java/net/InetAddress")?;
    Ok(u64::from(vm.new_ref_array(class, &[address])?))
}

fn host_by_address(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    if is_local(vm, args[1] as Ref) {
        return local_host(vm, args);
    }
    raise("java/net/UnknownHostException", NO_NETWORK)
}

/// Whether the bytes are an address of the guest's own machine.
fn is_local(vm: &Vm, bytes: Ref) -> bool {
    let ip = vm.array_bytes(bytes).first_chunk().map(|bytes| u32::from_be_bytes(*bytes));
    vm.array_len(bytes) == 4 && ip.is_some_and(|ip| Address { ip, port: 0 }.is_local())
}

fn interface_if(vm: &mut Vm, asked: bool) -> VmResult<u64> {
    Ok(if asked { u64::from(loopback_interface(vm)?) } else { 0 })
}

fn loopback_interface(vm: &mut Vm) -> VmResult<Ref> {
    let class = vm.load_boot(INTERFACE)?;
    let inet = vm.load_boot("java/net/InetAddress")?;
    let binding_class = vm.load_boot("java/net/InterfaceAddress")?;
    let address = vm.new_inet_address(LOOPBACK, 0)?;
    let binding = vm.new_object(binding_class)?;
    set_ref(vm, binding, "address", address)?;
    set(vm, binding, "maskLength", LO_MASK)?;
    let interface = vm.new_object(class)?;
    let name = vm.new_string(LO)?;
    let addresses = vm.new_ref_array(inet, &[address])?;
    let bindings = vm.new_ref_array(binding_class, &[binding])?;
    let children = vm.new_ref_array(class, &[])?;
    for (field, value) in
        [("name", name), ("displayName", name), ("addrs", addresses), ("bindings", bindings), ("childs", children)]
    {
        set_ref(vm, interface, field, value)?;
    }
    set(vm, interface, "index", LO_INDEX)?;
    Ok(interface)
}

fn set(vm: &mut Vm, object: Ref, name: &str, value: u64) -> VmResult<()> {
    let place = known::instance_field(vm.class_of(object), name)?.place;
    vm.set(object + place, value);
    Ok(())
}

fn set_ref(vm: &mut Vm, object: Ref, name: &str, value: Ref) -> VmResult<()> {
    let place = known::instance_field(vm.class_of(object), name)?.place;
    vm.set_ref_field(object, place, value);
    Ok(())
}

/// A reference in a field that may not be there.
fn get_ref(vm: &Vm, object: Ref, name: &str) -> VmResult<Ref> {
    match vm.ref_field(object, known::instance_field(vm.class_of(object), name)?.place) {
        0 => internal("an address without content"),
        found => Ok(found),
    }
}

impl Vm {
    /// The number that an IPv4 address is; none for others.
    pub(super) fn inet_address(&self, address: Ref) -> Option<u32> {
        if address == 0 || &*self.class_of(address).name != INET4 {
            return None;
        }
        let holder = get_ref(self, address, "holder").ok()?;
        let field = known::instance_field(self.class_of(holder), "address").ok()?;
        Some(self.field(holder, field.place) as u32)
    }

    /// An `Inet4Address`, with the name that it was found by, if any.
    pub(super) fn new_inet_address(&mut self, ip: u32, name: Ref) -> VmResult<Ref> {
        let (class, holder_class) = (self.load_boot(INET4)?, self.load_boot("java/net/InetAddress$InetAddressHolder")?);
        let holder = self.new_object(holder_class)?;
        set(self, holder, "address", u64::from(ip))?;
        set(self, holder, "family", FAMILY)?;
        if name != 0 {
            set_ref(self, holder, "hostName", name)?;
            set_ref(self, holder, "originalHostName", name)?;
        }
        let address = self.new_object(class)?;
        set_ref(self, address, "holder", holder)?;
        Ok(address)
    }

    /// An `InetSocketAddress`.
    pub(super) fn new_socket_address(&mut self, address: Address) -> VmResult<Ref> {
        let class = self.load_boot("java/net/InetSocketAddress")?;
        let holder_class = self.load_boot("java/net/InetSocketAddress$InetSocketAddressHolder")?;
        let inet = self.new_inet_address(address.ip, 0)?;
        let holder = self.new_object(holder_class)?;
        set_ref(self, holder, "addr", inet)?;
        set(self, holder, "port", u64::from(address.port))?;
        let socket_address = self.new_object(class)?;
        set_ref(self, socket_address, "holder", holder)?;
        Ok(socket_address)
    }
}
