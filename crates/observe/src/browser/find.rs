//! Finds the browser to start.

use super::BrowserOptions;
use apprentice_platform::permissions::is_program;
use std::path::{Path, PathBuf};

/// Program names and product names, in order of preference.
const KNOWN: [(&str, &str); 10] = [
    ("chromium", "Chromium"),
    ("chromium-browser", "Chromium"),
    ("google-chrome-stable", "Google Chrome"),
    ("google-chrome", "Google Chrome"),
    ("chrome", "Google Chrome"),
    ("microsoft-edge-stable", "Microsoft Edge"),
    ("microsoft-edge", "Microsoft Edge"),
    ("brave-browser", "Brave"),
    ("brave", "Brave"),
    ("vivaldi-stable", "Vivaldi"),
];

/// Programs of macOS that are not on the search path.
const BUNDLES: [(&str, &str); 4] = [
    ("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "Google Chrome"),
    ("/Applications/Chromium.app/Contents/MacOS/Chromium", "Chromium"),
    ("/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge", "Microsoft Edge"),
    ("/Applications/Brave Browser.app/Contents/MacOS/Brave Browser", "Brave"),
];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub program: PathBuf,
    pub name: String,
}

/// The browser to start, or a sentence that says what to install.
pub fn find(options: &BrowserOptions) -> Result<Found, String> {
    if let Some(program) = &options.program {
        return if is_program(program) {
            Ok(Found { program: program.clone(), name: name_of(program) })
        } else {
            Err(format!("The chosen browser {} is not a program that can be started.", program.display()))
        };
    }
    let on_path = KNOWN.iter().flat_map(|(file, name)| options.search_path.iter().map(move |folder| (folder.join(file), *name)));
    let bundled = BUNDLES.iter().map(|(path, name)| (PathBuf::from(path), *name)).filter(|_| cfg!(target_os = "macos"));
    on_path
        .chain(bundled)
        .find(|(program, _)| is_program(program))
        .map(|(program, name)| Found { program, name: name.into() })
        .ok_or_else(|| {
            "No Chromium, Chrome or Edge was found. Install one (Debian and Ubuntu: sudo apt install chromium) or set APPRENTICE_BROWSER."
                .into()
        })
}

fn name_of(program: &Path) -> String {
    let file = program.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    KNOWN.iter().find(|(known, _)| *known == file).map_or(file, |(_, name)| (*name).into())
}

#[cfg(test)]
#[allow(clippy::disallowed_types, reason = "tests set up conditions of one system")]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn the_preferred_runnable_program_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let options = BrowserOptions { search_path: vec![folder.path().into()], ..BrowserOptions::default() };
        assert!(find(&options).unwrap_err().contains("apt install chromium"), "missing says what to install");
        for (file, mode) in [("microsoft-edge", 0o755), ("chromium", 0o644)] {
            std::fs::write(folder.path().join(file), "").unwrap();
            std::fs::set_permissions(folder.path().join(file), std::fs::Permissions::from_mode(mode)).unwrap();
        }
        assert_eq!(find(&options).unwrap().name, "Microsoft Edge", "a file that cannot run is passed over");
        std::fs::set_permissions(folder.path().join("chromium"), std::fs::Permissions::from_mode(0o755)).unwrap();
        assert_eq!(find(&options).unwrap().program, folder.path().join("chromium"));
    }

    #[test]
    fn a_chosen_program_is_not_replaced_by_another() {
        let options = BrowserOptions {
            program: Some("/nowhere/browser".into()),
            search_path: vec!["/usr/bin".into()],
            ..BrowserOptions::default()
        };
        assert!(find(&options).unwrap_err().contains("/nowhere/browser"));
    }
}
