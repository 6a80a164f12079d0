//! English sentences for the effects of commands, and the verbs of tasks.

use crate::command::{self, Word};

/// What is true after the command succeeded. `pattern` is its line with placeholders; `show` formats a word.
pub fn command_goal(pattern: &str, show: &dyn Fn(&str) -> String) -> String {
    let words = command::words(pattern);
    let last_part: Vec<Word> =
        words.rsplit(|word| word.operator && word.text != ">" && word.text != ">>").next().unwrap_or_default().to_vec();
    let head = command::head(&last_part);
    let program = head.first().map(String::as_str).unwrap_or("the command");
    let sub = head.get(1).map(String::as_str).unwrap_or_default();
    let given = plain_words(&last_part);
    let first = given.first().map(|word| show(word)).unwrap_or_default();
    let last = given.last().map(|word| show(word)).unwrap_or_default();
    let some = !given.is_empty();
    match (program, sub) {
        ("git", "tag") if some => format!("The tag {first} exists in the repository"),
        ("git", "commit") => "The changes are committed".to_owned(),
        ("git", "add") => "The changed files are staged for the next commit".to_owned(),
        ("git", "push") if last_part.iter().any(|word| word.text == "--tags") => {
            "The remote repository has the new tags".to_owned()
        }
        ("git", "push") if given.len() > 1 => format!("The remote repository {first} has {last}"),
        ("git", "push") => "The remote repository has the new commits".to_owned(),
        ("git", "checkout" | "switch") if some => format!("The branch {last} is checked out"),
        ("git", "pull" | "fetch") => "The local repository is up to date with the remote one".to_owned(),
        ("git", "merge") if some => format!("{last} is merged into the current branch"),
        ("git", "clone") if some => format!("A clone of {first} exists in the working folder"),
        ("mkdir", _) if some => format!("The folder {last} exists"),
        ("touch", _) if some => format!("The file {last} exists"),
        ("cp" | "rsync" | "scp", _) if given.len() > 1 => format!("A copy of {first} exists at {last}"),
        ("mv" | "rename", _) if given.len() > 1 => format!("{first} is now at {last}"),
        ("rm" | "rmdir", _) if some => format!("{last} no longer exists"),
        ("make" | "npm" | "cargo" | "go" | "just" | "pnpm" | "yarn", "test") | ("pytest" | "tox", _) => {
            "The tests pass".to_owned()
        }
        ("make" | "npm" | "cargo" | "go" | "just" | "pnpm" | "yarn", "build") => "The build has succeeded".to_owned(),
        ("npm" | "pnpm" | "yarn", "run") if head.get(2).is_some_and(|task| task == "build") => {
            "The build has succeeded".to_owned()
        }
        ("npm" | "pnpm" | "yarn", "run") if head.get(2).is_some_and(|task| task == "test") => "The tests pass".to_owned(),
        ("tar", _) if packs(&last_part) => format!("The archive {} holds {last}", show(&last_part[2].text)),
        (
            "pip" | "pip3" | "npm" | "pnpm" | "yarn" | "apt" | "apt-get" | "brew" | "uv" | "bundle" | "composer",
            "install" | "add",
        ) => "The packages are installed".to_owned(),
        ("make" | "just", target) if !target.is_empty() => {
            format!("The target “{target}” of {program} has finished without an error")
        }
        _ => match script(&last_part) {
            Some(script) => format!("The script “{script}” has finished without an error"),
            None => format!("“{}” has finished without an error", command::call_name(&last_part)),
        },
    }
}

/// Whether `tar` creates an archive file here.
fn packs(words: &[Word]) -> bool {
    let letters = words.iter().skip(1).map(|word| word.text.as_str()).find(|word| !word.starts_with("--"));
    letters.is_some_and(|letters| letters.trim_start_matches('-').starts_with('c')) && words.len() == 4
}

/// Arguments after program and subcommand that are neither flags nor their values.
fn plain_words(words: &[Word]) -> Vec<String> {
    let places = command::call(words).places;
    let mut out = Vec::new();
    let mut skip = false;
    for (_, word) in words.iter().enumerate().filter(|(place, _)| !places.contains(place)) {
        if word.operator {
            break;
        }
        if word.text.starts_with('-') && !word.quoted {
            skip = matches!(word.text.as_str(), "-m" | "--message" | "-o" | "--output" | "-t" | "-F" | "-C");
        } else if !std::mem::take(&mut skip) {
            out.push(word.text.clone());
        }
    }
    out
}

