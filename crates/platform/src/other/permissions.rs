use super::unsupported;
use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

const PROGRAMS: [&str; 4] = ["exe", "com", "bat", "cmd"];

pub fn mode(_metadata: &Metadata) -> Option<u32> {
    None
}

pub fn is_executable(_metadata: &Metadata) -> bool {
    false
}

pub fn is_program(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    PROGRAMS.iter().any(|known| extension.eq_ignore_ascii_case(known)) && path.is_file()
}

pub fn make_executable(_path: &Path) -> io::Result<()> {
    Ok(())
}

pub fn make_opened_executable(_file: &File) -> io::Result<()> {
    Ok(())
}

pub fn make_readable_by_all(_file: &File) -> io::Result<()> {
    Ok(())
}

pub fn create_private_folder(_folder: &Path) -> io::Result<()> {
    unsupported("private folders")
}

pub fn create_private_folders(_folder: &Path) -> io::Result<()> {
    unsupported("private folders")
}

pub fn make_private(_folder: &Path) -> io::Result<()> {
    unsupported("private folders")
}

pub fn open_private(_options: &mut OpenOptions, _path: &Path) -> io::Result<File> {
    unsupported("private files")
}

pub fn check_can_create_in(_folder: &Path) -> io::Result<()> {
    unsupported("checks of write access without a write")
}
