//! What was masked in a session, so that it is masked wherever it appears again: a password that is typed into a plain field, a token that a
//! page shows, a code in a command line.
//!
//! The memory keeps no secret: of each it keeps HMAC-SHA-256 under a key that is drawn for the session and never leaves the process. A
//! rolling hash with a random base finds the places that are worth comparing.

use super::MASK_CHAR;
use super::names::{looks_random, opens};
use crate::{Observation, ObserveError, RecordedAction};
use apprentice_contracts::MASK;
use apprentice_contracts::observation::{ActionDetails, FieldValue, MaskReason, PageElement, PageSnapshot, StateChange};
use apprentice_contracts::reading::{ReadCell, Reading};
use apprentice_contracts::screen::MAX_BOX_NAME;
use hmac::{Hmac, KeyInit, Mac};
use hmac_sha2::Sha256;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The shortest secret that is recognized where it is a whole text, in bytes.
const SHORTEST: usize = 4;
/// The shortest one that is recognized within a text.
const SHORTEST_WITHIN: usize = 6;
/// The longest one.
const LONGEST: usize = 512;
/// The most secrets of a session, and the most different lengths of them.
const MOST: usize = 4_096;
const MOST_LENGTHS: usize = 96;

/// The secrets of one session. Clones share them.
#[derive(Clone)]
pub struct Memory(Arc<Mutex<Remembered>>);

struct Remembered {
    key: [u8; 32],
    base: u64,
    count: usize,
    /// By length, then by rolling hash.
    of: BTreeMap<usize, HashMap<u64, Vec<Code>>>,
}

struct Code {
    mac: [u8; 32],
    /// It could be an ordinary word, so it counts only where it is the whole text.
    whole: bool,
}

/// A prime, 2⁶¹ − 1.
const PRIME: u64 = (1 << 61) - 1;

const fn times(one: u64, other: u64) -> u64 {
    ((one as u128 * other as u128) % PRIME as u128) as u64
}

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Memory({} secrets)", self.lock().count)
    }
}

impl Memory {
    /// An empty memory with a new key.
    ///
    /// # Errors
    /// `Failed` when the system gives no random numbers.
    pub fn new() -> Result<Self, ObserveError> {
        let mut random = [0; 40];
        getrandom::fill(&mut random).map_err(|error| ObserveError::Failed(format!("no randomness: {error}")))?;
        let (mut key, mut base) = ([0; 32], [0; 8]);
        key.copy_from_slice(&random[..32]);
        base.copy_from_slice(&random[32..]);
        let base = u64::from_le_bytes(base) % (PRIME - 512) + 257;
        Ok(Self(Arc::new(Mutex::new(Remembered { key, base, count: 0, of: BTreeMap::new() }))))
    }

    fn lock(&self) -> MutexGuard<'_, Remembered> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers a value that was masked, and how it is written in an address. A rule may have taken a closing quote or bracket for a part
    /// of the value, so the value is remembered without such marks too. A secret that is a part of it is remembered as well, because it may be
    /// shown alone.
    pub fn remember(&self, secret: &str) {
        let secret = secret.trim();
        if secret.contains(MASK_CHAR) {
            return;
        }
        let encoded: String = url::form_urlencoded::byte_serialize(secret.as_bytes()).collect();
        let in_path = encoded.replace('+', "%20");
        // The end of an element, and a remark behind the value.
        let value = secret.split("</").next().and_then(|value| value.split(" #").next()).unwrap_or(secret).trim_end();
        let bare = value.trim_matches(|mark| "'\"`()[]{}<>,;.".contains(mark)).trim_start_matches('=');
        let mut memory = self.lock();
        memory.add(secret);
        for other in [&*encoded, &*in_path, bare].into_iter().chain(parts(bare)).filter(|other| *other != secret) {
            memory.add(other);
        }
    }

    /// Masks every remembered value. Answers the text and how many there were.
    pub fn mask(&self, text: &str) -> (String, u32) {
        let found = self.lock().find(text);
        let mut masked = text.to_owned();
        for range in found.iter().rev() {
            masked.replace_range(range.clone(), MASK);
        }
        (masked, u32::try_from(found.len()).unwrap_or(u32::MAX))
    }

    /// [`super::mask_text`] and [`Self::mask`]. What is masked is remembered.
    pub fn mask_text(&self, text: &str) -> (String, u32) {
        let mut found = Vec::new();
        let (masked, count) = super::mask_found(text, &mut found);
        found.iter().for_each(|secret| self.remember(secret));
        let (masked, again) = self.mask(&masked);
        (masked, count + again)
    }

