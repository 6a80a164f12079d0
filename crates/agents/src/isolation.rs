//! Walls around a run of an agent: bubblewrap, where the machine has it and lets it work.
//!
//! Inside, the agent sees the programs of the system, its own program, its sign-in and configuration, and the folder of the run. Of these
//! it may write its sign-in and configuration and the folder. The rest of the user's home is an empty folder that ends with the run.
//! Everything that runs inside ends with the run.
//!
//! Invariant: the home of Apprentice is in no run, whatever else is shown.

use apprentice_platform::permissions::is_program;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The program of bubblewrap.
const BUBBLEWRAP: &str = "bwrap";

/// Folders of the system that programs need.
const SYSTEM: [&str; 9] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store"];
/// What a program reads of `/etc`. Passwords, keys and the settings of services are not among them.
const SETTINGS: [&str; 22] = [
    "/etc/alternatives",
    "/etc/ca-certificates",
    "/etc/ca-certificates.conf",
    "/etc/debian_version",
    "/etc/environment",
    "/etc/gai.conf",
    "/etc/group",
    "/etc/host.conf",
    "/etc/hosts",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/locale.alias",
    "/etc/locale.conf",
    "/etc/localtime",
    "/etc/mime.types",
    "/etc/nsswitch.conf",
    "/etc/os-release",
    "/etc/passwd",
    "/etc/pki",
    "/etc/resolv.conf",
    "/etc/ssl",
];

/// How runs are isolated on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Isolation {
    /// bubblewrap works; the path of its program.
    Bubblewrap(PathBuf),
    /// There is none; why, and what to do, as sentences.
    None(String),
}

/// What a run may see and write.
#[derive(Clone, Debug, Default)]
pub struct Walls {
    /// The folder of the run, which the agent may write.
    pub folder: PathBuf,
    /// The user's home.
    pub user_home: Option<PathBuf>,
    /// Files and folders that the agent may read.
    pub readable: Vec<PathBuf>,
    /// Files and folders that the agent may read and write.
    pub writable: Vec<PathBuf>,
    /// Folders that nothing above may show: the home of Apprentice.
    pub hidden: Vec<PathBuf>,
}

impl Isolation {
    /// What this machine has. Starts bubblewrap once, with a program that does nothing.
    pub fn find(search_path: &[PathBuf]) -> Self {
        let folders = search_path.iter().map(PathBuf::as_path).filter(|folder| folder.is_absolute());
        let usual = ["/usr/bin", "/usr/local/bin"].map(Path::new);
        let found = folders.chain(usual).map(|folder| folder.join(BUBBLEWRAP)).find(|program| is_program(program));
        let Some(program) = found else {
            return Self::None(MISSING.to_owned());
        };
        match probe(&program) {
            Ok(()) => Self::Bubblewrap(program),
            Err(why) => Self::None(format!("bubblewrap is here and cannot isolate: {why}. {NAMESPACES}")),
        }
    }

    /// Whether there are walls.
    pub const fn holds(&self) -> bool {
        matches!(self, Self::Bubblewrap(_))
    }

    /// What the walls hold, for people.
    pub fn held(&self) -> &'static [&'static str] {
        match self {
            Self::Bubblewrap(_) => &[
                "Files: the agent writes only the folder of the run and its own sign-in and configuration.",
                "Secrets: your other files, SSH keys and Apprentice's own folder cannot be read.",
                "Processes: the agent sees none but its own, and all of them end with the run.",
            ],
            Self::None(_) => &["Processes: those that the agent started end with the run."],
        }
    }

    /// What they do not hold, for people.
    pub fn open(&self) -> Vec<String> {
        let network = "Network: the agent can reach every address, because it needs its model.".to_owned();
        match self {
            Self::Bubblewrap(_) => vec![network],
            Self::None(why) => {
                vec![format!("Files: the agent can read and write everything that you can. {why}"), network]
            }
        }
    }

    /// The program and the arguments that start `program` within the walls.
    pub fn wrap(&self, walls: &Walls, program: &Path, arguments: &[OsString]) -> (PathBuf, Vec<OsString>) {
        match self {
            Self::None(_) => (program.to_owned(), arguments.to_vec()),
            Self::Bubblewrap(wrapper) => {
                let mut all = walls.arguments();
                all.push("--".into());
                all.push(program.into());
                all.extend(arguments.iter().cloned());
                (wrapper.clone(), all)
            }
        }
    }
}

const MISSING: &str = "Install bubblewrap, for example with `sudo apt-get install bubblewrap`.";
const NAMESPACES: &str = "Allow user namespaces for it; some systems switch them off for programs without a profile.";

fn probe(program: &Path) -> Result<(), String> {
    let mut command = Command::new(program);
    command.args([
        "--unshare-all",
        "--share-net",
        "--die-with-parent",
        "--new-session",
        "--ro-bind",
        "/",
        "/",
        "--",
        "/bin/true",
    ]);
    let output = command.env_clear().stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(said.lines().next().unwrap_or("it ended with an error").trim().chars().take(200).collect())
}

/// The options of bubblewrap in their order: later ones cover earlier ones.
#[derive(Default)]
struct Options(Vec<OsString>);

impl Options {
    fn words(&mut self, words: &[&str]) {
        self.0.extend(words.iter().map(OsString::from));
    }

    fn path(&mut self, option: &str, path: &Path) {
        self.0.extend([option.into(), path.into()]);
    }

