//! The command line, cut into what is deadheat's, what is Java's, and what is the guest's.
//!
//! `-jar`, `-cp PATH` and `-Dkey=value` are no options that a usual parser knows, and everything after the guest's name is
//! the guest's own. So the cut is made by hand; deadheat's own options then go to its own parser.

use deadheat_machine::limits::parse_size;
use deadheat_machine::{GuestError, Limits};

use crate::front::agents;
use crate::front::assertions::Assertions;
use crate::front::command::JavaCommand;
use crate::front::javac::{is_name_part, is_name_start};
use crate::front::tests::TestChoice;

/// How a Java program is named on a command line, for a line of usage.
pub const USAGE: &str = "(-jar FILE | [-cp PATH] CLASS | -m MODULE[/CLASS] | FILE.java) [ARGUMENTS]...";

/// Java's options, as help shows them.
pub const HELP: &str = "\
Options as for `java`:
  -jar FILE                    Run the main class of this jar
  -cp, -classpath, --class-path PATH
                               Where classes are (default: CLASSPATH, else the current folder)
  -DKEY=VALUE                  Set a system property
  -p, --module-path PATH       Where modules are
  -m, --module MODULE[/CLASS]  Run the main class of this module, or another class of it
  --add-modules, --limit-modules MODULES
                               Which modules are there
  --enable-preview             Let classes use preview features of this JDK
  -ea[:WHAT], -da[:WHAT]       Enable (the default) or disable assertions
  -esa, -dsa                   The same of the JDK's own
  -javaagent:JAR[=OPTIONS]     Start an agent before the program
  -XmxSIZE, -XssSIZE           Same as --heap and --stack
  --add-opens, --add-exports MODULE/PACKAGE=TARGET, --add-reads MODULE=TARGET
                               Let code reach into modules
  @FILE                        Options in a file; also in JDK_JAVA_OPTIONS and JAVA_TOOL_OPTIONS
  -X..., -XX:...               Others are taken, and have no effect
  --read PATH:PATH             Let the program read these files and folders, too; `/` is everything (default: the class path,
                               the current folder, the JDK, the folder for temporary files)
";

/// The same of tests, for commands that take one.
pub const TEST_HELP: &str = "\
Tests of JUnit and TestNG:
  --test CLASS#METHOD          Run this test of JUnit or TestNG: what `deadheat test` does with each
  --scan PATH, --select CLASS[#METHOD]
                               Before it: where tests are looked for, and which
";

/// What to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Program {
    /// A class, by name.
    Class(String),
    /// A jar, by its manifest's `Main-Class`.
    Jar(String),
    /// A module, by name, or a class of it: `MODULE/CLASS`.
    Module(String),
    /// A source file.
    Source(String),
    /// A test, or all of them.
    Tests(TestChoice),
}

/// Whether a word of a command line looks like the name of a Java program: a source file, a jar, or a class. Only the word is
/// looked at, no file, so guests that know their programs by the file should be asked first.
#[must_use]
pub fn claims(word: &str) -> bool {
    let is_name = |part: &str| part.starts_with(is_name_start) && part.chars().all(is_name_part);
    word.ends_with(".java") || word.ends_with(".jar") || word.split(['.', '/']).all(is_name)
}

/// Options as `java` has them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JavaOptions {
    /// `-cp`, `-classpath`, `--class-path`.
    pub class_path: Option<String>,
    /// `-Dkey=value`, in order.
    pub properties: Vec<(String, String)>,
    /// `-ea` (the default here), `-da` and their like.
    pub assertions: Assertions,
    /// `-p`, `--module-path`.
    pub module_path: Option<String>,
    /// `--enable-preview`.
    pub preview: bool,
    /// `-javaagent:`, what follows it, in order.
    pub agents: Vec<String>,
    /// `--read`, as it was written: what may be read beside what is readable anyway.
    pub read: Vec<String>,
}

/// A command line, cut.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Split {
    /// For deadheat's own parser.
    pub own: Vec<String>,
    /// Java's options.
    pub java: JavaOptions,
    /// `-Xmx`: comes before deadheat's own `--heap`.
    pub heap: Option<u64>,
    /// `-Xss`: comes before deadheat's own `--stack`.
    pub stack: Option<u64>,
    /// What to run; `None` where the command line ends before.
    pub program: Option<Program>,
    /// The word that names it, as it was written: what [`claims`] and its like for other guests are asked about.
    pub operand: Option<String>,
    /// The guest's arguments.
    pub arguments: Vec<String>,
    /// Options of HotSpot's that have no meaning here.
    pub ignored: Vec<String>,
}