/// `a, b or c`.
pub fn or_list(words: &[String]) -> String {
    match words {
        [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

/// The script that is executed, by an interpreter or directly.
pub fn script(words: &[Word]) -> Option<String> {
    let part = command::simple_commands(words).last()?;
    let call = command::call(part);
    let interpreted = command::INTERPRETERS.contains(&call.name.first()?.as_str());
    let name = call.name.iter().skip(usize::from(interpreted)).take(1).find(|name| {
        [".py", ".sh", ".js", ".ts", ".rb", ".pl", ".R", ".php"].iter().any(|extension| name.ends_with(extension))
    })?;
    let absolute = name.starts_with(['/', '~']);
    let verb = call.name.get(1 + usize::from(interpreted)).map(|verb| format!(" {verb}")).unwrap_or_default();
    Some(format!("{}{verb}", if absolute { command::base_name(name) } else { name }))
}

/// A verb of tasks: its third person, synonyms, and opposites that a user would ask for instead.
pub struct Verb {
    pub base: &'static str,
    pub third: &'static str,
    pub same: &'static [&'static str],
    pub opposite: &'static [&'static str],
}

macro_rules! verbs {
    ($($base:literal $third:literal [$($same:literal)*] [$($opposite:literal)*];)*) => {
        &[$(Verb { base: $base, third: $third, same: &[$($same),*], opposite: &[$($opposite),*] }),*]
    };
}

pub const VERBS: &[Verb] = verbs! {
    "add" "Adds" ["create" "enter" "register"] ["delete" "remove"];
    "insert" "Inserts" ["add" "create" "enter"] ["delete" "remove"];
    "create" "Creates" ["add" "make" "set up"] ["delete" "remove"];
    "register" "Registers" ["add" "sign up" "enter"] ["unregister" "delete"];
    "enter" "Enters" ["add" "record"] ["delete" "remove"];
    "record" "Records" ["enter" "add"] ["delete" "remove"];
    "publish" "Publishes" ["post" "release"] ["unpublish" "delete"];
    "post" "Posts" ["publish" "submit"] ["delete" "unpublish"];
    "upload" "Uploads" ["put up" "send" "store"] ["download" "delete"];
    "download" "Downloads" ["fetch" "get"] ["upload" "delete"];
    "order" "Orders" ["buy" "place an order for" "request"] ["cancel" "return"];
    "place" "Places" ["submit" "make"] ["cancel" "return"];
    "submit" "Submits" ["send in" "file" "hand in"] ["withdraw" "cancel"];
    "send" "Sends" ["submit" "deliver"] ["recall" "delete"];
    "tag" "Tags" ["mark" "label"] ["untag" "remove the tag of"];
    "release" "Releases" ["publish" "ship"] ["roll back" "withdraw"];
    "push" "Pushes" ["upload" "publish"] ["pull" "revert"];
    "commit" "Commits" ["save" "record"] ["revert" "undo"];
    "clean" "Cleans" ["tidy" "clean up" "normalise"] ["delete" "restore"];
    "convert" "Converts" ["turn" "transform"] ["delete" "undo"];
    "export" "Exports" ["save" "download"] ["import" "delete"];
    "import" "Imports" ["load" "bring in"] ["export" "delete"];
    "build" "Builds" ["compile" "make"] ["clean" "delete"];
    "run" "Runs" ["execute" "start"] ["stop" "cancel"];
    "start" "Starts" ["run" "launch"] ["stop" "shut down"];
    "deploy" "Deploys" ["release" "roll out"] ["roll back" "undeploy"];
    "install" "Installs" ["set up" "add"] ["uninstall" "remove"];
    "edit" "Edits" ["change" "update"] ["delete" "look up"];
    "change" "Changes" ["edit" "update"] ["delete" "look up"];
    "update" "Updates" ["change" "edit"] ["delete" "look up"];
    "request" "Requests" ["ask for" "apply for"] ["cancel" "withdraw"];
    "save" "Saves" ["store" "record"] ["delete" "discard"];
    "set" "Sets" ["change" "configure"] ["reset" "unset"];
    "configure" "Configures" ["set up" "change"] ["reset" "uninstall"];
    "rename" "Renames" ["change the name of"] ["delete" "create"];
    "move" "Moves" ["transfer" "relocate"] ["delete" "copy"];
    "copy" "Copies" ["duplicate" "clone"] ["delete" "move"];
    "book" "Books" ["reserve" "schedule"] ["cancel" "unbook"];
    "schedule" "Schedules" ["plan" "book"] ["cancel" "postpone"];
    "approve" "Approves" ["accept" "sign off"] ["reject" "decline"];
    "assign" "Assigns" ["give" "hand over"] ["unassign" "delete"];
    "close" "Closes" ["resolve" "finish"] ["reopen" "create"];
    "write" "Writes" ["draft" "create"] ["delete" "erase"];
    "make" "Makes" ["create" "produce"] ["delete" "remove"];
    "prepare" "Prepares" ["set up" "draft"] ["delete" "cancel"];
    "generate" "Generates" ["create" "produce"] ["delete" "remove"];
    "file" "Files" ["submit" "report"] ["withdraw" "delete"];
    "report" "Reports" ["file" "submit"] ["withdraw" "delete"];
    "find" "Finds" ["search for" "look up"] ["delete" "create"];
    "search" "Searches" ["find" "look up"] ["delete" "create"];
    "check" "Checks" ["verify" "inspect"] ["delete" "change"];
    "show" "Shows" ["list" "display"] ["delete" "change"];
    "list" "Lists" ["show" "display"] ["delete" "change"];
    "open" "Opens" ["show"] ["close" "delete"];
    "share" "Shares" ["send" "give access to"] ["unshare" "delete"];
    "invite" "Invites" ["add"] ["uninvite" "remove"];
    "merge" "Merges" ["combine" "join"] ["split" "revert"];
    "delete" "Deletes" ["remove" "erase" "get rid of"] ["add" "restore" "create"];
    "remove" "Removes" ["delete" "take out"] ["add" "restore" "create"];
    "archive" "Archives" ["put away"] ["restore" "unarchive"];
    "cancel" "Cancels" ["call off" "withdraw"] ["create" "place"];
    "write down" "Writes down" ["note" "record"] ["delete" "cross out"];
    "set up" "Sets up" ["create" "configure"] ["remove" "take down"];
    "fill in" "Fills in" ["complete" "enter"] ["empty" "delete"];
    "fill out" "Fills out" ["complete" "fill in"] ["empty" "delete"];
    "put in" "Puts in" ["enter" "add"] ["take out" "remove"];
    "take out" "Takes out" ["remove"] ["put in" "add"];
    "put up" "Puts up" ["publish" "post"] ["take down" "remove"];
    "take down" "Takes down" ["remove" "unpublish"] ["put up" "publish"];
    "draw up" "Draws up" ["draft" "prepare"] ["delete" "discard"];
    "check in" "Checks in" ["register the arrival of"] ["check out" "cancel"];
    "check out" "Checks out" ["register the departure of"] ["check in" "cancel"];
    "hand in" "Hands in" ["submit" "send in"] ["withdraw" "cancel"];
    "hand over" "Hands over" ["assign" "pass on"] ["take back" "keep"];
    "send in" "Sends in" ["submit" "hand in"] ["withdraw" "cancel"];
    "send out" "Sends out" ["send" "mail"] ["recall" "delete"];
    "send back" "Sends back" ["return"] ["accept" "keep"];
    "give back" "Gives back" ["return"] ["keep" "take"];
    "pay off" "Pays off" ["settle" "clear"] ["borrow" "delete"];
    "pay back" "Pays back" ["refund" "return"] ["charge" "keep"];
    "turn on" "Turns on" ["switch on" "enable"] ["turn off" "disable"];
    "turn off" "Turns off" ["switch off" "disable"] ["turn on" "enable"];
    "switch on" "Switches on" ["turn on" "enable"] ["switch off" "disable"];
    "switch off" "Switches off" ["turn off" "disable"] ["switch on" "enable"];
    "tick off" "Ticks off" ["complete" "finish"] ["reopen" "delete"];
    "cross off" "Crosses off" ["strike" "complete"] ["add" "restore"];
    "cross out" "Crosses out" ["strike" "delete"] ["add" "restore"];
    "look up" "Looks up" ["find" "search for"] ["delete" "change"];
    "back up" "Backs up" ["save a copy of" "archive"] ["restore" "delete"];
    "clean up" "Cleans up" ["tidy" "clear"] ["restore" "keep"];
    "shut down" "Shuts down" ["stop" "turn off"] ["start" "restart"];
    "roll back" "Rolls back" ["revert" "undo"] ["deploy" "release"];
    "roll out" "Rolls out" ["deploy" "release"] ["roll back" "withdraw"];
    "call off" "Calls off" ["cancel" "withdraw"] ["schedule" "confirm"];
    "put off" "Puts off" ["postpone" "delay"] ["cancel" "bring forward"];
    "put away" "Puts away" ["archive" "store"] ["restore" "delete"];
    "pick up" "Picks up" ["collect" "fetch"] ["return" "drop off"];
};

/// Particles that make another verb of the one before them: `write down`.
const PARTICLES: &[&str] = &["down", "up", "out", "off", "away", "back", "aside", "along", "apart", "forward"];

/// The same where they are particles of known verbs only; else they begin a place: `search in files`.
const PREPOSITIONS: &[&str] = &["in", "on", "over"];

/// More verbs of tasks.
const OTHER_VERBS: &[&str] = &[
    "announce",
    "notify",
    "log",
    "track",
    "transfer",
    "pay",
    "apply",
    "fill",
    "complete",
    "sign",
    "print",
    "reserve",
    "review",
    "compare",
    "collect",
    "restore",
    "sync",
    "test",
    "format",
    "reply",
    "answer",
    "mark",
    "label",
    "rotate",
    "reset",
    "enable",
    "disable",
    "activate",
    "deactivate",
    "duplicate",
    "sort",
    "filter",
    "summarize",
    "summarise",
    "extract",
    "translate",
    "plan",
    "draft",
    "compile",
    "package",
    "bump",
    "migrate",
    "upgrade",
    "onboard",
    "process",
    "handle",
    "charge",
    "refund",
    "replace",
    "switch",
    "look",
    "get",
    "fetch",
    "put",
    "store",
    "back",
    "buy",
    "sell",
    "call",
    "draw",
    "measure",
    "monitor",
    "organize",
    "reject",
    "decline",
    "accept",
    "invoice",
    "bill",
    "repeat",
    "mail",
    "email",
    "attach",
    "ship",
    "pack",
    "count",
    "clear",
    "stop",
    "restart",
    "launch",
    "verify",
    "validate",
    "inspect",
];

/// The third person of a verb: `Publish` becomes `Publishes`. `None` for an unknown word.
pub fn third_person(word: &str) -> Option<String> {
    let word = crate::text::fold(word);
    if let Some(verb) = verb(&word) {
        return Some(verb.third.to_owned());
    }
    OTHER_VERBS.contains(&word.as_str()).then(|| regular_third_person(&word))
}

/// Further words that are verbs at the beginning of a title. In a command line some of them are programs or names.
#[rustfmt::skip]
const TITLE_VERBS: &[&str] = &[
    "adjust", "alert", "allocate", "allow", "append", "approve", "archive", "ask", "assign", "audit", "backup", "balance",
    "ban", "block", "blog", "book", "broadcast", "build", "cancel", "cast", "certify", "change", "check", "choose", "clarify",
    "clean", "clone", "close", "combine", "comment", "commit", "compress", "configure", "confirm", "convert", "copy",
    "correct", "crawl", "crop", "cross", "cut", "debug", "decompress", "decrease", "decrypt", "delay", "deny", "deploy",
    "deregister", "describe", "distribute", "divide", "document", "download", "drag", "drop", "dump", "edit", "empty",
    "encrypt", "enrol", "enroll", "escalate", "exchange", "execute", "expire", "explain", "export", "extend", "fix", "flag",
    "flip", "follow", "forbid", "fork", "forward", "gather", "give", "grade", "grant", "group", "harden", "hash", "hide",
    "highlight", "ignore", "import", "increase", "index", "insert", "install", "invite", "issue", "join", "keep", "leave",
    "link", "load", "lock", "lower", "merge", "mirror", "mount", "move", "mute", "name", "note", "offer", "open", "order",
    "parse", "partition", "paste", "patch", "pause", "permit", "pick", "pin", "play", "post", "postpone", "prepare", "prepend",
    "prioritise", "prioritize", "profile", "propose", "provision", "prune", "publish", "pull", "purge", "push", "quote",
    "raise", "rank", "rate", "rebase", "recommend", "reconcile", "record", "recover", "redirect", "reduce", "refresh",
    "register", "reindex", "reload", "remind", "render", "renew", "rent", "reopen", "repair", "report", "request", "reroute",
    "reschedule", "resize", "restock", "resume", "retire", "retry", "return", "revert", "revoke", "round", "route", "run",
    "scale", "scan", "schedule", "score", "scrape", "seed", "select", "set", "settle", "share", "shorten", "shuffle", "solve",
    "split", "squash", "stage", "start", "stash", "stream", "strike", "strip", "subscribe", "suggest", "swap", "sweep",
    "synchronize", "tag", "teach", "tick", "tidy", "toggle", "trace", "train", "triage", "trim", "truncate", "try", "turn",
    "tweet", "unarchive", "unassign", "unban", "uncheck", "ungroup", "unhide", "uninstall", "unlink", "unload", "unlock",
    "unmount", "unmute", "unpack", "unpin", "unpublish", "unstage", "unsubscribe", "untick", "untrack", "unzip", "upload",
    "vote", "warn", "watch", "welcome", "zip",
];

/// The third person of the first word of a title, which is a verb where an article or the like follows: `Cut a release`.
pub fn third_person_in_title(first: &str, rest: &str) -> Option<String> {
    let folded = crate::text::fold(first);
    let known = || TITLE_VERBS.contains(&folded.as_str()).then(|| regular_third_person(&folded));
    third_person(first).or_else(known).or_else(|| third_person_before(first, rest.split(' ').next().unwrap_or_default()))
}

/// The third person of a word that is a verb because an article or the like follows it: `keep` before `the`.
pub fn third_person_before(word: &str, next: &str) -> Option<String> {
    const AFTER_A_VERB: &[&str] = &[
        "a", "an", "the", "all", "some", "each", "every", "this", "that", "these", "those", "my", "our", "its", "their",
        "another", "new", "it", "them", "why", "how", "whether", "who",
    ];
    const NO_VERBS: &[&str] = &[
        "of", "in", "on", "at", "for", "with", "without", "from", "to", "by", "as", "into", "onto", "over", "under", "about",
        "after", "before", "between", "than", "or", "and", "but", "if", "when", "where", "while", "which", "who", "what", "only",
        "also", "both", "even", "just", "not", "like", "per",
    ];
    let folded = crate::text::fold(word);
    // `Adds a customer` is in the third person already.
    let is_third = word.ends_with('s') && !word.ends_with("ss");
    let verb_like = word.chars().all(char::is_alphabetic) && word.chars().count() > 1 && !is_third;
    let is_other = AFTER_A_VERB.contains(&folded.as_str()) || NO_VERBS.contains(&folded.as_str());
    let follows = AFTER_A_VERB.contains(&crate::text::fold(next).as_str());
    (verb_like && !is_other && follows).then(|| third_person(word).unwrap_or_else(|| regular_third_person(&folded)))
}

fn regular_third_person(word: &str) -> String {
    let vowel_before = word.chars().rev().nth(1).is_some_and(|c| "aeiou".contains(c));
    let third = match word.as_bytes().last() {
        Some(b'y') if !vowel_before => format!("{}ies", &word[..word.len() - 1]),
        Some(b's' | b'x' | b'z' | b'o') => format!("{word}es"),
        Some(b'h') if word.ends_with("ch") || word.ends_with("sh") => format!("{word}es"),
        _ => format!("{word}s"),
    };
    crate::text::sentence(&third)
}

pub fn verb(word: &str) -> Option<&'static Verb> {
    let word = crate::text::fold(word);
    VERBS.iter().find(|verb| verb.base == word)
}

