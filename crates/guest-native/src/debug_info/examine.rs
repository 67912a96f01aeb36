//! What kind of file it is that a user wants to run.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use super::elf::{Defined, Elf};

/// The symbol that deadheat's runtime defines, by which an executable that has it is known.
pub const RUNTIME_SYMBOL: &str = "__deadheat_native_runtime";

/// What kind of file it is: whether deadheat can run it, and if not, why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Examined {
    /// No ELF file, or a broken one.
    NotElf,
    /// For 32-bit processors.
    Elf32,
    /// For another kind of processor.
    OtherArchitecture(String),
    /// An object file or a core dump: nothing that can be started.
    NotExecutable,
    /// Without a dynamic linker, so nothing can stand where the C library is.
    Static,
    /// A library, which has no beginning of its own.
    SharedLibraryOnly,
    /// An executable in which nothing calls deadheat's runtime, nor ThreadSanitizer's.
    NotInstrumented {
        /// Without a symbol table.
        stripped: bool,
    },
    /// Linked with deadheat's runtime.
    Instrumented {
        /// Without a symbol table.
        stripped: bool,
    },
    /// Compiled for ThreadSanitizer, and linked with its own runtime.
    ForeignTsan {
        /// The runtime is a shared library, in whose place deadheat's can be loaded.
        replaceable: bool,
        /// Without a symbol table.
        stripped: bool,
    },
}

/// Looks at a file. What is wrong with it is part of the answer; an error is one of reading it.
///
/// # Errors
///
/// If the file cannot be read.
pub fn examine(path: &Path) -> io::Result<Examined> {
    let mut start = Vec::new();
    File::open(path)?.take(20).read_to_end(&mut start)?;
    let [0x7f, b'E', b'L', b'F', class, order, .., kind, _, machine_low, machine_high] = start[..] else {
        return Ok(Examined::NotElf);
    };
    let machine = u16::from_le_bytes([machine_low, machine_high]);
    Ok(match (class, order) {
        (1, _) => Examined::Elf32,
        // Numbers are swapped then, and no such processor has the number of ours.
        (2, 2) => Examined::OtherArchitecture(architecture(machine.swap_bytes())),
        (2, 1) if machine != object::elf::EM_X86_64 => Examined::OtherArchitecture(architecture(machine)),
        (2, 1) if !matches!(u16::from(kind), object::elf::ET_EXEC | object::elf::ET_DYN) => Examined::NotExecutable,
        (2, 1) => Elf::open(path).map_or(Examined::NotElf, |elf| examine_x86_64(&elf)),
        _ => Examined::NotElf,
    })
}

fn examine_x86_64(elf: &Elf) -> Examined {
    let header = &elf.header;
    let is_library = match &header.interpreter {
        // Some libraries, such as the C library, can be started too; position independent executables have no such name.
        Some(_) => header.soname.is_some(),
        None => true,
    };
    if header.is_shared_object && !header.is_marked_executable && is_library {
        return Examined::SharedLibraryOnly;
    }
    if header.interpreter.is_none() {
        return Examined::Static;
    }
    let stripped = header.is_stripped;
    if elf.symbol(RUNTIME_SYMBOL).is_some() {
        Examined::Instrumented { stripped }
    } else if header.needed.iter().any(|library| library.starts_with("libtsan.so.")) {
        Examined::ForeignTsan { replaceable: true, stripped }
    } else {
        match elf.symbol("__tsan_init") {
            Some(Defined::Here) => Examined::ForeignTsan { replaceable: false, stripped },
            // Something else that is linked brings a runtime along.
            Some(Defined::Elsewhere) => Examined::ForeignTsan { replaceable: true, stripped },
            None => Examined::NotInstrumented { stripped },
        }
    }
}

/// The name of a processor by its number.
fn architecture(machine: u16) -> String {
    let name = match machine {
        object::elf::EM_AARCH64 => "AArch64",
        object::elf::EM_RISCV => "RISC-V",
        object::elf::EM_PPC64 => "PowerPC",
        object::elf::EM_S390 => "IBM Z",
        object::elf::EM_LOONGARCH => "LoongArch",
        object::elf::EM_MIPS => "MIPS",
        object::elf::EM_SPARCV9 => "SPARC",
        _ => return format!("ELF machine {machine}"),
    };
    name.to_owned()
}
