//! The start-up files of a terminal's shell: they run the user's own files first, then the hook. They are in `<home>/run/panel/<id>/` and are
//! deleted with the terminal. The user's files are never changed.

use crate::ObserveError;
use crate::terminal::Shell;
use crate::terminal::hook::{quoted, script};
use crate::terminal::run_dir::{RunDir, random_token};
use apprentice_contracts::ids::TerminalId;
use apprentice_platform::processes::is_alive;
use apprentice_platform::ptys::Command;
use std::path::{Path, PathBuf};

pub(super) struct StartupFiles {
    pub folder: PathBuf,
    /// The token in the records of this shell. It is not in the environment, so programs in the shell do not see it.
    pub nonce: String,
}

pub(super) fn write(run: &RunDir, id: TerminalId, shell: Shell, home: &Path) -> Result<StartupFiles, ObserveError> {
    forget_ended(run);
    let (panel, folder) = (run.panel(), run.panel().join(id.to_string()));
    for folder in [run.path(), &panel, &folder] {
        RunDir::private(folder)?;
    }
    let nonce = random_token()?;
    let hook = script(shell, home, &nonce);
    let file = |name: &str, text: String| run.write_private(&format!("panel/{id}/{name}"), &text);
    match shell {
        Shell::Bash => file("bashrc", format!("[[ -r ~/.bashrc ]] && . ~/.bashrc\n{hook}"))?,
        Shell::Zsh => {
            let own = quoted(shell, &folder.to_string_lossy());
            file(".zshenv", ZSHENV.replace("@OWN@", &own))?;
            file(".zshrc", format!("{ZSHRC}{hook}"))?;
        }
        Shell::Fish => file("hook.fish", hook)?,
    }
    Ok(StartupFiles { folder, nonce })
}

/// Records the token and the process of the shell for the watcher.
pub(super) fn name(run: &RunDir, id: TerminalId, nonce: &str, pid: u32, shell: Shell) -> Result<(), ObserveError> {
    run.write_private(&format!("panel/{id}/shell"), &format!("{nonce} {pid} {}\n", shell.as_str()))
}

pub(super) fn command(shell: Shell, program: &Path, files: &StartupFiles, user_home: Option<&Path>) -> Command {
    let mut command = Command::new(program);
    match shell {
        Shell::Bash => command.args(["--rcfile".as_ref(), files.folder.join("bashrc").as_os_str(), "-i".as_ref()]),
        Shell::Zsh => {
            if let Some(users) = command.get_env("ZDOTDIR").map(ToOwned::to_owned) {
                command.env("__apprentice_zdotdir", users);
            }
            command.env("ZDOTDIR", &files.folder);
            command.arg("-i");
        }
        Shell::Fish => {
            let hook = quoted(shell, &files.folder.join("hook.fish").to_string_lossy());
            command.args(["--init-command".to_owned(), format!("source {hook}"), "-i".to_owned()]);
        }
    }
    if let Some(home) = user_home {
        command.env("HOME", home);
    }
    command.env("TERM", "xterm-256color");
    command.env("COLORTERM", "truecolor");
    for size in ["LINES", "COLUMNS"] {
        command.env_remove(size);
    }
    command
}

/// Deletes the folders of terminals whose program was killed.
fn forget_ended(run: &RunDir) {
    for entry in std::fs::read_dir(run.panel()).into_iter().flatten().flatten() {
        let text = std::fs::read_to_string(entry.path().join("shell")).unwrap_or_default();
        let pid = text.split_whitespace().nth(1).and_then(|pid| pid.parse().ok());
        if pid.is_some_and(|pid| !is_alive(pid)) {
            drop(std::fs::remove_dir_all(entry.path()));
        }
    }
}

/// zsh reads its files from ZDOTDIR, which is our folder until the last file was read.
const ZSHENV: &str = r#"if [[ -n ${__apprentice_zdotdir-} ]]; then
  ZDOTDIR=$__apprentice_zdotdir
else
  unset ZDOTDIR
fi
[[ -r ${ZDOTDIR:-$HOME}/.zshenv ]] && source "${ZDOTDIR:-$HOME}/.zshenv"
__apprentice_zdotdir=${ZDOTDIR-}
ZDOTDIR=@OWN@
"#;
const ZSHRC: &str = r#"if [[ -n ${__apprentice_zdotdir-} ]]; then
  ZDOTDIR=$__apprentice_zdotdir
else
  unset ZDOTDIR
fi
unset __apprentice_zdotdir
[[ -r ${ZDOTDIR:-$HOME}/.zshrc ]] && source "${ZDOTDIR:-$HOME}/.zshrc"
"#;
