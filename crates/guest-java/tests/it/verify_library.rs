//! Every class of the JDK passes the verifier.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use deadheat_guest_java::classfile::{ClassFile, acc, parse};
use deadheat_guest_java::classpath::ClassPath;
use deadheat_guest_java::classpath::jimage::JImage;
use deadheat_guest_java::verify::{Hierarchy, Member, Stop, verify};
use deadheat_testing::java::{LATER, java_home, later_jdk};

/// Classes by name, parsed once: those of an image, and of a jar before it.
struct Library {
    image: JImage,
    jar: Option<ClassPath>,
    parsed: RefCell<HashMap<Arc<str>, Option<Rc<ClassFile>>>>,
}

impl Library {
    fn open(home: &Path) -> Library {
        let image = JImage::open(&home.join("lib/modules")).expect("the JDK's lib/modules");
        Library { image, jar: None, parsed: RefCell::default() }
    }

    fn class(&self, name: &str) -> Option<Rc<ClassFile>> {
        if let Some(known) = self.parsed.borrow().get(name) {
            return known.clone();
        }
        let in_jar = self.jar.as_ref().and_then(|jar| jar.find(&format!("{name}.class")));
        let bytes = in_jar.map(|found| found.bytes.to_vec());
        let bytes = bytes.or_else(|| self.image.class(name).map(|(_, bytes)| bytes.to_vec()));
        let class = bytes.and_then(|bytes| parse(&bytes).ok()).map(Rc::new);
        self.parsed.borrow_mut().insert(name.into(), class.clone());
        class
    }
}

/// The library as one of its classes sees it. Classes are numbers in the order in which they are met.
struct Seen<'a> {
    library: &'a Library,
    met: Vec<Rc<ClassFile>>,
}

impl Seen<'_> {
    fn meet(&mut self, name: &str) -> Option<usize> {
        if let Some(known) = self.met.iter().position(|class| &*class.name == name) {
            return Some(known);
        }
        self.met.push(self.library.class(name)?);
        let index = self.met.len() - 1;
        let class = self.met[index].clone();
        // A class of which something is missing cannot be loaded.
        class.super_name.iter().chain(&class.interfaces).all(|above| self.meet(above).is_some()).then_some(index)
    }

    fn above(&self, class: usize) -> Option<usize> {
        let name = self.met[class].super_name.as_ref()?;
        self.met.iter().position(|other| other.name == *name)
    }

    fn all_supers(&self, class: &ClassFile, name: &str) -> bool {
        *class.name == *name
            || class
                .interfaces
                .iter()
                .chain(&class.super_name)
                .any(|above| self.library.class(above).is_some_and(|above| self.all_supers(&above, name)))
    }
}

fn package(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(package, _)| package)
}

impl Hierarchy for Seen<'_> {
    type Class = usize;
    type Error = String;

    fn current(&self) -> usize {
        0
    }

    fn load(&mut self, name: &str) -> Result<usize, String> {
        self.meet(name).ok_or_else(|| name.to_owned())
    }

    fn name(&self, class: usize) -> Arc<str> {
        self.met[class].name.clone()
    }

    fn is_interface(&self, class: usize) -> bool {
        self.met[class].access & acc::INTERFACE != 0
    }

    fn super_class(&self, class: usize) -> Option<usize> {
        self.above(class)
    }

    fn is_subclass(&self, class: usize, other: usize) -> bool {
        let name = self.met[other].name.clone();
        self.all_supers(&self.met[class], &name)
    }

    fn is_protected_elsewhere(&self, class: usize, member: Member<'_>) -> bool {
        let mut next = Some(class);
        while let Some(class) = next {
            let file = &self.met[class];
            let access = if member.is_method {
                file.methods.iter().find(|m| &*m.name == member.name && &*m.desc == member.descriptor).map(|m| m.access)
            } else {
                file.fields.iter().find(|f| &*f.name == member.name && &*f.desc == member.descriptor).map(|f| f.access)
            };
            if let Some(access) = access {
                return access & acc::PROTECTED != 0 && package(&file.name) != package(&self.met[0].name);
            }
            next = self.above(class);
        }
        false
    }
}

