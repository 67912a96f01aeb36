//! What the verifier asks about other classes.

use std::sync::Arc;

/// Classes as the class under verification sees them. Each question about a name may load the class, and is asked only
/// where HotSpot would load it, too, and in the same order: a class loader that is part of the program can tell.
pub trait Hierarchy {
    /// A loaded class.
    type Class: Copy;
    /// Why a class could not be loaded, or not yet.
    type Error;

    /// The class under verification.
    fn current(&self) -> Self::Class;
    /// Loads the class (not an array type) with this internal name.
    fn load(&mut self, name: &str) -> Result<Self::Class, Self::Error>;
    /// Its internal name.
    fn name(&self, class: Self::Class) -> Arc<str>;
    /// Whether it is an interface.
    fn is_interface(&self, class: Self::Class) -> bool;
    /// Its superclass.
    fn super_class(&self, class: Self::Class) -> Option<Self::Class>;
    /// Whether `class` is `other` or a subclass of it.
    fn is_subclass(&self, class: Self::Class, other: Self::Class) -> bool;
    /// Whether `class` has a member of this name and descriptor, its own or inherited, that is protected and declared in
    /// another run-time package than the current class is in.
    fn is_protected_elsewhere(&self, class: Self::Class, member: Member<'_>) -> bool;
}

/// A member that an instruction names.
#[derive(Clone, Copy, Debug)]
pub struct Member<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its descriptor.
    pub descriptor: &'a str,
    /// A method, not a field.
    pub is_method: bool,
}
