//! User timers of systemd that start an agent: `systemd/user/NAME.timer` in the person's configuration folder, and the service that it
//! names (systemd.timer(5)). Drop-ins and units of packages are not read.

use super::{Entry, Found};
use apprentice_skills::agents::table::{AGENTS, Agent};
use apprentice_skills::agents::targets::Machine;
use std::path::Path;

pub(super) fn read(machine: &Machine) -> Vec<Found> {
    let Some(folder) = machine.below_home(".config/systemd/user") else { return Vec::new() };
    let mut found = Found {
        agent_id: "systemd",
        agent: "systemd timers",
        path: folder.clone(),
        there: false,
        entries: Vec::new(),
        problem: None,
    };
    for path in found.folders(&folder) {
        let Some(name) = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(".timer")) else {
            continue;
        };
        let Some(timer) = found.text(&path).map(|text| Unit::parse(&text)) else { continue };
        let service = timer.last("Unit").map_or_else(|| format!("{name}.service"), str::to_owned);
        if service.contains('/') {
            continue;
        }
        let Some(service) = found.text(&folder.join(service)).map(|text| Unit::parse(&text)) else { continue };
        let Some((agent, command)) = service.all("ExecStart").find_map(|command| Some((started(command)?, command))) else {
            continue;
        };
        let times: Vec<String> = timer.times().collect();
        found.add(Entry {
            id: format!("{name}.timer"),
            agent_id: agent.id,
            agent: agent.label,
            title: timer.last("Description").or_else(|| service.last("Description")).unwrap_or(name).to_owned(),
            prompt: command.to_owned(),
            when: if times.is_empty() { "The file does not say when".to_owned() } else { times.join("; ") },
            repeats: timer.repeats(),
            enabled: Some(is_enabled(&folder, &format!("{name}.timer"))),
            folder: service.last("WorkingDirectory").map(str::to_owned),
            file: path,
        });
    }
    vec![found]
}

/// Whether a unit of this folder wants the timer, as `systemctl --user enable` makes it.
fn is_enabled(folder: &Path, timer: &str) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let wants = entries.filter(|path| path.extension().is_some_and(|tail| tail == "wants" || tail == "requires"));
    wants.into_iter().any(|wants| wants.join(timer).symlink_metadata().is_ok())
}

/// The agent whose program a command starts.
fn started(command: &str) -> Option<&'static Agent> {
    let words = command.split(|letter: char| letter.is_whitespace() || "\"';&|()".contains(letter));
    let mut programs = words.map(|word| word.rsplit('/').next().unwrap_or(word));
    programs.find_map(|program| AGENTS.iter().find(|agent| !program.is_empty() && agent.programs.contains(&program)))
}

/// The settings of a unit file, in order. A setting may be there more than once.
struct Unit(Vec<(String, String)>);

impl Unit {
    fn parse(text: &str) -> Self {
        let (mut settings, mut line) = (Vec::new(), String::new());
        for part in text.lines() {
            let trimmed = part.trim();
            // A comment between continued lines is left out too.
            if trimmed.starts_with(['#', ';']) {
                continue;
            }
            if let Some(open) = trimmed.strip_suffix('\\') {
                line.push_str(open);
                line.push(' ');
                continue;
            }
            line.push_str(trimmed);
            if let Some((key, value)) = line.split_once('=') {
                settings.push((key.trim().to_owned(), value.trim().to_owned()));
            }
            line.clear();
        }
        Self(settings)
    }

    /// The values of a setting. An empty one forgets those before it.
    fn all<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> {
        let own = || self.0.iter().filter(move |(known, _)| known == key).map(|(_, value)| value.as_str());
        let forgotten = own().enumerate().filter(|(_, value)| value.is_empty()).last().map_or(0, |(at, _)| at + 1);
        own().skip(forgotten)
    }

    fn last<'a>(&'a self, key: &'a str) -> Option<&'a str> {
        self.all(key).last()
    }

    /// When the timer elapses, in the words of systemd.
    fn times(&self) -> impl Iterator<Item = String> {
        let calendar = self.all("OnCalendar").map(|value| format!("By the calendar: {value}"));
        let after = [
            ("OnUnitActiveSec", "after its last start"),
            ("OnUnitInactiveSec", "after its last end"),
            ("OnBootSec", "after the machine starts"),
            ("OnStartupSec", "after you log in"),
            ("OnActiveSec", "after it is switched on"),
        ];
        let after = after
            .into_iter()
            .flat_map(|(key, words)| self.all(key).map(move |value| format!("{value} {words}")).collect::<Vec<_>>());
        calendar.collect::<Vec<_>>().into_iter().chain(after)
    }

    /// A moment of the calendar with a plain year, month and day comes once.
    fn repeats(&self) -> bool {
        let once = |value: &str| {
            let date = value.split_whitespace().find(|word| word.contains('-')).unwrap_or_default();
            date.len() == 10 && date.chars().all(|letter| letter.is_ascii_digit() || letter == '-')
        };
        let calendar: Vec<&str> = self.all("OnCalendar").collect();
        let again = ["OnUnitActiveSec", "OnUnitInactiveSec", "OnBootSec", "OnStartupSec"];
        calendar.iter().any(|value| !once(value)) || again.into_iter().any(|key| self.all(key).next().is_some())
    }
}
