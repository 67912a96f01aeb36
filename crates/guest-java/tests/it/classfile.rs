//! The class-file, jimage and class-path readers against the real JDK, a second parser, and hostile input.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use deadheat_guest_java::classfile::{self, ClassFile, Constant, parse};
use deadheat_guest_java::classpath::jimage::{JImage, JImageError};
use deadheat_guest_java::classpath::{ClassPath, EntryKind};
use deadheat_testing::java::java_home;
use ristretto_classfile::attributes::Attribute;

fn library() -> JImage {
    JImage::open(&java_home().join("lib/modules")).expect("the JDK's lib/modules")
}

/// Every class of the library as (module, path, bytes).
fn classes(image: &JImage) -> impl Iterator<Item = (&str, String, &[u8])> {
    image.entries().filter(|entry| entry.extension == "class").map(|entry| {
        let name = if entry.parent.is_empty() {
            format!("{}.class", entry.base)
        } else {
            format!("{}/{}.class", entry.parent, entry.base)
        };
        let bytes = image.find(entry.module, &name).expect("an entry that is listed is found");
        (entry.module, name, bytes)
    })
}

#[test]
fn parses_the_whole_library() {
    let image = library();
    let all: Vec<_> = classes(&image).collect();
    assert!(all.len() > 6_000, "{} classes", all.len());
    for (module, name, bytes) in &all {
        let class = parse(bytes).unwrap_or_else(|e| panic!("{module}/{name}: {e}"));
        assert_eq!(class.module, &**name == "module-info.class");
        assert_eq!(format!("{}.class", class.name), *name);
    }
    // Only a figure to look at (`--release --nocapture`); the first pass has warmed the page cache.
    let start = Instant::now();
    let parsed = all.iter().filter(|(_, _, bytes)| parse(bytes).is_ok()).count();
    println!("{parsed} classes, {:.0} classes/s", parsed as f64 / start.elapsed().as_secs_f64());
}

#[test]
fn agrees_with_a_second_parser() {
    let image = library();
    for (_, name, bytes) in classes(&image).step_by(10) {
        let ours = parse(bytes).unwrap();
        let theirs = ristretto_classfile::ClassFile::from_bytes(bytes).unwrap_or_else(|e| panic!("{name}: {e}"));
        let pool = &theirs.constant_pool;
        let class = |index| pool.try_get_class(index).unwrap().to_string();
        let utf8 = |index| pool.try_get_utf8(index).unwrap().to_string();
        assert_eq!(*ours.name, class(theirs.this_class));
        let super_name = (theirs.super_class != 0).then(|| class(theirs.super_class));
        assert_eq!(ours.super_name.as_deref(), super_name.as_deref(), "{name}");
        let interfaces: Vec<String> = theirs.interfaces.iter().map(|&i| class(i)).collect();
        assert!(ours.interfaces.iter().map(|i| &**i).eq(&interfaces), "{name}");
        let fields = theirs.fields.iter().map(|f| (utf8(f.name_index), utf8(f.descriptor_index)));
        assert!(ours.fields.iter().map(|f| (f.name.to_string(), f.desc.to_string())).eq(fields), "{name}");
        assert_eq!(ours.methods.len(), theirs.methods.len());
        for (m, t) in ours.methods.iter().zip(&theirs.methods) {
            assert_eq!((&*m.name, &*m.desc), (&*utf8(t.name_index), &*utf8(t.descriptor_index)));
            let code = t.attributes.iter().find(|a| matches!(a, Attribute::Code { .. }));
            assert_eq!(m.code.is_some(), code.is_some(), "{name} {}", m.name);
            if let (Some(ours), Some(theirs)) = (&m.code, code) {
                let mut out = Vec::new();
                theirs.to_bytes(&mut out).unwrap();
                // name (2), length (4), max_stack (2), max_locals (2), code length (4), code
                assert_eq!(out[6..8], ours.max_stack.to_be_bytes());
                assert_eq!(out[8..10], ours.max_locals.to_be_bytes());
                assert_eq!(out[10..14], (ours.bytecode.len() as u32).to_be_bytes());
                assert_eq!(out[14..14 + ours.bytecode.len()], *ours.bytecode, "{name} {}", m.name);
            }
        }
    }
}

