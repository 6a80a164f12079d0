//! The isolation (sandbox) of a run of an agent, also called its walls: bubblewrap, where the machine has it and lets it work; else Landlock, where the kernel has it.
//!
//! Inside bubblewrap, the agent sees the programs of the system, its own program, its sign-in and configuration, and the folder of the run. Of these
//! it may write the folder, and its sign-in and configuration except the settings that later runs of it obey and its programs ([`own::obeyed`]). The
//! rest of the user's home is an empty folder that ends with the run. Everything that runs inside ends with the run.
//!
//! Invariant: the home of Apprentice and the user's keys are in no run, whatever else is shown and whichever links lead to them.

use crate::own::{self, OwnCopy};
use apprentice_platform::confinement::{self, Support};
use apprentice_platform::permissions::is_program;
use apprentice_platform::processes::{Group, Signal, start_in_own_group};
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

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

/// What a program asks the kernel for. `/proc/self` is that of the first program, which becomes the agent.
const KERNEL: [&str; 9] = [
    "/proc/self",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/uptime",
    "/proc/version",
    "/proc/filesystems",
    "/proc/sys",
    "/sys/devices/system/cpu",
];
/// Devices that hold nothing of anybody. A terminal is none of them: what is typed into it could be somebody else's command.
const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// Folders of keys in the user's home, which no run shows.
pub const KEYS: [&str; 5] = [".ssh", ".gnupg", ".aws", ".kube", ".password-store"];

/// How long bubblewrap may take to show that it works.
const PROBE_TIME: Duration = Duration::from_secs(5);
const PROBE_STEP: Duration = Duration::from_millis(10);

/// How runs are isolated on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Isolation {
    /// bubblewrap works.
    Bubblewrap(Bubblewrap),
    /// bubblewrap does not, and Landlock does. [`crate::egress::enter`] asks for it.
    Landlock(Support),
    /// There is none; why, and what to do, as sentences.
    None(String),
}

/// The program of bubblewrap that works here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bubblewrap {
    /// Its path.
    pub program: PathBuf,
    /// Whether it can limit the size of what is written into memory (version 0.7 on).
    pub sizes: bool,
}

/// What a run may see and write. It has no network but its own loopback; [`crate::egress`] leads out of it.
#[derive(Clone, Debug, Default)]
pub struct Walls {
    /// The folder of the run.
    pub folder: PathBuf,
    /// Whether the agent may read that folder alone.
    pub reads_alone: bool,
    /// The user's home.
    pub user_home: Option<PathBuf>,
    /// Files and folders that the agent may read.
    pub readable: Vec<PathBuf>,
    /// Files and folders that the agent may read and write.
    pub writable: Vec<PathBuf>,
    /// Copies that are shown in place of files and folders of `writable`: what this run writes there ends with it.
    pub copies: Vec<OwnCopy>,
    /// Folders that nothing above may show: the home of Apprentice.
    pub hidden: Vec<PathBuf>,
    /// Folders within what is shown that are empty for this run, such as a skill that it is to do without.
    pub covered: Vec<PathBuf>,
}

impl Isolation {
    /// What this machine has. Starts bubblewrap once, with a program that does nothing.
    pub fn find(search_path: &[PathBuf]) -> Self {
        let folders = search_path.iter().map(PathBuf::as_path).filter(|folder| folder.is_absolute());
        let usual = ["/usr/bin", "/usr/local/bin"].map(Path::new);
        let found = folders.chain(usual).map(|folder| folder.join(BUBBLEWRAP)).find(|program| is_program(program));
        let Some(program) = found else { return Self::without_bubblewrap(MISSING.to_owned()) };
        let works = |sizes| probe(&program, sizes, PROBE_TIME).map(|()| sizes);
        match works(true).or_else(|_| works(false)) {
            Ok(sizes) => Self::Bubblewrap(Bubblewrap { program, sizes }),
            Err(why) => Self::without_bubblewrap(format!("bubblewrap is here and cannot isolate: {why}. {NAMESPACES}")),
        }
    }

    /// What there is in place of bubblewrap. `why` that is missing, and what to do, as sentences.
    fn without_bubblewrap(why: String) -> Self {
        match confinement::support() {
            Ok(support) => Self::Landlock(support),
            Err(not) => Self::None(format!("{why} Landlock cannot take its place: {not}.")),
        }
    }

    /// Whether there are walls.
    pub const fn holds(&self) -> bool {
        matches!(self, Self::Bubblewrap(_) | Self::Landlock(_))
    }

