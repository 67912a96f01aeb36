//! Which tests a user means.

/// Which tests are looked for, and which of them is meant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestChoice {
    /// `--select`: classes or methods, `a.b.CacheTest#evicts`; all, where none are given.
    pub select: Vec<String>,
    /// `--scan`: folders and jars in which tests are looked for; the folders of the class path, where none are given.
    pub scan: Vec<String>,
    /// `--test`: the one that is meant, by its whole name.
    pub test: Option<String>,
}

impl TestChoice {
    /// Whether tests may be meant that are in this class.
    #[must_use]
    pub fn wants_class(&self, class: &str) -> bool {
        self.select.is_empty() || self.select.iter().any(|pattern| is_class(parts(pattern).0, class))
    }

    /// Whether a test of a class is meant.
    #[must_use]
    pub fn selects(&self, class: &str, name: &str) -> bool {
        let selected = |pattern: &String| {
            let (of_class, of_method) = parts(pattern);
            let method = name.split_once('#').map_or(name, |(_, method)| method);
            // Arguments and numbers behind a name are no part of it.
            let plain = method.split(['(', '[', '~']).next().unwrap_or(method).trim();
            is_class(of_class, class) && of_method.is_none_or(|pattern| fits(pattern, method) || fits(pattern, plain))
        };
        self.select.is_empty() || self.select.iter().any(selected)
    }
}

fn parts(pattern: &str) -> (&str, Option<&str>) {
    pattern.split_once('#').map_or((pattern, None), |(class, method)| (class, Some(method)))
}

/// A class is meant by its name with or without its package, and so are the classes in it.
fn is_class(pattern: &str, class: &str) -> bool {
    let outer = |name: &str| name.split('$').next().unwrap_or(name).to_owned();
    let simple = class.rsplit('.').next().unwrap_or(class);
    [class, simple].into_iter().any(|name| fits(pattern, name) || fits(pattern, &outer(name)))
}

/// Whether a name fits a pattern in which `*` stands for anything.
fn fits(pattern: &str, name: &str) -> bool {
    let Some((before, after)) = pattern.split_once('*') else { return pattern == name };
    let Some(rest) = name.strip_prefix(before) else { return false };
    (0..=rest.len()).filter(|at| rest.is_char_boundary(*at)).any(|at| fits(after, &rest[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_meant_by_class_and_method() {
        let is_meant = |pattern: &str, class: &str, name: &str| {
            let choice = TestChoice { select: vec![pattern.to_owned()], ..TestChoice::default() };
            choice.wants_class(class) && choice.selects(class, name)
        };
        let (class, name) = ("a.b.CacheTest", "a.b.CacheTest#evicts");
        for pattern in ["a.b.CacheTest", "CacheTest", "CacheTest#evicts", "a.*", "*Test#e*s", "*"] {
            assert!(is_meant(pattern, class, name), "{pattern}");
        }
        for pattern in ["Cache", "b.CacheTest", "CacheTest#evict", "a.CacheTest", "#evicts", ""] {
            assert!(!is_meant(pattern, class, name), "{pattern}");
        }
        assert!(is_meant("CacheTest", "a.b.CacheTest$Inner", "a.b.CacheTest$Inner#m"));
        for method in ["sum", "sum[1]", "s*"] {
            assert!(is_meant(&format!("S#{method}"), "S", "S#sum[1]"), "{method}");
        }
        assert!(is_meant("S#sum", "S", "S#sum(int, int)"));
        assert!(TestChoice::default().selects("X", "X#y"));
    }
}
