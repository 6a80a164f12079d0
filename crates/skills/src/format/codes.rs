//! Every finding that this crate can make: one row per code, what it means in each profile, and what to do about it.
//!
//! Codes are stable: scripts compare them. To add one, add a row (sorted by code) and a line in `docs/skills.md`.

use crate::format::profile::Profile;
use apprentice_contracts::skill::FindingSeverity;

/// What a finding means in a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// An error, and the skill cannot be used.
    Refuse,
    /// An error; the skill can be used.
    Error,
    /// A warning.
    Warning,
    /// A remark.
    Info,
    /// Not reported in this profile.
    Silent,
}

impl Grade {
    /// The severity of a finding; `None`: it is not reported.
    pub fn severity(self) -> Option<FindingSeverity> {
        match self {
            Grade::Refuse | Grade::Error => Some(FindingSeverity::Error),
            Grade::Warning => Some(FindingSeverity::Warning),
            Grade::Info => Some(FindingSeverity::Info),
            Grade::Silent => None,
        }
    }
}

/// One kind of finding.
#[derive(Debug)]
pub struct Rule {
    /// Stable, in upper case with underscores.
    pub code: &'static str,
    /// Grade in the strict profile.
    pub strict: Grade,
    /// Grade in the lenient profile.
    pub lenient: Grade,
    /// Grade in the orchestrator profile.
    pub orchestrator: Grade,
    /// The problem, in a few words.
    pub title: &'static str,
    /// What to do about it.
    pub remedy: &'static str,
    /// Whether `--fix` does it.
    pub fixable: bool,
}

impl Rule {
    /// The grade in `profile`.
    pub fn grade(&self, profile: Profile) -> Grade {
        match profile {
            Profile::Strict => self.strict,
            Profile::Lenient => self.lenient,
            Profile::Orchestrator => self.orchestrator,
        }
    }
}

/// The rule of `code`; `None` for an unknown code.
pub fn rule(code: &str) -> Option<&'static Rule> {
    RULES.binary_search_by(|rule| rule.code.cmp(code)).ok().map(|index| &RULES[index])
}

const fn row(code: &'static str, grades: [Grade; 3], title: &'static str, remedy: &'static str) -> Rule {
    Rule { code, strict: grades[0], lenient: grades[1], orchestrator: grades[2], title, remedy, fixable: false }
}

/// A row whose remedy `--fix` applies.
const fn fix(code: &'static str, grades: [Grade; 3], title: &'static str, remedy: &'static str) -> Rule {
    Rule { fixable: true, ..row(code, grades, title, remedy) }
}

use Grade::{Error as E, Info as I, Refuse as R, Silent as S, Warning as W};

