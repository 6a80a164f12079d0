//! Text as terms: lower case, without the commonest words, cut down to stems.

/// The terms of `text`, in order.
pub(super) fn terms(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for word in text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’') {
        let word = word.split(['\'', '’']).next().unwrap_or(word);
        if word.chars().any(is_ideograph) {
            pairs(word, &mut found);
            continue;
        }
        for part in camel_parts(word) {
            let part = part.to_lowercase();
            if part.chars().count() >= 2 && !STOP.contains(&part.as_str()) {
                found.push(stem(&part));
            }
        }
    }
    found
}

/// Scripts without spaces between words: every two neighbours are a term.
fn pairs(word: &str, found: &mut Vec<String>) {
    let letters: Vec<char> = word.chars().collect();
    found.extend(letters.windows(2).map(|pair| pair.iter().collect::<String>()));
}

fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

/// `useState` is `use` and `State`; `OAuth`, `GitHub` and `D1` stay whole, for that is how people write them elsewhere.
fn camel_parts(word: &str) -> Vec<&str> {
    if !word.starts_with(|c: char| c.is_ascii_lowercase()) || !word.is_ascii() {
        return vec![word];
    }
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, c) in word.char_indices() {
        if c.is_ascii_uppercase() && at - start >= 2 {
            parts.push(&word[start..at]);
            start = at;
        }
    }
    parts.push(&word[start..]);
    parts
}

/// A small English stemmer: plurals, `-ing`, `-ed`, `-ation` and their like. What it makes is a key, not a word.
pub(super) fn stem(word: &str) -> String {
    if !word.is_ascii() || word.len() <= 3 || word.bytes().any(|b| b.is_ascii_digit()) {
        return word.to_owned();
    }
    let mut stem = singular(word);
    for (ending, instead, least) in ENDINGS {
        if let Some(base) = stem.strip_suffix(ending)
            && base.len() >= *least
            && base.contains(['a', 'e', 'i', 'o', 'u', 'y'])
        {
            stem = format!("{base}{instead}");
            break;
        }
    }
    let bytes = stem.as_bytes();
    let double = bytes.len() > 3 && bytes[bytes.len() - 1] == bytes[bytes.len() - 2] && !b"lsz".contains(&bytes[bytes.len() - 1]);
    if double {
        stem.pop();
    }
    if stem.len() > 4 && stem.ends_with('e') {
        stem.pop();
    }
    if stem.len() > 3 && stem.ends_with('y') {
        stem.pop();
        stem.push('i');
    }
    stem
}

const ENDINGS: &[(&str, &str, usize)] = &[
    ("ization", "iz", 3),
    ("isation", "iz", 3),
    ("ising", "iz", 3),
    ("ised", "iz", 3),
    ("ise", "iz", 4),
    ("ations", "at", 3),
    ("ation", "at", 3),
    ("ating", "at", 3),
    ("ator", "at", 3),
    ("ments", "", 4),
    ("ment", "", 4),
    ("ically", "ic", 3),
    ("ings", "", 3),
    ("ing", "", 3),
    ("edly", "", 4),
    ("ied", "i", 2),
    ("ed", "", 3),
    ("ers", "", 4),
    ("er", "", 4),
    ("ors", "", 4),
    ("ally", "al", 3),
    ("ly", "", 4),
    ("tions", "t", 3),
    ("tion", "t", 3),
    ("sion", "s", 3),
    ("ness", "", 4),
    ("ability", "abl", 3),
    ("ibility", "ibl", 3),
];

fn singular(word: &str) -> String {
    if let Some(base) = word.strip_suffix("ies").filter(|base| base.len() >= 2) {
        return format!("{base}y");
    }
    for ending in ["sses", "shes", "ches", "xes", "zes"] {
        if word.ends_with(ending) {
            return word[..word.len() - 2].to_owned();
        }
    }
    let keeps = ["ss", "us", "is", "js", "as"].iter().any(|ending| word.ends_with(ending));
    if word.ends_with('s') && !keeps { word[..word.len() - 1].to_owned() } else { word.to_owned() }
}

