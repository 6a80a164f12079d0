use std::path::PathBuf;

pub fn user_home(variable: &dyn Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    variable("USERPROFILE")
}

pub fn user_data(variable: &dyn Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    variable("APPDATA")
}

pub fn in_memory() -> Option<PathBuf> {
    None
}
