//! What can go wrong with a server, each in a line with its remedy.

use std::path::Path;
use std::time::Duration;

use async_nats::{ConnectError, ConnectErrorKind};

use crate::SwarmError;
use crate::nats::api::Refusal;

/// An address that is none.
pub(super) fn address(address: &str) -> SwarmError {
    SwarmError::new(format!("`{address}` is no address of a NATS server"), "write it as nats://HOST:4222")
}

/// A file of credentials that cannot be used.
pub(super) fn credentials_file(file: &Path, error: &std::io::Error) -> SwarmError {
    SwarmError::new(
        format!("cannot read credentials from {}: {}", file.display(), one_line(error)),
        "give the file that `nsc generate creds` made",
    )
}

/// A certificate or a key that cannot be read.
pub(super) fn certificate_file(file: &Path, error: &std::io::Error) -> SwarmError {
    SwarmError::new(
        format!("cannot read {}: {}", file.display(), one_line(error)),
        "give a certificate or key as a PEM file",
    )
}

/// A first connection that was not made, where TLS was asked for or not.
pub(super) fn connection(address: &str, secured: bool, error: &ConnectError) -> SwarmError {
    match error.kind() {
        ConnectErrorKind::ServerParse => self::address(address),
        ConnectErrorKind::Dns => {
            SwarmError::new(format!("no such host: {address}"), "look for a mistake in the address")
        }
        ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
            SwarmError::new(format!("the server at {address} does not accept the credentials"), REMEDY_CREDENTIALS)
        }
        ConnectErrorKind::Tls => {
            SwarmError::new(format!("no TLS with the server at {address}: {}", one_line(error)), REMEDY_TLS)
        }
        ConnectErrorKind::TimedOut | ConnectErrorKind::Io | ConnectErrorKind::MaxReconnects => {
            let reason = one_line(error);
            // What TLS says of a server that does not speak it, or of its certificate, is an error of reading for the client.
            if reason.contains("tls")
                || reason.contains("certificate")
                || (secured && reason.contains("corrupt message"))
            {
                return SwarmError::new(format!("no TLS with the server at {address}: {reason}"), REMEDY_TLS);
            }
            SwarmError::new(
                format!("no NATS server at {address}: {reason}"),
                "start one (nats-server -js), or look at address and firewall",
            )
        }
    }
}

const REMEDY_CREDENTIALS: &str = "look at the token, user and password, or file of credentials";
const REMEDY_TLS: &str = "use tls:// where the server wants TLS, and name the authority of its certificate";

/// A subject that is not for us.
pub(super) fn forbidden(address: &str, subject: &str) -> SwarmError {
    SwarmError::new(
        format!("the server at {address} does not let this user publish to {subject}"),
        "allow the user deadheat.>, $JS.API.> and $JS.ACK.>, and to subscribe to _INBOX.>",
    )
}

/// A server that knows nothing of JetStream.
pub(super) fn no_jetstream(address: &str) -> SwarmError {
    SwarmError::new(
        format!("the server at {address} has no JetStream"),
        "start it with `nats-server -js`, or enable JetStream for the account",
    )
}

/// A server that was not heard of for too long.
pub(super) fn unreachable(address: &str, silent: Duration, reason: &str) -> SwarmError {
    SwarmError::new(
        format!("the NATS server at {address} did not answer for {} s ({reason})", silent.as_secs()),
        "look whether it runs, and start again: what was found is kept there",
    )
}

/// A campaign that was deleted while somebody worked on it.
pub(super) fn gone(campaign: &str) -> SwarmError {
    SwarmError::new(
        format!("campaign {campaign} is not on the server any more"),
        "it was ended or deleted; nothing is to be done",
    )
}

/// An object that no server of this limit can keep.
pub(super) fn too_large(size: usize, limit: u64) -> SwarmError {
    SwarmError::new(
        format!("{} are larger than the {} that the server keeps for objects", bytes(size as u64), bytes(limit)),
        "give the server more space (max_file_store), or leave out of the program what it does not need",
    )
}

/// A message beyond what the server takes.
pub(super) fn too_long(limit: usize) -> SwarmError {
    SwarmError::new(
        format!("a message is longer than the server's limit of {}", bytes(limit as u64)),
        "raise the server's max_payload",
    )
}

/// Something else under an object's name than what was put there.
pub(super) fn damaged(name: &str) -> SwarmError {
    SwarmError::new(
        format!("the server has something else than object {name} under its name"),
        "delete the campaign, and start again",
    )
}

/// A client that gave up.
pub(super) fn client(address: &str, reason: &str) -> SwarmError {
    SwarmError::new(format!("the connection to {address} failed: {reason}"), "start again")
}

/// Something that is not JetStream's.
pub(super) fn unexpected(address: &str, what: &str) -> SwarmError {
    SwarmError::new(
        format!("the server at {address} answered what was not expected: {what}"),
        "use nats-server 2.9 or later",
    )
}

/// What a server refused.
pub(super) fn refused(address: &str, what: &str, refusal: &Refusal) -> SwarmError {
    let reason = one_line(&refusal.description);
    if refusal.is_full() {
        return SwarmError::new(
            format!("the server at {address} is full: cannot {what} ({reason})"),
            "delete old campaigns, or give it more space (max_file_store)",
        );
    }
    SwarmError::new(
        format!("the server at {address} refuses to {what}: {reason}"),
        "look at the limits and permissions of the account",
    )
}

/// An error as part of a line.
fn one_line(error: &impl ToString) -> String {
    error.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn bytes(count: u64) -> String {
    match count {
        0..10_000 => format!("{count} bytes"),
        10_000..10_000_000 => format!("{} kB", count / 1000),
        _ => format!("{} MB", count / 1_000_000),
    }
}