impl Split {
    /// The guest that the command line names, with the limits that deadheat's own options give it.
    ///
    /// # Errors
    /// If it names none.
    pub fn command(self, limits: Limits) -> Result<JavaCommand, GuestError> {
        let Self { java, heap, stack, program, arguments, .. } = self;
        let remedy = "name a class, a .java file, or a jar with -jar";
        let program = program.ok_or_else(|| GuestError::new("there is no program to run", remedy))?;
        let limits =
            Limits { heap: heap.unwrap_or(limits.heap), stack: stack.unwrap_or(limits.stack), threads: limits.threads };
        Ok(JavaCommand { java, limits, program, arguments })
    }
}

/// Cuts the arguments of a command that takes a guest. `takes_value` says whether one of deadheat's own options has a value as its next
/// argument.
///
/// # Errors
/// If an option in Java's style is incomplete or not known here.
pub fn split(args: &[String], takes_value: impl Fn(&str) -> bool) -> Result<Split, GuestError> {
    let mut split = Split::default();
    let mut tests = TestChoice::default();
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        match arg.as_str() {
            "-jar" => split.program = Some(Program::Jar(value(arg, rest.next())?)),
            "-cp" | "-classpath" | "--class-path" => split.java.class_path = Some(value(arg, rest.next())?),
            "-p" | "--module-path" => split.java.module_path = Some(value(arg, rest.next())?),
            "-m" | "--module" => split.program = Some(Program::Module(value(arg, rest.next())?)),
            "--enable-preview" => split.java.preview = true,
            "--" => split.program = rest.next().map(|name| named(name)),
            own if own.starts_with("--") => {
                if let Some(path) = own.strip_prefix("--class-path=") {
                    split.java.class_path = Some(path.to_owned());
                    continue;
                }
                if let Some(path) = own.strip_prefix("--module-path=") {
                    split.java.module_path = Some(path.to_owned());
                    continue;
                }
                if let Some(module) = own.strip_prefix("--module=") {
                    split.program = Some(Program::Module(module.to_owned()));
                    split.arguments = rest.cloned().collect();
                    split.operand = Some(module.to_owned());
                    break;
                }
                let (option, joined) = own.split_once('=').map_or((own, None), |(option, value)| (option, Some(value)));
                if option == "--read" {
                    let given = joined.map(str::to_owned).or_else(|| rest.next().cloned());
                    let problem =
                        || GuestError::new("--read needs files or folders after it", "write `--read PATH:PATH`");
                    split.java.read.push(given.filter(|given| !given.is_empty()).ok_or_else(problem)?);
                    continue;
                }
                if let Some((_, property)) = MODULE_OPTIONS.iter().find(|(name, _)| *name == option) {
                    let given = joined.map(str::to_owned).or_else(|| rest.next().cloned());
                    open(option, property, given, &mut split.java.properties)?;
                    continue;
                }
                if let Some(property) = module_list(option) {
                    let given = joined.map(str::to_owned).or_else(|| rest.next().cloned());
                    let problem = || {
                        GuestError::new(
                            format!("{option} needs modules after it"),
                            format!("write `{option} MODULE,MODULE`"),
                        )
                    };
                    let given = given.filter(|given| !given.is_empty()).ok_or_else(problem)?;
                    let number = split.java.properties.iter().filter(|(key, _)| key.starts_with(property)).count();
                    let numbered = property == "jdk.module.addmods";
                    let key = if numbered { format!("{property}.{number}") } else { property.to_owned() };
                    split.java.properties.push((key, given));
                    continue;
                }
                // `deadheat test` has these two among its own options.
                if matches!(option, "--select" | "--scan" | "--test") && !takes_value(option) {
                    let given = joined.map(str::to_owned).or_else(|| rest.next().cloned());
                    let problem = || GuestError::new(format!("{option} needs a value"), TEST_REMEDY);
                    let given = given.filter(|given| !given.is_empty()).ok_or_else(problem)?;
                    match option {
                        "--select" => tests.select.push(given),
                        "--scan" => tests.scan.push(given),
                        _ => {
                            split.operand = Some(given.clone());
                            tests.test = Some(given);
                            split.program = Some(Program::Tests(std::mem::take(&mut tests)));
                            split.arguments = rest.cloned().collect();
                            return Ok(split);
                        }
                    }
                    continue;
                }
                split.own.push(arg.clone());
                if takes_value(own) {
                    split.own.extend(rest.next().cloned());
                }
            }
            "-h" | "-V" => split.own.push(arg.clone()),
            option if option.starts_with('-') && option.len() > 1 => java_option(option, &mut split)?,
            name => split.program = Some(named(name)),
        }
        if split.program.is_some() {
            split.arguments = rest.cloned().collect();
            split.operand = args.iter().rev().nth(split.arguments.len()).cloned();
            break;
        }
    }
    Ok(split)
}

