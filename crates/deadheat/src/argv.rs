//! The command line, cut into what is deadheat's, what is Java's, and what is the guest's.
//!
//! `-jar`, `-cp PATH` and `-Dkey=value` are no options that a usual parser knows, and everything after the guest's name is
//! the guest's own. So the cut is made by hand; deadheat's own options then go to `clap`.

use std::ffi::OsString;

use crate::failure::Failure;
use crate::size;

/// What to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A class, by name.
    Class(String),
    /// A jar, by its manifest's `Main-Class`.
    Jar(String),
    /// A source file.
    Source(String),
}

/// Options as `java` has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JavaOptions {
    /// `-cp`, `-classpath`, `--class-path`.
    pub class_path: Option<String>,
    /// `-Dkey=value`, in order.
    pub properties: Vec<(String, String)>,
    /// `-ea` (the default here) and `-da`.
    pub assertions: bool,
    /// `-Xmx`.
    pub heap: Option<u64>,
    /// `-Xss`.
    pub stack: Option<u64>,
}

/// A command line, cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// For deadheat's own parser.
    pub own: Vec<String>,
    /// Java's options.
    pub java: JavaOptions,
    /// What to run; `None` where the command line ends before.
    pub target: Option<Target>,
    /// The guest's arguments.
    pub guest: Vec<String>,
}

/// The command line as text.
///
/// # Errors
/// If an argument is not UTF-8.
pub fn as_text(args: Vec<OsString>) -> Result<Vec<String>, Failure> {
    args.into_iter()
        .map(|arg| {
            arg.into_string().map_err(|arg| {
                let problem = format!("the argument `{}` is not UTF-8", arg.to_string_lossy());
                Failure::usage(problem, "rename the file, or set a UTF-8 locale")
            })
        })
        .collect()
}

/// Cuts the arguments of `deadheat run`. `takes_value` says whether one of deadheat's own options has a value as its next
/// argument.
///
/// # Errors
/// If an option in Java's style is incomplete or not known here.
pub fn split(args: &[String], takes_value: impl Fn(&str) -> bool) -> Result<Split, Failure> {
    let java = JavaOptions { class_path: None, properties: Vec::new(), assertions: true, heap: None, stack: None };
    let mut split = Split { own: Vec::new(), java, target: None, guest: Vec::new() };
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        match arg.as_str() {
            "-jar" => split.target = Some(Target::Jar(value(arg, rest.next())?)),
            "-cp" | "-classpath" | "--class-path" => split.java.class_path = Some(value(arg, rest.next())?),
            "--" => split.target = rest.next().map(|target| named(target)),
            own if own.starts_with("--") => {
                if let Some(path) = own.strip_prefix("--class-path=") {
                    split.java.class_path = Some(path.to_owned());
                    continue;
                }
                let (option, joined) = own.split_once('=').map_or((own, None), |(option, value)| (option, Some(value)));
                if let Some((_, property)) = MODULE_OPTIONS.iter().find(|(name, _)| *name == option) {
                    let given = joined.map(str::to_owned).or_else(|| rest.next().cloned());
                    open(option, property, given, &mut split.java.properties)?;
                    continue;
                }
                split.own.push(arg.clone());
                if takes_value(own) {
                    split.own.extend(rest.next().cloned());
                }
            }
            "-h" | "-V" => split.own.push(arg.clone()),
            option if option.starts_with('-') && option.len() > 1 => java_option(option, &mut split.java)?,
            target => split.target = Some(named(target)),
        }
        if split.target.is_some() {
            split.guest = rest.cloned().collect();
            break;
        }
    }
    Ok(split)
}

/// Java's options that open modules, and the properties as which the class library reads them, one numbered property each.
const MODULE_OPTIONS: [(&str, &str); 3] = [
    ("--add-opens", "jdk.module.addopens"),
    ("--add-exports", "jdk.module.addexports"),
    ("--add-reads", "jdk.module.addreads"),
];

fn open(
    option: &str,
    property: &str,
    given: Option<String>,
    properties: &mut Vec<(String, String)>,
) -> Result<(), Failure> {
    let given = given.filter(|given| given.contains('=')).ok_or_else(|| {
        let example = if option == "--add-reads" { "MODULE=MODULE" } else { "MODULE/PACKAGE=ALL-UNNAMED" };
        Failure::usage(format!("{option} does not say what for whom"), format!("write `{option} {example}`"))
    })?;
    let number = properties.iter().filter(|(key, _)| key.starts_with(property)).count();
    properties.push((format!("{property}.{number}"), given));
    Ok(())
}

fn value(option: &str, value: Option<&String>) -> Result<String, Failure> {
    value.cloned().ok_or_else(|| {
        let what = if option == "-jar" { "a jar file" } else { "a class path" };
        Failure::usage(format!("{option} needs {what} after it"), format!("write `{option} PATH`"))
    })
}

