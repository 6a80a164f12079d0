//! What a skill's files say: front matter, YAML, the dialects, the checks and their codes.

pub mod bundle;
pub(crate) mod check;
pub mod check_files;
pub mod codes;
pub mod definition;
pub mod describe;
pub(crate) mod findings;
pub mod fix;
pub mod folder;
pub(crate) mod front_matter;
pub(crate) mod json5;
pub mod legacy;
pub mod names;
pub mod openai;
pub mod openclaw;
pub mod profile;
pub(crate) mod rescue;
pub mod sarif;
pub mod skillbag_fields;
pub mod template;
pub(crate) mod yaml;
