//! `deadheat cargo`: Rust packages, built and checked.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use deadheat_guest_native::front::cargo::{self, CargoGuest};
use deadheat_guest_native::front::{CargoAction, CargoLine, Toolbox};
use deadheat_report::{safe, words};
use deadheat_witness::result::{CheckResult, Verdict};

use super::check::{self, Shown};
use crate::guests::GuestCommand;
use crate::options::cargo::CargoArgs;
use crate::options::check::{Budget, CheckArgs};
use crate::terminal::failure::Failure;
use crate::terminal::{interrupt, stdout};

/// Does what cargo is asked for, and gives the exit code: of a build cargo's own, else the worst of the checks'.
///
/// # Errors
/// If something cannot be built, or deadheat is at fault.
pub fn cargo(options: &CargoArgs, line: &CargoLine) -> Result<u8, Failure> {
    let env = |name: &str| std::env::var_os(name);
    let tools = Toolbox::new(&env);
    let limits = options.check.limits.limits();
    match line.action {
        CargoAction::Build => Ok(cargo::build(line, &tools)?),
        CargoAction::Run => {
            let program = cargo::program(line, limits, &tools)?;
            let program = GuestCommand::Native(program.command);
            check::check_one(&options.check, &program, check::Shown::Always).map(|(code, _)| code)
        }
        CargoAction::Test => check_each(options, &cargo::tests(line, limits, &tools)?),
    }
}

/// Checks each test, and says a line of each and one of all.
fn check_each(options: &CargoArgs, tests: &[CargoGuest]) -> Result<u8, Failure> {
    let began = Instant::now();
    let left = || options.total.map_or(Duration::MAX, |total| total.saturating_sub(began.elapsed()));
    let options = &options.check;
    let budget = options.budget.unwrap_or(Budget::OF_PROGRAM);
    let (mut worst, mut with_errors, mut checked) = (0, 0, 0);
    for CargoGuest { name, command } in tests {
        let output = options.output.as_ref().map(|folder| folder.join(file_name(name)));
        let most = left();
        if most.is_zero() {
            break;
        }
        let budget = Some(Budget { each: budget.each.min(most), total: budget.total.min(most) });
        let options = CheckArgs { output, budget, ..options.clone() };
        let verdict = match check::check_one(&options, &GuestCommand::Native(command.clone()), Shown::IfFound) {
            Ok((code, result)) => {
                worst = worst.max(code);
                with_errors += u64::from(code == 1);
                verdict(&result)
            }
            // The other tests have a right to be checked.
            Err(failure) => {
                worst = worst.max(failure.exit_code());
                failure.to_string()
            }
        };
        checked += 1;
        say(&format!("test {name} ... {verdict}"))?;
        if interrupt::flag().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            break;
        }
    }
    let left = match tests.len() as u64 - checked {
        0 => String::new(),
        left => format!(", {left} not checked"),
    };
    say(&format!("{} checked, {with_errors} with errors{left}", words::count(checked, "test")))?;
    Ok(worst)
}

/// What was found in a test, in a few words.
fn verdict(result: &CheckResult) -> String {
    let shown = || result.findings.iter().filter(|finding| finding.suppressed_by.is_none());
    let count = |fits: fn(&Verdict) -> bool| shown().filter(|finding| fits(&finding.verdict)).count();
    let witnessed = count(|verdict| matches!(verdict, Verdict::Witnessed { .. } | Verdict::Follows { .. }));
    let unresolved = count(|verdict| matches!(verdict, Verdict::Unresolved { .. }));
    match (witnessed, unresolved) {
        (0, 0) if result.complete => "nothing to be found".to_owned(),
        (0, 0) => "nothing found".to_owned(),
        (witnessed, 0) => format!("{witnessed} witnessed"),
        (0, unresolved) => format!("{unresolved} unresolved"),
        (witnessed, unresolved) => format!("{witnessed} witnessed, {unresolved} unresolved"),
    }
}

fn say(line: &str) -> Result<(), Failure> {
    stdout::print(&format!("{}\n", safe::line(line)))
}

/// A folder's name for a test.
fn file_name(test: &str) -> String {
    test.chars().map(|c| if c.is_alphanumeric() || "_-.".contains(c) { c } else { '-' }).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn folders_of_tests() {
        assert_eq!(super::file_name("pool::tests::a/b"), "pool--tests--a-b");
    }
}
