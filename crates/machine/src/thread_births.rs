//! How threads are called, where they are not numbered in the order of their starts: what a schedule says of it.

/// The birth of a thread: its parent, the number of its start there, and the id that it got.
pub type ThreadBirth = (u32, u32, u32);

/// Reads `T3=T1.0 T4=T2.0`: T3 is the first thread that T1 starts. What makes no sense is left out; the replay will then depart.
#[must_use]
pub fn parse_thread_names(text: &str) -> Vec<ThreadBirth> {
    let thread = |text: &str| text.strip_prefix('T')?.parse::<u32>().ok().filter(|id| *id < 1 << 19);
    let name = |word: &str| {
        let (id, rest) = word.split_once('=')?;
        let (parent, number) = rest.split_once('.')?;
        Some((thread(parent)?, number.parse().ok()?, thread(id)?))
    };
    text.split_whitespace().filter_map(name).collect()
}

/// Writes what [`parse_thread_names`] reads; nothing where threads are numbered as in a plain run.
#[must_use]
pub fn thread_names_text(names: &[ThreadBirth]) -> Option<String> {
    let plain = names.iter().zip(1..).all(|((parent, number, id), n)| (*parent, number + 1, *id) == (0, n, n));
    let words = names.iter().map(|(parent, number, id)| format!("T{id}=T{parent}.{number}"));
    (!plain).then(|| words.collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_in_the_order_of_their_starts_need_no_names() {
        assert_eq!(thread_names_text(&[]), None);
        assert_eq!(thread_names_text(&[(0, 0, 1), (0, 1, 2)]), None);
        let names = [(0, 0, 1), (1, 0, 3), (0, 1, 2)];
        assert_eq!(thread_names_text(&names).unwrap(), "T1=T0.0 T3=T1.0 T2=T0.1");
        assert_eq!(parse_thread_names("T1=T0.0 T3=T1.0 T2=T0.1"), names);
    }

    #[test]
    fn names_that_make_no_sense_are_left_out() {
        assert_eq!(
            parse_thread_names("T1=T0.0 x T2 T3=T1 T4=T0.x 5=T0.1 T524288=T0.2 T6=T0.3"),
            [(0, 0, 1), (0, 3, 6)]
        );
    }
}
