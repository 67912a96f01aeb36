//! What deadheat and the runtime inside a guest share: memory that both map.
//!
//! This file is compiled twice, into deadheat and (without the standard library) into the runtime.
