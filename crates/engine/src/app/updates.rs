//! Checks for a newer version of Apprentice: only on request, only at the address that the user named, and without installing
//! anything.

use crate::Answer;
use crate::app::App;
use crate::core::blocking::blocking;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::app::UpdateCheckResponse;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::json;
use apprentice_skills::refusal::{Refusal, RefusalCode};
use apprentice_skills::source::fetch;
use apprentice_skills::source::fetch::{AUTHORITIES, FetchOptions};
use chrono::{DateTime, Utc};
use semver::Version;
use serde::Deserialize;
use serde_json::json;
use std::path::PathBuf;
use std::time::Duration;

const MOST_BYTES: u64 = 256 * 1024;
const MOST_NOTES: usize = 4_000;
const PATIENCE: Duration = Duration::from_secs(20);

/// The fields that we read of the static JSON file of the Tauri updater (tauri.app, "Updater", "Static JSON File").
#[derive(Deserialize)]
struct Announcement {
    version: String,
    notes: Option<String>,
    pub_date: Option<DateTime<Utc>>,
}

impl App {
    pub(crate) async fn check_for_updates(&self) -> Answer<UpdateCheckResponse> {
        let settings = self.settings.read().await?;
        let Some(feed) = settings.update_feed else {
            let text =
                "It is not known where newer versions are announced. Name the address in Settings, under Updates (update_feed).";
            return Err(Failure::new(ErrorCode::NotFound, text).with_details(json!({ "field": "update_feed" })));
        };
        let authorities = self.core.options.machine.variable(AUTHORITIES).map(PathBuf::from);
        let read = move || {
            let watch = FetchOptions { patience: PATIENCE, authorities: authorities.as_deref(), ..FetchOptions::unattended() };
            fetch::text(&feed, MOST_BYTES, &watch)
        };
        let text = blocking("asking for updates", read).await?;
        let text = text.map_err(|refusal| unavailable(&refusal))?;
        announced(&text, &self.core.options.version).map_err(|refusal| unavailable(&refusal))
    }
}

fn announced(text: &str, current: &str) -> Result<UpdateCheckResponse, Refusal> {
    let damaged =
        |why: String| Refusal::new(RefusalCode::AnnouncementDamaged, format!("What it answered announces no version: {why}"));
    let Announcement { version, notes, pub_date } = json::read(text).map_err(|error| damaged(error.to_string()))?;
    let bare = version.strip_prefix('v').unwrap_or(&version);
    let announced = Version::parse(bare).map_err(|error| damaged(format!("version {version:?}: {error}")))?;
    // A build without a valid version is older than any release.
    let newer = Version::parse(current).map_or(true, |current| announced.cmp_precedence(&current).is_gt());
    Ok(UpdateCheckResponse {
        current: current.to_owned(),
        announced: announced.to_string(),
        newer,
        notes: notes.map(|notes| notes.trim().chars().take(MOST_NOTES).collect::<String>()).filter(|notes| !notes.is_empty()),
        published_at: pub_date,
        schema_version: SCHEMA_VERSION,
    })
}

fn unavailable(refusal: &Refusal) -> Failure {
    let text = format!("Whether there is a newer version could not be learned: {}", refusal.message);
    Failure::new(ErrorCode::AdapterUnavailable, text).with_details(json!({ "reason": refusal.code }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::settings::check_feed;

    #[test]
    fn versions_are_compared_by_their_precedence() {
        for (text, current, newer) in [
            ("0.2.0", "0.1.0", true),
            ("v0.10.0", "0.9.3", true),
            ("0.1.0", "0.1.0", false),
            ("0.1.0+build.7", "0.1.0", false),
            ("0.1.0-beta.2", "0.1.0", false),
            ("0.1.0", "0.1.0-beta.2", true),
            ("0.0.9", "0.1.0", false),
        ] {
            let answer = announced(&json!({ "version": text }).to_string(), current).expect(text);
            assert_eq!(answer.newer, newer, "{text} over {current}");
        }
    }

    #[test]
    fn what_announces_nothing_says_why() {
        for text in ["", "<html>", "{}", r#"{"version":"soon"}"#, r#"{"version":"1.0.0","pub_date":"yesterday"}"#] {
            assert_eq!(announced(text, "0.1.0").expect_err(text).code, RefusalCode::AnnouncementDamaged);
        }
    }

    #[test]
    fn an_address_is_encrypted_unless_it_is_here() {
        for feed in ["https://example.org/latest.json", "http://127.0.0.1:8080/latest.json"] {
            assert!(check_feed(feed).is_ok(), "{feed}");
        }
        for feed in ["http://example.org/latest.json", "file:///etc/passwd", "latest.json", ""] {
            assert_eq!(check_feed(feed).expect_err(feed).details, Some(json!({ "field": "update_feed" })));
        }
    }
}
