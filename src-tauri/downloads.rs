//! Saves files of the page. The web view cannot: it has no downloads.

use std::fs::{File, OpenOptions, remove_file};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Files of one name in a folder, numbered.
const MAX_COPIES: u32 = 1000;

/// What the page may save, by the ending of its name.
const ENDINGS: [&str; 6] = ["csv", "json", "jsonl", "md", "txt", "yaml"];

/// Writes `text` into `folder` as `name`, or as `name (2)` if that exists; never overwrites a file. Answers the path.
///
/// # Errors
/// `InvalidInput` if `name` is hidden, leads out of `folder` or has none of [`ENDINGS`]; those of the file system, after which no file is left.
pub fn save_new(folder: &Path, name: &str, text: &str) -> io::Result<PathBuf> {
    let (path, mut file) = create_new(folder, name)?;
    match file.write_all(text.as_bytes()).and_then(|()| file.sync_all()) {
        Ok(()) => Ok(path),
        Err(error) => {
            // Somebody could take half a file for a whole one.
            let _ = remove_file(&path);
            Err(error)
        }
    }
}

fn create_new(folder: &Path, name: &str) -> io::Result<(PathBuf, File)> {
    let plain = Path::new(name);
    // A program could read a hidden file when it starts.
    if plain.file_name().is_none_or(|last| last != name) || name.starts_with('.') {
        return Err(io::Error::new(ErrorKind::InvalidInput, format!("“{name}” is not the name of a file")));
    }
    // The desktop runs some files when they are opened (`.desktop`, `.sh`, `.exe`). What the window exports is text.
    let ending = plain.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
    if !ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str())) || name.chars().any(char::is_control) {
        let text = format!("“{name}” cannot be saved; the name has to end in .{}", ENDINGS.join(", ."));
        return Err(io::Error::new(ErrorKind::InvalidInput, text));
    }
    let (stem, ending) = name.rsplit_once('.').map_or((name, String::new()), |(stem, ending)| (stem, format!(".{ending}")));
    for number in 1..=MAX_COPIES {
        let path = if number == 1 { folder.join(name) } else { folder.join(format!("{stem} ({number}){ending}")) };
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::new(ErrorKind::AlreadyExists, format!("there are {MAX_COPIES} files named {name} in {}", folder.display())))
}

#[cfg(test)]
mod tests {
    use super::save_new;
    use std::fs::read_to_string;

    #[test]
    fn a_name_that_exists_gets_a_number() {
        let folder = tempfile::tempdir().unwrap();
        let first = save_new(folder.path(), "list.json", "1").unwrap();
        let second = save_new(folder.path(), "list.json", "2").unwrap();
        assert_eq!(second.file_name().unwrap(), "list (2).json");
        assert_eq!((read_to_string(first).unwrap().as_str(), read_to_string(second).unwrap().as_str()), ("1", "2"));
    }

    #[test]
    fn a_name_that_leads_elsewhere_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["../list.json", "/tmp/list.json", "a/b.json", "a/", "..", ".", ".profile", ""] {
            assert!(save_new(folder.path(), name, "1").is_err(), "{name}");
        }
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
    }

    #[test]
    fn what_the_desktop_could_run_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        for name in [
            "a.desktop",
            "a.sh",
            "a.SH",
            "a.exe",
            "a.json.desktop",
            "a.html",
            "a.svg",
            "a.bat",
            "a.py",
            "a",
            "a.",
            "json",
            "a.json\n.sh",
            "a.\u{202e}nosj",
            "a.json ",
            "a.AppImage",
            "a.url",
            "a.js",
            "a.jar",
            "a.lnk",
            "a.command",
            "a.service",
        ] {
            assert!(save_new(folder.path(), name, "1").is_err(), "{name:?}");
        }
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
        for name in ["a.csv", "receipts.JSON", "a b.txt", "é.md"] {
            save_new(folder.path(), name, "1").unwrap();
        }
    }

    #[test]
    fn a_missing_folder_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        assert!(save_new(&folder.path().join("gone"), "list.json", "1").is_err());
    }
}
