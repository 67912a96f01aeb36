//! Variables, their fields, their values, and heap blocks.

use deadheat_guest_native::debug_info::Module;

use crate::build::{Built, c_programs, cpp_programs, rust_programs};

fn check_accesses(built: &Built, expected: &[(&str, u64, u64, &str, Option<&str>)]) {
    for (symbol, offset, size, name, type_) in expected {
        let (found, leaf) = built.access(symbol, *offset, *size);
        assert_eq!((&*found, leaf.as_deref()), (*name, *type_), "{}: {symbol}+{offset} of {size}", built.how);
    }
}

fn check_values(built: &Built, expected: &[(&str, u64, &str)]) {
    for (symbol, bits, value) in expected {
        assert_eq!(built.value(symbol, *bits).as_deref(), Some(*value), "{}: {symbol} = {bits:#x}", built.how);
    }
}

#[test]
fn variables_of_c() {
    for built in c_programs() {
        let size_of_account = 8 + 24 + 8 + 8 + 8;
        assert_eq!(built.variable("accounts").size, 4 * size_of_account, "{}", built.how);
        assert_eq!(built.module.type_name(built.type_of("accounts")), "account[4]", "{}", built.how);
        let declared = built.variable("accounts").declared;
        assert_eq!((declared.file.as_deref(), declared.line), (built.source.to_str(), Some(40)), "{}", built.how);
        let inside = built.module.variable_at(built.variable("grid").address + 23).unwrap();
        assert_eq!((&*inside.name, inside.size), ("grid", 24), "{}", built.how);
        let cache = if built.how.contains("clang") { "cached.cache" } else { "cache.0" };
        check_accesses(
            &built,
            &[
                ("counter", 0, 4, "counter", Some("int")),
                ("accounts", 0, 8, "accounts[0].balance", Some("long")),
                ("accounts", size_of_account + 8 + 16 + 4, 4, "accounts[1].path[2].y", Some("int")),
                ("accounts", size_of_account + 8 + 16, 8, "accounts[1].path[2]", Some("point")),
                ("accounts", 8, 24, "accounts[0].path", Some("point[3]")),
                ("accounts", 32, 4, "accounts[0].number", Some("int")),
                ("accounts", 32, 8, "accounts[0].real", Some("double")),
                ("accounts", 34, 2, "accounts[0].high", Some("short")),
                ("accounts", 40, 1, "accounts[0].ready|done", None),
                ("accounts", 44, 4, "accounts[0]", None),
                ("accounts", 48, 8, "accounts[0].name", Some("char*")),
                ("accounts", 0, size_of_account, "accounts[0]", Some("account")),
                ("accounts", 4 * size_of_account, 8, "accounts", None),
                ("grid", 20, 4, "grid[1][2]", Some("int")),
                ("shade", 0, 4, "shade", Some("color")),
                ("first", 0, 8, "first", Some("node*")),
                ("open_ended", 4 + 12, 4, "open_ended.rest[3]", Some("int")),
                (cache, 0, 4, "cached::cache", Some("int")),
            ],
        );
        assert_eq!(built.module.member(built.type_of("accounts"), size_of_account, 8).without_indexes(), "[].balance");
        check_values(
            &built,
            &[
                ("counter", 0xffff_ffff, "-1"),
                ("shade", 5, "GREEN"),
                ("shade", 7, "7"),
                ("flag", 1, "true"),
                ("letter", 0x61, "'a'"),
                ("letter", 0, r"'\0'"),
                ("small", 200, "200"),
                ("negative", 0xfd, "-3"),
                ("ratio", u64::from(0.5f32.to_bits()), "0.5"),
                ("precise", 0.25f64.to_bits(), "0.25"),
                ("large", u64::MAX, "18446744073709551615"),
                ("tick", 3, "3"),
                ("first", 0, "NULL"),
                ("first", 0x1000, "0x1000"),
            ],
        );
        let node = built.module.pointee(built.type_of("first")).unwrap();
        assert_eq!((built.module.type_name(node), built.module.type_size(node)), ("node".to_owned(), Some(16)));
    }
}