/// Grades in the order strict, lenient, orchestrator.
pub const RULES: &[Rule] = &[
    row("AT_ROOT", [R, R, R], "Skill file directly in the skills folder", "Move it into a folder named like the skill."),
    row("BODY_TRUNCATED", [W, W, W], "Body longer than what an agent is shown", "Move detail into files under references/."),
    fix("BOM", [R, W, W], "Byte order mark", "Save the file as UTF-8 without a byte order mark."),
    row(
        "CODEX_METADATA",
        [W, W, W],
        "agents/openai.yaml is not usable",
        "Repair or remove agents/openai.yaml; the skill loads without it.",
    ),
    row("COMPATIBILITY_TEXT", [E, W, W], "Compatibility is not text", "Write 'compatibility' as one text."),
    row("COMPATIBILITY_TOO_LONG", [E, W, W], "Compatibility too long", "Shorten 'compatibility' to 500 characters."),
    row(
        "CONTEXT_FORK",
        [W, W, W],
        "Runs inline, not in a subagent",
        "Expect the skill to run inline; write 'context: inline' to say so.",
    ),
    fix("CRLF", [W, I, I], "Windows line ends", "Save the file with Unix line ends (LF)."),
    row("DASHES", [W, I, I], "--- inside the front matter", "Write a dash (–) or one hyphen instead of three."),
    row(
        "DEPENDENCIES_INVALID",
        [W, W, W],
        "Dependencies cannot be read",
        "Write a yaml block 'dependencies:' with one '- name: other-skill' per skill.",
    ),
    row("DESCRIPTION_ANGLE", [W, S, S], "Angle brackets in the description", "Write the description without < and >."),
    row("DESCRIPTION_INFERRED", [S, W, S], "Description taken from the body", "Add 'description:' to the front matter."),
    row("DESCRIPTION_TOO_LONG", [E, W, R], "Description too long", "Shorten the description to 1024 characters."),
    row("DUPLICATE_KEY", [R, W, R], "A field is given twice", "Keep one of the two; the last one is read."),
    row("FIELD_DROPPED", [S, W, R], "A field cannot be read", "Correct the field's YAML, or remove it."),
    row("FIELD_TYPE", [W, W, W], "A field has the wrong type", "Write the value as the message says."),
    row("FIELD_VALUE", [W, W, W], "A field has an unknown value", "Use one of the values that the message names."),
    row("FILE_LINK", [I, I, I], "The skill file is a link", "Copy the file itself into the folder."),
    fix("FILE_NAME", [W, W, W], "skill.md instead of SKILL.md", "Rename the file to SKILL.md."),
    fix("FILE_NAME_CASE", [E, W, W], "SKILL.md in another spelling", "Rename the file to SKILL.md."),
    fix("FLOW_STYLE", [E, S, S], "A value in brackets", "Write one entry per line, or words between spaces."),
    row("FOLDER_NAME", [R, R, R], "Folder name with invalid characters", "Rename the folder; use letters, digits, - and _ only."),
    fix("FRONT_MATTER_LATE", [R, W, R], "Blank lines before the front matter", "Begin the file with ---."),
    row("FRONT_MATTER_MISSING", [R, W, R], "No front matter", "Begin the file with ---, name:, description:, ---."),
    row("FRONT_MATTER_NOT_A_MAPPING", [R, W, R], "Front matter is not a list of fields", "Write one 'field: value' per line."),
    row("FRONT_MATTER_OPEN", [R, R, R], "Front matter is not closed", "Add a line --- after the last field."),
    row("HIDDEN_FOLDER", [W, W, W], "Folder name begins with a dot", "Move the skill to a folder that is not hidden."),
    row(
        "INDENTATION",
        [E, S, S],
        "Sibling mappings with different indentation",
        "Indent sibling mappings by the same number of spaces.",
    ),
    row("LEGACY_FORMAT", [E, I, I], "skill.json instead of SKILL.md", "Write a SKILL.md with the same name and text."),
    row("LEGACY_INVALID", [R, R, R], "skill.json cannot be read", "Correct skill.json as the message says."),
    row(
        "LEGACY_PROMPT_MISSING",
        [R, R, R],
        "The prompt of a skill.json is missing",
        "Add prompt.md, or name the file in 'entrypoint'.",
    ),
    row("LEGACY_SHADOWED", [I, I, I], "skill.json next to SKILL.md", "Remove skill.json, or keep it for older programs."),
    row("LINKED", [I, I, I], "The folder is a link", "Nothing to do."),
    row("LINK_BROKEN", [R, R, R], "Broken link", "Remove the link, or restore what it names."),
    row("LINK_LEAVES_ROOT", [R, R, R], "Link out of the skills folder", "Copy the files into the skills folder."),
    row("METADATA_NESTED", [W, S, S], "Nested metadata", "Map text to text in 'metadata'."),
    row(
        "METADATA_NOT_A_MAPPING",
        [W, W, W],
        "Metadata is not a mapping",
        "Write 'metadata:' and one 'word: text' per line below it.",
    ),
    row("METADATA_TOO_DEEP", [E, W, W], "Metadata nested too deep", "Nest 'metadata' at most 10 levels deep."),
    row("METADATA_TOO_LARGE", [E, W, W], "Metadata too large", "Shorten 'metadata' to 8 KiB."),
    row("MISSING_BINARY", [W, W, W], "A required program is missing", "Install the program, or put it on the PATH."),
    row("MISSING_CONFIG", [W, W, W], "A required setting is missing", "Set it in the agent's configuration."),
    row("MISSING_ENV", [W, W, W], "A required variable is not set", "Set the environment variable before the agent starts."),
    row("NAME_CASE", [E, W, R], "Upper-case name", "Write the name in lower case, and the folder too."),
    row("NAME_CHARACTERS", [E, W, R], "Name with invalid characters", "Use a-z, 0-9 and single hyphens only."),
    row("NAME_DIR_MISMATCH", [E, W, W], "Name differs from the folder", "Give the folder and the name the same spelling."),
    row("NAME_EDGE", [E, W, R], "Hyphen at the edge of the name", "Begin and end the name with a letter or digit."),
    row("NAME_EMPTY", [R, S, R], "Empty name", "Write the folder's name after 'name:'."),
    row("NAME_HYPHENS", [E, W, R], "Two hyphens in a row", "Write one hyphen."),
    fix("NAME_INFERRED", [S, I, S], "Name taken from the folder", "Add 'name:' with the folder's name."),
    fix("NAME_MISSING", [R, S, R], "No name", "Add 'name:' with the folder's name."),
    row(
        "NAME_NOT_ASCII",
        [W, W, W],
        "Name with letters beyond a-z",
        "Use a-z, 0-9 and hyphens; several agents accept nothing else.",
    ),
    row("NAME_TOO_LONG", [E, W, R], "Name too long", "Shorten the name, and the folder's, to 64 characters."),
    row(
        "NAME_UNDERSCORE",
        [E, S, W],
        "Underscore in the name",
        "Write hyphens instead of underscores, in the folder's name too.",
    ),
    row("NOT_A_FILE", [R, R, R], "Not a plain file", "Put a plain text file in its place."),
    row("NOT_A_SKILL", [R, R, R], "skill.json of another program", "Nothing to do, unless it should be a skill: add a SKILL.md."),
    fix("NOT_TEXT", [S, W, R], "A name or description that is not text", "Put the value in quotes."),
    row("NOT_UTF8", [R, R, R], "Not UTF-8 text", "Save the file as UTF-8."),
    row("NO_DESCRIPTION", [R, R, R], "No description", "Add 'description:': what it does and when to use it."),
    row("NO_SKILL_FILE", [R, R, R], "No SKILL.md", "Add a SKILL.md to the folder."),
    row("NUL_CHARACTER", [R, R, R], "A NUL character in the text", "Save the file as plain text, without NUL characters."),
    row(
        "OPENCLAW_INSTALL",
        [W, W, W],
        "An install step is not usable",
        "Correct the step as the message says; it is left out until then.",
    ),
    row("OPENCLAW_METADATA", [W, W, W], "The OpenClaw block cannot be read", "Write it as YAML, or as JSON5 in one text."),
    row("OTHER_OS", [W, W, W], "Made for another operating system", "Use it on a system that it names."),
    row(
        "PARAMETERS_INVALID",
        [W, W, W],
        "Parameters cannot be read",
        "Write a yaml block with 'required:' and 'optional:', each a list of '- name: ...'.",
    ),
    fix("SPACES", [S, S, S], "Spaces at line ends", "Remove the spaces, and end the last line."),
    row("TAB", [E, S, S], "A tab in text without quotes", "Write a space, or put the text in quotes."),
    row(
        "TAGS_IN_COMMENT",
        [W, I, I],
        "Tags that YAML takes for a comment",
        "Put the whole description, with its tags, in quotes.",
    ),
    row("TOO_DEEP", [W, W, W], "Folders too deep to search", "Move the skills to a higher folder."),
    row("TOO_LARGE", [R, R, R], "File too large", "Shorten the file to 256,000 bytes; move detail into references/."),
    row("TOO_MANY_FOLDERS", [W, W, W], "Too many folders to search", "Choose a smaller folder."),
    row("UNEXPECTED_FIELDS", [E, S, S], "Fields that are not in the standard", "Move them below 'metadata:', or remove them."),
    row("UNREADABLE", [R, R, R], "Cannot be read", "Check the permissions of the file and its folder."),
    row("YAML", [R, R, R], "Invalid YAML", "Correct the line; put text with a colon or a leading sign in quotes."),
    fix("YAML_REPAIRED", [S, W, R], "YAML that had to be repaired", "Put the value in quotes."),
    row("YAML_TOO_DEEP", [R, R, R], "YAML nested too deep", "Nest the field at most 10 levels deep."),
    row("YAML_TOO_LARGE", [R, R, R], "Too much YAML", "Shorten the front matter."),
    row("YAML_TRICKS", [E, I, I], "Anchors, aliases or tags", "Write the value out."),
];
