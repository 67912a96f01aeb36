//! The report as a page: one file, no network. The result is embedded as data together with all words for it (`page_words.rs`), and
//! the page's own script shows them: it has no words for operations, errors or verdicts of its own.

mod page_words;

use std::collections::BTreeMap;

use deadheat_event::{SourcePos, Sources};
use deadheat_witness::result::{CheckResult, Finding};
use serde::Serialize;

use page_words::{KindWords, PageWords};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
/// The scripts, in the order in which they need each other.
const SCRIPTS: [&str; 6] = [
    include_str!("dom.js"),
    include_str!("words.js"),
    include_str!("model.js"),
    include_str!("picture.js"),
    include_str!("cycle.js"),
    include_str!("report.js"),
];
/// Lines of source embedded before and after each place.
const AROUND: u32 = 4;

/// What the page's script gets.
#[derive(Serialize)]
struct Data<'a> {
    result: &'a CheckResult,
    sources: BTreeMap<String, Source>,
    replay: &'a str,
    kinds: Vec<KindWords>,
    words: PageWords,
}

/// The lines of a source file that the page can show.
#[derive(Serialize)]
struct Source {
    path: String,
    lines: BTreeMap<u32, String>,
}

/// The page. `replay` is the command that replays a witness; `{id}` in it stands for the finding's id.
#[must_use]
pub fn render(result: &CheckResult, sources: &dyn Sources, replay: &str) -> String {
    let data = Data {
        result,
        sources: excerpts(result, sources),
        replay,
        kinds: page_words::kinds(),
        words: PageWords::of(result, sources),
    };
    // Only a map with keys that are no strings could fail, and there is none.
    let data = in_script(&serde_json::to_string(&data).unwrap_or_else(|_| "null".to_owned()));
    let script = SCRIPTS.join("\n");
    // One pass: what is inserted is not looked at again, so that text of the guest cannot name a place.
    let mut page = String::with_capacity(PAGE.len() + STYLE.len() + script.len() + data.len());
    let mut rest = PAGE;
    while let Some((before, after)) = rest.split_once("/*{") {
        page.push_str(before);
        let (name, after) = after.split_once("}*/").unwrap_or(("", after));
        page.push_str(match name {
            "style" => STYLE,
            "data" => &data,
            "script" => &script,
            _ => "",
        });
        rest = after;
    }
    page.push_str(rest);
    page
}

/// JSON that can stand in a `script` element: nothing in it can end the element or begin a comment.
fn in_script(json: &str) -> String {
    json.replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

/// The lines around every place that the result names, by the path below the source root.
fn excerpts(result: &CheckResult, sources: &dyn Sources) -> BTreeMap<String, Source> {
    let mut excerpts: BTreeMap<String, Source> = BTreeMap::new();
    for place in result.findings.iter().flat_map(places) {
        let (Some(line), Some(key)) = (place.line, sources.path(place)) else { continue };
        if excerpts.get(&key).is_some_and(|known| {
            (line.saturating_sub(AROUND).max(1)..=line.saturating_add(AROUND))
                .all(|line| known.lines.contains_key(&line))
        }) {
            continue;
        }
        let Some(text) = sources.find(place) else { continue };
        let source = excerpts.entry(key).or_insert_with(|| Source { path: text.path.clone(), lines: BTreeMap::new() });
        for number in line.saturating_sub(AROUND).max(1)..=line.saturating_add(AROUND) {
            if let Some(line) = text.line(number) {
                source.lines.entry(number).or_insert_with(|| line.trim_end().to_owned());
            }
        }
    }
    excerpts
}

fn places(finding: &Finding) -> impl Iterator<Item = &SourcePos> {
    let parts = finding
        .participants
        .iter()
        .flat_map(|part| std::iter::once(&part.place).chain(&part.stack).chain(&part.thread.started_at));
    let course = finding.course();
    let moments =
        course.into_iter().flat_map(|course| course.interleaving.iter().filter_map(|moment| moment.place.as_ref()));
    parts.chain(moments)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_leave_its_element() {
        let data = in_script(r#"{"name": "</script><!--<script>&amp;"}"#);
        assert!(!data.contains(['<', '>', '&']));
        let value: serde_json::Value = serde_json::from_str(&data).unwrap();
        assert_eq!(value["name"], "</script><!--<script>&amp;");
    }
}
