//! Stands in for `apprentice enter-run` in the tests of this crate, which cannot start the program of a higher one.

fn main() {
    let words: Vec<std::ffi::OsString> = std::env::args_os().skip(2).collect();
    eprintln!("apprentice: {}", apprentice_agents::egress::enter(&words));
    std::process::exit(125);
}
