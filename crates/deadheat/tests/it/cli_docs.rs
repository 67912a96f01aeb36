//! `docs/cli.md` against `--help`, both ways: what the help has, the page has, and the other way round.
//!
//! How the page is read:
//! - `## deadheat NAME` describes a command, and shows its usage. `## deadheat` is the help without a command.
//! - A row of a table that begins with `` | `- `` is an option: `` | `--seed NUMBER` | meaning | `0` | ``. The first cell is what the help says, without
//!   the angle brackets. The last is the default: in backticks or words as the help has it, in free words if the help names none.
//! - The possible values come last in the meaning, after `Values:`, each in backticks.
//! - `Shared options: [name](#anchor), …` in a command's section adds the rows of these groups, which are sections below `## Shared options`.
//!
//! To add an option or a command, run the test: it says which lines to add, change and remove.

use std::collections::BTreeSet;
use std::process::Command;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cli.md");
/// Described once, for all commands.
const EVERYWHERE: &str = "-h, --help";
const GROUPS: &str = "Shared options";

#[test]
fn the_page_is_true() {
    let text = std::fs::read_to_string(PAGE).expect("docs/cli.md");
    let page = Page::read(&text);
    let top = Help::of(&[]);
    assert!(!top.commands.is_empty() && !top.options.is_empty(), "the help could not be read: {top:?}");
    let mut problems = page.compare("", &top);
    for name in &top.commands {
        problems.extend(page.compare(name, &Help::of(&[name.as_str()])));
    }
    problems.extend(page.leftovers(&top.commands));
    assert!(problems.is_empty(), "docs/cli.md and `deadheat --help` differ\n\n{}\n", problems.join("\n\n"));
}

/// An option as the help describes it.
#[derive(Debug, Default, PartialEq, Eq)]
struct HelpOption {
    /// `--seed NUMBER`, `-h, --help`, `-cp, -classpath, --class-path PATH`.
    signature: String,
    meaning: String,
    values: Vec<String>,
    default: Option<HelpDefault>,
}

/// A default as the help names it.
#[derive(Debug, PartialEq, Eq)]
enum HelpDefault {
    /// `[default: 0]`
    Value(String),
    /// `(default: one per processor)`
    Words(String),
}

#[derive(Debug, Default)]
struct Help {
    usage: Vec<String>,
    commands: Vec<String>,
    options: Vec<HelpOption>,
}

impl Help {
    fn of(command: &[&str]) -> Self {
        let output = Command::new(env!("CARGO_BIN_EXE_deadheat")).args(command).arg("--help").output().unwrap();
        assert!(output.status.success(), "`deadheat {command:?} --help` failed");
        Self::read(&String::from_utf8(output.stdout).unwrap())
    }

    fn read(text: &str) -> Self {
        let mut help = Self::default();
        // The heading of the part that a line is in.
        let mut part = "";
        for line in text.lines() {
            let (indent, line) = (line.len() - line.trim_start().len(), line.trim());
            if indent == 0 && !line.is_empty() {
                part = line;
            }
            if let Some(usage) = line.strip_prefix("Usage: ") {
                help.usage.push(usage.to_owned());
            } else if part.starts_with("Usage: ") && !line.is_empty() {
                help.usage.push(line.to_owned());
            } else if part == "Commands:" && indent == 2 {
                help.commands.extend(line.split_whitespace().next().map(str::to_owned));
            } else if line.starts_with('-') && (indent == 2 || indent == 6) {
                let (signature, meaning) = line.split_once("  ").unwrap_or((line, ""));
                let signature = signature.replace(['<', '>'], "");
                help.options.push(HelpOption { signature, ..HelpOption::default() });
                help.describe(meaning.trim());
            } else if indent > 0 && part != "Arguments:" {
                help.describe(line);
            }
        }
        help
    }

    /// A line about the last option.
    fn describe(&mut self, line: &str) {
        let Some(option) = self.options.last_mut() else { return };
        if let Some(default) = bracketed(line, "[default: ", ']') {
            option.default = Some(HelpDefault::Value(default.to_owned()));
        } else if let Some(values) = bracketed(line, "[possible values: ", ']') {
            option.values.extend(values.split(", ").map(str::to_owned));
        } else if let Some(value) = line.strip_prefix("- ") {
            option.values.extend(value.split(':').next().map(str::to_owned));
        } else if line != "Possible values:" && !line.is_empty() {
            if let Some(default) = bracketed(line, "(default: ", ')') {
                option.default = Some(HelpDefault::Words(default.to_owned()));
            }
            option.meaning.push_str(if option.meaning.is_empty() { "" } else { " " });
            option.meaning.push_str(line);
        }
    }
}

