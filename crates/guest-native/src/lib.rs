//! Native programs as guests: C, C++ and Rust under deadheat's control. See the README for what is where.

pub mod debug_info;
pub mod front;
pub mod machine;
pub mod process;
