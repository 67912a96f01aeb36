//! What tools read, held against the schemas that it is promised to follow.

use std::fs;
use std::path::{Path, PathBuf};

use deadheat_event::ThreadId;
use deadheat_guest_java::front::JavaSources;
use deadheat_guest_java::front::trust::owner_by_name;
use deadheat_report::{json, load, perfetto, sarif};
use deadheat_witness::result::{Act, BlockAct, CheckResult, Doing, Moment, Waiting};
use serde_json::Value;

const FIXTURES: [&str; 6] = ["race", "deadlock", "atomicity", "many", "hostile", "predicted"];

fn crate_file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn result(name: &str) -> CheckResult {
    load::file(&crate_file(&format!("tests/fixtures/{name}.json")), &owner_by_name).unwrap()
}

fn read(path: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(crate_file(path)).unwrap()).unwrap()
}

#[track_caller]
fn validate(schema: &Value, value: &Value) {
    let validator = jsonschema::validator_for(schema).unwrap();
    let errors: Vec<String> =
        validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path)).collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

#[test]
fn results_follow_their_schema() {
    let schema = read("../../docs/result.schema.json");
    for name in FIXTURES {
        let result = result(name);
        let text = json::render(&result);
        assert_eq!(load::parse("it", text.as_bytes(), &owner_by_name).unwrap(), result);
        validate(&schema, &serde_json::from_str(&text).unwrap());
    }
}

/// Everything that a thread can do, and every situation that it can be in, has a place in the schema.
#[test]
fn every_act_follows_the_schema() {
    let schema = read("../../docs/result.schema.json");
    let (name, thread) = (|| "x".to_owned(), ThreadId(1));
    let waits = [
        Waiting::Lock { lock: name(), owner: Some(thread) },
        Waiting::Lock { lock: name(), owner: None },
        Waiting::Notification { condition: name() },
        Waiting::End { thread },
        Waiting::Unpark,
        Waiting::Initialiser { once: name(), owner: thread },
        Waiting::Permits { semaphore: name() },
        Waiting::Latch { latch: name() },
        Waiting::Message { channel: name() },
        Waiting::Room { channel: name() },
        Waiting::Time,
    ];
    let mut situations: Vec<Doing> = waits.into_iter().map(|on| Doing::Waiting { on }).collect();
    situations.extend([
        Doing::About { next: Box::new(Act::Read { target: name(), value: None, access: Some(name()) }) },
        Doing::Ended,
        Doing::Dying { message: name() },
        Doing::Failing { message: name() },
        Doing::Accessing { writes: true },
        Doing::TakingUnder { holds: name(), wants: name() },
        Doing::InBlock { operation: BlockAct::Reads { target: name() } },
        Doing::InBlock { operation: BlockAct::GivesBack { lock: name() } },
        Doing::InBlock { operation: BlockAct::Signals },
        Doing::InBrokenBlock,
        Doing::Text { text: name() },
    ]);
    let mut acts: Vec<Act> = situations.into_iter().map(|doing| Act::About { doing }).collect();
    acts.extend([
        Act::Begin,
        Act::End,
        Act::Write { target: name(), value: Some(name()), access: None },
        Act::Update { target: name(), old: None, new: Some(name()), wrote: true },
        Act::Acquire { lock: name(), shared: true },
        Act::TryAcquire { lock: name(), shared: false, acquired: true },
        Act::Release { lock: name(), shared: true },
        Act::Wait { condition: name(), timed: true },
        Act::Wake { condition: name(), how: deadheat_event::WakeReason::TimedOut },
        Act::Notify { condition: name(), all: true, woken: vec![thread] },
        Act::Start { thread },
        Act::Join { thread },
        Act::FindAlive { thread },
        Act::Inspect { thread },
        Act::FindUnstarted { thread: name() },
        Act::LeaveWait { condition: name() },
        Act::Initialise { once: name() },
        Act::LatchAwait { latch: name() },
        Act::LatchCountDown { latch: name() },
        Act::SemaphoreAcquire { semaphore: name(), permits: 1 },
        Act::SemaphoreRelease { semaphore: name(), permits: 2 },
        Act::Send { channel: name(), amount: 1 },
        Act::Receive { channel: name(), amount: 0 },
        Act::Park { timed: false },
        Act::Unpark { thread },
        Act::Interrupt { thread },
        Act::Interrupted,
        Act::Sleep,
        Act::Yield,
        Act::Choose { options: 2, chosen: 1 },
        Act::Throw { exception: name() },
        Act::Text { what: name() },
    ]);
    let mut result = result("race");
    let witness = result.findings[0].witness.as_mut().unwrap();
    let moment = witness.interleaving[0].clone();
    witness.interleaving = acts.into_iter().map(|act| Moment { act, ..moment.clone() }).collect();
    let text = json::render(&result);
    validate(&schema, &serde_json::from_str(&text).unwrap());
    assert_eq!(load::parse("it", text.as_bytes(), &owner_by_name).unwrap(), result);
}

