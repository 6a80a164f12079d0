//! Drafts of demonstrations, and evaluations of later runs.

mod author;
mod coaching;
mod demos;
mod documents;
mod effects;
mod effects_of_data;
mod effects_of_pages;
mod evaluation;
mod examples;
mod hostile_texts;
mod instructions;
mod linting;
mod loops;
mod performed;
mod properties;
mod reading;
mod rendering;
mod scenarios;
mod script;
mod sent;
mod shown_checks;
mod skill_text;
mod tasks;
mod traces;
mod untrusted;
mod values;
