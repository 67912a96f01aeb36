//! Which code takes, tries and gives back locks that a library makes of atomic operations.

use deadheat_native_runtime::protocol::{LOCK_SITES, LockSite, lock_site};

use super::image::Image;
use super::load_map::LoadMap;
use crate::process::Family;

/// Functions by their full names. Of Rust's standard library only what is compiled into the program itself can be seen, and that
/// is where these are: they are small, and marked to be inlined.
const FUNCTIONS: &[(&str, u32)] = &[
    ("std::sys::sync::mutex::futex::Mutex::lock", lock_site::LOCK),
    ("std::sys::sync::mutex::futex::Mutex::try_lock", lock_site::TRY_LOCK),
    ("std::sys::sync::mutex::futex::Mutex::unlock", lock_site::UNLOCK),
    ("std::sys::sync::rwlock::futex::RwLock::read", lock_site::READ),
    ("std::sys::sync::rwlock::futex::RwLock::try_read", lock_site::TRY_READ),
    ("std::sys::sync::rwlock::futex::RwLock::read_unlock", lock_site::READ_UNLOCK),
    ("std::sys::sync::rwlock::futex::RwLock::write", lock_site::WRITE),
    ("std::sys::sync::rwlock::futex::RwLock::try_write", lock_site::TRY_WRITE),
    ("std::sys::sync::rwlock::futex::RwLock::write_unlock", lock_site::WRITE_UNLOCK),
];

fn kind_of(name: &str) -> Option<u32> {
    FUNCTIONS.iter().find(|(function, _)| *function == name).map(|(_, kind)| *kind)
}

/// Tells the processes of a family. They must not have come to their `main` yet.
pub fn tell(family: &Family, image: &Image, map: &LoadMap) {
    let mut sites: Vec<LockSite> = Vec::new();
    for (module, bias) in map.modules() {
        for (start, end, kind) in image.lock_sites(module).iter() {
            sites.push(LockSite { start: start + bias, end: end + bias, kind: *kind, pad: 0 });
        }
    }
    sites.sort_by_key(|site| (site.start, site.end));
    // Parts of one function may overlap; what is found first decides.
    sites.dedup_by(|next, before| next.start < before.end);
    sites.truncate(LOCK_SITES);
    let header = family.board().header();
    // SAFETY: all processes of the family wait.
    unsafe {
        (&mut (*header).lock_sites)[..sites.len()].copy_from_slice(&sites);
        (*header).lock_site_count = sites.len() as u32;
    }
}

/// The lock sites of a file: beginnings, ends and kinds, at its own addresses.
pub fn find(module: &crate::debug_info::Module) -> Vec<(u64, u64, u32)> {
    let ranges = module.ranges_of(&|name| kind_of(name).is_some());
    ranges.into_iter().filter_map(|(range, name)| Some((range.start, range.end, kind_of(&name)?))).collect()
}
