//! Which names of files and skills are accepted. Names that only some file systems tell apart are refused, so that a skill is the
//! same everywhere.

use crate::refusal::{Refusal, RefusalCode, refuse};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use unicode_normalization::UnicodeNormalization;

const MAX_PART: usize = 255;
const MAX_PATH: usize = 1024;
const MAX_DEPTH: usize = 16;
const MAX_SKILL_NAME: usize = 64;
const DEVICES: [&str; 7] = ["con", "prn", "aux", "nul", "conin$", "conout$", "clock$"];

/// Whether `name` can be the folder of a skill: `[A-Za-z0-9_-]+`, not beginning with a hyphen, at most 64 characters.
pub fn is_skill_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= MAX_SKILL_NAME
        && !name.starts_with('-')
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

/// The folder name for a skill that calls itself `said` and was in the folder `folder`. A name that is a path is refused, not
/// repaired: its writer means harm, and a repaired name could be that of another skill.
pub fn skill_folder(said: &str, folder: &str) -> Result<String, Refusal> {
    if is_skill_name(said) {
        return Ok(said.to_owned());
    }
    if said.contains(['/', '\\', '\0']) || said.contains("..") || said.starts_with('~') || said.contains(is_odd) {
        return refuse(
            RefusalCode::NameIsPath,
            format!("The skill calls itself {said:?}, which is a path or has hidden characters"),
        );
    }
    if is_skill_name(folder) {
        return Ok(folder.to_owned());
    }
    let slug = slug(said);
    if slug.is_empty() {
        return refuse(RefusalCode::NameInvalid, format!("No folder name can be made of the skill's name {said:?}"));
    }
    Ok(slug)
}

fn slug(text: &str) -> String {
    let plain: String = text.to_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let parts: Vec<&str> = plain.split('-').filter(|part| !part.is_empty()).collect();
    parts.join("-").chars().take(MAX_SKILL_NAME).collect::<String>().trim_end_matches('-').to_owned()
}

/// Checks a relative path with `/` between its parts.
pub fn check_path(path: &str) -> Result<(), Refusal> {
    if path.is_empty() || path.len() > MAX_PATH {
        return refuse(RefusalCode::PathLength, format!("A path has {} bytes; 1 to {MAX_PATH} are allowed", path.len()));
    }
    if path.starts_with('/') || path.as_bytes().get(1) == Some(&b':') && path.as_bytes()[0].is_ascii_alphabetic() {
        return refuse(RefusalCode::PathAbsolute, format!("{path:?} is an absolute path"));
    }
    if path.contains('\\') {
        return refuse(
            RefusalCode::PathBackslash,
            format!("{path:?} has a backslash, which is a folder separator on other systems"),
        );
    }
    if path.split('/').count() > MAX_DEPTH {
        return refuse(RefusalCode::PathTooDeep, format!("{path:?} is more than {MAX_DEPTH} folders deep"));
    }
    if leads_out_by_look(path) {
        return refuse(RefusalCode::PathTraversal, format!("{path:?} looks like a path out of its folder"));
    }
    path.split('/').try_for_each(|part| check_part(part, path))
}

fn check_part(part: &str, path: &str) -> Result<(), Refusal> {
    if ["", ".", ".."].contains(&part) {
        return refuse(RefusalCode::PathTraversal, format!("{path:?} leads through {part:?}"));
    }
    if part.len() > MAX_PART {
        return refuse(RefusalCode::PathLength, format!("A name has {} bytes; at most {MAX_PART} are allowed", part.len()));
    }
    if part.contains(is_odd) {
        return refuse(
            RefusalCode::PathOddCharacters,
            format!("{path:?} has control, invisible or direction-changing characters"),
        );
    }
    let stem = part.split('.').next().unwrap_or(part).trim_end().to_ascii_lowercase();
    let numbered =
        stem.chars().count() == 4 && (stem.starts_with("com") || stem.starts_with("lpt")) && stem.ends_with(is_device_digit);
    if DEVICES.contains(&stem.as_str())
        || numbered
        || part.ends_with(['.', ' '])
        || part.contains(['<', '>', ':', '"', '|', '?', '*'])
    {
        return refuse(RefusalCode::PathWindows, format!("{path:?} cannot be a file name on Windows, or means a device there"));
    }
    Ok(())
}