#[test]
fn what_the_linker_reads() {
    let image = library();
    let class = |name: &str| parse(image.class(name).unwrap().1).unwrap();
    let method = |class: &ClassFile, name: &str| class.methods.iter().find(|m| &*m.name == name).unwrap().clone();
    assert_eq!(class("java/lang/Object").super_name, None);
    let reflection = class("java/lang/Class");
    assert!(method(&reflection, "forName").caller_sensitive);
    assert!(!method(&reflection, "getName").caller_sensitive);
    assert_eq!(&*method(&reflection, "newInstance").exceptions[0], "java/lang/InstantiationException");
    let form = class("java/lang/invoke/DirectMethodHandle$Holder");
    assert!(form.methods.iter().any(|m| m.hidden), "@Hidden");
    let node = class("java/util/HashMap$Node");
    assert_eq!(node.nest_host.as_deref(), Some("java/util/HashMap"));
    let map = class("java/util/HashMap");
    assert_eq!(map.source_file.as_deref(), Some("HashMap.java"));
    assert!(map.signature.is_some() && !map.nest_members.is_empty());
    let node = map.inner_classes.iter().find(|c| &*c.inner == "java/util/HashMap$Node").unwrap();
    assert_eq!((node.outer.as_deref(), node.name.as_deref()), (Some("java/util/HashMap"), Some("Node")));
    let put = method(&map, "put").code.unwrap();
    assert!(!put.lines.is_empty());
    let (owner, name, _) = (1..map.constants.len() as u16)
        .filter(|&i| matches!(map.constant(i), Some(Constant::Method { .. })))
        .find_map(|i| map.member(i))
        .unwrap();
    assert!(!owner.is_empty() && !name.is_empty());
    // Strings are shared, not copied.
    let shared =
        (1..map.constants.len() as u16).filter_map(|i| map.class_name(i)).any(|n| std::sync::Arc::ptr_eq(n, &map.name));
    assert!(shared);
    assert!(class("java/lang/Integer").fields.iter().any(|f| &*f.name == "MAX_VALUE" && f.constant_value != 0));
    assert!(class("java/lang/FunctionalInterface").annotations.is_some());
}

/// A small deterministic generator: failures can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound.max(1)
    }
}

fn mutate(bytes: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut out = bytes.to_vec();
    match random.below(6) {
        0 => out.truncate(random.below(bytes.len())),
        1 => {
            let at = random.below(out.len());
            let from = random.below(other.len());
            let len = random.below(64).min(other.len() - from).min(out.len() - at);
            out[at..at + len].copy_from_slice(&other[from..from + len]);
        }
        2 => {
            let at = random.below(out.len());
            let from = random.below(other.len());
            let len = random.below(64).min(other.len() - from);
            drop(out.splice(at..at, other[from..from + len].iter().copied()));
        }
        3 => {
            // Extreme values where a count or an index may be.
            let at = random.below(out.len().saturating_sub(4));
            let value = [0u8, 0x7F, 0x80, 0xFF][random.below(4)];
            let len = 1 + random.below(4);
            out[at..].iter_mut().take(len).for_each(|b| *b = value);
        }
        _ => {
            for _ in 0..=random.below(4) {
                let at = random.below(out.len());
                out[at] ^= 1 << random.below(8);
            }
        }
    }
    out
}

#[test]
fn mutated_classes_never_panic_or_hang() {
    let image = library();
    let mut all: Vec<&[u8]> = classes(&image).map(|(_, _, bytes)| bytes).collect();
    all.sort_unstable();
    let step = (all.len() / 200).max(1);
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let (mut accepted, mut refused, mut slowest) = (0, 0, Duration::ZERO);
    for (i, bytes) in all.iter().copied().step_by(step).take(200).enumerate() {
        let other = all[(i * 7919) % all.len()];
        for _ in 0..200 {
            let mutant = mutate(bytes, other, &mut random);
            let start = Instant::now();
            match parse(&mutant) {
                Ok(_) => accepted += 1,
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    refused += 1;
                }
            }
            slowest = slowest.max(start.elapsed());
        }
    }
    println!("{accepted} accepted, {refused} refused, slowest {slowest:?}");
    assert!(refused > accepted / 10);
}