    /// Whether files can be shown in place of others, or be hidden, and every process ends with the walls.
    pub const fn has_places(&self) -> bool {
        matches!(self, Self::Bubblewrap(_))
    }

    /// What the walls hold, for people.
    pub fn held(&self) -> &'static [&'static str] {
        match self {
            Self::Bubblewrap(_) => &[
                "Files: the agent writes only the folder of the run, and a copy of its own configuration and sign-in, without its transcripts of other sessions. The copy goes with the run; only a sign-in that it renewed is kept. Settings, hooks, plugins, skills and programs of its own are read-only.",
                "Secrets: your other files, SSH keys and Apprentice's own folder cannot be read.",
                "Processes: the agent sees none but its own, and all of them end with the run.",
                "Network: the agent reaches the hosts of its model and sign-in, the sites that the test policy allows, and the MCP server of Apprentice. Nothing else of this machine, its network or the internet.",
                LIMITS,
            ],
            Self::Landlock(_) => &[
                "Files: the agent writes only the folder of the run, a temporary folder that goes with it, its sign-in, and what is kept of its sessions where that is there already. Nothing else in its own folder, such as settings, hooks, plugins, skills and programs. It changes the rights of no file by its name.",
                "Secrets: your other files, SSH keys and Apprentice's own folder cannot be read.",
                "Sockets: none of this machine is reached, such as those of your desktop or of containers.",
                "Network: the agent reaches the hosts of its model and sign-in, the sites that the test policy allows, and the MCP server of Apprentice. Nothing else of this machine, its network or the internet.",
                FOUND,
                LIMITS,
            ],
            // Only Linux reports what processes use.
            Self::None(_) if cfg!(target_os = "linux") => &[FOUND, LIMITS],
            Self::None(_) => &[FOUND],
        }
    }

    /// What they do not hold, for people.
    pub fn open(&self) -> Vec<String> {
        let between = "Memory and processes: very short peaks are not detected. CPU time and disk usage are not limited.";
        match self {
            Self::Bubblewrap(bubblewrap) => {
                let sent = "Network: what the agent sends to a host that it may reach is not looked at.";
                let mut open = vec![sent.to_owned(), OWN_FILES_OPEN.to_owned(), between.to_owned()];
                if !bubblewrap.sizes {
                    open.push("Memory: files that the agent writes into /tmp and outside its folders are in memory without a limit; bubblewrap 0.7 or newer limits them.".to_owned());
                }
                open
            }
            Self::Landlock(support) => {
                let sent = "Network: what the agent sends to a host that it may reach is not looked at.";
                let own = "Its own files: the agent can read and change its sign-in and the transcripts of its other sessions. Some keep a program among what is kept of sessions (Gemini CLI: tmp/bin), which it can change too. It adds nothing at the top of that folder, so that some agents cannot renew a sign-in.";
                let names = "Names: the agent can ask by path whether a file of yours exists, its size, times, rights and extended attributes, and where a link leads. It can watch a folder, and so learn the names of files that are used there. It can change times.";
                let mut open = vec![sent.to_owned(), own.to_owned(), names.to_owned(), between.to_owned()];
                if !support.signals {
                    open.push("Processes: the agent can end your other programs; Linux 6.12 or newer prevents it.".to_owned());
                }
                open.push(
                    "Isolation: bubblewrap enforces more. Install it, for example with `sudo apt-get install bubblewrap`."
                        .to_owned(),
                );
                open
            }
            Self::None(why) => {
                let network = "Network: the agent can reach every address.".to_owned();
                vec![format!("Files: the agent can read and write everything that you can. {why}"), network, between.to_owned()]
            }
        }
    }

    /// The program and the arguments that start `program` within the walls of bubblewrap. Of Landlock the first program within asks for itself.
    pub fn wrap(&self, walls: &Walls, program: &Path, arguments: &[OsString]) -> (PathBuf, Vec<OsString>) {
        self.wrap_showing(walls, &[], program, arguments)
    }

    /// [`Isolation::wrap`] with files and folders of Apprentice that are shown at places of their own: from where, and where.
    pub(crate) fn wrap_showing(
        &self,
        walls: &Walls,
        shown: &[(&Path, &Path)],
        program: &Path,
        arguments: &[OsString],
    ) -> (PathBuf, Vec<OsString>) {
        match self {
            Self::None(_) | Self::Landlock(_) => (program.to_owned(), arguments.to_vec()),
            Self::Bubblewrap(wrapper) => {
                let mut all = walls.arguments(wrapper.sizes, shown);
                all.push("--".into());
                all.push(program.into());
                all.extend(arguments.iter().cloned());
                (wrapper.program.clone(), all)
            }
        }
    }
}

