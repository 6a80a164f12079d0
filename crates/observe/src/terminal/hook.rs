//! The hook: a script that a shell evaluates to report its commands. There is one for each shell in `hooks/`, with two placeholders.

use super::Shell;
use super::run_dir::RunDir;
use std::path::Path;

/// `nonce` is the token in the records of this shell. It is empty for the user's own shells, which read the token of the watcher.
pub(super) fn script(shell: Shell, home: &Path, nonce: &str) -> String {
    let run = RunDir::new(home).path().to_string_lossy().into_owned();
    text(shell).replace("@RUN@", &quoted(shell, &run)).replace("@NONCE@", &quoted(shell, nonce))
}

const fn text(shell: Shell) -> &'static str {
    match shell {
        Shell::Bash => include_str!("hooks/hook.bash"),
        Shell::Zsh => include_str!("hooks/hook.zsh"),
        Shell::Fish => include_str!("hooks/hook.fish"),
    }
}

/// Quotes a text as one word of the shell.
pub(super) fn quoted(shell: Shell, text: &str) -> String {
    match shell {
        Shell::Bash | Shell::Zsh => format!("'{}'", text.replace('\'', r"'\''")),
        Shell::Fish => format!("'{}'", text.replace('\\', r"\\").replace('\'', r"\'")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_home_with_special_characters_is_one_word() {
        let home = Path::new(r"/tmp/Ada's \home");
        assert!(script(Shell::Bash, home, "n").contains(r"__apprentice_run='/tmp/Ada'\''s \home/run'"));
        assert!(script(Shell::Zsh, home, "n").contains(r"__apprentice_run='/tmp/Ada'\''s \home/run'"));
        assert!(script(Shell::Fish, home, "n").contains(r"__apprentice_run '/tmp/Ada\'s \\home/run'"));
    }

    #[test]
    fn no_placeholder_is_left() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            assert!(!script(shell, Path::new("/h"), "").contains("@RUN@"));
            assert!(!script(shell, Path::new("/h"), "").contains("@NONCE@"));
        }
    }
}
