//! `java.util.zip`: checksums and the two compressors; and the system's time zone and performance counters.

use super::unsafe_bounds::{Use, range};
use super::{Native, native, nothing};
use crate::host::deflate::{Deflate, Flush};
use crate::host::inflate::{Inflate, Status, adler32};
use crate::host::{Codec, inode};
use crate::vm::classes::known;
use crate::vm::memory::layout::Ref;
use crate::vm::{Trap, Vm, VmResult, raise};

const CRC: &str = "java/util/zip/CRC32";
const ADLER: &str = "java/util/zip/Adler32";
const INFLATER: &str = "java/util/zip/Inflater";
const DEFLATER: &str = "java/util/zip/Deflater";
const COUNTER: &str = "jdk/internal/perf/PerfCounter";
const ZONE: &str = "java/util/TimeZone";

pub(super) static NATIVES: &[Native] = &[
    native(CRC, "update", "(II)I", |_, args| Ok(u64::from(crc32(args[0] as u32, &[args[1] as u8])))),
    native(CRC, "updateBytes0", "", |vm, args| {
        let bytes = vm.read_part(args[1] as Ref, args[2], args[3])?;
        Ok(u64::from(crc32(args[0] as u32, &bytes)))
    }),
    native(CRC, "updateByteBuffer0", "", |vm, args| {
        let bytes = vm.memory(args[1].wrapping_add(args[2]), args[3] as u32 as usize)?;
        Ok(u64::from(crc32(args[0] as u32, &bytes)))
    }),
    native(ADLER, "update", "(II)I", |_, args| Ok(u64::from(adler32(args[0] as u32, &[args[1] as u8])))),
    native(ADLER, "updateBytes", "", |vm, args| {
        let bytes = vm.read_part(args[1] as Ref, args[2], args[3])?;
        Ok(u64::from(adler32(args[0] as u32, &bytes)))
    }),
    native(ADLER, "updateByteBuffer", "", |vm, args| {
        let bytes = vm.memory(args[1].wrapping_add(args[2]), args[3] as u32 as usize)?;
        Ok(u64::from(adler32(args[0] as u32, &bytes)))
    }),
    native(INFLATER, "init", "", |vm, args| add(vm, Codec::Inflate(Box::new(Inflate::new(args[0] == 0))))),
    native(INFLATER, "setDictionary", "(J[BII)V", |vm, args| {
        let bytes = vm.read_part(args[1] as Ref, args[2], args[3])?;
        set_dictionary(vm, args[0], &bytes)
    }),
    native(INFLATER, "setDictionaryBuffer", "", |vm, args| {
        let bytes = vm.memory(args[1], args[2] as u32 as usize)?;
        set_dictionary(vm, args[0], &bytes)
    }),
    native(INFLATER, "inflateBytesBytes", "", |vm, args| {
        let input = Buffer::Array(args[2], args[3], args[4]);
        inflate(vm, args, input, Buffer::Array(args[5], args[6], args[7]))
    }),
    native(INFLATER, "inflateBytesBuffer", "", |vm, args| {
        let input = Buffer::Array(args[2], args[3], args[4]);
        inflate(vm, args, input, Buffer::Memory(args[5], args[6]))
    }),
    native(INFLATER, "inflateBufferBytes", "", |vm, args| {
        let input = Buffer::Memory(args[2], args[3]);
        inflate(vm, args, input, Buffer::Array(args[4], args[5], args[6]))
    }),
    native(INFLATER, "inflateBufferBuffer", "", |vm, args| {
        let input = Buffer::Memory(args[2], args[3]);
        inflate(vm, args, input, Buffer::Memory(args[4], args[5]))
    }),
    native(INFLATER, "getAdler", "(J)I", adler),
    native(INFLATER, "reset", "(J)V", reset),
    native(INFLATER, "end", "(J)V", end),
    native(DEFLATER, "init", "", |vm, args| {
        add(vm, Codec::Deflate(Box::new(Deflate::new(args[0] as i32, args[1] as i32, args[2] == 0))))
    }),
    native(DEFLATER, "setDictionary", "(J[BII)V", |vm, args| {
        let bytes = vm.read_part(args[1] as Ref, args[2], args[3])?;
        set_dictionary(vm, args[0], &bytes)
    }),
    native(DEFLATER, "setDictionaryBuffer", "", |vm, args| {
        let bytes = vm.memory(args[1], args[2] as u32 as usize)?;
        set_dictionary(vm, args[0], &bytes)
    }),
    native(DEFLATER, "deflateBytesBytes", "", |vm, args| {
        let input = Buffer::Array(args[2], args[3], args[4]);
        deflate(vm, args, input, Buffer::Array(args[5], args[6], args[7]))
    }),
    native(DEFLATER, "deflateBytesBuffer", "", |vm, args| {
        let input = Buffer::Array(args[2], args[3], args[4]);
        deflate(vm, args, input, Buffer::Memory(args[5], args[6]))
    }),
    native(DEFLATER, "deflateBufferBytes", "", |vm, args| {
        let input = Buffer::Memory(args[2], args[3]);
        deflate(vm, args, input, Buffer::Array(args[4], args[5], args[6]))
    }),
    native(DEFLATER, "deflateBufferBuffer", "", |vm, args| {
        let input = Buffer::Memory(args[2], args[3]);
        deflate(vm, args, input, Buffer::Memory(args[4], args[5]))
    }),
    native(DEFLATER, "getAdler", "(J)I", adler),
    native(DEFLATER, "reset", "(J)V", reset),
    native(DEFLATER, "end", "(J)V", end),
    native("jdk/internal/perf/Perf", "createLong", "", |vm, _| {
        if vm.phase() > 0 {
            return Ok(vm.call_result());
        }
        let class = vm.load_boot("java/nio/ByteBuffer")?;
        let allocate = known::method(class, "allocate", "(I)Ljava/nio/ByteBuffer;")?;
        Err(Trap::Call(allocate, vec![8]))
    }),
    // The library's counters would only carry the time of day into the state.
    native(COUNTER, "set", "", nothing),
    native(COUNTER, "add", "", nothing),
    native(COUNTER, "increment", "", nothing),
    native(COUNTER, "addTime", "", nothing),
    native(COUNTER, "addElapsedTimeFrom", "", nothing),
    native(ZONE, "getSystemTimeZoneID", "", |vm, _| match vm.shared.config.zone.name() {
        Some(zone) => Ok(u64::from(vm.new_string(&zone)?)),
        None => Ok(0),
    }),
    native(ZONE, "getSystemGMTOffsetID", "", |vm, _| Ok(u64::from(vm.new_string("GMT")?))),
];

