//! The environment, as pure functions of the variables that a program's `main` collects once.

use apprentice_engine::author::{ENVIRONMENT, KEY_VARIABLE};
use apprentice_engine::core::secrets_file::{KEY_FILE_VARIABLE, SecretsFile};
use apprentice_engine::core::system::SystemClock;
use apprentice_engine::core::system::SystemIds;
use apprentice_engine::{ENVIRONMENT_PREFIX, EngineOptions, REGISTRY_VARIABLE};
use apprentice_observe::browser::{Browser, BrowserOptions};
use apprentice_observe::terminal::Terminal;
use apprentice_observe::terminal::panel::Panel;
use apprentice_platform::folders;
use apprentice_platform::keychain::{DesktopKeychain, Keychain};
use apprentice_platform::stderr::LossyStderr;
use apprentice_skills::agents::table;
use apprentice_skills::agents::targets::Machine;
use apprentice_skills::source::fetch::AUTHORITIES;
use std::collections::{BTreeSet, HashMap};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tracing_subscriber::EnvFilter;

/// The environment, collected with `std::env::vars_os`.
pub type Variables = HashMap<String, OsString>;

/// Neither `--home`, nor `APPRENTICE_HOME`, nor a user's home folder is known.
#[derive(Debug, thiserror::Error)]
#[error("No home folder: set APPRENTICE_HOME, or HOME.")]
pub struct NoHome;

/// `<home>`, absolute: `given`, else `APPRENTICE_HOME`, else the platform's data folder for `apprentice`.
pub fn home(variables: &Variables, given: Option<&Path>) -> Result<PathBuf, NoHome> {
    let asked = given.map(Path::to_path_buf).or_else(|| folder(variables, "APPRENTICE_HOME"));
    let home = asked.or_else(|| data_folder(variables)).ok_or(NoHome)?;
    std::path::absolute(home).map_err(|_| NoHome)
}

/// The path in a variable, unless it is unset or empty.
fn folder(variables: &Variables, name: &str) -> Option<PathBuf> {
    variables.get(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

fn user_home(variables: &Variables) -> Option<PathBuf> {
    folders::user_home(&|name| folder(variables, name))
}

fn data_folder(variables: &Variables) -> Option<PathBuf> {
    folders::user_data(&|name| folder(variables, name)).map(|data| data.join("apprentice"))
}

/// The machine on which agents and their skills are searched.
pub fn machine(variables: &Variables, home: &Path) -> Machine {
    let text = |name: &'static str| {
        variables.get(name).and_then(|value| value.to_str()).map(|value| (name.to_owned(), value.to_owned()))
    };
    let names: BTreeSet<&'static str> = table::variables()
        .chain([AUTHORITIES, KEY_VARIABLE, REGISTRY_VARIABLE])
        .chain(apprentice_agents::runtimes::variables())
        .chain(apprentice_engine::LOCALE)
        .chain(ENVIRONMENT)
        .collect();
    Machine {
        user_home: user_home(variables),
        search_path: search_path(variables),
        sandbox: home.join("sandbox/skills"),
        environment: names.into_iter().filter_map(text).chain(of_connectors(variables)).collect(),
        variables: variables.iter().filter(|(_, value)| !value.is_empty()).map(|(name, _)| name.clone()).collect(),
        system: PathBuf::new(),
    }
}

/// Values of connectors that the person keeps in the environment.
fn of_connectors(variables: &Variables) -> impl Iterator<Item = (String, String)> + '_ {
    let named = variables.iter().filter(|(name, _)| name.starts_with(ENVIRONMENT_PREFIX));
    named.filter_map(|(name, value)| Some((name.clone(), value.to_str()?.to_owned())))
}

fn search_path(variables: &Variables) -> Vec<PathBuf> {
    variables.get("PATH").map(|path| std::env::split_paths(path).collect()).unwrap_or_default()
}