/// Windows reads superscript digits in the names of devices too.
fn is_device_digit(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '¹' | '²' | '³')
}

/// Whether a path leads out of its folder once letters that look like dots and separators are read as such, as some systems do.
fn leads_out_by_look(path: &str) -> bool {
    let separator = |c: char| matches!(c, '/' | '\\' | '\u{2044}' | '\u{2215}' | '\u{2216}' | '\u{29f5}' | '\u{29f8}');
    !path.is_ascii() && path.nfkc().collect::<String>().split(separator).any(|part| part == "..")
}

/// The key under which two names are one file somewhere: composed, and with the case folded in full (`ß` is `ss`, `ﬁ` is `fi`, `ſ` is `s`).
fn folded(path: &str) -> String {
    let upper: String = path.nfc().collect::<String>().to_uppercase();
    upper.to_lowercase().nfc().collect()
}

/// Whether `c` is a control, invisible or direction-changing character.
pub(crate) fn is_odd(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0e}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffd}'
            | '\u{e000}'..='\u{f8ff}' | '\u{e0000}'..='\u{10ffff}')
}

/// Detects names that are the same where upper and lower case, or composed and decomposed letters, do not differ.
#[derive(Default)]
pub(crate) struct Taken(HashMap<String, (String, bool)>);

impl Taken {
    pub(crate) fn add(&mut self, path: &str, is_folder: bool) -> Result<(), Refusal> {
        for (at, _) in path.match_indices('/') {
            self.note(&path[..at], true)?;
        }
        self.note(path, is_folder)
    }

