//! Where a user's files are, by the variables of the environment. Nothing here reads the environment: `variable` answers what
//! a variable is set to, `None` when it is unset or empty.

use crate::system::folders as system;
use std::path::{Path, PathBuf};

/// The home folder of the user: `HOME`, on Windows `USERPROFILE`.
pub fn user_home(variable: &dyn Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    system::user_home(variable)
}

/// Where programs keep data of the user: `XDG_DATA_HOME` or `~/.local/share`, on macOS `~/Library/Application Support`, on Windows
/// `APPDATA`.
pub fn user_data(variable: &dyn Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    system::user_data(variable)
}

/// The one spelling of an absolute path: without links, a separator at its end, or `..`. What does not exist yet stays as it is written.
pub fn real(path: &Path) -> PathBuf {
    let found = path.ancestors().find_map(|above| Some((above.canonicalize().ok()?, path.strip_prefix(above).ok()?)));
    let Some((mut real, rest)) = found else { return path.to_owned() };
    real.extend(rest.components());
    real
}

/// A folder for short-lived files that no disk ever sees. `None` where the system has none.
pub fn in_memory() -> Option<PathBuf> {
    system::in_memory()
}

#[cfg(test)]
#[cfg(all(target_os = "linux", not(apprentice_no_unix)))]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_one_spelling_whether_or_not_it_exists() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        let (home, link) = (base.join("home"), base.join("link"));
        std::os::unix::fs::symlink(&base, &link).unwrap();
        for _ in 0..2 {
            for spelled in [home.clone(), home.join(""), link.join("home"), link.join("home").join("")] {
                assert_eq!(real(&spelled).as_os_str(), home.as_os_str(), "{}", spelled.display());
            }
            std::fs::create_dir_all(&home).unwrap();
        }
        std::fs::remove_file(&link).unwrap();
        std::os::unix::fs::symlink(&home, &link).unwrap();
        assert_eq!(real(&link), home);
    }

    #[test]
    fn data_is_kept_where_the_xdg_specification_says() {
        for (home, data, expected) in [
            (Some("/u"), None, Some("/u/.local/share")),
            (Some("/u"), Some("/d"), Some("/d")),
            (Some("/u"), Some("relative"), Some("/u/.local/share")),
            (None, Some("/d"), Some("/d")),
            (None, None, None),
        ] {
            let variable = |name: &str| match name {
                "HOME" => home.map(PathBuf::from),
                "XDG_DATA_HOME" => data.map(PathBuf::from),
                _ => None,
            };
            assert_eq!(user_data(&variable), expected.map(PathBuf::from), "{home:?} {data:?}");
            assert_eq!(user_home(&variable), home.map(PathBuf::from));
        }
    }
}
