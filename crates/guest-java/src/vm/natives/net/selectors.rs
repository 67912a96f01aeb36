//! Selectors: `epoll`, `poll` and `eventfd`, for `Selector`, asynchronous channels and virtual threads.
//!
//! A selector looks at all sockets that it watches at once, so waiting for one depends on everything that is done to the network. What
//! is ready is reported in the order of descriptors.

use super::super::io::or_io;
use super::super::{Native, Seen, native, nothing, visible};
use super::{at_large, gives, or_socket_error, seen, takes, wait_for, waits};
use crate::host::network::{Interest, Network, PIPES, events};
use crate::vm::{Vm, VmResult};

const EPOLL: &str = "sun/nio/ch/EPoll";
const EVENT: &str = "sun/nio/ch/EventFD";
const UTIL: &str = "sun/nio/ch/IOUtil";
const POLL: &str = "sun/nio/ch/PollSelectorImpl";

/// `struct epoll_event` of Linux, packed: events, and the descriptor behind them.
const EVENT_BYTES: u64 = 12;
const DATA_OFFSET: u64 = 4;
/// `struct pollfd`: the descriptor, what is wanted, what was found.
const POLL_BYTES: usize = 8;

pub(super) static NATIVES: &[Native] = &[
    native(EPOLL, "eventSize", "", |_, _| Ok(EVENT_BYTES)),
    native(EPOLL, "eventsOffset", "", nothing),
    native(EPOLL, "dataOffset", "", |_, _| Ok(DATA_OFFSET)),
    native(EPOLL, "create", "", |vm, _| {
        let thread = vm.tid;
        Ok(u64::from(or_io(vm.on_network(|network| network.selector(thread)))? as u32))
    }),
    visible(
        EPOLL,
        "ctl",
        "",
        |vm, _| at_large(vm),
        |vm, args| {
            let interest = Interest { fd: args[2] as i32, events: args[3] as u32 };
            let done = vm.on_network(|network| network.control(args[0] as i32, args[1] as i32, interest));
            Ok(done.map_or_else(|errno| errno.0 as u64, |()| 0))
        },
    ),
    visible(EPOLL, "wait", "", wait_pending, wait),
    visible(POLL, "poll", "", poll_pending, poll),
    native(EVENT, "eventfd0", "", |vm, _| {
        let thread = vm.tid;
        Ok(u64::from(or_io(vm.on_network(|network| network.counter(thread)))? as u32))
    }),
    visible(
        EVENT,
        "set0",
        "",
        |vm, args| counter_pending(vm, args[0] as i32, true),
        |vm, args| {
            or_socket_error(vm.on_network(|network| network.add_to_counter(args[0] as i32)))?;
            Ok(0)
        },
    ),
    visible(
        UTIL,
        "write1",
        "",
        |vm, args| counter_pending(vm, args[0] as i32, true),
        |vm, args| {
            or_io(vm.outside(|host, now| host.write(args[0] as i32, &[args[1] as u8], now)))?;
            Ok(1)
        },
    ),
    visible(UTIL, "drain", "", |vm, args| counter_pending(vm, args[0] as i32, false), |vm, args| drain(vm, args, 4096)),
    visible(UTIL, "drain1", "", |vm, args| counter_pending(vm, args[0] as i32, false), |vm, args| drain(vm, args, 1)),
];

/// Something that wakes a selector, or the one that was woken clearing it: an `eventfd`, or a pipe.
fn counter_pending(vm: &Vm, fd: i32, gives_one: bool) -> Option<Seen> {
    let part = if Network::owns(fd) { Some(fd as u32) } else { Some(PIPES) };
    let count = vm.host.network().counted(fd).max(u64::from(!Network::owns(fd))) as u32;
    let kind = if gives_one { gives(vm, part, 1) } else { takes(vm, part, count) };
    seen(vm, kind, part, false)
}

