//! A jar's manifest: its main section, and those of packages.

use std::path::{Path, PathBuf};

/// The attributes of a jar and its packages in `META-INF/MANIFEST.MF`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Manifest {
    attributes: Attributes,
    /// The sections of folders, which are packages.
    folders: Vec<Attributes>,
}

type Attributes = Vec<(String, String)>;

impl Manifest {
    /// Reads the sections. Lines that are no attributes are passed over.
    pub fn parse(bytes: &[u8]) -> Manifest {
        let mut lines = lines_of(bytes);
        let mut sections = std::iter::from_fn(|| section(&mut lines));
        let attributes = sections.next().unwrap_or_default();
        let is_folder = |section: &Attributes| value(section, "Name").is_some_and(|name| name.ends_with('/'));
        Manifest { attributes, folders: sections.filter(is_folder).collect() }
    }

    /// What the manifest says of a package (`java/lang`): in a section of its own, or for all.
    pub fn of_package(&self, package: &str, name: &str) -> Option<&str> {
        let is_its = |section: &&Attributes| value(section, "Name").and_then(|n| n.strip_suffix('/')) == Some(package);
        self.folders.iter().find(is_its).and_then(|section| value(section, name)).or_else(|| self.get(name))
    }

    /// The value of a main attribute; its name is not case-sensitive.
    pub fn get(&self, name: &str) -> Option<&str> {
        value(&self.attributes, name)
    }

    /// The main attributes in the order of the file.
    pub fn attributes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.attributes.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    pub(super) fn is_multi_release(&self) -> bool {
        self.get("Multi-Release").is_some_and(|v| v.trim().eq_ignore_ascii_case("true"))
    }

    /// The files that `Class-Path` names: relative URLs, resolved against the jar's own place.
    pub(super) fn class_path(&self, jar: &Path) -> Vec<PathBuf> {
        let base = jar.parent().unwrap_or(Path::new(""));
        let urls = self.get("Class-Path").unwrap_or_default().split_ascii_whitespace();
        urls.filter_map(|url| resolve(base, url)).collect()
    }
}

fn value<'a>(attributes: &'a Attributes, name: &str) -> Option<&'a str> {
    let found = attributes.iter().rev().find(|(n, _)| n.eq_ignore_ascii_case(name));
    found.map(|(_, value)| value.as_str())
}

/// The next section, which an empty line ends.
fn section<'a>(from: &mut impl Iterator<Item = &'a [u8]>) -> Option<Attributes> {
    // Lines are cut at 72 bytes, even inside a character: join them as bytes.
    let mut lines: Vec<Vec<u8>> = Vec::new();
    for line in from {
        match (line.split_first(), lines.last_mut()) {
            (None, None) => {}
            (None, Some(_)) => break,
            (Some((b' ', rest)), Some(last)) => last.extend_from_slice(rest),
            (Some(_), _) => lines.push(line.to_vec()),
        }
    }
    let attribute = |line: &Vec<u8>| {
        let line = String::from_utf8_lossy(line);
        let (name, value) = line.split_once(':')?;
        Some((name.trim().to_owned(), value.strip_prefix(' ').unwrap_or(value).to_owned()))
    };
    (!lines.is_empty()).then(|| lines.iter().filter_map(attribute).collect())
}

fn resolve(base: &Path, url: &str) -> Option<PathBuf> {
    let path = match url.split_once(':') {
        Some(("file", path)) => path.strip_prefix("//").unwrap_or(path),
        Some((scheme, _)) if scheme.bytes().all(|b| b.is_ascii_alphanumeric()) => return None,
        _ => url,
    };
    Some(base.join(percent_decode(path)?))
}

fn percent_decode(text: &str) -> Option<String> {
    if !text.contains('%') {
        return Some(text.to_owned());
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        if first != b'%' {
            bytes.push(first);
            rest = tail;
            continue;
        }
        let (hex, tail) = tail.split_at_checked(2)?;
        let hex = std::str::from_utf8(hex).ok()?;
        bytes.push(u8::from_str_radix(hex, 16).ok()?);
        rest = tail;
    }
    String::from_utf8(bytes).ok()
}

/// Lines may end in CR LF, LF or CR.
fn lines_of(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(bytes);
    std::iter::from_fn(move || {
        let bytes = rest?;
        match bytes.iter().position(|&b| b == b'\n' || b == b'\r') {
            None => {
                rest = None;
                Some(bytes)
            }
            Some(end) => {
                let skip = if bytes[end..].starts_with(b"\r\n") { 2 } else { 1 };
                rest = Some(&bytes[end + skip..]);
                Some(&bytes[..end])
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn continuation_lines_and_sections() {
        let m = Manifest::parse(
            b"Manifest-Version: 1.0\r\nClass-Path: a.jar lib\r\n /b%20c.jar\r\nmain-class: a.B\r\n\r\nName: x\r\nMain-Class: no\r\n",
        );
        assert_eq!(m.get("Main-Class"), Some("a.B"));
        assert_eq!(m.class_path(Path::new("/d/x.jar")), [PathBuf::from("/d/a.jar"), PathBuf::from("/d/lib/b c.jar")]);
        assert!(!m.is_multi_release());
    }

    #[test]
    fn packages() {
        let m = Manifest::parse(
            b"Implementation-Version: 1\nImplementation-Title: all\n\nName: a/b/\nImplementation-Version: 2\n\nName: a/C.class\nX: y\n",
        );
        assert_eq!(m.of_package("a/b", "Implementation-Version"), Some("2"));
        assert_eq!(m.of_package("a/b", "Implementation-Title"), Some("all"));
        assert_eq!((m.of_package("a", "Implementation-Version"), m.folders.len()), (Some("1"), 1));
    }

    #[test]
    fn urls() {
        let base = Path::new("/d");
        assert_eq!(resolve(base, "file:/x/y.jar"), Some("/x/y.jar".into()));
        assert_eq!(resolve(base, "http://h/y.jar"), None);
        assert_eq!(resolve(base, "y%zz.jar"), None);
    }
}
