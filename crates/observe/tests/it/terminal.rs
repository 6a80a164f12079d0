//! The terminal adapter against real shells.