/// CRC-32, continued from `crc`.
fn crc32(crc: u32, bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut n = 0;
        while n < 256 {
            let mut c = n as u32;
            let mut k = 0;
            while k < 8 {
                c = if c & 1 == 1 { 0xEDB8_8320 ^ c >> 1 } else { c >> 1 };
                k += 1;
            }
            table[n] = c;
            n += 1;
        }
        table
    };
    !bytes.iter().fold(!crc, |crc, byte| TABLE[usize::from(crc as u8 ^ byte)] ^ crc >> 8)
}

/// Part of a `byte[]` (array, offset, length), or of raw memory (address, length).
#[derive(Clone, Copy)]
enum Buffer {
    Array(u64, u64, u64),
    Memory(u64, u64),
}

impl Buffer {
    fn content(self, vm: &Vm) -> VmResult<Vec<u8>> {
        match self {
            Buffer::Array(array, offset, length) => vm.copy_of_bytes(array as Ref, offset, length),
            Buffer::Memory(address, length) => vm.memory(address, length as u32 as usize),
        }
    }

    /// Bytes that there is room for.
    fn room(self, vm: &Vm) -> VmResult<usize> {
        match self {
            Buffer::Array(array, offset, length) => {
                vm.byte_range(array as Ref, offset, length).map(|(_, _, length)| length)
            }
            Buffer::Memory(address, length) => {
                range(vm, 0, address, u64::from(length as u32), Use::Write)?;
                Ok(length as u32 as usize)
            }
        }
    }

    fn store(self, vm: &mut Vm, bytes: &[u8]) -> VmResult<()> {
        match self {
            Buffer::Array(array, offset, _) => {
                vm.store_bytes(array as Ref, offset as u32 as usize, bytes);
                Ok(())
            }
            Buffer::Memory(address, _) => vm.set_memory(address, bytes),
        }
    }
}

