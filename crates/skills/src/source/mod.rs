//! Where skills come from: addresses, hosts, downloads, archives, packages.

pub mod archive;
pub mod fetch;
pub(crate) mod hosts;
pub mod locator;
pub mod offers;
pub mod pack;
pub mod package;
