//! The first program within the walls.

use apprentice_platform::confinement::{confine, leave_network, refuse_calls};
use apprentice_platform::handover::give;
use apprentice_platform::processes::{limit_threads, replace};
use std::ffi::OsString;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The first word where this program asks for the walls itself. The number of places follows, and the places.
pub(super) const CONFINED: &str = "confined";
/// Before the path of a place that may be read.
pub(super) const READS: &str = "r";
/// Before the path of a place that may be read and written.
pub(super) const WRITES: &str = "w";

/// Opens listeners on the loopback of the run, passes them to the process outside, and executes the agent in this process, with its id, input,
/// output and environment. So no process of Apprentice runs inside the isolation, where the agent could end or change it.
///
/// `words`: the path of the socket, the ports with commas between them, the most threads that the system lets the run have, the program, its
/// arguments. Where the walls are those of Landlock, [`CONFINED`] and the places come first. It returns only when it failed, with what could not
/// be done.
pub fn enter(words: &[OsString]) -> io::Error {
    let (places, words) = match Places::of(words) {
        Ok(parts) => parts,
        Err(error) => return error,
    };
    if places.is_some()
        && let Err(error) = leave_network()
    {
        return io::Error::new(error.kind(), format!("a network of its own: {error}"));
    }
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
    let given =
        listeners.and_then(|listeners| give(Path::new(socket), &listeners).map_err(said("the network of the run".to_owned())));
    // Last: afterwards no socket of the file system is reached.
    let confined = given.and_then(|()| match &places {
        Some(places) => confine(&places.readable, &places.writable).map_err(said("Landlock".to_owned())),
        None => refuse_calls().map_err(said("the filter of system calls".to_owned())),
    });
    match confined {
        Ok(()) => said(program.display().to_string())(replace(Command::new(program).args(arguments))),
        Err(error) => error,
    }
}

/// What a confined run may read, and what it may write.
struct Places {
    readable: Vec<PathBuf>,
    writable: Vec<PathBuf>,
}

impl Places {
    /// The places at the beginning of the words, and the words after them. `None`: another program isolates the run.
    fn of(words: &[OsString]) -> Result<(Option<Self>, &[OsString]), io::Error> {
        let [first, count, rest @ ..] = words else { return Ok((None, words)) };
        if first != CONFINED {
            return Ok((None, words));
        }
        let wrong = || io::Error::new(io::ErrorKind::InvalidInput, "the places of the run cannot be read");
        let count: usize = count.to_str().and_then(|count| count.parse().ok()).ok_or_else(wrong)?;
        let (named, rest) = rest.split_at_checked(count).ok_or_else(wrong)?;
        let mut places = Self { readable: Vec::new(), writable: Vec::new() };
        for place in named {
            // A path that is no text cannot be named here, and is not shown.
            let Some(place) = place.to_str() else { continue };
            match (place.strip_prefix(READS), place.strip_prefix(WRITES)) {
                (Some(path), _) => places.readable.push(path.into()),
                (_, Some(path)) => places.writable.push(path.into()),
                _ => return Err(wrong()),
            }
        }
        Ok((Some(places), rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_come_first_and_half_of_them_start_nothing() {
        let words = |text: &str| text.split(' ').map(OsString::from).collect::<Vec<_>>();
        let whole = words("confined 2 r/usr w/run/work socket 1,2 9 agent --acp");
        let (places, rest) = Places::of(&whole).unwrap();
        let places = places.unwrap();
        assert_eq!((places.readable, places.writable), (vec!["/usr".into()], vec!["/run/work".into()]));
        assert_eq!(rest, &words("socket 1,2 9 agent --acp")[..]);
        let others = words("socket 1,2 9 agent");
        let (none, rest) = Places::of(&others).unwrap();
        assert!(none.is_none() && rest == &others[..]);
        for wrong in ["confined 3 r/usr w/run", "confined x r/usr", "confined 1 /usr socket", "confined -1 r/usr"] {
            assert!(Places::of(&words(wrong)).is_err(), "{wrong}");
        }
    }
}