/// How a test is named.
const TEST_REMEDY: &str = "write `--test CLASS#METHOD`; `deadheat test --list` names all tests";

/// Java's options that open modules, and the properties as which the class library reads them, one numbered property each.
const MODULE_OPTIONS: [(&str, &str); 3] = [
    ("--add-opens", "jdk.module.addopens"),
    ("--add-exports", "jdk.module.addexports"),
    ("--add-reads", "jdk.module.addreads"),
];

/// Java's options that name modules, and the properties as which the class library reads them.
fn module_list(option: &str) -> Option<&'static str> {
    match option {
        "--add-modules" => Some("jdk.module.addmods"),
        "--limit-modules" => Some("jdk.module.limitmods"),
        _ => None,
    }
}

/// Whether an option of Java's has a value as its next argument.
#[must_use]
pub fn takes_value(option: &str) -> bool {
    let module_option = MODULE_OPTIONS.iter().any(|(name, _)| *name == option) || module_list(option).is_some();
    let path = matches!(option, "-cp" | "-classpath" | "--class-path" | "-p" | "--module-path" | "--read");
    module_option || path || matches!(option, "-jar" | "-m" | "--module" | "--test" | "--select" | "--scan")
}

fn open(
    option: &str,
    property: &str,
    given: Option<String>,
    properties: &mut Vec<(String, String)>,
) -> Result<(), GuestError> {
    let given = given.filter(|given| given.contains('=')).ok_or_else(|| {
        let example = if option == "--add-reads" { "MODULE=MODULE" } else { "MODULE/PACKAGE=ALL-UNNAMED" };
        GuestError::new(format!("{option} does not say what for whom"), format!("write `{option} {example}`"))
    })?;
    let number = properties.iter().filter(|(key, _)| key.starts_with(property)).count();
    properties.push((format!("{property}.{number}"), given));
    Ok(())
}

fn value(option: &str, value: Option<&String>) -> Result<String, GuestError> {
    value.cloned().ok_or_else(|| {
        let (what, shown) = match option {
            "-jar" => ("a jar file", "PATH"),
            "-m" | "--module" => ("a module", "MODULE/CLASS"),
            "-p" | "--module-path" => ("a module path", "PATH"),
            _ => ("a class path", "PATH"),
        };
        GuestError::new(format!("{option} needs {what} after it"), format!("write `{option} {shown}`"))
    })
}

fn named(name: &str) -> Program {
    if name.ends_with(".java") { Program::Source(name.to_owned()) } else { Program::Class(name.replace('/', ".")) }
}

fn java_option(option: &str, split: &mut Split) -> Result<(), GuestError> {
    let size = |text: &str| parse_size(text).map_err(|problem| GuestError::new(format!("{option}: {problem}"), ""));
    match option {
        _ if split.java.assertions.read(option) => {}
        _ if is_meaningless(option) => split.ignored.push(option.to_owned()),
        _ => {
            if let Some(property) = option.strip_prefix("-D") {
                let (key, value) = property.split_once('=').unwrap_or((property, ""));
                if key.is_empty() {
                    return Err(GuestError::new(format!("{option} names no property"), "write `-Dkey=value`"));
                }
                split.java.properties.push((key.to_owned(), value.to_owned()));
            } else if let Some(agent) = option.strip_prefix(agents::OPTION) {
                split.java.agents.push(agent.to_owned());
            } else if let Some(text) = option.strip_prefix("-Xmx") {
                split.heap = Some(size(text)?);
            } else if let Some(text) = option.strip_prefix("-Xss") {
                split.stack = Some(size(text)?);
            } else {
                return Err(unknown(option));
            }
        }
    }
    Ok(())
}

/// Options that say how HotSpot is to do its work, which other machines do otherwise: compilers, collectors, archives, logs. They change nothing
/// that a program does, so users' scripts may have them; the user is told.
fn is_meaningless(option: &str) -> bool {
    const WORDS: [&str; 13] = [
        "-server",
        "-client",
        "-Xint",
        "-Xcomp",
        "-Xmixed",
        "-Xbatch",
        "-Xrs",
        "-Xdiag",
        "-Xfuture",
        "-Xnoclassgc",
        "-Xdebug",
        "-noverify",
        "-verbose",
    ];
    const BEGINNINGS: [&str; 10] = [
        "-XX:",
        "-Xms",
        "-Xmn",
        "-Xlog",
        "-Xshare:",
        "-Xcheck:",
        "-Xloggc:",
        "-Xverify:",
        "-XshowSettings",
        "-verbose:",
    ];
    WORDS.contains(&option) || BEGINNINGS.iter().any(|beginning| option.starts_with(beginning))
}

