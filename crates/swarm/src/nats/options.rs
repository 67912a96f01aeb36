//! Where the server is, and how to be let in: what other clients of NATS take, too.

use std::path::PathBuf;
use std::time::Duration;

use async_nats::{ConnectOptions, ServerAddr};

use crate::SwarmError;
use crate::nats::trouble;

/// How to connect, and what to ask of a server.
#[derive(Clone, Debug)]
pub struct NatsOptions {
    /// Addresses of the server or of servers of its cluster, with commas between: `nats://host:4222`, `tls://host`,
    /// `nats://user:password@host`, `nats://token@host`.
    pub address: String,
    /// A file of credentials, as `nsc` makes them.
    pub credentials: Option<PathBuf>,
    /// A token.
    pub token: Option<String>,
    /// Refuses a connection without TLS. So does an address that begins with `tls://`.
    pub tls: bool,
    /// A file of the authority that the server's certificate is signed by (PEM); without it, those that the system knows.
    pub authority: Option<PathBuf>,
    /// Files of our certificate and of its key (PEM), for servers that ask for one.
    pub certificate: Option<(PathBuf, PathBuf)>,
    /// For how long a server may be away before that is an error.
    pub retry_for: Duration,
    /// For how long a taker may be silent before its job goes to another; whoever first asks for a queue decides it.
    pub patience: Duration,
    /// How many bytes the server may keep for each queue, for the records and for the objects of a campaign. A server with less space has a lower
    /// limit.
    pub limit: u64,
}

impl NatsOptions {
    /// The server at this address.
    pub fn new(address: impl Into<String>) -> Self {
        Self {
            address: address.into(),
            credentials: None,
            token: None,
            tls: false,
            authority: None,
            certificate: None,
            retry_for: Duration::from_secs(60),
            patience: Duration::from_secs(30),
            limit: 1 << 30,
        }
    }

    /// The addresses, for the client.
    pub(super) fn servers(&self) -> Result<Vec<ServerAddr>, SwarmError> {
        let parse = |address: &str| {
            let server: ServerAddr = address.trim().parse().map_err(|_| trouble::address(&shown(address)))?;
            if server.is_websocket() || server.host().is_empty() {
                return Err(trouble::address(&shown(address)));
            }
            Ok(server)
        };
        self.address.split(',').map(parse).collect()
    }

    /// The addresses without what must not be shown.
    pub(super) fn shown(&self) -> String {
        self.address.split(',').map(shown).collect::<Vec<_>>().join(", ")
    }

    /// Credentials and certificates, for the client.
    pub(super) async fn credentials(&self, servers: &[ServerAddr]) -> Result<ConnectOptions, SwarmError> {
        let mut options = ConnectOptions::new().require_tls(self.tls);
        // The client takes no credentials from addresses.
        if let Some(server) = servers.iter().find(|server| server.has_user_pass()) {
            let user = decoded(server.username().unwrap_or_default());
            options = match server.password() {
                Some(password) => options.user_and_password(user, decoded(password)),
                None => options.token(user),
            };
        }
        if let Some(token) = &self.token {
            options = options.token(token.clone());
        }
        if let Some(file) = &self.credentials {
            options = options.credentials_file(file).await.map_err(|error| trouble::credentials_file(file, &error))?;
        }
        // The client reads these when it connects, and says then no more than that TLS has failed.
        let certificate = self.certificate.iter().flat_map(|(certificate, key)| [certificate, key]);
        for file in self.authority.iter().chain(certificate) {
            std::fs::File::open(file).map_err(|error| trouble::certificate_file(file, &error))?;
        }
        if let Some(file) = &self.authority {
            options = options.add_root_certificates(file.clone());
        }
        if let Some((certificate, key)) = &self.certificate {
            options = options.add_client_certificate(certificate.clone(), key.clone());
        }
        Ok(options)
    }
}

/// An address as it is told: without password or token.
fn shown(address: &str) -> String {
    let address = address.trim();
    let (scheme, rest) = address.split_once("://").map_or(("", address), |(scheme, rest)| (scheme, rest));
    let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
    let text = if scheme.is_empty() { host.to_owned() } else { format!("{scheme}://{host}") };
    text.escape_debug().to_string()
}

/// A part of an address, `%40` being `@`.
fn decoded(part: &str) -> String {
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = (*first == b'%').then(|| tail.get(..2)).flatten();
        let code = code.and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_shown() {
        for (address, expected) in [
            ("nats://me:secret@host:4222", "nats://host:4222"),
            ("secret@host", "host"),
            ("tls://a:b@c@host", "tls://host"),
            (" nats://one , nats://x:y@two", "nats://one, nats://two"),
        ] {
            assert_eq!(NatsOptions::new(address).shown(), expected);
        }
    }

    #[test]
    fn addresses() {
        for good in [
            "host",
            "host:4222",
            "nats://host",
            "tls://host:1",
            "nats://a:b@host",
            "nats://one,nats://two",
            "nats://[::1]:4222",
        ] {
            assert!(NatsOptions::new(good).servers().is_ok(), "{good}");
        }
        for bad in ["", "nats://", "http://host", "ws://host", "nats://host:port", "one,,two", "nats://host:4222:1"] {
            let error = NatsOptions::new(bad).servers().unwrap_err();
            assert!(error.to_string().contains("is no address of a NATS server"), "{error}");
        }
    }

    #[test]
    fn parts_of_addresses() {
        assert_eq!(decoded("p%40ss%2fw"), "p@ss/w");
        assert_eq!(decoded("50%"), "50%");
        assert_eq!(decoded("%zz%4"), "%zz%4");
    }
}
