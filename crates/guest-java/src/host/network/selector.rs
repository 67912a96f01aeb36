//! Readiness: what `poll` says of a descriptor, and the sets of descriptors that `epoll` watches.

use std::collections::BTreeMap;

use super::{Errno, Kind, Network};

/// What a descriptor may be ready for, as Linux numbers it for `poll` and `epoll`.
pub mod events {
    #![allow(missing_docs)]
    pub const IN: u32 = 1;
    pub const OUT: u32 = 4;
    pub const ERR: u32 = 8;
    pub const HUP: u32 = 16;
    pub const NVAL: u32 = 32;
    /// Watched until it is reported once.
    pub const ONE_SHOT: u32 = 1 << 30;
}

/// A descriptor that a selector watches, and for what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Interest {
    /// The descriptor.
    pub fd: i32,
    /// Bits of [`events`].
    pub events: u32,
}

/// What a selector watches, by descriptor. Events of 0 with nothing but errors are watched, too; `None` is watched no more
/// until it is set again.
#[derive(Clone, Debug, Default, Hash)]
pub(super) struct Interests(BTreeMap<i32, Option<u32>>);

impl Network {
    /// What one of the network's descriptors is ready for.
    pub fn ready(&self, fd: i32) -> u32 {
        let Ok(endpoint) = self.get(fd) else { return events::NVAL };
        if endpoint.abandoned {
            return events::IN | events::OUT | events::HUP;
        }
        match &endpoint.kind {
            Kind::Tcp(tcp) => tcp.ready(self.room(fd)),
            Kind::Udp(udp) => udp.ready(),
            Kind::Counter(count) => events::OUT | if *count > 0 { events::IN } else { 0 },
            Kind::Selector(_) => 0,
        }
    }

    /// `epoll_ctl`: `op` is 1 to add, 2 to remove, 3 to change.
    pub fn control(&mut self, selector: i32, op: i32, interest: Interest) -> Result<(), Errno> {
        let Interest { fd, events } = interest;
        self.edit(selector, |endpoint| {
            let Kind::Selector(Interests(watched)) = &mut endpoint.kind else { return Err(Errno::EINVAL) };
            match (op, watched.contains_key(&fd)) {
                (1, true) => return Err(Errno::EEXIST),
                (2 | 3, false) => return Err(Errno::ENOENT),
                (2, true) => watched.remove(&fd),
                _ => watched.insert(fd, Some(events)),
            };
            Ok(())
        })?
    }

    /// What a selector watches just now.
    pub fn interests(&self, selector: i32) -> Vec<Interest> {
        match self.get(selector).map(|endpoint| &endpoint.kind) {
            Ok(Kind::Selector(Interests(watched))) => {
                let watched = watched.iter().filter_map(|(fd, events)| Some(Interest { fd: *fd, events: (*events)? }));
                watched.collect()
            }
            _ => Vec::new(),
        }
    }

    /// A descriptor that is watched until it is reported once was reported.
    pub fn disarm(&mut self, selector: i32, fd: i32) {
        let _ = self.edit(selector, |endpoint| {
            if let Kind::Selector(Interests(watched)) = &mut endpoint.kind {
                watched.insert(fd, None);
            }
        });
    }

    /// A descriptor is closed: no selector watches it any more.
    pub fn forget_interest(&mut self, fd: i32) {
        let watches = |network: &Network, selector: &i32| match &network.get(*selector).map(|e| &e.kind) {
            Ok(Kind::Selector(Interests(watched))) => watched.contains_key(&fd),
            _ => false,
        };
        let selectors: Vec<i32> = self.open.keys().copied().filter(|selector| watches(self, selector)).collect();
        for selector in selectors {
            let _ = self.edit(selector, |endpoint| {
                if let Kind::Selector(Interests(watched)) = &mut endpoint.kind {
                    watched.remove(&fd);
                }
            });
        }
    }
}
