//! Response files: `@FILE` on a compiler's command line stands for the words in that file.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write as _};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::Path;

use tempfile::NamedTempFile;

/// Files may name files; one that names itself is noticed, not followed for ever.
const DEPTH: u32 = 32;

/// Puts the words of response files in their places; says whether there were any. A file that cannot be read is left as a word, as the
/// compilers do: they then complain about it.
#[must_use]
pub fn expand(args: &[OsString]) -> (Vec<OsString>, bool) {
    let mut words = Vec::with_capacity(args.len());
    let any = expand_into(args, &mut words, DEPTH);
    (words, any)
}

fn expand_into(args: &[OsString], words: &mut Vec<OsString>, depth: u32) -> bool {
    let mut any = false;
    for arg in args {
        let name = arg.as_bytes().strip_prefix(b"@").filter(|_| depth > 0);
        match name.and_then(|name| std::fs::read(Path::new(OsStr::from_bytes(name))).ok()) {
            Some(text) => {
                any = true;
                expand_into(&split(&text), words, depth - 1);
            }
            None => words.push(arg.clone()),
        }
    }
    any
}

/// The words of a response file: separated by white space, which quotes and backslashes protect.
fn split(text: &[u8]) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut quote = None;
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => word.get_or_insert_default().extend(bytes.next()),
            _ if quote == Some(byte) => quote = None,
            b'"' | b'\'' if quote.is_none() => {
                quote = Some(byte);
                word.get_or_insert_default();
            }
            _ if quote.is_none() && byte.is_ascii_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(byte),
        }
    }
    words.extend(word);
    words.into_iter().map(OsString::from_vec).collect()
}

/// Writes words to a response file, which is deleted with the value that is returned: what came from one may be too long for a command
/// line.
///
/// # Errors
/// If there is no place for it.
pub fn write(words: &[OsString]) -> io::Result<NamedTempFile> {
    let mut file = tempfile::Builder::new().prefix("deadheat-").suffix(".rsp").tempfile()?;
    for word in words {
        let mut line = Vec::with_capacity(word.len() + 3);
        line.push(b'"');
        for byte in word.as_bytes() {
            if matches!(byte, b'"' | b'\\') {
                line.push(b'\\');
            }
            line.push(*byte);
        }
        line.extend(b"\"\n");
        file.write_all(&line)?;
    }
    file.flush()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(list: &[&str]) -> Vec<OsString> {
        list.iter().map(OsString::from).collect()
    }

    #[test]
    fn words_are_cut_as_compilers_do() {
        let text = b" a  'b c'\n\"d \\\" e\" f\\ g '' h'i'j\\\n";
        assert_eq!(split(text), words(&["a", "b c", "d \" e", "f g", "", "hij\n"]));
        assert_eq!(split(b"  "), words(&[]));
        assert_eq!(split(b"'open end"), words(&["open end"]));
    }

    #[test]
    fn what_is_written_is_read() {
        let given = words(&["-DTEXT=\"a b\"", "", "it's", "back\\slash", "two\nlines", "@none", "-lm"]);
        let file = write(&given).unwrap();
        let mut reference = OsString::from("@");
        reference.push(file.path());
        assert_eq!(expand(&[reference.clone()]), (given.clone(), true));
        let outer = write(&[reference, OsString::from("last")]).unwrap();
        let mut reference = OsString::from("@");
        reference.push(outer.path());
        let (found, _) = expand(&[OsString::from("first"), reference]);
        assert_eq!((found.len(), &found[0]), (given.len() + 2, &OsString::from("first")));
    }

    #[test]
    fn files_that_are_missing_or_name_themselves() {
        let missing = words(&["@/no/such/file", "x"]);
        assert_eq!(expand(&missing), (missing.clone(), false));
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("self");
        std::fs::write(&file, format!("a @{}", file.display())).unwrap();
        let (found, any) = expand(&[OsString::from(format!("@{}", file.display()))]);
        assert!(any && found.len() == DEPTH as usize + 1);
    }
}