fn named(target: &str) -> Target {
    if target.ends_with(".java") { Target::Source(target.to_owned()) } else { Target::Class(target.replace('/', ".")) }
}

fn java_option(option: &str, java: &mut JavaOptions) -> Result<(), Failure> {
    let size = |text: &str| size::parse(text).map_err(|problem| Failure::usage(format!("{option}: {problem}"), ""));
    match option {
        "-ea" | "-enableassertions" => java.assertions = true,
        "-da" | "-disableassertions" => java.assertions = false,
        _ => {
            if let Some(property) = option.strip_prefix("-D") {
                let (key, value) = property.split_once('=').unwrap_or((property, ""));
                if key.is_empty() {
                    return Err(Failure::usage(format!("{option} names no property"), "write `-Dkey=value`"));
                }
                java.properties.push((key.to_owned(), value.to_owned()));
            } else if let Some(text) = option.strip_prefix("-Xmx") {
                java.heap = Some(size(text)?);
            } else if let Some(text) = option.strip_prefix("-Xss") {
                java.stack = Some(size(text)?);
            } else {
                return Err(unknown(option));
            }
        }
    }
    Ok(())
}

/// An option that `java` may have and deadheat has not. Never ignored: the user would believe that it has an effect.
fn unknown(option: &str) -> Failure {
    let problem = format!("the option {option} is not known here");
    let remedy = if option.starts_with("-X") {
        "leave it out; of Java's -X options only -Xmx and -Xss have a meaning for deadheat"
    } else if ["-ea:", "-da:", "-enableassertions:", "-disableassertions:"]
        .iter()
        .any(|scoped| option.starts_with(scoped))
    {
        "use -ea or -da for the whole program"
    } else {
        "see `deadheat run --help`; options of the program itself go after its name"
    };
    Failure::usage(problem, remedy)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(line: &str) -> Result<Split, Failure> {
        let args: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        split(&args, |option| option == "--seed")
    }

    #[test]
    fn modules_are_opened_by_properties() {
        let opens = "java.base/java.lang=ALL-UNNAMED";
        let split =
            cut(&format!("--add-opens {opens} --add-opens=java.base/java.util=m --add-reads a=b Main")).unwrap();
        let expected = [
            ("jdk.module.addopens.0", opens),
            ("jdk.module.addopens.1", "java.base/java.util=m"),
            ("jdk.module.addreads.0", "a=b"),
        ];
        assert_eq!(split.java.properties, expected.map(|(key, value)| (key.to_owned(), value.to_owned())));
        assert!(cut("--add-opens Main").is_err() && cut("--add-exports").is_err());
    }

    #[test]
    fn a_class_with_everything() {
        let split = cut("--seed 7 -cp a.jar:b -Dx=1=2 -Dy -da --stats -Xmx64m -Xss1m --record=f p/Main -ea --seed 3 x")
            .unwrap();
        assert_eq!(split.own, ["--seed", "7", "--stats", "--record=f"]);
        assert_eq!(split.target, Some(Target::Class("p.Main".into())));
        assert_eq!(split.guest, ["-ea", "--seed", "3", "x"]);
        let properties = vec![("x".into(), "1=2".into()), ("y".into(), String::new())];
        let java = JavaOptions {
            class_path: Some("a.jar:b".into()),
            properties,
            assertions: false,
            heap: Some(64 << 20),
            stack: Some(1 << 20),
        };
        assert_eq!(split.java, java);
    }

    #[test]
    fn jars_and_sources() {
        let split = cut("-ea -jar app.jar -jar x").unwrap();
        assert_eq!((split.target, split.guest.join(" ")), (Some(Target::Jar("app.jar".into())), "-jar x".into()));
        assert!(split.java.assertions);
        assert_eq!(cut("--class-path=c src/Main.java").unwrap().target, Some(Target::Source("src/Main.java".into())));
        assert_eq!(cut("-- --odd").unwrap().target, Some(Target::Class("--odd".into())));
    }

    #[test]
    fn incomplete_and_unknown() {
        assert_eq!(cut("--stats --seed").unwrap().target, None);
        for (line, remedy) in [
            ("-jar", "write `-jar PATH`"),
            ("-cp", "write `-cp PATH`"),
            ("-D=1 Main", "write `-Dkey=value`"),
            ("-Xmx Main", "is not a size"),
            ("-Xint Main", "leave it out"),
            ("-ea:a.B Main", "whole program"),
            ("-verbose Main", "see `deadheat run --help`"),
        ] {
            let failure = cut(line).unwrap_err();
            assert_eq!(failure.exit_code(), 2);
            assert!(failure.to_string().contains(remedy), "{line}: {failure}");
        }
    }
}
