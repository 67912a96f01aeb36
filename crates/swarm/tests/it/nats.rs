//! The contract on a real server, what is a server's only, and what can be wrong with one.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use deadheat_swarm::{Digest, Nats, NatsOptions, NatsSwarm, Queue, Store, Swarm, SwarmError};
use deadheat_testing::nats::NatsServer;
use deadheat_testing::skip;
use nkeys::KeyPair;
use serde_json::{Value, json};

use crate::contract::{Made, contract};

const LONG: Duration = Duration::from_secs(20);

/// A campaign on a server of its own.
struct OnServer {
    swarm: NatsSwarm,
    _server: NatsServer,
}

impl Swarm for OnServer {
    fn queue(&self, name: &str) -> Result<Box<dyn Queue>, SwarmError> {
        self.swarm.queue(name)
    }

    fn store(&self) -> &dyn Store {
        self.swarm.store()
    }

    fn forget(&self) -> Result<(), SwarmError> {
        self.swarm.forget()
    }
}

fn on_server(patience: Duration) -> Option<Made> {
    let server = NatsServer::start()?;
    let options = NatsOptions { patience, ..NatsOptions::new(server.address()) };
    let swarm = Nats::connect(&options).unwrap().campaign("test").unwrap();
    Some(Arc::new(OnServer { swarm, _server: server }))
}

contract!(on_server);

/// Why there is no connection: one line with its remedy.
fn refused(options: &NatsOptions) -> String {
    let Err(error) = Nats::connect(options) else { panic!("{} lets us in", options.address) };
    one_line(&error)
}

fn one_line(error: &SwarmError) -> String {
    let line = error.to_string();
    assert!(!error.problem.is_empty() && !error.remedy.is_empty() && !line.contains('\n'), "{line}");
    line
}

fn assert_says(line: &str, words: &[&str]) {
    assert!(words.iter().all(|word| line.contains(word)), "{line:?} does not say {words:?}");
}

#[test]
fn campaigns_are_apart_and_forgotten() {
    let Some(server) = NatsServer::start() else { return };
    let nats = Nats::connect(&NatsOptions::new(server.address())).unwrap();
    assert!(nats.find("one").unwrap().is_none());
    let (one, other) = (nats.campaign("one").unwrap(), nats.campaign("one-1").unwrap());
    let object = one.store().put_object(b"guest").unwrap();
    for swarm in [&one, &other] {
        assert!(swarm.queue("jobs").unwrap().put("a", swarm.id().as_bytes()).unwrap());
        swarm.store().write("result.a", swarm.id().as_bytes()).unwrap();
    }
    assert_eq!(nats.campaigns().unwrap(), ["one", "one-1"]);
    assert_eq!(other.store().object(&object).unwrap(), None);

    // Whoever comes later finds all of it.
    let later = Nats::connect(&NatsOptions::new(server.address())).unwrap();
    let found = later.find("one").unwrap().unwrap();
    assert!(!found.queue("jobs").unwrap().put("a", b"").unwrap());
    let queue = found.queue("jobs").unwrap();

    one.forget().unwrap();
    one.forget().unwrap();
    assert_eq!(nats.campaigns().unwrap(), ["one-1"]);
    assert!(later.find("one").unwrap().is_none());
    // Who still works on it is told, and makes nothing anew.
    assert_says(&one_line(&queue.put("b", b"").unwrap_err()), &["campaign one is not on the server any more"]);
    for error in [
        queue.take(Duration::ZERO).err().unwrap(),
        queue.open().err().unwrap(),
        found.queue("more").err().unwrap(),
        found.store().write("result.b", b"").unwrap_err(),
        found.store().changes("result", 0, LONG).unwrap_err(),
    ] {
        assert_says(&one_line(&error), &["campaign one is not on the server any more"]);
    }
    assert_eq!(nats.campaigns().unwrap(), ["one-1"]);

    let again = nats.campaign("one").unwrap();
    assert_eq!(again.store().changes("result", 0, Duration::ZERO).unwrap(), []);
    assert_eq!(again.store().object(&object).unwrap(), None);
    assert!(again.queue("jobs").unwrap().put("a", b"").unwrap());
    assert_eq!(other.store().read("result.a").unwrap().unwrap(), b"one-1");
    assert_eq!(other.queue("jobs").unwrap().open().unwrap(), 1);
}

