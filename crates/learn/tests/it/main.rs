//! The product's rules, over a scripted machine.

mod sessions;
mod world;
