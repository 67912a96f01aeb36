//! A process of the guest, and all copies that were made of it.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use deadheat_machine::Expectation;
use deadheat_machine::thread_births::ThreadBirth;
use deadheat_native_runtime::protocol::{BOARD_DESCRIPTOR, MAGIC, SLOTS, THREADS, VARIABLE, VERSION, output};

use super::{Board, InputFiles, Process, ProcessError, input_files, memory_file, nursery};

/// Where the guest's output goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// To deadheat's own streams.
    Shown,
    /// Nowhere.
    Dropped,
    /// Into memory, of each copy of the process by itself.
    Kept,
}

/// What a family is made from.
#[derive(Clone)]
pub struct FamilyConfig {
    /// The executable.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// What is set in its environment beside deadheat's own.
    pub environment: Vec<(OsString, OsString)>,
    /// The folder that it runs in, where that is not deadheat's.
    pub directory: Option<PathBuf>,
    /// The most bytes of heap.
    pub heap: u64,
    /// The most threads at a time.
    pub threads: u32,
    /// Whether waits may end for no reason.
    pub spurious: bool,
    /// Whether an exit code other than 0 is an error.
    pub fail_on_exit: bool,
    /// What its end should be.
    pub expect: Expectation,
    /// Whether to write to the standard output is a visible operation.
    pub visible_output: bool,
    /// Whether the kernel may put the program where it likes, as it does without us.
    pub random_addresses: bool,
    /// Whether processes go back to earlier states themselves, where they can; else by copies only.
    pub goes_back: bool,
    /// Where its output goes.
    pub output: Output,
    /// Its standard input; none for a terminal's, where its output is shown, and else for nothing.
    pub input: Option<Arc<[u8]>>,
    /// The files that it opens.
    pub input_files: Arc<InputFiles>,
    /// A step that takes longer is given up.
    pub patience: Duration,
}

/// A process and its copies: they share a board, and so the names of threads and stacks.
pub struct Family {
    board: Board,
    free: Mutex<Vec<u32>>,
    patience: Duration,
    input_files: Arc<InputFiles>,
}

impl Family {
    /// Starts the guest's process. It stands before its `main`. `names` are the names of threads that are known already, by number: the
    /// parent and the number of the start there.
    ///
    /// # Errors
    /// If it cannot be started, or does not come to its `main`.
    pub fn start(config: &FamilyConfig, names: &[ThreadBirth]) -> Result<(Arc<Self>, Process), ProcessError> {
        let board = Board::new().map_err(ProcessError::Start)?;
        let header = board.header();
        // SAFETY: nobody else has the board yet.
        unsafe {
            (*header).magic = MAGIC;
            (*header).version = VERSION;
            (*header).heap = config.heap;
            (*header).threads = config.threads;
            (*header).spurious = config.spurious.into();
            (*header).output = match config.output {
                Output::Kept => output::KEPT,
                _ if config.visible_output => output::VISIBLE,
                Output::Shown | Output::Dropped => output::DROPPED,
            };
            for (parent, number, id) in names {
                if let Some(name) = (*header).names.get(*id as usize) {
                    name.store((u64::from(*parent) << 32 | u64::from(*number)) + 1, Ordering::Relaxed);
                }
            }
        }
        config.input_files.tell(&board);
        let process = spawn(config, &board).map_err(ProcessError::Start)?;
        let free = Mutex::new((1..SLOTS as u32).rev().collect());
        let input_files = config.input_files.clone();
        let family = Arc::new(Self { board, free, patience: config.patience, input_files });
        config.input_files.watch(&family);
        let process = Process::new(family.clone(), 0, process);
        process.await_first()?;
        Ok((family, process))
    }

    /// The shared memory.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    pub(super) fn patience(&self) -> Duration {
        self.patience
    }

    /// The names given to threads so far: parent, number of the start there, number.
    #[must_use]
    pub fn thread_names(&self) -> Vec<ThreadBirth> {
        let header = self.board.header();
        let mut names = Vec::new();
        for id in 1..THREADS {
            // SAFETY: the header is mapped, and names are atomic.
            let key = unsafe { (&(*header).names)[id].load(Ordering::Acquire) };
            if let Some(key) = key.checked_sub(1) {
                names.push(((key >> 32) as u32, key as u32, id as u32));
            }
        }
        names
    }

    /// A slot for a copy, if one is free.
    pub(super) fn take_slot(&self) -> Option<u32> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    pub(super) fn give_slot(&self, slot: u32) {
        self.free.lock().unwrap_or_else(PoisonError::into_inner).push(slot);
    }

    /// How many copies can still be made.
    #[must_use]
    pub fn room(&self) -> usize {
        self.free.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

impl Drop for Family {
    fn drop(&mut self) {
        self.input_files.learn(&self.board);
    }
}

/// Starts the process; gives its number.
fn spawn(config: &FamilyConfig, board: &Board) -> io::Result<i32> {
    let mut command = Command::new(&config.program);
    // Where a panic was is told by us, and finding out takes a program longer than all else that it does.
    command.env("RUST_BACKTRACE", "0");
    command.args(&config.arguments).envs(config.environment.iter().cloned());
    if let Some(directory) = &config.directory {
        command.current_dir(directory);
    }
    command.env(VARIABLE, BOARD_DESCRIPTOR.to_string());
    if config.output != Output::Shown {
        let output =
            if config.output == Output::Kept { memory_file::create(c"deadheat-output")?.into() } else { Stdio::null() };
        command.stdin(Stdio::null()).stdout(output).stderr(Stdio::null());
    }
    if let Some(input) = &config.input {
        let memory = input_files::in_memory(input)?;
        command.stdin(File::open(memory_file::path_of(&memory))?);
    }
    let descriptor = board.file().as_raw_fd();
    let random_addresses = config.random_addresses;
    let prepare = move || {
        // SAFETY: calls of the kernel, which are allowed between a fork and what follows it.
        unsafe {
            if libc::dup2(descriptor, BOARD_DESCRIPTOR) < 0 {
                return Err(io::Error::last_os_error());
            }
            // Addresses that are the same every time are a comfort, not a need: whether this works does not matter.
            if !random_addresses {
                let now = libc::personality(0xffff_ffff);
                libc::personality((now | libc::ADDR_NO_RANDOMIZE) as libc::c_ulong);
            }
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        }
        Ok(())
    };
    // SAFETY: the closure allocates nothing.
    unsafe { command.pre_exec(prepare) };
    nursery::there(move || command.spawn().map(|child| child.id() as i32))
        .unwrap_or_else(|| Err(io::Error::other("no thread starts processes")))
}