#[test]
fn every_truncation_is_an_error() {
    let image = library();
    let (_, bytes) = image.class("java/lang/Thread$State").unwrap();
    for len in 0..bytes.len() {
        let error = parse(&bytes[..len]).unwrap_err();
        assert_eq!(error.to_string(), "Truncated class file", "at {len}");
    }
    let longer = [bytes, &[0]].concat();
    assert_eq!(parse(&longer).unwrap_err().to_string(), "Extra bytes at the end of class file java/lang/Thread$State");
}

/// Writes small class files by hand.
#[derive(Clone)]
struct Builder {
    major: u16,
    access: u16,
    constants: Vec<Vec<u8>>,
    fields: Vec<[u16; 3]>,
    /// Flags, name, descriptor, and the body of `Code`.
    methods: Vec<([u16; 3], Option<Vec<u8>>)>,
    this_class: u16,
    super_class: u16,
    code_name: u16,
}

impl Builder {
    fn new() -> Self {
        let mut b = Builder {
            major: 61,
            access: 0x21,
            constants: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            this_class: 0,
            super_class: 0,
            code_name: 0,
        };
        b.this_class = b.class("Foo");
        b.super_class = b.class("java/lang/Object");
        b.code_name = b.utf8("Code");
        b
    }

    fn constant(&mut self, bytes: Vec<u8>) -> u16 {
        self.constants.push(bytes);
        self.constants.len() as u16
    }

    fn utf8(&mut self, text: &str) -> u16 {
        let mut bytes = vec![1];
        bytes.extend((text.len() as u16).to_be_bytes());
        bytes.extend(text.as_bytes());
        self.constant(bytes)
    }

    fn pair(&mut self, tag: u8, a: u16, b: u16) -> u16 {
        self.constant([&[tag][..], &a.to_be_bytes(), &b.to_be_bytes()].concat())
    }

    fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.constant([&[7][..], &name.to_be_bytes()].concat())
    }

    fn field(mut self, access: u16, name: &str, desc: &str) -> Self {
        let (name, desc) = (self.utf8(name), self.utf8(desc));
        self.fields.push([access, name, desc]);
        self
    }

    fn method(mut self, access: u16, name: &str, desc: &str, code: Option<Vec<u8>>) -> Self {
        let (name, desc) = (self.utf8(name), self.utf8(desc));
        self.methods.push(([access, name, desc], code));
        self
    }

    fn build(&self) -> Vec<u8> {
        let mut out = vec![0xCA, 0xFE, 0xBA, 0xBE, 0, 0];
        let mut put = |v: u16| out.extend(v.to_be_bytes());
        put(self.major);
        put(self.constants.len() as u16 + 1);
        out.extend(self.constants.concat());
        let mut put = |v: u16| out.extend(v.to_be_bytes());
        let head = [self.access, self.this_class, self.super_class, 0, self.fields.len() as u16];
        head.into_iter().for_each(&mut put);
        for field in &self.fields {
            field.iter().copied().for_each(&mut put);
            put(0);
        }
        put(self.methods.len() as u16);
        for (head, code) in &self.methods {
            out.extend(head.iter().flat_map(|v| v.to_be_bytes()));
            out.extend(u16::from(code.is_some()).to_be_bytes());
            if let Some(code) = code {
                out.extend(self.code_name.to_be_bytes());
                out.extend((code.len() as u32).to_be_bytes());
                out.extend(code);
            }
        }
        out.extend([0, 0]);
        out
    }

    fn error(&self) -> String {
        parse(&self.build()).map(|c| c.name).unwrap_err().to_string()
    }
}

