use crate::disk::Obstacle;
use nix::sys::statvfs::{FsFlags, statvfs};
use std::path::Path;

pub fn obstacle(folder: &Path) -> Option<Obstacle> {
    #[cfg(target_os = "linux")]
    if let Ok(system) = nix::sys::statfs::statfs(folder) {
        use nix::sys::statfs::{PROC_SUPER_MAGIC, SYSFS_MAGIC};
        if [PROC_SUPER_MAGIC, SYSFS_MAGIC].contains(&system.filesystem_type()) {
            return Some(Obstacle::NotForFiles);
        }
    }
    let system = statvfs(folder).ok()?;
    if system.flags().contains(FsFlags::ST_RDONLY) {
        return Some(Obstacle::ReadOnly);
    }
    // Some network file systems report no sizes at all.
    (system.blocks() > 0 && system.blocks_available() == 0).then_some(Obstacle::Full)
}
