use super::*;
use std::fs;

struct Home(tempfile::TempDir);

impl Home {
    fn write(&self, path: &str, text: &str) {
        let path = self.0.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self) -> (Vec<Entry>, Vec<ScheduleSource>) {
        read_all(&Machine { user_home: Some(self.0.path().to_path_buf()), ..Machine::default() })
    }
}

fn home() -> Home {
    Home(tempfile::tempdir().unwrap())
}

fn find<'a>(entries: &'a [Entry], id: &str) -> &'a Entry {
    entries.iter().find(|entry| entry.id == id).unwrap_or_else(|| panic!("{id}: {entries:?}"))
}

#[test]
fn every_agent_is_read_in_its_own_format() {
    let home = home();
    home.write(
        ".openclaw/cron/jobs.json",
        r#"{"version":1,"jobs":[
            {"id":"j1","name":"Morning report","enabled":true,"schedule":{"kind":"cron","expr":"0 8 * * 1-5","tz":"Europe/Zurich"},
             "payload":{"kind":"agentTurn","message":"Use /make-the-report and send it"}},
            {"id":"j2","name":"","enabled":false,"schedule":{"kind":"every","everyMs":7200000},"payload":{"kind":"systemEvent","text":"Look at the inbox\nand sort it"}},
            {"id":"j3","name":"Reminder","schedule":{"kind":"at","at":"2026-02-01T16:00:00Z"},"payload":{"kind":"systemEvent","text":"Call Ada"}}]}"#,
    );
    home.write(
        ".codex/automations/weekly-notes/automation.toml",
        "version = 1\nid = \"weekly-notes\"\nname = \"Weekly notes\"\nprompt = \"Write the release notes\"\nstatus = \"PAUSED\"\n\
         rrule = \"FREQ=WEEKLY;BYDAY=FR;BYHOUR=16;BYMINUTE=0\"\ncwds = [\"/work/shop\"]\n",
    );
    let project = home.0.path().join("shop");
    home.write(".claude.json", &serde_json::json!({ "projects": { (project.to_str().unwrap()): {}, "/gone": {} } }).to_string());
    home.write(
        "shop/.claude/scheduled_tasks.json",
        r#"{"tasks":[{"id":"c1","cron":"0 9 * * *","prompt":"Summarise the pull requests","recurring":true},{"id":"c2","cron":"30 14 2 3 *","prompt":"Ask Bob","recurring":false}]}"#,
    );
    home.write(
        ".claude/scheduled-tasks/tidy-inbox/SKILL.md",
        "---\nname: tidy-inbox\ndescription: Tidy\n---\n\nTidy the inbox.\n",
    );
    home.write(
        ".config/systemd/user/brief.timer",
        "[Unit]\nDescription=Daily brief\n[Timer]\nOnCalendar=*-*-* 07:00\nPersistent=true\n",
    );
    home.write(
        ".config/systemd/user/brief.service",
        "[Service]\n# the agent\nWorkingDirectory=%h/brief\nExecStart=/usr/bin/env \\\n  claude -p \"write the brief\"\n",
    );
    home.write(".config/systemd/user/disk.timer", "[Timer]\nOnCalendar=weekly\n");
    home.write(".config/systemd/user/disk.service", "[Service]\nExecStart=/usr/bin/fstrim --all\n");
    home.write(".config/systemd/user/timers.target.wants/brief.timer", "");
    let (entries, sources) = home.read();
    assert_eq!(entries.len(), 8, "{entries:?}");
    let report = find(&entries, "j1");
    assert_eq!(
        (report.when.as_str(), report.repeats, report.enabled),
        ("Monday to Friday at 08:00 (Europe/Zurich)", true, Some(true))
    );
    let inbox = find(&entries, "j2");
    assert_eq!((inbox.title.as_str(), inbox.when.as_str(), inbox.enabled), ("Look at the inbox", "Every 2 hours", Some(false)));
    let reminder = find(&entries, "j3");
    assert_eq!((reminder.when.as_str(), reminder.repeats), ("Once, at 2026-02-01T16:00:00Z", false));
    let notes = find(&entries, "weekly-notes");
    assert_eq!((notes.agent_id, notes.when.as_str(), notes.enabled), ("codex", "Every Friday at 16:00", Some(false)));
    assert_eq!((notes.folder.as_deref(), notes.repeats), (Some("/work/shop"), true));
    assert_eq!(find(&entries, "c1").folder.as_deref(), project.to_str());
    let once = find(&entries, "c2");
    assert_eq!((once.when.as_str(), once.repeats), ("Once: By cron: 30 14 2 3 *", false));
    let app = find(&entries, "tidy-inbox");
    assert_eq!((app.prompt.as_str(), app.enabled), ("Tidy the inbox.", None), "the app keeps the times for itself");
    let brief = find(&entries, "brief.timer");
    assert_eq!((brief.agent_id, brief.title.as_str(), brief.enabled), ("claude-code", "Daily brief", Some(true)));
    assert_eq!(brief.when, "By the calendar: *-*-* 07:00");
    assert!(brief.prompt.contains("claude -p"), "{}", brief.prompt);
    assert!(sources.iter().all(|source| source.problem.is_none()), "{sources:?}");
}

#[test]
fn what_is_not_there_is_said_and_what_is_broken_hides_nothing_else() {
    let home = home();
    let (entries, sources) = home.read();
    assert!(entries.is_empty());
    assert!(sources.iter().all(|source| source.state == ScheduleSourceState::Absent), "{sources:?}");
    home.write(".openclaw/cron/jobs.json", "{ not json");
    home.write(".codex/automations/broken/automation.toml", "name = ");
    home.write(
        ".codex/automations/good/automation.toml",
        "name = \"Good\"\nprompt = \"Do it\"\nrrule = \"FREQ=DAILY;BYHOUR=7;COUNT=1\"\n",
    );
    let (entries, sources) = home.read();
    assert_eq!(entries.iter().map(|entry| (entry.title.as_str(), entry.repeats)).collect::<Vec<_>>(), [("Good", false)]);
    let broken: Vec<&str> = sources
        .iter()
        .filter(|source| source.state == ScheduleSourceState::Unreadable && source.problem.is_some())
        .map(|source| source.agent_id.as_str())
        .collect();
    assert_eq!(broken, ["openclaw", "codex"]);
}

#[test]
fn openclaw_is_followed_to_the_store_that_its_configuration_names() {
    let home = home();
    home.write(".openclaw/openclaw.json", "{ // where jobs are\n cron: { store: '~/jobs/all.json' } }");
    home.write(
        "jobs/all.json",
        r#"{"jobs":[{"id":"j","name":"Elsewhere","schedule":{"kind":"every","everyMs":60000},"payload":{}}]}"#,
    );
    let (entries, _) = home.read();
    assert_eq!(entries.iter().map(|entry| entry.title.as_str()).collect::<Vec<_>>(), ["Elsewhere"]);
}