/// A `Code` body with the given instructions and exception table.
fn code(max_locals: u16, bytecode: &[u8], handlers: &[[u16; 4]]) -> Vec<u8> {
    let mut out = vec![0, 2];
    out.extend(max_locals.to_be_bytes());
    out.extend((bytecode.len() as u32).to_be_bytes());
    out.extend(bytecode);
    out.extend((handlers.len() as u16).to_be_bytes());
    out.extend(handlers.iter().flatten().flat_map(|v| v.to_be_bytes()));
    out.extend([0, 0]);
    out
}

const RETURN: &[u8] = &[0xB1];

#[test]
fn format_errors_in_hotspots_words() {
    let new = Builder::new;
    let ret = |locals| Some(code(locals, RETURN, &[]));
    let good = new().field(2, "a", "I").method(1, "f", "(IJ)V", ret(4));
    assert_eq!(&*parse(&good.build()).unwrap().name, "Foo");

    let mut magic = good.build();
    magic[..4].copy_from_slice(&[0, 0, 0, 1]);
    assert_eq!(
        classfile::parse_as(&magic, "Foo").unwrap_err().to_string(),
        "Incompatible magic value 1 in class file Foo"
    );
    let mut future = new();
    future.major = 70;
    let error = classfile::parse_as(&future.build(), "Foo").unwrap_err();
    assert_eq!(
        error.to_string(),
        "Foo has been compiled by a more recent version of the Java Runtime (class file version 70.0), this version of \
         the Java Runtime only recognizes class file versions up to 69.0"
    );
    assert_eq!(error.throwable(), "java/lang/UnsupportedClassVersionError");
    let flagged = |access| Builder { access, ..new() };

    for (builder, message) in [
        (
            new().field(0, "a", "I").field(0, "a", "I"),
            "Duplicate field name \"a\" with signature \"I\" in class file Foo",
        ),
        (
            new().method(0x100, "f", "()V", None).method(0x100, "f", "()V", None),
            "Duplicate method name \"f\" with signature \"()V\" in class file Foo",
        ),
        (new().field(0, "a/b", "I"), "Illegal field name \"a/b\" in class Foo"),
        (new().field(0, "a", "V"), "Field \"a\" in class Foo has illegal signature \"V\""),
        (new().field(3, "a", "I"), "Illegal field modifiers in class Foo: 0x3"),
        (new().method(0x100, "<x>", "()V", None), "Illegal method name \"<x>\" in class Foo"),
        (new().method(0x100, "f", "(V)V", None), "Method \"f\" in class Foo has illegal signature \"(V)V\""),
        (new().method(0x410, "f", "()V", None), "Method f in class Foo has illegal modifiers: 0x410"),
        (new().method(0, "<clinit>", "()V", ret(1)), "Method <clinit> is not static in class file Foo"),
        (
            new().method(1, "f", "()V", None),
            "Absent Code attribute in method that is not native or abstract in class file Foo",
        ),
        (new().method(0x101, "f", "()V", ret(1)), "Code attribute in native or abstract methods in class file Foo"),
        (new().method(1, "f", "(J)V", ret(2)), "Arguments can't fit into locals in class file Foo"),
        (
            new().method(1, "f", &format!("({})V", "J".repeat(128)), ret(300)),
            "Too many arguments in method signature in class file Foo",
        ),
        (new().method(1, "f", "()V", Some(code(1, &[], &[]))), "Invalid method Code length 0 in class file Foo"),
        (
            new().method(1, "f", "()V", Some(code(1, &vec![0; 65536], &[]))),
            "Invalid method Code length 65536 in class file Foo",
        ),
        (
            new().method(1, "f", "()V", Some(code(1, RETURN, &[[0, 2, 0, 0]]))),
            "Illegal exception table range in class file Foo",
        ),
        (
            new().method(1, "f", "()V", Some(code(1, RETURN, &[[0, 1, 1, 0]]))),
            "Illegal exception table handler in class file Foo",
        ),
        (
            new().method(1, "f", "()V", Some(code(1, RETURN, &[[0, 1, 0, 1]]))),
            "Catch type in exception table has bad constant type in class file Foo",
        ),
        (flagged(0x231), "Illegal class modifiers in class Foo: 0x231"),
        (flagged(0x430), "Illegal class modifiers in class Foo: 0x430"),
    ] {
        assert_eq!(builder.error(), message);
    }
}

