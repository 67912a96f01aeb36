//! From bytecode to deeds: decoded instructions, the loop that runs them, exceptions.

mod checked;
pub(crate) mod code;
pub(crate) mod decode;
pub(crate) mod exceptions;
pub(crate) mod fast;
pub(crate) mod interp;
pub(crate) mod messages;
pub(crate) mod native_call;
pub(crate) mod op;
