//! Packs a folder or a file of this machine into an archive.

use crate::refusal::{Refusal, RefusalCode, refuse};
use crate::source::package::{self, Limits, Package};
use std::fs::{self, File};
use std::io::{self, Cursor, Read, Write};
use std::path::Path;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const MAIN: &str = "SKILL.md";

/// The file name of the archive that [`pack`] makes.
pub fn packed_name(path: &Path) -> String {
    let name = called(path);
    match path.is_dir() {
        true => format!("{name}.zip"),
        false if name == MAIN => "skill.zip".to_owned(),
        false => name,
    }
}

/// Packs a folder within the limits of a skill (see [`package::read`]), the same folder always into the same archive. A `SKILL.md` alone
/// is a skill too; any other file is taken as it is.
pub fn pack(path: &Path, limits: &Limits) -> Result<Vec<u8>, Refusal> {
    let metadata = fs::metadata(path).map_err(|error| Refusal::unreadable(path, &error))?;
    if metadata.is_dir() {
        return zipped(&package::read(path, path, limits)?).map_err(|error| Refusal::unreadable(path, &error));
    }
    let name = called(path);
    if !metadata.is_file() {
        return refuse(RefusalCode::NotAFile, format!("{name} is neither a file nor a folder"));
    }
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(limits.archive + 1).read_to_end(&mut bytes));
    read.map_err(|error| Refusal::unreadable(path, &error))?;
    if bytes.len() as u64 > limits.archive {
        return refuse(RefusalCode::TooLarge, format!("{name} is larger than the allowed {} MB", limits.archive >> 20));
    }
    if name != MAIN {
        return Ok(bytes);
    }
    let mut package = Package::default();
    package.files.0.insert(name, bytes);
    zipped(&package).map_err(|error| Refusal::unreadable(path, &error))
}

fn called(path: &Path) -> String {
    path.file_name().map_or_else(|| "skill".to_owned(), |name| name.to_string_lossy().into_owned())
}

fn zipped(package: &Package) -> io::Result<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes) in &package.files.0 {
        let mode = if package.executable.contains(path) { 0o755 } else { 0o644 };
        let options = SimpleFileOptions::default().last_modified_time(zip::DateTime::default()).unix_permissions(mode);
        zip.start_file(path.as_str(), options)?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

#[cfg(test)]
#[allow(clippy::disallowed_types, reason = "tests set up conditions of one system")]
mod tests {
    use super::*;
    use crate::source::archive;

    const TEXT: &str = "---\nname: tea\ndescription: Tea.\n---\n";

    fn limits() -> Limits {
        Limits { total: 4096, archive: 4096, ..Limits::default() }
    }

    #[test]
    fn a_folder_becomes_an_archive_of_its_files_and_their_rights() {
        use std::os::unix::fs::PermissionsExt;
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("brew-tea");
        fs::create_dir_all(folder.join("scripts")).unwrap();
        fs::create_dir_all(folder.join(".git")).unwrap();
        for (path, text) in [("SKILL.md", TEXT), ("scripts/boil.sh", "boil"), (".git/config", "[core]")] {
            fs::write(folder.join(path), text).unwrap();
        }
        fs::set_permissions(folder.join("scripts/boil.sh"), fs::Permissions::from_mode(0o755)).unwrap();
        let packed = pack(&folder, &limits()).unwrap();
        assert_eq!(packed_name(&folder), "brew-tea.zip");
        let package = archive::open(&packed, &limits()).unwrap();
        assert_eq!(package.files.0.keys().collect::<Vec<_>>(), ["SKILL.md", "scripts/boil.sh"]);
        assert_eq!(package.files.0["SKILL.md"], TEXT.as_bytes());
        assert!(package.executable.contains("scripts/boil.sh") && package.executable.len() == 1);
        assert_eq!(pack(&folder, &limits()).unwrap(), packed, "the same folder gives the same archive");
    }

    #[test]
    fn a_file_is_sent_as_it_is_and_a_skill_md_alone_is_a_skill() {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("tea.zip"), b"PK").unwrap();
        fs::write(home.path().join("SKILL.md"), TEXT).unwrap();
        let (zip, alone) = (home.path().join("tea.zip"), home.path().join("SKILL.md"));
        assert_eq!((packed_name(&zip).as_str(), pack(&zip, &limits()).unwrap().as_slice()), ("tea.zip", b"PK".as_slice()));
        assert_eq!(packed_name(&alone), "skill.zip");
        assert!(archive::open(&pack(&alone, &limits()).unwrap(), &limits()).unwrap().files.0.contains_key("SKILL.md"));
    }

    #[test]
    fn too_much_and_what_leads_out_is_refused() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("tea");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("big.bin"), vec![0; 5000]).unwrap();
        assert_eq!(pack(&folder, &limits()).unwrap_err().code, RefusalCode::TooLarge);
        assert_eq!(pack(&folder.join("big.bin"), &limits()).unwrap_err().code, RefusalCode::TooLarge);
        fs::remove_file(folder.join("big.bin")).unwrap();
        std::os::unix::fs::symlink("/etc/hostname", folder.join("name")).unwrap();
        assert_eq!(pack(&folder, &limits()).unwrap_err().code, RefusalCode::LinkLeavesSource);
        assert_eq!(pack(&home.path().join("gone"), &limits()).unwrap_err().code, RefusalCode::Unreadable);
    }
}
