//! Options that a project has in its `deadheat.toml`, for all commands that are called in its folder or below it.
//!
//! A key stands for an option ([`keys`]), and comes down to words of a command line that are read before the user's own. An option that the user
//! has given takes the place of the key, also where it could be repeated, and so does one that does not go together with it.

pub mod file;
pub mod keys;

use std::path::PathBuf;

pub use file::File;
use file::Setting;
use keys::{Key, Shared, Taker};

use crate::terminal::failure::Failure;

/// What the file says to one command.
#[derive(Clone, Debug, Default)]
pub struct ProjectOptions {
    path: PathBuf,
    settings: Vec<Setting>,
}

impl ProjectOptions {
    /// What counts for this command of what the file says: what is in its section, and else what is in none. `has` says whether the command has
    /// an option for a key.
    ///
    /// # Errors
    /// If there is something in the command's section that it has no option for.
    pub fn of(file: &File, command: &str, has: impl Fn(&Key) -> bool) -> Result<Self, Failure> {
        let in_section = |setting: &&Setting| setting.section.as_deref() == Some(command);
        if let Some(wrong) = file.settings.iter().filter(in_section).find(|setting| !has(setting.key)) {
            let Setting { key, line, .. } = wrong;
            let problem =
                format!("{}:{line}: `deadheat {command}` has no option {}", file.path.display(), key.option());
            return Err(Failure::usage(problem, "move the key to another section"));
        }
        let is_set = |key: &Key| file.settings.iter().filter(in_section).any(|setting| setting.key == key);
        let counts = |setting: &&Setting| match (&setting.section, setting.key.shared) {
            (Some(section), _) => section == command,
            (None, Shared::By(commands)) if !commands.contains(&command) => false,
            (None, _) => has(setting.key) && !is_set(setting.key),
        };
        let settings = file.settings.iter().filter(counts).cloned().collect();
        Ok(Self { path: file.path.clone(), settings })
    }

    /// Takes out what the user has said otherwise.
    pub fn without(&mut self, is_given: impl Fn(&Key) -> bool) {
        self.settings.retain(|setting| !is_given(setting.key));
    }

    /// The words for one of those who take options.
    #[must_use]
    pub fn words(&self, takes: impl Fn(Taker) -> bool) -> Vec<String> {
        let taken = self.settings.iter().filter(|setting| takes(setting.key.taker));
        taken.flat_map(|setting| setting.key.words(&setting.values)).collect()
    }

    /// Says of a problem with an option of deadheat's own that it is in the file, if the option is from there.
    #[must_use]
    pub fn place(&self, option: &str) -> Option<String> {
        let name = option.split([' ', '=']).next().unwrap_or_default();
        let found = self.settings.iter().find(|setting| setting.key.option() == name)?;
        Some(format!("{}:{}", self.path.display(), found.line))
    }

    /// Where the file is.
    #[must_use]
    pub fn path(&self) -> String {
        self.path.display().to_string()
    }
}