#[test]
fn the_schema_refuses_what_is_wrong() {
    let validator = jsonschema::validator_for(&read("../../docs/result.schema.json")).unwrap();
    let good: Value = serde_json::from_str(&json::render(&result("race"))).unwrap();
    assert!(validator.is_valid(&good));
    let mut follows = good.clone();
    follows["findings"][2]["verdict"] = serde_json::json!({ "verdict": "follows", "from": ["race-5d3f09ab1c22e7a4"] });
    assert!(validator.is_valid(&follows));
    let wrong = |change: fn(&mut Value)| {
        let mut bad = good.clone();
        change(&mut bad);
        !validator.is_valid(&bad)
    };
    assert!(wrong(|bad| bad["version"] = 1.into()));
    assert!(wrong(|bad| bad["findings"][0]["error"]["kind"] = "quarrel".into()));
    assert!(wrong(|bad| bad["findings"][0]["verdict"] = "witnessed".into()));
    assert!(
        wrong(|bad| bad["findings"][0]["witness"]["interleaving"][0]["act"] = serde_json::json!({ "act": "read" }))
    );
    assert!(wrong(|bad| bad["findings"][2]["verdict"] = serde_json::json!({ "verdict": "follows" })));
    assert!(wrong(|bad| bad["findings"][2]["verdict"] = serde_json::json!({ "verdict": "predicted" })));
    assert!(wrong(|bad| bad["effort"]["steps"] = (-1).into()));
}

#[test]
fn sarif_follows_the_official_schema() {
    let schema = read("tests/schema/sarif-2.1.0.json");
    for name in FIXTURES {
        let sources = JavaSources::new([crate_file("tests/fixtures/source")]);
        let log: Value = serde_json::from_str(&sarif::render(&result(name), &sources)).unwrap();
        validate(&schema, &log);
    }
}

#[test]
fn sarif_tells_who_did_what_when() {
    let log: Value = serde_json::from_str(&sarif::render(&result("race"), &JavaSources::default())).unwrap();
    let run = &log["runs"][0];
    let results = run["results"].as_array().unwrap();
    let levels: Vec<&str> = results.iter().filter_map(|result| result["level"].as_str()).collect();
    // The third is refuted.
    assert_eq!(levels, ["error", "warning", "warning"]);
    assert_eq!(results[2]["suppressions"][0]["justification"], "race bank.Metrics.*");
    assert_eq!(results[0]["suppressions"], serde_json::json!([]));
    assert_eq!(results[0]["partialFingerprints"]["deadheatFinding/v1"], "race-5d3f09ab1c22e7a4");
    assert_eq!(run["tool"]["driver"]["rules"][0]["id"], results[0]["ruleId"]);

    let flows = results[0]["codeFlows"][0]["threadFlows"].as_array().unwrap();
    assert_eq!(flows.len(), 3);
    let mut orders: Vec<u64> = Vec::new();
    for flow in flows {
        let own: Vec<u64> =
            flow["locations"].as_array().unwrap().iter().map(|step| step["executionOrder"].as_u64().unwrap()).collect();
        assert!(own.is_sorted());
        orders.extend(own);
    }
    orders.sort_unstable();
    assert!(orders.iter().copied().eq(1..=orders.len() as u64));
}

