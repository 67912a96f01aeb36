//! What a check found, shown: to a person at a terminal ([`text`]) or in a browser ([`html`]), and to tools ([`json`], [`sarif`],
//! [`perfetto`]).
//!
//! The only input is a [`CheckResult`](deadheat_witness::result::CheckResult); how it was made is no concern of this crate. [`load`] reads one from a file,
//! [`diff`] compares two. All strings that come from the guest (names of threads, values, messages, source text) are data here:
//! [`safe`] takes the control characters out of what a terminal shows, the page gets them as JSON and sets them as text.

pub mod diff;
pub mod fold;
pub mod forms;
pub mod html;
pub mod json;
pub mod junit_xml;
pub mod kinds;
pub mod load;
pub mod perfetto;
pub mod safe;
pub mod sarif;
pub mod text;
pub mod words;
