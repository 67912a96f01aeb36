//! Jars that agents add to what the boot loader and the system loader know.

use std::path::Path;
use std::sync::Arc;

use crate::classpath::ClassPath;
use crate::host::appended::Appended;
use crate::host::inode::hash_bytes;
use crate::vm::classes::class::ClassRef;
use crate::vm::classes::known;
use crate::vm::classes::link::Definition;
use crate::vm::{Trap, Vm, VmResult, raise};

impl Vm {
    /// A class that agents have given to the boot loader. Transformers do not see it. Packages of the JDK's modules are closed, as in HotSpot:
    /// what is in them is trusted.
    pub(crate) fn load_appended(&mut self, name: &str) -> VmResult<ClassRef> {
        let shared = self.shared.clone();
        let package = name.rsplit_once('/').map_or("", |(package, _)| package);
        let is_open = shared.image.module_of_package(package).is_none();
        let given = shared.boot_path.find(&format!("{name}.class")).map(|found| found.bytes);
        let found = given.or_else(|| self.find_appended(name, true).map(|(bytes, _)| bytes));
        let Some(bytes) = found.filter(|_| is_open) else {
            return raise("java/lang/ClassNotFoundException", name);
        };
        let class = self.define(&bytes, Some(name), Definition { appended: true, ..Definition::default() })?;
        self.mirror(class);
        Ok(class)
    }

    /// A class in one of the jars that were added on this path.
    pub(crate) fn find_appended(&self, name: &str, to_boot: bool) -> Option<(Arc<[u8]>, Option<u32>)> {
        let file = format!("{name}.class");
        let jars = self.host.appended().iter().filter(|jar| jar.to_boot == to_boot);
        jars.into_iter().find_map(|jar| jar.jar.find(&file)).map(|found| (found.bytes, None))
    }

    /// A call that tells the system loader's own code of a jar.
    pub(crate) fn call_appender(&mut self, path: &str) -> VmResult<Trap> {
        let path = self.new_string(path)?;
        let descriptor = "(Ljava/lang/String;)V";
        let append = known::method(self.class_of(self.app_loader), "appendToClassPathForInstrumentation", descriptor)?;
        Ok(Trap::Call(append, vec![u64::from(self.app_loader), u64::from(path)]))
    }

    /// Adds a jar on this path.
    pub(crate) fn append(&mut self, path: &str, to_boot: bool) -> VmResult<()> {
        self.note_other_threads("Instrumentation.appendToClassLoaderSearch");
        let refused = |why: String| raise("java/lang/IllegalArgumentException", why);
        let feature = self.shared.feature_version as u16;
        let bytes = match self.outside(|host, now| host.read_whole(path.as_bytes(), now)) {
            Ok(bytes) => bytes,
            Err(error) => return refused(format!("cannot read {path}: {error:?}")),
        };
        let digest = hash_bytes(u64::from(to_boot), &bytes);
        match ClassPath::of_jar(Path::new(path), bytes, feature) {
            Ok(jar) => {
                let jar = Appended { to_boot, digest, jar: Arc::new(jar) };
                self.outside(|host, _| {
                    host.append(jar);
                    Ok(())
                })
                .or_else(|error| refused(format!("cannot add {path}: {error:?}")))
            }
            Err(error) => refused(error.to_string()),
        }
    }
}
