//! One line, cut into its columns. Nothing is copied, and nothing but the bars and brackets is looked at.

use super::error::{Problem, excerpt};

/// The columns of a line, without spaces around them.
#[derive(Clone, Copy)]
pub(super) struct Line<'t> {
    pub thread: &'t [u8],
    pub word: &'t [u8],
    /// What is in brackets, if there are brackets.
    object: Option<&'t [u8]>,
    pub place: &'t [u8],
    /// What is behind `=`.
    pub value: Option<&'t [u8]>,
}

impl<'t> Line<'t> {
    /// The columns of a line; none of a blank one, and of a comment.
    pub fn parse(text: &'t [u8]) -> Result<Option<Self>, Problem> {
        let text = text.trim_ascii();
        if text.first().is_none_or(|first| *first == b'#') {
            return Ok(None);
        }
        let no_event = || Problem::NoEvent(excerpt(text));
        let mut columns = text.split(|byte| *byte == b'|').map(<[u8]>::trim_ascii);
        let mut column = || columns.next().ok_or_else(no_event);
        let (thread, operation, place) = (column()?, column()?, column()?);
        let value = match columns.next() {
            Some(value) => Some(value.strip_prefix(b"=").ok_or_else(|| Problem::NoValue(excerpt(value)))?),
            None => None,
        };
        if thread.is_empty() || operation.is_empty() || columns.next().is_some() {
            return Err(no_event());
        }
        let (word, object) = match operation.iter().position(|byte| *byte == b'(') {
            Some(at) => {
                let object = operation[at + 1..].strip_suffix(b")").ok_or_else(no_event)?;
                (operation[..at].trim_ascii_end(), Some(object.trim_ascii()))
            }
            None => (operation, None),
        };
        Ok(Some(Self { thread, word, object, place, value: value.map(<[u8]>::trim_ascii) }))
    }

    /// Whether the operation is on this and nothing else.
    pub fn is_on(&self, name: &[u8]) -> bool {
        self.object == Some(name)
    }

    /// What the operation is on.
    pub fn object(&self) -> Result<&'t [u8], Problem> {
        self.object.filter(|object| !object.is_empty()).ok_or_else(|| Problem::NoObject(excerpt(self.word)))
    }

    /// The two that the operation is on: if there is only one, it is both.
    pub fn pair(&self) -> Result<[&'t [u8]; 2], Problem> {
        let object = self.object()?;
        let Some(at) = last_comma(object) else { return Ok([object; 2]) };
        let pair = [object[..at].trim_ascii_end(), object[at + 1..].trim_ascii_start()];
        if pair.iter().any(|one| one.is_empty()) { Err(Problem::NoObject(excerpt(self.word))) } else { Ok(pair) }
    }

    /// What the operation is on, and how many.
    pub fn counted(&self) -> Result<(&'t [u8], Option<u32>), Problem> {
        let object = self.object()?;
        let Some(at) = last_comma(object) else { return Ok((object, None)) };
        let (name, count) = (object[..at].trim_ascii_end(), object[at + 1..].trim_ascii_start());
        if name.is_empty() {
            return Err(Problem::NoObject(excerpt(self.word)));
        }
        let number = std::str::from_utf8(count).ok().and_then(|count| count.parse().ok());
        Ok((name, Some(number.ok_or_else(|| Problem::NoNumber(excerpt(count)))?)))
    }
}

fn last_comma(object: &[u8]) -> Option<usize> {
    object.iter().rposition(|byte| *byte == b',')
}
