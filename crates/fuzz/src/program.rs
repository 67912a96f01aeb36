//! A random program: a tree of statements, and how it is written as Java.
//!
//! All state is in one object, so that the real `java` can run a program often with fresh state: `once()` makes the object, starts
//! its threads, waits for them and gives the *outcome*, a text of what the threads saw and of what is there at the end. A thread's
//! body keeps the value that it read last (`r`) and what it saw so far (`b`); what it throws is something that it saw, too. Of several threads with one body
//! the outcome says what was seen, and not by which of them.

use std::fmt::Write as _;

/// A statement.
#[derive(Clone, Debug)]
pub enum Stmt {
    /// Java that is seen by no one: `list.add(1);`.
    Do(String),
    /// An expression whose value is seen.
    See(String),
    /// An expression of type `int` whose value is seen, and may decide what the thread does next.
    Read(String),
    /// Statements between a head and a tail: `synchronized (lock) {` and `}`.
    Block {
        /// Up to the opening brace.
        head: String,
        /// What is inside.
        body: Vec<Stmt>,
        /// From the closing brace.
        tail: String,
    },
}

impl Stmt {
    /// A block that ends with a brace.
    pub fn block(head: impl Into<String>, body: Vec<Stmt>) -> Self {
        Self::Block { head: head.into(), body, tail: "}".into() }
    }

    fn write(&self, indent: usize, out: &mut String) {
        let pad = "    ".repeat(indent);
        let _ = match self {
            Self::Do(java) => writeln!(out, "{pad}{java}"),
            Self::See(java) => writeln!(out, "{pad}b.append({java}).append(' ');"),
            Self::Read(java) => writeln!(out, "{pad}r = {java};\n{pad}b.append(r).append(' ');"),
            Self::Block { head, body, tail } => {
                let _ = writeln!(out, "{pad}{head}");
                body.iter().for_each(|inner| inner.write(indent + 1, out));
                writeln!(out, "{pad}{tail}")
            }
        };
    }
}

/// A field with its declaration and, for shared plain data, what it is guarded by.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// The whole declaration.
    pub declaration: String,
}

/// A program.
#[derive(Clone, Debug)]
pub struct Program {
    /// The seed that it comes from.
    pub seed: u64,
    /// The themes that it is made of.
    pub themes: Vec<&'static str>,
    /// Whether all shared data is guarded, confined or immutable: there is no race, no deadlock, no lost signal.
    pub clean: bool,
    /// Whether each run needs classes of its own, because static state is used.
    pub fresh: bool,
    /// The state.
    pub fields: Vec<Field>,
    /// What each thread does. Threads beyond these do what the last of them does, by the same code.
    pub threads: Vec<Vec<Stmt>>,
    /// Which threads the main thread starts; others are started by a statement of a thread, or never.
    pub started: Vec<bool>,
    /// What the main thread does after it has started them.
    pub main: Vec<Stmt>,
    /// What is done when all threads have ended: pools are shut down.
    pub finish: Vec<Stmt>,
    /// What is seen at the end.
    pub end: Vec<Stmt>,
}

impl Program {
    /// The name of the main class.
    pub fn name(&self) -> String {
        format!("P{}", self.seed)
    }

    /// How many statements there are.
    pub fn size(&self) -> usize {
        fn count(body: &[Stmt]) -> usize {
            let inner = |s: &Stmt| if let Stmt::Block { body, .. } = s { 1 + count(body) } else { 1 };
            body.iter().map(inner).sum()
        }
        self.threads.iter().map(|body| count(body)).sum::<usize>() + count(&self.main) + count(&self.end)
    }