#[test]
fn sarif_tells_predictions_as_warnings() {
    let log: Value = serde_json::from_str(&sarif::render(&result("predicted"), &JavaSources::default())).unwrap();
    for result in log["runs"][0]["results"].as_array().unwrap() {
        assert_eq!(
            (result["level"].as_str(), result["properties"]["verdict"].as_str()),
            (Some("warning"), Some("predicted"))
        );
        let message = result["message"]["text"].as_str().unwrap();
        assert!(message.contains("Not replayed: a correct reordering of the trace leads there"), "{message}");
        let flow = &result["codeFlows"][0];
        assert_eq!(flow["message"]["text"], "How it can happen");
        assert!(flow["threadFlows"].as_array().unwrap().len() >= 2);
    }
    let notes = &log["runs"][0]["invocations"][0]["toolExecutionNotifications"];
    assert!(notes[0]["message"]["text"].as_str().unwrap().starts_with("looked at 18 events of 3 threads"), "{notes}");
}

/// All values with this key, however deep.
fn all<'a>(value: &'a Value, key: &str, found: &mut Vec<&'a Value>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.get(key));
            fields.values().for_each(|field| all(field, key, found));
        }
        Value::Array(items) => items.iter().for_each(|item| all(item, key, found)),
        _ => {}
    }
}

#[test]
fn every_location_in_sarif_is_in_a_file() {
    for name in FIXTURES {
        let log: Value = serde_json::from_str(&sarif::render(&result(name), &JavaSources::default())).unwrap();
        let results = log["runs"][0]["results"].as_array().unwrap();
        for result in results.iter().filter(|result| result["relatedLocations"] != serde_json::json!([])) {
            assert_eq!(result["locations"].as_array().unwrap().len(), 1, "{name}");
        }
        let (mut nested, mut lists) = (vec![], vec![]);
        all(&log["runs"][0]["results"], "location", &mut nested);
        all(&log["runs"][0]["results"], "locations", &mut lists);
        all(&log["runs"][0]["results"], "relatedLocations", &mut lists);
        let listed = lists.into_iter().flat_map(|list| list.as_array().unwrap());
        // The steps of a flow are in such lists, too, and have a location.
        for location in nested.into_iter().chain(listed.filter(|item| item.get("location").is_none())) {
            assert!(location["physicalLocation"]["artifactLocation"]["uri"].is_string(), "{name}: {location}");
        }
    }
}

#[test]
fn sarif_keeps_the_end_of_a_long_flow() {
    let mut long = result("race");
    let witness = long.findings[0].witness.as_mut().unwrap();
    let end = witness.interleaving.split_off(witness.interleaving.len() - 2);
    let place = end[0].place.clone();
    let moment = |step: u64| Moment {
        step,
        thread: ThreadId((step % 2) as u32),
        act: Act::Read { target: "[x](0)".into(), value: None, access: None },
        place: place.clone(),
        library: None,
        relevant: true,
        switch: None,
    };
    witness.interleaving = (0..20_000).map(moment).chain(end).collect();
    let log: Value = serde_json::from_str(&sarif::render(&long, &JavaSources::default())).unwrap();
    let flows = log["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"].as_array().unwrap();
    let steps: Vec<&Value> = flows.iter().flat_map(|flow| flow["locations"].as_array().unwrap()).collect();
    // GitHub refuses ten thousand.
    assert!(steps.len() < 10_000);
    assert_eq!(steps.iter().filter(|step| step["importance"] == "essential").count(), 2);
    assert_eq!(flows[0]["locations"][0]["executionOrder"], 1);
    // Nothing of the guest becomes a link.
    assert_eq!(steps[0]["location"]["message"]["text"], r"reads \[x\](0)");
}

