//! What the compiler makes of demonstrations, and what the evaluator makes of later runs.

mod evaluation;
mod linting;
mod properties;
mod scenarios;
mod script;
mod skill_text;
mod tasks;
