//! Classes that would forge a pointer, or lose one, in a machine that believed them: by name, each refused as by the JDK.

use crate::class_writer::{Body, ClassWriter};
use crate::verify_library::standalone;
use crate::verify_verdicts::{judge, seed};

const STATIC: u16 = 9;
const PUBLIC: u16 = 1;

fn u16s(op: u8, operand: u16) -> Vec<u8> {
    let [high, low] = operand.to_be_bytes();
    vec![op, high, low]
}

/// A class whose one static method has this body.
fn one(
    major: u16,
    descriptor: &str,
    stack: u16,
    locals: u16,
    code: impl FnOnce(&mut ClassWriter) -> Vec<u8>,
) -> Vec<u8> {
    let mut class = ClassWriter::new("Attack", major);
    let code = code(&mut class);
    class.method(STATIC, "attack", descriptor, Body { stack, locals, code, ..Body::default() });
    class.finish()
}

/// The attacks, each for a version that is checked and for one that is inferred.
fn attacks(major: u16) -> Vec<(&'static str, Vec<u8>)> {
    let one = |descriptor: &str, stack, locals, code: &dyn Fn(&mut ClassWriter) -> Vec<u8>| {
        one(major, descriptor, stack, locals, code)
    };
    let object = "java/lang/Object";
    let mut all = vec![
        ("a number as a reference", one("(I)Ljava/lang/Object;", 1, 1, &|_| vec![0x1a, 0xb0])),
        ("a long as a reference", one("(J)Ljava/lang/Object;", 2, 2, &|_| vec![0x1e, 0xb0])),
        ("a reference as a number", one("(Ljava/lang/Object;)I", 1, 1, &|_| vec![0x2a, 0xac])),
        ("half of a long", one("(J)I", 2, 2, &|_| vec![0x1b, 0xac])),
        ("a cast left out", one("(Ljava/lang/Object;)Ljava/lang/String;", 1, 1, &|_| vec![0x2a, 0xb0])),
        (
            "a wrong receiver",
            one("(Ljava/lang/Object;)I", 1, 1, &|class| {
                let length = class.method_ref("java/lang/String", "length", "()I");
                [vec![0x2a], u16s(0xb6, length), vec![0xac]].concat()
            }),
        ),
        (
            "a wrong argument",
            one("(Ljava/lang/Object;)V", 2, 1, &|class| {
                let concat = class.method_ref("java/lang/String", "concat", "(Ljava/lang/String;)Ljava/lang/String;");
                let text = class.string("x");
                [vec![0x12, text as u8, 0x2a], u16s(0xb6, concat), vec![0x57, 0xb1]].concat()
            }),
        ),
        (
            "a field of another class",
            one("(Ljava/lang/Object;)I", 1, 1, &|class| {
                let field = class.member(9, "java/awt/Point", "x", "I");
                [vec![0x2a], u16s(0xb4, field), vec![0xac]].concat()
            }),
        ),
        (
            "an object that is not initialised, returned",
            one("()Ljava/lang/Object;", 1, 0, &|class| {
                let made = class.class(object);
                [u16s(0xbb, made), vec![0xb0]].concat()
            }),
        ),
        (
            "an object that is not initialised, called",
            one("()I", 1, 0, &|class| {
                let made = class.class(object);
                let hash = class.method_ref(object, "hashCode", "()I");
                [u16s(0xbb, made), u16s(0xb6, hash), vec![0xac]].concat()
            }),
        ),
        (
            "a constructor called twice",
            one("()V", 3, 1, &|class| {
                let made = class.class(object);
                let init = class.method_ref(object, "<init>", "()V");
                [u16s(0xbb, made), vec![0x59, 0x59], u16s(0xb7, init), u16s(0xb7, init), vec![0x57, 0xb1]].concat()
            }),
        ),
        (
            "another class's constructor",
            one("()V", 2, 0, &|class| {
                let made = class.class("java/lang/StringBuilder");
                let init = class.method_ref(object, "<init>", "()V");
                [u16s(0xbb, made), u16s(0xb7, init), vec![0xb1]].concat()
            }),
        ),
        (
            "a constructor as a virtual method",
            one("(Ljava/lang/Object;)V", 1, 1, &|class| {
                let init = class.method_ref(object, "<init>", "()V");
                [vec![0x2a], u16s(0xb6, init), vec![0xb1]].concat()
            }),
        ),
        ("an empty stack", one("()I", 1, 0, &|_| vec![0xac])),
        ("a full stack", one("()V", 1, 0, &|_| vec![0x03, 0x03, 0xb1])),
        ("half a local too far", one("()V", 2, 1, &|_| vec![0x09, 0x3f, 0xb1])),
        ("a local too far", one("()V", 1, 1, &|_| vec![0x03, 0x36, 200, 0xb1])),
        ("a local that was never written", one("()I", 1, 1, &|_| vec![0x1a, 0xac])),
        ("a jump into an instruction", one("()V", 2, 0, &|_| vec![0xa7, 0, 4, 0x11, 0xb1, 0xb1, 0x57, 0xb1])),
        ("a jump out of the code", one("()V", 0, 0, &|_| vec![0xa7, 0x7f, 0])),
        ("a jump before the code", one("()V", 0, 0, &|_| vec![0xa7, 0xff, 0])),
        ("the end of the code", one("()V", 1, 0, &|_| vec![0x03])),
        ("half an instruction", one("()V", 1, 0, &|_| vec![0x11, 0])),
        ("no instruction", one("()V", 1, 0, &|_| vec![0xff, 0xb1])),
        ("a wrong return", one("()I", 1, 0, &|_| vec![0xb1])),
        ("a result of void", one("()V", 1, 0, &|_| vec![0x03, 0xac])),
        ("a wide result as a narrow one", one("()I", 2, 0, &|_| vec![0x09, 0xac])),
        ("a long split", one("()V", 3, 0, &|_| vec![0x09, 0x57, 0xb1])),
        ("a long swapped", one("()V", 4, 0, &|_| vec![0x03, 0x09, 0x5f, 0xb1])),
        (
            "a constant of another kind",
            one("()V", 1, 0, &|class| {
                let class_constant = class.utf8("text");
                [vec![0x12, class_constant as u8], vec![0x57, 0xb1]].concat()
            }),
        ),
        ("a constant beyond the pool", one("()V", 1, 0, &|_| vec![0x12, 250, 0x57, 0xb1])),
        (
            "a field constant as a method",
            one("()V", 1, 0, &|class| {
                let field = class.member(9, "java/lang/System", "out", "Ljava/io/PrintStream;");
                [u16s(0xb8, field), vec![0xb1]].concat()
            }),
        ),
        ("a thrown object", one("(Ljava/lang/Object;)V", 1, 1, &|_| vec![0x2a, 0xbf])),
        ("a thrown number", one("(I)V", 1, 1, &|_| vec![0x1a, 0xbf])),
        ("ints as longs", one("([I)J", 2, 1, &|_| vec![0x2a, 0x03, 0x2f, 0xad])),
        ("ints as references", one("([I)Ljava/lang/Object;", 2, 1, &|_| vec![0x2a, 0x03, 0x32, 0xb0])),
        ("references as ints", one("([Ljava/lang/Object;)I", 2, 1, &|_| vec![0x2a, 0x03, 0x2e, 0xac])),
        ("an object as an array", one("(Ljava/lang/Object;)I", 1, 1, &|_| vec![0x2a, 0xbe, 0xac])),
        (
            "a number in an array of references",
            one("([Ljava/lang/Object;I)V", 3, 2, &|_| vec![0x2a, 0x03, 0x1b, 0x53, 0xb1]),
        ),
        ("a monitor of a number", one("(I)V", 1, 1, &|_| vec![0x1a, 0xc2, 0xb1])),
        ("an array of nothing", one("()V", 1, 0, &|_| vec![0x03, 0xbc, 3, 0x57, 0xb1])),
        (
            "too many dimensions",
            one("()V", 2, 0, &|class| {
                let array = class.class("[I");
                [vec![0x03, 0x03], u16s(0xc5, array), vec![2, 0x57, 0xb1]].concat()
            }),
        ),
        (
            "no dimensions",
            one("()V", 2, 0, &|class| {
                let array = class.class("[I");
                [u16s(0xc5, array), vec![0, 0x57, 0xb1]].concat()
            }),
        ),
        (
            "an array type that is made as an object",
            one("()V", 2, 0, &|class| {
                let array = class.class("[I");
                [u16s(0xbb, array), vec![0x57, 0xb1]].concat()
            }),
        ),
        (
            "a switch whose keys are not sorted",
            one("(I)V", 1, 1, &|_| {
                let mut code = vec![0x1a, 0xab, 0, 0];
                code.extend([27, 2, 5, 27, 3, 27].iter().flat_map(|word: &i32| word.to_be_bytes()));
                code.push(0xb1);
                code
            }),
        ),
        (
            "super's method of a stranger",
            one("(Ljava/lang/String;)I", 1, 1, &|class| {
                let length = class.method_ref("java/lang/String", "length", "()I");
                [vec![0x2a], u16s(0xb7, length), vec![0xac]].concat()
            }),
        ),
        (
            "protected data of a stranger",
            one("(Ljava/lang/Object;)Ljava/lang/Object;", 1, 1, &|class| {
                let clone = class.method_ref(object, "clone", "()Ljava/lang/Object;");
                [vec![0x2a], u16s(0xb6, clone), vec![0xb0]].concat()
            }),
        ),
        (
            "a call of an initialiser",
            one("()V", 0, 0, &|class| {
                let init = class.method_ref("Attack", "<clinit>", "()V");
                [u16s(0xb8, init), vec![0xb1]].concat()
            }),
        ),
        ("a caught class that is none", {
            let mut class = ClassWriter::new("Attack", major);
            let caught = class.class("java/lang/String");
            let body = Body {
                stack: 1,
                locals: 0,
                code: vec![0x00, 0xb1, 0x57, 0xb1],
                handlers: vec![[0, 1, 2, caught]],
                map: [vec![0, 1, 66, 7], caught.to_be_bytes().to_vec()].concat(),
            };
            class.method(STATIC, "attack", "()V", body);
            class.finish()
        }),
    ];
    for (name, code) in [
        ("a constructor that does not call another", vec![0xb1u8]),
        ("a constructor that hands out its object", vec![0x2a, 0xb3, 0, 0, 0xb1]),
        ("a constructor that reads its object", vec![0x2a, 0xb4, 0, 0, 0x57, 0xb1]),
        ("a constructor that calls its object", vec![0x2a, 0xb6, 0, 0, 0x57, 0xb1]),
    ] {
        let mut class = ClassWriter::new("Attack", major);
        class.field(STATIC, "leak", "LAttack;");
        class.field(PUBLIC, "number", "I");
        let member = match code.get(1) {
            Some(0xb3) => class.member(9, "Attack", "leak", "LAttack;"),
            Some(0xb4) => class.member(9, "Attack", "number", "I"),
            _ => class.method_ref("Attack", "hashCode", "()I"),
        };
        let mut code = code;
        if code.len() > 3 {
            code[2..4].copy_from_slice(&member.to_be_bytes());
        }
        class.method(PUBLIC, "<init>", "()V", Body { stack: 1, locals: 1, code, ..Body::default() });
        all.push((name, class.finish()));
    }
    all
}

