//! One file read under watch: for panics, for memory, for time.

use std::panic::{self, AssertUnwindSafe};
use std::sync::{Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

use crate::meter;
use crate::targets::Target;

/// A file may take so much memory whatever its size …
const MEMORY: usize = 64 << 20;
/// … and so much for each of its bytes.
const MEMORY_PER_BYTE: usize = 2000;
/// What takes longer hangs, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

/// What is being read since when.
static READ_NOW: Mutex<Vec<(Instant, &'static str, u64)>> = Mutex::new(Vec::new());

/// Reads a file; a panic or too much memory is an error. A hang ends the whole process: nothing else can stop it.
pub fn over(target: &Target, seed: u64, file: &[u8]) -> Result<(), String> {
    static GUARD: Once = Once::new();
    GUARD.call_once(|| drop(std::thread::spawn(guard)));
    let entry = (Instant::now(), target.name, seed);
    let now = || READ_NOW.lock().unwrap_or_else(PoisonError::into_inner);
    now().push(entry);
    let (done, memory) = meter::most(|| panic::catch_unwind(AssertUnwindSafe(|| (target.read)(file))));
    now().retain(|known| *known != entry);
    if done.is_err() {
        return Err(format!("{} panics at seed {seed}", target.name));
    }
    if memory > MEMORY + MEMORY_PER_BYTE * file.len() {
        return Err(format!("{} takes {memory} bytes for {} at seed {seed}", target.name, file.len()));
    }
    Ok(())
}

fn guard() {
    loop {
        std::thread::sleep(Duration::from_millis(200));
        let now = READ_NOW.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, name, seed)) = now.iter().find(|(begin, ..)| begin.elapsed() > PATIENCE) {
            eprintln!("{name} hangs at seed {seed}");
            std::process::exit(1);
        }
    }
}
