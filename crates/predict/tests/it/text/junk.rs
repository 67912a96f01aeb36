//! Whatever comes in, nothing panics.

use deadheat_predict::text;
use proptest::prelude::*;

/// Pieces of traces, so that junk gets beyond the first column.
const PIECES: [&str; 40] = [
    "|",
    "(",
    ")",
    ",",
    "=",
    "\n",
    "\r\n",
    "#",
    " ",
    "t",
    "s",
    "m",
    "c",
    "0",
    "1",
    "4294967295",
    "99999999999999999999",
    "r",
    "w",
    "u",
    "vr",
    "acq",
    "rel",
    "racq",
    "rrel",
    "try",
    "refused",
    "fork",
    "join",
    "begin",
    "end",
    "wait",
    "wake",
    "timeout",
    "notify",
    "up",
    "down",
    "permits",
    "arrive",
    "pass",
];

proptest! {
    #[test]
    fn bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = text::read(bytes.as_slice());
    }

    #[test]
    fn gzip(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = text::read([[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0].as_slice(), &bytes].concat().as_slice());
    }

    #[test]
    fn pieces(pieces in prop::collection::vec(prop::sample::select(PIECES.as_slice()), 0..60)) {
        let _ = text::read(pieces.concat().as_bytes());
    }

    #[test]
    fn lines(lines in prop::collection::vec((0..3_u8, 17..PIECES.len(), prop::sample::select(
        ["", "(t)", "(s)", "(t,s)", "(s,t)", "(t,4294967295)", "(t", "(s,3)"].as_slice()), "[0-9|=]{0,3}"), 0..40))
    {
        let all: String = lines.iter().map(|(thread, word, object, rest)| format!("{thread}|{}{object}|{rest}\n", PIECES[*word])).collect();
        for end in 0..=all.len() {
            let _ = text::read(&all.as_bytes()[..end]);
        }
    }
}