/// Classes that are well made, in ways that compilers of old used.
fn harmless() -> Vec<(&'static str, Vec<u8>)> {
    let ret = |major| {
        let mut class = ClassWriter::new("Attack", major);
        // jsr 5; return; nop; astore_0; ret 0: javac's way to share a `finally` before Java 6.
        let code = vec![0xa8, 0, 5, 0xb1, 0x00, 0x4b, 0xa9, 0];
        class.method(STATIC, "attack", "()V", Body { stack: 1, locals: 1, code, ..Body::default() });
        class.finish()
    };
    let polymorphic = |major| {
        let mut class = ClassWriter::new("Attack", major);
        // A subroutine that is called with different types in a local that it does not use.
        let code = vec![
            0x03, 0x3c, 0xa8, 0, 14, // iconst_0; istore_1; jsr 16
            0x1b, 0x57, // iload_1; pop
            0x01, 0x4c, 0xa8, 0, 7, // aconst_null; astore_1; jsr 16
            0x2b, 0x57, // aload_1; pop
            0xb1, 0x00, // return; nop
            0x4b, 0xa9, 0, // astore_0; ret 0
        ];
        class.method(STATIC, "attack", "()V", Body { stack: 1, locals: 2, code, ..Body::default() });
        class.finish()
    };
    vec![("a subroutine", ret(49)), ("a subroutine with different callers", polymorphic(48))]
}