fn bracketed<'a>(line: &'a str, open: &str, close: char) -> Option<&'a str> {
    let (_, rest) = line.split_once(open)?;
    rest.split_once(close).map(|(inside, _)| inside)
}

impl HelpOption {
    /// What it is known by, however its value is called.
    fn name(&self) -> &str {
        name(&self.signature)
    }

    /// The row that describes it.
    fn row(&self, meaning: &str) -> String {
        let spans = |list: &[String]| list.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
        let names: Vec<String> = self.signature.split(", ").map(str::to_owned).collect();
        let values = if self.values.is_empty() { String::new() } else { format!(" Values: {}", spans(&self.values)) };
        let default = match &self.default {
            Some(HelpDefault::Value(value)) => format!(" `{value}`"),
            Some(HelpDefault::Words(words)) => format!(" {words}"),
            None => String::new(),
        };
        let stop = if values.is_empty() || meaning.ends_with(['.', ';']) { "" } else { "." };
        format!("| {} | {meaning}{stop}{values} |{default} |", spans(&names))
    }
}

fn name(signature: &str) -> &str {
    signature.split([' ', ',']).next().unwrap_or_default()
}

/// A row of the page that describes an option.
#[derive(Debug)]
struct Row<'a> {
    signature: String,
    meaning: &'a str,
    values: BTreeSet<&'a str>,
    default: &'a str,
}

impl<'a> Row<'a> {
    fn read(line: &'a str) -> Option<Self> {
        let cells = line.strip_prefix("| `-").and(line.strip_prefix('|'))?.strip_suffix('|')?;
        let cells: Vec<&str> = cells.split('|').map(str::trim).collect();
        let &[signature, meaning, default] = cells.as_slice() else {
            panic!("docs/cli.md: an option has three cells (option, meaning, default):\n{line}");
        };
        let (meaning, values) = meaning.split_once("Values:").unwrap_or((meaning, ""));
        let values = values.split('`').skip(1).step_by(2).collect();
        Some(Self { signature: signature.replace('`', ""), meaning: meaning.trim(), values, default })
    }

    /// Whether it says of the option what the help says.
    fn is_true(&self, option: &HelpOption) -> bool {
        let plain = |text: &str| text.replace(['`', ','], "");
        let default = match &option.default {
            Some(HelpDefault::Value(text) | HelpDefault::Words(text)) => plain(text) == plain(self.default),
            None => !self.default.contains('`'),
        };
        default && self.signature == option.signature && self.values.iter().eq(BTreeSet::from_iter(&option.values))
    }
}

/// The page, in lines and sections.
struct Page<'a> {
    lines: Vec<&'a str>,
    /// Level, title, first line, and the line after the last.
    sections: Vec<(usize, &'a str, usize, usize)>,
}

impl<'a> Page<'a> {
    fn read(text: &'a str) -> Self {
        let lines: Vec<&str> = text.lines().collect();
        let mut sections: Vec<(usize, &str, usize, usize)> = Vec::new();
        let mut in_code = false;
        for (at, line) in lines.iter().enumerate() {
            in_code ^= line.starts_with("```");
            let level = line.bytes().take_while(|&byte| byte == b'#').count();
            if level == 0 || in_code {
                continue;
            }
            for section in sections.iter_mut().filter(|(above, ..)| *above >= level) {
                section.3 = section.3.min(at);
            }
            sections.push((level, line[level..].trim(), at, lines.len()));
        }
        Self { lines, sections }
    }

    fn section(&self, found: impl Fn(&str) -> bool) -> Option<std::ops::Range<usize>> {
        self.sections.iter().find(|(_, title, ..)| found(title)).map(|&(_, _, start, end)| start..end)
    }

    /// The sections that a command needs: its own, and the groups that it shares; or the anchor of one that does not exist.
    fn sections_of(&self, own: std::ops::Range<usize>) -> Result<Vec<std::ops::Range<usize>>, String> {
        let shared = self.lines[own.clone()].iter().skip_while(|line| !line.starts_with(&format!("{GROUPS}:")));
        let paragraph: String = shared.take_while(|line| !line.is_empty()).copied().collect();
        let anchors = paragraph.split("(#").skip(1).filter_map(|rest| rest.split_once(')')).map(|(anchor, _)| anchor);
        let groups = anchors.map(|anchor| self.section(|title| slug(title) == anchor).ok_or(anchor.to_owned()));
        std::iter::once(Ok(own)).chain(groups).collect()
    }

