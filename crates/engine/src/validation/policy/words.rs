//! Words that show what an action does: English words, and common programs.

use std::net::Ipv4Addr;

/// First words of controls that delete something.
const DESTRUCTIVE: [&str; 9] = ["delete", "remove", "erase", "discard", "destroy", "purge", "wipe", "drop", "trash"];
/// First words of controls that send something.
const SENDING: [&str; 8] = ["send", "reply", "forward", "publish", "post", "share", "tweet", "invite"];
/// First words of fields that take the addresses of a message.
const ADDRESSING: [&str; 5] = ["to", "cc", "bcc", "recipient", "recipients"];
/// First words of buttons that only show something.
const LOOKING: [&str; 21] = [
    "search", "find", "filter", "show", "view", "open", "close", "next", "previous", "back", "more", "less", "expand",
    "collapse", "sort", "refresh", "reload", "cancel", "details", "menu", "go",
];

const REMOVING_PROGRAMS: [&str; 4] = ["rm", "rmdir", "unlink", "shred"];
const DESTROYING_PROGRAMS: [&str; 4] = ["dd", "truncate", "wipefs", "mkfs"];
const SENDING_PROGRAMS: [&str; 10] = ["mail", "mailx", "mutt", "sendmail", "msmtp", "swaks", "scp", "sftp", "ftp", "telnet"];
/// Those of them that take addresses as words.
const MAILING_PROGRAMS: [&str; 6] = ["mail", "mailx", "mutt", "sendmail", "msmtp", "swaks"];
/// A program and its subcommand.
const SENDING_PAIRS: [(&str, &str); 7] = [
    ("git", "push"),
    ("npm", "publish"),
    ("yarn", "publish"),
    ("pnpm", "publish"),
    ("cargo", "publish"),
    ("docker", "push"),
    ("twine", "upload"),
];

fn first_word(name: &str) -> String {
    name.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or_default().to_lowercase()
}

pub(super) fn is_destructive(name: &str) -> bool {
    DESTRUCTIVE.contains(&first_word(name).as_str()) || name.to_lowercase().starts_with("empty trash")
}

pub(super) fn is_sending(name: &str) -> bool {
    SENDING.contains(&first_word(name).as_str())
}

/// Whether a field takes the addresses of a message.
pub(super) fn is_for_recipients(name: &str) -> bool {
    ADDRESSING.contains(&first_word(name).as_str())
}

pub(super) fn is_looking(name: &str) -> bool {
    LOOKING.contains(&first_word(name).as_str())
}

/// `host` as in an address, with its port if any. A name that only starts like a loopback address is another host.
pub(super) fn is_this_machine(host: &str) -> bool {
    let has_port = |port: &str| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    let name = host.rsplit_once(':').filter(|(_, port)| has_port(port) && !host.ends_with(']')).map_or(host, |(name, _)| name);
    let number = |name: &str| name.parse::<Ipv4Addr>().is_ok_and(|number| number.is_loopback());
    name == "localhost" || name.ends_with(".localhost") || name == "[::1]" || number(name)
}

/// The commands of a line as words, without prefixes such as `sudo` and their flags.
fn commands(line: &str) -> impl Iterator<Item = Vec<&str>> {
    line.split(['|', ';', '&', '\n', '(', ')']).map(|command| {
        let before = |word: &&str| {
            matches!(*word, "sudo" | "env" | "nohup" | "time" | "command" | "xargs")
                || word.contains('=')
                || word.starts_with('-')
        };
        command.split_whitespace().skip_while(before).collect()
    })
}

fn program<'w>(words: &[&'w str]) -> &'w str {
    words.first().map_or("", |word| word.rsplit('/').next().unwrap_or_default())
}

pub(super) fn moves(line: &str) -> bool {
    commands(line).any(|words| program(&words) == "mv" || words.starts_with(&["git", "mv"]))
}

/// Whether a command removes files, which the rehearsal may have created itself.
pub(super) fn removes(line: &str) -> bool {
    commands(line).any(|words| match program(&words) {
        "find" => words.contains(&"-delete"),
        named => REMOVING_PROGRAMS.contains(&named),
    })
}

/// Whether a command destroys data that the rehearsal cannot have created.
pub(super) fn destroys(line: &str) -> bool {
    commands(line).any(|words| {
        let has = |flag: &str| words.contains(&flag);
        let named = program(&words);
        match named {
            "git" => {
                (has("reset") && has("--hard"))
                    || words.get(1) == Some(&"clean")
                    || (has("branch") && has("-D"))
                    || (has("push") && (has("--force") || has("-f")))
            }
            _ => DESTROYING_PROGRAMS.contains(&named) || named.starts_with("mkfs."),
        }
    }) || {
        let line = line.to_lowercase();
        ["drop table", "drop database", "delete from", "truncate table"].iter().any(|words| line.contains(words))
    }
}

