mod bindings;
mod door;
mod guard;
mod requests;
mod streams;
mod support;
