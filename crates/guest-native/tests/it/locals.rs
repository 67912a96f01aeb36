//! Local variables in memory: the program itself says where they are.

use std::process::Command;

use crate::build::{c_programs, rust_programs};

#[test]
fn locals_are_where_the_program_says() {
    for built in c_programs() {
        let done = Command::new(&built.path).output().unwrap();
        let text = String::from_utf8(done.stdout).unwrap();
        let mut said: Vec<(&str, i64)> = Vec::new();
        for line in text.lines() {
            let (name, offset) = line.split_once(' ').unwrap();
            said.push((name, offset.parse().unwrap()));
        }
        assert_eq!(said.len(), 2, "{}", built.how);
        let address = *built.addresses("frame", "ESCAPE").last().unwrap();
        let locals = built.module.locals_at(address);
        for (name, offset) in said {
            let found =
                locals.iter().find(|local| local.name == name).map(|local| (local.cfa_offset, &*local.function));
            assert_eq!(found, Some((offset, "frame")), "{}: {name} of {locals:?}", built.how);
        }
        let place = locals.iter().find(|local| local.name == "where").unwrap();
        let name = place.type_.map(|type_| built.module.type_name(type_));
        assert_eq!((place.size, name.as_deref()), (8, Some("point")), "{}", built.how);
        assert!(built.module.locals_at(0).is_empty());
    }
}

#[test]
fn parameters_of_rust() {
    let Some(built) = rust_programs().next() else { return };
    let address = built.addresses("items::Account::deposit", "DEPOSIT")[0];
    let names: Vec<String> = built.module.locals_at(address).iter().map(|local| local.name.clone()).collect();
    assert!(names.contains(&"self".to_owned()) && names.contains(&"n".to_owned()), "{}: {names:?}", built.how);
}