/// What walls do not hold of the own files of an agent.
const OWN_FILES_OPEN: &str = "Its own files: the agent can read and renew its sign-in.";

/// What holds without walls.
const FOUND: &str = "Processes: those that can be found end with the run; one that hides its origin may stay.";
/// What [`crate::run::Limits`] hold by default.
const LIMITS: &str =
    "Limits: a run that uses more than 4 GiB of memory, 512 processes or 4096 threads, or more than its time, is ended.";
/// Bytes that can be written into each place that is kept in memory.
const IN_MEMORY: u64 = 1 << 30;

const MISSING: &str = "Install bubblewrap, for example with `sudo apt-get install bubblewrap`.";
const NAMESPACES: &str = "Allow user namespaces for it; some systems switch them off for programs without a profile.";

/// Starts a program that does nothing within what every run gets.
fn probe(program: &Path, sizes: bool, limit: Duration) -> Result<(), String> {
    let mut command = Command::new(program);
    command.args(base(sizes).closed()).args(["--", "/bin/true"]).env_clear();
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = start_in_own_group(&mut command).spawn().map_err(|error| error.to_string())?;
    let group = Group::led_by(child.id());
    let began = Instant::now();
    let ended = loop {
        match child.try_wait() {
            Ok(Some(_)) => break true,
            Ok(None) if began.elapsed() < limit => std::thread::sleep(PROBE_STEP),
            Ok(None) | Err(_) => break false,
        }
    };
    if let Some(group) = group {
        // Children may hold the pipe open; the group may have ended by itself.
        let _ended = group.signal(Signal::Kill);
    }
    if !ended {
        // Reaps it: the group was just ended.
        let _ended = child.wait();
        return Err(format!("it did not answer within {limit:?}"));
    }
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(said.lines().next().unwrap_or("it ended with an error").trim().chars().take(200).collect())
}