#[test]
fn takers_that_wait_are_told_of_the_end() {
    let Some(server) = NatsServer::start() else { return };
    let nats = Nats::connect(&NatsOptions::new(server.address())).unwrap();
    let swarm = nats.campaign("test").unwrap();
    let queue = swarm.queue("jobs").unwrap();
    std::thread::scope(|scope| {
        let taker = scope.spawn(|| queue.take(LONG * 10).err());
        let follower = scope.spawn(|| swarm.store().changes("result", 0, LONG * 10).err());
        std::thread::sleep(Duration::from_millis(200));
        nats.find("test").unwrap().unwrap().forget().unwrap();
        for error in [taker.join().unwrap(), follower.join().unwrap()] {
            assert_says(&one_line(&error.unwrap()), &["not on the server any more"]);
        }
    });
}

#[test]
fn no_server() {
    let Some(mut server) = NatsServer::start() else { return };
    server.kill();
    assert_says(
        &refused(&NatsOptions::new(server.address())),
        &["no NATS server at nats://127.0.0.1:", "nats-server -js"],
    );
    assert_says(
        &refused(&NatsOptions::new("nats://no.such.host.invalid")),
        &["nats://no.such.host.invalid", "address"],
    );
    assert_says(
        &refused(&NatsOptions::new("http://localhost")),
        &["`http://localhost` is no address", "nats://HOST:4222"],
    );
    server.start_again();
    let nats = Nats::connect(&NatsOptions::new(server.address())).unwrap();
    for id in ["", "a b", "a.b", "a_b", "*", ">"] {
        assert_says(&one_line(&nats.campaign(id).err().unwrap()), &["cannot name a campaign"]);
        assert!(nats.find(id).is_err());
    }
}

#[test]
fn without_jetstream() {
    let Some(server) = NatsServer::configured(None, "") else { return };
    assert_says(&refused(&NatsOptions::new(server.address())), &["has no JetStream", "nats-server -js"]);
}

#[test]
fn tokens() {
    let Some(server) = NatsServer::configured(Some(""), "authorization { token: \"s3cr@t\" }") else { return };
    let plain = NatsOptions::new(server.address());
    let token = |token: &str| NatsOptions { token: Some(token.to_owned()), ..plain.clone() };
    for wrong in [&plain, &token("wrong"), &NatsOptions::new(format!("nats://wr0ng@127.0.0.1:{}", server.port()))] {
        let line = refused(wrong);
        assert_says(&line, &["does not accept the credentials", "token"]);
        assert!(!line.contains("wr0ng"), "{line}");
    }
    Nats::connect(&token("s3cr@t")).unwrap();
    Nats::connect(&NatsOptions::new(format!("nats://s3cr%40t@127.0.0.1:{}", server.port()))).unwrap();
}

#[test]
fn users_and_permissions() {
    let users = r#"authorization { users: [
        { user: "me", password: "p:w" },
        { user: "reader", password: "x", permissions: {
            publish: { allow: ["deadheat.>", "$JS.API.>", "$JS.ACK.>"], deny: ["$JS.API.STREAM.CREATE.>"] }, subscribe: ["_INBOX.>"] } } ] }"#;
    let Some(server) = NatsServer::configured(Some(""), users) else { return };
    let me = |credentials: &str| NatsOptions::new(format!("nats://{credentials}@127.0.0.1:{}", server.port()));
    Nats::connect(&me("me:p%3Aw")).unwrap().campaign("test").unwrap();
    assert_says(&refused(&me("me:wrong")), &["does not accept the credentials", "password"]);
    let reader = Nats::connect(&me("reader:x")).unwrap();
    for _ in 0..2 {
        let error = reader.campaign("another").err().unwrap();
        assert_says(
            &one_line(&error),
            &["does not let this user publish to $JS.API.STREAM.CREATE.", "allow the user deadheat.>"],
        );
    }
    let swarm = reader.find("test").unwrap().unwrap();
    swarm.store().write("a", b"").unwrap();
}

#[test]
fn files_of_credentials() {
    let Some(server) = NatsServer::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("me.creds");
    let options = NatsOptions { credentials: Some(file.clone()), ..NatsOptions::new(server.address()) };
    assert_says(&refused(&options), &["cannot read credentials from", "me.creds", "nsc"]);
    fs::write(&file, "no credentials").unwrap();
    assert_says(&refused(&options), &["cannot read credentials from", "me.creds", "nsc"]);
    let authority = NatsOptions { authority: Some(file.with_extension("pem")), ..NatsOptions::new(server.address()) };
    assert_says(&refused(&authority), &["me.pem", "PEM"]);
}

