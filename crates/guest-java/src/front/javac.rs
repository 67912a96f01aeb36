//! Guests given as source: compiled with the JDK's `javac` into a temporary folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use deadheat_machine::GuestError;
use rustc_hash::FxHashMap;
use tempfile::TempDir;

use crate::front::jdk::{Jdk, javac_on_path};

/// A compiled source file. The class files are deleted with it.
#[derive(Debug)]
pub struct Compiled {
    /// Where the class files are.
    pub classes: TempDir,
    /// The class to run: the one that a compact file is, else the first of the file, as for `java FILE.java`.
    pub main: String,
}

/// Compiles a source file, against this class path.
///
/// # Errors
/// If there is no such file or it does not compile; the compiler's own messages go to stderr.
pub fn compile(jdk: &Jdk, file: &Path, class_path: &[PathBuf]) -> Result<Compiled, GuestError> {
    let text = fs::read(file).map_err(|error| {
        GuestError::new(format!("cannot read {}: {error}", file.display()), "check the file's name and its rights")
    })?;
    let classes = temporary_folder()?;
    let compiler = javac(&jdk.javac()?, &[], &[file.to_owned()], class_path, classes.path())?;
    if !compiler.status.success() {
        eprint!("{}{}", String::from_utf8_lossy(&compiler.stdout), String::from_utf8_lossy(&compiler.stderr));
        let problem = format!("{} does not compile", file.display());
        return Err(GuestError::new(problem, "mend the errors that javac shows above"));
    }
    let declared = declared_classes(&String::from_utf8_lossy(&text));
    let main = implicit_class(file, classes.path(), &declared).or_else(|| declared.first().cloned());
    let main = main.ok_or_else(|| {
        GuestError::new(format!("{} declares no class", file.display()), "name a Java source file with a class in it")
    })?;
    Ok(Compiled { classes, main })
}

fn internal(what: &str, error: &std::io::Error) -> GuestError {
    GuestError::new(format!("cannot {what}: {error}"), "check the rights and the space in the temporary folder")
}

/// A folder that is deleted with the value.
pub(super) fn temporary_folder() -> Result<TempDir, GuestError> {
    let made = tempfile::Builder::new().prefix("deadheat-").tempdir();
    made.map_err(|error| internal("make a temporary folder", &error))
}

/// Runs a compiler on these files.
fn javac(
    compiler: &Path,
    options: &[&str],
    files: &[PathBuf],
    class_path: &[PathBuf],
    into: &Path,
) -> Result<Output, GuestError> {
    let path = std::env::join_paths(class_path.iter().map(PathBuf::as_path).chain([into]))
        .map_err(|error| GuestError::new(format!("the class path is not usable: {error}"), "check -cp"))?;
    Command::new(compiler)
        .args(options)
        .args(["-g", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-d"])
        .arg(into)
        .arg("-cp")
        .arg(path)
        .args(files)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| internal("start javac", &error))
}

/// Compiles texts of ours, given with the names of their files, that belong together, for all JDKs that are known here; where this one is only a
/// runtime, by the compiler on `PATH`. Gives the class files by internal name; nothing if the texts do
/// not compile against this class path, which is then the user's to change: the texts are not.
///
/// # Errors
/// If the compiler cannot be run.
pub fn compile_texts<'a>(
    jdk: &Jdk,
    texts: impl IntoIterator<Item = (&'a str, &'a str)>,
    class_path: &[PathBuf],
) -> Result<Option<FxHashMap<String, Vec<u8>>>, GuestError> {
    let (sources, classes) = (temporary_folder()?, temporary_folder()?);
    let mut files = Vec::new();
    for (name, text) in texts {
        let file = sources.path().join(name);
        fs::write(&file, text).map_err(|error| internal("write a source file", &error))?;
        files.push(file);
    }
    let compiler = jdk.javac().or_else(|error| javac_on_path(|name| std::env::var_os(name)).ok_or(error))?;
    if !javac(&compiler, &["--release", "11"], &files, class_path, classes.path())?.status.success() {
        return Ok(None);
    }
    let mut found = FxHashMap::default();
    read_classes(classes.path(), "", &mut found).map_err(|error| internal("read a class file", &error))?;
    Ok(Some(found))
}

