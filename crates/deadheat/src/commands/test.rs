//! `deadheat test`: each test of a program, checked.
//!
//! The tests are found once for each worker, and each test is checked from there on by itself. All that is found is one result, with
//! what became of each test; witnesses name their test.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use deadheat_machine::{Guest, NeedKind};
use deadheat_report::{junit_xml, safe, words};
use deadheat_witness::Checked;
use deadheat_witness::result::{CheckResult, Finding, TestOutcome, TestResult, needs_timeout};

use super::baseline::Baseline;
use super::check::{self, exit_code};
use super::files::{self, Folder};
use super::{report, results, store};
use crate::guests::{GuestTest, GuestTests, Split, Task};
use crate::note;
use crate::options::check::{Budget, CheckArgs, FailOn};
use crate::options::test::TestArgs;
use crate::options::worker_count;
use crate::terminal::failure::{EXIT_USAGE, Failure};
use crate::terminal::{interrupt, progress, stdout};

/// Where nothing is feared, searches get so much of the time of a test.
const QUIET_SHARE: u32 = 10;

/// What became of the tests of a class path.
pub enum Tested {
    /// They were checked, with this exit code.
    Checked(u8),
    /// There are none.
    None,
}

impl Tested {
    /// The exit code.
    ///
    /// # Errors
    /// If there were no tests.
    pub fn code_or_none(self, options: &TestArgs) -> Result<u8, Failure> {
        match self {
            Self::Checked(code) => Ok(code),
            Self::None => Err(none_found(options)),
        }
    }
}

/// Checks all tests.
///
/// # Errors
/// If the command line contradicts itself, the tests cannot be looked for, or deadheat is at fault.
pub fn test(options: &TestArgs, split: Split) -> Result<Tested, Failure> {
    let began = Instant::now();
    let check = &options.check;
    if check.resume {
        return Err(Failure::usage("tests are not resumed", "use --changed to check only what has not passed"));
    }
    if check.same_output || check.expect_output.is_some() || check.expect_exit.is_some() {
        let remedy = "leave --expect-exit, --expect-output and --same-output out";
        return Err(Failure::usage("what tests expect they say themselves", remedy));
    }
    // Contradictions are the user's to solve, before anything is run.
    check.analysis.suppressions()?;
    check.analysis.analyses()?;
    let baseline = check.baseline.as_deref().map(Baseline::read).transpose()?;
    let folder = check.output.as_deref().map(Folder::open).transpose()?;
    let earlier = if options.changed { folder.as_ref().map(earlier).unwrap_or_default() } else { Vec::new() };
    let named = (&options.select[..], &options.scan[..]);
    let mut tests = GuestTests::find(split, check.limits.limits(), named, check::machines(check))?;
    let problems = tests.problems()?;
    for problem in &problems {
        note!("deadheat: {}", safe::line(problem));
    }
    if let [_, _, ..] = &tests.engines()[..] {
        note!("deadheat: note: there are {}: each runs its own tests", tests.engines().join(" and "));
    }
    let mut list = tests.list()?;
    if list.is_empty() {
        return Ok(Tested::None);
    }
    if let Some(shard) = options.shard {
        let mut at = 0..;
        list.retain(|_| at.next().is_some_and(|at| shard.has(at)));
    }
    if options.list {
        return list.iter().try_for_each(|test| say(test.name())).map(|()| Tested::Checked(0));
    }
    let mut all = tests.with_all(Empty);
    all.complete = true;
    let (known, list): (Vec<_>, Vec<_>) = list.into_iter().partition(|test| known(test, &earlier).is_some());
    all.tests.extend(known.iter().filter_map(|test| self::known(test, &earlier)).cloned());
    if !known.is_empty() {
        note!("deadheat: {} passed before and did not change", words::count(known.len() as u64, "test"));
    }
    let crew = Crew { options, folder: folder.as_ref(), list: &list, next: AtomicUsize::new(0), began };
    let faults = crew.check_all(&mut tests, &mut all)?;
    all.effort.seconds = began.elapsed().as_secs_f64();
    let is_whole = options.shard.is_none() && options.select.is_empty() && problems.is_empty();
    all.complete &= is_whole && !all.tests.is_empty() && all.tests.iter().all(|test| test.complete);
    baseline.iter().for_each(|baseline| baseline.hide(&mut all.findings));
    check.show.prepare(&mut all);
    deadheat_witness::finding::sort(&mut all.findings);
    show(options, &all, &mut tests, folder.as_ref())?;
    if let Some(file) = &options.junit_xml {
        files::write(file, &junit_xml::render(&all))?;
    }
    let counts = |finding: &&Finding| check.fail_on == FailOn::Warning || !needs_timeout(finding);
    let counted = all.findings.iter().filter(counts);
    match faults.into_iter().next() {
        Some(fault) => Err(fault),
        None => Ok(Tested::Checked(match exit_code(counted, check.fail_on, check.show.has_libraries()) {
            0 if !problems.is_empty() || all.needs.iter().any(|need| need.fatal) => EXIT_USAGE,
            code => code,
        })),
    }
}

