//! What works on this machine, what is missing, and the command that repairs it.

use crate::Answer;
use crate::app::App;
use crate::author;
use crate::core::blocking::blocking;
use crate::core::keychain;
use crate::core::secrets_file::KEY_FILE_VARIABLE;
use apprentice_agents::isolation::Isolation;
use apprentice_contracts::app::{DoctorCheck, DoctorResponse, DoctorStatus};
use apprentice_contracts::author::{AuthorKeyPlace, AuthorProvider};
use apprentice_contracts::observation::{ObservationAdapterKind, ObservationAdapterStatus};
use apprentice_contracts::skill::SkillTarget;
use std::sync::PoisonError;

/// Makes a file with a key for the secrets file.
const MAKE_KEY: &str = "(umask 077; head -c 32 /dev/urandom | base64 > ~/.apprentice-key)";

impl App {
    pub(crate) async fn doctor(&self) -> Answer<DoctorResponse> {
        let options = &self.core.options;
        let settings = self.settings.read().await?;
        let targets = self.settings.targets(&settings).await?;
        let browser = options.browser.status();
        let terminal = options.terminal.status();
        let mut checks = vec![
            adapter("browser", "Watch a browser", &browser, "sudo apt-get install chromium"),
            adapter("terminal", "Watch a terminal", &terminal, "eval \"$(apprentice hook bash)\""),
            hook(&terminal),
            self.database().await,
            check(
                "lock",
                "Home folder",
                DoctorStatus::Ok,
                format!("{} is locked by this program.", options.home.display()),
                None,
            ),
            folders(&targets),
            watch_check(self.catalogue.watch_problem().await?),
            self.author().await?,
            self.secrets().await,
        ];
        checks.push(desktop_check("tray", "Sign in the tray", crate::app::desktop::tray(options.session_bus.clone()).await));
        checks.push(desktop_check(
            "notifications",
            "Notifications",
            crate::app::desktop::notifications(options.session_bus.clone()).await,
        ));
        checks.push(self.isolation().await?);
        checks.extend(self.upkeep());
        checks.extend(self.tasks());
        checks.extend(log());
        checks.extend(records());
        let adapters = browser.into_iter().chain(terminal).chain(self.core.call_adapter.status()).chain(not_built()).collect();
        Ok(DoctorResponse { version: options.version.clone(), home: options.home.display().to_string(), checks, adapters })
    }

    pub(crate) async fn repair_projections(&self) -> Answer<u32> {
        // A running installation writes the same files.
        let _gate = self.core.gate.lock().await;
        let installed = crate::install::rewrite(&crate::install::InstallContext::of(&self.core)).await?;
        Ok(self.projections.rewrite(&self.core).await? + installed)
    }

    /// Who writes drafts, whether the key of a server is there, and how the last request ended. Asks no model: that may cost.
    async fn author(&self) -> Answer<DoctorCheck> {
        let (settings, machine) = (author::read(&self.core).await?, self.core.options.machine.clone());
        let key_in = author::keys::place(&self.core, &settings).await?;
        let last = author::last_answer(&self.core).await?;
        let view = blocking("looking for agents", move || author::view(settings, &machine, key_in, (None, None), last)).await?;
        let done = |status, message: String, remedy| Ok(check("author", "Who writes the draft", status, message, remedy));
        if view.settings.provider == AuthorProvider::Rules {
            return done(DoctorStatus::Ok, "The rules write alone; nothing is sent to a model.".to_owned(), None);
        }
        if let Some(problem) = view.problem {
            return done(DoctorStatus::Warning, problem, None);
        }
        let key = match view.key_in {
            None => "",
            Some(AuthorKeyPlace::Environment) => " Its key comes from the environment.",
            Some(AuthorKeyPlace::Keychain) => " Its key is in the keychain.",
        };
        let who = format!("Requests go to {}.{key}", view.goes_to);
        match view.last_answer {
            None => done(DoctorStatus::Ok, format!("{who} It was not asked yet."), Some("apprentice learn author test")),
            Some(last) if last.answered => {
                done(DoctorStatus::Ok, format!("{who} {} answered at {}.", last.words, last.at.to_rfc3339()), None)
            }
            Some(last) => {
                let message = format!("{who} The last request failed at {}: {}", last.at.to_rfc3339(), last.words);
                done(DoctorStatus::Warning, message, Some("apprentice learn author test"))
            }
        }
    }