    /// What is wrong in the section of a command.
    fn compare(&self, command: &str, help: &Help) -> Vec<String> {
        let title = format!("deadheat {command}").trim_end().to_owned();
        let Some(own) = self.section(|found| found == title) else {
            return vec![format!("add a section for the command:\n{}", self.draft(&title, help))];
        };
        let ranges = match self.sections_of(own.clone()) {
            Ok(ranges) => ranges,
            Err(anchor) => return vec![format!("`## {title}`: there is no section for the link #{anchor}")],
        };
        let rows: Vec<(usize, Row)> =
            ranges.into_iter().flatten().filter_map(|at| Row::read(self.lines[at]).map(|row| (at, row))).collect();
        let mut problems = Vec::new();
        let whole = &self.lines[own];
        for usage in help.usage.iter().filter(|usage| !whole.contains(&usage.as_str())) {
            problems.push(format!("`## {title}`: add the usage to its first block of code:\n{usage}"));
        }
        for name in help.commands.iter().filter(|name| !whole.concat().contains(&format!("(#deadheat-{})", slug(name))))
        {
            problems.push(format!("`## {title}`: add the command:\n| [`{name}`](#deadheat-{name}) | … |"));
        }
        let options = || help.options.iter().filter(|option| command.is_empty() || option.signature != EVERYWHERE);
        for option in options() {
            let found: Vec<_> = rows.iter().filter(|(_, row)| name(&row.signature) == option.name()).collect();
            match found.as_slice() {
                [] => problems.push(format!(
                    "`## {title}`: add this line, here or in a group that it shares:\n{}",
                    option.row(&option.meaning)
                )),
                [(at, row)] if !row.is_true(option) => problems.push(format!(
                    "line {}: the help of `{title}` says otherwise; change it to\n{}",
                    at + 1,
                    option.row(row.meaning)
                )),
                [_] => {}
                [_, (again, _), ..] => {
                    problems.push(format!("line {}: remove it, `{title}` has this option already", again + 1));
                }
            }
        }
        for (at, row) in rows.iter().filter(|(_, row)| options().all(|option| option.name() != name(&row.signature))) {
            let line = self.lines[*at];
            problems.push(format!("line {}: remove it, `{title}` has no option {}:\n{line}", at + 1, row.signature));
        }
        problems
    }

    /// A section for a command that has none: its usage, its options, and the groups of which it has all.
    fn draft(&self, title: &str, help: &Help) -> String {
        let groups = self.section(|title| title == GROUPS).unwrap_or_default();
        let mut options: Vec<&HelpOption> =
            help.options.iter().filter(|option| option.signature != EVERYWHERE).collect();
        let mut shared = Vec::new();
        for &(_, group, start, end) in self.sections.iter().filter(|&&(_, _, start, _)| start > groups.start) {
            let rows: Vec<Row> = self.lines[start..end].iter().filter_map(|line| Row::read(line)).collect();
            let is = |option: &HelpOption, row: &Row| option.name() == name(&row.signature);
            if groups.contains(&start) && rows.iter().all(|row| options.iter().any(|option| is(option, row))) {
                options.retain(|option| !rows.iter().any(|row| is(option, row)));
                shared.push(format!("[{}](#{})", group.to_lowercase(), slug(group)));
            }
        }
        let rows: Vec<String> = options.iter().map(|option| option.row(&option.meaning)).collect();
        let (usage, rows, shared) = (help.usage.join("\n"), rows.join("\n"), shared.join(", "));
        let head = "| option | meaning | default |\n|---|---|---|";
        format!("## {title}\n\n```\n{usage}\n```\n\n{head}\n{rows}\n\n{GROUPS}: {shared}.")
    }

    /// Commands, groups and options that no help has.
    fn leftovers(&self, commands: &[String]) -> Vec<String> {
        let mut used = Vec::new();
        let mut problems = Vec::new();
        for (_, title, start, end) in &self.sections {
            let Some(name) = title.strip_prefix("deadheat").map(str::trim) else { continue };
            if !name.is_empty() && !commands.iter().any(|command| command == name) {
                problems.push(format!("line {}: remove the section, there is no command `{name}`", start + 1));
            }
            used.extend(self.sections_of(*start..*end).unwrap_or_default());
        }
        let groups = self.section(|title| title == GROUPS).unwrap_or_default();
        for (_, title, start, _) in
            self.sections.iter().filter(|&&(_, _, start, _)| start > groups.start && start < groups.end)
        {
            if !used.iter().any(|range| range.start == *start) {
                problems.push(format!("line {}: no command shares the group `{title}`", start + 1));
            }
        }
        for (at, line) in self.lines.iter().enumerate().filter(|(_, line)| Row::read(line).is_some()) {
            if !groups.contains(&at) && !used.iter().any(|range| range.contains(&at)) {
                problems.push(format!("line {}: an option outside of a command or a shared group:\n{line}", at + 1));
            }
        }
        problems
    }
}

