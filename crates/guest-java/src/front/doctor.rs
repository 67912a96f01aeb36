//! What is to be known before a Java program is run: which JDKs there are, and what of its files cannot be run on the one that is used.
//!
//! Files are looked at, no code is run. What is found may never be used by the program: a jar often has native code for a faster way, and
//! does without.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use deadheat_machine::{Examination, GuestError, Obstacle, ObstacleKind, Tool, Tools};

use crate::classfile::{self, ClassFile, Constant};
use crate::classpath::jimage::JImage;
use crate::classpath::{ClassPath, EntryKind};
use crate::front::jdk::{self, Jdk, SUPPORTED};
use crate::front::{JavaGuest, modules};
use crate::vm::agents::Agent;
use crate::vm::classes::class::acc;

/// Folders in which systems and installers keep JDKs, below the root or the user's home.
const JDK_FOLDERS: &[&str] = &["/usr/lib/jvm", "/opt/java", "/usr/java", "~/.sdkman/candidates/java", "~/.jdks"];
/// How native libraries end.
const LIBRARIES: &[&str] = &[".so", ".dll", ".dylib", ".jnilib"];
/// The version of class files of JDK 0, so to speak: JDK 17 reads 61.
const FIRST_VERSION: u32 = 44;

/// The JDKs that are there. `env` looks up environment variables.
pub fn tools(env: impl Fn(&str) -> Option<OsString>) -> Tools {
    let used = Jdk::find(&env);
    let mut homes: Vec<PathBuf> = used.iter().map(|jdk| jdk.home.clone()).collect();
    let home = env("HOME").map(PathBuf::from);
    for folder in JDK_FOLDERS {
        let folder = match (folder.strip_prefix("~/"), &home) {
            (Some(inside), Some(home)) => home.join(inside),
            (Some(_), None) => continue,
            (None, _) => PathBuf::from(folder),
        };
        let mut inside: Vec<PathBuf> = folder.read_dir().into_iter().flatten().flatten().map(|f| f.path()).collect();
        inside.sort();
        homes.extend(inside.into_iter().filter_map(|path| path.canonicalize().ok()));
    }
    let mut seen = BTreeSet::new();
    homes.retain(|home| seen.insert(home.clone()));
    let found = homes.iter().enumerate().filter_map(|(at, home)| tool(home, at == 0 && used.is_ok())).collect();
    Tools { purpose: "Java", found, problems: used.err().into_iter().collect() }
}

fn tool(home: &Path, used: bool) -> Option<Tool> {
    let version = jdk::version(home)?;
    let feature = jdk::feature_version(home)?;
    let mut remarks = vec![home.display().to_string()];
    if !SUPPORTED.contains(&feature) {
        remarks.push("not one that deadheat runs on".to_owned());
    } else if !home.join("bin/javac").is_file() {
        remarks.push("without a compiler".to_owned());
    }
    Some(Tool { name: format!("JDK {version}"), remarks, used })
}

/// Looks through the files of a guest.
///
/// # Errors
/// If the class path or the JDK's class library cannot be opened.
pub fn examine(guest: &JavaGuest) -> Result<Examination, GuestError> {
    let (jdk, config) = (guest.jdk(), guest.config());
    let feature = jdk.feature;
    let failed = |error: &dyn std::fmt::Display| GuestError::new(error.to_string(), "check the files that are named");
    let of_agents = config.agents.iter().flat_map(Agent::files);
    let places: Vec<PathBuf> = config.class_path.iter().chain(&config.modules).cloned().chain(of_agents).collect();
    let class_path = ClassPath::open_for(&places, feature as u16).map_err(|error| failed(&error))?;
    let image = JImage::open(&jdk.home.join("lib/modules")).map_err(|error| failed(&error))?;
    let agents = config.agents.iter().map(|agent| agent.jar.clone()).collect();
    let mut look = Look::new(&image, &class_path, agents, feature);
    for place in places.iter().filter(|place| !place.exists()) {
        look.add(ObstacleKind::Missing, format!("{}, which the class path names", place.display()));
    }
    let main = format!("{}.class", config.main_class.replace('.', "/"));
    if class_path.find(&main).is_none() && image.class(main.trim_end_matches(".class")).is_none() {
        look.add(ObstacleKind::Missing, format!("the class {}, which is to be run", config.main_class));
    }
    let entries: Vec<(PathBuf, EntryKind)> = class_path.entries().map(|(path, kind)| (path.to_owned(), kind)).collect();
    for (at, (path, _)) in entries.iter().enumerate() {
        look.entry(at, path);
    }
    look.modules(&config.modules);
    let jars = entries.iter().filter(|(_, kind)| *kind == EntryKind::Jar).count();
    Ok(look.done(jars, entries.len() - jars))
}

/// The version of Java that a class file is for, if it is one.
fn made_for(bytes: &[u8]) -> Option<u32> {
    let major = u16::from_be_bytes(bytes.get(6..8)?.try_into().ok()?);
    bytes.starts_with(&[0xca, 0xfe, 0xba, 0xbe]).then(|| u32::from(major).saturating_sub(FIRST_VERSION))
}