/// What the user should look at where there are no tests.
#[must_use]
pub fn none_found(options: &TestArgs) -> Failure {
    match &options.select[..] {
        [] => Failure::usage(
            "there is no test in the folders of the class path",
            "name the folder of the compiled tests in -cp, or with --scan a jar that has tests",
        ),
        select => {
            let problem = format!("no test fits {}", select.join(", "));
            Failure::usage(problem, "`deadheat test --list` names all that there are")
        }
    }
}

/// What became of tests in an earlier result in this folder.
fn earlier(folder: &Folder) -> Vec<TestResult> {
    let path = folder.file("result.json");
    let loaded = path.is_file().then(|| report::load(&path)).transpose().unwrap_or_else(|failure| {
        note!("deadheat: {failure}; all tests are checked");
        None
    });
    loaded.map(|result| result.tests).unwrap_or_default()
}

/// What is known of a test that has passed, and whose code has not changed.
fn known<'a>(test: &GuestTest, earlier: &'a [TestResult]) -> Option<&'a TestResult> {
    let is_same = |known: &&TestResult| known.name == test.name() && known.digest == test.digest();
    earlier.iter().find(is_same).filter(|known| matches!(known.outcome, TestOutcome::Passed | TestOutcome::Skipped))
}

/// Those who check tests, and what they share.
struct Crew<'a> {
    options: &'a TestArgs,
    folder: Option<&'a Folder>,
    list: &'a [GuestTest],
    /// The first test that nobody has taken.
    next: AtomicUsize,
    began: Instant,
}

/// What became of the test at this place of the list.
type Report = (usize, Result<Box<Checked>, Failure>);

impl Crew<'_> {
    /// Checks all tests, says a line of each in the order of the list, and puts their results together. Gives what could not be done.
    fn check_all(&self, tests: &mut GuestTests, all: &mut CheckResult) -> Result<Vec<Failure>, Failure> {
        let workers = worker_count(self.options.check.workers, 1).min(self.list.len());
        let (send, reports) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 1..workers {
                let (send, other) = (send.clone(), tests.apart());
                // Who cannot find them leaves them to the first.
                scope.spawn(move || other.find().map(|mut other| self.work(&mut other, &send)));
            }
            let first = scope.spawn(move || self.work(tests, &send));
            let told = self.gather(&reports, all);
            // Its panics are caught where they happen.
            let _ = first.join();
            told
        })
    }

    /// Takes tests until there are none left, or no time.
    fn work(&self, tests: &mut GuestTests, send: &mpsc::Sender<Report>) {
        // Whether other tests have left their classes behind.
        let mut used = false;
        loop {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(test) = self.list.get(at) else { return };
            if interrupt::flag().is_some_and(|stop| stop.load(Ordering::Relaxed)) || self.left().is_zero() {
                return;
            }
            let mut checked = self.check(tests, test);
            if used && is_in_the_way(&checked) && tests.renew().is_ok() {
                checked = self.check(tests, test);
            }
            used = true;
            if send.send((at, checked.map(Box::new))).is_err() {
                return;
            }
        }
    }

    fn check(&self, tests: &mut GuestTests, test: &GuestTest) -> Result<Checked, Failure> {
        let task = CheckTest {
            options: &self.options.check,
            folder: self.folder,
            most: self.left(),
            alone: self.list.len() == 1,
        };
        // A panic is a fault of the check of this test, and costs the others nothing.
        let caught = panic::catch_unwind(AssertUnwindSafe(|| tests.with(test, task)));
        caught.unwrap_or_else(|_| Err(Failure::Internal(format!("the check of {} panicked", test.name()))))
    }

    /// The time that is left for all.
    fn left(&self) -> Duration {
        self.options.total.map_or(Duration::MAX, |total| total.saturating_sub(self.began.elapsed()))
    }

    fn gather(&self, reports: &mpsc::Receiver<Report>, all: &mut CheckResult) -> Result<Vec<Failure>, Failure> {
        let line = progress::Line::new();
        let mut waiting: Vec<Option<Result<Box<Checked>, Failure>>> = (0..self.list.len()).map(|_| None).collect();
        let (mut told, mut faults) = (0, Vec::new());
        for (at, checked) in reports {
            waiting[at] = Some(checked);
            while let Some(checked) = waiting.get_mut(told).and_then(Option::take) {
                line.clear();
                self.tell(&self.list[told], checked, all, &mut faults)?;
                told += 1;
            }
            line.note(&format!("test {} of {}", told + 1, self.list.len()));
        }
        line.clear();
        for (test, checked) in self.list.iter().zip(waiting).skip(told) {
            let not_reached = || Err(Failure::usage("it was not reached in time", ""));
            self.tell(test, checked.unwrap_or_else(not_reached), all, &mut faults)?;
        }
        Ok(faults)
    }

    fn tell(
        &self,
        test: &GuestTest,
        checked: Result<Box<Checked>, Failure>,
        all: &mut CheckResult,
        faults: &mut Vec<Failure>,
    ) -> Result<(), Failure> {
        let mut result = match checked.map(|checked| *checked) {
            Ok(Checked { result, faults: new }) => {
                faults.extend(new.into_iter().map(check::failure));
                result
            }
            Err(failure) => {
                let mut result = CheckResult::new(all.guest.clone());
                let why = match &failure {
                    Failure::Usage { problem, .. } => problem.clone(),
                    other => other.to_string(),
                };
                result.tests = vec![TestResult::not_checked(test.name(), why)];
                faults.extend(Some(failure).filter(|failure| matches!(failure, Failure::Internal(_))));
                result
            }
        };
        for one in &mut result.tests {
            one.digest = test.digest().to_owned();
            if self.options.check.show.no_values {
                one.message.clear();
            }
            say(&format!("test {} ... {}", one.name, words::test_outcome(one)))?;
        }
        all.take_in_test(result);
        Ok(())
    }
}