/// A token of NATS's own kind: what is said of `subject`, signed by `issuer`.
fn signed(issuer: &KeyPair, subject: &KeyPair, said: &Value) -> String {
    let part = |json: Value| BASE64_URL_SAFE_NO_PAD.encode(json.to_string());
    let head = part(json!({ "typ": "JWT", "alg": "ed25519-nkey" }));
    let claims = json!({
        "jti": "TEST", "iat": 1_700_000_000, "iss": issuer.public_key(), "name": "test", "sub": subject.public_key(), "nats": said,
    });
    let text = format!("{head}.{}", part(claims));
    let signature = issuer.sign(text.as_bytes()).unwrap();
    format!("{text}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature))
}

/// A server that lets in whom an operator's account has signed, and nobody else.
#[test]
fn credentials_of_an_operator() {
    let (operator, system, account, user) =
        (KeyPair::new_operator(), KeyPair::new_account(), KeyPair::new_account(), KeyPair::new_user());
    let limits = json!({
        "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": true, "conn": -1, "leaf": -1,
        "mem_storage": -1, "disk_storage": -1, "streams": -1, "consumer": -1,
    });
    let account_said = json!({ "type": "account", "version": 2, "limits": limits });
    let plain = json!({ "type": "account", "version": 2, "limits": {
        "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": true, "conn": -1, "leaf": -1 } });
    let lines = format!(
        "operator: {}\nsystem_account: {}\nresolver: MEMORY\nresolver_preload: {{ {}: {}, {}: {} }}",
        signed(&operator, &operator, &json!({ "type": "operator", "version": 2 })),
        system.public_key(),
        system.public_key(),
        signed(&operator, &system, &plain),
        account.public_key(),
        signed(&operator, &account, &account_said),
    );
    let Some(server) = NatsServer::configured(Some(""), &lines) else { return };
    let folder = tempfile::tempdir().unwrap();
    let credentials = |by: &KeyPair| {
        let token = signed(by, &user, &json!({ "type": "user", "version": 2, "subs": -1, "data": -1, "payload": -1 }));
        let seed = user.seed().unwrap();
        let text = format!(
            "-----BEGIN NATS USER JWT-----\n{token}\n------END NATS USER JWT------\n\n\
             -----BEGIN USER NKEY SEED-----\n{seed}\n------END USER NKEY SEED------\n"
        );
        let file = folder.path().join(format!("{}.creds", by.public_key()));
        fs::write(&file, text).unwrap();
        NatsOptions { credentials: Some(file), ..NatsOptions::new(server.address()) }
    };
    Nats::connect(&credentials(&account)).unwrap().campaign("test").unwrap().store().write("a", b"").unwrap();
    assert_says(&refused(&NatsOptions::new(server.address())), &["does not accept the credentials"]);
    assert_says(
        &refused(&credentials(&KeyPair::new_account())),
        &["does not accept the credentials", "file of credentials"],
    );
    // The system's account has no JetStream.
    assert_says(&refused(&credentials(&system)), &["has no JetStream", "account"]);
}

/// An authority, and a certificate of it for the loopback address and for clients.
fn certificates(folder: &Path) -> bool {
    let run = |arguments: &[&str]| {
        let output = Command::new("openssl").args(arguments).current_dir(folder).output();
        output.is_ok_and(|output| output.status.success())
    };
    fs::write(folder.join("names"), "subjectAltName=IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n").unwrap();
    let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
    let authority = ["req", "-x509", "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=authority"];
    let certificate = ["req", "-keyout", "us.key", "-out", "us.csr", "-subj", "/CN=us"];
    let signed = "x509 -req -in us.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out us.pem";
    run(&[&authority[..], &key[..]].concat())
        && run(&[&certificate[..], &key[..5]].concat())
        && run(&signed.split(' ').collect::<Vec<_>>())
}

#[test]
fn tls() {
    let folder = tempfile::tempdir().unwrap();
    if !certificates(folder.path()) {
        return skip("TLS", "install openssl");
    }
    let file = |name: &str| folder.path().join(name);
    let lines = |verify| {
        format!(
            "tls {{ cert_file: {:?}, key_file: {:?}, ca_file: {:?}, verify: {verify} }}",
            file("us.pem"),
            file("us.key"),
            file("ca.pem")
        )
    };
    let Some(server) = NatsServer::configured(Some(""), &lines(false)) else { return };
    let plain = NatsOptions::new(server.address());
    let known = |address: String| NatsOptions { authority: Some(file("ca.pem")), ..NatsOptions::new(address) };
    assert_says(&refused(&plain), &["no TLS with the server", "authority"]);
    Nats::connect(&known(server.address())).unwrap();
    Nats::connect(&known(format!("tls://127.0.0.1:{}", server.port()))).unwrap();

    let server = NatsServer::configured(Some(""), &lines(true)).unwrap();
    let strict = known(server.address());
    assert!(Nats::connect(&strict).is_err(), "without a certificate");
    let options = NatsOptions { certificate: Some((file("us.pem"), file("us.key"))), ..strict };
    Nats::connect(&options).unwrap().campaign("test").unwrap().store().write("a", b"").unwrap();

    let server = NatsServer::start().unwrap();
    let line = refused(&NatsOptions { tls: true, ..NatsOptions::new(server.address()) });
    assert_says(&line, &["TLS"]);
}

#[test]
fn a_full_server() {
    let Some(server) = NatsServer::configured(Some("max_file_store: 8MB"), "") else { return };
    let nats = Nats::connect(&NatsOptions::new(server.address())).unwrap();
    let swarm = nats.campaign("test").unwrap();
    let queue = swarm.queue("jobs").unwrap();
    let job = vec![7; 100_000];
    let mut kept = 0;
    let error = loop {
        match queue.put(&format!("job-{kept}"), &job) {
            Ok(_) => kept += 1,
            Err(error) => break error,
        }
        assert!(kept < 200, "it takes more than it has");
    };
    assert_says(&one_line(&error), &["is full", "max_file_store"]);
    assert!(kept > 0);
    // What is there is there.
    assert_eq!(queue.open().unwrap(), kept);
    let error = loop {
        let Err(error) = swarm.store().write(&format!("result.{kept}"), &job) else {
            kept += 1;
            continue;
        };
        break error;
    };
    assert_says(&one_line(&error), &["is full", "max_file_store"]);
    let more = (0..9).find_map(|number| nats.campaign(&format!("test-{number}")).err());
    assert_says(&one_line(&more.expect("space is set apart for each")), &["is full", "max_file_store"]);
    assert_eq!(queue.take(LONG).unwrap().unwrap().job(), job);
}

#[test]
fn objects_that_are_too_large() {
    let Some(server) = NatsServer::configured(Some("max_file_store: 64MB"), "") else { return };
    let options = NatsOptions { limit: 2 << 20, ..NatsOptions::new(server.address()) };
    let swarm = Nats::connect(&options).unwrap().campaign("test").unwrap();
    let error = swarm.store().put_object(&vec![1; 3 << 20]).unwrap_err();
    assert_says(&one_line(&error), &["3145 kB are larger than the 2097 kB", "max_file_store"]);
    // Not larger than the limit, and yet not with what else there is.
    let half = vec![2; (1 << 20) + 1000];
    swarm.store().put_object(&half).unwrap();
    let other = vec![3; (1 << 20) + 1000];
    assert_says(&one_line(&swarm.store().put_object(&other).unwrap_err()), &["is full"]);
    assert_eq!(swarm.store().object(&Digest::of(&other)).unwrap(), None, "it is there in part");
    assert_eq!(swarm.store().object(&Digest::of(&half)).unwrap().unwrap(), half);
}

/// A server for small messages gets small pieces.
#[test]
fn small_messages() {
    let Some(server) = NatsServer::configured(Some(""), "max_payload: 8KB") else { return };
    let swarm = Nats::connect(&NatsOptions::new(server.address())).unwrap().campaign("test").unwrap();
    let large: Vec<u8> = (0..100_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    swarm.store().write("result.a", &large).unwrap();
    assert_eq!(swarm.store().read("result.a").unwrap().unwrap(), large);
    swarm.queue("jobs").unwrap().put("a", &large).unwrap();
    assert_eq!(swarm.queue("jobs").unwrap().take(LONG).unwrap().unwrap().job(), large);
}

/// Whoever opens a queue first decides how patient it is.
#[test]
fn one_patience_for_all() {
    let Some(server) = NatsServer::start() else { return };
    let connect = |seconds| {
        let options = NatsOptions { patience: Duration::from_secs(seconds), ..NatsOptions::new(server.address()) };
        Nats::connect(&options).unwrap().campaign("test").unwrap()
    };
    let (first, second) = (connect(7), connect(8));
    first.queue("jobs").unwrap().put("a", b"").unwrap();
    assert_eq!(second.queue("jobs").unwrap().take(LONG).unwrap().unwrap().patience(), Duration::from_secs(7));
}
