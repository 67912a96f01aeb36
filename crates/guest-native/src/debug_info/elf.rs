//! What an ELF file says of itself, without its debug information.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use object::elf::{
    DF_1_PIE, DT_FLAGS_1, DT_NEEDED, DT_SONAME, EM_X86_64, ET_DYN, PT_INTERP, SHF_EXECINSTR, SHF_TLS, STT_FUNC,
    STT_OBJECT,
};
use object::read::elf::{Dyn as _, ElfFile64, FileHeader as _, ProgramHeader as _};
use object::{LittleEndian, Object as _, ObjectSection as _, ObjectSymbol as _, ReadCache, SectionFlags, SymbolFlags};

use super::range_map::RangeMap;

/// Sections that would be larger when unpacked are left alone: no program has them, a broken header claims them.
const LARGEST: u64 = 8 << 30;

/// Why a file cannot be asked.
#[derive(Debug, thiserror::Error)]
pub enum ModuleError {
    /// It cannot be read.
    #[error("{}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// It is not an ELF file of 64-bit x86, or a broken one.
    #[error("{}: not an ELF file for x86-64: {reason}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

type Parsed<'data> = ElfFile64<'data, LittleEndian, &'data ReadCache<&'data File>>;

/// A symbol of the symbol table.
#[derive(Clone, Debug)]
pub(super) struct Symbol {
    pub(super) name: String,
    pub(super) address: u64,
    pub(super) size: u64,
}

/// An ELF file. It is read piece by piece, and never mapped: a guest that is built again while it is looked at must not bring
/// deadheat down.
#[derive(Debug)]
pub(super) struct Elf {
    file: Mutex<File>,
    pub(super) header: Header,
    symbols: OnceLock<Symbols>,
}

/// The parts that are read at once.
#[derive(Debug, Default)]
pub(super) struct Header {
    pub(super) entry: u64,
    pub(super) build_id: Option<Vec<u8>>,
    pub(super) has_debug_info: bool,
    pub(super) is_stripped: bool,
    pub(super) is_shared_object: bool,
    /// Marked by the linker as an executable although it is a shared object.
    pub(super) is_marked_executable: bool,
    pub(super) soname: Option<String>,
    pub(super) needed: Vec<String>,
    pub(super) interpreter: Option<String>,
    /// Where code is.
    code: Vec<Range<u64>>,
    /// Where variables are, those of single threads aside.
    data: Vec<Range<u64>>,
}

#[derive(Debug, Default)]
struct Symbols {
    functions: RangeMap<Symbol>,
    objects: RangeMap<Symbol>,
}

impl Elf {
    pub(super) fn open(path: &Path) -> Result<Self, ModuleError> {
        let unreadable = |source| ModuleError::Read { path: path.to_owned(), source };
        let broken = |reason: String| ModuleError::Format { path: path.to_owned(), reason };
        let file = File::open(path).map_err(unreadable)?;
        if !file.metadata().map_err(unreadable)?.is_file() {
            return Err(broken("not a file".to_owned()));
        }
        let header = {
            let cache = ReadCache::new(&file);
            let parsed = Parsed::parse(&cache).map_err(|error| broken(error.to_string()))?;
            let machine = parsed.elf_header().e_machine(LittleEndian);
            if machine != EM_X86_64 {
                return Err(broken(format!("its machine has number {machine}")));
            }
            Header::read(&parsed)
        };
        Ok(Self { file: Mutex::new(file), header, symbols: OnceLock::new() })
    }

    /// Asks the file itself again.
    fn with<T>(&self, question: impl FnOnce(&Parsed<'_>) -> T) -> Option<T> {
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let cache = ReadCache::new(&*file);
        Parsed::parse(&cache).ok().map(|parsed| question(&parsed))
    }

    /// The sections with these names: their addresses and their bytes, unpacked, and empty where there is no such section.
    pub(super) fn sections(&self, names: &[&str]) -> Vec<(u64, Vec<u8>)> {
        let read = |parsed: &Parsed<'_>, name: &str| {
            let section = parsed.section_by_name(name)?;
            let packed = section.compressed_data().ok().filter(|data| data.uncompressed_size <= LARGEST)?;
            Some((section.address(), packed.decompress().ok()?.into_owned()))
        };
        self.with(|parsed| names.iter().map(|name| read(parsed, name).unwrap_or_default()).collect())
            .unwrap_or_else(|| vec![Default::default(); names.len()])
    }

    pub(super) fn is_code(&self, address: u64) -> bool {
        self.header.code.iter().any(|range| range.contains(&address))
    }

    pub(super) fn is_data(&self, address: u64) -> bool {
        self.header.data.iter().any(|range| range.contains(&address))
    }