    fn is_empty(&self) -> bool {
        self.lock().count == 0
    }

    fn text(&self, text: &mut String) -> u32 {
        let (masked, count) = self.mask(text);
        if count > 0 {
            *text = masked;
        }
        count
    }

    /// Masks what is remembered in everything that an adapter reports.
    #[must_use]
    pub fn observation(&self, observation: Observation) -> Observation {
        let mut observation = if self.is_empty() { observation } else { self.masked(observation) };
        if let Observation::Action(action) = &mut observation {
            // Names in a picture are cut last: half of a secret does not look like one.
            for shown in action.screen.iter_mut().flat_map(|screen| &mut screen.boxes) {
                if shown.name.chars().count() > MAX_BOX_NAME {
                    shown.name = shown.name.chars().take(MAX_BOX_NAME - 1).chain(['…']).collect();
                }
            }
        }
        observation
    }

    fn masked(&self, mut observation: Observation) -> Observation {
        match &mut observation {
            Observation::Action(action) => self.action(action),
            Observation::Change { change, .. } => {
                self.change(change);
            }
            Observation::Read(reading) => self.reading(reading),
            Observation::Dropped | Observation::Shell(_) | Observation::Lost { .. } => {}
        }
        observation
    }

    /// Masks what is remembered in a page.
    pub fn page(&self, page: &mut PageSnapshot) {
        if self.is_empty() {
            return;
        }
        self.text(&mut page.identity.url);
        self.text(&mut page.identity.title);
        for element in &mut page.elements {
            self.element(&mut element.element);
            element.states.values_mut().for_each(|state| {
                self.text(state);
            });
        }
    }

    /// Masks what is remembered in a reading. Its source stays as it is.
    pub fn reading(&self, reading: &mut Reading) {
        if self.is_empty() {
            return;
        }
        self.text(&mut reading.title);
        for record in &mut reading.records {
            record.place.iter_mut().chain(&mut record.link).chain(&mut record.controls).for_each(|text| {
                self.text(text);
            });
            record.cells.iter_mut().for_each(|cell| {
                self.cell(cell);
            });
        }
    }

    fn cell(&self, cell: &mut ReadCell) -> u32 {
        self.text(&mut cell.header) + self.text(&mut cell.text)
    }

    fn element(&self, element: &mut PageElement) -> u32 {
        self.text(&mut element.name) + element.context.as_mut().map_or(0, |context| self.text(context))
    }

    fn change(&self, change: &mut StateChange) -> u32 {
        let mut count = 0;
        for page in [&mut change.before, &mut change.after] {
            count += self.text(&mut page.url) + self.text(&mut page.title);
        }
        for element in change.appeared.iter_mut().chain(&mut change.vanished) {
            count += self.element(element);
        }
        for changed in &mut change.changed {
            count += self.element(&mut changed.element) + self.text(&mut changed.from) + self.text(&mut changed.to);
        }
        for link in &mut change.links {
            count += self.text(&mut link.name) + self.text(&mut link.url);
        }
        count
    }

    fn value(&self, value: &mut FieldValue) -> u32 {
        let count = self.text(&mut value.text);
        if count > 0 && value.masked.is_none() {
            value.masked = Some(MaskReason::SecretLabel);
        }
        count
    }

