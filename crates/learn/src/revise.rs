//! revise
