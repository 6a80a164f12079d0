//! What only the whole can show, without a window.

mod layering;