    fn action(&self, action: &mut RecordedAction) {
        let mut count = 0;
        for text in action.app_family.iter_mut().chain(&mut action.window_title) {
            count += self.text(text);
        }
        self.text(&mut action.action_label);
        // What the page shows around the action is no value of it.
        for shown in action.screen.iter_mut().flat_map(|screen| &mut screen.boxes) {
            self.text(&mut shown.name);
        }
        for field in &mut action.form {
            count += self.text(&mut field.label) + self.value(&mut field.value);
        }
        if let Some(change) = &mut action.change {
            count += self.change(change);
        }
        let mut texts: Vec<&mut String> = Vec::new();
        let mut controls = Vec::new();
        match &mut action.details {
            ActionDetails::Click { target } => controls.push(target),
            ActionDetails::Fill { target, value, previous, .. } => {
                controls.push(target);
                let again = self.value(value);
                if again > 0 {
                    count += again;
                    action.action_label = format!("Filled “{}” with a secret that is not kept", controls[0].name);
                }
                texts.extend(previous);
            }
            ActionDetails::Choose { target, chosen, offered } => {
                controls.push(target);
                texts.extend(chosen.iter_mut().chain(offered));
            }
            ActionDetails::Press { target, .. } => controls.extend(target),
            ActionDetails::Navigate { url, .. } => texts.push(url),
            ActionDetails::Upload { target, file_names } => {
                controls.push(target);
                texts.extend(file_names);
            }
            ActionDetails::Drag { target, onto } => controls.extend([target, onto]),
            ActionDetails::Download { file_name, .. } => texts.push(file_name),
            ActionDetails::Dialog { message, .. } => texts.push(message),
            ActionDetails::Command(run) => {
                texts.extend([&mut run.command_line, &mut run.program, &mut run.directory]);
                texts.extend(run.files.iter_mut().map(|file| &mut file.path));
            }
            ActionDetails::Call(call) => {
                texts.extend(call.title.as_mut());
                texts.extend(call.arguments.iter_mut().map(|argument| &mut argument.value));
                for record in &mut call.result {
                    texts.extend(&mut record.place);
                    texts.extend(record.cells.iter_mut().map(|cell| &mut cell.text));
                }
            }
        }
        for control in controls {
            texts.push(&mut control.name);
            texts.extend(&mut control.context);
            if let Some(record) = &mut control.record {
                texts.push(&mut record.name);
                texts.extend(record.cells.iter_mut().flat_map(|cell| [&mut cell.header, &mut cell.text]));
            }
        }
        for text in texts {
            count += self.text(text);
        }
        action.masked += count;
    }
}

/// The parts of a masked text that are secrets when they are alone: the value of each cookie, what follows the prefix of a token, a key
/// before the `@` of an address.
fn parts(secret: &str) -> Vec<&str> {
    /// What a cookie says about itself (RFC 6265, section 4.1.1).
    const ATTRIBUTES: [&str; 6] = ["path", "domain", "expires", "max-age", "samesite", "priority"];
    /// The longest prefix of a token.
    const PREFIX: usize = 6;
    let mut parts = Vec::new();
    for word in secret.split(|letter: char| letter.is_whitespace() || ";,&".contains(letter)).filter(|word| !word.is_empty()) {
        let value = match word.split_once('=') {
            Some((name, _)) if ATTRIBUTES.contains(&name.to_ascii_lowercase().as_str()) => continue,
            Some((name, value)) if !name.is_empty() && !value.trim_matches('=').is_empty() => {
                parts.extend((value.len() >= 16 && !value.contains('/')).then_some(value));
                value
            }
            _ => word,
        };
        parts.extend(
            value
                .split(['@', '/', ':', '.'])
                .flat_map(|piece| piece.split("%3A"))
                .filter(|piece| looks_random(piece) || opens(piece)),
        );
        let mut rest = value;
        while let Some((prefix, after)) = rest.split_once(['-', '_', '.'])
            && prefix.len() <= PREFIX
        {
            let code = after.len() >= 6 && after.bytes().all(|byte| byte.is_ascii_digit());
            parts.extend((code || after.len() >= 16).then_some(after));
            rest = after;
        }
    }
    parts
}

impl Remembered {
    fn add(&mut self, secret: &str) {
        let length = secret.len();
        let varied = secret.chars().any(|letter| !secret.starts_with(letter));
        let is_new_length = !self.of.contains_key(&length);
        if !(SHORTEST..=LONGEST).contains(&length)
            || !varied
            || self.count >= MOST
            || is_new_length && self.of.len() >= MOST_LENGTHS
        {
            return;
        }
        let word = secret.chars().all(char::is_lowercase) || is_capitalized(secret);
        let whole = length < SHORTEST_WITHIN || word && length < 12;
        let (mac, hash) = (self.mac(secret.as_bytes()), self.hash(secret.as_bytes()));
        let codes = self.of.entry(length).or_default().entry(hash).or_default();
        match codes.iter_mut().find(|code| code.mac == mac) {
            Some(known) => known.whole &= whole,
            None => {
                codes.push(Code { mac, whole });
                self.count += 1;
            }
        }
    }