#[test]
fn references_in_the_pool_are_checked() {
    let with = |f: &dyn Fn(&mut Builder) -> u16| {
        let mut b = Builder::new();
        f(&mut b);
        b.error()
    };
    // The pool is read before the class has a name.
    let bad_index = "Invalid constant pool index 1 in class file <Unknown>";
    // Constant 1 is a Utf8: a member cannot have it for its class.
    assert_eq!(with(&|b| b.pair(10, 1, 1)), bad_index);
    assert_eq!(with(&|b| b.pair(18, 0, 1)), bad_index);
    assert_eq!(with(&|b| b.constant(vec![8, 0xFF, 0xFF])), "Invalid constant pool index 65535 in class file <Unknown>");
    assert_eq!(
        with(&|b| b.constant(vec![15, 10, 0, 1])),
        "Bad method handle kind at constant pool index 6 in class file <Unknown>"
    );
    assert_eq!(
        with(&|b| b.constant(vec![15, 1, 0, 1])),
        "Invalid constant pool index 1 in class file <Unknown> (not a field)"
    );
    assert_eq!(with(&|b| b.class("a//b")), "Illegal class name \"a//b\" in class file <Unknown>");
    assert_eq!(with(&|b| b.constant(vec![2])), "Unknown constant tag 2 in class file <Unknown>");
    assert_eq!(with(&|b| b.constant(vec![1, 0, 1, 0])), "Illegal UTF8 string in constant pool in class file <Unknown>");
    let indy = |b: &mut Builder| {
        let (name, desc) = (b.utf8("f"), b.utf8("()V"));
        let name_type = b.pair(12, name, desc);
        b.pair(18, 0, name_type)
    };
    assert_eq!(with(&indy), "Missing BootstrapMethods attribute in class file Foo");
    let mut surrogate = Builder::new();
    let text = surrogate.constant(vec![1, 0, 3, 0xED, 0xA0, 0x80]);
    surrogate.constant([&[8][..], &text.to_be_bytes()].concat());
    let class = parse(&surrogate.build()).unwrap();
    assert_eq!(class.constants[usize::from(text)], Constant::Utf8Raw([0xED, 0xA0, 0x80].into()));
    assert_eq!(class.utf8(text), None);
}

#[test]
fn jimage_look_ups() {
    let image = library();
    assert_eq!(image.module_of_package("java/lang"), Some("java.base"));
    assert_eq!(image.module_of_package("java/util/logging"), Some("java.logging"));
    assert_eq!(image.module_of_package("no/such"), None);
    assert_eq!(image.module_of_package(""), None);
    let (module, bytes) = image.class("java/lang/Object").unwrap();
    assert_eq!((module, &bytes[..4]), ("java.base", &[0xCA, 0xFE, 0xBA, 0xBE][..]));
    assert!(image.class("java/lang/Objekt").is_none() && image.class("Object").is_none());
    assert!(image.find("java.base", "module-info.class").is_some());
    assert!(image.find("java.base", "java/lang").is_none());
    assert!(image.modules().contains(&"java.base"));
    let packages = image.packages();
    assert!(packages.contains(&("java/util/concurrent".to_owned(), "java.base")));
    for (package, module) in &packages {
        assert_eq!(image.module_of_package(package), Some(*module), "{package}");
    }
}

