//! Small programs, compiled in all the ways that matter to debug information.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use deadheat_guest_native::debug_info::{Frame, Module, TypeId, Variable};
use object::{Object as _, ObjectSymbol as _};

/// A compiled program.
pub struct Built {
    _folder: tempfile::TempDir,
    pub path: PathBuf,
    pub source: PathBuf,
    pub module: Module,
    /// How it was compiled.
    pub how: String,
}

/// The test's own file.
pub fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/programs").join(name)
}

/// Whether there is such a compiler; says so if not.
pub fn has(compiler: &str) -> bool {
    let quiet = Command::new(compiler).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let found = quiet.is_ok_and(|status| status.success());
    if !found {
        deadheat_testing::skip(&format!("programs of {compiler}"), "install it");
    }
    found
}

/// Runs a compiler in a folder.
pub fn compile(compiler: &str, arguments: &[&str], source: &Path, output: &Path) -> Result<(), String> {
    let folder = output.parent().unwrap();
    let done = Command::new(compiler).args(arguments).arg(source).arg("-o").arg(output).current_dir(folder).output();
    let done = done.map_err(|error| error.to_string())?;
    if done.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&done.stderr).into_owned()) }
}

impl Built {
    /// Compiles one of our programs.
    pub fn new(compiler: &str, arguments: &[&str], name: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let source = program(name);
        let path = folder.path().join("program");
        let how = format!("{compiler} {}", arguments.join(" "));
        compile(compiler, arguments, &source, &path).unwrap_or_else(|error| panic!("{how}: {error}"));
        Self { module: Module::open(&path).unwrap(), _folder: folder, path, source, how }
    }

    /// The number of the line that ends with this mark.
    pub fn line(&self, mark: &str) -> u32 {
        let text = std::fs::read_to_string(&self.source).unwrap();
        let marked = text.lines().position(|line| line.ends_with(&format!("// {mark}")));
        u32::try_from(marked.unwrap_or_else(|| panic!("no mark {mark}")) + 1).unwrap()
    }

    /// All addresses of a function's own code that come from the marked line, or from what a library has inlined there.
    pub fn addresses(&self, function: &str, mark: &str) -> Vec<u64> {
        let ranges = self.module.ranges_of(&|name| name == function);
        assert!(!ranges.is_empty(), "{}: no {function}", self.how);
        let line = Some(self.line(mark));
        let is_own = |frame: &&Frame| frame.place.file.as_deref() == self.source.to_str();
        let at_mark = |address: &u64| {
            self.module.frames(*address).iter().find(is_own).is_some_and(|frame| frame.place.line == line)
        };
        let found: Vec<u64> = ranges.into_iter().flat_map(|(range, _)| range).filter(at_mark).collect();
        assert!(!found.is_empty(), "{}: no code at {mark} in {function}", self.how);
        found
    }

    /// The calls at the first of these addresses, as `name:line`, innermost first; an inlined one with a `+`.
    pub fn calls(&self, function: &str, mark: &str) -> Vec<String> {
        let shown = |frame: &Frame| {
            let line = frame.place.line.map_or_else(|| "?".to_owned(), |line| line.to_string());
            format!("{}{}:{line}", if frame.is_inlined { "+" } else { "" }, frame.full_name())
        };
        let address = self.addresses(function, mark)[0];
        self.module.frames(address).iter().map(shown).collect()
    }

    /// The variable at the symbol that this is a part of.
    pub fn variable(&self, symbol: &str) -> Variable {
        let address = self.symbol(symbol);
        let variable = self.module.variable_at(address);
        variable.unwrap_or_else(|| panic!("{}: no variable at {symbol}", self.how))
    }

    fn symbol(&self, wanted: &str) -> u64 {
        let bytes = std::fs::read(&self.path).unwrap();
        let file = object::File::parse(&*bytes).unwrap();
        let is_it = |name: &str| name == wanted || (name.starts_with("_Z") && name.contains(wanted));
        let found = file.symbols().find(|symbol| {
            symbol.kind() == object::SymbolKind::Data
                && symbol.name().is_ok_and(|name| is_it(name) && !name.starts_with("_ZGV"))
        });
        found.unwrap_or_else(|| panic!("{}: no symbol {wanted}", self.how)).address()
    }

    /// The variable's name with the path to what an access means, and the type of that.
    pub fn access(&self, symbol: &str, offset: u64, size: u64) -> (String, Option<String>) {
        let variable = self.variable(symbol);
        let member = self.module.member(self.type_of(symbol), offset, size);
        (format!("{}{member}", variable.name), member.leaf.map(|leaf| self.module.type_name(leaf)))
    }

    /// A value of the variable.
    pub fn value(&self, symbol: &str, bits: u64) -> Option<String> {
        let variable = self.variable(symbol);
        let leaf = self.module.member(self.type_of(symbol), 0, variable.size).leaf.unwrap();
        self.module.show_value(leaf, bits, variable.size)
    }

    pub fn type_of(&self, symbol: &str) -> TypeId {
        self.variable(symbol).type_.unwrap_or_else(|| panic!("{}: no type for {symbol}", self.how))
    }
}

/// The C program in all ways.
pub fn c_programs() -> impl Iterator<Item = Built> {
    let ways: &[&[&str]] = &[
        &["-g", "-O0"],
        &["-gdwarf-4", "-O0", "-no-pie"],
        &["-gdwarf-5", "-O1", "-gz"],
        &["-gdwarf-4", "-O2", "-fdebug-types-section"],
        &["-gdwarf-5", "-O2", "-no-pie", "-fomit-frame-pointer"],
    ];
    let compilers = ["gcc", "clang-19"].into_iter().filter(|compiler| has(compiler));
    compilers.flat_map(move |compiler| ways.iter().map(move |way| Built::new(compiler, way, "shapes.c")))
}

/// The C++ program in some ways.
pub fn cpp_programs() -> impl Iterator<Item = Built> {
    let ways: &[&[&str]] = &[&["-gdwarf-4", "-O0"], &["-gdwarf-5", "-O1"], &["-g", "-O2", "-no-pie"]];
    let compilers = ["g++", "clang++-19"].into_iter().filter(|compiler| has(compiler));
    compilers.flat_map(move |compiler| ways.iter().map(move |way| Built::new(compiler, way, "objects.cc")))
}

/// The Rust program in some ways.
pub fn rust_programs() -> impl Iterator<Item = Built> {
    let ways: &[&[&str]] = &[
        &["--edition=2024", "-g"],
        &["--edition=2024", "-g", "-Copt-level=1"],
        &["--edition=2024", "-g", "-Copt-level=2", "-Crelocation-model=static"],
    ];
    has("rustc").then_some(ways).into_iter().flatten().map(|way| Built::new("rustc", way, "items.rs"))
}