/// How the watched browser starts (docs/cli.md, "Environment").
pub fn browser(variables: &Variables) -> BrowserOptions {
    let text = |name: &str| variables.get(name).and_then(|value| value.to_str());
    let headless = text("APPRENTICE_HEADLESS") == Some("1");
    BrowserOptions {
        program: folder(variables, "APPRENTICE_BROWSER"),
        headless,
        bar: text("APPRENTICE_RECORDING_BAR").map_or(!headless, |shown| shown == "1"),
        debug_port: text("APPRENTICE_BROWSER_DEBUG_PORT").and_then(|port| port.parse().ok()),
        search_path: search_path(variables),
    }
}

/// The command-line program: beside `this`, or in `PATH`. `None`: it was not found.
pub fn command_line(variables: &Variables, this: Option<&Path>) -> Option<PathBuf> {
    let name = format!("apprentice{}", std::env::consts::EXE_SUFFIX);
    let beside = this.and_then(Path::parent).map(|folder| folder.join(&name));
    let found = search_path(variables).into_iter().filter(|folder| folder.is_absolute()).map(|folder| folder.join(&name));
    beside.into_iter().chain(found).find(|program| program.is_file())
}

/// The log filter: `APPRENTICE_LOG` (such as `debug`), else warnings. The MCP library always stays at warnings: below that it logs
/// whole messages, with the words of agents and abilities.
pub fn log_filter(variables: &Variables) -> String {
    let asked = variables.get("APPRENTICE_LOG").and_then(|filter| filter.to_str()).unwrap_or("warn");
    let kept = asked.split(',').filter(|directive| !directive.contains("rmcp"));
    kept.chain(["rmcp=warn"]).collect::<Vec<_>>().join(",")
}

/// Logs to standard error what `APPRENTICE_LOG` chooses (such as `debug`), or warnings. A line that cannot be written is dropped: it must
/// not end the task that logs it.
pub fn log_to_stderr(variables: &Variables) {
    let filter = EnvFilter::try_new(log_filter(variables)).unwrap_or_else(|_| EnvFilter::new("warn"));
    // The library reports its own errors with `eprintln!`, which panics.
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(|| LossyStderr).log_internal_errors(false);
    log.with_ansi(false).init();
}

/// Everything an engine takes from outside. `version` is that of the program.
pub fn engine_environment(variables: &Variables, home: &Path, version: &str) -> EngineOptions {
    EngineOptions {
        home: home.to_path_buf(),
        machine: machine(variables, home),
        clock: Arc::new(SystemClock),
        ids: Arc::new(SystemIds),
        browser: Arc::new(Browser::new(browser(variables))),
        terminal: Arc::new(Terminal::new(home.to_path_buf())),
        panel: Arc::new(Panel::new(home.to_path_buf(), folder(variables, "SHELL"), user_home(variables))),
        command_line: command_line(variables, std::env::current_exe().ok().as_deref()),
        usual_home: data_folder(variables).is_some_and(|usual| folders::real(&usual) == folders::real(home)),
        session_bus: session_bus(variables),
        keychain: keychain(variables, home),
        version: version.to_owned(),
    }
}

/// Where secrets are kept: in the encrypted file of this home if the person named a key for it, else in the keychain of the desktop. The
/// variable alone decides, so that a keychain that comes and goes (a session over SSH) does not split the secrets between two places.
pub fn keychain(variables: &Variables, home: &Path) -> Arc<dyn Keychain> {
    match folder(variables, KEY_FILE_VARIABLE) {
        Some(key_file) => Arc::new(SecretsFile::new(home, std::path::absolute(&key_file).unwrap_or(key_file))),
        None => Arc::new(DesktopKeychain { session_bus: session_bus(variables).is_some() }),
    }
}