    /// Shows `from` at `at`.
    fn show(&mut self, option: &str, from: &Path, at: &Path) {
        self.0.extend([option.into(), from.into(), at.into()]);
    }
}

impl Walls {
    /// Shows what starts `program`: its folder, and the package that it is a link into.
    #[must_use]
    pub fn show_program(mut self, program: &Path) -> Self {
        let real = program.canonicalize().unwrap_or_else(|_| program.to_owned());
        for path in [program, &real] {
            self.readable.extend(path.parent().map(Path::to_owned));
        }
        // A program of npm needs the packages beside its own.
        let modules = real.ancestors().filter(|above| above.file_name().is_some_and(|name| name == "node_modules")).last();
        self.readable.extend(modules.map(Path::to_owned));
        self
    }

    /// Shows the folders of programs, with the libraries beside them.
    #[must_use]
    pub fn show_programs(mut self, search_path: &[PathBuf]) -> Self {
        for folder in search_path {
            self.readable.push(folder.clone());
            if folder.file_name().is_some_and(|name| name == "bin") {
                self.readable.push(folder.with_file_name("lib"));
            }
        }
        self
    }

    /// Whether a path may be shown: not when that would show the whole home of the user, or Apprentice's.
    fn may_show(&self, path: &Path) -> bool {
        let around = |inner: &Path| inner.starts_with(path);
        path.is_absolute()
            && path.parent().is_some()
            && !self.user_home.as_deref().is_some_and(around)
            && !self.hidden.iter().any(|hidden| around(hidden) || path.starts_with(hidden))
            && !is_of_system(path)
    }

    fn arguments(&self) -> Vec<OsString> {
        let mut options = Options::default();
        options.words(&["--unshare-all", "--share-net", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]);
        for folder in SYSTEM.map(Path::new) {
            match folder.read_link() {
                Ok(target) => options.show("--symlink", &target, folder),
                Err(_) if folder.is_dir() => options.show("--ro-bind", folder, folder),
                Err(_) => {}
            }
        }
        for path in SETTINGS.map(Path::new).into_iter().filter(|path| path.exists()) {
            // A link may lead to a folder that is not shown.
            options.show("--ro-bind", &path.canonicalize().unwrap_or_else(|_| path.to_owned()), path);
        }
        options.words(&["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]);
        if let Some(home) = self.user_home.as_ref().filter(|home| home.is_absolute() && home.parent().is_some()) {
            options.path("--tmpfs", home);
        }
        for path in self.readable.iter().filter(|path| path.exists() && self.may_show(path)) {
            options.show("--ro-bind", path, path);
        }
        for path in self.writable.iter().filter(|path| path.exists() && self.may_show(path)) {
            options.show("--bind", path, path);
        }
        options.show("--bind", &self.folder, &self.folder);
        options.path("--chdir", &self.folder);
        options.0
    }
}

fn is_of_system(path: &Path) -> bool {
    SYSTEM.iter().any(|folder| path.starts_with(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(walls: &Walls) -> Vec<String> {
        walls.arguments().iter().map(|word| word.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn the_homes_are_never_shown_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(&path).unwrap();
            path
        };
        let walls = Walls {
            folder: path("run"),
            user_home: Some(path("user")),
            readable: vec![path("user"), folder.path().to_owned(), path("user/.local/bin"), "/".into(), "relative".into()],
            writable: vec![path("user/.agent"), path("user/.agent/apprentice/inner"), path("user/.agent/apprentice")],
            hidden: vec![path("user/.agent/apprentice")],
        };
        let words = shown(&walls);
        let is_shown = |path: &Path| words.windows(2).any(|pair| pair[0].ends_with("bind") && pair[1] == path.to_string_lossy());
        for (path, expected) in [
            (path("user"), false),
            (folder.path().to_owned(), false),
            (path("user/.local/bin"), true),
            // The folder of Apprentice is in it.
            (path("user/.agent"), false),
            (path("user/.agent/apprentice"), false),
            (path("user/.agent/apprentice/inner"), false),
            (path("run"), true),
            ("/".into(), false),
        ] {
            assert_eq!(is_shown(&path), expected, "{}", path.display());
        }
    }

    #[test]
    fn a_program_is_shown_with_the_packages_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let bin = folder.path().join("bin");
        let package = folder.path().join("lib/node_modules/@scope/agent/node_modules/inner/dist");
        std::fs::create_dir_all(&bin).unwrap();
        std::fs::create_dir_all(&package).unwrap();
        std::fs::write(package.join("index.js"), "").unwrap();
        apprentice_platform::links::symlink(&package.join("index.js"), &bin.join("agent")).unwrap();
        let walls = Walls::default().show_program(&bin.join("agent"));
        let real = folder.path().canonicalize().unwrap();
        for expected in [bin, real.join("lib/node_modules"), real.join("lib/node_modules/@scope/agent/node_modules/inner/dist")] {
            assert!(walls.readable.contains(&expected), "{} in {:?}", expected.display(), walls.readable);
        }
    }

    #[test]
    fn without_walls_it_is_said_what_is_open() {
        let none = Isolation::None(MISSING.to_owned());
        assert!(!none.holds() && none.open()[0].contains("apt-get install bubblewrap"));
        let (program, arguments) = none.wrap(&Walls::default(), Path::new("/usr/bin/agent"), &["acp".into()]);
        assert_eq!((program, arguments), (PathBuf::from("/usr/bin/agent"), vec![OsString::from("acp")]));
    }
}
