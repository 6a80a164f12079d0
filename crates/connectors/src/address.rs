//! Which addresses a server may have. A header with a secret is sent there, so the way must be encrypted or stay on this machine.

use apprentice_contracts::network::AddressScope;
use std::net::IpAddr;
use url::{Host, Url};

/// The address in its canonical form. `Err`: why it is not allowed, as the end of a sentence about it.
pub fn checked(address: &str) -> Result<Url, String> {
    let url =
        Url::parse(address.trim()).map_err(|error| format!("is no address ({error}); write it like https://example.com/mcp"))?;
    let scheme = url.scheme();
    let local = is_loopback(&url);
    if scheme != "https" && !(scheme == "http" && local) {
        return Err(match scheme {
            "http" => "begins with http://, which is allowed for this machine only; use https://".to_owned(),
            _ => format!("begins with {scheme}:, and a server is reached over https://"),
        });
    }
    let number = match url.host() {
        Some(Host::Ipv4(address)) => Some(IpAddr::V4(address)),
        Some(Host::Ipv6(address)) => Some(IpAddr::V6(address)),
        Some(Host::Domain(_)) => None,
        None => return Err("names no host".to_owned()),
    };
    if number.is_some_and(|address| AddressScope::of(address) == AddressScope::Never) {
        return Err("is an address at which no server may be reached (link-local, metadata of a cloud, or reserved)".to_owned());
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("contains a name or password; give it as a header instead".to_owned());
    }
    if url.fragment().is_some() {
        return Err("contains a fragment (#), which is never sent; leave it out".to_owned());
    }
    if let Some((name, _)) = url.query_pairs().find(|(name, _)| crate::findings::is_secret_name(name)) {
        return Err(format!("contains the secret “{name}”, and addresses are shown and logged; give it as a header instead"));
    }
    Ok(url)
}

/// Whether the address is this machine, by number or by the name `localhost`.
pub fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => is_loopback_name(name),
        None => false,
    }
}

/// Whether a name is this machine: those of RFC 6761 §6.3, which a browser takes for it too, with or without the dot at their end.
pub fn is_loopback_name(name: &str) -> bool {
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    name == "localhost" || name.ends_with(".localhost")
}

/// Whether a name means something in the network of the person alone (RFC 6762, 8375, 9476, and names without a dot).
pub fn is_private_name(name: &str) -> bool {
    let name = name.trim_end_matches('.');
    let ends = [".local", ".internal", ".intranet", ".lan", ".home", ".corp", ".private", ".home.arpa", ".localdomain"];
    !name.contains('.') || ends.iter().any(|end| name.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_encrypted_or_local_addresses_are_allowed() {
        for address in [
            "https://example.com/mcp",
            "https://10.0.0.3:8443/mcp",
            "http://127.0.0.1:3000/mcp",
            "http://localhost/x",
            "http://[::1]:9/",
        ] {
            assert!(checked(address).is_ok(), "{address}");
        }
        for (address, word) in [
            ("http://example.com/mcp", "https://"),
            ("http://localhost.example.com/mcp", "https://"),
            ("http://10.0.0.3/mcp", "https://"),
            ("javascript:alert(1)", "javascript:"),
            ("file:///etc/passwd", "file:"),
            ("ws://example.com", "ws:"),
            ("https://169.254.169.254/latest", "no server"),
            ("https://[::ffff:169.254.169.254]/latest", "no server"),
            ("https://[fd00:ec2::254]/latest", "no server"),
            ("https://0/mcp", "no server"),
            ("example.com/mcp", "no address"),
            ("https://ada:word@example.com/", "password"),
            ("https://example.com/mcp#part", "fragment"),
            ("https://example.com/mcp?api_key=abc", "api_key"),
        ] {
            let why = checked(address).unwrap_err();
            assert!(why.contains(word), "{address}: {why}");
        }
    }
}