/// The address of the desktop's session bus: `DBUS_SESSION_BUS_ADDRESS`, else the socket of the user's bus.
pub fn session_bus(variables: &Variables) -> Option<String> {
    let said =
        variables.get("DBUS_SESSION_BUS_ADDRESS").and_then(|address| address.to_str()).filter(|address| !address.is_empty());
    let socket = || folder(variables, "XDG_RUNTIME_DIR").map(|folder| folder.join("bus")).filter(|socket| socket.exists());
    said.map(str::to_owned).or_else(|| socket().map(|socket| format!("unix:path={}", socket.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variables(pairs: &[(&str, &str)]) -> Variables {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), OsString::from(value))).collect()
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn home_is_found_where_the_platform_keeps_data() {
        let check = |pairs: &[(&str, &str)], given: Option<&str>, expected: &str| {
            assert_eq!(home(&variables(pairs), given.map(Path::new)).unwrap(), Path::new(expected), "{pairs:?} {given:?}");
        };
        check(&[("HOME", "/u")], None, "/u/.local/share/apprentice");
        check(&[("HOME", "/u"), ("XDG_DATA_HOME", "/d")], None, "/d/apprentice");
        check(&[("HOME", "/u"), ("XDG_DATA_HOME", "relative")], None, "/u/.local/share/apprentice");
        check(&[("HOME", "/u"), ("APPRENTICE_HOME", "/a")], None, "/a");
        check(&[("HOME", "/u"), ("APPRENTICE_HOME", "")], None, "/u/.local/share/apprentice");
        check(&[("HOME", "/u"), ("APPRENTICE_HOME", "/a")], Some("/g"), "/g");
        assert!(home(&variables(&[]), None).is_err());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_usual_home_is_known_however_its_path_is_spelled() {
        let folder = tempfile::tempdir().unwrap();
        let (data, link) = (folder.path().join("data"), folder.path().join("link"));
        std::fs::create_dir(&data).unwrap();
        std::os::unix::fs::symlink(&data, &link).unwrap();
        let variables = variables(&[("XDG_DATA_HOME", data.to_str().unwrap())]);
        let is_usual = |home: PathBuf| engine_environment(&variables, &home, "0").usual_home;
        // At first it does not exist.
        for _ in 0..2 {
            for home in [data.join("apprentice"), data.join("apprentice/"), link.join("apprentice")] {
                assert!(is_usual(home.clone()), "{}", home.display());
            }
            assert!(!is_usual(data.join("other")));
            std::fs::create_dir_all(data.join("apprentice")).unwrap();
        }
    }

    #[test]
    fn the_command_line_program_is_looked_for_beside_this_one_and_in_path() {
        let folder = tempfile::tempdir().unwrap();
        let [beside, path] = ["beside", "path"].map(|name| folder.path().join(name));
        let found = || command_line(&variables(&[("PATH", path.to_str().unwrap())]), Some(&beside.join("apprentice-desktop")));
        assert_eq!(found(), None);
        for place in [&path, &beside] {
            std::fs::create_dir(place).unwrap();
            std::fs::write(place.join("apprentice"), "").unwrap();
            assert_eq!(found(), Some(place.join("apprentice")));
        }
    }

    #[test]
    fn the_protocol_library_never_logs_messages() {
        for (asked, expected) in [
            (&[][..], "warn,rmcp=warn"),
            (&[("APPRENTICE_LOG", "debug")], "debug,rmcp=warn"),
            (&[("APPRENTICE_LOG", "trace,rmcp::transport=trace")], "trace,rmcp=warn"),
            (&[("APPRENTICE_LOG", "rmcp=trace,apprentice_engine=info")], "apprentice_engine=info,rmcp=warn"),
        ] {
            assert_eq!(log_filter(&variables(asked)), expected);
        }
    }

    #[test]
    fn the_browser_is_chosen_by_variables() {
        let options = browser(&variables(&[
            ("APPRENTICE_BROWSER", "/b"),
            ("APPRENTICE_HEADLESS", "1"),
            ("APPRENTICE_BROWSER_DEBUG_PORT", "9222"),
            ("PATH", "/x:/y"),
        ]));
        assert_eq!((options.program, options.headless, options.debug_port), (Some("/b".into()), true, Some(9222)));
        let plain = browser(&variables(&[("APPRENTICE_HEADLESS", "0"), ("APPRENTICE_BROWSER_DEBUG_PORT", "no")]));
        assert_eq!((plain.program, plain.headless, plain.debug_port), (None, false, None));
        assert!(plain.bar && !options.bar, "nobody sees the bar of a browser without a window");
        let asked = browser(&variables(&[("APPRENTICE_HEADLESS", "1"), ("APPRENTICE_RECORDING_BAR", "1")]));
        assert!(asked.bar, "a test looks at it all the same");
    }
}
