//! The names that a trace tells.

use std::collections::HashMap;

use crate::{FieldId, ObjectId, SiteId, SourcePos, ThreadId};

/// What a trace has told so far about the things that its events mention.
#[derive(Debug, Default)]
pub struct Names {
    pub(super) threads: HashMap<ThreadId, String>,
    pub(super) objects: HashMap<ObjectId, String>,
    pub(super) fields: HashMap<FieldId, String>,
    pub(super) sources: HashMap<SiteId, SourcePos>,
}

impl Names {
    /// The thread's name.
    #[must_use]
    pub fn thread(&self, thread: ThreadId) -> Option<&str> {
        self.threads.get(&thread).map(String::as_str)
    }

    /// The name of the object's class.
    #[must_use]
    pub fn object_class(&self, object: ObjectId) -> Option<&str> {
        self.objects.get(&object).map(String::as_str)
    }

    /// The field's name, with its class.
    #[must_use]
    pub fn field(&self, field: FieldId) -> Option<&str> {
        self.fields.get(&field).map(String::as_str)
    }

    /// Where the site is in the source.
    #[must_use]
    pub fn source(&self, site: SiteId) -> Option<&SourcePos> {
        self.sources.get(&site)
    }
}