#[test]
fn corrupt_jimages_are_refused_or_searched_without_panic() {
    let real = std::fs::read(java_home().join("lib/modules")).unwrap();
    let word = |i: usize| u32::from_le_bytes(real[i * 4..][..4].try_into().unwrap()) as usize;
    let index_size = 28 + 8 * word(4) + word(5) + word(6);
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("modules");
    let open = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        JImage::open(&path)
    };
    assert!(matches!(JImage::open(&dir.path().join("none")), Err(JImageError::Io { .. })));
    for (at, message) in [(0, "wrong magic number"), (4, "has jimage version"), (16, "do not fit")] {
        let mut bytes = real[..index_size].to_vec();
        bytes[at + 3] ^= 0x7F;
        let error = open(&bytes).unwrap_err().to_string();
        assert!(error.contains(message) && error.contains("JDK 17, 21 or 25"), "{error}");
    }
    assert!(open(b"").is_err());
    assert!(open(&real[..20]).is_err());
    assert!(open(&real[..index_size - 1]).is_err());
    // The index without contents: names are there, bytes are not.
    let image = open(&real[..index_size]).unwrap();
    assert!(image.class("java/lang/Object").is_none());
    drop(image);

    // Turn the size attribute of the first location into a compressed size.
    let mut bytes = real[..index_size].to_vec();
    let mut at = 28 + 8 * word(4) + word(7 + word(4));
    while bytes[at] >> 3 != 7 {
        assert_ne!(bytes[at] >> 3, 0, "no size attribute");
        at += 2 + usize::from(bytes[at] & 7);
    }
    bytes[at] = 6 << 3 | bytes[at] & 7;
    let error = open(&bytes).unwrap_err().to_string();
    assert!(
        error.ends_with("modules is compressed (jlink --compress); use an uncompressed JDK 17, 21 or 25"),
        "{error}"
    );

    let mut random = Random(42);
    for _ in 0..20 {
        let mut bytes = real[..index_size + (1 << 20)].to_vec();
        for _ in 0..2000 {
            let at = 28 + random.below(bytes.len() - 28);
            bytes[at] = random.below(256) as u8;
        }
        match open(&bytes) {
            Err(error) => assert!(error.to_string().contains("compressed"), "{error}"),
            Ok(image) => {
                let _ = (image.modules(), image.packages(), image.class("java/lang/Object"));
            }
        }
    }
}

fn jar(path: &Path, files: &[(&str, &[u8])]) {
    let mut zip = zip::ZipWriter::new(std::fs::File::create(path).unwrap());
    for (name, bytes) in files {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap();
}

#[test]
fn class_path_order_manifests_and_wildcards() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    std::fs::create_dir_all(at("classes/p")).unwrap();
    std::fs::create_dir_all(at("lib dir")).unwrap();
    std::fs::write(at("classes/p/A.class"), b"dir").unwrap();
    std::fs::write(at("secret"), b"secret").unwrap();
    let manifest = b"Manifest-Version: 1.0\nMain-Class: p.Main\nClass-Path: lib%20dir/b.jar missing.jar a.jar secret\n";
    jar(&at("a.jar"), &[("META-INF/MANIFEST.MF", manifest), ("p/A.class", b"a"), ("p/Only.class", b"only")]);
    // Points back: a cycle.
    jar(
        &at("lib dir/b.jar"),
        &[("META-INF/MANIFEST.MF", b"Class-Path: ../a.jar\n"), ("p/A.class", b"b"), ("p/B.class", b"b")],
    );
    jar(&at("lib dir/c.jar"), &[("p/A.class", b"c")]);

    let path = ClassPath::open(&[at("nowhere"), at("a.jar"), at("classes"), at("lib dir/*")]).unwrap();
    let entries: Vec<_> = path.entries().map(|(p, kind)| (p.file_name().unwrap().to_owned(), kind)).collect();
    let expected = [
        ("a.jar", EntryKind::Jar),
        ("b.jar", EntryKind::Jar),
        ("classes", EntryKind::Directory),
        ("c.jar", EntryKind::Jar),
    ];
    assert_eq!(entries, expected.map(|(n, k)| (n.into(), k)));
    let all: Vec<_> = path.find_all("p/A.class").iter().map(|r| (r.entry, r.bytes.to_vec())).collect();
    assert_eq!(all, [(0, b"a".to_vec()), (1, b"b".to_vec()), (2, b"dir".to_vec()), (3, b"c".to_vec())]);
    assert_eq!(path.find("p/B.class").unwrap().entry, 1);
    assert!(path.find("p/None.class").is_none() && path.find("p").is_none() && path.find("").is_none());
    assert_eq!(path.manifest(0).unwrap().get("main-class"), Some("p.Main"));
    assert!(path.manifest(2).is_none() && path.manifest(9).is_none());
    assert_eq!(ClassPath::main_class(&at("a.jar")).unwrap().as_deref(), Some("p.Main"));
    assert_eq!(ClassPath::main_class(&at("lib dir/c.jar")).unwrap(), None);

    let absolute = at("secret").to_str().unwrap().to_owned();
    for escape in ["../secret", "p/../../secret", "./p/A.class", "p//A.class", "/p/A.class", &absolute] {
        assert!(ClassPath::open(&[at("classes")]).unwrap().find(escape).is_none(), "{escape}");
    }
}

