//! What a command line for gcc or clang asks for: questions, compilations, links; and which of its words are files.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;

/// What comes of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    /// Nothing is made: a question (`--version`, `-dumpmachine`), or there is no input.
    Answer,
    /// No link: an object, assembler text, preprocessed text, a list of dependencies, a precompiled header.
    Unlinked,
    /// Several objects as one (`-r`).
    Relocatable,
    /// A shared library.
    SharedLibrary,
    /// An executable.
    Executable,
}

/// A command line, looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Whether some input is source text, so that something is compiled.
    pub compiles: bool,
    /// What comes of it.
    pub product: Product,
    /// Whether an executable is to be linked statically.
    pub is_static: bool,
    /// Whether a link must leave no symbol undefined.
    pub is_closed: bool,
}

/// What a word that names a file is, by its ending or by `-x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Input {
    Source,
    Header,
    Assembler,
    /// An object, an archive, a library, a linker script.
    Linked,
}

/// Options whose value is the next word.
const TAKE_VALUE: &[&str] = &[
    "-o",
    "-x",
    "-D",
    "-U",
    "-I",
    "-L",
    "-l",
    "-T",
    "-u",
    "-e",
    "-z",
    "-A",
    "-B",
    "-b",
    "-F",
    "-G",
    "-R",
    "-V",
    "-h",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-isysroot",
    "-imultilib",
    "-iframework",
    "-include-pch",
    "-ivfsoverlay",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-Xlinker",
    "-Xassembler",
    "-Xpreprocessor",
    "-Xclang",
    "-Xanalyzer",
    "-mllvm",
    "-aux-info",
    "-dumpbase",
    "-dumpbase-ext",
    "-dumpdir",
    "-wrapper",
    "-target",
    "-arch",
    "-framework",
    "-gcc-toolchain",
    "-specs",
    "-rpath",
    "-Tbss",
    "-Tdata",
    "-Ttext",
    "--param",
    "--sysroot",
    "--specs",
    "--include",
    "--include-directory",
    "--define-macro",
    "--undefine-macro",
    "--output",
    "--language",
    "--library-directory",
    "--for-linker",
    "--entry",
    "--config",
    "--prefix",
    "--serialize-diagnostics",
    "-serialize-diagnostics",
];

/// Options that only ask, whatever else is on the line.
const QUESTIONS: &[&str] =
    &["--version", "--help", "--target-help", "-dumpversion", "-dumpfullversion", "-dumpmachine", "-dumpspecs"];
const QUESTION_BEGINNINGS: &[&str] = &["-print-", "--print-", "--help="];

/// Options after which nothing is linked.
const STOPS: &[&str] = &[
    "-c",
    "-S",
    "-E",
    "-M",
    "-MM",
    "-fsyntax-only",
    "--compile",
    "--assemble",
    "--preprocess",
    "--analyze",
    "-emit-ast",
];

const SOURCES: &[&str] =
    &["c", "C", "cc", "cp", "cpp", "cxx", "c++", "CPP", "i", "ii", "m", "mm", "M", "mi", "mii", "cppm"];
const HEADERS: &[&str] = &["h", "H", "hh", "hp", "hpp", "hxx", "h++", "HPP", "tcc", "inl"];
const ASSEMBLER: &[&str] = &["s", "S", "sx"];

impl Request {
    /// Looks at a command line, whose response files are expanded.
    #[must_use]
    pub fn of(args: &[OsString]) -> Self {
        let mut request = Self { compiles: false, product: Product::Executable, is_static: false, is_closed: false };
        let mut inputs: Vec<Input> = Vec::new();
        let (mut asks, mut stops, mut only_inputs) = (false, false, false);
        let mut language = None;
        let mut linker: Vec<&[u8]> = Vec::new();
        for Word { text, value } in words(args) {
            let word = text.to_str().unwrap_or("-");
            match word {
                _ if only_inputs => inputs.push(language.unwrap_or_else(|| input_by_name(text))),
                "--" => only_inputs = true,
                _ if QUESTIONS.contains(&word)
                    || QUESTION_BEGINNINGS.iter().any(|question| word.starts_with(question)) =>
                {
                    asks = true
                }
                _ if STOPS.contains(&word) => stops = true,
                "-x" | "--language" => language = value.and_then(input_by_language),
                "-shared" | "--shared" => request.product = Product::SharedLibrary,
                "-r" | "-Wl,-r" | "-Wl,--relocatable" => request.product = Product::Relocatable,
                "-static" | "--static" | "-static-pie" => request.is_static = true,
                "-z" => linker.extend([b"-z".as_slice(), value.unwrap_or_default().as_bytes()]),
                "-Xlinker" | "--for-linker" => linker.extend(value.map(OsStr::as_bytes)),
                "-l" => inputs.push(Input::Linked),
                "-" => inputs.push(language.unwrap_or(Input::Source)),
                _ if word.starts_with("-Wl,") => linker.extend(word.as_bytes()[4..].split(|byte| *byte == b',')),
                _ if word.starts_with("-x") => language = input_by_language(OsStr::new(&word[2..])),
                _ if word.starts_with("-l") => inputs.push(Input::Linked),
                _ if is_option(text) => {}
                _ => inputs.push(language.unwrap_or_else(|| input_by_name(text))),
            }
        }
        request.is_closed = is_closed(&linker);
        request.compiles = inputs.iter().any(|input| matches!(input, Input::Source | Input::Header));
        if asks || inputs.is_empty() {
            request.product = Product::Answer;
        } else if stops || inputs.iter().all(|input| *input == Input::Header) {
            request.product = Product::Unlinked;
        }
        request
    }
}

/// A word of a command line, with the next one where that is its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    /// The word itself.
    pub text: &'a OsStr,
    /// Its value.
    pub value: Option<&'a OsStr>,
}

/// The words of a command line, options together with their values.
pub fn words(args: &[OsString]) -> impl Iterator<Item = Word<'_>> {
    let mut rest = args.iter().map(OsString::as_os_str);
    std::iter::from_fn(move || {
        let text = rest.next()?;
        let takes_value = text.to_str().is_some_and(|word| TAKE_VALUE.contains(&word));
        Some(Word { text, value: if takes_value { rest.next() } else { None } })
    })
}

fn is_option(word: &OsStr) -> bool {
    word.as_bytes().starts_with(b"-") && word.len() > 1
}

fn input_by_name(name: &OsStr) -> Input {
    let bytes = name.as_bytes();
    let ending = bytes.iter().rposition(|byte| *byte == b'.').and_then(|at| std::str::from_utf8(&bytes[at + 1..]).ok());
    match ending {
        Some(ending) if SOURCES.contains(&ending) => Input::Source,
        Some(ending) if HEADERS.contains(&ending) => Input::Header,
        Some(ending) if ASSEMBLER.contains(&ending) => Input::Assembler,
        _ => Input::Linked,
    }
}

/// `-x none` gives the names their meaning back.
fn input_by_language(language: &OsStr) -> Option<Input> {
    match language.to_str()? {
        "none" => None,
        "assembler" | "assembler-with-cpp" => Some(Input::Assembler),
        header if header.ends_with("-header") => Some(Input::Header),
        _ => Some(Input::Source),
    }
}

/// Whether words for the linker forbid undefined symbols.
fn is_closed(linker: &[&[u8]]) -> bool {
    let defs = linker.windows(2).any(|pair| pair == [b"-z".as_slice(), b"defs"]);
    defs || linker.iter().any(|word| matches!(*word, b"--no-undefined" | b"-no-undefined" | b"-zdefs"))
}
