//! What deadheat does not see is named, and nothing is claimed to be complete; nor is time spent on a search that has been everywhere.

use std::fs;
use std::process::Command;

use deadheat_testing::java::{compile, java_home};
use serde_json::Value;

const SOURCE: &str = "public class Asks {
    static volatile int x;
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> x = 1);
        other.start();
        if (other.getState() == Thread.State.BLOCKED) x = 2;
        other.join();
    }
}";

#[test]
fn the_state_of_another_thread() {
    let classes = compile("Asks", SOURCE);
    for command in ["check", "explore"] {
        let folder = tempfile::tempdir().unwrap();
        let mut deadheat = Command::new(env!("CARGO_BIN_EXE_deadheat"));
        let deadheat = deadheat.env("JAVA_HOME", java_home()).args([command, "--output"]).arg(folder.path());
        let output = deadheat.arg("-cp").arg(classes.path()).arg("Asks").output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && text.contains("java.lang.Thread.getState"), "{command}: {text}");
        assert!(!text.contains("whole state space"), "{command}: {text}");
        let result: Value = serde_json::from_slice(&fs::read(folder.path().join("result.json")).unwrap()).unwrap();
        assert_eq!((&result["complete"], &result["bounds"][0]), (&false.into(), &"blind-spot".into()), "{command}");
        assert_eq!(result["blind_spots"][0], "java.lang.Thread.getState", "{command}");
        assert!(result["effort"]["states"].as_u64().is_some_and(|states| states < 1_000), "{command}: {text}");
    }
}

/// A message of two bytes may arrive as one of one byte and another: the second assertion does not hold then.
const MESSAGE: &str = "import java.net.*;
public class Message {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            Thread client = new Thread(() -> {
                try (Socket socket = new Socket(\"localhost\", server.getLocalPort())) {
                    socket.getOutputStream().write(new byte[] {1, 2});
                } catch (java.io.IOException e) {
                    throw new RuntimeException(e);
                }
            });
            client.start();
            try (Socket socket = server.accept()) {
                byte[] message = new byte[2];
                int n = socket.getInputStream().read(message);
                if (n != 2) throw new AssertionError(\"a piece of \" + n);
            }
            client.join();
        }
    }
}";

#[test]
fn bytes_that_could_have_arrived_in_pieces() {
    let classes = compile("Message", MESSAGE);
    let run = |args: &[&str], code: i32| {
        let folder = tempfile::tempdir().unwrap();
        let mut deadheat = Command::new(env!("CARGO_BIN_EXE_deadheat"));
        let deadheat = deadheat.env("JAVA_HOME", java_home()).args(args).arg("--output").arg(folder.path());
        let output = deadheat.arg("-cp").arg(classes.path()).arg("Message").output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(code), "{args:?}: {text}");
        let result: Value = serde_json::from_slice(&fs::read(folder.path().join("result.json")).unwrap()).unwrap();
        (text, result)
    };
    for command in ["check", "explore"] {
        let (text, result) = run(&[command], 0);
        assert!(!text.contains("whole state space"), "{command}: {text}");
        assert_eq!(result["complete"], false, "{command}");
        assert_eq!(result["blind_spots"][0], "sun.nio.ch.SocketDispatcher.read0", "{command}");
        let (text, result) = run(&[command, "--pieces"], 1);
        assert!(text.contains("a piece of 1"), "{command}: {text}");
        assert_eq!(result["blind_spots"], Value::Null, "{command}: {text}");
    }
}