pub(super) fn sends(line: &str) -> bool {
    commands(line).any(|words| is_sent_by(&words))
}

fn is_sent_by(words: &[&str]) -> bool {
    let named = program(words);
    let pair = words.get(1).is_some_and(|second| SENDING_PAIRS.contains(&(named, second)));
    match named {
        "curl" | "wget" => uploads(words) && !stays_here(words),
        "rsync" => words.iter().skip(1).any(|word| word.contains(':')),
        _ => pair || SENDING_PROGRAMS.contains(&named),
    }
}

/// Whether each command of a line that sends something is a mail whose addresses all are there and are safe.
pub(super) fn sends_only_to(line: &str, is_safe: &dyn Fn(&str) -> bool) -> bool {
    // What a variable or another command puts there is not seen.
    let is_plain = !line.contains(['$', '`']) && !line.split_whitespace().any(|word| program(&[word]) == "xargs");
    commands(line).filter(|words| is_sent_by(words)).all(|words| {
        let named = program(&words);
        // They take the addresses from the message too.
        let reads_message =
            matches!(named, "sendmail" | "msmtp" | "mail" | "mailx") && words.iter().any(|word| takes_addresses(word));
        let addresses = words.iter().skip(1).flat_map(|word| word.split([',', '=', '"', '\'', '<', '>']));
        let mut addresses = addresses.filter(|word| word.contains('@')).peekable();
        is_plain
            && MAILING_PROGRAMS.contains(&named)
            && !reads_message
            && !names_somebody(words.get(1..).unwrap_or_default())
            && addresses.peek().is_some()
            && addresses.all(is_safe)
    })
}

/// Whether a word of a mail command names a recipient by something else than an address, such as `root` or an alias: what follows an option for
/// copies, and what is behind the first address, where no more options have values.
fn names_somebody(words: &[&str]) -> bool {
    let is_copy = |word: &&str| matches!(*word, "-c" | "-b" | "--cc" | "--bcc");
    let is_other = |word: &&str| !word.contains('@') && !word.starts_with(['-', '<', '>']);
    let copies = words.windows(2).filter(|pair| is_copy(&pair[0])).map(|pair| pair[1]);
    let first = words.iter().position(|word| word.contains('@') && !word.starts_with('-')).unwrap_or(words.len());
    let mut is_quoted = false;
    let mut plain = |word: &&&str| {
        let quotes = word.matches(['"', '\'']).count();
        let begins_within = is_quoted;
        is_quoted ^= quotes % 2 == 1;
        !begins_within && quotes == 0
    };
    let unquoted: Vec<&str> = words[first..].iter().filter(|word| plain(word)).copied().collect();
    let behind = unquoted.windows(2).filter(|pair| !pair[0].starts_with(['-', '<', '>'])).map(|pair| pair[1]);
    copies.chain(behind).any(|word| is_other(&word))
}

/// Whether an option is, or has among its letters, `-t`: the addresses are in the message.
fn takes_addresses(word: &str) -> bool {
    let letters = word.strip_prefix('-').filter(|letters| letters.starts_with(char::is_alphabetic));
    word == "--read-recipients" || letters.is_some_and(|letters| letters.contains('t'))
}

/// Whether every address of the command is on this machine. Addresses without a scheme count only when none has one.
fn stays_here(words: &[&str]) -> bool {
    let mut named = words.iter().skip(1).filter(|word| word.contains("://")).peekable();
    match named.peek() {
        Some(_) => named.all(|word| is_this_machine(host_of(word))),
        None => words.iter().skip(1).any(|word| is_this_machine(host_of(word))),
    }
}

fn host_of(word: &str) -> &str {
    let rest = word.split_once("://").map_or(word, |(_, rest)| rest);
    rest.trim_matches(['"', '\'']).split(['/', '?', '#']).next().unwrap_or_default()
}

fn uploads(words: &[&str]) -> bool {
    let changes = |method: &&str| matches!(method.to_uppercase().as_str(), "POST" | "PUT" | "PATCH" | "DELETE");
    words.iter().enumerate().any(|(at, word)| {
        let carries = ["--data", "--form", "--upload-file", "--json", "--post-data", "--post-file"];
        let short = ["-d", "-F", "-T"].iter().any(|flag| word.starts_with(flag) && !word.starts_with("--"));
        let apart = matches!(*word, "-X" | "--request" | "--method") && words.get(at + 1).is_some_and(changes);
        let joined = ["-X", "--request=", "--method="].iter().find_map(|flag| word.strip_prefix(flag));
        let method = apart || joined.is_some_and(|method| changes(&method));
        short || method || carries.iter().any(|flag| word.starts_with(flag))
    })
}
