//! Classes: linked from class files, resolved, initialised; those that the VM knows by name or makes itself.

pub mod class;
pub(crate) mod constraints;
pub(crate) mod init;
pub(crate) mod initiation;
pub(crate) mod known;
pub(crate) mod link;
pub(crate) mod modules;
pub(crate) mod resolve;
pub(crate) mod synthetic;
pub(crate) mod verification;