/// How much there was, up to so much.
fn drain(vm: &mut Vm, args: &[u64], most: usize) -> VmResult<u64> {
    let fd = args[0] as i32;
    if Network::owns(fd) {
        return Ok(u64::from(or_io(vm.on_network(|network| network.take_counter(fd)))? > 0));
    }
    let mut bytes = vec![0; most];
    let n = vm.outside(|host, _| host.read(fd, &mut bytes)).unwrap_or(0);
    Ok(n as u64)
}

/// What a selector would report now.
fn found(vm: &Vm, selector: i32) -> Vec<Interest> {
    let ready = |interest: Interest| {
        let events = vm.host.ready(interest.fd) & (interest.events | events::ERR | events::HUP);
        (events != 0).then_some(Interest { events, ..interest })
    };
    vm.host.network().interests(selector).into_iter().filter_map(ready).collect()
}

fn wait_pending(vm: &Vm, args: &[u64]) -> Option<Seen> {
    let waiting = waits(vm, i64::from(args[3] as i32)) && found(vm, args[0] as i32).is_empty();
    seen(vm, takes(vm, None, 0), None, waiting)
}

fn wait(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let selector = args[0] as i32;
    let mut found = found(vm, selector);
    found.truncate(args[2] as u32 as usize);
    if found.is_empty() {
        wait_for(vm, i64::from(args[3] as i32))?;
        return Ok(0);
    }
    vm.end_timed_wait();
    for (at, interest) in (args[1]..).step_by(EVENT_BYTES as usize).zip(&found) {
        let mut event = [0; EVENT_BYTES as usize];
        event[..4].copy_from_slice(&interest.events.to_ne_bytes());
        event[4..8].copy_from_slice(&interest.fd.to_ne_bytes());
        vm.set_memory(at, &event)?;
    }
    let watched = vm.host.network().interests(selector);
    let once = |interest: &Interest| {
        let asked = watched.iter().find(|asked| asked.fd == interest.fd);
        asked.is_some_and(|asked| asked.events & events::ONE_SHOT != 0)
    };
    let done: Vec<i32> = found.iter().filter(|interest| once(interest)).map(|interest| interest.fd).collect();
    let _ = vm.on_network(|network| {
        done.iter().for_each(|fd| network.disarm(selector, *fd));
        Ok(())
    });
    Ok(found.len() as u64)
}

/// The entries of a `poll`, with what was found for each.
fn polled(vm: &Vm, args: &[u64]) -> VmResult<Vec<(u64, u32)>> {
    let (at, count) = (args[0], args[1] as u32 as usize);
    let entries = vm.memory(at, count * POLL_BYTES)?;
    let look = |(n, entry): (usize, &[u8])| {
        let fd = i32::from_ne_bytes([entry[0], entry[1], entry[2], entry[3]]);
        let wanted = u32::from(u16::from_ne_bytes([entry[4], entry[5]]));
        let found = vm.host.ready(fd) & (wanted | events::ERR | events::HUP | events::NVAL);
        (at + (n * POLL_BYTES) as u64 + 6, if fd < 0 { 0 } else { found })
    };
    Ok(entries.chunks_exact(POLL_BYTES).enumerate().map(look).collect())
}

fn poll_pending(vm: &Vm, args: &[u64]) -> Option<Seen> {
    let nothing = polled(vm, args).is_ok_and(|found| found.iter().all(|(_, events)| *events == 0));
    seen(vm, takes(vm, None, 0), None, nothing && waits(vm, i64::from(args[2] as i32)))
}

fn poll(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let found = polled(vm, args)?;
    let count = found.iter().filter(|(_, events)| *events != 0).count();
    if count == 0 {
        wait_for(vm, i64::from(args[2] as i32))?;
    } else {
        vm.end_timed_wait();
    }
    for (at, events) in found {
        vm.set_memory(at, &(events as u16).to_ne_bytes())?;
    }
    Ok(count as u64)
}
