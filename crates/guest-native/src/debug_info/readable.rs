//! Names of compilers and linkers, made readable.

/// How deep angle brackets are looked into: what is nested deeper is a flood of text, or no name at all.
const DEEPEST: usize = 24;

/// Operators that have angle brackets in their names, longest first.
const OPERATORS: &[&str] = &["<=>", "->*", "<<=", ">>=", "<<", ">>", "<=", ">=", "->", "<", ">"];

/// Arguments of templates and generics that nobody writes, because they are there by default.
const DEFAULTS: &[&str] = &[
    "std::allocator",
    "std::char_traits",
    "std::default_delete",
    "std::equal_to",
    "std::hash",
    "std::less",
    "alloc::alloc::Global",
    "std::hash::random::RandomState",
];

/// Numbers of C that have a short name, and the long one that some compilers write.
const NUMBERS: &[(&str, &str)] = &[
    ("short int", "short"),
    ("long int", "long"),
    ("long long int", "long long"),
    ("short unsigned int", "unsigned short"),
    ("long unsigned int", "unsigned long"),
    ("long long unsigned int", "unsigned long long"),
];

/// Where a function is and what it is called: `std::vector` and `push_back`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Name {
    pub(super) container: String,
    pub(super) name: String,
}

impl Name {
    pub(super) fn full(&self) -> String {
        join(&self.container, &self.name)
    }

    /// Cuts a full name, whose arguments are stripped already, after its last `::`.
    fn split(full: &str) -> Self {
        // An operator's type may have a path of its own.
        let end = full.find("operator ").unwrap_or(full.len());
        match full[..end].rfind("::") {
            Some(cut) => Self { container: full[..cut].to_owned(), name: full[cut + 2..].to_owned() },
            None => Self { container: String::new(), name: full.to_owned() },
        }
    }
}

/// A name in a container: `Queue::push`, or `push`.
pub(super) fn join(container: &str, name: &str) -> String {
    if container.is_empty() { name.to_owned() } else { format!("{container}::{name}") }
}

/// Whether C and C++ reserve a name like this for their libraries.
pub(super) fn is_reserved(name: &str) -> bool {
    let mut start = name.rsplit("::").next().unwrap_or(name).bytes();
    start.next() == Some(b'_') && start.next().is_some_and(|second| second == b'_' || second.is_ascii_uppercase())
}

/// The name without the arguments of templates: `make<int>` is `make`. `operator<` stays what it is.
pub(super) fn without_arguments(name: &str) -> String {
    let (kept, rest) = match name.rfind("operator") {
        Some(at) if name[..at].bytes().last().is_none_or(|byte| byte == b':') => {
            let symbol = &name[at + "operator".len()..];
            let operator =
                OPERATORS.iter().find(|operator| symbol.starts_with(**operator)).map_or(0, |symbol| symbol.len());
            name.split_at(at + "operator".len() + operator)
        }
        _ => ("", name),
    };
    let (scope, operator) = kept.split_at(kept.rfind("operator").unwrap_or(0));
    let mut out = outside_brackets(scope);
    out.push_str(operator);
    out.push_str(&outside_brackets(rest));
    // Rust writes `::` before arguments in expressions.
    out.trim_end().trim_end_matches("::").replace("::::", "::")
}

fn outside_brackets(text: &str) -> String {
    let (mut out, mut depth, mut before) = (String::new(), 0usize, ' ');
    for c in text.chars() {
        match c {
            '<' => depth += 1,
            // Not the arrow of a function's type.
            '>' if before != '-' => depth = depth.saturating_sub(1),
            _ if depth == 0 => out.push(c),
            _ => {}
        }
        before = c;
    }
    out
}

/// A type as its users write it: without what is there by default, and without the library's inner namespaces.
pub(super) fn type_name(name: &str) -> String {
    if let Some((_, short)) = NUMBERS.iter().find(|(long, _)| *long == name) {
        return (*short).to_owned();
    }
    let short = shortened(name.trim(), 0).replace("__cxx11::", "").replace("std::__1::", "std::");
    short.replace("std::basic_string<char>", "std::string")
}

fn shortened(name: &str, depth: usize) -> String {
    let Some(open) = name.find('<').filter(|open| *open > 0) else { return name.to_owned() };
    if depth >= DEEPEST {
        return outside_brackets(name);
    }
    let Some((arguments, rest)) = arguments(&name[open + 1..]) else { return name.to_owned() };
    let is_default = |argument: &str| {
        DEFAULTS
            .iter()
            .any(|default| argument.strip_prefix(default).is_some_and(|rest| rest.is_empty() || rest.starts_with('<')))
    };
    let kept: Vec<String> = arguments
        .into_iter()
        .map(str::trim)
        .enumerate()
        .filter(|(index, argument)| *index == 0 || !is_default(argument))
        .map(|(_, argument)| shortened(argument, depth + 1))
        .collect();
    format!("{}<{}>{}", &name[..open], kept.join(", "), shortened(rest, depth + 1))
}

