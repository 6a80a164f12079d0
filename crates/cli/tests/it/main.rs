mod learn;
mod program;
mod serve;
mod skills;
mod support;
