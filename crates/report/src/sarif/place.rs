//! Positions as SARIF locations.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use deadheat_event::SourcePos;
use serde_json::{Value, json};

use crate::sources::{Sources, relative_path};

/// Makes locations of positions.
pub struct Places<'a> {
    sources: &'a Sources,
    /// Services want paths that start at the root of the repository; the command is usually given there.
    root: Option<PathBuf>,
}

impl<'a> Places<'a> {
    /// With these sources, and paths from the current folder.
    pub fn new(sources: &'a Sources) -> Self {
        Self { sources, root: std::env::current_dir().ok() }
    }

    /// The location of a position, with a message.
    pub fn location(&self, place: &SourcePos, message: Option<&str>) -> Value {
        let name = format!("{}.{}", place.class, place.method);
        let mut location = json!({ "logicalLocations": [{ "fullyQualifiedName": name, "kind": "function" }] });
        if let Some(uri) = self.uri(place) {
            location["physicalLocation"] = json!({ "artifactLocation": { "uri": uri } });
            if let Some(line) = place.line.filter(|&line| line > 0) {
                location["physicalLocation"]["region"] = json!({ "startLine": line });
            }
        }
        if let Some(text) = message {
            location["message"] = json!({ "text": text });
        }
        location
    }

    fn uri(&self, place: &SourcePos) -> Option<String> {
        let path = match self.sources.find(place).filter(|text| text.is_file) {
            Some(text) => {
                let path = Path::new(&text.path);
                let below = self.root.as_ref().and_then(|root| path.strip_prefix(root).ok()).unwrap_or(path);
                below.display().to_string()
            }
            None => relative_path(place)?,
        };
        let path = path.replace(std::path::MAIN_SEPARATOR, "/");
        let encoded = percent_encoded(&path);
        Some(if path.starts_with('/') { format!("file://{encoded}") } else { encoded })
    }
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
    use super::*;

    #[test]
    fn paths_are_uris() {
        assert_eq!(percent_encoded("src/a b/Ä$1.java"), "src/a%20b/%C3%84$1.java");
        let sources = Sources::default();
        let place = SourcePos { class: "a.B".into(), method: "m".into(), file: Some("B.java".into()), line: Some(3) };
        let location = Places::new(&sources).location(&place, None);
        assert_eq!(location["physicalLocation"]["artifactLocation"]["uri"], "a/B.java");
        assert_eq!(location["physicalLocation"]["region"]["startLine"], 3);
    }
}
