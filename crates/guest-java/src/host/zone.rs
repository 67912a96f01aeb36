//! The time zone that a guest is in: asked for once, and remembered, because what a run does may depend on it.

use std::sync::{Arc, OnceLock};

/// The time zone of the outside, or another that was given.
#[derive(Clone, Debug, Default)]
pub struct Zone(Arc<OnceLock<Option<String>>>);

impl Zone {
    /// This one, whatever the outside says.
    #[must_use]
    pub fn given(name: &str) -> Self {
        let zone = Self::default();
        let _ = zone.0.set(Some(name.to_owned()));
        zone
    }

    /// Its name, if there is one.
    #[must_use]
    pub fn name(&self) -> Option<String> {
        self.0.get_or_init(of_the_outside).clone()
    }

    /// Its name, if a guest has asked for it.
    #[must_use]
    pub fn asked(&self) -> Option<String> {
        self.0.get().cloned().flatten()
    }
}

fn of_the_outside() -> Option<String> {
    if let Ok(zone) = std::env::var("TZ") {
        let zone = zone.strip_prefix(':').unwrap_or(&zone);
        if !zone.is_empty() && !zone.starts_with('/') {
            return Some(zone.strip_prefix("posix/").unwrap_or(zone).to_string());
        }
    }
    let text = std::fs::read_to_string("/etc/timezone").unwrap_or_default();
    if let Some(zone) = text.lines().next().map(str::trim).filter(|zone| !zone.is_empty()) {
        return Some(zone.to_string());
    }
    let link = std::fs::canonicalize("/etc/localtime").ok()?.display().to_string();
    link.split_once("zoneinfo/").map(|(_, zone)| zone.to_string())
}