#[test]
fn corrupt_jars_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.jar");
    std::fs::write(&path, b"this is no zip file").unwrap();
    let message = format!("Error: Invalid or corrupt jarfile {}", path.display());
    assert_eq!(ClassPath::open(std::slice::from_ref(&path)).unwrap_err().to_string(), message);
    assert_eq!(ClassPath::main_class(&path).unwrap_err().to_string(), message);
    let missing = dir.path().join("y.jar");
    let message = format!("Error: Unable to access jarfile {}", missing.display());
    assert_eq!(ClassPath::main_class(&missing).unwrap_err().to_string(), message);

    // Damage anywhere in a jar may lose it, but never panics.
    let files: Vec<(String, Vec<u8>)> = (0..20).map(|i| (format!("p/C{i}.class"), vec![i; 500])).collect();
    let files: Vec<(&str, &[u8])> = files.iter().map(|(n, b)| (n.as_str(), b.as_slice())).collect();
    jar(&path, &files);
    let good = std::fs::read(&path).unwrap();
    let mut random = Random(7);
    for _ in 0..300 {
        let mut bad = mutate(&good, &good, &mut random);
        if bad.is_empty() {
            bad.push(0);
        }
        std::fs::write(&path, bad).unwrap();
        if let Ok(class_path) = ClassPath::open(std::slice::from_ref(&path)) {
            for (name, _) in &files {
                let _ = class_path.find(name);
            }
        }
    }
}

#[test]
fn zip_bombs_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("bomb.jar");
    jar(&path, &[("big", b"0123456789")]);
    let mut bytes = std::fs::read(&path).unwrap();
    let central = bytes.windows(4).position(|w| w == b"PK\x01\x02").unwrap();
    // The uncompressed size as the central directory claims it: 1 GiB.
    bytes[central + 24..central + 28].copy_from_slice(&(1u32 << 30).to_le_bytes());
    std::fs::write(&path, bytes).unwrap();
    let class_path = ClassPath::open(std::slice::from_ref(&path)).unwrap();
    let message = format!("Error: big in {} is bigger than 512 MiB", path.display());
    assert_eq!(class_path.try_find("big").unwrap_err().to_string(), message);
    assert!(class_path.find("big").is_none());
}

#[test]
fn multi_release_jars() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("m.jar");
    let files: [(&str, &[u8]); 5] = [
        ("META-INF/MANIFEST.MF", b"Manifest-Version: 1.0\nMulti-Release: true\n"),
        ("A.class", b"8"),
        ("META-INF/versions/9/A.class", b"9"),
        ("META-INF/versions/17/A.class", b"17"),
        ("META-INF/versions/21/A.class", b"21"),
    ];
    jar(&path, &files);
    let paths = [path];
    let find = |class_path: &ClassPath| class_path.find("A.class").unwrap().bytes.to_vec();
    assert_eq!(find(&ClassPath::open(&paths).unwrap()), b"17");
    assert_eq!(find(&ClassPath::open_for(&paths, 11).unwrap()), b"9");
    assert_eq!(find(&ClassPath::open_for(&paths, 21).unwrap()), b"21");
    assert_eq!(find(&ClassPath::open_for(&paths, 8).unwrap()), b"8");
    jar(&paths[0], &files[1..]);
    assert_eq!(find(&ClassPath::open(&paths).unwrap()), b"8");
}

#[test]
fn threads_share_it() {
    fn check<T: Send + Sync>() {}
    check::<ClassPath>();
    check::<JImage>();
    check::<ClassFile>();
}