/// What every run gets: the system, without the homes.
fn base(sizes: bool) -> Options {
    let mut options = Options { words: Vec::new(), sizes };
    options.words(&["--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]);
    for folder in SYSTEM.map(Path::new) {
        match folder.read_link() {
            Ok(target) => options.show("--symlink", &target, folder),
            Err(_) if folder.is_dir() => options.show("--ro-bind", folder, folder),
            Err(_) => {}
        }
    }
    for path in SETTINGS.map(Path::new).into_iter().filter(|path| path.exists()) {
        // A link may lead to a folder that is not shown.
        options.show("--ro-bind", &real(path), path);
    }
    options.words(&["--proc", "/proc", "--dev", "/dev"]);
    options.in_memory(Path::new("/dev/shm"));
    options.in_memory(Path::new("/tmp"));
    options
}

/// The path without links, if it exists.
fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// The options of bubblewrap in their order: later ones cover earlier ones.
struct Options {
    words: Vec<OsString>,
    /// Whether the size of what is kept in memory can be limited.
    sizes: bool,
}

impl Options {
    fn words(&mut self, words: &[&str]) {
        self.words.extend(words.iter().map(OsString::from));
    }

    fn path(&mut self, option: &str, path: &Path) {
        self.words.extend([option.into(), path.into()]);
    }

    /// An empty folder that is kept in memory.
    fn in_memory(&mut self, path: &Path) {
        if self.sizes {
            self.words(&["--size", &IN_MEMORY.to_string()]);
        }
        self.path("--tmpfs", path);
    }

    /// All options. What lies around the folders that are shown is in memory too, and nothing can be written there.
    fn closed(mut self) -> Vec<OsString> {
        self.words(&["--remount-ro", "/dev", "--remount-ro", "/"]);
        self.words
    }

    /// Shows `from` at `at`.
    fn show(&mut self, option: &str, from: &Path, at: &Path) {
        self.words.extend([option.into(), from.into(), at.into()]);
    }
}

impl Walls {
    /// Shows what starts `program`: its folder, and the package that it is a link into.
    #[must_use]
    pub fn show_program(mut self, program: &Path) -> Self {
        let real = real(program);
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

    /// What is shown of `writable`.
    pub fn shown_writable(&self) -> impl Iterator<Item = &Path> {
        self.writable.iter().map(PathBuf::as_path).filter(|path| path.exists() && self.may_show(path))
    }

    /// What Landlock lets a run read, and what it lets it write. `temporary`: a folder of its own. Landlock can take nothing out of what it allows, so
    /// what is closed lies in none of it, and of its own folder the agent writes what is there and may be written.
    pub(crate) fn allowed(&self, temporary: &Path) -> (Vec<PathBuf>, Vec<PathBuf>) {
        let covered = |path: &Path| self.covered.iter().any(|covered| path.starts_with(covered));
        let of_system = SYSTEM.iter().chain(&SETTINGS).map(Path::new).filter(|path| self.is_open(&real(path)));
        let shown =
            self.readable.iter().map(PathBuf::as_path).filter(|path| path.exists() && self.may_show(path) && !covered(path));
        let own = self.shown_writable().filter(|path| !covered(path));
        let fixed = KERNEL.iter().map(Path::new);
        let run = std::iter::once(self.folder.as_path());
        let readable = of_system.chain(shown).chain(own).chain(fixed).chain(run).map(Path::to_owned).collect();
        let mut writable: Vec<PathBuf> = DEVICES.iter().map(PathBuf::from).collect();
        writable.push(temporary.to_owned());
        writable.extend((!self.reads_alone).then(|| self.folder.clone()));
        for path in self.shown_writable() {
            if path.is_file() {
                writable.extend(name(path).is_some_and(own::is_data).then(|| path.to_owned()));
            }
            let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
            let data = entries.filter(|entry| entry.file_name().to_str().is_some_and(own::is_data)).map(|entry| entry.path());
            // A link may lead to anything.
            writable.extend(data.filter(|path| !path.is_symlink() && self.may_show(path) && !covered(path)));
        }
        (readable, writable)
    }

    /// What no run shows: the home of Apprentice, and the user's keys.
    fn closed(&self) -> Vec<PathBuf> {
        let keys = self.user_home.iter().flat_map(|home| KEYS.iter().map(|folder| home.join(folder)));
        self.hidden.iter().cloned().chain(keys).collect()
    }

    /// Whether a path may be shown, as it is named and where its links lead: not when that would show the whole home of the user, or something
    /// of what is closed.
    fn may_show(&self, path: &Path) -> bool {
        let plain = path.is_absolute() && !path.components().any(|part| part == Component::ParentDir);
        plain && !is_of_system(path) && self.is_open(path) && self.is_open(&real(path))
    }

    fn is_open(&self, path: &Path) -> bool {
        let around = |inner: &Path| inner.starts_with(path) || real(inner).starts_with(path);
        let within = |outer: &Path| path.starts_with(outer) || path.starts_with(real(outer));
        path.parent().is_some()
            && !self.user_home.as_deref().is_some_and(around)
            && !self.closed().iter().any(|closed| around(closed) || within(closed))
    }

    fn arguments(&self, sizes: bool, shown: &[(&Path, &Path)]) -> Vec<OsString> {
        let mut options = base(sizes);
        if let Some(home) = self.user_home.as_ref().filter(|home| home.is_absolute() && home.parent().is_some()) {
            options.in_memory(home);
            let real = real(home);
            if real != *home && real.parent().is_some() {
                // A link to a place that the system shows.
                options.in_memory(&real);
            }
        }
        for path in self.readable.iter().filter(|path| path.exists() && self.may_show(path)) {
            options.show("--ro-bind", path, path);
        }
        for path in self.shown_writable() {
            let copy = self.copies.iter().find(|copy| copy.of == path);
            let option = if copy.is_none() && name(path).is_some_and(own::is_obeyed) { "--ro-bind" } else { "--bind" };
            options.show(option, copy.map_or(path, |copy| &copy.copy), path);
            // A copy has none of them.
            let kept = own::obeyed().map(|name| path.join(name));
            // Nothing can be shown over a link. The file that it leads to is in no run, unless it is shown for itself.
            for kept in kept.filter(|kept| kept.exists() && !kept.is_symlink()) {
                options.show("--ro-bind", &kept, &kept);
            }
        }
        // Whatever is shown above, these are empty.
        for closed in self.closed().iter().filter(|closed| closed.is_absolute() && closed.is_dir()) {
            let real = real(closed);
            if real.parent().is_some() {
                options.in_memory(&real);
            }
        }
        for covered in self.covered.iter().filter(|covered| covered.is_absolute() && covered.is_dir()) {
            // Nothing can be mounted over a link; what it leads to is not shown, unless it is covered by itself.
            let real = real(covered);
            if real.parent().is_some() && !self.folder.starts_with(&real) {
                options.in_memory(&real);
            }
        }
        for (from, at) in shown {
            options.show("--ro-bind", from, at);
        }
        options.show(if self.reads_alone { "--ro-bind" } else { "--bind" }, &self.folder, &self.folder);
        options.path("--chdir", &self.folder);
        options.closed()
    }
}

fn name(path: &Path) -> Option<&str> {
    path.file_name()?.to_str()
}

fn is_of_system(path: &Path) -> bool {
    SYSTEM.iter().any(|folder| path.starts_with(folder))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clients;
    use crate::hooks::agents::HOOK_AGENTS;
    use crate::hooks::install;
    use crate::runtimes::RUNTIMES;
    use apprentice_skills::agents::targets::Machine;

    fn shown(walls: &Walls) -> Vec<String> {
        walls.arguments(true, &[]).iter().map(|word| word.to_string_lossy().into_owned()).collect()
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
            ..Walls::default()
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
    fn no_link_and_no_way_back_leads_into_what_is_closed() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        for name in ["run", "user/.ssh", "user/.agent/hooks", "user/bin", "home/bin"] {
            std::fs::create_dir_all(root.join(name)).unwrap();
        }
        std::fs::write(root.join("user/.agent/settings.json"), "{}").unwrap();
        for (target, link) in
            [("home/bin", "user/bin-of-home"), ("user/.ssh", "keys"), ("user", "all"), ("home/bin", "user/.agent/mcp.json")]
        {
            apprentice_platform::links::symlink(&root.join(target), &root.join(link)).unwrap();
        }
        let walls = Walls {
            folder: root.join("run"),
            user_home: Some(root.join("user")),
            readable: ["user/bin", "user/bin-of-home", "keys", "all", "user/bin/../.ssh"].map(|name| root.join(name)).into(),
            writable: vec![root.join("user/.agent")],
            hidden: vec![root.join("home")],
            covered: vec![root.join("user/.agent/hooks"), root.join("missing")],
            ..Walls::default()
        };
        let words = shown(&walls);
        let at = |option: &str, name: &str| {
            let path = root.join(name).display().to_string();
            words.windows(2).position(|pair| pair[0] == option && pair[1] == path)
        };
        assert!(at("--ro-bind", "user/bin").is_some());
        for name in ["user/bin-of-home", "keys", "all", "user/bin/../.ssh", "user/.agent/mcp.json"] {
            assert!(at("--ro-bind", name).is_none(), "{name}");
        }
        let writable = at("--bind", "user/.agent").unwrap();
        for name in ["user/.agent/settings.json", "user/.agent/hooks"] {
            assert!(at("--ro-bind", name).is_some_and(|at| at > writable), "{name}");
        }
        let covered = at("--tmpfs", "user/.agent/hooks").unwrap();
        assert!(covered > at("--ro-bind", "user/.agent/hooks").unwrap(), "a folder in it is empty");
        assert!(at("--tmpfs", "missing").is_none());
        for name in ["home", "user/.ssh"] {
            let covered = at("--tmpfs", name).unwrap();
            assert!(covered > writable && covered < at("--bind", "run").unwrap(), "{name}");
        }
    }

    #[test]
    fn a_copy_stands_in_for_what_is_shown_and_settings_and_programs_stay_read_only() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        for name in ["run", "user/.agent/skills", "user/.agent/extensions", "home/copy"] {
            std::fs::create_dir_all(root.join(name)).unwrap();
        }
        let own = root.join("user/.agent");
        let mut walls = Walls {
            folder: root.join("run"),
            user_home: Some(root.join("user")),
            writable: vec![own.clone()],
            hidden: vec![root.join("home")],
            ..Walls::default()
        };
        let has = |walls: &Walls, option: &str, from: &Path, at: &Path| {
            shown(walls)
                .windows(3)
                .any(|three| three[0] == option && three[1] == from.to_string_lossy() && three[2] == at.to_string_lossy())
        };
        assert!(has(&walls, "--bind", &own, &own) && has(&walls, "--ro-bind", &own.join("extensions"), &own.join("extensions")));
        walls.copies = vec![OwnCopy { of: own.clone(), copy: root.join("home/copy") }];
        assert!(has(&walls, "--bind", &root.join("home/copy"), &own) && !has(&walls, "--bind", &own, &own));
        for name in ["skills", "extensions"] {
            assert!(has(&walls, "--ro-bind", &own.join(name), &own.join(name)), "{name}");
        }
    }

    #[test]
    fn no_agent_changes_what_it_obeys_in_later_runs() {
        let beside = [
            ("claude-code", ".claude/local/claude"),
            ("claude-code", ".claude/plugins/one/hook.sh"),
            ("claude-code", ".claude/settings.local.json"),
            ("codex", ".codex/rules/one.rules"),
            ("gemini", ".gemini/extensions/one/server.js"),
            ("gemini", ".gemini/policies/one.toml"),
            ("gemini", ".gemini/trustedFolders.json"),
            ("openclaw", ".openclaw/skills/one/SKILL.md"),
            ("opencode", ".config/opencode/opencode.json"),
            ("opencode", ".config/opencode/plugin/one.ts"),
            ("opencode", ".cache/opencode/node_modules/one/index.js"),
            ("opencode", ".local/share/opencode/bin/rg"),
            ("copilot", ".copilot/mcp-config.json"),
            ("copilot", ".copilot/pkg/index.js"),
            ("cursor", ".cursor/mcp.json"),
            ("cursor", ".cursor/hooks.json"),
            ("qwen-code", ".qwen/settings.json"),
            ("qwen-code", ".qwen/.env"),
            ("kimi-code-cli", ".kimi-code/config.toml"),
        ];
        // A run within bubblewrap has a copy of its own folder, which these are left out of.
        let left_out = [("claude-code", ".claude/projects/one/memory/MEMORY.md")];
        for runtime in RUNTIMES {
            let folder = tempfile::tempdir().unwrap();
            let root = folder.path().canonicalize().unwrap();
            let user = root.join("user");
            let machine = Machine { user_home: Some(user.clone()), ..Machine::default() };
            let client = clients::CLIENTS.iter().find(|client| client.id == runtime.id).and_then(|client| client.file(&machine));
            let asks = HOOK_AGENTS.iter().find(|agent| agent.id == runtime.id).and_then(|agent| install::file(&machine, agent));
            let named = beside.iter().filter(|(agent, _)| *agent == runtime.id).map(|(_, path)| user.join(path));
            let obeyed: Vec<PathBuf> = client.into_iter().chain(asks).chain(named).collect();
            assert!(!obeyed.is_empty(), "{}: what it obeys is not named here", runtime.id);
            let left_out: Vec<_> =
                left_out.iter().filter(|(agent, _)| *agent == runtime.id).map(|(_, path)| user.join(path)).collect();
            for path in obeyed.iter().chain(&left_out) {
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(path, "what it obeys").unwrap();
            }
            std::fs::create_dir_all(root.join("run")).unwrap();
            let writable = runtime.own(&machine);
            let walls = Walls { folder: root.join("run"), user_home: Some(user), writable, ..Walls::default() };
            let words = shown(&walls);
            let (_, written) = walls.allowed(&root.join("temporary"));
            for path in &obeyed {
                let holds = |words: &&[String]| words[0].ends_with("bind") && path.starts_with(&words[2]);
                let last = words.windows(3).filter(holds).next_back().expect("its folder is shown");
                assert_eq!(last[0], "--ro-bind", "{} is writable within bubblewrap", path.display());
            }
            for path in &left_out {
                assert!(path.iter().any(|part| !own::is_copied(part.to_str().unwrap())), "{} is copied", path.display());
            }
            for path in obeyed.iter().chain(&left_out) {
                let allowed = written.iter().find(|written| path.starts_with(written));
                assert_eq!(allowed, None, "{} is writable with Landlock", path.display());
            }
        }
    }

    #[test]
    fn of_its_own_files_landlock_lets_an_agent_write_data_alone() {
        for name in ["auth.json", ".credentials.json", "sessions", "history.jsonl", "state_5.sqlite-wal", "tmp"] {
            assert!(own::is_data(name), "{name}");
        }
        for name in [
            "settings.json",
            "shell-snapshots",
            "session-env",
            "cache",
            "worktrees",
            "projects",
            "status.sh",
            "what-comes-next.json",
        ] {
            assert!(!own::is_data(name), "{name}");
        }
    }

    #[test]
    fn a_probe_that_does_not_answer_is_ended() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("bwrap");
        std::fs::write(&program, "#!/bin/sh\nsleep 600 & wait\n").unwrap();
        apprentice_platform::permissions::make_executable(&program).unwrap();
        assert!(probe(&program, true, Duration::from_millis(200)).unwrap_err().contains("did not answer"));
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