#[test]
fn traces_have_a_track_per_thread() {
    for name in FIXTURES {
        let trace: Value = serde_json::from_str(&perfetto::render(&result(name))).unwrap();
        let events = trace["traceEvents"].as_array().unwrap();
        let phase = |wanted: &str| events.iter().filter(|event| event["ph"] == wanted).count();
        assert!(phase("X") > 0 && phase("M") > 2, "{name}");
        // Slices that begin also end, arrows too.
        assert_eq!((phase("b"), phase("s")), (phase("e"), phase("f")), "{name}");
    }
    let trace = perfetto::render(&result("deadlock"));
    assert!(trace.contains("\"name\":\"bank.Transfer.left\"") && trace.contains("\"name\":\"start\""));
}

/// Begin and end of each time that a lock is held in a trace of these events.
fn times_held(acts: Vec<(u64, u32, Act)>) -> Vec<(u64, u64, u64)> {
    let moment = |(step, thread, act)| {
        let thread = ThreadId(thread);
        Moment { step, thread, act, place: None, library: None, relevant: true, switch: None }
    };
    let moments: Vec<Moment> = acts.into_iter().map(moment).collect();
    let trace: Value = serde_json::from_str(&perfetto::run("it", &[], &moments)).unwrap();
    let events = trace["traceEvents"].as_array().unwrap();
    let number = |event: &Value, field: &str| event[field].as_u64().unwrap();
    let begins = events.iter().filter(|event| event["ph"] == "b");
    begins
        .map(|begin| {
            let end = events.iter().find(|event| event["ph"] == "e" && event["id"] == begin["id"]).unwrap();
            (number(begin, "tid"), number(begin, "ts"), number(end, "ts"))
        })
        .collect()
}

#[test]
fn traces_show_which_thread_holds_a_lock_when() {
    let lock = || "Queue.lock".to_owned();
    let acquire = || Act::Acquire { lock: lock(), shared: false };
    let release = || Act::Release { lock: lock(), shared: false };
    let wait = Act::Wait { condition: lock(), timed: false };
    let notify = Act::Notify { condition: lock(), all: false, woken: vec![ThreadId(1)] };
    let wake = Act::Wake { condition: lock(), how: deadheat_event::WakeReason::Notified };
    // T1 takes it twice and waits: meanwhile it belongs to T2.
    let waits = vec![
        (0, 1, acquire()),
        (1, 1, acquire()),
        (2, 1, wait),
        (3, 2, acquire()),
        (4, 2, notify),
        (5, 2, release()),
        (6, 1, wake),
        (7, 1, release()),
        (8, 1, release()),
    ];
    assert_eq!(times_held(waits), [(1, 0, 20), (2, 30, 50), (1, 60, 80)]);
    // The middle of a long witness is missing: what happened to the lock there is not known.
    let cut = vec![(0, 1, acquire()), (5000, 1, release()), (5001, 1, acquire()), (5002, 1, release())];
    assert_eq!(times_held(cut), [(1, 0, 10), (1, 50_010, 50_020)]);
}

#[test]
fn arrows_in_traces_end_at_an_event() {
    for name in FIXTURES {
        let trace: Value = serde_json::from_str(&perfetto::render(&result(name))).unwrap();
        let events = trace["traceEvents"].as_array().unwrap();
        let place = |event: &Value| (event["pid"].clone(), event["tid"].clone(), event["ts"].clone());
        for arrow in events.iter().filter(|event| event["ph"] == "s" || event["ph"] == "f") {
            assert!(events.iter().any(|event| event["ph"] == "X" && place(event) == place(arrow)), "{name}: {arrow}");
        }
    }
}
