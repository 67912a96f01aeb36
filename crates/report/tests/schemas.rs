//! What tools read, held against the schemas that it is promised to follow.

use std::fs;
use std::path::{Path, PathBuf};

use deadheat_report::sources::Sources;
use deadheat_report::{json, load, perfetto, sarif};
use deadheat_witness::result::CheckResult;
use serde_json::Value;

const FIXTURES: [&str; 5] = ["race", "deadlock", "atomicity", "many", "hostile"];

fn crate_file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn result(name: &str) -> CheckResult {
    load::file(&crate_file(&format!("tests/fixtures/{name}.json"))).unwrap()
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
        assert_eq!(load::parse("it", text.as_bytes()).unwrap(), result);
        validate(&schema, &serde_json::from_str(&text).unwrap());
        validate(&schema, &read(&format!("tests/fixtures/{name}.json")));
    }
}

#[test]
fn the_schema_refuses_what_is_wrong() {
    let validator = jsonschema::validator_for(&read("../../docs/result.schema.json")).unwrap();
    let good = read("tests/fixtures/race.json");
    let wrong = |change: fn(&mut Value)| {
        let mut bad = good.clone();
        change(&mut bad);
        !validator.is_valid(&bad)
    };
    assert!(wrong(|bad| bad["version"] = 2.into()));
    assert!(wrong(|bad| bad["findings"][0]["error"]["kind"] = "quarrel".into()));
    assert!(wrong(|bad| bad["findings"][0]["verdict"] = "witnessed".into()));
    assert!(
        wrong(|bad| bad["findings"][0]["witness"]["interleaving"][0]["act"] = serde_json::json!({ "act": "read" }))
    );
    assert!(wrong(|bad| bad["effort"]["steps"] = (-1).into()));
}

#[test]
fn sarif_follows_the_official_schema() {
    let schema = read("tests/schema/sarif-2.1.0.json");
    for name in FIXTURES {
        let sources = Sources::new([crate_file("tests/fixtures/source")]);
        let log: Value = serde_json::from_str(&sarif::render(&result(name), &sources)).unwrap();
        validate(&schema, &log);
    }
}

#[test]
fn sarif_tells_who_did_what_when() {
    let log: Value = serde_json::from_str(&sarif::render(&result("race"), &Sources::default())).unwrap();
    let run = &log["runs"][0];
    let results = run["results"].as_array().unwrap();
    let levels: Vec<&str> = results.iter().filter_map(|result| result["level"].as_str()).collect();
    assert_eq!(levels, ["error", "warning", "none", "warning"]);
    assert_eq!(results[3]["suppressions"][0]["justification"], "race bank.Metrics.*");
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
