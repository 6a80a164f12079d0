use std::path::PathBuf;

pub fn user_home(variable: &dyn Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    variable("HOME")
}

pub fn user_data(variable: &dyn Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    if cfg!(target_os = "macos") {
        return user_home(variable).map(|home| home.join("Library/Application Support"));
    }
    // The XDG specification: a relative path is to be ignored.
    let named = variable("XDG_DATA_HOME").filter(|path| path.is_absolute());
    named.or_else(|| user_home(variable).map(|home| home.join(".local/share")))
}

pub fn in_memory() -> Option<PathBuf> {
    Some(PathBuf::from("/dev/shm"))
}
