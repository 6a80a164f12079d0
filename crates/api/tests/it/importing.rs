//! Imports over HTTP: archives made here, sent as a browser sends them.

use crate::support::{TestServer, parts};
use apprentice_testkit::archives::skill;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;

pub const BOUNDARY: &str = "--------------------import";

/// A skill with one more entry, of this kind of file.
pub fn stored(name: &str, mode: u32, bytes: &[u8]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let main = skill("brew-oolong", "Brews oolong tea.");
    zip.start_file("SKILL.md", SimpleFileOptions::default()).unwrap();
    zip.write_all(main.as_bytes()).unwrap();
    let options = SimpleFileOptions::default().unix_permissions(mode);
    if mode & 0o170_000 == 0o120_000 {
        zip.add_symlink(name, std::str::from_utf8(bytes).unwrap(), SimpleFileOptions::default()).unwrap();
    } else {
        zip.start_file(name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

pub fn form(filename: &str, mime: &str, bytes: &[u8], metadata: Option<&Value>) -> Vec<u8> {
    let mut body = Vec::new();
    if let Some(metadata) = metadata {
        write!(body, "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"metadata\"\r\n\r\n{metadata}\r\n").unwrap();
    }
    write!(
        body,
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"bundle\"; filename=\"{filename}\"\r\nContent-Type: {mime}\r\n\r\n"
    )
    .unwrap();
    body.extend_from_slice(bytes);
    write!(body, "\r\n--{BOUNDARY}--\r\n").unwrap();
    body
}

impl TestServer {
    pub async fn send(&self, form: Vec<u8>) -> (StatusCode, Value) {
        let request = self.request(Method::POST, "/api/skills/import/uploads");
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        parts(request.header("content-type", kind).body(form).send().await.unwrap()).await
    }

    pub async fn upload(&self, bytes: &[u8]) -> Value {
        let (status, answer) = self.send(form("tea.zip", "application/zip", bytes, None)).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        answer
    }

    pub async fn import(&self, step: &str, body: Value) -> (StatusCode, Value) {
        self.post(&format!("/api/skills/import/{step}"), body).await
    }

    pub async fn imported(&self, step: &str, body: Value) -> Value {
        let (status, answer) = self.import(step, body).await;
        assert_eq!(status, StatusCode::OK, "{step}: {answer}");
        answer
    }

    /// Scanned; answers the import's id.
    pub async fn scanned(&self, bytes: &[u8]) -> String {
        let upload = self.upload(bytes).await;
        let body = json!({ "source": "manual_upload", "temp_artifact_ref": upload["temp_artifact"]["temp_artifact_ref"] });
        let answer = self.imported("scan", body).await;
        assert_eq!(answer["import_record"]["stage_state"], "scan_complete", "{answer}");
        answer["import_record"]["import_id"].as_str().unwrap().to_owned()
    }

    /// Staged; answers the import's id.
    pub async fn staged(&self, bytes: &[u8]) -> String {
        let id = self.scanned(bytes).await;
        let answer = self.imported("stage", json!({ "import_id": id })).await;
        assert_eq!(answer["import_record"]["stage_state"], "ready_for_review", "{answer}");
        id
    }

    pub async fn detail(&self, id: &str) -> Value {
        let (status, answer) = self.get(&format!("/api/skills/import/{id}")).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        answer
    }

    /// Switches on a folder of its own as the only target; answers the folder.
    pub async fn with_a_folder(&self) -> std::path::PathBuf {
        let folder = self.folder.path().join("agent/skills");
        std::fs::create_dir_all(&folder).unwrap();
        let (_, settings) = self.get("/api/settings").await;
        let mut settings = settings["settings"].clone();
        let target = format!("custom:{}", folder.display());
        settings["custom_target_paths"] = json!([folder]);
        settings["enabled_targets"] = json!([target]);
        let answer = self.request(Method::PUT, "/api/settings").json(&settings).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK, "{}", answer.text().await.unwrap());
        folder
    }

    /// Names of files below `<home>/system/skills/import`.
    pub fn kept(&self, place: &str) -> Vec<String> {
        let folder = self.folder.path().join("system/skills/import").join(place);
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.file_name().into_string().unwrap()).collect()
    }
}