/// The anchor of a heading.
fn slug(title: &str) -> String {
    let kept = title.chars().filter(|c| c.is_alphanumeric() || " -".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

const HELP: &str = "\
Do it

Usage: deadheat do [OPTIONS] <FILE>
       deadheat do --twice A B

Arguments:
  <FILE>
          - not an option

Options:
      --seed <NUMBER>
          What it starts from
          
          [default: 1000]

      --workers <NUMBER>
          How many (default: one per processor)

      --form <FORM>
          How

          Possible values:
          - text: Words
          - json: No words
          
          [default: text]

  -h, --help
          Print help

Options as elsewhere:
  -cp, --class-path PATH
                   Where (default: X, else here)
  -jar FILE        Run it
";

const GOOD: &str = "\
## deadheat do
```
deadheat do [OPTIONS] <FILE>
deadheat do --twice A B
```
| option | meaning | default |
|---|---|---|
| `--seed NUMBER` | what it starts from | `1,000` |
| `--workers NUMBER` | how many | one per processor |
| `--form FORM` | how. Values: `json`, `text` | `text` |

Shared options: [as
elsewhere](#as-elsewhere).
## Shared options
### As elsewhere
| `-cp`, `--class-path PATH` | where | `X`, else here |
| `-jar FILE` | run it | |
";

#[test]
fn a_help_is_read() {
    let help = Help::read(HELP);
    assert_eq!(help.usage, ["deadheat do [OPTIONS] <FILE>", "deadheat do --twice A B"]);
    let signatures: Vec<&str> = help.options.iter().map(|option| option.signature.as_str()).collect();
    let expected =
        ["--seed NUMBER", "--workers NUMBER", "--form FORM", EVERYWHERE, "-cp, --class-path PATH", "-jar FILE"];
    assert_eq!(signatures, expected);
    assert_eq!(help.options[2].values, ["text", "json"]);
    assert_eq!(help.options[4].default, Some(HelpDefault::Words("X, else here".to_owned())));
    assert_eq!(Help::read("Commands:\n  do   Do it\n").commands, ["do"]);
}

#[test]
fn differences_are_named() {
    let problems = |page: &str| Page::read(page).compare("do", &Help::read(HELP)).join("\n");
    assert_eq!(problems(GOOD), "");
    for (from, to, expected) in [
        (
            "`1,000`",
            "`10`",
            "line 8: the help of `deadheat do` says otherwise; change it to\n| `--seed NUMBER` | what it starts from | `1000` |",
        ),
        ("`json`, ", "", "| `--form FORM` | how. Values: `text`, `json` | `text` |"),
        ("`json`", "`json`, `xml`", "| `--form FORM` | how. Values: `text`, `json` | `text` |"),
        ("--seed NUMBER", "--seed N", "| `--seed NUMBER` | what"),
        (
            "| `-jar FILE` | run it | |\n",
            "",
            "add this line, here or in a group that it shares:\n| `-jar FILE` | Run it | |",
        ),
        ("| run it | |", "| run it | |\n| `--old` | gone | |", "line 18: remove it, `deadheat do` has no option --old"),
        (
            "| run it | |",
            "| run it | |\n| `--seed NUMBER` | again | |",
            "line 18: remove it, `deadheat do` has this option already",
        ),
        ("| run it | |", "| run it | `x` |", "| `-jar FILE` | run it | |"),
        ("(#as-elsewhere)", "(#nowhere)", "there is no section for the link #nowhere"),
        ("deadheat do --twice A B", "", "add the usage to its first block of code:\ndeadheat do --twice A B"),
        ("## deadheat do", "## deadheat undo", "add a section for the command:\n## deadheat do"),
    ] {
        let found = problems(&GOOD.replace(from, to));
        assert!(found.contains(expected), "{from} -> {to}:\n{found}");
    }
    let leftovers = |page: &str| Page::read(page).leftovers(&["do".to_owned()]).join("\n");
    assert_eq!(leftovers(GOOD), "");
    assert!(leftovers(&GOOD.replace("deadheat do\n", "deadheat undo\n")).contains("there is no command `undo`"));
    assert!(leftovers(&GOOD.replace("(#as", "(as")).contains("no command shares the group `As elsewhere`"));
    assert!(leftovers(&format!("{GOOD}## Other\n| `--seed N` | x | |\n")).contains("an option outside"));
}
