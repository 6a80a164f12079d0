//! Looking abilities up among very many. The bar: p99 under 5 ms over 10,000 and over 100,000 abilities.
//!
//! Measured is [`Engine::lookup`] whole: from the request to the matches with their reasons, over a database on the disk.

#![allow(clippy::unwrap_used, reason = "a benchmark may panic")]

use apprentice_contracts::Time;
use apprentice_contracts::ability::AbilityLookupQuery;
use apprentice_engine::Engine;
use apprentice_store::abilities::{self, AbilityRecord};
use apprentice_testkit::World;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const LOOKUPS: usize = 5_000;

const VERBS: &[&str] = &[
    "add",
    "create",
    "export",
    "send",
    "check",
    "update",
    "book",
    "cancel",
    "import",
    "rename",
    "archive",
    "approve",
    "print",
    "download",
    "upload",
    "reconcile",
    "schedule",
    "assign",
    "close",
    "open",
    "merge",
    "publish",
    "translate",
    "order",
    "renew",
];
const THINGS: &[&str] = &[
    "customer",
    "invoice",
    "report",
    "time sheet",
    "purchase order",
    "ticket",
    "meeting room",
    "expense claim",
    "newsletter",
    "contract",
    "delivery note",
    "payment reminder",
    "user account",
    "backup",
    "pull request",
    "release",
    "dashboard",
    "vacation",
    "shift plan",
    "inventory list",
    "job advert",
    "press photo",
    "price list",
    "bank statement",
    "tax form",
    "product page",
];
const PLACES: &[&str] = &[
    "in the CRM",
    "for the Berlin office",
    "in SAP",
    "on the intranet",
    "for accounting",
    "in the shop",
    "on the staging server",
    "for a new colleague",
    "in the spreadsheet",
    "with the printer on floor",
    "for project",
    "in the ticket system",
    "on the wiki",
];
const AROUND: &[(&str, &str)] = &[
    ("", ""),
    ("please ", ""),
    ("can you ", " for me?"),
    ("how do I ", ""),
    ("I need to ", " before noon, the boss asked for it"),
    ("", " and tell Maria when it is done"),
];

/// The same numbers on every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    fn of<'a, T: ?Sized>(&mut self, all: &[&'a T]) -> &'a T {
        all[self.roll(all.len())]
    }

    /// As people say it: sometimes with a number, sometimes without a place.
    fn task(&mut self) -> String {
        let article = self.of(&["a", "the", "our", "this", "every"]);
        let mut task = format!("{} {article} {}", self.of(VERBS), self.of(THINGS));
        if self.roll(3) > 0 {
            task = format!("{task} {}", self.of(PLACES));
        }
        if self.roll(3) == 0 {
            task = format!("{task} {}", self.roll(20_000));
        }
        task
    }

    fn ability(&mut self, number: usize) -> AbilityRecord {
        let title = self.task();
        let triggers: Vec<String> = (0..3 + self.roll(4)).map(|_| self.task()).chain([title.clone()]).collect();
        let negatives: Vec<String> = (0..self.roll(3)).map(|_| format!("do not {}", self.task())).collect();
        let entry: Value = json!({
            "ability_id": format!("ability_{:08x}_{number}", self.roll(usize::MAX)), "title": title, "family": "office", "source": "learned",
            "install_lane": self.of(&["approved_workspace", "approved_workspace", "shared_promoted", "experimental_private"]),
            "enabled": true, "usable_now": self.roll(20) > 0, "trigger_phrases": triggers, "negative_triggers": negatives,
            "aliases": [], "project_scopes": if self.roll(4) == 0 { vec![format!("project-{}", self.roll(50))] } else { vec![] },
            "preferred_control_surfaces": [], "support_pack_refs": [], "schema_version": 1,
            "checkpoint_health": self.of(&["strong", "moderate", "weak", "no_data"]),
        });
        let entry = serde_json::from_value(entry).unwrap();
        AbilityRecord {
            entry,
            proposal_id: None,
            created_at: Time::default(),
            updated_at: Time::default(),
            standing: Default::default(),
        }
    }

    fn query(&mut self) -> AbilityLookupQuery {
        let (before, after) = AROUND[self.roll(AROUND.len())];
        let words = match self.roll(10) {
            0 => self.of(THINGS).to_owned(),
            1 => format!("{} {}", self.of(VERBS), self.of(THINGS)),
            2 => "what is the weather like in Lisbon tomorrow".to_owned(),
            3 => (0..8).map(|_| self.task()).collect::<Vec<_>>().join(", then "),
            _ => format!("{before}{}{after}", self.task()),
        };
        let project = (self.roll(2) == 0).then(|| format!("project-{}", self.roll(50)));
        let words: String = words.chars().take(500).collect();
        serde_json::from_value(json!({ "user_query": words, "project_id": project })).unwrap()
    }
}

fn resident() -> f64 {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
    pages.split(' ').nth(1).unwrap().parse::<f64>().unwrap() * 4096.0 / 1e6
}

async fn timed(engine: &Engine, query: AbilityLookupQuery) -> (Duration, usize) {
    let asked = Instant::now();
    let found = engine.lookup(query).await.unwrap();
    (asked.elapsed(), found.matches.len())
}

fn tell(what: &str, mut took: Vec<Duration>) {
    took.sort_unstable();
    let at = |share: usize| took[(took.len() * share / 1000).min(took.len() - 1)];
    println!("{what}: p50 {:?}, p99 {:?}, p99.9 {:?}, worst {:?}", at(500), at(990), at(999), took[took.len() - 1]);
}

async fn measure(count: usize) {
    let world = World::new();
    world.open().await.close().await;
    let mut dice = Dice(7);
    let mut raw = world.raw();
    let all = raw.transaction().unwrap();
    for number in 0..count {
        abilities::put(&all, &dice.ability(number)).unwrap();
    }
    all.commit().unwrap();
    let before = resident();
    let engine = world.open().await;
    let (first, _) = timed(&engine, dice.query()).await;
    println!(
        "{count} abilities: the first look-up, which waits for the index, {first:?}; memory grew by {:.0} MB",
        resident() - before
    );
    let (mut took, mut found) = (Vec::new(), 0);
    for _ in 0..LOOKUPS {
        let (time, matches) = timed(&engine, dice.query()).await;
        took.push(time);
        found += matches;
    }
    tell(&format!("{count} abilities, {LOOKUPS} look-ups with {found} matches"), took);
    let mut took = Vec::new();
    for number in 0..200 {
        abilities::put(&raw, &dice.ability(count + number)).unwrap();
        took.push(timed(&engine, dice.query()).await.0);
    }
    tell(&format!("{count} abilities, right after one of 200 changes"), took);
    let mut took = Vec::new();
    for words in ["a", "e", " ", "a e", "the", "in the", "a a", "r e p o r t i n g a l l o f i t", "to"] {
        for _ in 0..20 {
            took.push(timed(&engine, serde_json::from_value(json!({ "user_query": words })).unwrap()).await.0);
        }
    }
    tell(&format!("{count} abilities, the worst that can be asked"), took);
    engine.close().await;
}

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    for count in [10_000, 100_000] {
        runtime.block_on(measure(count));
    }
}
