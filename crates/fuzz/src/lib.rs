//! Random small multithreaded Java programs, and three judges of what deadheat says of them:
//!
//! 1. **The real `java`.** It runs each program some hundred times, with random delays between the statements. Every outcome that it
//!    shows must be reached by a complete `explore`, and if it hangs, so must a schedule of deadheat's.
//! 2. **deadheat itself.** `explore` with and without reduction, breadth first by two workers, and `check` must witness the same errors
//!    wherever they say that they have seen everything; none may call refuted what another witnesses; every witness replays.
//! 3. **Construction.** A share of the programs has all shared data guarded, confined or immutable. No race, deadlock or lost signal
//!    may be reported there.
//!
//! deadheat's search is sequentially consistent, and `java` need not be. A difference that comes from that would be no error, so
//! `java` interprets (`-Xint`: no compiler moves anything), and there is a full fence between any two statements of a thread. On a
//! processor with total store order a single statement would have to write one plain variable and then read another to show more. The
//! themes' own statements don't; a method of a plain collection that is shared without a guard may, which has not been seen yet.
//!
//! What this can miss: an outcome that neither `java` shows nor the modes disagree about, such as an interleaving that the machine
//! itself does not have; and of the outcomes that `java` showed in a program only the [rarest few](deadheat::LOOKED_FOR) are looked for.

pub mod campaign;
pub mod deadheat;
pub mod generate;
pub mod judge;
pub mod minimise;
pub mod program;
pub mod stress;
pub mod themes;
pub mod workshop;
