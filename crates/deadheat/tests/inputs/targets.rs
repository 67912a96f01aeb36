//! For each format a function from bytes to "a value, or a clean error".

use std::fs;
use std::path::Path;

use deadheat::commands::witness_file::WitnessFile;
use deadheat::guests;
use deadheat::project::{File, ProjectOptions};
use deadheat_analysis::Suppressions;
use deadheat_event::{ErrorKind, Schedule, trace};
use deadheat_guest_java::classfile;
use deadheat_guest_java::classpath::ClassPath;
use deadheat_guest_java::classpath::jimage::JImage;
use deadheat_guest_native::debug_info::{Module, examine};
use deadheat_machine::GuestSpec;
use deadheat_predict::{HistoryRecorder, NamedHistory, PredictOptions, text};
use deadheat_report::text::TextOptions;
use deadheat_report::{diff, forms, load};
use deadheat_witness::predicted;

/// How files of a format are damaged.
#[derive(Clone, Copy)]
pub enum Form {
    /// As bytes.
    Binary,
    /// As lines and words.
    Text,
}

/// A format.
pub struct Target {
    pub name: &'static str,
    pub form: Form,
    /// Reads a file and does with it what commands do; whether it made sense.
    pub read: fn(&[u8]) -> bool,
}

pub const TARGETS: &[Target] = &[
    Target { name: "class", form: Form::Binary, read: class },
    Target { name: "jar", form: Form::Binary, read: jar },
    Target { name: "jimage", form: Form::Binary, read: jimage },
    Target { name: "schedule", form: Form::Text, read: schedule },
    Target { name: "witness", form: Form::Text, read: witness },
    Target { name: "native-witness", form: Form::Text, read: witness },
    Target { name: "trace", form: Form::Binary, read: own_trace },
    Target { name: "text-trace", form: Form::Text, read: text_trace },
    Target { name: "result", form: Form::Text, read: result },
    Target { name: "suppressions", form: Form::Text, read: suppressions },
    Target { name: "project", form: Form::Text, read: project },
    Target { name: "executable", form: Form::Binary, read: executable },
];

/// What is read by its name, from a file with these bytes.
fn in_file<T>(bytes: &[u8], read: impl FnOnce(&Path) -> T) -> T {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    fs::write(file.path(), bytes).expect("the file is written");
    read(file.path())
}

fn class(bytes: &[u8]) -> bool {
    classfile::parse(bytes).is_ok()
}

fn jar(bytes: &[u8]) -> bool {
    in_file(bytes, |path| {
        let main = ClassPath::main_class(path);
        let Ok(classes) = ClassPath::open(&[path.to_owned()]) else { return false };
        let _ = classes.manifest(0).map(|manifest| manifest.attributes().count());
        let found = ["Target.class", "META-INF/MANIFEST.MF", "Missing.class"].map(|name| classes.find_all(name).len());
        main.is_ok() && found[0] == 1
    })
}

fn jimage(bytes: &[u8]) -> bool {
    in_file(bytes, |path| {
        let Ok(image) = JImage::open(path) else { return false };
        let _ = (image.modules(), image.packages(), image.entries().count());
        let _ = (image.find("java.base", "module-info.class"), image.module_of_package("no/such"));
        image.class("java/lang/Object").is_some()
    })
}

fn schedule(bytes: &[u8]) -> bool {
    let Ok(schedule) = Schedule::parse("s", &String::from_utf8_lossy(bytes)) else { return false };
    let again = Schedule::parse("s", &schedule.to_string());
    assert!(again.is_ok_and(|again| again == schedule), "what is written is read back");
    true
}

fn witness(bytes: &[u8]) -> bool {
    let Ok(schedule) = Schedule::parse("w", &String::from_utf8_lossy(bytes)) else { return false };
    WitnessFile::read(Path::new("w"), schedule).is_ok()
}

fn own_trace(bytes: &[u8]) -> bool {
    let mut recorder = HistoryRecorder::new(1_000_000).with_names();
    trace::observe(|| Ok(bytes), &mut recorder).is_ok() && predict(&recorder.finish().into())
}

fn text_trace(bytes: &[u8]) -> bool {
    text::read(bytes).is_ok_and(|trace| predict(&trace.into()))
}

/// Predicts, and writes the trace and what was predicted.
fn predict(trace: &NamedHistory) -> bool {
    let result = predicted::from_trace(trace, &PredictOptions::default(), GuestSpec::default());
    let _ = forms::all(&result, &TextOptions::default());
    text::write(&trace.history, &trace.names.writable(), std::io::sink()).is_ok()
}

fn result(bytes: &[u8]) -> bool {
    let Ok(mut result) = load::parse("r", bytes, &guests::owner_in_version_1) else { return false };
    let _ = forms::all(&result, &TextOptions::default());
    let _ = (diff::render(&result, &result), diff::render_json(&result, &result));
    result.hide_values();
    let _ = forms::all(&result, &TextOptions::default());
    true
}

fn suppressions(bytes: &[u8]) -> bool {
    let Ok(mut list) = Suppressions::parse(&String::from_utf8_lossy(bytes)) else { return false };
    for kind in [ErrorKind::Race, ErrorKind::Deadlock, ErrorKind::Atomicity] {
        let names = vec!["Account.balance".to_owned(), "a".repeat(3000)];
        let _ = list.hide(kind, names, []);
    }
    let _ = list.unused().count();
    true
}

fn project(bytes: &[u8]) -> bool {
    in_file(bytes, |path| {
        let commands = ["check", "test"].map(str::to_owned);
        let Ok(file) = File::read(path, &commands) else { return false };
        ProjectOptions::of(&file, "check", |_| true).is_ok_and(|options| !options.words(|_| true).is_empty())
    })
}

fn executable(bytes: &[u8]) -> bool {
    in_file(bytes, |path| {
        let known = examine(path).is_ok();
        let Ok(module) = Module::open(path) else { return false };
        let _ = (module.entry(), module.build_id(), module.needed_libraries(), module.compilation_folders());
        let functions = module.ranges_of(&|_| true);
        for (range, _) in functions.iter().take(20) {
            let _ = (module.frames(range.start), module.locals_at(range.start), module.block_type(range.start, 16));
        }
        known
    })
}
