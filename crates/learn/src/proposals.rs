//! proposals
