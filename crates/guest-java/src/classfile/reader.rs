//! A bounds-checked big-endian cursor over the bytes of a class file.

/// The input ended inside an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Truncated;

/// A cursor that never reads past the end and never panics.
#[derive(Debug, Clone)]
pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Starts at the first byte.
    pub fn new(bytes: &'a [u8]) -> Self {
        Reader { rest: bytes }
    }

    /// The number of bytes not yet read.
    pub fn remaining(&self) -> usize {
        self.rest.len()
    }

    #[inline(always)]
    fn array<const N: usize>(&mut self) -> Result<[u8; N], Truncated> {
        let (head, rest) = self.rest.split_first_chunk::<N>().ok_or(Truncated)?;
        self.rest = rest;
        Ok(*head)
    }

    /// Reads a `u1`.
    #[inline(always)]
    pub fn u8(&mut self) -> Result<u8, Truncated> {
        self.array::<1>().map(|[b]| b)
    }

    /// Reads a `u2`.
    #[inline(always)]
    pub fn u16(&mut self) -> Result<u16, Truncated> {
        self.array().map(u16::from_be_bytes)
    }

    /// Reads a `u4`.
    #[inline(always)]
    pub fn u32(&mut self) -> Result<u32, Truncated> {
        self.array().map(u32::from_be_bytes)
    }

    /// Reads eight bytes.
    #[inline(always)]
    pub fn u64(&mut self) -> Result<u64, Truncated> {
        self.array().map(u64::from_be_bytes)
    }

    /// Reads `len` bytes.
    #[inline(always)]
    pub fn bytes(&mut self, len: usize) -> Result<&'a [u8], Truncated> {
        let (head, rest) = self.rest.split_at_checked(len).ok_or(Truncated)?;
        self.rest = rest;
        Ok(head)
    }

    /// Reads a `u4` length and then that many bytes: the body of an attribute.
    #[inline(always)]
    pub fn body(&mut self) -> Result<&'a [u8], Truncated> {
        let len = self.u32()?;
        self.bytes(usize::try_from(len).map_err(|_| Truncated)?)
    }
}
