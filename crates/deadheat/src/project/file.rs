//! `deadheat.toml`, read: every mistake in it is named with its line.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::keys::{Form, KEYS, Key, near};
use crate::commands::files;
use crate::terminal::failure::Failure;

/// What the file is called.
pub const NAME: &str = "deadheat.toml";

/// No such file is longer.
const LONGEST: u64 = 1 << 20;

/// A file of options, read.
#[derive(Clone, Debug)]
pub struct File {
    /// Where it is.
    pub path: PathBuf,
    /// What it says.
    pub text: String,
    /// What is set in it.
    pub settings: Vec<Setting>,
}

/// A key with its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The key.
    pub key: &'static Key,
    /// The command whose section it stands in.
    pub section: Option<String>,
    /// The line, from 1.
    pub line: usize,
    /// Its values as words of a command line; a flag that is not set has none.
    pub values: Vec<String>,
}

impl File {
    /// The one in this folder, or in the nearest one above it. There it must belong to who has this folder: what anyone can put into a folder that
    /// all share, such as that for temporary files, is none of the project's.
    #[must_use]
    pub fn nearest(folder: &Path) -> Option<PathBuf> {
        let owner = |path: &Path| path.metadata().ok().map(|status| status.uid());
        let is_ours = |file: &PathBuf| file.parent() == Some(folder) || owner(file) == owner(folder);
        let files = folder.ancestors().map(|folder| folder.join(NAME));
        let found = files.filter(|file| file.is_file()).find(is_ours)?;
        // What is in the folder itself is named as the user would.
        let is_here = found.parent() == Some(folder);
        Some(if is_here { PathBuf::from(NAME) } else { found })
    }

    /// Reads a file. `commands` are those that have sections.
    ///
    /// # Errors
    /// If it cannot be read, or is not one.
    pub fn read(path: &Path, commands: &[String]) -> Result<Self, Failure> {
        let bytes = files::read(path, LONGEST);
        let text = bytes.and_then(|bytes| String::from_utf8(bytes).map_err(std::io::Error::other));
        let text = text.map_err(|error| {
            Failure::usage(format!("cannot read {}: {error}", path.display()), "check the file, or use --no-config")
        })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let settings = Reader { path, text: &text, folder, commands }.read()?;
        Ok(Self { path: path.to_owned(), text, settings })
    }
}

struct Reader<'a> {
    path: &'a Path,
    text: &'a str,
    /// What paths are relative to.
    folder: &'a Path,
    commands: &'a [String],
}