    /// The program as Java, without the fields that nothing refers to.
    pub fn java(&self) -> String {
        let name = self.name();
        let mut rest = String::new();
        let (all, single) = (self.started.len(), self.single());
        for (number, body) in self.threads.iter().enumerate() {
            let _ = writeln!(rest, "    void run{number}() {{");
            body_of(body, "J.ready();", &mut rest);
            let keep = if number < single {
                format!("out[{number}] = b.toString();")
            } else {
                KEEP_SORTED.replace("SINGLE", &single.to_string())
            };
            let _ = writeln!(rest, "        {keep}\n    }}\n");
        }
        // A field tells the threads apart.
        let array = format!("Thread[] t = new Thread[{all}];");
        let has_field = mentions(&rest, "t");
        let _ = writeln!(rest, "    String go() {{");
        if !has_field {
            let _ = writeln!(rest, "        {array}");
        }
        for number in 0..single {
            // The ways to make a thread differ in what they need of class loading and of `Thread` itself.
            let made = match (self.seed as usize + number) % 3 {
                0 => format!("new Thread(this::run{number})"),
                1 => format!("new Thread(() -> run{number}())"),
                _ => format!("new Thread() {{ public void run() {{ run{number}(); }} }}"),
            };
            let _ = writeln!(rest, "        t[{number}] = {made};");
        }
        if single < all {
            let made = format!("for (int i = {single}; i < {all}; i++) t[i] = new Thread(this::run{single});");
            let _ = writeln!(rest, "        {made}");
        }
        for number in (0..all).filter(|&n| self.started[n]) {
            let _ = writeln!(rest, "        t[{number}].start();");
        }
        body_of(&self.main, "", &mut rest);
        for number in 0..all {
            let _ = writeln!(rest, "        J.join(t[{number}]);");
        }
        self.finish.iter().for_each(|s| s.write(2, &mut rest));
        for number in 0..all {
            let _ = writeln!(rest, "        b.append('|').append(out[{number}]);");
        }
        let _ = writeln!(rest, "        b.append('|');");
        if !self.end.is_empty() {
            let _ = writeln!(rest, "        try {{");
            self.end.iter().for_each(|s| s.write(3, &mut rest));
            let _ = writeln!(rest, "        }} catch (Throwable e) {{\n            b.append(J.name(e));\n        }}");
        }
        let _ = writeln!(rest, "        return b.toString();\n    }}\n");
        let _ = writeln!(rest, "    public static String once() {{\n        return new {name}().go();\n    }}\n");
        let _ = writeln!(
            rest,
            "    public static void main(String[] args) {{\n        End.with(once(), args);\n    }}\n}}"
        );
        let fields = self.fields_used(&rest);

        let mut out = String::new();
        let kind = if self.clean { "clean" } else { "free" };
        let _ = writeln!(out, "// {kind}, themes {}", self.themes.join(", "));
        for import in IMPORTS {
            let _ = writeln!(out, "import {import};");
        }
        let _ = writeln!(out, "\npublic class {name} {{");
        fields.iter().for_each(|f| {
            let _ = writeln!(out, "    {}", f.declaration);
        });
        if has_field {
            let _ = writeln!(out, "    final {array}");
        }
        let _ = writeln!(out, "    final String[] out = new String[{all}];");
        if single < all {
            let _ = writeln!(out, "    int ended = {single};");
        }
        out + "\n" + &rest
    }

    /// How many threads have a body that no other has.
    fn single(&self) -> usize {
        if self.started.len() > self.threads.len() { self.threads.len() - 1 } else { self.threads.len() }
    }

    /// The fields that the text, or the declaration of a used field, refers to.
    fn fields_used(&self, text: &str) -> Vec<&Field> {
        let mut used = vec![false; self.fields.len()];
        loop {
            let before = used.clone();
            for at in 0..used.len() {
                let name = &self.fields[at].name;
                let by_field =
                    |other: usize| other != at && before[other] && mentions(&self.fields[other].declaration, name);
                used[at] = before[at] || mentions(text, name) || (0..used.len()).any(by_field);
            }
            if used == before {
                break;
            }
        }
        self.fields.iter().zip(used).filter(|(_, used)| *used).map(|(field, _)| field).collect()
    }
}

/// How a thread keeps what it saw where others have the same body: sorted, for none of them has a place of its own.
const KEEP_SORTED: &str = "synchronized (out) {
            int at = ended++;
            for (; at > SINGLE && out[at - 1].compareTo(b.toString()) > 0; at--) out[at] = out[at - 1];
            out[at] = b.toString();
        }";

const IMPORTS: [&str; 7] = [
    "java.lang.invoke.*",
    "java.nio.*",
    "java.util.*",
    "java.util.concurrent.*",
    "java.util.concurrent.atomic.*",
    "java.util.concurrent.locks.*",
    "java.util.stream.*",
];

/// A thread's statements between its beginning and the place where all that is thrown is caught. Between two statements is a delay.
fn body_of(body: &[Stmt], first: &str, out: &mut String) {
    let _ = writeln!(out, "        StringBuilder b = new StringBuilder();\n        int r = 0;");
    if body.is_empty() {
        return;
    }
    let _ = writeln!(out, "        try {{");
    if !first.is_empty() {
        let _ = writeln!(out, "            {first}");
    }
    for (at, s) in body.iter().enumerate() {
        if at > 0 {
            let _ = writeln!(out, "            J.at();");
        }
        s.write(3, out);
    }
    let _ = writeln!(out, "        }} catch (Throwable e) {{\n            b.append(J.name(e));\n        }}");
}

/// Whether a text has the name as a whole word.
fn mentions(text: &str, name: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back().is_some_and(word);
        let after = text[at + name.len()..].chars().next().is_some_and(word);
        !before && !after
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_whole_word() {
        assert!(mentions("map.get(1)", "map"));
        assert!(!mentions("bitmap.get(1)", "map"));
        assert!(!mentions("map2.get(1)", "map"));
    }
}
