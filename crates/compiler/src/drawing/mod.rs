//! Drawings for people: the flow of a task, and the moments of its demonstration. Here because the window, which paints them, and the command
//! line, which writes them into files, then have the same picture. Pure, as the whole crate.
//!
//! Invariant: a drawing is made of text that was redacted before it was stored. Every text that reaches a file passes [`text::escaped`].

mod film;
mod film_file;
mod flow;
mod flow_svg;
mod text;

pub use film::{FilmSource, Values, moments};
pub use film_file::{Film, film_html, film_svg};
pub use flow::{FlowSource, flow};
pub use flow_svg::flow_svg;
