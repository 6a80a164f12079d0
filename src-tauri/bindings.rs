//! The one list of the shell's commands. From it come the handler of the window and `ui/src/backend/shell.gen.ts`, the commands and their
//! types for the page. The events of the shell are the type of the channel of `listen`.

use crate::streams::{STREAM_END, STREAM_FAILED};
use crate::uploads::UPLOAD_HEADER;
use crate::{commands, desktop, drag_drop, uploads};
use tauri::Wry;
use tauri_specta::{Builder, ErrorHandlingMode, collect_commands};

/// Every command, and the names that a type cannot carry.
pub fn builder() -> Builder<Wry> {
    Builder::new()
        .commands(collect_commands![
            commands::request,
            commands::subscribe,
            commands::unsubscribe,
            commands::save,
            uploads::begin_upload,
            uploads::upload_piece,
            uploads::upload_file,
            uploads::end_upload,
            uploads::cancel_upload,
            drag_drop::choose_folder,
            desktop::desktop,
            desktop::set_autostart,
            desktop::open_folder,
            desktop::choose_file,
            desktop::listen,
            desktop::close_window,
        ])
        .constant("STREAM_END", STREAM_END)
        .constant("STREAM_FAILED", STREAM_FAILED)
        .constant("UPLOAD_HEADER", UPLOAD_HEADER)
        .constant("UPLOAD_PIECE", "upload_piece")
        // A failed command rejects, as `invoke` does.
        .error_handling(ErrorHandlingMode::Throw)
        .disable_serde_phases()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use specta_typescript::Typescript;
    use std::path::Path;
    use std::{env, fs};

    const HEADER: &str = "// Generated from src-tauri by `make bindings`.\n";

    fn root() -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR"))
    }

    fn exported() -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("shell.gen.ts");
        builder().export(Typescript::default().header(HEADER), &path).unwrap();
        fs::read_to_string(path).unwrap()
    }

    /// The names by which the exported commands are called.
    fn commands() -> Vec<String> {
        let text = exported();
        // `__TAURI_INVOKE<Type>("name", …)`
        let calls = text.split("__TAURI_INVOKE<").skip(1);
        let name = |call: &str| Some(call.split_once("(\"")?.1.split_once('"')?.0.to_owned());
        let mut names: Vec<String> = calls.filter_map(name).collect();
        names.sort_unstable();
        names
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "`make bindings` asks by a variable")]
    fn bindings_shell_is_fresh() {
        let path = root().join("ui/src/backend/shell.gen.ts");
        let fresh = exported();
        if env::var("UPDATE_BINDINGS").is_ok() {
            fs::write(&path, &fresh).unwrap();
        }
        let committed = fs::read_to_string(&path).unwrap_or_default();
        assert!(committed == fresh, "ui/src/backend/shell.gen.ts is stale: run `make bindings` and commit what changes");
    }

    /// Tauri reads the commands that it may allow in `build.rs`, and those that the window may call from its capability.
    #[test]
    fn the_window_may_call_every_command_and_no_other() {
        let mut declared = include!("commands.in").map(str::to_owned).to_vec();
        declared.sort_unstable();
        assert_eq!(declared, commands(), "src-tauri/commands.in and the list in bindings.rs differ");
        let capability = fs::read_to_string(root().join("src-tauri/capabilities/main.json")).unwrap();
        let capability: Value = serde_json::from_str(&capability).unwrap();
        let permissions = capability["permissions"].as_array().unwrap().iter().filter_map(Value::as_str);
        let mut allowed: Vec<String> = permissions
            .filter_map(|permission| permission.strip_prefix("allow-"))
            .map(|command| command.replace('-', "_"))
            .collect();
        allowed.sort_unstable();
        assert_eq!(allowed, declared, "src-tauri/capabilities/main.json allows other commands");
    }

    #[test]
    fn a_command_without_arguments_is_called_by_its_constant() {
        let text = exported();
        assert!(text.contains("UPLOAD_PIECE = \"upload_piece\""), "{text}");
        assert!(commands().iter().any(|name| name == "upload_piece"));
    }
}
