//! Drives a Chromium through its DevTools protocol, over a pair of pipes: no driver and no library needed.

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use deadheat_testing::skip;
use serde_json::{Value, json};
use tempfile::TempDir;

const PATIENCE: Duration = Duration::from_secs(60);

/// A browser with one page.
pub struct Browser {
    child: Child,
    to: File,
    from: Receiver<Value>,
    session: Option<String>,
    last_id: u64,
    /// Errors and warnings of the page's console.
    pub complaints: Vec<String>,
    folder: TempDir,
}

impl Browser {
    /// Starts the browser that `DEADHEAT_CHROMIUM` names; without one the test is skipped.
    pub fn start() -> Option<Self> {
        let Some(program) = std::env::var_os("DEADHEAT_CHROMIUM").filter(|path| !path.is_empty()) else {
            skip("the report in a browser", "set DEADHEAT_CHROMIUM to a Chromium (`make test` finds or installs one)");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let (to, from) = (folder.path().join("to"), folder.path().join("from"));
        assert!(Command::new("mkfifo").args([&to, &from]).status().unwrap().success());
        // The protocol wants its pipes as descriptors 3 and 4: a shell can open them there.
        let script = r#"exec "$1" --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --mute-audio \
            --disable-background-networking --user-data-dir="$2/profile" --remote-debugging-pipe about:blank 3<"$2/to" 4>"$2/from""#;
        let child = Command::new("sh")
            .args(["-c", script, "sh"])
            .arg(program)
            .arg(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let to = OpenOptions::new().write(true).open(to).unwrap();
        let reader = BufReader::new(File::open(from).unwrap());
        let (sender, from) = channel();
        std::thread::spawn(move || {
            for message in reader.split(0).map_while(Result::ok) {
                let Ok(message) = serde_json::from_slice(&message) else { return };
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let mut browser = Self { child, to, from, session: None, last_id: 0, complaints: vec![], folder };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }))["targetId"].clone();
        let attached = browser.call("Target.attachToTarget", json!({ "targetId": target, "flatten": true }));
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page.enable", "Runtime.enable", "Log.enable"] {
            browser.call(domain, json!({}));
        }
        Some(browser)
    }

    /// Sends a command and waits for its answer.
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        self.last_id += 1;
        let mut message = json!({ "id": self.last_id, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.to.write_all(format!("{message}\0").as_bytes()).unwrap();
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let answer = self.from.recv_timeout(left).unwrap_or_else(|error| panic!("no answer to {method}: {error}"));
            if answer["id"] == self.last_id {
                assert!(answer.get("error").is_none(), "{method}: {answer}");
                return answer["result"].clone();
            }
            self.notice(&answer);
        }
    }

    fn notice(&mut self, event: &Value) {
        let params = &event["params"];
        let complains = match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => true,
            Some("Runtime.consoleAPICalled") => matches!(params["type"].as_str(), Some("error" | "warning" | "assert")),
            Some("Log.entryAdded") => matches!(params["entry"]["level"].as_str(), Some("error" | "warning")),
            _ => false,
        };
        if complains {
            self.complaints.push(params.to_string());
        }
    }

    /// Opens a page and waits until it is there.
    pub fn open(&mut self, html: &str) -> PathBuf {
        let file = self.folder.path().join("report.html");
        fs::write(&file, html).unwrap();
        // Another address each time: a change of the part after # alone would load nothing.
        self.last_id += 1;
        self.call("Page.navigate", json!({ "url": format!("file://{}?{}", file.display(), self.last_id) }));
        self.wait_for("document.readyState === 'complete' && location.protocol === 'file:'");
        self.settle();
        file
    }

    /// The value of an expression in the page.
    pub fn eval(&mut self, expression: &str) -> Value {
        let params = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.call("Runtime.evaluate", params);
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// The value of an expression, as text.
    pub fn text(&mut self, expression: &str) -> String {
        self.eval(expression).as_str().unwrap_or_default().to_owned()
    }

    /// Waits until an expression holds.
    pub fn wait_for(&mut self, expression: &str) {
        let deadline = Instant::now() + PATIENCE;
        while self.eval(expression) != Value::Bool(true) {
            assert!(Instant::now() < deadline, "never: {expression}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until the page has drawn what was asked for so far.
    pub fn settle(&mut self) {
        self.eval("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))");
    }

    /// Presses a key.
    pub fn press(&mut self, key: &str) {
        let code = match key {
            "ArrowDown" => 40,
            "ArrowUp" => 38,
            "Home" => 36,
            "End" => 35,
            "Enter" => 13,
            _ => 0,
        };
        for (kind, text) in [("keyDown", key), ("keyUp", key)] {
            let mut params = json!({ "type": kind, "key": key, "windowsVirtualKeyCode": code });
            if key.len() == 1 && kind == "keyDown" {
                params["text"] = json!(text);
            }
            self.call("Input.dispatchKeyEvent", params);
        }
        self.settle();
    }

    /// The size of the window.
    pub fn resize(&mut self, width: u32, height: u32) {
        let params = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.call("Emulation.setDeviceMetricsOverride", params);
        self.settle();
    }

    /// Keeps a picture of the page.
    pub fn screenshot(&mut self, file: &Path) {
        let answer = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, from_base64(answer["data"].as_str().unwrap())).unwrap();
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn from_base64(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let digits: Vec<u8> = text.bytes().filter_map(digit).collect();
    let mut bytes = Vec::with_capacity(digits.len() * 3 / 4);
    for four in digits.chunks(4) {
        let number = four.iter().fold(0u32, |number, &digit| number << 6 | u32::from(digit)) << (6 * (4 - four.len()));
        bytes.extend(&number.to_be_bytes()[1..four.len()]);
    }
    bytes
}
