//! Bringing a machine up: the order of HotSpot's `create_vm`, run with the JDK's own code.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use thiserror::Error;

use crate::classpath::jimage::{JImage, JImageError};
use crate::classpath::{ClassPath, ClassPathError, DEFAULT_FEATURE};
use crate::front::jdk;
use crate::vm::classes::class::{MethodRef, acc};
use crate::vm::classes::known;
use crate::vm::config::Config;
use crate::vm::exec::interp::Stop;
use crate::vm::memory::layout::{self, HEADER, Ref};
use crate::vm::registry::Registry;
use crate::vm::threads::thread::{F_BOTTOM, S_RUNNABLE, T_OBJECT, T_STATUS};
use crate::vm::{Shared, Trap, Vm, VmResult};

/// Why a guest could not be brought to its `main`.
#[derive(Debug, Error)]
pub enum BootError {
    /// The JDK's class library cannot be used.
    #[error(transparent)]
    Image(#[from] JImageError),
    /// The guest's class path cannot be used.
    #[error(transparent)]
    ClassPath(#[from] ClassPathError),
    /// No address space for the arena.
    #[error("cannot reserve 32 GiB of address space for the guest ({0}); raise `ulimit -v` or allow overcommit")]
    Memory(#[from] std::io::Error),
    /// The main class cannot be run.
    #[error("{0}")]
    Main(String),
    /// The class library did not come up: most likely a JDK that we don't know.
    #[error("the JDK in {home} did not start under deadheat: {what}; JDK 17, 21 and 25 are known to work")]
    Library {
        /// The JDK.
        home: String,
        /// What went wrong.
        what: String,
    },
}

/// Opens what a guest is made of.
pub fn open(config: Config) -> Result<Arc<Shared>, BootError> {
    let image = JImage::open(&config.java_home.join("lib/modules"))?;
    let feature_version = jdk::feature_version(&config.java_home).unwrap_or(DEFAULT_FEATURE.into());
    let of_agents = config.agents.iter().map(|agent| agent.jar.clone());
    let entries: Vec<PathBuf> = config.class_path.iter().cloned().chain(of_agents).collect();
    let class_path = ClassPath::open_for(&entries, feature_version as u16)?;
    let boot_path: Vec<PathBuf> = config.agents.iter().flat_map(|agent| agent.boot_class_path.clone()).collect();
    let boot_path = ClassPath::open_for(&boot_path, feature_version as u16)?;
    let modules = ClassPath::open_for(&config.modules, feature_version as u16)?;
    Ok(Arc::new(Shared {
        registry: Registry::default(),
        image,
        class_path,
        modules,
        boot_path,
        config,
        feature_version,
        fork_join: Default::default(),
        graph: Default::default(),
        alike: Default::default(),
    }))
}

impl Vm {
    /// Boots the class library and stands before the guest's `main`.
    pub fn boot(shared: &Arc<Shared>) -> Result<Vm, BootError> {
        let mut vm = Vm::new(shared.clone())?;
        let home = shared.config.java_home.display().to_string();
        vm.boot_library().map_err(|trap| BootError::Library { home, what: vm.explain(trap) })?;
        vm.prepare_main()?;
        Ok(vm)
    }

    fn boot_library(&mut self) -> VmResult<()> {
        self.measure_class()?;
        self.known.object = Some(self.load_boot("java/lang/Object")?);
        self.known.class = Some(self.load_boot("java/lang/Class")?);
        self.define_primitives()?;
        self.resolve_known()?;
        self.set_random_seed();
        self.make_boot_thread()?;
        for class in ["java/lang/String", "java/lang/System", "java/lang/Class"] {
            self.boot_initialize(class)?;
        }
        self.set_unsafe_constants()?;
        self.boot_initialize("java/lang/ThreadGroup")?;
        self.make_main_thread()?;
        for class in ["java/lang/Module", "java/lang/reflect/Method", "java/lang/ref/Finalizer"] {
            self.boot_initialize(class)?;
        }
        self.boot_call("java/lang/System", "initPhase1", "()V", &[])?;
        for class in [
            "java/lang/ArithmeticException",
            "java/lang/ArrayStoreException",
            "java/lang/ClassCastException",
            "java/lang/IllegalArgumentException",
            "java/lang/IllegalMonitorStateException",
            "java/lang/NullPointerException",
            "java/lang/OutOfMemoryError",
            "java/lang/StackOverflowError",
            "java/lang/ArrayIndexOutOfBoundsException",
            "java/lang/NegativeArraySizeException",
            "java/lang/InterruptedException",
            "java/lang/NoClassDefFoundError",
            "java/lang/ClassNotFoundException",
            "java/lang/ExceptionInInitializerError",
            "java/lang/AssertionError",
            "java/lang/invoke/MethodHandle",
            "java/lang/invoke/MethodHandleNatives",
        ] {
            self.boot_initialize(class)?;
        }
        if self.boot_call("java/lang/System", "initPhase2", "(ZZ)I", &[1, 1])? != 0 {
            return Err(Trap::Internal("System.initPhase2 failed".into()));
        }
        self.boot_call("java/lang/System", "initPhase3", "()V", &[])?;
        self.app_loader =
            self.boot_call("java/lang/ClassLoader", "getSystemClassLoader", "()Ljava/lang/ClassLoader;", &[])? as Ref;
        self.platform_loader =
            self.boot_call("java/lang/ClassLoader", "getPlatformClassLoader", "()Ljava/lang/ClassLoader;", &[])? as Ref;
        for class in self.classes.clone().iter() {
            if self.get(self.status_address(class)) == crate::vm::classes::init::DONE {
                class.booted.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    /// Instance words of `java.lang.Class`, which must be known before any class is made.
    fn measure_class(&mut self) -> VmResult<()> {
        let shared = self.shared.clone();
        let bytes = shared.image.class("java/lang/Class").map(|(_, bytes)| bytes);
        let file = bytes.and_then(|bytes| crate::classfile::parse(bytes).ok());
        let Some(file) = file else {
            return Err(Trap::Internal("java.lang.Class is missing".into()));
        };
        let fields = file.fields.iter().filter(|f| f.access & acc::STATIC == 0).count() as u32;
        self.known.mirror_words = HEADER + fields;
        Ok(())
    }

    fn set_random_seed(&mut self) {
        let seed = self.shared.config.seed;
        self.set(layout::G_RANDOM, seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        self.set(layout::G_CLOCK, 1_000_000);
        // The first thread has number 1, and HotSpot keeps 2 to itself.
        self.set(layout::G_NEXT_THREAD_ID, 3);
    }

    /// Thread 0 runs the boot, before there is a `Thread` object for it.
    fn make_boot_thread(&mut self) -> VmResult<()> {
        let run = known::method(self.known.object(), "<init>", "()V")?;
        self.new_thread(0, 0, run, &[0])?;
        self.set(layout::thread(0) + T_STATUS, S_RUNNABLE);
        self.switch_to(0);
        Ok(())
    }

    fn make_main_thread(&mut self) -> VmResult<()> {
        let group_class = self.known.thread_group();
        let system = self.new_object(group_class)?;
        self.boot_run(known::method(group_class, "<init>", "()V")?, &[u64::from(system)])?;
        let main_group = self.new_object(group_class)?;
        let name = self.literal_str("main")?;
        let init = known::method(group_class, "<init>", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V")?;

        let thread_class = self.known.thread();
        let thread = self.new_object(thread_class)?;
        self.set(thread + self.known.thread_eetop, 1);
        self.set(thread + self.known.thread_number(), 1);
        if self.known.thread_holder == 0 {
            self.set(thread + self.known.details_priority, 5);
        }
        self.set(layout::thread(0) + T_OBJECT, u64::from(thread));
        self.boot_run(init, &[u64::from(main_group), u64::from(system), u64::from(name)])?;
        self.boot_initialize("java/lang/Thread")?;
        let init = known::method(thread_class, "<init>", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V")?;
        self.boot_run(init, &[u64::from(thread), u64::from(main_group), u64::from(name)])?;
        self.set_thread_status(thread, 5);
        Ok(())
    }

    /// The static fields of `UnsafeConstants`, which the VM fills in.
    fn set_unsafe_constants(&mut self) -> VmResult<()> {
        self.boot_initialize("jdk/internal/misc/UnsafeConstants")?;
        let class = self.load_boot("jdk/internal/misc/UnsafeConstants")?;
        for (name, value) in [
            ("ADDRESS_SIZE0", 8),
            ("PAGE_SIZE", 4096),
            ("BIG_ENDIAN", 0),
            ("UNALIGNED_ACCESS", 1),
            ("DATA_CACHE_LINE_FLUSH_SIZE", 0),
        ] {
            let place = known::static_field(class, name)?.place;
            self.set(place, value);
        }
        Ok(())
    }

    /// Initialises a class, running its initialiser to the end.
    fn boot_initialize(&mut self, name: &str) -> VmResult<()> {
        let class = self.load_boot(name)?;
        loop {
            match self.initialize(class) {
                Ok(()) => return Ok(()),
                Err(Trap::Retry) => {
                    // The initialiser was pushed as a frame that returns to nothing: make it the bottom.
                    let frame = self.frame;
                    let word = self.get(frame + 1);
                    self.set(frame + 1, word | F_BOTTOM << 32);
                    self.boot_interpret()?;
                }
                Err(trap) => return Err(trap),
            }
        }
    }

    /// Calls a static method of the class library.
    pub(crate) fn boot_call(&mut self, class: &str, name: &str, descriptor: &str, args: &[u64]) -> VmResult<u64> {
        self.boot_initialize(class)?;
        let class = self.load_boot(class)?;
        self.boot_run(known::method(class, name, descriptor)?, args)
    }

    /// Leaves the frames of the boot behind.
    pub(super) fn clear_stack(&mut self) {
        self.frame = 0;
        self.pc = 0;
        self.sp = layout::STACKS + layout::HELD_WORDS;
    }

    /// Runs a method on the boot thread to its end.
    fn boot_run(&mut self, method: MethodRef, args: &[u64]) -> VmResult<u64> {
        self.push_frame(method, args, F_BOTTOM)?;
        self.boot_interpret()
    }

    fn boot_interpret(&mut self) -> VmResult<u64> {
        let (frame, pc) = self.caller(self.frame);
        let sp = self.frame_locals(self.frame);
        let stop = loop {
            (self.fuel, self.fuel_rest) = (u64::MAX, 0);
            match self.interpret() {
                Stop::Fuel => {}
                stop => break stop,
            }
        };
        (self.frame, self.pc, self.sp) = (frame, pc, sp);
        match stop {
            Stop::Ended(None) => Ok(self.result),
            Stop::Ended(Some(exception)) => Err(Trap::Throw(exception)),
            other => Err(Trap::Internal(format!("boot stopped: {other:?}"))),
        }
    }

    /// A trap in words.
    pub fn explain(&self, trap: Trap) -> String {
        let Trap::Throw(exception) = trap else { return format!("{trap:?}") };
        let mut text = self.describe_exception(exception);
        for (method, pc) in self.backtrace(exception).into_iter().take(30) {
            text += &format!("\n    at {}", self.describe_frame(method, pc));
        }
        let cause = self.ref_field(exception, self.known.throwable_cause);
        if cause != 0 && cause != exception {
            text += "\n  caused by ";
            text += &self.explain(Trap::Throw(cause));
        }
        text
    }

    /// `class: message` of an exception.
    pub fn describe_exception(&self, exception: Ref) -> String {
        let class = self.class_of(exception).java_name();
        let message = self.ref_field(exception, self.known.throwable_message);
        if message == 0 { class } else { format!("{class}: {}", self.string(message)) }
    }
}
