//! `deadheat test --maven` and `--gradle`: the tests of each module that a build tool names, checked in the folder of the module.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

use deadheat_report::safe;

use super::test::{self, Tested};
use crate::guests::{Split, TestModule};
use crate::note;
use crate::options::check::CheckArgs;
use crate::options::test::TestArgs;
use crate::terminal::failure::Failure;
use crate::terminal::{interrupt, stdout};

/// Checks the tests that a command line means: those of a class path, or those of each module of a build. Gives the exit code, of modules the worst.
///
/// # Errors
/// If there are none, the build fails, or deadheat is at fault.
pub fn test(options: &TestArgs, split: Split) -> Result<u8, Failure> {
    let Some(tool) = options.build.tool() else {
        if options.build.project.is_some() || !options.build.build_arg.is_empty() {
            return Err(Failure::usage("there is no build tool to ask", "say --maven or --gradle"));
        }
        return test::test(options, split)?.code_or_none(options);
    };
    // A contradiction should not have to wait for the build.
    split.clone().with_class_path(&[])?;
    let began = Instant::now();
    let here = deadheat_machine::surroundings::here();
    note!("deadheat: {} compiles the tests", tool.name());
    let project = options.build.project.clone().unwrap_or_else(|| here.clone());
    let modules = tool.test_modules(&project, &options.build.build_arg, |name| std::env::var_os(name))?;
    let many = modules.len() > 1;
    let (mut worst, mut checked) = (0, false);
    for module in &modules {
        if interrupt::flag().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            break;
        }
        if many {
            stdout::print(&format!("module {}\n", safe::line(&module.name)))?;
        }
        let mut options = of_module(options, module, many)?;
        options.total = options.total.map(|total| total.saturating_sub(began.elapsed()));
        // The tests of a module find their files from there.
        enter(&module.folder)?;
        let tested = split.clone().with_class_path(&module.class_path).and_then(|split| test::test(&options, split));
        enter(&here)?;
        match tested {
            Ok(Tested::Checked(code)) => (worst, checked) = (worst.max(code), true),
            Ok(Tested::None) if many => note!("deadheat: no test there"),
            Ok(Tested::None) => return Err(test::none_found(&options)),
            // The other modules have a right to be checked.
            Err(failure) if many && failure != Failure::ClosedPipe => {
                note!("deadheat: {failure}");
                (worst, checked) = (worst.max(failure.exit_code()), true);
            }
            Err(failure) => return Err(failure),
        }
    }
    if checked { Ok(worst) } else { Err(test::none_found(options)) }
}

fn enter(folder: &Path) -> Result<(), Failure> {
    std::env::set_current_dir(folder).map_err(|error| {
        Failure::usage(format!("cannot go to {}: {error}", folder.display()), "check the folder's rights")
    })
}

/// The options for one module: seen from its folder, and, where there are several, with what is written in a folder of its name.
fn of_module(options: &TestArgs, module: &TestModule, many: bool) -> Result<TestArgs, Failure> {
    let absolute = |path: &Path| {
        std::path::absolute(path)
            .map_err(|error| Failure::usage(format!("cannot use {}: {error}", path.display()), "check the name"))
    };
    let place = |path: &PathBuf| absolute(path);
    let own = |folder: &Path| if many { folder.join(&module.name) } else { folder.to_owned() };
    let file = |path: &PathBuf| {
        let path = absolute(path)?;
        let (folder, name) = (path.parent().unwrap_or(&path), path.file_name().unwrap_or_default());
        Ok::<_, Failure>(own(folder).join(name))
    };
    let mut options = options.clone();
    options.junit_xml = options.junit_xml.as_ref().map(file).transpose()?;
    options.scan = match &options.scan[..] {
        [] => module.tests.iter().map(|folder| folder.display().to_string()).collect(),
        scan => scan
            .iter()
            .map(|path| absolute(Path::new(path)).map(|path| path.display().to_string()))
            .collect::<Result<_, _>>()?,
    };
    let CheckArgs { output, baseline, analysis, show, .. } = &mut options.check;
    *output = output.as_ref().map(place).transpose()?.map(|folder| own(&folder));
    *baseline = baseline.as_ref().map(file).transpose()?;
    analysis.suppressions = analysis.suppressions.as_ref().map(place).transpose()?;
    analysis.warnings = analysis.warnings.as_ref().map(file).transpose()?;
    show.source = show.source.iter().map(place).collect::<Result<_, _>>()?;
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{Parsed, parse};

    #[test]
    fn each_module_has_its_files() {
        let line = "test --maven --output out --junit-xml out/tests.xml --baseline /known/result.json";
        let Ok(Parsed::Test(options, _)) = parse(line.split(' ').map(Into::into).collect()) else {
            panic!("not parsed")
        };
        let module =
            TestModule { name: "core".to_owned(), tests: vec!["/p/core/tests".into()], ..TestModule::default() };
        let here = deadheat_machine::surroundings::here();
        let alone = of_module(&options, &module, false).unwrap();
        assert_eq!(alone.check.output, Some(here.join("out")));
        assert_eq!(alone.scan, ["/p/core/tests"]);
        let one = of_module(&options, &module, true).unwrap();
        assert_eq!(one.check.output, Some(here.join("out/core")));
        assert_eq!(one.junit_xml, Some(here.join("out/core/tests.xml")));
        assert_eq!(one.check.baseline, Some("/known/core/result.json".into()));
    }
}
