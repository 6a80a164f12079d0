//! The bundles of connectors on disk: each in a folder that is named after the SHA-256 of its file, so that another bundle is another command,
//! which has to be trusted again.

use super::Connectors;
use crate::Answer;
use crate::core::blocking::blocking;
use crate::core::home;
use crate::core::request::invalid;
use apprentice_connectors::registration::bundle;
use apprentice_contracts::connector::McpCommand;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_skills::install::put::replace_folder;
use apprentice_skills::source::package;
use apprentice_store::mcp_servers;
use std::path::Path;

impl Connectors {
    /// Unpacks a bundle. No-op when its folder holds just its files.
    pub(super) async fn unpack_bundle(&self, bytes: Vec<u8>) -> Answer<()> {
        let bundles = home::bundles(&self.core.options.home);
        blocking("unpacking a bundle", move || unpack(&bundles, &bytes)).await?
    }

    /// Deletes the bundles that no connector uses. The caller holds the gate.
    pub(super) async fn sweep_bundles(&self) {
        let bundles = home::bundles(&self.core.options.home);
        let swept = match self.core.store.read(|db| mcp_servers::all(db)).await {
            Ok(all) => {
                let commands: Vec<McpCommand> = all.into_iter().filter_map(|record| record.entry.command).collect();
                blocking("deleting bundles", move || sweep(&bundles, &commands)).await.map_err(|failure| failure.message)
            }
            Err(error) => Err(crate::stored(error).message),
        };
        match swept {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "a bundle that no connector uses stays on disk"),
            Err(error) => tracing::warn!(error, "bundles that no connector uses could not be looked for"),
        }
    }
}

fn unpack(bundles: &Path, bytes: &[u8]) -> Answer<()> {
    let folder = bundles.join(bundle::folder_name(bytes));
    let files = bundle::unpack(bytes).map_err(|why| invalid("file.path", &why))?;
    if package::read(&folder, &folder, &bundle::LIMITS).is_ok_and(|there| there == files) {
        return Ok(());
    }
    replace_folder(&folder, &files.files, &files.executable).map_err(|error| {
        let message = format!("The bundle cannot be unpacked to {}: {error}", folder.display());
        Failure::new(ErrorCode::TargetNotWritable, message)
    })
}

fn sweep(bundles: &Path, commands: &[McpCommand]) -> std::io::Result<()> {
    let entries = match std::fs::read_dir(bundles) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let names = |text: &String| text.contains(&name);
        let is_used = |command: &McpCommand| {
            names(&command.program) || command.arguments.iter().any(names) || command.folder.as_ref().is_some_and(names)
        };
        if !commands.iter().any(is_used) {
            std::fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}
