//! Positions as SARIF locations.

use std::fmt::Write as _;
use std::path::{Component, Path, PathBuf};

use deadheat_event::{SourcePos, Sources};
use serde_json::{Value, json};

/// What paths of files that were found are relative to, by the name that services know.
pub const ROOT: &str = "%SRCROOT%";

/// Makes locations of positions.
pub struct Places<'a> {
    sources: &'a dyn Sources,
    /// The folder that the paths of sources start at.
    here: PathBuf,
    /// Services want paths that start at the root of the repository.
    root: PathBuf,
}

impl<'a> Places<'a> {
    /// With these sources, and paths from the root of the repository that the current folder is in; without one, from the
    /// current folder.
    pub fn new(sources: &'a dyn Sources) -> Self {
        Self::at(sources, std::env::current_dir().unwrap_or_default())
    }

    fn at(sources: &'a dyn Sources, here: PathBuf) -> Self {
        // In a second working tree of a repository `.git` is a file.
        let root = here.ancestors().find(|folder| folder.join(".git").exists()).unwrap_or(&here).to_owned();
        Self { sources, here, root }
    }

    /// The location of a position, with a message; none for a position in no file: services refuse the whole log for a location
    /// that is nowhere.
    pub fn location(&self, place: &SourcePos, message: Option<&str>) -> Option<Value> {
        let name = place.full_name();
        let mut location = json!({
            "logicalLocations": [{ "fullyQualifiedName": name, "kind": "function" }],
            "physicalLocation": { "artifactLocation": self.artifact(place)? },
        });
        if let Some(line) = place.line.filter(|&line| line > 0) {
            location["physicalLocation"]["region"] = json!({ "startLine": line });
        }
        if let Some(text) = message {
            location["message"] = super::plain(text);
        }
        Some(location)
    }

    fn artifact(&self, place: &SourcePos) -> Option<Value> {
        let Some(text) = self.sources.find(place).filter(|text| text.is_file) else {
            return Some(json!({ "uri": percent_encoded(&self.sources.path(place)?) }));
        };
        let file = without_dots(&self.here.join(&text.path));
        let slashes =
            |path: &Path| percent_encoded(&path.display().to_string().replace(std::path::MAIN_SEPARATOR, "/"));
        Some(match file.strip_prefix(&self.root) {
            Ok(below) => json!({ "uri": slashes(below), "uriBaseId": ROOT }),
            Err(_) => json!({ "uri": format!("file://{}", slashes(&file)) }),
        })
    }
}

/// The path without `.` and `..`, as it is written: links are not followed, for a repository knows its files by these names.
fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => _ = plain.pop(),
            part => plain.push(part),
        }
    }
    plain
}

/// A path as a part of a URI.
fn percent_encoded(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'-' | b'_' | b'~' | b'$') {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use deadheat_event::CodeOwner;
    use deadheat_guest_java::front::JavaSources;

    use super::*;

    fn place(class: &str) -> SourcePos {
        let file = class.rsplit('.').next().map(|name| format!("{name}.java").into());
        SourcePos { container: class.into(), function: "m".into(), file, line: Some(3), owner: CodeOwner::Program }
    }

    #[test]
    fn paths_are_uris() {
        assert_eq!(percent_encoded("src/a b/Ä$1.java"), "src/a%20b/%C3%84$1.java");
        let sources = JavaSources::default();
        let location = Places::new(&sources).location(&place("a.B"), None).unwrap();
        assert_eq!(location["physicalLocation"]["artifactLocation"], json!({ "uri": "a/B.java" }));
        assert_eq!(location["physicalLocation"]["region"]["startLine"], 3);
        assert_eq!(Places::new(&sources).location(&SourcePos { file: None, ..place("a.B") }, None), None);
    }

    #[test]
    fn paths_start_at_the_root_of_the_repository() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        for made in ["repository/.git", "repository/service/src/a", "elsewhere"] {
            std::fs::create_dir_all(at(made)).unwrap();
        }
        std::fs::write(at("repository/service/src/a/B.java"), "").unwrap();
        std::fs::write(at("elsewhere/C.java"), "").unwrap();
        let here = at("repository/service");
        let artifact = |root: PathBuf, class: &str| {
            let sources = JavaSources::new([root]);
            Places::at(&sources, here.clone()).artifact(&place(class)).unwrap()
        };
        let known = json!({ "uri": "service/src/a/B.java", "uriBaseId": ROOT });
        assert_eq!(artifact(at("repository/service/src"), "a.B"), known);
        assert_eq!(artifact(at("repository/service/../service/./src"), "a.B"), known);
        let outside = json!({ "uri": format!("file://{}", at("elsewhere/C.java").display()) });
        assert_eq!(artifact(at("elsewhere"), "C"), outside);
    }
}
