//! `jdk.internal.jimage`: the library's own reader of the JDK's image, for resources and the `jrt` file system.

use super::args;
use super::r#unsafe::IMAGE_WINDOW;
use super::{Native, native};
use crate::vm::classes::known;
use crate::vm::{Trap, Vm, VmResult};

pub(super) static NATIVES: &[Native] = &[native("jdk/internal/jimage/NativeImageBuffer", "getNativeMap", "", map)];

/// A direct buffer over the image; null for any other file.
fn map(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    if vm.phase() > 0 {
        return Ok(vm.scratch(0));
    }
    let name = args::text(vm, args[0])?;
    let size = vm.shared.image.bytes().len();
    if !name.ends_with("/lib/modules") || i32::try_from(size).is_err() {
        return Ok(0);
    }
    let class = vm.load_boot("java/nio/DirectByteBuffer")?;
    vm.initialize(class)?;
    let init = known::method(class, "<init>", "(JJ)V").or_else(|_| known::method(class, "<init>", "(JI)V"))?;
    let buffer = u64::from(vm.new_object(class)?);
    vm.set_scratch(0, buffer);
    Err(Trap::Call(init, vec![buffer, IMAGE_WINDOW, size as u64]))
}
