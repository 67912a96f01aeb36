//! The words of the format.
//!
//! Whatever a word here is not sure to be harmless must not be skipped: an unknown one could synchronise, and then what is predicted
//! without it could not happen.

use crate::history::Mode;

/// What a word stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    /// Tells nothing that a prediction needs.
    Skipped,
    Begin,
    End,
    Fork,
    Join,
    Read {
        plain: bool,
    },
    Write {
        plain: bool,
    },
    Update,
    Acquire {
        mode: Mode,
        waits: bool,
    },
    Refused(Mode),
    Release(Mode),
    Wait,
    Wake {
        notified: bool,
    },
    Notify {
        all: bool,
    },
    Permits,
    Quiet,
    Up,
    Down,
    CountDown,
    Await,
    Arrive,
    Pass,
    Unpark,
    Park,
}

impl Operation {
    /// What the word stands for, if it is known.
    #[inline]
    pub fn of(word: &[u8]) -> Option<Self> {
        use Mode::{Exclusive, Shared};
        Some(match word {
            b"r" | b"read" => Self::Read { plain: true },
            b"w" | b"write" => Self::Write { plain: true },
            b"acq" | b"acquire" | b"lock" => Self::Acquire { mode: Exclusive, waits: true },
            b"rel" | b"release" | b"unlock" => Self::Release(Exclusive),
            b"fork" => Self::Fork,
            b"join" => Self::Join,
            b"begin" => Self::Begin,
            b"end" => Self::End,
            b"branch" | b"enter" | b"exit" | b"dummy" | b"req" => Self::Skipped,
            b"vr" => Self::Read { plain: false },
            b"vw" => Self::Write { plain: false },
            b"u" | b"update" | b"rmw" => Self::Update,
            b"racq" | b"acq_r" | b"racquire" | b"rlock" => Self::Acquire { mode: Shared, waits: true },
            b"rrel" | b"rel_r" | b"rrelease" | b"runlock" => Self::Release(Shared),
            b"try" | b"trylock" => Self::Acquire { mode: Exclusive, waits: false },
            b"rtry" => Self::Acquire { mode: Shared, waits: false },
            b"refused" => Self::Refused(Exclusive),
            b"rrefused" => Self::Refused(Shared),
            b"wait" => Self::Wait,
            b"wake" => Self::Wake { notified: true },
            b"timeout" => Self::Wake { notified: false },
            b"notify" | b"signal" => Self::Notify { all: false },
            b"notifyAll" | b"notify_all" | b"broadcast" => Self::Notify { all: true },
            b"permits" => Self::Permits,
            b"quiet" => Self::Quiet,
            b"up" => Self::Up,
            b"down" => Self::Down,
            b"countdown" => Self::CountDown,
            b"await" => Self::Await,
            b"arrive" => Self::Arrive,
            b"pass" => Self::Pass,
            b"unpark" => Self::Unpark,
            b"park" => Self::Park,
            _ => return None,
        })
    }
}
