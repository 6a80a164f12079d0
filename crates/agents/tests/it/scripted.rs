//! The scripted agent, and a watcher that writes down what it hears.

use apprentice_agents::egress::Egress;
use apprentice_agents::isolation::{Isolation, Walls};
use apprentice_agents::run::{End, Launch, Limits, McpAddress, Permission, Request, ToolCall, Update, Watcher, run};
use apprentice_platform::processes::marked;
use futures::future::BoxFuture;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The script of the scripted agent.
pub fn program() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testkit/agents/scripted.mjs").canonicalize().unwrap()
}

/// Node, which every development machine has for the interface.
pub fn node() -> PathBuf {
    let path = std::env::var_os("PATH").expect("PATH");
    std::env::split_paths(&path).map(|folder| folder.join("node")).find(|node| node.is_file()).expect("Node is installed")
}

/// The program that starts first within walls: an example of this crate, which the tests are built with.
pub fn starter() -> PathBuf {
    let this = std::env::current_exe().unwrap();
    let program = this.parent().and_then(Path::parent).unwrap().join("examples/enter_run");
    assert!(program.is_file(), "build the examples of this crate too: {}", program.display());
    program
}

/// Writes down what it hears, and answers as it was told to.
#[derive(Default)]
pub struct Notes {
    pub heard: Mutex<Vec<Update>>,
    pub asked: Mutex<Vec<ToolCall>>,
    pub answer: Option<Permission>,
    /// The run ends when a message contains this.
    pub forbidden: Option<&'static str>,
    /// The run ends when it wants to reach this host.
    pub forbidden_host: Option<&'static str>,
    /// Cancelled when a message contains this.
    pub cancel_at: Option<(&'static str, CancellationToken)>,
}

impl Notes {
    /// All messages together.
    pub fn said(&self) -> String {
        let heard = self.heard.lock().unwrap();
        heard.iter().map(|update| if let Update::Message(text) = update { text.as_str() } else { "" }).collect()
    }

    pub fn has_heard(&self, wanted: impl Fn(&Update) -> bool) -> bool {
        self.heard.lock().unwrap().iter().any(wanted)
    }
}

impl Watcher for Notes {
    fn permit<'a>(&'a self, call: &'a ToolCall) -> BoxFuture<'a, Permission> {
        self.asked.lock().unwrap().push(call.clone());
        let answer = self.answer.clone().unwrap_or_else(|| Permission::Reject("not allowed".to_owned()));
        Box::pin(std::future::ready(answer))
    }

    fn hear(&self, update: Update) -> Option<String> {
        let text = if let Update::Message(text) = &update { text.clone() } else { String::new() };
        if let Update::Refused(refused) = &update
            && self.forbidden_host == Some(refused.host.as_str())
        {
            let why = refused.to_string();
            self.heard.lock().unwrap().push(update);
            return Some(why);
        }
        self.heard.lock().unwrap().push(update);
        if let Some((at, cancel)) = &self.cancel_at
            && text.contains(at)
        {
            cancel.cancel();
        }
        self.forbidden.filter(|word| text.contains(word)).map(|word| format!("it said {word}"))
    }
}

/// One run, in folders of its own.
pub struct Stage {
    pub folder: tempfile::TempDir,
    pub isolation: Isolation,
    pub limits: Limits,
    pub walls: Walls,
    pub egress: Egress,
    pub mcp: Option<McpAddress>,
    pub model: Option<String>,
    mark: String,
}

impl Stage {
    pub fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let folder = tempfile::Builder::new().prefix("apprentice-agents-test-").tempdir().unwrap();
        let run = folder.path().join("run");
        let user = folder.path().join("user");
        for path in [&run, &user.join(".gemini"), &user.join(".ssh"), &folder.path().join("home")] {
            std::fs::create_dir_all(path).unwrap();
        }
        let limits = Limits { grace: Duration::from_millis(500), ..Limits::default() };
        let walls = Walls {
            folder: run,
            writable: vec![user.join(".gemini")],
            hidden: vec![folder.path().join("home")],
            user_home: Some(user),
            ..Walls::default()
        };
        let egress = Egress { program: Some(starter()), ..Egress::default() };
        let mark = format!("test-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        Self {
            folder,
            isolation: Isolation::None("a test without walls".to_owned()),
            limits,
            walls,
            egress,
            mcp: None,
            model: None,
            mark,
        }
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.walls.folder.join(name)
    }

    pub fn request(&self, script: &Value) -> Request {
        let path = std::env::join_paths([node().parent().unwrap(), Path::new("/usr/bin"), Path::new("/bin")]).unwrap();
        let home = self.walls.user_home.clone().unwrap();
        let walls = self.walls.clone().show_program(&node()).show_program(&program());
        Request {
            launch: Launch {
                program: node(),
                arguments: vec![program().display().to_string(), script.to_string()],
                environment: vec![
                    ("PATH".to_owned(), path.to_str().unwrap().to_owned()),
                    ("HOME".to_owned(), home.display().to_string()),
                ],
                walls,
                isolation: self.isolation.clone(),
                egress: self.egress.clone(),
                mark: self.mark.clone(),
            },
            mcp: self.mcp.clone(),
            prompt: "Write the file.\n- name: Ada\n".to_owned(),
            model: self.model.clone(),
            limits: self.limits,
        }
    }

    pub async fn runs(&self, script: &Value, notes: &Arc<Notes>) -> End {
        self.runs_until(script, notes, CancellationToken::new()).await
    }

    pub async fn runs_until(&self, script: &Value, notes: &Arc<Notes>, cancel: CancellationToken) -> End {
        let end = run(self.request(script), notes.clone(), cancel).await;
        assert!(self.left().is_empty(), "no process is left of a run that ended with {end:?}");
        end
    }

    /// The processes of the run that are still there.
    pub fn left(&self) -> Vec<u32> {
        marked("APPRENTICE_AGENT_RUN", &self.mark)
    }
}
