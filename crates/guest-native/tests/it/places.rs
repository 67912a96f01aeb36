//! Lines, inlined calls, and the code of functions.

use crate::build::{Built, c_programs, cpp_programs, rust_programs};

/// `name:line` of marks.
fn expected(built: &Built, calls: &[(&str, &str)]) -> Vec<String> {
    calls.iter().map(|(name, mark)| format!("{name}:{}", built.line(mark))).collect()
}

#[test]
fn inlined_calls_of_c() {
    for built in c_programs() {
        let calls = built.calls("work", "ADD");
        assert_eq!(
            calls,
            expected(&built, &[("+add", "ADD"), ("+add_more", "MORE"), ("work", "CALL")]),
            "{}",
            built.how
        );
        let frames = built.module.frames(built.addresses("work", "ADD")[0]);
        assert_eq!(frames[0].place.file.as_deref(), built.source.to_str(), "{}", built.how);
        assert!(built.module.has_debug_info());
        assert!(!built.module.ranges_of(&|name| name == "add").is_empty(), "{}", built.how);
        assert_eq!(built.module.is_position_independent(), !built.how.contains("-no-pie"));
        assert!(built.module.interpreter().is_some_and(|linker| linker.contains("ld-linux")));
        assert!(built.module.needed_libraries().iter().any(|library| library.starts_with("libc.so")));
        let folder = built.path.parent().unwrap().canonicalize().unwrap();
        assert!(
            built.module.compilation_folders().iter().any(|known| *known == folder.to_str().unwrap()),
            "{}",
            built.how
        );
    }
}

#[test]
fn functions_of_classes() {
    for built in cpp_programs() {
        let inlined = built.calls("bank::Account::deposit", "DEPOSIT");
        let in_lambda = expected(&built, &[("+bank::Account::deposit", "DEPOSIT")]);
        assert_eq!(inlined[0], in_lambda[0], "{}", built.how);
        let lambda = format!("main::{{lambda}}:{}", built.line("LAMBDA"));
        assert_eq!(inlined[1].trim_start_matches('+'), lambda, "{}", built.how);
        assert_eq!(
            built.calls("bank::Box::put", "PUT"),
            expected(&built, &[("bank::Box::put", "PUT")]),
            "{}",
            built.how
        );
        let frame = &built.module.frames(built.addresses("bank::Box::put", "PUT")[0])[0];
        assert_eq!((&*frame.container, &*frame.function), ("bank::Box", "put"), "{}", built.how);
    }
}

#[test]
fn functions_of_modules() {
    for built in rust_programs() {
        // A program's crate is called as its file is.
        let calls = built.calls("items::work", "ADD");
        assert_eq!(calls, expected(&built, &[("+items::add", "ADD"), ("items::work", "CALL")]), "{}", built.how);
        let deposit = built.calls("items::Account::deposit", "DEPOSIT");
        assert_eq!(deposit, expected(&built, &[("items::Account::deposit", "DEPOSIT")]), "{}", built.how);
        let get = built.calls("items::Wrapper::get", "GET");
        assert_eq!(
            get[0].trim_start_matches('+'),
            expected(&built, &[("items::Wrapper::get", "GET")])[0],
            "{}",
            built.how
        );
        let closure = built.calls("items::main::{closure#0}", "CLOSURE");
        let line = expected(&built, &[("items::main::{closure#0}", "CLOSURE")]);
        assert!(closure.iter().any(|call| call.trim_start_matches('+') == line[0]), "{}: {closure:?}", built.how);
        let locks = built.module.ranges_of(&|name| name == "std::sys::sync::mutex::futex::Mutex::lock");
        assert!(!locks.is_empty(), "{}", built.how);
    }
}

#[test]
fn symbols_are_enough_for_names() {
    for compiler in ["gcc", "clang-19"].into_iter().filter(|compiler| crate::build::has(compiler)) {
        let plain = Built::new(compiler, &["-O0", "-g0"], "shapes.c");
        assert!(!plain.module.has_debug_info());
        assert_eq!(plain.variable("accounts").name, "accounts");
        assert_eq!(plain.module.frames(plain.module.entry())[0].full_name(), "_start");
        assert!(plain.module.frames(0).is_empty() && plain.module.variable_at(0).is_none());
    }
}
