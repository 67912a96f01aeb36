//! Where deadheat was slow, and how it is now: one row for each place, with what was measured when the table was made, the goal, and what is measured
//! now. Run by `make bench`; `ONLY=words` takes the rows whose name contains these.
//!
//! Times are the processor's unless a row says otherwise, so that other work on the machine disturbs little. Rates depend on the machine; ratios are of
//! one run. `EARLIER=path` names the `deadheat` of an earlier build, which is measured beside this one: what it gives today says what this machine is.

#[path = "../../tests/it/subject.rs"]
mod subject;

mod measure;
mod rows;

use measure::Programs;
use rows::ROWS;

fn main() {
    // `cargo bench` passes options for a harness that is not here; `cargo test --benches` only wants to know that this builds.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let only = std::env::var("ONLY").unwrap_or_default();
    let earlier = std::env::var_os("EARLIER").map(|command| Programs::of(command.into()));
    let programs = Programs::of(env!("CARGO_BIN_EXE_deadheat").into());
    println!("{:<44}{:<44}{:<36}now", "what", "when the table was made", "goal");
    for row in ROWS.iter().filter(|row| row.what.contains(&only)) {
        println!("{:<44}{:<44}{:<36}{}", row.what, row.then, row.goal, (row.now)(&programs));
        if let Some(earlier) = &earlier {
            println!("{:<44}{:<44}{:<36}{}", "", "", "by the earlier build", (row.now)(earlier));
        }
    }
}
