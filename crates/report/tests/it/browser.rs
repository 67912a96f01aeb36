//! The HTML report in a real browser.

use std::path::{Path, PathBuf};

use crate::devtools::Browser;
use deadheat_event::ThreadId;
use deadheat_guest_java::front::JavaSources;
use deadheat_guest_java::front::trust::owner_by_name;
use deadheat_report::{html, load};
use deadheat_witness::result::{Act, CheckResult, Moment};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

fn result(name: &str) -> CheckResult {
    load::file(&fixtures().join(format!("{name}.json")), &owner_by_name).unwrap()
}

fn page(result: &CheckResult) -> String {
    let page = html::render(result, &JavaSources::new([fixtures().join("source")]), "deadheat replay {id}.witness");
    // The folder of the sources is another on every machine.
    page.replace(fixtures().join("source").to_str().unwrap(), "src")
}

/// Where screenshots are kept.
fn artifact(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("screenshots").join(name)
}

const SELECTED: &str = "document.querySelector('[aria-selected=true]').getAttribute('aria-label')";

/// Several results in one.
fn everything() -> CheckResult {
    let mut all = result("race");
    for name in ["deadlock", "atomicity", "many"] {
        all.findings.extend(result(name).findings);
    }
    all
}

#[test]
fn findings_are_listed_filtered_and_stepped_through() {
    let Some(mut browser) = Browser::start() else { return };
    browser.resize(1280, 900);
    browser.open(&page(&everything()));

    let listed = |browser: &mut Browser| browser.eval("document.querySelectorAll('#findings button').length");
    assert_eq!(listed(&mut browser), 8);
    assert_eq!(browser.text("document.querySelector('#count').textContent"), "8 of 9 findings");
    assert!(browser.text("document.querySelector('h2').textContent").contains("data race on bank.Account.balance"));
    browser.screenshot(&artifact("race.png"));

    // Filters.
    let set = |browser: &mut Browser, id: &str, value: &str| {
        browser.eval(&format!(
            "(() => {{ const e = document.getElementById('{id}'); e.value = '{value}'; e.dispatchEvent(new Event('input', {{bubbles: true}})); }})()"
        ));
    };
    set(&mut browser, "kind", "race");
    assert_eq!(listed(&mut browser), 3);
    set(&mut browser, "verdict", "unresolved");
    assert_eq!(listed(&mut browser), 1);
    browser.eval("document.getElementById('suppressed').click()");
    assert_eq!(listed(&mut browser), 2);
    set(&mut browser, "search", "metrics hits");
    assert_eq!(listed(&mut browser), 1);
    for id in ["kind", "verdict", "search"] {
        set(&mut browser, id, "");
    }
    assert_eq!(listed(&mut browser), 9);

    // The diagram, with the keyboard alone. It starts at the end, the dead heat.
    browser.eval("document.querySelector('.view').focus()");
    assert_eq!(browser.text(SELECTED), "at the end, T2 is about to write bank.Account.balance: 100");
    assert_eq!(browser.text("document.querySelector('.heat-name').textContent"), "dead heat");
    browser.press("Home");
    assert_eq!(browser.text(SELECTED), "… 40 steps …");
    browser.press("ArrowDown");
    assert_eq!(browser.text(SELECTED), "step 40, T0 starts T1");
    browser.press("n");
    assert_eq!(browser.text(SELECTED), "step 43, T1 reads bank.Account.balance: 0");
    let state = browser.text("document.querySelector('.state').innerText");
    assert!(state.contains("Step 43") && state.contains("bank.Account.balance"), "{state}");
    assert!(state.contains("balance = balance + amount"), "{state}");
    // The reason for the switch stands at a step that is folded.
    assert!(state.contains("↷ T1 goes on: T0 waits for T1 to end"), "{state}");
    browser.press("Home");
    browser.press("Enter");
    assert_eq!(browser.text(SELECTED), "step 0, T0 begins");
    browser.press("a");
    assert_eq!(browser.eval("Number(document.querySelector('.row').getAttribute('aria-setsize'))"), 48);
    let height = "document.querySelector('.row').offsetHeight";
    let before = browser.eval(height).as_u64().unwrap();
    browser.press("+");
    assert!(browser.eval(height).as_u64().unwrap() > before);

    // Locks beside the picture, and the circle.
    browser.press("]");
    browser.eval(
        "[...document.querySelectorAll('#findings button')].find((b) => b.textContent.includes('deadlock')).click()",
    );
    browser.settle();
    let state = browser.text("document.querySelector('.state').innerText");
    assert!(state.contains("bank.Transfer.left") && state.contains("T1"), "{state}");
    assert_eq!(browser.eval("document.querySelectorAll('rect.bar').length"), 2);
    assert_eq!(browser.eval("document.querySelectorAll('.cycle .box').length"), 4);
    browser.eval("document.querySelector('.interleaving').scrollIntoView()");
    browser.settle();
    browser.screenshot(&artifact("deadlock.png"));
    browser.eval(
        "[...document.querySelectorAll('#findings button')].find((b) => b.textContent.includes('not atomic')).click()",
    );
    assert_eq!(browser.eval("document.querySelectorAll('.cycle .box').length"), 3);
    browser.settle();
    browser.eval("document.querySelector('.cycle').scrollIntoView()");
    browser.screenshot(&artifact("atomicity.png"));

    // Library calls fold and unfold; what wakes a thread has an arrow.
    browser.eval(
        "[...document.querySelectorAll('#findings button')].find((b) => b.textContent.includes('lost signal')).click()",
    );
    browser.settle();
    assert_eq!(browser.eval("document.querySelectorAll('path.arrow.notify').length"), 1);
    let seen = "(() => { const row = document.querySelector('[aria-selected=true] .dot').getBoundingClientRect(); const view = document.querySelector('.view').getBoundingClientRect(); return row.top > view.top && row.bottom < view.bottom && row.left > view.left && row.right < view.right; })()";
    assert_eq!(browser.eval(seen), true, "the chosen row is out of sight");
    browser.eval("document.querySelector('.interleaving').scrollIntoView()");
    browser.settle();
    browser.screenshot(&artifact("many.png"));
    browser.eval("document.querySelector('.view').focus()");
    let rows = "Number(document.querySelector('.row').getAttribute('aria-setsize'))";
    let folded = browser.eval(rows).as_u64().unwrap();
    browser.press("f");
    // Seven calls of five operations each.
    assert_eq!(browser.eval(rows).as_u64(), Some(folded + 7 * 4));

    // Everything that can be operated has a name.
    let unnamed = "[...document.querySelectorAll('button, input, select, [tabindex], [role]')].filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length || e.getAttribute('aria-labelledby'))).filter((e) => e.id !== 'count').map((e) => e.outerHTML.slice(0, 80)).join()";
    assert_eq!(browser.text(unnamed), "");
    assert_eq!(browser.complaints, [""; 0]);
}