fn add(vm: &mut Vm, codec: Codec) -> VmResult<u64> {
    let id = vm.outside(|host, _| Ok(host.add_codec(codec)));
    Ok(u64::from(id.unwrap_or(0)))
}

fn set_dictionary(vm: &mut Vm, id: u64, bytes: &[u8]) -> VmResult<u64> {
    let change = inode::hash_bytes(11, bytes);
    let taken = vm.outside(|host, _| {
        Ok(match host.codec(id as u32, change) {
            Some(Codec::Inflate(inflate)) => inflate.set_dictionary(bytes),
            Some(Codec::Deflate(deflate)) => deflate.set_dictionary(bytes),
            None => false,
        })
    });
    if taken == Ok(true) { Ok(0) } else { raise("java/lang/IllegalArgumentException", "") }
}

fn adler(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    Ok(match vm.host.codec_state(args[0] as u32) {
        Some(Codec::Inflate(inflate)) => u64::from(inflate.adler()),
        Some(Codec::Deflate(deflate)) => u64::from(deflate.adler()),
        None => 0,
    })
}

fn reset(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let _ = vm.outside(|host, _| {
        match host.codec(args[0] as u32, 1) {
            Some(Codec::Inflate(inflate)) => inflate.reset(),
            Some(Codec::Deflate(deflate)) => deflate.reset(),
            None => {}
        }
        Ok(())
    });
    Ok(0)
}

fn end(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let _ = vm.outside(|host, _| {
        host.remove_codec(args[0] as u32);
        Ok(())
    });
    Ok(0)
}

/// What both compressors answer with.
fn packed(read: usize, written: usize, bit62: bool, bit63: bool) -> u64 {
    read as u64 | (written as u64) << 31 | u64::from(bit62) << 62 | u64::from(bit63) << 63
}

fn inflate(vm: &mut Vm, args: &[u64], input: Buffer, output: Buffer) -> VmResult<u64> {
    vm.look_soon();
    let source = input.content(vm)?;
    let mut target = vec![0; output.room(vm)?];
    let change = inode::hash_bytes(target.len() as u64, &source);
    let step = vm.outside(|host, _| {
        Ok(match host.codec(args[1] as u32, change) {
            Some(Codec::Inflate(inflate)) => Some(inflate.run(&source, &mut target)),
            _ => None,
        })
    });
    let Ok(Some(step)) = step else { return raise("java/lang/InternalError", "no such stream") };
    output.store(vm, &target[..step.written])?;
    if let Status::Bad(why) = step.status {
        let this = args[0] as Ref;
        for (name, value) in [("inputConsumed", step.read), ("outputConsumed", step.written)] {
            let class = vm.frame_method(vm.frame).class();
            let field = known::instance_field(class, name)?;
            vm.set(this + field.place, value as u64);
        }
        return raise("java/util/zip/DataFormatException", why);
    }
    Ok(packed(step.read, step.written, step.status == Status::End, step.status == Status::NeedDictionary))
}

fn deflate(vm: &mut Vm, args: &[u64], input: Buffer, output: Buffer) -> VmResult<u64> {
    let [flush, params] = args[args.len() - 2..] else { return Ok(0) };
    vm.look_soon();
    let source = input.content(vm)?;
    let mut target = vec![0; output.room(vm)?];
    let change = inode::hash_bytes(target.len() as u64 ^ params << 32, &source);
    let flush = match flush as u32 {
        2 => Flush::Sync,
        3 => Flush::Full,
        4 => Flush::Finish,
        _ => Flush::No,
    };
    let params = params as u32;
    let step = vm.outside(|host, _| {
        Ok(match host.codec(args[1] as u32, change) {
            Some(Codec::Deflate(deflate)) if params & 1 != 0 => {
                let (strategy, level) = ((params >> 1 & 3) as i32, params as i32 >> 3);
                Some(deflate.set_params(level, strategy, &source, &mut target))
            }
            Some(Codec::Deflate(deflate)) => Some(deflate.run(&source, &mut target, flush)),
            _ => None,
        })
    });
    let Ok(Some(step)) = step else { return raise("java/lang/InternalError", "no such stream") };
    output.store(vm, &target[..step.written])?;
    let unset = params & 1 != 0 && step.read < source.len();
    Ok(packed(step.read, step.written, step.finished && params & 1 == 0, unset))
}
