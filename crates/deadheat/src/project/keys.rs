//! Which keys `deadheat.toml` has, and which option each of them stands for: the one table of them.

/// How the value of a key is written, and what becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `true` or `false`.
    Flag,
    /// A number.
    Number,
    /// One number or several, which make one value: `10,120`.
    Numbers,
    /// A number of bytes, or a text such as `512m`.
    Size,
    /// A text.
    Text,
    /// A text or several, each a value of its own.
    Texts,
    /// A text or several, which make one value with commas between them.
    List,
    /// A file or a folder, beside `deadheat.toml`.
    Path,
    /// One or several, each a value of its own.
    Paths,
    /// One or several, which make one value as class paths do.
    ClassPath,
    /// A text or several, which make one value with blanks between them.
    Flags,
    /// Words of the command line as they are.
    Words,
}

impl Form {
    /// What a value must be, for a message.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Flag => "true or false",
            Self::Number => "a number",
            Self::Numbers => "a number, or a list of numbers such as [10, 120]",
            Self::Size => "a number, or a text such as \"512m\"",
            Self::Text => "a text",
            Self::Path => "a text that names a file or a folder",
            Self::Texts | Self::List | Self::Flags | Self::Words => "a text, or a list of texts",
            Self::Paths | Self::ClassPath => "a text that names a file or a folder, or a list of such texts",
        }
    }
}

/// Who takes the option that a key stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taker {
    /// Deadheat itself.
    Own,
    /// Java programs, under these names, too.
    Java(&'static [&'static str]),
    /// Native programs.
    Native,
}

/// For which commands a key counts that stands in no section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shared {
    /// For all that have the option.
    ByAll,
    /// Only for these: to others the option means something else, or is too much to be had unasked.
    By(&'static [&'static str]),
}

/// A key of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// Its name, which is that of the option without the dashes.
    pub name: &'static str,
    /// How its value is written.
    pub form: Form,
    /// Who takes the option.
    pub taker: Taker,
    /// For which commands it counts.
    pub shared: Shared,
}

const fn own(name: &'static str, form: Form) -> Key {
    Key { name, form, taker: Taker::Own, shared: Shared::ByAll }
}

const fn own_of(commands: &'static [&'static str], name: &'static str, form: Form) -> Key {
    Key { name, form, taker: Taker::Own, shared: Shared::By(commands) }
}