/// A moment of a thread, at no place in particular.
fn moment(step: u64, thread: u32, act: Act, relevant: bool) -> Moment {
    Moment { step, thread: ThreadId(thread), act, place: None, library: None, relevant, switch: None }
}

fn acquire(lock: &str) -> Act {
    Act::Acquire { lock: lock.to_owned(), shared: false }
}

fn release(lock: &str) -> Act {
    Act::Release { lock: lock.to_owned(), shared: false }
}

/// The race with other moments before its end.
fn race_after(moments: Vec<Moment>) -> CheckResult {
    let mut race = result("race");
    let witness = race.findings[0].witness.as_mut().unwrap();
    let end = witness.interleaving.split_off(witness.interleaving.len() - 2);
    witness.steps = moments.last().map_or(0, |last| last.step + 1);
    witness.interleaving =
        moments.into_iter().chain(end.into_iter().map(|about| Moment { step: witness.steps, ..about })).collect();
    race
}

/// The labels of all rows.
const LABELS: &str = "[...document.querySelectorAll('.row')].map((row) => row.getAttribute('aria-label')).join('\\n')";

#[test]
fn what_is_hidden_in_a_shown_step_is_no_gap() {
    let Some(mut browser) = Browser::start() else { return };
    browser.resize(1280, 900);
    let start = |thread| Act::Start { thread: ThreadId(thread) };
    browser.open(&page(&race_after(vec![
        moment(0, 0, start(1), true),
        moment(0, 0, release("java.lang.Thread"), false),
        moment(1, 0, acquire("x"), false),
        moment(1, 0, start(2), true),
        moment(2, 1, Act::Begin, true),
        moment(3, 1, acquire("y"), false),
        moment(3, 1, release("y"), false),
        moment(4, 2, Act::Begin, true),
    ])));
    let told = browser.text(LABELS);
    let shown =
        "step 0, T0 starts T1\nstep 1, T0 starts T2\nstep 2, T1 begins\n… 1 step …\nstep 4, T2 begins\nat the end";
    assert!(told.starts_with(shown), "{told}");
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn locks_are_told_as_they_are() {
    let Some(mut browser) = Browser::start() else { return };
    browser.resize(1280, 900);
    let state = "document.querySelector('.state').innerText";
    let holders = "[...document.querySelectorAll('.state td:nth-child(2):last-child')].map((cell) => cell.textContent).slice(0, 2).join()";

    // The middle is missing: `a` was given back there, `b` was not, `c` was taken there.
    browser.open(&page(&race_after(vec![
        moment(0, 1, acquire("a"), false),
        moment(1, 1, acquire("b"), false),
        moment(2, 1, Act::Begin, true),
        moment(5000, 1, release("b"), false),
        moment(5001, 2, Act::Begin, true),
        moment(5002, 1, release("c"), false),
        moment(5002, 1, release("java.lang.Thread"), false),
        moment(5003, 2, acquire("c"), true),
        moment(5003, 2, release("c"), true),
    ])));
    assert!(browser.text(state).contains("No lock is held"));
    browser.eval("document.querySelector('.view').focus()");
    browser.press("Home");
    browser.press("ArrowDown");
    let told = browser.text(state);
    assert!(told.contains("a\tT1") && told.contains("b\tT1") && !told.contains("c\tT1"), "{told}");
    for _ in 0..2 {
        browser.press("ArrowDown");
    }
    let told = browser.text(state);
    assert!(told.contains("Step 5,001") && told.contains("c\tT1"), "{told}");
    assert!(!told.contains("a\tT1") && !told.contains("b\tT1") && !told.contains("java.lang.Thread"), "{told}");
    // The gap, opened, still says what is missing in it.
    browser.press("ArrowUp");
    browser.press("Enter");
    assert!(browser.text(LABELS).contains("… 4,997 steps …"));

    // Two locks of the same name have two holders.
    browser.open(&page(&race_after(vec![moment(0, 1, acquire("Fork"), true), moment(1, 2, acquire("Fork"), true)])));
    assert_eq!(browser.text(holders), "T1,T2");
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn the_end_can_be_read_and_printed() {
    let Some(mut browser) = Browser::start() else { return };
    browser.resize(1280, 600);
    browser.open(&page(&everything()));
    // What the threads are about to do is never cut off.
    let cut = "[...document.querySelectorAll('.act-about .what')].filter((text) => text.scrollWidth > text.clientWidth).length";
    assert_eq!(browser.eval("document.querySelectorAll('.act-about .what').length"), 2);
    assert_eq!(browser.eval(cut), 0);

    // The keyboard stays in the picture from one finding to the next.
    browser.eval("document.querySelector('.view').focus()");
    browser.press("a");
    browser.press("]");
    browser.press("[");
    assert_eq!(browser.text("document.activeElement.className"), "view");

    // On paper all rows are there, and it is light.
    browser.press("a");
    let rows = "document.querySelectorAll('.row').length";
    let all = browser.eval("Number(document.querySelector('.row').getAttribute('aria-setsize'))");
    assert_ne!(browser.eval(rows), all);
    browser.eval("dispatchEvent(new Event('beforeprint'))");
    assert_eq!(browser.eval(rows), all);
    browser.eval("dispatchEvent(new Event('afterprint'))");
    assert_ne!(browser.eval(rows), all);
    let ground = "getComputedStyle(document.body).backgroundColor";
    let light = browser.text(ground);
    let dark =
        serde_json::json!({ "media": "print", "features": [{ "name": "prefers-color-scheme", "value": "dark" }] });
    browser.call("Emulation.setEmulatedMedia", dark);
    browser.eval("document.documentElement.dataset.theme = 'dark'");
    assert_eq!(browser.text(ground), light);
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn phones_and_the_dark() {
    let Some(mut browser) = Browser::start() else { return };
    browser.resize(390, 844);
    browser.open(&page(&result("race")));
    assert_eq!(browser.eval("document.documentElement.scrollWidth <= innerWidth"), true, "it scrolls sideways");
    browser.eval("document.querySelector('.interleaving').scrollIntoView()");
    browser.settle();
    browser.screenshot(&artifact("phone.png"));
    assert!(browser.eval("document.querySelector('.command button').offsetHeight").as_u64().unwrap() < 40);

    browser.resize(1280, 980);
    browser.eval("scrollTo(0, 0)");
    browser.settle();
    // The picture in the guide.
    browser.screenshot(&artifact("guide.png"));
    let ground = "getComputedStyle(document.body).backgroundColor";
    let light = browser.text(ground);
    let dark = serde_json::json!({ "features": [{ "name": "prefers-color-scheme", "value": "dark" }] });
    browser.call("Emulation.setEmulatedMedia", dark);
    assert_ne!(browser.text(ground), light);
    browser.screenshot(&artifact("dark.png"));
    browser.eval("document.getElementById('theme').click(), document.getElementById('theme').click()");
    assert_eq!(browser.text(ground), light);
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn text_of_the_guest_stays_text() {
    let Some(mut browser) = Browser::start() else { return };
    browser.open(&page(&result("hostile")));
    browser.eval("document.querySelector('.view').focus()");
    browser.press("Home");
    browser.press("ArrowDown");
    assert!(!browser.text("document.title").starts_with("owned"));
    assert_eq!(browser.eval("document.querySelectorAll('img, b script, li script, span script').length"), 0);
    assert_eq!(browser.eval("document.scripts.length"), 2);
    assert!(browser.text("document.querySelector('h2').textContent").contains("</script><script>"));
    assert!(browser.text("document.querySelector('.lanes').textContent").contains("<script>"));
    assert_eq!(browser.eval(r"/[\u0000-\u0008\u001b\u202e]/.test(document.body.innerText)"), false);
    assert_eq!(browser.complaints, [""; 0]);
}

/// A witness of ten thousand steps, with locks and many switches.
fn long() -> CheckResult {
    let mut result = result("race");
    let witness = result.findings[0].witness.as_mut().unwrap();
    let place = witness.interleaving[1].place.clone();
    let moment = |step: u64| {
        let lock = format!("bank.Account.lock{}", step / 40 % 3);
        let act = match step % 4 {
            0 => Act::Acquire { lock, shared: false },
            3 => Act::Release { lock, shared: false },
            _ => Act::Write { target: "bank.Account.balance".into(), value: Some(step.to_string()), access: None },
        };
        let thread = ThreadId((step / 8 % 3) as u32);
        Moment {
            step,
            thread,
            act,
            place: place.clone(),
            library: None,
            relevant: !step.is_multiple_of(5),
            switch: None,
        }
    };
    let end = witness.interleaving.split_off(witness.interleaving.len() - 2);
    witness.interleaving =
        (0..10_000).map(moment).chain(end.into_iter().map(|about| Moment { step: 10_000, ..about })).collect();
    witness.steps = 10_000;
    result
}

#[test]
fn ten_thousand_steps_are_there_at_once() {
    let Some(mut browser) = Browser::start() else { return };
    browser.resize(1280, 900);
    let html = page(&long());
    browser.open(&html);
    // What makes it quick is that only the rows in view exist; the times are told, not judged: other tests run beside this one.
    let time = browser.eval("performance.getEntriesByType('navigation')[0].loadEventEnd").as_f64().unwrap();
    eprintln!("10,000 steps: loaded in {time:.0} ms");
    assert!(browser.eval("document.querySelectorAll('.row').length").as_u64().unwrap() < 200);
    browser.eval("document.querySelector('.view').focus()");
    browser.press("ArrowUp");
    browser.press("ArrowUp");
    assert!(browser.text(SELECTED).contains("step 9,999") || browser.text(SELECTED).contains("step 9999"));
    let start = "(() => { const from = performance.now(); for (let i = 0; i < 50; i += 1) document.querySelector('.view').dispatchEvent(new KeyboardEvent('keydown', {key: 'k'})); return (performance.now() - from) / 50; })()";
    let each = browser.eval(start).as_f64().unwrap();
    eprintln!("a step back: {each:.1} ms");
    assert!(browser.eval("document.querySelectorAll('.row').length").as_u64().unwrap() < 200);
    browser.screenshot(&artifact("long.png"));
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn a_reordering_is_drawn_as_a_witness_is_and_not_called_one() {
    let Some(mut browser) = Browser::start() else { return };
    browser.resize(1280, 900);
    browser.open(&page(&result("predicted")));
    assert!(browser.text("document.querySelector('#summary').textContent").starts_with("2 predicted · "));
    let detail = browser.text("document.querySelector('#detail').textContent");
    for part in ["predicted", "How it can happen", "Which thread waits for which", "Not replayed"] {
        assert!(detail.contains(part), "no {part:?} in {detail}");
    }
    assert!(!detail.contains("Replay it") && !detail.contains("witness"), "{detail}");
    browser.eval("document.querySelector('.view').focus()");
    assert!(browser.text(SELECTED).starts_with("at the end, "));
    assert_eq!(browser.text("document.querySelector('.heat-name').textContent"), "deadlock");
    browser.screenshot(&artifact("predicted.png"));
}