    fn note(&mut self, path: &str, is_folder: bool) -> Result<(), Refusal> {
        match self.0.entry(folded(path)) {
            Entry::Vacant(free) => {
                free.insert((path.to_owned(), is_folder));
                Ok(())
            }
            Entry::Occupied(taken) => match taken.get() {
                (known, true) if known == path && is_folder => Ok(()),
                (known, false) if known == path && !is_folder => {
                    refuse(RefusalCode::PathDuplicate, format!("{path:?} is there twice"))
                }
                (known, _) => {
                    refuse(RefusalCode::PathCollision, format!("{path:?} and {known:?} are the same name on other systems"))
                }
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(path: &str) -> &'static str {
        check_path(path).map_or_else(|refusal| refusal.code.as_str(), |()| "")
    }

    #[test]
    fn paths() {
        for (path, expected) in [
            ("SKILL.md", ""),
            ("scripts/do it.sh", ""),
            ("références/été.md", ""),
            (".hidden/x", ""),
            ("", "PATH_LENGTH"),
            ("/etc/passwd", "PATH_ABSOLUTE"),
            ("C:/Windows/x", "PATH_ABSOLUTE"),
            ("c:x", "PATH_ABSOLUTE"),
            ("../x", "PATH_TRAVERSAL"),
            ("a/../../x", "PATH_TRAVERSAL"),
            ("a//b", "PATH_TRAVERSAL"),
            ("./a", "PATH_TRAVERSAL"),
            ("a\\..\\b", "PATH_BACKSLASH"),
            ("a\u{202e}txt.exe", "PATH_ODD_CHARACTERS"),
            ("a\u{200b}b", "PATH_ODD_CHARACTERS"),
            ("a\nb", "PATH_ODD_CHARACTERS"),
            ("\u{e0041}", "PATH_ODD_CHARACTERS"),
            ("\u{ff0e}\u{ff0e}\u{ff0f}x", "PATH_TRAVERSAL"),
            ("a\u{2215}..\u{2215}b", "PATH_TRAVERSAL"),
            ("a\u{2044}\u{2025}\u{2044}b", "PATH_TRAVERSAL"),
            ("a/\u{2024}\u{2024}/b", "PATH_TRAVERSAL"),
            ("a\u{ff3c}..\u{ff3c}b", "PATH_TRAVERSAL"),
            ("１．概要／説明.md", ""),
            ("and so on\u{2026}.md", ""),
            ("COM¹.txt", "PATH_WINDOWS"),
            ("lpt³", "PATH_WINDOWS"),
            ("m²", ""),
            ("NUL", "PATH_WINDOWS"),
            ("CONIN$", "PATH_WINDOWS"),
            ("a/CLOCK$.md", "PATH_WINDOWS"),
            ("x/con.txt", "PATH_WINDOWS"),
            ("lpt1", "PATH_WINDOWS"),
            ("a.", "PATH_WINDOWS"),
            ("a ", "PATH_WINDOWS"),
            ("a/b:stream", "PATH_WINDOWS"),
            ("what?.md", "PATH_WINDOWS"),
            ("console.md", ""),
            ("compute.md", ""),
        ] {
            assert_eq!(code(path), expected, "{path:?}");
        }
        assert_eq!(code(&"a/".repeat(20)), "PATH_TOO_DEEP");
        assert_eq!(code(&"a".repeat(300)), "PATH_LENGTH");
    }

    #[test]
    fn names_that_are_paths_are_refused_and_names_that_are_words_become_folders() {
        for (said, folder, expected) in [
            ("pdf", "other", Ok("pdf")),
            ("My_Skill", "x", Ok("My_Skill")),
            ("My Skill", "my-skill", Ok("my-skill")),
            ("My Skill!", "bad name", Ok("my-skill")),
            ("../../../pwn", "pwn", Err("NAME_IS_PATH")),
            ("a/b", "b", Err("NAME_IS_PATH")),
            ("..", "b", Err("NAME_IS_PATH")),
            ("~root", "b", Err("NAME_IS_PATH")),
            ("a\u{200b}", "b", Err("NAME_IS_PATH")),
            ("", "-", Err("NAME_INVALID")),
            ("…", "…", Err("NAME_INVALID")),
        ] {
            let got = skill_folder(said, folder);
            assert_eq!(got.as_deref().map_err(|refusal| refusal.code.as_str()), expected, "{said:?}");
        }
    }

    #[test]
    fn what_other_systems_merge_collides() {
        let add = |paths: &[(&str, bool)]| {
            let mut taken = Taken::default();
            paths
                .iter()
                .try_for_each(|(path, folder)| taken.add(path, *folder))
                .map_or_else(|refusal| refusal.code.as_str(), |()| "")
        };
        assert_eq!(add(&[("a/x", false), ("a/y", false), ("a", true)]), "");
        assert_eq!(add(&[("a", false), ("a", false)]), "PATH_DUPLICATE");
        assert_eq!(add(&[("SKILL.md", false), ("skill.MD", false)]), "PATH_COLLISION");
        assert_eq!(add(&[("A/x", false), ("a/y", false)]), "PATH_COLLISION");
        assert_eq!(add(&[("e\u{301}", false), ("é", false)]), "PATH_COLLISION");
        for (one, other) in [
            ("straße", "STRASSE"),
            ("ﬁle", "file"),
            ("ſ", "S"),
            ("\u{212a}", "k"),
            ("\u{130}", "i\u{307}"),
            ("ﬀ", "FF"),
            ("Σ", "ς"),
            ("ŉ", "ʼn"),
        ] {
            assert_eq!(add(&[(one, false), (other, false)]), "PATH_COLLISION", "{one} {other}");
        }
        assert_eq!(add(&[("tea", false), ("teas", false), ("tée", false)]), "");
        assert_eq!(add(&[("a", false), ("a/b", false)]), "PATH_COLLISION");
    }
}