    fn mac(&self, bytes: &[u8]) -> [u8; 32] {
        #[expect(clippy::expect_used, reason = "HMAC takes a key of any length")]
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.key).expect("a key of any length");
        mac.update(bytes);
        mac.finalize().into_bytes().into()
    }

    fn hash(&self, bytes: &[u8]) -> u64 {
        bytes.iter().fold(0, |hash, byte| (times(hash, self.base) + u64::from(*byte) + 1) % PRIME)
    }

    /// The ranges of remembered values, in order and without overlaps; of those that overlap, the longest.
    fn find(&self, text: &str) -> Vec<Range<usize>> {
        let mut found: Vec<Range<usize>> = Vec::new();
        let trimmed = text.trim();
        let bytes = text.as_bytes();
        for (&length, codes) in self.of.iter().rev().filter(|(length, _)| **length <= bytes.len()) {
            let top = (1..length).fold(1, |power, _| times(power, self.base));
            let mut hash = self.hash(&bytes[..length]);
            for start in 0..=bytes.len() - length {
                if start > 0 {
                    let gone = times(u64::from(bytes[start - 1]) + 1, top);
                    hash = (times((hash + PRIME - gone) % PRIME, self.base) + u64::from(bytes[start + length - 1]) + 1) % PRIME;
                }
                let Some(codes) = codes.get(&hash) else { continue };
                let range = start..start + length;
                let Some(part) = text.get(range.clone()) else { continue };
                let mac = self.mac(part.as_bytes());
                let Some(code) = codes.iter().find(|code| code.mac == mac) else { continue };
                let stands_alone = if code.whole { part == trimmed } else { is_apart(text, &range) };
                if stands_alone && found.iter().all(|other| range.end <= other.start || other.end <= range.start) {
                    found.push(range);
                }
            }
        }
        found.sort_by_key(|range| range.start);
        found
    }
}

fn is_capitalized(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(char::is_uppercase) && letters.all(char::is_lowercase)
}

/// Whether the part is not a part of a longer word or number.
fn is_apart(text: &str, range: &Range<usize>) -> bool {
    let inside = &text[range.clone()];
    let joins = |edge: Option<char>, outside: Option<char>| {
        edge.is_some_and(char::is_alphanumeric) && outside.is_some_and(char::is_alphanumeric)
    };
    !joins(inside.chars().next(), text[..range.start].chars().next_back())
        && !joins(inside.chars().next_back(), text[range.end..].chars().next())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory(secrets: &[&str]) -> Memory {
        let memory = Memory::new().expect("random numbers");
        secrets.iter().for_each(|secret| memory.remember(secret));
        memory
    }

    #[test]
    fn a_value_that_was_masked_once_is_masked_everywhere() {
        let memory = memory(&["correct-horse", "482915", "Tr0ub4dor&3", "ünïcode-1"]);
        for (text, masked) in [
            ("correct-horse", MASK.to_owned()),
            ("my note: correct-horse.", format!("my note: {MASK}.")),
            ("482915 and 482915", format!("{MASK} and {MASK}")),
            ("https://x.example/?q=Tr0ub4dor%263&n=1", format!("https://x.example/?q={MASK}&n=1")),
            ("say ünïcode-1 twice: ünïcode-1", format!("say {MASK} twice: {MASK}")),
        ] {
            let (text, count) = memory.mask(text);
            assert!(text == masked && count > 0, "{text}");
        }
        for text in ["incorrect-horses", "1482915", "4829150", "correct horse", ""] {
            assert_eq!(memory.mask(text), (text.to_owned(), 0));
        }
    }

    #[test]
    fn a_secret_that_could_be_a_word_counts_only_as_a_whole() {
        let memory = memory(&["sunshine", "Paris", "abc1", "aaaaaaaa", "abc"]);
        for text in ["sunshine", " Paris ", "abc1"] {
            assert_eq!(memory.mask(text).1, 1, "{text}");
        }
        for text in ["a day of sunshine", "Paris in May", "abc1 abc1", "aaaaaaaa", "abc"] {
            assert_eq!(memory.mask(text).1, 0, "{text}");
        }
    }

    #[test]
    fn the_memory_is_limited_and_holds_no_secret() {
        let memory = memory(&[]);
        for number in 0..MOST + 500 {
            memory.remember(&format!("secret-number-{number:06}"));
        }
        memory.remember(&"x1".repeat(LONGEST));
        assert_eq!(memory.lock().count, MOST);
        assert!(!format!("{memory:?}").contains("secret-number"), "{memory:?}");
        assert_eq!(memory.mask("it is secret-number-000007").1, 1);
    }

    #[test]
    fn what_rules_mask_is_remembered() {
        let memory = memory(&[]);
        assert_eq!(memory.mask_text("export DB_PASSWORD=hunter2-x").1, 1);
        assert_eq!(memory.mask_text("echo hunter2-x").0, format!("echo {MASK}"));
        // A rule may take the closing quote for a part of the value.
        memory.remember("netlp165UGFgfjy'");
        assert_eq!(memory.mask_text("echo note netlp165UGFgfjy").0, format!("echo note {MASK}"));
    }
}
