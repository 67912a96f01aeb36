//! From the booted library to the guest's `main`.

use crate::vm::boot::BootError;
use crate::vm::classes::class::{ClassRef, MethodRef, acc};
use crate::vm::memory::layout::Ref;
use crate::vm::threads::thread::{F_BOTTOM, T_BETWEEN};
use crate::vm::{Trap, Vm, VmResult};

/// With arguments, and without.
const MAINS: [&str; 2] = ["([Ljava/lang/String;)V", "()V"];
/// The first JDK whose programs may begin with a method of an object, or with one that takes no arguments.
const FREE_MAINS_SINCE: u32 = 25;

impl Vm {
    /// Loads the main class and pushes the call of its `main`.
    pub(super) fn prepare_main(&mut self) -> Result<(), BootError> {
        // Agents come before the main class is loaded, and may change it.
        if self.has_agents() {
            self.look_for_main_class()?;
        } else {
            self.set_main_class()?;
        }
        self.launched = true;
        match self.begin_main() {
            Ok(()) | Err(Trap::Retry) => {}
            Err(Trap::Raise(error, message)) => {
                return Err(BootError::Main(format!("{}: {message}", error.replace('/', "."))));
            }
            Err(trap) => return Err(BootError::Main(self.explain(trap))),
        }
        self.park_registers();
        self.set_thread_word(T_BETWEEN, 1);
        Ok(())
    }

    fn set_main_class(&mut self) -> Result<(), BootError> {
        let class = self.load_main_class()?;
        let main = self.find_main(class)?;
        (self.main_class, self.main_method) = (Some(class), Some(main));
        Ok(())
    }

    fn look_for_main_class(&self) -> Result<(), BootError> {
        let main = &self.shared.config.main_class;
        let name = main.replace('.', "/");
        let is_there = self.find_on_paths(&name).is_some() || self.shared.image.class(&name).is_some();
        if is_there { Ok(()) } else { Err(BootError::Main(no_main_class(main))) }
    }

    fn load_main_class(&mut self) -> Result<ClassRef, BootError> {
        let main = self.shared.config.main_class.clone();
        self.load(&main.replace('.', "/"), self.app_loader).map_err(|trap| {
            BootError::Main(match trap {
                Trap::Raise("java/lang/ClassNotFoundException", _) => no_main_class(&main),
                Trap::Raise(error, message) => {
                    format!("could not load main class {main}: {}: {message}", error.replace('/', "."))
                }
                trap => self.explain(trap),
            })
        })
    }

    /// The method that the program begins with (JLS 12.1.4).
    fn find_main(&self, class: ClassRef) -> Result<MethodRef, BootError> {
        let name = &self.shared.config.main_class;
        let is_free = self.shared.feature_version >= FREE_MAINS_SINCE;
        let fits = |main: &MethodRef| match is_free {
            true => main.access & acc::PRIVATE == 0,
            false => main.access & (acc::PUBLIC | acc::STATIC) == acc::PUBLIC | acc::STATIC,
        };
        let descriptors = if is_free { &MAINS[..] } else { &MAINS[..1] };
        let found = descriptors.iter().find_map(|descriptor| class.find_method("main", descriptor).filter(fits));
        let main = found.ok_or_else(|| {
            BootError::Main(format!(
                "main method not found in class {name}; define it as public static void main(String[] args)"
            ))
        })?;
        let can_be_made = || class.access & acc::ABSTRACT == 0 && no_argument_constructor(class).is_some();
        if !main.is_static() && !can_be_made() {
            return Err(BootError::Main(format!(
                "main of class {name} is not static, and no object can be made for it; make it static, or give the class a constructor \
                 without arguments that is not private"
            )));
        }
        Ok(main)
    }

    /// Pushes the frame that [starts `main`](Vm::start_main), and goes as far as it can.
    fn begin_main(&mut self) -> VmResult<()> {
        let args = self.main_arguments()?;
        self.clear_stack();
        let start = self.synthetic("startMain")?;
        self.push_frame(start, &[u64::from(args)], F_BOTTOM)?;
        if self.has_agents() { Ok(()) } else { self.start_main(args) }
    }

    /// What the frame does that [starts `main`](Vm::start_main): it calls all agents, one after the other, before.
    pub(crate) fn start_agents_and_main(&mut self, args: Ref) -> VmResult<()> {
        let called = u64::from(self.phase());
        if called < self.shared.config.agents.len() as u64 {
            return Err(Trap::Call(self.synthetic("startAgent")?, vec![called]));
        }
        if self.has_agents() {
            let name = self.shared.config.main_class.replace('.', "/");
            let class = self.load(&name, self.app_loader)?;
            let main = self
                .find_main(class)
                .map_err(|error| Trap::Raise("java/lang/NoSuchMethodException", error.to_string()))?;
            (self.main_class, self.main_method) = (Some(class), Some(main));
        }
        self.start_main(args)
    }

    /// The main class, if it is there on this path.
    pub(crate) fn present_main_class(&self) -> Option<ClassRef> {
        self.main_class.filter(|class| !self.has_agents() || self.get(class.mirror) != 0)
    }

    /// Initialises the main class, then puts the call of its `main` in the place of all frames, and above it that of its object's
    /// constructor. `Err(Retry)` while initialisers run.
    pub(crate) fn start_main(&mut self, args: Ref) -> VmResult<()> {
        let (Some(class), Some(main)) = (self.main_class, self.main_method) else {
            return Err(Trap::Internal("there is no main class".into()));
        };
        self.initialize(class)?;
        let constructor = no_argument_constructor(class).filter(|_| !main.is_static());
        let object = if constructor.is_some() { Some(u64::from(self.new_object(class)?)) } else { None };
        let args = Some(u64::from(args)).filter(|_| &*main.descriptor == MAINS[0]);
        let receiver_and_args: Vec<u64> = object.into_iter().chain(args).collect();
        self.clear_stack();
        self.push_frame(main, &receiver_and_args, F_BOTTOM)?;
        match constructor {
            Some(constructor) => self.push_frame(constructor, &receiver_and_args[..1], 0),
            None => Ok(()),
        }
    }

    fn main_arguments(&mut self) -> VmResult<Ref> {
        let shared = self.shared.clone();
        let strings: Vec<Ref> = shared.config.args.iter().map(|arg| self.new_string(arg)).collect::<VmResult<_>>()?;
        self.new_ref_array(self.known.string(), &strings)
    }
}

fn no_main_class(name: &str) -> String {
    format!("could not find or load main class {name}; check the name and the class path")
}

fn no_argument_constructor(class: ClassRef) -> Option<MethodRef> {
    let constructor = class.methods.iter().copied().find(|m| &*m.name == "<init>" && &*m.descriptor == "()V");
    constructor.filter(|m| m.access & acc::PRIVATE == 0)
}
