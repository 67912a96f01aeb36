//! Where traces come from: files, plain and in gzip, with any line ends.

use std::io::{self, BufReader, Read, Write};

use deadheat_predict::text::{self, Problem, TextTrace};
use flate2::Compression;
use flate2::write::GzEncoder;

const TRACE: &str = "t|w(x)|1\nt|fork(s)|2\ns|r(x)|3\n";

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

#[track_caller]
fn same(trace: &TextTrace) {
    let expected = text::read(TRACE.as_bytes()).unwrap();
    assert_eq!((&trace.history, &trace.names, &trace.lines), (&expected.history, &expected.names, &expected.lines));
}

#[test]
fn line_ends() {
    same(&text::read(TRACE.replace('\n', "\r\n").as_bytes()).unwrap());
    same(&text::read(TRACE.trim_end().as_bytes()).unwrap());
    same(&text::read(format!("\u{feff}{TRACE}").as_bytes()).unwrap());
    assert!(text::read(io::empty()).unwrap().history.events().is_empty());
    assert!(text::read("\n".as_bytes()).unwrap().history.events().is_empty());
}

#[test]
fn gzip_is_recognised_whatever_the_name() {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in [("a.std", gzip(TRACE)), ("b.gz", TRACE.as_bytes().to_vec()), ("c", gzip(TRACE))] {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        same(&text::open(&path).unwrap());
    }
    // Two files in gzip, one after the other, are one in gzip.
    let (first, second) = TRACE.split_at(11);
    same(&text::read([gzip(first), gzip(second)].concat().as_slice()).unwrap());
}

/// Gives one byte at a time.
struct Drip<'b>(&'b [u8]);

impl Read for Drip<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = out.len().min(1);
        self.0.read(&mut out[..count])
    }
}

#[test]
fn input_may_come_byte_by_byte() {
    same(&text::read(BufReader::with_capacity(1, Drip(TRACE.as_bytes()))).unwrap());
    same(&text::read(BufReader::with_capacity(1, Drip(&gzip(TRACE)))).unwrap());
}

#[test]
fn gzip_that_is_cut_off_or_damaged() {
    let long: String = (0..20_000).map(|at| format!("t|w(x{})|{at}\n", at * at % 7919)).collect();
    let whole = gzip(&long);
    assert!(text::read(whole.as_slice()).is_ok());
    for length in [2, 3, 9, 10, 11, 500, whole.len() / 2, whole.len() - 8, whole.len() - 1] {
        let error = text::read(&whole[..length]).unwrap_err();
        assert!(matches!(error.problem, Problem::TruncatedGzip), "{length}: {error:?}");
    }
    let line = text::read(&whole[..whole.len() / 2]).unwrap_err().line;
    assert!(line.is_some_and(|line| line > 5_000), "{line:?}");
    let mut damaged = whole.clone();
    let middle = damaged.len() / 2;
    damaged[middle..middle + 50].fill(0xa5);
    assert!(text::read(damaged.as_slice()).is_err());
    let mut wrong_sum = whole;
    let at = wrong_sum.len() - 5;
    wrong_sum[at] ^= 1;
    assert!(matches!(text::read(wrong_sum.as_slice()).unwrap_err().problem, Problem::DamagedGzip));
}

#[test]
fn a_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace.std");
    let error = text::open(&path).unwrap_err();
    assert!(matches!(error.problem, Problem::Io(_)) && error.line.is_none());
    assert!(error.to_string().contains("trace.std: cannot be read: "), "{error}");
    std::fs::write(&path, "t|w(x)|1\nt|rel(m)|1\n").unwrap();
    let error = text::open(&path).unwrap_err();
    assert!(error.to_string().contains("trace.std: line 2: t gives back m"), "{error}");
    assert!(text::open(folder.path()).is_err());
}

/// Fails after a line.
struct Broken(bool);

impl Read for Broken {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if std::mem::replace(&mut self.0, true) {
            return Err(io::Error::other("the disk is on fire"));
        }
        b"t|w(x)|1\n".as_slice().read(out)
    }
}

#[test]
fn an_error_of_the_input_is_told_with_the_line() {
    let error = text::read(BufReader::new(Broken(false))).unwrap_err();
    assert_eq!(error.to_string(), "line 2: cannot be read: the disk is on fire");
}
