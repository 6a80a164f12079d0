fn main() {
    // tauri-build watches the default folder only; ours is elsewhere.
    println!("cargo:rerun-if-changed=src-tauri/capabilities");
    let attributes = tauri_build::Attributes::new().capabilities_path_pattern("src-tauri/capabilities/*.json").app_manifest(
        tauri_build::AppManifest::new().commands(&[
            "request",
            "subscribe",
            "unsubscribe",
            "save",
            "begin_upload",
            "upload_piece",
            "end_upload",
            "cancel_upload",
            "choose_folder",
            "upload_offered",
            "desktop",
            "set_autostart",
            "open_folder",
            "choose_file",
            "listen",
            "close_window",
        ]),
    );
    tauri_build::try_build(attributes).expect("tauri.conf.json and capabilities are valid");
}