/// Splits a title into its verb and the rest: `Add a customer` is `add` and `a customer`, `Write a bill down` is `write down` and `a bill`.
/// `None` where it begins with no verb that has synonyms here.
pub fn split(title: &str) -> Option<(&'static Verb, String)> {
    let (words, rest) = verb_words(title);
    Some((verb(&words)?, rest))
}

/// The words of the verb with which a title begins, and the rest.
pub fn verb_words(title: &str) -> (String, String) {
    let (first, rest) = title.trim().split_once(' ').unwrap_or((title.trim(), ""));
    let with = |particle: &str| format!("{first} {particle}");
    let is_particle = |word: &str| {
        let word = crate::text::fold(word);
        PARTICLES.contains(&word.as_str()) || PREPOSITIONS.contains(&word.as_str()) && verb(&with(&word)).is_some()
    };
    let (next, after) = rest.split_once(' ').unwrap_or((rest, ""));
    if is_particle(next) {
        return (with(next), after.to_owned());
    }
    match rest.rsplit_once(' ') {
        Some((object, last)) if is_particle(last) => (with(last), object.to_owned()),
        _ => (first.to_owned(), rest.to_owned()),
    }
}

/// Whether words on a control, or a program, delete something permanently.
pub fn is_destructive(words: &str) -> bool {
    [
        "delete",
        "remove",
        "erase",
        "destroy",
        "drop",
        "purge",
        "wipe",
        "discard",
        "cancel order",
        "rm",
        "rmdir",
        "löschen",
        "entfernen",
    ]
    .iter()
    .any(|word| crate::text::mentions(words, word))
}
