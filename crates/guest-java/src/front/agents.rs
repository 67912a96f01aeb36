//! Agents on a command line: `-javaagent:JAR[=OPTIONS]`, and what their jars say of them.

use std::path::{Path, PathBuf};

use deadheat_machine::GuestError;

use crate::classpath::{ClassPath, Manifest};
use crate::vm::agents::Agent;
use crate::vm::config::Config;

/// How an agent is named.
pub const OPTION: &str = "-javaagent:";

/// The agents that a command line names, in order, as `-javaagent:` is followed by them. `resolve` says where a file is that is named.
///
/// # Errors
/// If one cannot be read, or is none.
pub fn named(given: &[String], resolve: impl Fn(&Path) -> PathBuf) -> Result<Vec<Agent>, GuestError> {
    given.iter().map(|given| agent(given, &resolve)).collect()
}

fn agent(given: &str, resolve: impl Fn(&Path) -> PathBuf) -> Result<Agent, GuestError> {
    let (name, options) = match given.split_once('=') {
        Some((name, options)) => (name, Some(options.to_owned())),
        None => (given, None),
    };
    let jar = resolve(Path::new(name));
    let refused = |problem: String| GuestError::new(problem, "name a jar with an agent: `-javaagent:JAR[=OPTIONS]`");
    let manifest = ClassPath::manifest_of(&jar).ok().flatten();
    let manifest =
        manifest.ok_or_else(|| refused(format!("Error opening zip file or JAR manifest missing : {name}")))?;
    let class = manifest.get("Premain-Class").map(|class| class.trim().to_owned());
    let class = class.ok_or_else(|| refused(format!("Failed to find Premain-Class manifest attribute in {name}")))?;
    Ok(described(&manifest, jar, class, options, false))
}

/// The agent that a program's own jar names for itself.
///
/// # Errors
/// If the jar cannot be read.
pub fn of_launcher(jar: &Path) -> Result<Option<Agent>, GuestError> {
    let manifest = ClassPath::manifest_of(jar).map_err(|error| GuestError::new(error.to_string(), ""))?;
    let class = manifest.as_ref().and_then(|manifest| manifest.get("Launcher-Agent-Class"));
    let class = class.map(|class| class.trim().to_owned());
    Ok(manifest
        .as_ref()
        .zip(class)
        .map(|(manifest, class)| described(manifest, jar.to_owned(), class, Some(String::new()), true)))
}

/// What the library is told of agents, as HotSpot tells it: the module that they need is there, whatever the program requires, and the boot loader has what
/// they add to it.
pub fn properties(config: &Config) -> Vec<(String, String)> {
    if config.agents.is_empty() {
        return Vec::new();
    }
    let number = config.properties.iter().filter(|(key, _)| key.starts_with("jdk.module.addmods")).count();
    let module = (format!("jdk.module.addmods.{number}"), "java.instrument".to_owned());
    let boot = config.agents.iter().flat_map(|agent| &agent.boot_class_path);
    let boot: Vec<String> = boot.map(|path| path.display().to_string()).collect();
    let boot = (!boot.is_empty()).then(|| ("jdk.boot.class.path.append".to_owned(), boot.join(":")));
    [module].into_iter().chain(boot).collect()
}

fn described(manifest: &Manifest, jar: PathBuf, class: String, options: Option<String>, of_launcher: bool) -> Agent {
    let says = |name: &str| manifest.get(name).is_some_and(|value| value.trim().eq_ignore_ascii_case("true"));
    let folder = jar.parent().unwrap_or(Path::new("")).to_owned();
    let boot = manifest.get("Boot-Class-Path").unwrap_or_default().split_ascii_whitespace();
    Agent {
        boot_class_path: boot.map(|entry| folder.join(entry)).collect(),
        can_redefine: says("Can-Redefine-Classes"),
        can_retransform: says("Can-Retransform-Classes"),
        jar,
        class,
        options,
        of_launcher,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests() {
        let manifest = Manifest::parse(
            b"Premain-Class: a.B\nBoot-Class-Path: x.jar /y.jar\nCan-Redefine-Classes: TRUE\nCan-Retransform-Classes: no\n",
        );
        let agent = described(&manifest, "/lib/agent.jar".into(), "a.B".into(), Some("o".into()), false);
        assert_eq!(agent.files(), ["/lib/agent.jar", "/lib/x.jar", "/y.jar"].map(PathBuf::from));
        assert_eq!((agent.can_redefine, agent.can_retransform), (true, false));
        let mut config = Config::new("jdk".into(), Vec::new(), "Main");
        assert_eq!(properties(&config), []);
        config.properties.push(("jdk.module.addmods.0".to_owned(), "m".to_owned()));
        config.agents.push(agent);
        let expected =
            [("jdk.module.addmods.1", "java.instrument"), ("jdk.boot.class.path.append", "/lib/x.jar:/y.jar")];
        assert_eq!(properties(&config), expected.map(|(key, value)| (key.to_owned(), value.to_owned())));
    }

    #[test]
    fn files_that_are_none() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("text.jar"), "text").unwrap();
        for name in ["gone.jar=x", "text.jar"] {
            let error = named(&[name.to_owned()], |file| folder.path().join(file)).unwrap_err().to_string();
            assert!(error.starts_with("Error opening zip file or JAR manifest missing : "), "{error}");
        }
    }
}