/// Verbs of every plan: they say little about which skill is meant.
pub(super) fn is_weak(stem: &str) -> bool {
    WEAK.contains(&stem)
}

/// As [`stem`] leaves them.
const WEAK: &[&str] = &[
    "add",
    "allow",
    "app",
    "appli",
    "applic",
    "best",
    "build",
    "chang",
    "check",
    "cod",
    "code",
    "configur",
    "creat",
    "current",
    "data",
    "defin",
    "delet",
    "develop",
    "enabl",
    "ensur",
    "exampl",
    "exist",
    "featur",
    "fil",
    "file",
    "fix",
    "follow",
    "function",
    "get",
    "good",
    "guid",
    "handl",
    "help",
    "implement",
    "improv",
    "includ",
    "init",
    "instal",
    "integrat",
    "let",
    "list",
    "mak",
    "make",
    "manag",
    "new",
    "page",
    "practic",
    "product",
    "project",
    "provid",
    "put",
    "refactor",
    "remov",
    "replac",
    "run",
    "set",
    "setup",
    "show",
    "support",
    "system",
    "tak",
    "task",
    "team",
    "tool",
    "updat",
    "user",
    "work",
    "workflow",
    "write",
    "writ",
];

const STOP: &[&str] = &[
    "a", "about", "above", "after", "again", "all", "also", "an", "and", "any", "are", "as", "at", "be", "because", "been",
    "before", "being", "below", "between", "both", "but", "by", "can", "could", "did", "do", "does", "doing", "done", "down",
    "during", "each", "eg", "etc", "every", "for", "from", "had", "has", "have", "having", "he", "her", "here", "his", "how",
    "ie", "if", "in", "into", "is", "it", "its", "just", "like", "may", "me", "might", "more", "most", "must", "my", "need",
    "needed", "needs", "no", "nor", "not", "now", "of", "off", "on", "once", "one", "only", "or", "other", "our", "out", "over",
    "own", "please", "same", "shall", "she", "should", "skill", "skills", "so", "some", "such", "than", "that", "the", "their",
    "them", "then", "there", "these", "they", "this", "those", "through", "to", "too", "under", "until", "up", "us", "use",
    "used", "uses", "using", "very", "via", "was", "we", "were", "what", "when", "where", "which", "while", "who", "why", "will",
    "with", "without", "would", "yes", "you", "your",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_have_one_stem() {
        for forms in [
            &["optimize", "optimizing", "optimized", "optimization", "optimise", "optimisation"][..],
            &["migrate", "migrating", "migration", "migrations", "migrates"],
            &["query", "queries", "querying"],
            &["test", "tests", "testing", "tested"],
            &["deploy", "deploys", "deployment", "deploying"],
            &["route", "routes", "routing", "router", "routers"],
            &["cache", "caches", "caching", "cached"],
            &["debug", "debugging", "debugger"],
            &["policy", "policies"],
        ] {
            let stems: std::collections::BTreeSet<String> = forms.iter().map(|form| stem(form)).collect();
            assert_eq!(stems.len(), 1, "{forms:?}: {stems:?}");
        }
        for (a, b) in [("user", "using"), ("rest", "restore"), ("image", "imagine"), ("class", "clash")] {
            assert_ne!(stem(a), stem(b), "{a} {b}");
        }
    }

    #[test]
    fn text_becomes_terms() {
        assert_eq!(terms("Use the D1 database, don't panic!"), ["d1", "databas", "don", "panic"]);
        assert_eq!(terms("useState OAuth GitHub"), ["stat", "oauth", "github"]);
        assert_eq!(terms("データ"), ["デー", "ータ"]);
        assert_eq!(terms("… — !"), Vec::<String>::new());
    }
}