impl Reader<'_> {
    fn read(&self) -> Result<Vec<Setting>, Failure> {
        let table = DeTable::parse(self.text).map_err(|error| {
            self.wrong(error.span().map_or(0, |span| span.start), error.message().replace('\n', ", "), "")
        })?;
        let mut settings = Vec::new();
        for (name, value) in table.get_ref() {
            match (self.commands.iter().find(|command| *command == name.get_ref()), value.get_ref()) {
                (Some(command), DeValue::Table(section)) => {
                    for (name, value) in section {
                        settings.push(self.setting(Some(command), name, value)?);
                    }
                }
                (Some(command), _) => {
                    let remedy = format!("write it as a section, [{command}]");
                    return Err(self.wrong(value.span().start, format!("`{command}` is a command"), &remedy));
                }
                (None, _) => settings.push(self.setting(None, name, value)?),
            }
        }
        Ok(settings)
    }

    fn setting(
        &self,
        section: Option<&String>,
        name: &Spanned<std::borrow::Cow<'_, str>>,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<Setting, Failure> {
        let at = name.span().start;
        let Some(key) = Key::named(name.get_ref()) else {
            let commands = self.commands.iter().map(String::as_str).filter(|_| section.is_none());
            let meant = near(name.get_ref(), KEYS.iter().map(|key| key.name).chain(commands));
            let remedy = match meant {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => "docs/cli.md lists all keys, and `deadheat init` writes an example".to_owned(),
            };
            return Err(self.wrong(at, format!("the key `{}` is not known", name.get_ref()), &remedy));
        };
        let values = self.values(key.form, value.get_ref()).ok_or_else(|| {
            let problem = format!("`{}` must be {}", key.name, key.form.words());
            self.wrong(value.span().start, problem, "")
        })?;
        Ok(Setting { key, section: section.cloned(), line: self.line(at), values })
    }

    /// The values, or none if they are of another form.
    fn values(&self, form: Form, value: &DeValue<'_>) -> Option<Vec<String>> {
        if form == Form::Flag {
            return value.as_bool().map(|is_set| if is_set { vec!["true".to_owned()] } else { Vec::new() });
        }
        match value {
            DeValue::Array(list) => {
                let is_list = !matches!(form, Form::Number | Form::Size | Form::Text | Form::Path);
                is_list.then(|| list.iter().map(|one| self.value(form, one.get_ref())).collect())?
            }
            one => self.value(form, one).map(|value| vec![value]),
        }
    }

    fn value(&self, form: Form, value: &DeValue<'_>) -> Option<String> {
        let number = || match value {
            DeValue::Integer(number) => {
                i64::from_str_radix(number.as_str(), number.radix()).ok().map(|n| n.to_string())
            }
            DeValue::Float(number) => Some(number.as_str().to_owned()),
            _ => None,
        };
        let text = || value.as_str().map(str::to_owned);
        match form {
            Form::Number | Form::Numbers => number(),
            Form::Size => number().or_else(text),
            Form::Path | Form::Paths => value.as_str().map(|path| self.beside(path)),
            // A class path may also be written as for `java`.
            Form::ClassPath => {
                let paths = value.as_str()?.split(':').map(|path| self.beside(path));
                Some(paths.collect::<Vec<_>>().join(":"))
            }
            Form::Flag | Form::Text | Form::Texts | Form::List | Form::Flags | Form::Words => text(),
        }
    }

    /// A path of the file, as seen from the current folder.
    fn beside(&self, path: &str) -> String {
        if self.folder.as_os_str().is_empty() {
            return path.to_owned();
        }
        self.folder.join(path).to_string_lossy().into_owned()
    }

    fn line(&self, at: usize) -> usize {
        let before = self.text.as_bytes().get(..at).unwrap_or(self.text.as_bytes());
        1 + before.iter().filter(|byte| **byte == b'\n').count()
    }

    fn wrong(&self, at: usize, problem: String, remedy: &str) -> Failure {
        Failure::usage(format!("{}:{}: {problem}", self.path.display(), self.line(at)), remedy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(folder: &str, text: &str) -> Result<Vec<Setting>, String> {
        let path = Path::new(folder).join(NAME);
        let commands = ["check".to_owned(), "test".to_owned()];
        let reader = Reader { path: &path, text, folder: Path::new(folder), commands: &commands };
        reader.read().map_err(|failure| failure.to_string())
    }

    #[test]
    fn a_file_above_must_be_the_owners() {
        let above = tempfile::tempdir().unwrap();
        let (file, folder) = (above.path().join(NAME), above.path().join("project"));
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(&file, "").unwrap();
        assert_eq!(File::nearest(&folder), Some(file.clone()));
        // Only who may do anything can give a file away.
        if std::os::unix::fs::chown(&file, Some(12_345), None).is_ok() {
            assert_ne!(File::nearest(&folder), Some(file));
            assert_eq!(File::nearest(above.path()), Some(NAME.into()), "in the folder itself it counts");
        }
    }

    #[test]
    fn everything_has_its_line() {
        let text = "# comment\nclass-path = ['a', 'b:c']\n\n[test]\nbudget = [1, 2.5]\nstats = false\n";
        let settings = read("up", text).unwrap();
        let seen: Vec<_> =
            settings.iter().map(|one| (one.key.name, one.section.as_deref(), one.line, one.values.join(" "))).collect();
        assert_eq!(
            seen,
            [
                ("class-path", None, 2, "up/a up/b:up/c".to_owned()),
                ("budget", Some("test"), 5, "1 2.5".to_owned()),
                ("stats", Some("test"), 6, String::new()),
            ]
        );
        assert_eq!(read("", "source = '/a'\n").unwrap()[0].values, ["/a"]);
        assert_eq!(read("up", "source = '/a'\n").unwrap()[0].values, ["/a"]);
    }

    #[test]
    fn mistakes_are_named() {
        for (text, expected) in [
            (
                "seed = 1\nclas-path = 'a'",
                "x/deadheat.toml:2: the key `clas-path` is not known; did you mean `class-path`?",
            ),
            ("chekc = 1", "did you mean `check`?"),
            ("qqq = 1", "lists all keys"),
            ("\n[test]\nbugdet = 1", "deadheat.toml:3: the key `bugdet` is not known; did you mean `budget`?"),
            ("seed = 'x'", "deadheat.toml:1: `seed` must be a number"),
            ("seed = [1]", "`seed` must be a number"),
            ("budget = [1, 'x']", "`budget` must be a number, or a list"),
            ("stats = 1", "`stats` must be true or false"),
            ("include = [1]", "`include` must be a text, or a list of texts"),
            ("check = 1", "deadheat.toml:1: `check` is a command; write it as a section, [check]"),
            ("[budget]\na = 1", "`budget` must be"),
            ("seed = 1\nseed = 2", "deadheat.toml:2: "),
            ("seed = ", "deadheat.toml:1: "),
            ("a = 'b", "deadheat.toml:1: "),
        ] {
            let said = read("x", text).unwrap_err();
            assert!(said.contains(expected) && !said.contains('\n'), "{text}: {said}");
        }
    }

    #[test]
    fn the_nearest_one_counts() {
        let top = tempfile::tempdir().unwrap();
        let low = top.path().join("a/b");
        std::fs::create_dir_all(&low).unwrap();
        let far = top.path().join(NAME);
        std::fs::write(&far, "").unwrap();
        assert_eq!(File::nearest(&low), Some(far));
        std::fs::write(low.join(NAME), "").unwrap();
        assert_eq!(File::nearest(&low), Some(PathBuf::from(NAME)));
    }
}