    /// Whether runs of agents can be isolated here.
    async fn isolation(&self) -> Answer<DoctorCheck> {
        let search_path = self.core.options.machine.search_path.clone();
        let found = blocking("looking for isolation", move || Isolation::find(&search_path)).await?;
        let done = |status, message| Ok(check("isolation", "Isolation of agents", status, message, None));
        let by = match &found {
            Isolation::Bubblewrap(bubblewrap) => format!("bubblewrap ({})", bubblewrap.program.display()),
            Isolation::Landlock(_) => "Landlock, because bubblewrap is missing or does not work".to_owned(),
            Isolation::None(why) => {
                return done(
                    DoctorStatus::Warning,
                    format!("A run of an agent can read and write everything that you can. {why}"),
                );
            }
        };
        if self.core.options.command_line.is_none() {
            let message = "Isolated agent runs are not available: the program `apprentice`, which sets up their network, was not found. Reinstall Apprentice.";
            return done(DoctorStatus::Warning, message.to_owned());
        }
        match found {
            Isolation::Landlock(support) => {
                let signals =
                    if support.signals { "" } else { " An agent can end your other programs (Linux 6.12 or newer prevents it)." };
                let message = format!(
                    "Runs of agents are isolated by {by}: files, sockets, and the network. A process that hides its origin may stay after a run, and an \
                     agent can ask whether a file exists.{signals} Install bubblewrap for more, for example with `sudo apt-get install bubblewrap`."
                );
                done(DoctorStatus::Warning, message)
            }
            _ => {
                let message = format!(
                    "Runs of agents are isolated by {by}: files, processes, and the network, of which an agent reaches only its model \
                     and the sites that the test policy allows."
                );
                done(DoctorStatus::Ok, message)
            }
        }
    }
    /// Where secrets are kept, and whether that works.
    async fn secrets(&self) -> DoctorCheck {
        let (missing, file) = (keychain::missing(&self.core).await, keychain::file(&self.core));
        let (status, message, remedy) = match (missing, file) {
            (None, None) => (DoctorStatus::Ok, "They are kept in the keychain of your account.".to_owned(), None),
            (None, Some(file)) => (
                DoctorStatus::Ok,
                format!("They are kept encrypted in {file}, with the key that {KEY_FILE_VARIABLE} names."),
                None,
            ),
            (Some(why), Some(_)) => (DoctorStatus::Warning, format!("None can be read or kept: {why}."), None),
            (Some(why), None) => {
                let message = format!(
                    "None can be kept: {why}. To keep them in an encrypted file, make a key and start Apprentice with {KEY_FILE_VARIABLE} set to \
                     its path."
                );
                (DoctorStatus::Warning, message, Some(MAKE_KEY))
            }
        };
        check("secrets", "Secrets", status, message, remedy)
    }

    /// `None` when the last upkeep succeeded.
    fn upkeep(&self) -> Option<DoctorCheck> {
        let trouble = self.upkeep_problem.lock().unwrap_or_else(PoisonError::into_inner).clone()?;
        let message = format!("Deadlines and clean-up could not be kept yet; they are tried again. {trouble}");
        Some(check("upkeep", "Upkeep", DoctorStatus::Warning, message, None))
    }

    /// `None` when no background task died since the engine started.
    fn tasks(&self) -> Option<DoctorCheck> {
        let mut deaths: Vec<String> = Vec::new();
        for (name, died) in self.core.supervisor.deaths() {
            let at = died.last.to_rfc3339();
            deaths.push(format!("“{name}” failed {} times, the last time at {at}: {}", died.count, died.reason));
        }
        let writer = self.core.store.writer_restarts();
        if writer > 0 {
            deaths.push(format!("“writing the database” failed {writer} times"));
        }
        let message = format!("Background tasks failed unexpectedly. Those that last were started again. {}.", deaths.join(". "));
        (!deaths.is_empty()).then(|| check("tasks", "Background tasks", DoctorStatus::Warning, message, None))
    }

    async fn database(&self) -> DoctorCheck {
        let found = self
            .core
            .store
            .read(|db| {
                apprentice_store::damaged_records::look_through(db)?;
                Ok::<_, apprentice_store::StoreError>(db.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0))?)
            })
            .await;
        let (label, path) = ("Database", crate::core::home::database(&self.core.options.home));
        match found {
            Ok(word) if word == "ok" => check("database", label, DoctorStatus::Ok, format!("{} is whole.", path.display()), None),
            Ok(word) => check("database", label, DoctorStatus::Warning, word, Some("apprentice repair database")),
            Err(error) => check("database", label, DoctorStatus::Warning, error.to_string(), Some("apprentice repair database")),
        }
    }
}

fn check(id: &str, label: &str, status: DoctorStatus, message: String, remedy: Option<&str>) -> DoctorCheck {
    DoctorCheck { check_id: id.into(), label: label.into(), status, message, remedy: remedy.map(str::to_owned) }
}