/// Verifies a class; a class that it needs and that is not there is no verdict.
fn verdict(library: &Library, name: &str) -> Result<bool, String> {
    let mut seen = Seen { library, met: Vec::new() };
    if seen.meet(name).is_none() {
        return Ok(false);
    }
    let file = seen.met[0].clone();
    match verify(&file, &mut seen, &mut 0) {
        Ok(()) => Ok(true),
        Err(Stop::Refused(refusal)) => Err(format!("{name}: {}", refusal.message)),
        Err(Stop::Other(_)) => Ok(false),
    }
}

/// What the verifier says to a class by itself.
pub fn standalone(bytes: &[u8]) -> Result<(), String> {
    let library = Library::open(&java_home());
    let file = Rc::new(parse(bytes).expect("a class file"));
    let mut seen = Seen { library: &library, met: vec![file.clone()] };
    seen.meet("java/lang/Object");
    match verify(&file, &mut seen, &mut 0) {
        Ok(()) => Ok(()),
        Err(Stop::Refused(refusal)) => Err(refusal.message),
        Err(Stop::Other(missing)) => Err(format!("{missing} is missing")),
    }
}

/// Verifies the classes of a jar.
fn walk_jar(jar: &Path) -> usize {
    let mut library = Library::open(&java_home());
    library.jar = Some(ClassPath::open(&[jar.to_owned()]).expect("a jar"));
    let listed = std::process::Command::new(java_home().join("bin/jar")).arg("--list").arg("--file").arg(jar).output();
    let listed = String::from_utf8_lossy(&listed.expect("the JDK's jar").stdout).into_owned();
    let names = listed.lines().filter_map(|line| line.strip_suffix(".class"));
    let names = names.filter(|name| !name.starts_with("META-INF/") && !name.ends_with("module-info"));
    let mut passed = 0;
    for name in names {
        passed += usize::from(verdict(&library, name).unwrap_or_else(|why| panic!("{}: {why}", jar.display())));
    }
    passed
}

/// `JARS` names folders with jars of others.
#[test]
#[ignore = "wants jars"]
fn libraries_of_others_pass() {
    let folders = std::env::var_os("JARS").unwrap_or_default();
    let mut passed = 0;
    let mut jars = 0;
    for folder in std::env::split_paths(&folders) {
        for jar in deadheat_testing::files(&folder, "jar") {
            passed += walk_jar(&jar);
            jars += 1;
        }
    }
    println!("{passed} classes of {jars} jars passed");
}

/// Verifies every `step`th class of an image.
fn walk(home: &Path, step: usize) {
    let library = Library::open(home);
    let names: Vec<String> = library
        .image
        .entries()
        .filter(|entry| entry.extension == "class" && entry.base != "module-info")
        .map(
            |entry| {
                if entry.parent.is_empty() { entry.base.into() } else { format!("{}/{}", entry.parent, entry.base) }
            },
        )
        .collect();
    let names: Vec<&String> = names.iter().step_by(step).collect();
    let start = std::time::Instant::now();
    let mut passed = 0;
    let mut refused = Vec::new();
    for name in &names {
        match verdict(&library, name) {
            Ok(true) => passed += 1,
            Ok(false) => {}
            Err(why) => refused.push(why),
        }
    }
    println!("{passed} of {} classes passed in {:.1} s", names.len(), start.elapsed().as_secs_f64());
    assert!(refused.is_empty(), "{} refused:\n{}", refused.len(), refused[..refused.len().min(5)].join("\n\n"));
    assert!(passed + names.len() / 100 >= names.len(), "{passed} of {}", names.len());
}

#[test]
fn a_part_of_the_library_passes() {
    walk(&java_home(), 20);
}

#[test]
#[ignore = "half a minute; the part above is in every run"]
fn the_whole_library_passes() {
    walk(&java_home(), 1);
}

#[test]
#[ignore = "a minute, and wants a JDK 21 and a JDK 25"]
fn the_whole_libraries_of_later_jdks_pass() {
    for home in LATER.into_iter().filter_map(later_jdk) {
        walk(&home, 1);
    }
}
