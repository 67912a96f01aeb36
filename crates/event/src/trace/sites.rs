//! Positions in the code, with all that a context says of them.

use std::collections::HashMap;
use std::io::Read;

use rustc_hash::FxHashMap;

use super::bytes::{Got, Sink, Source};
use super::texts::{TextWriter, Texts};
use super::{TraceError, tag};
use crate::{CodeOwner, Context, SiteId, SourcePos, SyncId};

/// The number of a site in a file.
pub type SiteNumber = u32;

/// The sites written so far.
#[derive(Default)]
pub struct SiteWriter(FxHashMap<SiteId, SiteNumber>);

impl SiteWriter {
    /// The number of a site, which is written if it is new.
    pub fn number(
        &mut self,
        site: SiteId,
        context: &dyn Context,
        texts: &mut TextWriter,
        out: &mut Sink,
    ) -> SiteNumber {
        if let Some(number) = self.0.get(&site) {
            return *number;
        }
        let number = self.0.len() as SiteNumber;
        self.0.insert(site, number);
        let source = context.source(site);
        let container = texts.number(&source.container, out);
        let function = texts.number(&source.function, out);
        let file = source.file.map(|file| texts.number(&file, out));
        let [initialiser, _] = context.initialised(site, None);
        out.number(tag::SITE);
        out.number(site.0);
        out.number(container);
        out.number(function);
        out.option(file, Sink::number);
        out.option(source.line, Sink::number);
        out.number(owner_number(context.owner(site)));
        out.flag(context.is_entry(site));
        out.option(initialiser, Sink::sync);
        number
    }
}

/// A site.
#[derive(Debug)]
pub struct Site {
    /// Its id.
    pub id: SiteId,
    /// Where it is, and whose code it is.
    pub source: SourcePos,
    /// Whether it is a function's entry.
    pub is_entry: bool,
    /// The initialiser that must be over there.
    pub initialiser: Option<SyncId>,
}

/// The sites read so far.
#[derive(Debug, Default)]
pub struct Sites {
    list: Vec<Site>,
    numbers: HashMap<SiteId, SiteNumber>,
}

impl Sites {
    /// Reads a site.
    pub fn read(&mut self, source: &mut Source<impl Read>, texts: &Texts) -> Got<()> {
        let id = SiteId(source.long()?);
        let place = SourcePos {
            container: texts.get(source)?,
            function: texts.get(source)?,
            file: source.option(|source| texts.get(source))?,
            line: source.option(Source::number)?,
            owner: owner(source.byte()?)?,
        };
        let (is_entry, initialiser) = (source.flag()?, source.option(Source::sync)?);
        self.numbers.insert(id, self.list.len() as SiteNumber);
        self.list.push(Site { id, source: place, is_entry, initialiser });
        Ok(())
    }

    /// Reads the number of a site.
    pub fn number(&self, source: &mut Source<impl Read>) -> Got<SiteNumber> {
        let number = source.number()?;
        if (number as usize) < self.list.len() { Ok(number) } else { Err(TraceError::Corrupt("a site is not there")) }
    }

    /// The site with this number.
    pub fn by_number(&self, number: SiteNumber) -> &Site {
        &self.list[number as usize]
    }

    /// The site with this id.
    pub fn get(&self, id: SiteId) -> Option<&Site> {
        self.numbers.get(&id).map(|number| self.by_number(*number))
    }
}

fn owner_number(owner: CodeOwner) -> u8 {
    match owner {
        CodeOwner::Program => 0,
        CodeOwner::Library => 1,
        CodeOwner::Annotations => 2,
        CodeOwner::Synchroniser => 3,
        CodeOwner::Lock => 4,
        CodeOwner::Atomic => 5,
        CodeOwner::Producer => 6,
        CodeOwner::Barrier => 7,
        CodeOwner::OptimisticBegin => 8,
        CodeOwner::OptimisticValidate => 9,
        CodeOwner::Access => 10,
    }
}

fn owner(number: u8) -> Got<CodeOwner> {
    Ok(match number {
        0 => CodeOwner::Program,
        1 => CodeOwner::Library,
        2 => CodeOwner::Annotations,
        3 => CodeOwner::Synchroniser,
        4 => CodeOwner::Lock,
        5 => CodeOwner::Atomic,
        6 => CodeOwner::Producer,
        7 => CodeOwner::Barrier,
        8 => CodeOwner::OptimisticBegin,
        9 => CodeOwner::OptimisticValidate,
        10 => CodeOwner::Access,
        _ => return Err(TraceError::Corrupt("code is of no known owner")),
    })
}
