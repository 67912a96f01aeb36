//! Gaps: what guests ask for and this machine does not have.
//!
//! A gap shows to the guest as an exception that a native method raised: one that is not there, or one that refuses what it is asked
//! for ([`Native::refusing`](crate::vm::natives::Native::refusing)). Whether an exception comes of a gap is read off its stack trace
//! and message, and those of its causes, so it is a function of the state; what was asked for is noted in a list that all machines of a guest
//! share.
//!
//! What this misses: an exception that the guest makes itself, with neither cause nor message of the one that it has caught. It counts
//! as the guest's own; the need is still noted, so nothing is claimed to be complete.

use std::path::Path;

use deadheat_machine::NeedKind;

use crate::vm::Vm;
use crate::vm::classes::class::{MethodRef, acc};
use crate::vm::memory::layout::Ref;
use crate::vm::natives::{NO_LIBRARIES, NO_NETWORK, NO_PROCESSES};

/// Causes of causes that are looked at; a chain may be a circle.
const MOST_CAUSES: usize = 64;

/// Thrown again by the library's cache of names, without the exception that it first came from.
const UNKNOWN_HOST: &str = "java/net/UnknownHostException";

impl Vm {
    /// Notes that a native which we lack, or which refuses, was called.
    pub(crate) fn note_gap(&self, kind: NeedKind, method: MethodRef, message: &str) {
        self.shared.config.needs.add(kind, name(kind, method, message));
    }

    /// The gap that an exception, or one of its causes, comes from.
    pub(crate) fn gap_of(&self, exception: Ref) -> Option<(NeedKind, String)> {
        let mut next = exception;
        for _ in 0..MOST_CAUSES {
            let message = self.message(next);
            if let Some((method, _)) = self.backtrace(next).first()
                && let Some(kind) = gap(method).or_else(|| self.is_told_again(next, method, &message))
            {
                return Some((kind, name(kind, method, &message)));
            }
            if let Some(file) = self.refused_file(next, &message) {
                return Some((NeedKind::File, file));
            }
            let cause = self.ref_field(next, self.known.throwable_cause);
            if cause == 0 || cause == next {
                return None;
            }
            next = cause;
        }
        None
    }

    /// Whether an exception repeats what one of a gap has said: the library makes new ones of them, without the first as the
    /// cause.
    fn is_told_again(&self, exception: Ref, method: MethodRef, message: &str) -> Option<NeedKind> {
        let is_unknown_host = &*self.class_of(exception).name == UNKNOWN_HOST && method.class().platform;
        let refusals = [(NO_NETWORK, NeedKind::Network), (NO_PROCESSES, NeedKind::Processes)];
        let told = refusals.into_iter().find(|(refusal, _)| message.contains(refusal)).map(|(_, kind)| kind);
        told.or(is_unknown_host.then_some(NeedKind::Network))
    }

    /// The file that was refused, and that an exception is about: the library names it as the guest did.
    fn refused_file(&self, exception: Ref, message: &str) -> Option<String> {
        let denied = match &*self.class_of(exception).name {
            "java/io/FileNotFoundException" => message.strip_suffix(" (Permission denied)")?,
            "java/nio/file/AccessDeniedException" => message,
            _ => return None,
        };
        let end = Path::new(denied).file_name()?;
        let needs = self.shared.config.needs.list().into_iter();
        let mut files = needs.filter(|need| need.kind == NeedKind::File).map(|need| need.name);
        files.find(|file| Path::new(file).file_name() == Some(end) || Path::new(denied).is_symlink())
    }

    fn message(&self, exception: Ref) -> String {
        let message = self.ref_field(exception, self.known.throwable_message);
        if message == 0 { String::new() } else { self.string(message) }
    }
}

/// What a method stands for that a guest cannot have.
fn gap(method: MethodRef) -> Option<NeedKind> {
    match method.native {
        Some(native) => native.refuses,
        None => (method.access & acc::NATIVE != 0).then_some(NeedKind::NativeMethod),
    }
}

/// What is needed, by name: the library that is refused, else the method that was called.
fn name(kind: NeedKind, method: MethodRef, message: &str) -> String {
    // Which of its functions is called first says nothing of the network.
    if matches!(kind, NeedKind::Network | NeedKind::Processes) {
        return String::new();
    }
    if let (NeedKind::NativeLibrary, Some((library, _))) = (kind, message.split_once(NO_LIBRARIES)) {
        return library.rsplit(": ").next().unwrap_or(library).to_owned();
    }
    format!("{}.{}", method.class().java_name(), method.name)
}