    /// The symbol of the function at the address.
    pub(super) fn function_at(&self, address: u64) -> Option<&Symbol> {
        self.symbols().functions.at(address).map(|(_, symbol)| symbol).next()
    }

    /// The symbol of the variable at the address.
    pub(super) fn object_at(&self, address: u64) -> Option<&Symbol> {
        self.symbols().objects.at(address).map(|(_, symbol)| symbol).next()
    }

    fn symbols(&self) -> &Symbols {
        self.symbols.get_or_init(|| self.with(Symbols::read).unwrap_or_default())
    }

    /// Whether a symbol with this name is there, and defined here. The dynamic symbols are asked too: they survive `strip`.
    pub(super) fn symbol(&self, name: &str) -> Option<Defined> {
        self.with(|parsed| {
            let all = parsed.symbols().chain(parsed.dynamic_symbols());
            all.filter(|symbol| symbol.name() == Ok(name))
                .map(
                    |symbol| {
                        if symbol.is_definition() || symbol.address() != 0 { Defined::Here } else { Defined::Elsewhere }
                    },
                )
                .max()
        })
        .flatten()
    }
}

/// Where a symbol is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Defined {
    Elsewhere,
    Here,
}

impl Header {
    fn read(parsed: &Parsed<'_>) -> Self {
        let header = parsed.elf_header();
        let mut this = Self {
            entry: header.e_entry(LittleEndian),
            build_id: parsed.build_id().ok().flatten().map(<[u8]>::to_vec),
            is_shared_object: header.e_type(LittleEndian) == ET_DYN,
            is_stripped: parsed.section_by_name(".symtab").is_none(),
            has_debug_info: parsed.section_by_name(".debug_info").is_some(),
            interpreter: interpreter(parsed),
            ..Self::default()
        };
        for section in parsed.sections() {
            let SectionFlags::Elf { sh_flags } = section.flags() else { continue };
            let range = section.address()..section.address().saturating_add(section.size());
            if section.address() == 0 || sh_flags & u64::from(SHF_TLS) != 0 {
                continue;
            }
            let kind = if sh_flags & u64::from(SHF_EXECINSTR) == 0 { &mut this.data } else { &mut this.code };
            kind.push(range);
        }
        // A broken table of what is linked leaves the rest of the answers as good as they were.
        let _ = this.read_dynamic(parsed);
        this
    }

    fn read_dynamic(&mut self, parsed: &Parsed<'_>) -> object::read::Result<()> {
        let (sections, data) = (parsed.elf_section_table(), parsed.data());
        let Some((entries, link)) = sections.dynamic(LittleEndian, data)? else { return Ok(()) };
        let strings = sections.strings(LittleEndian, data, link)?;
        for entry in entries {
            let text = || {
                let offset = u32::try_from(entry.d_val(LittleEndian)).ok()?;
                Some(String::from_utf8_lossy(strings.get(offset).ok()?).into_owned())
            };
            match entry.tag32(LittleEndian) {
                Some(DT_NEEDED) => self.needed.extend(text()),
                Some(DT_SONAME) => self.soname = text(),
                Some(DT_FLAGS_1) => self.is_marked_executable = entry.d_val(LittleEndian) & u64::from(DF_1_PIE) != 0,
                _ => {}
            }
        }
        Ok(())
    }
}

fn interpreter(parsed: &Parsed<'_>) -> Option<String> {
    let segment = parsed.elf_program_headers().iter().find(|segment| segment.p_type(LittleEndian) == PT_INTERP)?;
    let bytes = segment.data(LittleEndian, parsed.data()).ok()?;
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    Some(String::from_utf8_lossy(&bytes[..end]).into_owned())
}

impl Symbols {
    /// The full table; the dynamic one of a stripped file.
    fn read(parsed: &Parsed<'_>) -> Self {
        let (mut functions, mut objects) = (Vec::new(), Vec::new());
        let mut add = |symbol: object::read::elf::ElfSymbol64<'_, '_, LittleEndian, _>| {
            let SymbolFlags::Elf { st_info, .. } = symbol.flags() else { return };
            let kind = match st_info & 0xf {
                STT_FUNC => &mut functions,
                STT_OBJECT => &mut objects,
                _ => return,
            };
            if let Ok(name) = symbol.name()
                && symbol.is_definition()
            {
                let (address, size) = (symbol.address(), symbol.size());
                kind.push((address..address.saturating_add(size), Symbol { name: name.to_owned(), address, size }));
            }
        };
        match parsed.symbol_table() {
            Some(_) => parsed.symbols().for_each(&mut add),
            None => parsed.dynamic_symbols().for_each(&mut add),
        }
        Self { functions: functions.into_iter().collect(), objects: objects.into_iter().collect() }
    }
}