const fn java(name: &'static str, form: Form, also: &'static [&'static str]) -> Key {
    Key { name, form, taker: Taker::Java(also), shared: Shared::ByAll }
}

const fn native(name: &'static str, form: Form) -> Key {
    Key { name, form, taker: Taker::Native, shared: Shared::ByAll }
}

/// All keys. What is for a single call (`--record`, `--resume`, `--list`) has none.
pub const KEYS: &[Key] = &[
    java("class-path", Form::ClassPath, &["-cp", "-classpath"]),
    java("module-path", Form::ClassPath, &["-p"]),
    java("read", Form::ClassPath, &[]),
    java("java-options", Form::Words, &[]),
    native("compiler", Form::Text),
    native("cflags", Form::Flags),
    native("opt", Form::Number),
    native("cwd", Form::Path),
    native("env", Form::Texts),
    own("source", Form::Paths),
    own("include", Form::Texts),
    own("exclude", Form::Texts),
    own("suppressions", Form::Path),
    own("analyses", Form::List),
    own("eraser", Form::Text),
    own("atomic", Form::Text),
    own("libraries", Form::Text),
    own("budget", Form::Numbers),
    own("total", Form::Number),
    own("runs", Form::Number),
    own("seed", Form::Number),
    own("workers", Form::Number),
    own("steady", Form::Number),
    own("timeout", Form::Number),
    own("max-steps", Form::Number),
    own("max-states", Form::Number),
    own("max-memory", Form::Size),
    own("max-depth", Form::Number),
    own("max-time", Form::Number),
    own("max-preemptions", Form::Number),
    own("strategy", Form::Text),
    own("scheduler", Form::Text),
    own("without", Form::List),
    own("heap", Form::Size),
    own("stack", Form::Size),
    own("threads", Form::Number),
    own("choose-random", Form::Flag),
    own("pieces", Form::Flag),
    own("spurious", Form::Flag),
    own_of(&["check", "explore"], "fail-on-exit", Form::Flag),
    own_of(&["check"], "expect-exit", Form::Number),
    own_of(&["check"], "expect-output", Form::Path),
    own_of(&["check"], "same-output", Form::Flag),
    own("fail-on", Form::Text),
    own("baseline", Form::Path),
    own_of(&["check", "test", "cargo", "explore"], "output", Form::Path),
    own("junit-xml", Form::Path),
    own("select", Form::Texts),
    own("scan", Form::Paths),
    own("stats", Form::Flag),
    own("all", Form::Flag),
    own("no-values", Form::Flag),
    own("color", Form::Text),
    own("width", Form::Number),
];

impl Key {
    /// The key of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        KEYS.iter().find(|key| key.name == name)
    }

    /// The option that it stands for.
    #[must_use]
    pub fn option(&self) -> String {
        format!("--{}", self.name)
    }

    /// Whether a word of a command line names its option, so that the key does not count.
    #[must_use]
    pub fn is_named_by(&self, word: &str) -> bool {
        let word = word.split_once('=').map_or(word, |(option, _)| option);
        let also = if let Taker::Java(also) = self.taker { also } else { &[] };
        also.contains(&word) || word.strip_prefix("--") == Some(self.name)
    }

    /// The words of a command line that its values make.
    #[must_use]
    pub fn words(&self, values: &[String]) -> Vec<String> {
        let option = self.option();
        let joined = |by: &str| vec![format!("{option}={}", values.join(by))];
        match self.form {
            _ if values.is_empty() => Vec::new(),
            Form::Flag => vec![option],
            Form::Words => values.to_vec(),
            Form::Number | Form::Size | Form::Text | Form::Texts | Form::Path | Form::Paths => {
                values.iter().map(|value| format!("{option}={value}")).collect()
            }
            Form::Numbers | Form::List => joined(","),
            Form::ClassPath => joined(":"),
            Form::Flags => joined(" "),
        }
    }
}

/// The name that is meant where one is not known, if it looks like one.
#[must_use]
pub fn near<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let word = word.to_lowercase().replace('_', "-");
    let likeness = |name: &'n str| (strsim::jaro_winkler(&word, name), name);
    let best = names.map(likeness).max_by(|one, other| one.0.total_cmp(&other.0));
    best.filter(|(likeness, _)| *likeness > 0.8).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_different() {
        for (at, key) in KEYS.iter().enumerate() {
            assert!(KEYS[..at].iter().all(|other| other.name != key.name), "{}", key.name);
        }
    }

    #[test]
    fn near_misses() {
        let meant = |word| near(word, KEYS.iter().map(|key| key.name));
        for (word, expected) in
            [("classpath", "class-path"), ("class_path", "class-path"), ("bugdet", "budget"), ("Include", "include")]
        {
            assert_eq!(meant(word), Some(expected));
        }
        assert_eq!(meant("xyz"), None);
    }

    #[test]
    fn values_make_words() {
        let words = |name, values: &[&str]| {
            let values: Vec<String> = values.iter().map(|&value| value.to_owned()).collect();
            Key::named(name).unwrap().words(&values).join(" ")
        };
        assert_eq!(words("class-path", &["a", "b/*"]), "--class-path=a:b/*");
        assert_eq!(words("budget", &["1", "2.5"]), "--budget=1,2.5");
        assert_eq!(words("include", &["a", "b"]), "--include=a --include=b");
        assert_eq!(words("cflags", &["-a", "-b"]), "--cflags=-a -b");
        assert_eq!(words("expect-exit", &["-1"]), "--expect-exit=-1");
        assert_eq!(words("java-options", &["-Da=b", "-ea"]), "-Da=b -ea");
        assert_eq!((words("stats", &["true"]), words("include", &[])), ("--stats".to_owned(), String::new()));
    }

    #[test]
    fn the_command_line_comes_first() {
        let class_path = Key::named("class-path").unwrap();
        for word in ["-cp", "-classpath", "--class-path", "--class-path=x"] {
            assert!(class_path.is_named_by(word), "{word}");
        }
        assert!(!class_path.is_named_by("--class") && !class_path.is_named_by("class-path"));
    }
}