/// What was seen so far.
struct Look<'a> {
    feature: u32,
    image: &'a JImage,
    class_path: &'a ClassPath,
    /// The jars of agents that are started with the program.
    agents: Vec<PathBuf>,
    classes: usize,
    versions: Option<(u16, u16)>,
    obstacles: BTreeMap<ObstacleKind, BTreeSet<String>>,
    /// Native methods by class.
    natives: BTreeMap<String, usize>,
    /// Packages of the platform that it lacks, and how many classes name them.
    packages: BTreeMap<String, usize>,
}

impl<'a> Look<'a> {
    fn new(image: &'a JImage, class_path: &'a ClassPath, agents: Vec<PathBuf>, feature: u32) -> Self {
        Self {
            feature,
            image,
            class_path,
            agents,
            classes: 0,
            versions: None,
            obstacles: BTreeMap::new(),
            natives: BTreeMap::new(),
            packages: BTreeMap::new(),
        }
    }

    fn add(&mut self, kind: ObstacleKind, name: String) {
        self.obstacles.entry(kind).or_default().insert(name);
    }

    fn entry(&mut self, at: usize, path: &Path) {
        let shown =
            path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
        let agent = self.class_path.manifest(at).and_then(|manifest| manifest.get("Agent-Class"));
        if let Some(agent) = agent.filter(|_| !self.agents.iter().any(|started| started == path)) {
            self.add(ObstacleKind::Agents, format!("{agent} of {shown}; start it: -javaagent:{}", path.display()));
        }
        for name in self.class_path.names(at) {
            if LIBRARIES.iter().any(|end| name.ends_with(end)) {
                self.add(ObstacleKind::NativeLibraries, format!("{name} in {shown}"));
            }
            // Other versions of classes are for other JDKs; the ones for this one come under their plain names.
            if !name.ends_with(".class") || name.starts_with("META-INF/") {
                continue;
            }
            let bytes = self.class_path.find_in(at, &name).ok().flatten().map(|found| found.bytes);
            let made_for = bytes.as_deref().and_then(made_for).unwrap_or_default();
            match bytes.and_then(|bytes| classfile::parse(&bytes).ok()) {
                _ if made_for > self.feature => {
                    self.add(ObstacleKind::TooNew, format!("{name} in {shown}, made for Java {made_for}"));
                }
                Some(file) => self.class(&file),
                None => self.add(ObstacleKind::Damaged, format!("{name} in {shown}")),
            }
        }
    }

    fn class(&mut self, file: &ClassFile) {
        self.classes += 1;
        let (oldest, newest) = self.versions.unwrap_or((file.major, file.major));
        self.versions = Some((oldest.min(file.major), newest.max(file.major)));
        let natives = file.methods.iter().filter(|method| method.access & acc::NATIVE != 0).count();
        if natives > 0 {
            self.natives.insert(file.name.replace('/', "."), natives);
        }
        let named = file.constants.iter().filter_map(|constant| match constant {
            Constant::Class(name) => match file.constants.get(usize::from(*name)) {
                Some(Constant::Utf8(name)) => Some(&**name),
                _ => None,
            },
            _ => None,
        });
        let packages: BTreeSet<&str> =
            named.filter(|name| name.starts_with("java/")).filter_map(|name| Some(name.rsplit_once('/')?.0)).collect();
        for package in packages {
            if self.image.module_of_package(package).is_none() {
                *self.packages.entry(package.replace('/', ".")).or_default() += 1;
            }
        }
    }

    /// Modules that others require and that are nowhere.
    fn modules(&mut self, roots: &[PathBuf]) {
        let there: BTreeSet<String> = self.image.modules().into_iter().map(str::to_owned).collect();
        let described: Vec<_> = roots.iter().filter_map(|root| modules::described(root, self.feature as u16)).collect();
        let own: BTreeSet<&str> = described.iter().map(|module| module.name.as_str()).collect();
        let missing: Vec<String> = (described.iter())
            .flat_map(|module| module.requires.iter().map(move |needed| (needed, &module.name)))
            .filter(|(needed, _)| !there.contains(*needed) && !own.contains(needed.as_str()))
            .map(|(needed, by)| format!("module {needed}, which {by} requires"))
            .collect();
        missing.into_iter().for_each(|name| self.add(ObstacleKind::Missing, name));
    }

    fn done(mut self, jars: usize, folders: usize) -> Examination {
        let natives = std::mem::take(&mut self.natives);
        natives
            .into_iter()
            .for_each(|(class, count)| self.add(ObstacleKind::NativeMethods, format!("{count} of {class}")));
        let packages = std::mem::take(&mut self.packages);
        for (package, count) in packages {
            self.add(ObstacleKind::Missing, format!("package {package}, which {count} of its classes name"));
        }
        let contents = vec![(jars as u64, "jar"), (folders as u64, "folder"), (self.classes as u64, "class")];
        let version = |major: u16| format!("Java {}", u32::from(major).saturating_sub(FIRST_VERSION));
        let made_for = self.versions.map(|(oldest, newest)| (version(oldest), version(newest)));
        let obstacles = self.obstacles.into_iter();
        let obstacles = obstacles.map(|(kind, names)| Obstacle { kind, names: names.into_iter().collect() }).collect();
        Examination { contents, made_for, obstacles }
    }
}
