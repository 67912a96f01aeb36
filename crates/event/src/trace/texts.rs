//! The texts of a trace, each written once.

use std::io::Read;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::bytes::{Got, Sink, Source};
use super::{LONGEST_NAME, TraceError, tag};

/// The number of a text in a file.
pub type TextNumber = u32;

/// The texts written so far.
#[derive(Default)]
pub struct TextWriter(FxHashMap<Box<str>, TextNumber>);

impl TextWriter {
    /// The number of a text, which is written if it is new.
    pub fn number(&mut self, text: &str, out: &mut Sink) -> TextNumber {
        let text = &text[..text.floor_char_boundary(LONGEST_NAME)];
        if let Some(number) = self.0.get(text) {
            return *number;
        }
        let number = self.0.len() as TextNumber;
        self.0.insert(text.into(), number);
        out.number(tag::TEXT);
        out.name(text);
        number
    }
}

/// The texts read so far.
#[derive(Debug, Default)]
pub struct Texts(Vec<Arc<str>>);

impl Texts {
    /// Reads a text.
    pub fn read(&mut self, source: &mut Source<impl Read>) -> Got<()> {
        self.0.push(source.name()?.into());
        Ok(())
    }

    /// Reads a text's number, and gives both.
    pub fn numbered(&self, source: &mut Source<impl Read>) -> Got<(TextNumber, Arc<str>)> {
        let number = source.number()?;
        let text = self.0.get(number as usize).ok_or(TraceError::Corrupt("a text is not there"))?;
        Ok((number, Arc::clone(text)))
    }

    /// Reads a text's number, and gives the text.
    pub fn get(&self, source: &mut Source<impl Read>) -> Got<Arc<str>> {
        self.numbered(source).map(|(_, text)| text)
    }
}