/// An option that `java` may have and deadheat has not. Never ignored: the user would believe that it has an effect.
fn unknown(option: &str) -> GuestError {
    let problem = format!("the option {option} is not known here");
    let remedy = if option.starts_with("-X") {
        "leave it out; deadheat cannot do what it asks for"
    } else {
        "see `deadheat run --help`; options of the program itself go after its name"
    };
    GuestError::new(problem, remedy)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(line: &str) -> Result<Split, GuestError> {
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
        assert_eq!(split.program, Some(Program::Class("p.Main".into())));
        assert_eq!(split.operand.as_deref(), Some("p/Main"));
        assert_eq!(split.arguments, ["-ea", "--seed", "3", "x"]);
        let properties = vec![("x".into(), "1=2".into()), ("y".into(), String::new())];
        let mut java = JavaOptions { class_path: Some("a.jar:b".into()), properties, ..JavaOptions::default() };
        assert!(java.assertions.read("-da"));
        assert_eq!((&split.java, split.heap, split.stack), (&java, Some(64 << 20), Some(1 << 20)));
        let limits = Limits { heap: 1, stack: 2, threads: 3 };
        let command = split.command(limits).unwrap();
        assert_eq!(command.limits, Limits { heap: 64 << 20, stack: 1 << 20, threads: 3 });
    }

    #[test]
    fn modules() {
        let split =
            cut("-p mods --add-modules a,b --add-modules=c --limit-modules d --enable-preview -m app/p.Main x -m")
                .unwrap();
        assert_eq!(split.program, Some(Program::Module("app/p.Main".into())));
        assert_eq!((split.java.module_path.as_deref(), split.java.preview), (Some("mods"), true));
        assert_eq!((split.arguments.join(" "), split.operand.as_deref()), ("x -m".into(), Some("app/p.Main")));
        let expected = [("jdk.module.addmods.0", "a,b"), ("jdk.module.addmods.1", "c"), ("jdk.module.limitmods", "d")];
        assert_eq!(split.java.properties, expected.map(|(key, value)| (key.to_owned(), value.to_owned())));
        let split = cut("--module-path=x --module=app 1 2").unwrap();
        assert_eq!((split.program, split.arguments.len()), (Some(Program::Module("app".into())), 2));
    }

    #[test]
    fn options_of_hotspot_are_passed_over() {
        let split = cut("-Xint -XX:+UseG1GC -Xms1g -server -verbose:gc -ea:a.b... Main").unwrap();
        assert_eq!(split.ignored, ["-Xint", "-XX:+UseG1GC", "-Xms1g", "-server", "-verbose:gc"]);
        assert_eq!(split.java.assertions.words(), ["-ea:a.b..."]);
    }

    #[test]
    fn jars_and_sources() {
        let split = cut("-ea -jar app.jar -jar x").unwrap();
        assert_eq!(split.operand.as_deref(), Some("app.jar"));
        assert_eq!((split.program, split.arguments.join(" ")), (Some(Program::Jar("app.jar".into())), "-jar x".into()));
        assert!(split.java.assertions.program());
        assert_eq!(cut("--class-path=c src/Main.java").unwrap().program, Some(Program::Source("src/Main.java".into())));
        assert_eq!(cut("-- --odd").unwrap().program, Some(Program::Class("--odd".into())));
    }

    #[test]
    fn incomplete_and_unknown() {
        let split = cut("--stats --seed").unwrap();
        assert_eq!((&split.program, &split.operand), (&None, &None));
        assert_eq!(split.command(Limits::default()).unwrap_err().problem, "there is no program to run");
        for (line, remedy) in [
            ("-jar", "write `-jar PATH`"),
            ("-cp", "write `-cp PATH`"),
            ("-D=1 Main", "write `-Dkey=value`"),
            ("-Xmx Main", "is not a size"),
            ("-Xbootclasspath/a:x Main", "leave it out"),
            ("-agentlib:jdwp Main", "see `deadheat run --help`"),
            ("-p", "write `-p PATH`"),
            ("-m", "write `-m MODULE/CLASS`"),
            ("--add-modules", "write `--add-modules MODULE,MODULE`"),
        ] {
            let error = cut(line).unwrap_err();
            assert!(error.to_string().contains(remedy), "{line}: {error}");
        }
    }
    #[test]
    fn names_of_java_programs() {
        for word in ["Main", "a.b.Main", "a/b/Main", "src/Main.java", "./Main.java", "../app.jar", "Énum$1"] {
            assert!(claims(word), "{word}");
        }
        for word in ["", ".", "./main", "/bin/true", "a-b", "1st", "a..b", "main.c++", "--odd"] {
            assert!(!claims(word), "{word}");
        }
    }
}