fn read_classes(at: &Path, package: &str, found: &mut FxHashMap<String, Vec<u8>>) -> std::io::Result<()> {
    for entry in fs::read_dir(at)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            read_classes(&path, &format!("{package}{name}/"), found)?;
        } else if let Some(class) = name.strip_suffix(".class") {
            found.insert(format!("{package}{class}"), fs::read(&path)?);
        }
    }
    Ok(())
}

/// The class that a compact source file is (JLS 7.3): it has the name of the file, and is declared nowhere.
fn implicit_class(file: &Path, classes: &Path, declared: &[String]) -> Option<String> {
    let name = file.file_stem()?.to_str()?.to_owned();
    let is_implicit = !declared.contains(&name) && classes.join(format!("{name}.class")).is_file();
    is_implicit.then_some(name)
}

/// The names of the classes, interfaces, enums and records of a source text that are in no other, with their package. Sees no more of
/// the language than comments, literals and braces; the compiler judges the rest.
fn declared_classes(text: &str) -> Vec<String> {
    let words = words(text);
    let mut words = words.iter().map(String::as_str).peekable();
    let mut package = String::new();
    let mut declared = Vec::new();
    let mut depth = 0usize;
    while let Some(word) = words.next() {
        match word {
            "{" | "(" => depth += 1,
            "}" | ")" => depth = depth.saturating_sub(1),
            "package" if depth == 0 => {
                let name: String = words.by_ref().take_while(|&word| word != ";").collect();
                package = name + ".";
            }
            "class" | "interface" | "enum" | "record" if depth == 0 => {
                let name = words.peek().filter(|name| name.starts_with(is_name_start));
                declared.extend(name.map(|name| format!("{package}{name}")));
            }
            _ => {}
        }
    }
    declared
}

/// Whether a name in Java can begin with this character.
pub(super) fn is_name_start(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '_' | '$')
}

/// Whether a name in Java can go on with this character.
pub(super) fn is_name_part(c: char) -> bool {
    c.is_alphanumeric() || is_name_start(c)
}

/// The names and signs of a source text, without comments, literals and white space.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(comment) = rest.strip_prefix("/*") {
            comment.find("*/").map_or(rest.len(), |end| end + 4)
        } else if let Some(block) = rest.strip_prefix("\"\"\"") {
            block.find("\"\"\"").map_or(rest.len(), |end| end + 6)
        } else if c == '"' || c == '\'' {
            literal_length(rest, c)
        } else if is_name_part(c) {
            let end = rest.find(|c: char| !is_name_part(c)).unwrap_or(rest.len());
            words.push(rest[..end].to_owned());
            end
        } else {
            if !c.is_whitespace() {
                words.push(c.to_string());
            }
            c.len_utf8()
        };
        rest = &rest[length..];
    }
    words
}

/// The length of a string or character literal, quotes included.
fn literal_length(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => return at,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_class_is_found() {
        let first = |text| declared_classes(text).remove(0);
        assert_eq!(first("public class A { class B {} }"), "A");
        assert_eq!(first("// class X\n/* class Y */ package a . b; import c.D; final class E {} class F {}"), "a.b.E");
        assert_eq!(first("@interface Note { String value() default \"class X {\"; }"), "Note");
        assert_eq!(first("@Note(\"class X\") @Other(A.class) record P(int x) {}"), "P");
        assert_eq!(first("@S({'\\'', '\"'}) sealed interface Shape permits C {}"), "Shape");
        assert_eq!(first("@T(\"\"\"\n class \" X\n\"\"\") enum Énum { A }"), "Énum");
        for none in ["import a.b; // nothing", "\"unclosed class A", "/* class A"] {
            assert_eq!(declared_classes(none), [""; 0]);
        }
        assert_eq!(declared_classes("void main() { class In {} } class A { class B {} } record C() {}"), ["A", "C"]);
    }
}
