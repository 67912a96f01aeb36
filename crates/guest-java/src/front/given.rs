//! Options that are not on the command line itself: in argument files, and in the variables of the environment that `java` reads.

use std::ffi::OsString;
use std::fs;

use deadheat_machine::GuestError;

/// The command line with its argument files (`@file`) put in their places, as `java` does it: before the program's name, and not in the
/// files themselves. `takes_value` says whether an option has a value as its next argument.
///
/// # Errors
/// If a file cannot be read.
pub fn with_argument_files(args: &[String], takes_value: impl Fn(&str) -> bool) -> Result<Vec<String>, GuestError> {
    let mut words = Vec::with_capacity(args.len());
    let mut rest = args.iter();
    let mut is_value = false;
    while let Some(arg) = rest.next() {
        let names_program = !is_value && (!arg.starts_with(['-', '@']) || arg == "-");
        match arg.strip_prefix('@') {
            Some(file) if file.starts_with('@') => words.push(file.to_owned()),
            Some(file) if !is_value => words.extend(read_file(file)?),
            _ if arg == "--disable-@files" => {
                words.extend(rest.cloned());
                break;
            }
            _ => words.push(arg.clone()),
        }
        if names_program
            || (is_value && words.len() > 1 && matches!(words[words.len() - 2].as_str(), "-jar" | "-m" | "--module"))
        {
            words.extend(rest.cloned());
            break;
        }
        is_value = !is_value && takes_value(arg);
    }
    Ok(words)
}

fn read_file(file: &str) -> Result<Vec<String>, GuestError> {
    match fs::read_to_string(file) {
        Ok(text) => Ok(words(&text)),
        Err(error) => Err(GuestError::new(
            format!("could not open `{file}`: {error}"),
            "check the name of the argument file, or write `@@` for a word that begins with `@`",
        )),
    }
}

/// The words of an argument file: cut at white space, but for quoted parts, in which a backslash takes the next character; `#` begins a comment.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', Some(_)) => {
                let word = word.get_or_insert_default();
                match chars.next() {
                    Some('n') => word.push('\n'),
                    Some('r') => word.push('\r'),
                    Some('t') => word.push('\t'),
                    Some('f') => word.push('\u{c}'),
                    // The line goes on behind the white space that the next begins with.
                    Some('\n') => while chars.next_if(|c| c.is_whitespace()).is_some() {},
                    Some(other) => word.push(other),
                    None => {}
                }
            }
            (c, Some(open)) if c == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            ('#', None) if word.is_none() => while chars.next_if(|c| *c != '\n').is_some() {},
            (c, None) if c.is_ascii_whitespace() => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// The variables that `java` reads options from, and how it says so.
const VARIABLES: [(&str, &str); 2] = [
    ("JAVA_TOOL_OPTIONS", "Picked up JAVA_TOOL_OPTIONS: "),
    ("JDK_JAVA_OPTIONS", "NOTE: Picked up JDK_JAVA_OPTIONS: "),
];

/// Options of the environment: the words, which go before the command line's, and what `java` prints of them.
pub fn of_environment(env: impl Fn(&str) -> Option<OsString>) -> (Vec<String>, Vec<String>) {
    let mut found = (Vec::new(), Vec::new());
    for (name, picked_up) in VARIABLES {
        let text = env(name).and_then(|text| text.into_string().ok()).filter(|text| !text.trim().is_empty());
        if let Some(text) = text {
            found.0.extend(words(&text));
            // The launcher speaks before the machine.
            found.1.insert(0, format!("{picked_up}{text}"));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_files() {
        let text = "-cp a:b # no\n\"x y\\tz\" 'it''s' -D\"k=v w\" \"C:\\\\d\" \"go\\\n   on\"\n#all\n\"\"";
        assert_eq!(words(text), ["-cp", "a:b", "x y\tz", "its", "-Dk=v w", "C:\\d", "goon", ""]);
    }

    #[test]
    fn files_stand_before_the_program() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("args");
        fs::write(&file, "-Da=b @no").unwrap();
        let at = format!("@{}", file.display());
        let cut = |line: &[&str]| {
            let args: Vec<String> = line.iter().map(|word| (*word).to_owned()).collect();
            with_argument_files(&args, |option| matches!(option, "-cp" | "-jar" | "-m"))
        };
        assert_eq!(cut(&["-cp", "x", &at, "Main", &at]).unwrap(), ["-cp", "x", "-Da=b", "@no", "Main", &at]);
        assert_eq!(cut(&["-jar", "x.jar", &at]).unwrap(), ["-jar", "x.jar", &at]);
        assert_eq!(cut(&["@@x"]).unwrap(), ["@x"]);
        assert_eq!(cut(&["--disable-@files", &at]).unwrap(), [at]);
        assert!(cut(&["@/no/such/file"]).unwrap_err().to_string().contains("could not open `/no/such/file`"));
    }

    #[test]
    fn the_environment_comes_first() {
        let env = |name: &str| Some(OsString::from(if name == "JAVA_TOOL_OPTIONS" { "-Da='b c' -ea" } else { "-da" }));
        let (words, notes) = of_environment(env);
        assert_eq!(words, ["-Da=b c", "-ea", "-da"]);
        assert_eq!(notes, ["NOTE: Picked up JDK_JAVA_OPTIONS: -da", "Picked up JAVA_TOOL_OPTIONS: -Da='b c' -ea"]);
        assert_eq!(of_environment(|_| None), (Vec::new(), Vec::new()));
    }
}