#[test]
fn heap_blocks() {
    let named = |module: &Module, address: u64, size| {
        module.block_type(address, size).map(|(type_, count)| (module.type_name(type_), count))
    };
    for built in c_programs() {
        let made = built.addresses("make", "MALLOC");
        assert_eq!(named(&built.module, made[0], 16), Some(("node".to_owned(), 1)), "{}", built.how);
        assert_eq!(named(&built.module, made[0], 64), Some(("node".to_owned(), 4)), "{}", built.how);
        assert_eq!(named(&built.module, made[0], 17), None, "{}", built.how);
        // By the field: 40 bytes are neither lists nor nodes.
        let filled = built.addresses("fill", "FILL");
        assert_eq!(named(&built.module, filled[0], 40), Some(("long".to_owned(), 5)), "{}", built.how);
        assert!(built.module.pointee_types_in(filled[0]).iter().any(|type_| built.module.type_name(*type_) == "list"));
    }
    for built in cpp_programs() {
        let size = built.variable("account").size;
        let new = built.addresses("open_account", "NEW");
        assert_eq!(named(&built.module, new[0], size), Some(("bank::Account".to_owned(), 1)), "{}", built.how);
    }
}

#[test]
fn variables_of_cpp() {
    for built in cpp_programs() {
        check_accesses(
            &built,
            &[
                ("account", 8, 8, "account.id", Some("long")),
                ("account", 16, 4, "account.balance", Some("int")),
                ("account", 20, 4, "account.visits", Some("int")),
                ("account", 24, 4, "account.lock", Some("int")),
                ("account", 64, 2, "account.box.value", Some("short")),
                ("account", 66, 1, "account.kind", Some("bank::Kind")),
                ("5countE", 0, 4, "bank::Account::count", Some("int")),
                ("hidden", 0, 4, "bank::hidden", Some("int")),
                ("past", 0, 4, "bank::Account::history::past", Some("int")),
                ("nothing", 0, 8, "nothing", Some("int*")),
            ],
        );
        assert_eq!(built.access("account", 0, 8).0, "account.vptr", "{}", built.how);
        check_values(&built, &[("kind", 1, "Kind::gold"), ("nothing", 0, "nullptr")]);
        assert_eq!(built.module.type_name(built.type_of("numbers")), "std::vector<int>", "{}", built.how);
        assert_eq!(built.module.member(built.type_of("numbers"), 8, 8).to_string(), "", "{}", built.how);
        let lock = built.module.member(built.type_of("account"), 24, 40).leaf.map(|leaf| built.module.type_name(leaf));
        assert!(lock.is_some(), "{}", built.how);
    }
}

#[test]
fn variables_of_rust() {
    for built in rust_programs() {
        check_accesses(
            &built,
            &[
                ("7COUNTER17", 0, 4, "items::COUNTER", Some("u32")),
                ("6VISITS", 0, 4, "items::VISITS", Some("u32")),
                ("7GUARDED", 8, 4, "items::GUARDED", Some("i32")),
            ],
        );
        check_values(&built, &[("7COUNTER17", 7, "7")]);
        // Optimisers take statics of a program apart, but what is left has a name.
        for symbol in ["7ACCOUNT", "5COLOR"] {
            assert_eq!(built.variable(symbol).name, format!("items::{}", &symbol[1..]), "{}", built.how);
        }
        if built.how.contains("opt-level") {
            continue;
        }
        let account = built.type_of("7ACCOUNT");
        let offset_of = |path: &str, size: u64| {
            let found = (0..64).find(|offset| built.module.member(account, *offset, size).to_string() == path);
            found.unwrap_or_else(|| panic!("{}: no {path}", built.how))
        };
        let expected = [(".balance", 8, "i64"), (".pair.0", 1, "u8"), (".pair.1", 4, "u32"), (".open", 1, "bool")];
        for (path, size, type_) in expected {
            let leaf = built.module.member(account, offset_of(path, size), size).leaf.unwrap();
            assert_eq!(built.module.type_name(leaf), type_, "{}: {path}", built.how);
        }
        offset_of(".shape.Square.side", 4);
        offset_of(".shape.Circle.0", 8);
        check_accesses(
            &built,
            &[
                ("5COLOR", 0, 1, "items::COLOR", Some("items::Color")),
                ("5SLOTS", 6, 2, "items::SLOTS[1].0", Some("u16")),
            ],
        );
        check_values(&built, &[("5COLOR", 5, "Color::Green")]);
        assert_eq!(built.module.type_name(account), "items::Account");
    }
}
