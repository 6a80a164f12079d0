//! Which network an address belongs to: the one rule against SSRF, for everything that must not be sent into the network of the person: downloads of
//! skills, the sign-in to connectors, and the network of runs of agents.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The network that an address belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressScope {
    /// The public internet.
    Public,
    /// A private network, or that of a provider (RFC 1918, 6598, 4193).
    Private,
    /// This machine.
    Loopback,
    /// No server lies there that a program of a person should reach: link-local addresses (RFC 3927), the metadata of clouds wherever they are,
    /// multicast, documentation, reserved, and IPv6 outside of what is given out for unicast (2000::/3).
    Never,
}

impl AddressScope {
    /// The network of an address. IPv4 within IPv6 is classified by the address that it carries.
    pub fn of(address: IpAddr) -> Self {
        match address {
            IpAddr::V4(address) => scope_v4(address),
            IpAddr::V6(address) => scope_v6(address),
        }
    }
}

fn scope_v4(address: Ipv4Addr) -> AddressScope {
    let [a, b, c, d] = address.octets();
    // The metadata of Alibaba lie in the network of providers, those of Azure in a public one.
    if [[100, 100, 100, 200], [168, 63, 129, 16]].contains(&[a, b, c, d]) {
        return AddressScope::Never;
    }
    match (a, b, c) {
        (127, ..) => AddressScope::Loopback,
        // Private networks, those of providers (RFC 6598), and link-local ones with the metadata of clouds (RFC 3927).
        (10, ..) | (172, 16..=31, _) | (192, 168, _) | (100, 64..=127, _) => AddressScope::Private,
        (0, ..)
        | (169, 254, _)
        | (192, 0, 0)
        | (192, 0, 2)
        | (192, 88, 99)
        | (198, 18..=19, _)
        | (198, 51, 100)
        | (203, 0, 113) => AddressScope::Never,
        (224.., ..) => AddressScope::Never,
        _ => AddressScope::Public,
    }
}

fn scope_v6(address: Ipv6Addr) -> AddressScope {
    let parts = address.segments();
    let embedded = |high: u16, low: u16| scope_v4(Ipv4Addr::from((u32::from(high) << 16) | u32::from(low)));
    match parts {
        [0, 0, 0, 0, 0, 0, 0, 1] => AddressScope::Loopback,
        [0, 0, 0, 0, 0, 0, 0, 0] => AddressScope::Never,
        // IPv4 in IPv6: mapped, compatible, translated (RFC 2765), NAT64 (RFC 6052), 6to4 (RFC 3056).
        [0, 0, 0, 0, 0, 0xffff | 0, high, low] | [0, 0, 0, 0, 0xffff, 0, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            embedded(high, low)
        }
        [0x2002, high, low, ..] => embedded(high, low),
        // The metadata of clouds: Amazon, Google, Scaleway.
        [0xfd00, 0xec2 | 0x42, ..] | [0xfd20, 0xce, ..] => AddressScope::Never,
        // Private, and site-local.
        [0xfc00..=0xfdff, ..] | [0xfec0..=0xfeff, ..] => AddressScope::Private,
        // Teredo and other protocols, documentation.
        [0x2001, 0..=0x1ff, ..] | [0x2001, 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => AddressScope::Never,
        // ISATAP (RFC 5214) carries IPv4 below any prefix.
        [0x2000..=0x3fff, _, _, _, 0 | 0x200, 0x5efe, high, low] => embedded(high, low),
        [0x2000..=0x3fff, ..] => AddressScope::Public,
        // Link-local, multicast, NAT64 of a network, discarded, and what nobody was given.
        _ => AddressScope::Never,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_private_networks_are_known_in_every_disguise() {
        for (address, expected) in [
            ("93.184.216.34", AddressScope::Public),
            ("140.82.112.3", AddressScope::Public),
            ("2606:4700::1111", AddressScope::Public),
            ("::ffff:1.1.1.1", AddressScope::Public),
            ("127.0.0.1", AddressScope::Loopback),
            ("127.8.9.1", AddressScope::Loopback),
            ("::1", AddressScope::Loopback),
            ("::ffff:127.0.0.1", AddressScope::Loopback),
            ("::7f00:1", AddressScope::Loopback),
            ("10.1.2.3", AddressScope::Private),
            ("172.31.0.1", AddressScope::Private),
            ("172.32.0.1", AddressScope::Public),
            ("192.168.1.1", AddressScope::Private),
            ("100.64.0.1", AddressScope::Private),
            ("fd12:3456::1", AddressScope::Private),
            ("fec0::1", AddressScope::Private),
            ("::ffff:10.0.0.1", AddressScope::Private),
            ("64:ff9b::a00:1", AddressScope::Private),
            ("2002:c0a8:101::1", AddressScope::Private),
            ("169.254.169.254", AddressScope::Never),
            ("::ffff:169.254.169.254", AddressScope::Never),
            ("0.0.0.0", AddressScope::Never),
            ("::", AddressScope::Never),
            ("fe80::1", AddressScope::Never),
            ("ff02::1", AddressScope::Never),
            ("255.255.255.255", AddressScope::Never),
            ("224.0.0.1", AddressScope::Never),
            ("2001::1", AddressScope::Never),
            ("2001:db8::1", AddressScope::Never),
            ("64:ff9b:1::a00:1", AddressScope::Never),
            // Metadata of clouds outside of the link-local networks.
            ("100.100.100.200", AddressScope::Never),
            ("168.63.129.16", AddressScope::Never),
            ("192.0.0.192", AddressScope::Never),
            ("::ffff:100.100.100.200", AddressScope::Never),
            ("64:ff9b::a9fe:a9fe", AddressScope::Never),
            ("fd00:ec2::254", AddressScope::Never),
            ("fd00:42::42", AddressScope::Never),
            ("fd20:ce::254", AddressScope::Never),
            ("100.100.100.201", AddressScope::Private),
            ("168.63.129.17", AddressScope::Public),
            // IPv4 that a translator or a tunnel unpacks.
            ("::ffff:0:7f00:1", AddressScope::Loopback),
            ("::ffff:0:a00:1", AddressScope::Private),
            ("2606:4700::5efe:a00:1", AddressScope::Private),
            ("2606:4700::200:5efe:7f00:1", AddressScope::Loopback),
            ("2606:4700::5efe:101:101", AddressScope::Public),
            ("fe80::5efe:101:101", AddressScope::Never),
            // Nobody was given these.
            ("100::1", AddressScope::Never),
            ("400::1", AddressScope::Never),
            ("4000::1", AddressScope::Never),
            ("5f00::1", AddressScope::Never),
            ("64:ff9b:0:1::a00:1", AddressScope::Never),
        ] {
            assert_eq!(AddressScope::of(address.parse().unwrap()), expected, "{address}");
        }
    }
}
