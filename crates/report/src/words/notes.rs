//! What is to be said of a check beside its findings: what the program needs and deadheat does not have, which pools it leaves
//! behind, and what was not seen.

use deadheat_witness::result::{CheckResult, IdlePool, Need, NeedKind, PoolKind};

/// A sentence for what the program could not do without, and one for what it went on without.
#[must_use]
pub fn needs(needs: &[Need]) -> Vec<String> {
    let sentence = |fatal: bool, end: &str| {
        let mut names: Vec<String> = needs.iter().filter(|need| need.fatal == fatal).map(name).collect();
        names.dedup();
        (!names.is_empty()).then(|| format!("this program needs {}, {end}", names.join(", ")))
    };
    let fatal = sentence(true, "which deadheat does not have");
    let other = sentence(false, "which deadheat does not have; it went on without");
    fatal.into_iter().chain(other).collect()
}

/// Sentences for a result that is not, or not only, that of one finished check.
#[must_use]
pub fn provenance(result: &CheckResult) -> Vec<String> {
    let unfinished = result.unfinished.then(|| "Not finished: there may be more to be found.".to_owned());
    let resumed = result.resumed.map(|count| {
        let findings = super::count(count, "finding");
        format!("Resumed: {findings} of an earlier check replayed, and not proved again.")
    });
    unfinished.into_iter().chain(resumed).collect()
}

/// A sentence for what was done to shared memory unseen.
#[must_use]
pub fn blind_spots(names: &[String]) -> Option<String> {
    let names = names.join(", ");
    (!names.is_empty())
        .then(|| format!("not seen, so that errors around it may be missed: what {names} does to shared memory"))
}

/// A sentence for each pool that was left behind, with the remedy.
#[must_use]
pub fn idle_pools(pools: &[IdlePool]) -> Vec<String> {
    let sentence = |IdlePool { kind, name }: &IdlePool| match kind {
        PoolKind::Executor => {
            format!("thread pool never shut down, so the program does not end: call shutdown() on {name}")
        }
        PoolKind::Timer => format!("timer never cancelled, so the program does not end: call cancel() on {name}"),
        PoolKind::Server => format!("a server waits for clients, so the program does not end: {name} is never closed"),
        PoolKind::Platform => format!("a thread of the platform keeps the program from its end: {name}"),
    };
    pools.iter().map(sentence).collect()
}

fn name(need: &Need) -> String {
    match need.kind {
        NeedKind::NativeMethod => format!("the native method {}", need.name),
        NeedKind::Function => format!("the function {}", need.name),
        NeedKind::NativeLibrary => format!("the native library {}", need.name),
        NeedKind::Network => "the network".to_owned(),
        NeedKind::Processes => "other processes".to_owned(),
        NeedKind::File => format!("the file {} (allow it with --read)", need.name),
        NeedKind::ClassByOrder => {
            format!(
                "a class {} that depends on the order of its threads (a class loader or an agent gives different ones)",
                need.name
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_needed_is_named_once() {
        let need = |kind, name: &str, fatal| Need { kind, name: name.to_owned(), fatal };
        let list = [
            need(NeedKind::NativeMethod, "A.b", true),
            need(NeedKind::Network, "", true),
            need(NeedKind::Processes, "", false),
        ];
        assert_eq!(
            needs(&list),
            [
                "this program needs the native method A.b, the network, which deadheat does not have",
                "this program needs other processes, which deadheat does not have; it went on without",
            ]
        );
        assert!(needs(&[]).is_empty());
    }
}
