fn main() {
    // tauri-build watches the default folder only; ours is elsewhere.
    println!("cargo:rerun-if-changed=src-tauri/capabilities");
    println!("cargo:rerun-if-changed=src-tauri/commands.in");
    let attributes = tauri_build::Attributes::new()
        .capabilities_path_pattern("src-tauri/capabilities/*.json")
        .app_manifest(tauri_build::AppManifest::new().commands(&include!("commands.in")));
    tauri_build::try_build(attributes).expect("tauri.conf.json and capabilities are valid");
}