/// Whether a test may have met a class that another test has made by the same name, as `Proxy` numbers its classes: all that are checked from
/// one discovery share what names mean.
fn is_in_the_way(checked: &Result<Checked, Failure>) -> bool {
    let by_order = |result: &CheckResult| result.needs.iter().any(|need| need.kind == NeedKind::ClassByOrder);
    checked.as_ref().is_ok_and(|checked| checked.result.findings.is_empty() && by_order(&checked.result))
}

/// The check of one test.
struct CheckTest<'a> {
    options: &'a CheckArgs,
    folder: Option<&'a Folder>,
    /// It may not take longer.
    most: Duration,
    /// Whether there is no other, so that all workers may work on it.
    alone: bool,
}

impl Task for CheckTest<'_> {
    type Output = Result<Checked, Failure>;

    fn perform<G: Guest>(self, guest: &G) -> Self::Output {
        let Self { options, folder, most, alone } = self;
        let mut spent = options.options(&guest.label().line(), guest.processors());
        let Budget { each, total } = options.budget.unwrap_or(Budget::OF_TEST);
        (spent.each, spent.total) = (each.min(most), total.min(most));
        spent.quiet = Some(spent.total / QUIET_SHARE);
        if !alone {
            spent.workers = 1;
        }
        // What is found is on the disk before it is told.
        let keep = |finding: &Finding| {
            if let Some(folder) = folder
                && !folder.file(&format!("{}.witness", finding.id)).exists()
                && let Err(failure) = store::write_witness(finding, guest, folder, &options.show)
            {
                note!("deadheat: {failure}");
            }
        };
        let suppressions = options.analysis.suppressions()?;
        let checker = check::checker(guest, options, suppressions).options(spent).on_finding(&keep);
        let checked = checker.check().map_err(check::failure)?;
        checked.result.findings.iter().for_each(keep);
        Ok(checked)
    }
}

/// The result of the tests of a guest of which none was checked.
struct Empty;

impl Task for Empty {
    type Output = CheckResult;

    fn perform<G: Guest>(self, guest: &G) -> Self::Output {
        CheckResult::new(guest.label())
    }
}

/// Shows the findings of all tests and what became of them, and saves both.
fn show(options: &TestArgs, all: &CheckResult, tests: &mut GuestTests, folder: Option<&Folder>) -> Result<(), Failure> {
    let shown = tests.with_all(Show { options, all, folder });
    say(&words::tests_summary(&all.tests)).and(shown)
}

struct Show<'a> {
    options: &'a TestArgs,
    all: &'a CheckResult,
    folder: Option<&'a Folder>,
}

impl Task for Show<'_> {
    type Output = Result<(), Failure>;

    fn perform<G: Guest>(self, guest: &G) -> Self::Output {
        let Self { options: TestArgs { check, .. }, all, folder } = self;
        results::show_tests(all, guest, folder, &check.show, check.all)
    }
}

fn say(line: &str) -> Result<(), Failure> {
    stdout::print(&format!("{}\n", safe::line(line)))
}
