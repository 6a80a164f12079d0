//! The first program within the walls.

use apprentice_platform::handover::give;
use apprentice_platform::processes::{limit_threads, replace};
use std::ffi::OsString;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::Command;

/// Opens listeners on the loopback of the run, hands them out of the walls, and becomes the agent, with the number, input, output and environment
/// of this process. So nothing of Apprentice runs within the walls beside the agent, and nothing there could be ended or changed by it.
///
/// `words`: the path of the socket, the ports with commas between them, the most threads that the system lets the run have, the program, its
/// arguments. It returns only when it failed, with what could not be done.
pub fn enter(words: &[OsString]) -> io::Error {
    let [socket, ports, threads, program, arguments @ ..] = words else {
        return io::Error::new(io::ErrorKind::InvalidInput, "no program is named");
    };
    let said = |what: String| move |error: io::Error| io::Error::new(error.kind(), format!("{what}: {error}"));
    let open = |port: &str| {
        let said = said(format!("port {port} of the run"));
        let port = port.parse().map_err(|_| io::Error::from(io::ErrorKind::InvalidInput));
        port.and_then(|port: u16| TcpListener::bind((Ipv4Addr::LOCALHOST, port))).map_err(said)
    };
    let listeners = ports.to_string_lossy().split(',').map(open).collect::<io::Result<Vec<TcpListener>>>();
    let threads = threads.to_str().and_then(|threads| threads.parse().ok());
    let limited = threads.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput)).and_then(limit_threads);
    if let Err(error) = limited {
        return said("the limit of threads".to_owned())(error);
    }
    match listeners.and_then(|listeners| give(Path::new(socket), &listeners).map_err(said("the network of the run".to_owned()))) {
        Ok(()) => said(program.display().to_string())(replace(Command::new(program).args(arguments))),
        Err(error) => error,
    }
}