/// The arguments before the closing bracket, and what comes after it.
fn arguments(text: &str) -> Option<(Vec<&str>, &str)> {
    let (mut all, mut depth, mut start, mut before) = (Vec::new(), 0usize, 0, b' ');
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'>' if before == b'-' => {}
            b'>' if depth == 0 => {
                all.push(&text[start..at]);
                return Some((all, &text[at + 1..]));
            }
            b'<' | b'(' | b'[' => depth += 1,
            b'>' | b')' | b']' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                all.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
        before = byte;
    }
    None
}

/// The readable name of a symbol of the linker's.
pub(super) fn symbol_name(symbol: &str) -> Name {
    // `@VERSION` of a dynamic symbol, `.part.0` and the like of clones.
    let plain = symbol.split('@').next().unwrap_or(symbol);
    if let Some(name) = rust_name(plain) {
        return name;
    }
    let cpp = || {
        let parsed = cpp_demangle::Symbol::new(plain).ok()?;
        let options = cpp_demangle::DemangleOptions::new().no_params().no_return_type();
        parsed.demangle_with_options(&options).ok()
    };
    let is_mangled = plain.starts_with("_Z");
    is_mangled.then(cpp).flatten().map_or_else(
        || Name { container: String::new(), name: plain.to_owned() },
        |full| Name::split(&without_arguments(&full.replace("(anonymous namespace)::", ""))),
    )
}

/// The name of a function or variable of Rust's, if the symbol is one: the implementing type in place of `<Account as Deposit>`.
pub(super) fn rust_name(symbol: &str) -> Option<Name> {
    let full = format!("{:#}", rustc_demangle::try_demangle(symbol).ok()?);
    // C++ has symbols of the same form as Rust's old ones, but without the hash.
    let is_rust = symbol.starts_with("_R") || format!("{}", rustc_demangle::demangle(symbol)) != full;
    is_rust.then(|| rust_path(&full))
}

fn rust_path(full: &str) -> Name {
    let Some(inner) = full.strip_prefix('<') else { return Name::split(&without_arguments(full)) };
    let Some((arguments, rest)) = arguments(inner) else { return Name::split(full) };
    let whole = &inner[..inner.len() - rest.len() - 1];
    let implementor = match arguments.len() {
        1 => whole.split(" as ").next().unwrap_or(whole),
        _ => whole,
    };
    Name::split(&format!("{}{}", without_arguments(implementor), without_arguments(rest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_left_out() {
        for (name, expected) in [
            ("push", "push"),
            ("make<int>", "make"),
            ("std::vector<int, std::allocator<int> >::push_back", "std::vector::push_back"),
            ("operator<", "operator<"),
            ("operator<< <std::char_traits<char> >", "operator<<"),
            ("operator-><int>", "operator->"),
            ("Box<int>::operator->", "Box::operator->"),
            ("operator()<int>", "operator()"),
            ("call<fn(u8) -> u8, u8>", "call"),
            ("cooperator<int>", "cooperator"),
            ("Vec::<u8>::with::<u8>", "Vec::with"),
            ("<<<", ""),
        ] {
            assert_eq!(without_arguments(name), expected, "{name}");
        }
    }

    #[test]
    fn types_as_they_are_written() {
        for (name, expected) in [
            ("std::vector<int, std::allocator<int> >", "std::vector<int>"),
            ("std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >", "std::string"),
            ("Box<Pair<int, char>, 3>", "Box<Pair<int, char>, 3>"),
            ("alloc::vec::Vec<u8, alloc::alloc::Global>", "alloc::vec::Vec<u8>"),
            ("long unsigned int", "unsigned long"),
            ("a<b", "a<b"),
            ("<lambda(int)>", "<lambda(int)>"),
        ] {
            assert_eq!(type_name(name), expected, "{name}");
        }
        type_name(&"a<".repeat(10_000));
        type_name(&format!("{}{}", "a<".repeat(10_000), ">".repeat(10_000)));
    }

    #[test]
    fn symbols() {
        for (symbol, expected) in [
            ("worker", "worker"),
            ("_ZN4Pool8instanceE", "Pool::instance"),
            ("_ZNSt6vectorIiSaIiEE9push_backEOi", "std::vector::push_back"),
            ("_ZN1r7COUNTER17h1e937ce559e12269E", "r::COUNTER"),
            ("_ZN41_$LT$r..Account$u20$as$u20$r..Deposit$GT$7deposit17h07cf56ee3fd464c7E", "r::Account::deposit"),
            ("memcpy@@GLIBC_2.14", "memcpy"),
            ("_Znwm", "operator new"),
            ("_Zbroken", "_Zbroken"),
        ] {
            assert_eq!(symbol_name(symbol).full(), expected, "{symbol}");
        }
    }
}
