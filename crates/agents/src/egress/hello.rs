//! The beginning of a tunnel: which host a TLS client names before anything is encrypted (RFC 8446 §4.1.2, RFC 6066 §3). Many sites share the
//! addresses of one network (CDN), which chooses the site by this name.

use tokio::io::{AsyncRead, AsyncReadExt};

/// Bytes that are read for it at most.
const MOST: usize = 16 * 1024;
/// The kind of a record that holds handshake messages, and the kind of the message.
const HANDSHAKE: u8 = 22;
const CLIENT_HELLO: u8 = 1;
/// Extensions: the name of the server, and an encrypted hello, which holds another one.
const SERVER_NAME: u16 = 0;
const ENCRYPTED_HELLO: u16 = 0xfe0d;
/// The kind of a name that is one of a host.
const HOST_NAME: u8 = 0;

/// What a client sent first, and the host that it names there, in lower case.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Hello {
    pub bytes: Vec<u8>,
    pub host: String,
}

/// Reads the first message of a TLS client.
///
/// # Errors
/// Why it names no host, as the end of a sentence about the tunnel.
pub(super) async fn read(stream: &mut (impl AsyncRead + Unpin)) -> Result<Hello, &'static str> {
    let mut bytes = Vec::new();
    loop {
        match host(&bytes) {
            Ok(Some(host)) => return Ok(Hello { bytes, host }),
            Ok(None) if bytes.len() < MOST => {}
            Ok(None) => return Err("whose first message is too long"),
            Err(why) => return Err(why),
        }
        let mut room = [0; 2048];
        let most = room.len().min(MOST - bytes.len());
        match stream.read(&mut room[..most]).await {
            Ok(count @ 1..) => bytes.extend_from_slice(&room[..count]),
            Ok(0) | Err(_) => return Err("which ended before it named a host"),
        }
    }
}

/// The host in the beginning of what a client sends. `None`: more is needed.
fn host(mut bytes: &[u8]) -> Result<Option<String>, &'static str> {
    const NOT_TLS: &str = "in which no TLS is spoken";
    let mut message = Vec::new();
    // A message may be in parts.
    while let Some((&kind, rest)) = bytes.split_first() {
        if kind != HANDSHAKE || rest.first().is_some_and(|version| *version != 3) {
            return Err(NOT_TLS);
        }
        let Some((record, rest)) = rest.get(2..).and_then(|rest| Some((long(rest)?, rest))) else { return Ok(None) };
        if record.is_empty() {
            return Err(NOT_TLS);
        }
        message.extend_from_slice(record);
        bytes = &rest[2 + record.len()..];
        if let Some(hello) = whole(&message)? {
            return of_hello(hello).ok_or("whose first message names no host, or several, or hides it")?.map(Some);
        }
    }
    Ok(None)
}

/// The content of the client's hello, once it is there.
fn whole(message: &[u8]) -> Result<Option<&[u8]>, &'static str> {
    let [kind, high, middle, low, content @ ..] = message else { return Ok(None) };
    if *kind != CLIENT_HELLO {
        return Err("which does not begin with the message of a client");
    }
    let length = usize::from(*high) << 16 | usize::from(*middle) << 8 | usize::from(*low);
    if length > MOST {
        return Err("whose first message is too long");
    }
    Ok(content.get(..length))
}

/// The host of a hello. `None`: it is malformed. An error: there is none, or another one may be meant.
fn of_hello(hello: &[u8]) -> Option<Result<String, &'static str>> {
    // Version and random bytes; the session, the ciphers, the compressions.
    let rest = hello.get(34..)?;
    let rest = rest.get(1 + usize::from(*rest.first()?)..)?;
    let rest = rest.get(2 + long(rest)?.len()..)?;
    let rest = rest.get(1 + usize::from(*rest.first()?)..)?;
    let mut extensions = long(rest)?;
    let mut named = None;
    while !extensions.is_empty() {
        let kind = u16::from_be_bytes([*extensions.first()?, *extensions.get(1)?]);
        let content = long(&extensions[2..])?;
        extensions = &extensions[4 + content.len()..];
        match kind {
            ENCRYPTED_HELLO => return Some(Err("whose first message is encrypted, so that it can mean another host")),
            SERVER_NAME if named.is_some() => return None,
            SERVER_NAME => named = Some(only_name(long(content)?)?),
            _ => {}
        }
    }
    Some(named.ok_or("whose first message names no host"))
}

/// The name of a list that has one.
fn only_name(list: &[u8]) -> Option<String> {
    let (&kind, rest) = list.split_first()?;
    let name = long(rest)?;
    let is_all = kind == HOST_NAME && rest.len() == 2 + name.len() && !name.is_empty();
    is_all.then(|| std::str::from_utf8(name).ok().map(str::to_ascii_lowercase))?
}

