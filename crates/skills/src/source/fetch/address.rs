//! Which network addresses belong to this machine or its local network.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Loopback, private, link-local, and everything else that is not the public internet, including the metadata service of cloud
/// machines (169.254.169.254).
pub(super) fn is_private(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => v4(address),
        IpAddr::V6(address) => v6(address),
    }
}

fn v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_broadcast()
        || address.is_documentation()
        || address.is_multicast()
        || a == 0
        || a >= 240
        || (a == 100 && (64..128).contains(&b))
        || (a == 198 && (18..20).contains(&b))
        || (a == 192 && b == 0 && c == 0)
}

fn v6(address: Ipv6Addr) -> bool {
    let parts = address.segments();
    if let Some(inner) = address.to_ipv4_mapped() {
        return v4(inner);
    }
    // 6to4, NAT64 and the old compatible form carry an address of the other kind.
    let low = |at: usize| {
        let ([a, b], [c, d]) = (parts[at].to_be_bytes(), parts[at + 1].to_be_bytes());
        Ipv4Addr::new(a, b, c, d)
    };
    let embedded = match parts {
        [0x2002, ..] => Some(low(1)),
        [0x64, 0xff9b, 0, 0, 0, 0, ..] | [0, 0, 0, 0, 0, 0, ..] => Some(low(6)),
        _ => None,
    };
    address.is_loopback()
        || address.is_unspecified()
        || address.is_multicast()
        || (parts[0] & 0xfe00) == 0xfc00
        || (parts[0] & 0xffc0) == 0xfe80
        || (parts[0] == 0x2001 && parts[1] == 0xdb8)
        || embedded.is_some_and(v4)
}

#[cfg(test)]
mod tests {
    use super::is_private;

    #[test]
    fn public_and_private_addresses() {
        for (address, private) in [
            ("1.1.1.1", false),
            ("140.82.112.3", false),
            ("2606:4700::1111", false),
            ("127.0.0.1", true),
            ("10.1.2.3", true),
            ("172.16.0.1", true),
            ("172.32.0.1", false),
            ("192.168.1.1", true),
            ("169.254.169.254", true),
            ("100.64.0.1", true),
            ("0.0.0.0", true),
            ("255.255.255.255", true),
            ("::1", true),
            ("::", true),
            ("fe80::1", true),
            ("fd00::1", true),
            ("::ffff:127.0.0.1", true),
            ("::ffff:1.1.1.1", false),
            ("64:ff9b::7f00:1", true),
            ("2002:7f00:1::", true),
        ] {
            assert_eq!(is_private(address.parse().unwrap()), private, "{address}");
        }
    }
}
