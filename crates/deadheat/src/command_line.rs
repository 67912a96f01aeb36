//! A guest as a command line that can be given again.

use crate::argv::Target;
use crate::cli::{DEFAULT_HEAP, DEFAULT_STACK, DEFAULT_THREADS, GuestCommand, GuestOptions};
use crate::size;
use crate::terminal::quoted;

impl GuestCommand {
    /// The words that name the guest, for any command that takes one.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        let GuestOptions { heap, stack, threads } = self.options;
        for (option, value, default) in [("--heap", heap, DEFAULT_HEAP), ("--stack", stack, DEFAULT_STACK)] {
            if size::parse(default) != Ok(value) {
                words.extend([option.to_owned(), value.to_string()]);
            }
        }
        if threads != DEFAULT_THREADS {
            words.extend(["--threads".to_owned(), threads.to_string()]);
        }
        if !self.java.assertions {
            words.push("-da".to_owned());
        }
        words.extend(self.java.properties.iter().map(|(key, value)| format!("-D{key}={value}")));
        if let Some(path) = &self.java.class_path {
            words.extend(["-cp".to_owned(), path.clone()]);
        }
        match &self.target {
            Target::Class(name) | Target::Source(name) => words.push(name.clone()),
            Target::Jar(file) => words.extend(["-jar".to_owned(), file.clone()]),
        }
        words.extend(self.arguments.iter().cloned());
        words
    }

    /// The same as a line for a shell.
    #[must_use]
    pub fn line(&self) -> String {
        self.words().iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use crate::cli::{Parsed, parse_run};

    #[test]
    fn what_is_written_is_read() {
        for line in [
            "Main",
            "--heap 67108864 --stack 524288 --threads 9 -da -Da=b -cp x:y.jar a.Main 1 -cp",
            "-jar app.jar --heap 3",
            "Main.java",
        ] {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            let Ok(Parsed::Run(run)) = parse_run(&words) else { panic!("{line} is not read") };
            assert_eq!((run.guest.words(), run.guest.line().as_str()), (words, line));
        }
    }
}