/// What follows a length of two bytes, if all of it is there.
fn long(bytes: &[u8]) -> Option<&[u8]> {
    let length = u16::from_be_bytes([*bytes.first()?, *bytes.get(1)?]);
    bytes.get(2..2 + usize::from(length))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    fn prefixed(content: &[u8]) -> Vec<u8> {
        [&u16::try_from(content.len()).unwrap().to_be_bytes()[..], content].concat()
    }

    fn extension(kind: u16, content: &[u8]) -> Vec<u8> {
        [&kind.to_be_bytes()[..], &prefixed(content)].concat()
    }

    fn server_name(host: &str) -> Vec<u8> {
        extension(SERVER_NAME, &prefixed(&[&[HOST_NAME][..], &prefixed(host.as_bytes())].concat()))
    }

    fn message(extensions: &[Vec<u8>]) -> Vec<u8> {
        let mut hello = vec![3, 3];
        hello.extend([7; 32]);
        hello.extend([2, 1, 1]);
        hello.extend(prefixed(&[0x13, 0x01]));
        hello.extend([1, 0]);
        hello.extend(prefixed(&extensions.concat()));
        let length = u32::try_from(hello.len()).unwrap().to_be_bytes();
        [&[CLIENT_HELLO][..], &length[1..], &hello].concat()
    }

    fn records(message: &[u8], size: usize) -> Vec<u8> {
        message.chunks(size).flat_map(|part| [&[HANDSHAKE, 3, 1][..], &prefixed(part)].concat()).collect()
    }

    /// A hello that names this host.
    pub fn hello(named: &str) -> Vec<u8> {
        records(&message(&[extension(43, &[2, 3, 4]), server_name(named)]), 16_000)
    }

    #[test]
    fn the_host_of_a_hello_is_found_wherever_it_is_cut() {
        let whole = hello("Shop.Example.org");
        assert_eq!(host(&whole), Ok(Some("shop.example.org".to_owned())));
        for end in 0..whole.len() {
            assert_eq!(host(&whole[..end]), Ok(None), "{end} bytes");
        }
        let in_parts = records(&message(&[server_name("shop.example.org")]), 5);
        assert_eq!(host(&in_parts), Ok(Some("shop.example.org".to_owned())));
        // What follows is not looked at.
        assert_eq!(host(&[&whole[..], b"more"].concat()), Ok(Some("shop.example.org".to_owned())));
    }

    #[test]
    fn a_beginning_that_names_no_host_for_sure_is_refused() {
        let of = |extensions: &[Vec<u8>]| host(&records(&message(extensions), 16_000));
        let two = [&[HOST_NAME][..], &prefixed(b"a.example"), &[HOST_NAME], &prefixed(b"b.example")].concat();
        for (refused, words) in [
            (of(&[]), "names no host"),
            (of(&[server_name("a.example"), server_name("b.example")]), "several"),
            (of(&[extension(SERVER_NAME, &prefixed(&two))]), "several"),
            (of(&[server_name("a.example"), extension(ENCRYPTED_HELLO, &[0; 40])]), "encrypted"),
            (host(b"GET / HTTP/1.1\r\n"), "no TLS"),
            (host(b"SSH-2.0-x\r\n"), "no TLS"),
            (host(&[HANDSHAKE, 3, 1, 0, 0]), "no TLS"),
            (host(&[HANDSHAKE, 3, 1, 0, 4, 2, 0, 0, 0]), "the message of a client"),
            (host(&[HANDSHAKE, 3, 1, 0, 4, CLIENT_HELLO, 255, 255, 255]), "too long"),
            (host(&records(&[CLIENT_HELLO, 0, 0, 3, 3, 3, 7], 100)), "names no host"),
        ] {
            assert!(matches!(&refused, Err(why) if why.contains(words)), "{words}: {refused:?}");
        }
    }

    #[tokio::test]
    async fn no_more_is_read_than_a_hello_takes() {
        let long = [&[HANDSHAKE, 3, 1, 0xff, 0xff][..], &[0; 40_000]].concat();
        let mut stream = &long[..];
        assert_eq!(read(&mut stream).await, Err("whose first message is too long"));
        assert_eq!(long.len() - stream.len(), MOST);
        let bytes = hello("a.example");
        assert_eq!(read(&mut &bytes[..]).await.unwrap(), Hello { bytes: bytes.clone(), host: "a.example".to_owned() });
        assert_eq!(read(&mut &bytes[..20]).await, Err("which ended before it named a host"));
    }
}