/// Subroutines that are not well made.
fn old_attacks() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("a number as a return address", one(49, "(I)V", 1, 2, |_| vec![0xa9, 0])),
        ("a return address as a reference", one(49, "()Ljava/lang/Object;", 1, 1, |_| vec![0xa8, 0, 3, 0xb0])),
        ("a return address as a number", one(49, "()I", 1, 1, |_| vec![0xa8, 0, 3, 0xac])),
        ("a return address loaded", one(49, "()V", 1, 1, |_| vec![0xa8, 0, 3, 0x4b, 0x2a, 0x57, 0xb1])),
        ("a subroutine that calls itself", one(49, "()V", 2, 1, |_| vec![0xa8, 0, 3, 0x4b, 0xa8, 0xff, 0xff])),
    ]
}

#[test]
fn subroutines_are_verified() {
    let (classes, _) = seed("Seed");
    let bytes: Vec<Vec<u8>> = harmless().into_iter().map(|(_, bytes)| bytes).collect();
    let (real, _) = judge(classes.path(), &bytes);
    for ((name, bytes), real) in harmless().into_iter().zip(real) {
        assert_eq!(real, "accepted", "{name}");
        assert_eq!(standalone(&bytes), Ok(()), "{name}");
    }
    let bytes: Vec<Vec<u8>> = old_attacks().into_iter().map(|(_, bytes)| bytes).collect();
    let (real, _) = judge(classes.path(), &bytes);
    for ((name, bytes), real) in old_attacks().into_iter().zip(real) {
        let ours = standalone(&bytes).expect_err(name);
        assert_eq!(real, format!("java.lang.VerifyError: {ours}"), "{name}");
    }
}

#[test]
fn attacks_are_refused_as_by_the_jdk() {
    let (classes, _) = seed("Seed");
    let cases: Vec<(String, Vec<u8>)> = [52u16, 61, 49]
        .into_iter()
        .flat_map(|major| attacks(major).into_iter().map(move |(name, bytes)| (format!("{name} ({major})"), bytes)))
        .collect();
    let bytes: Vec<Vec<u8>> = cases.iter().map(|(_, bytes)| bytes.clone()).collect();
    let (real, ours) = judge(classes.path(), &bytes);
    let mut differ = Vec::new();
    for (((name, _), real), ours) in cases.iter().zip(&real).zip(&ours) {
        assert_ne!(real, "accepted", "{name}");
        if real != ours {
            differ.push(format!(
                "{name}:\n  java says {}\n  we say {}",
                real.replace('|', "\n"),
                ours.replace('|', "\n")
            ));
        }
    }
    assert!(differ.is_empty(), "{} of {}:\n{}", differ.len(), cases.len(), differ.join("\n"));
}
