//! `-ea` and its like: which classes' assertions are enabled.

/// What the command line says of assertions. Those of the program are enabled unless it says otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assertions {
    /// Of classes that the boot loader has not defined.
    program: bool,
    /// Of those that it has.
    system: bool,
    rules: Vec<Rule>,
}

/// An option that speaks of a class, or of a package and those below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The name, with dots; that of the unnamed package is empty.
    pub name: String,
    /// Whether it names a package.
    pub package: bool,
    /// What it says.
    pub enabled: bool,
}

impl Default for Assertions {
    fn default() -> Self {
        Self { program: true, system: false, rules: Vec::new() }
    }
}

impl Assertions {
    /// Takes an option; `false` if it is none of these.
    pub fn read(&mut self, option: &str) -> bool {
        let (word, scope) = option.split_once(':').map_or((option, None), |(word, scope)| (word, Some(scope)));
        let enabled = match word {
            "-ea" | "-enableassertions" => true,
            "-da" | "-disableassertions" => false,
            "-esa" | "-enablesystemassertions" | "-dsa" | "-disablesystemassertions" if scope.is_none() => {
                self.system = word.starts_with("-e");
                return true;
            }
            _ => return false,
        };
        match scope {
            None => self.program = enabled,
            Some("") => return false,
            Some(scope) => {
                let (name, package) = scope.strip_suffix("...").map_or((scope, false), |name| (name, true));
                self.rules.push(Rule { name: name.replace('/', "."), package, enabled });
            }
        }
        true
    }

    /// The options that say the same.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        words.extend((!self.program).then(|| "-da".to_owned()));
        words.extend(self.system.then(|| "-esa".to_owned()));
        words.extend(self.rules.iter().map(|Rule { name, package, enabled }| {
            format!("{}:{name}{}", if *enabled { "-ea" } else { "-da" }, if *package { "..." } else { "" })
        }));
        words
    }

    /// What goes for classes of which no rule speaks, other than the boot loader's.
    #[must_use]
    pub fn program(&self) -> bool {
        self.program
    }

    /// The rules, in the order of the command line.
    #[must_use]
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// Whether a class's assertions are enabled: what was said last of it, else of the nearest package, else of all.
    #[must_use]
    pub fn enabled(&self, class: &str, of_boot_loader: bool) -> bool {
        let said = |name: &str, package: bool| {
            self.rules.iter().rev().find(|rule| rule.package == package && rule.name == name).map(|rule| rule.enabled)
        };
        let mut package = class.rsplit_once('.').map_or("", |(package, _)| package);
        let mut answer = said(class, false).or_else(|| said(package, true));
        while let (None, Some((outer, _))) = (answer, package.rsplit_once('.')) {
            package = outer;
            answer = said(package, true);
        }
        answer.unwrap_or(if of_boot_loader { self.system } else { self.program })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_rule_counts() {
        let mut assertions = Assertions::default();
        for option in ["-da", "-ea:a.b...", "-da:a.b.c...", "-ea:a.b.c.D", "-ea:...", "-dsa", "-esa"] {
            assert!(assertions.read(option), "{option}");
        }
        for (class, enabled) in
            [("a.X", false), ("a.b.X", true), ("a.b.c.X", false), ("a.b.c.D", true), ("a.b.c.e.D", false), ("X", true)]
        {
            assert_eq!(assertions.enabled(class, false), enabled, "{class}");
        }
        assert!(assertions.enabled("java.lang.X", true));
        let mut again = Assertions::default();
        assert!(assertions.words().iter().all(|word| again.read(word)));
        assert_eq!(again, assertions);
        assert!(!again.read("-each") && !again.read("-ea:") && !again.read("-esa:x"));
    }
}
