//! Where a process has its files loaded.

use std::fs;
use std::ops::Range;
use std::path::Path;

use super::image::Image;

/// The files of a process, by address.
#[derive(Clone, Debug, Default)]
pub struct LoadMap {
    /// Sorted.
    pieces: Vec<Piece>,
}

#[derive(Clone, Debug)]
struct Piece {
    range: Range<u64>,
    module: u32,
    /// What is added to the file's own addresses.
    bias: u64,
}

impl LoadMap {
    /// Reads the map of a process.
    #[must_use]
    pub fn read(process: i32, image: &Image) -> Self {
        let text = fs::read_to_string(format!("/proc/{process}/maps")).unwrap_or_default();
        let mut pieces: Vec<Piece> = Vec::new();
        // Memory without a name behind a file's own is its variables that start as zero.
        let mut last: Option<(u64, u32, u64)> = None;
        for line in text.lines() {
            let mut words = line.split_whitespace();
            let (Some(range), _, Some(offset), _, _) =
                (words.next(), words.next(), words.next(), words.next(), words.next())
            else {
                continue;
            };
            let path = words.collect::<Vec<_>>().join(" ");
            let Some((start, end)) = range.split_once('-') else { continue };
            let number = |text: &str| u64::from_str_radix(text, 16).ok();
            let (Some(start), Some(end), Some(offset)) = (number(start), number(end), number(offset)) else { continue };
            let (module, bias) = if path.starts_with('/') {
                let module = image.module_number(Path::new(&path));
                let known = pieces.iter().find(|piece| piece.module == module).map(|piece| piece.bias);
                let is_free = image
                    .module(module)
                    .is_some_and(|loaded| loaded.module.as_ref().is_none_or(|module| module.is_position_independent()));
                let bias = known.unwrap_or(if is_free { start.wrapping_sub(offset) } else { 0 });
                (module, bias)
            } else if let Some((end, module, bias)) = last.filter(|(end, ..)| path.is_empty() && *end == start) {
                let _ = end;
                (module, bias)
            } else {
                last = None;
                continue;
            };
            last = Some((end, module, bias));
            pieces.push(Piece { range: start..end, module, bias });
        }
        pieces.sort_by_key(|piece| piece.range.start);
        Self { pieces }
    }

    /// The files, and what is added to their own addresses.
    #[must_use]
    pub fn modules(&self) -> Vec<(u32, u64)> {
        let mut modules: Vec<(u32, u64)> = self.pieces.iter().map(|piece| (piece.module, piece.bias)).collect();
        modules.sort_unstable();
        modules.dedup();
        modules
    }

    /// The file that an address is in, and the address there.
    #[must_use]
    pub fn find(&self, address: u64) -> Option<(u32, u64)> {
        let at = self.pieces.partition_point(|piece| piece.range.end <= address);
        let piece = self.pieces.get(at).filter(|piece| piece.range.contains(&address))?;
        Some((piece.module, address.wrapping_sub(piece.bias)))
    }
}