/// `None` when every line of the log was written.
fn log() -> Option<DoctorCheck> {
    let dropped = apprentice_platform::stderr::dropped_writes();
    let message = format!("{dropped} lines of the log could not be written (a full disk or a closed pipe); they are lost.");
    (dropped > 0).then(|| check("log", "Log", DoctorStatus::Warning, message, None))
}

/// `None` when every record is what was stored. [`App::database`] looked through all of them.
fn records() -> Option<DoctorCheck> {
    let unreadable = apprentice_store::damaged_records::unreadable();
    let message =
        format!("{unreadable} records of the database cannot be read or are not what was stored; lists leave them out.");
    let remedy = Some("apprentice repair database");
    (unreadable > 0).then(|| check("records", "Records", DoctorStatus::Warning, message, remedy))
}

/// A check of the desktop. A problem is only a warning, because the program works without a window.
fn desktop_check(id: &str, label: &str, found: Result<(), String>) -> DoctorCheck {
    match found {
        Ok(()) => check(id, label, DoctorStatus::Ok, "This desktop shows them.".into(), None),
        Err(reason) => check(id, label, DoctorStatus::Warning, reason, None),
    }
}

fn watch_check(trouble: Option<String>) -> DoctorCheck {
    let (id, label) = ("skills_followed", "Skills folders are followed");
    match trouble {
        None => check(id, label, DoctorStatus::Ok, "A changed skill is seen at once.".into(), None),
        Some(reason) => {
            check(id, label, DoctorStatus::Warning, format!("{reason}."), Some("sudo sysctl fs.inotify.max_user_watches=524288"))
        }
    }
}

fn adapter(id: &str, label: &str, statuses: &[ObservationAdapterStatus], remedy: &str) -> DoctorCheck {
    let note = statuses.iter().find_map(|status| status.note.clone());
    if statuses.iter().any(|status| status.healthy) {
        check(id, label, DoctorStatus::Ok, note.unwrap_or_else(|| "Ready.".into()), None)
    } else {
        check(id, label, DoctorStatus::Missing, note.unwrap_or_else(|| "Not available.".into()), Some(remedy))
    }
}

fn hook(statuses: &[ObservationAdapterStatus]) -> DoctorCheck {
    let heard = statuses.iter().filter_map(|status| status.last_seen_at).max();
    match heard {
        Some(at) => check(
            "hook",
            "Hook in your own shells",
            DoctorStatus::Ok,
            format!("A shell was heard from at {}.", at.to_rfc3339()),
            None,
        ),
        None => {
            let message = "No shell of yours carries the hook. The terminal panel works without it; for your own terminal add this line to its start-up file.";
            check(
                "hook",
                "Hook in your own shells",
                DoctorStatus::Warning,
                message.into(),
                Some("eval \"$(apprentice hook bash)\""),
            )
        }
    }
}

fn folders(targets: &[SkillTarget]) -> DoctorCheck {
    let enabled: Vec<&SkillTarget> = targets.iter().filter(|target| target.enabled).collect();
    let label = "Skills folders";
    if let Some(stuck) = enabled.iter().find(|target| !target.writable) {
        let note = stuck.note.clone().unwrap_or_else(|| "it cannot be written".into());
        return check("targets", label, DoctorStatus::Warning, format!("{} ({}): {note}", stuck.label, stuck.path), None);
    }
    let names = |targets: &[&SkillTarget]| targets.iter().map(|target| target.label.as_str()).collect::<Vec<_>>().join(", ");
    if enabled.is_empty() {
        let detected: Vec<&SkillTarget> = targets.iter().filter(|target| target.detected).collect();
        let found = if detected.is_empty() { "no agent was found".into() } else { format!("found: {}", names(&detected)) };
        let message = format!(
            "No agent is switched on as a target ({found}). Choose them in the settings; until then an installation names its folder."
        );
        return check("targets", label, DoctorStatus::Warning, message, None);
    }
    check("targets", label, DoctorStatus::Ok, format!("Abilities go to: {}.", names(&enabled)), None)
}

/// Adapters of the specification that this version does not have.
fn not_built() -> impl Iterator<Item = ObservationAdapterStatus> {
    use ObservationAdapterKind as K;
    let built = [K::BrowserDom, K::BrowserSnapshot, K::TerminalCommand, K::McpReceipt];
    K::ALL.into_iter().filter(move |kind| !built.contains(kind)).map(|kind| ObservationAdapterStatus {
        adapter_id: kind.as_str().into(),
        kind,
        enabled: false,
        healthy: false,
        phase: kind.phase(),
        last_seen_at: None,
        last_error_code: Some("NOT_BUILT".into()),
        note: Some("Adapter not available.".into()),
        schema_version: apprentice_contracts::SCHEMA_VERSION,
    })
}
