//! What can be wrong with a class file, in HotSpot's words where it has words for it.

use super::reader::Truncated;

/// Why a class file was refused. `Display` is the detail message of the Java throwable named by
/// [`ClassFileError::throwable`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ClassFileError {
    /// The bytes end inside an item.
    #[error("Truncated class file")]
    Truncated,
    /// The file breaks a rule of JVMS chapter 4.
    #[error("{0}")]
    Format(Box<str>),
    /// Something claims to be a module where only classes can be.
    #[error("{0} is not a class because access_flag ACC_MODULE is set")]
    NotAClass(Box<str>),
    /// The file's version is outside of the range that is understood.
    #[error("{0}")]
    UnsupportedVersion(Box<str>),
}

impl ClassFileError {
    /// The internal name of the throwable that a JVM raises for this error.
    pub fn throwable(&self) -> &'static str {
        match self {
            ClassFileError::Truncated | ClassFileError::Format(_) => "java/lang/ClassFormatError",
            ClassFileError::NotAClass(_) => "java/lang/NoClassDefFoundError",
            ClassFileError::UnsupportedVersion(_) => "java/lang/UnsupportedClassVersionError",
        }
    }

    #[cold]
    pub(super) fn format(message: String) -> Self {
        ClassFileError::Format(message.into_boxed_str())
    }
}

impl From<Truncated> for ClassFileError {
    #[cold]
    fn from(_: Truncated) -> Self {
        ClassFileError::Truncated
    }
}
