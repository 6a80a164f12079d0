//! Guards: when to stop and ask. Words can add one; they cannot take one away.

use super::{Outcome, Work, fitting, refused, unclear};
use crate::author::weakens;
use crate::text::{fold, sentence};
use regex::Regex;
use std::sync::LazyLock;

/// The most guards of a draft.
const MOST: usize = 20;
const LONGEST: usize = 240;

macro_rules! regex {
    ($pattern:literal) => {
        LazyLock::new(|| Regex::new($pattern).expect("a valid expression"))
    };
}

static TIGHTENS: LazyLock<Regex> = regex!(
    r"(?ix) ^(?:always\s+)?(?: (?:ask|confirm|check\s+with|get\s+(?:my\s+|an?\s+|the\s+)?(?:approval|permission|consent))\b .* \b(?:before|first|when|whenever|if|whether|unless)\b
    | stop\b .* \b(?:when|whenever|if|before|unless|as\s+soon\s+as)\b )"
);
static PASSWORD: LazyLock<Regex> =
    regex!(r"(?i)^(?:never|do\s+not|don['’]t)\s+ask\s+for\s+(?:the\s+|a\s+|my\s+)?(?:password|secret|pin|passphrase|token)\b");
static DENIES: LazyLock<Regex> = regex!(
    r"(?ix) \b(?:not|no\s+longer|never)\s+(?:needed|required|necessary|asked?)\b | \bunnecessary\b | \bwithout\s+(?:asking|a\s+question|confirm\w*|my\s+(?:approval|consent|permission))\b"
);
static LOOSENS: LazyLock<Regex> = regex!(
    r"(?ix) \b(?:drop|remove|delete|ignore|forget|lift|skip|disable|switch\s+off|turn\s+off|relax|loosen)\b.{0,40}\b(?:guards?|confirmations?|limits?|approvals?|permissions?|warnings?|safety|verification)\b
    | \bgo\s+ahead\b | \b(?:it|agents?|they|the\s+skill|you)\s+(?:may|can)\b | \b(?:is|are)\s+allowed\s+to\b
    | \b(?:allow|let|permit)\s+(?:it|agents?|the\s+agent|them|the\s+skill)\b"
);
static LOOSENS_AT_ONCE: LazyLock<Regex> = regex!(
    r"(?ix) ^(?:do\s+not|don['’]t|never|no\s+need\s+to|stop)\s+(?:stop|ask|asking|confirm|confirming|checking|waiting|check\s+with|wait\s+for)\b"
);
static BANS: LazyLock<Regex> = regex!(
    r"(?i)^(?:it\s+|this\s+|the\s+agent\s+|they\s+)?(?:must\s+not|must\s+never|should\s+never|may\s+not|cannot|can\s+not|is\s+not\s+allowed\s+to|never|do\s+not|don['’]t)\s+(.+)$"
);
static ABOUT_DRAFT: LazyLock<Regex> =
    regex!(r"(?i)\b(?:titles?|summary|triggers?|checkpoints?|cp-\d+|drafts?|skills?|description|inputs?)\b");

const STAYS: &str = "This would take away a guard or a limit. Words alone do not do that: change “Stop and ask” in the form, or answer the \
                     question about it.";

/// A sentence that begins as a guard, or that would take one away.
pub fn read(work: &mut Work<'_>, clause: &str) -> Outcome {
    if super::fields::is_non_use(clause) {
        return None;
    }
    let takes_away = DENIES.is_match(clause) || weakens(clause) || LOOSENS_AT_ONCE.is_match(clause);
    if PASSWORD.is_match(clause) || TIGHTENS.is_match(clause) && !takes_away {
        return add(work, clause);
    }
    let loosens = LOOSENS.is_match(clause) && !BANS.is_match(clause);
    (takes_away || loosens).then(|| refused(STAYS)).flatten()
}

/// Whether words tell an agent to go on without a guard. “Never delete without asking” does not.
pub fn takes_away(words: &str) -> bool {
    static GO_AHEAD: LazyLock<Regex> = regex!(r"(?i)\bgo\s+ahead\b");
    weakens(words)
        || LOOSENS_AT_ONCE.is_match(words)
        || (DENIES.is_match(words) || GO_AHEAD.is_match(words)) && !BANS.is_match(words)
}

/// `never …`, if nothing else fits.
pub fn read_ban(work: &mut Work<'_>, clause: &str) -> Outcome {
    let what = BANS.captures(clause)?.get(1)?.as_str();
    if ABOUT_DRAFT.is_match(what) {
        return unclear("Only what is named changes. Say what should be changed; everything else stays.");
    }
    add(work, &format!("Never {what}"))
}

fn add(work: &mut Work<'_>, words: &str) -> Outcome {
    let text = match fitting(words, LONGEST - 10, "The guard") {
        Ok(text) => text,
        Err(problem) => return Some(Err(problem)),
    };
    let guard = as_guard(&text);
    let mut guards = work.out.edits.guards.clone().unwrap_or_else(|| work.draft.guards.to_vec());
    if guards.iter().any(|known| fold(known) == fold(&guard)) {
        return work.done(format!("Stop and ask says already: “{guard}”"));
    }
    if guards.len() >= MOST {
        return unclear(format!("There are {MOST} guards already."));
    }
    guards.push(guard.clone());
    work.out.edits.guards = Some(guards);
    work.done(format!("Stop and ask: “{guard}”"))
}

/// A guard as a sentence for an agent: `ask me before deleting` becomes `Ask the user before deleting.`
pub fn as_guard(words: &str) -> String {
    static ME: LazyLock<Regex> = regex!(r"(?i)\b(ask|confirm with|check with|tell|warn)\s+me\b");
    static ALWAYS: LazyLock<Regex> = regex!(r"(?i)^always\s+(ask|stop|confirm|check)\b");
    let text = ALWAYS.replace(words.trim(), "$1");
    let text = ME.replace_all(&text, "$1 the user");
    format!("{}.", sentence(text.trim_end_matches(['.', '!', ' '])))
}
