//! What the page in the window may request: the operations that the window uses, and nothing else. A script that got into the page could
//! otherwise call every operation of a person.

use crate::operation::{Operation, all};

const FOR_AGENTS: &str = "Agents call it, through the tools of the MCP server.";
const BY_HOOKS: &str = "`apprentice hook-agent` calls it, which the hooks of agents start.";
const HOOKS: &str = "Rules are a file that a person writes; `apprentice agents hooks` shows and changes who asks them.";
const FOR_PROGRAMS: &str = "Programs read it; the window shows health, reports, frictions and repairs of each ability.";
const SAME_FOR_MANY: &str = "`assign_many` does it for one item too.";

/// Operations that the window does not use, each with the reason.
pub const NOT_IN_THE_WINDOW: &[(&str, &str)] = &[
    ("ability_changes", FOR_AGENTS),
    ("ability_skill", FOR_AGENTS),
    ("ability_skill_file", FOR_AGENTS),
    ("ability_skills", FOR_AGENTS),
    ("agent_hooks", HOOKS),
    ("assign_category", SAME_FOR_MANY),
    ("capability_bridge", FOR_PROGRAMS),
    ("capability_stats", FOR_PROGRAMS),
    ("category_items", "The window reads all assignments at once."),
    ("change_agent_hooks", HOOKS),
    ("decide_hook", BY_HOOKS),
    ("dispatch_checkpoint_receipts", "`ability_reports` has the reports of recent dispatches."),
    ("finish_mcp_sign_in", "The browser of this machine is redirected back automatically."),
    ("list_intents", "The window shows the values that intents left, and their receipts."),
    ("mcp_server_health", "The list of connectors has the health of each."),
    ("mining_settings", "The window reads and writes all settings at once."),
    ("preview_agent_hooks", HOOKS),
    ("proxy_mcp_server", FOR_AGENTS),
    ("refresh_mcp_sign_in", "A token is refreshed automatically before it expires, or by `connectors sign-in --renew`."),
    ("remove_ability", "`remove_skills` removes abilities too."),
    ("repair_projections", "A remedy for a damaged home, where the window may not open."),
    ("report_observation", FOR_AGENTS),
    ("resolve_project", "The window offers the projects by their ids."),
    ("run_canary", "The engine runs it every night; the window shows the health that follows."),
    ("search_mcp_tools", FOR_AGENTS),
    ("session_checkpoint_receipts", "The window shows the receipts of the rehearsal."),
    ("session_events", "The window follows the events of all sessions."),
    ("skill_prompt", FOR_AGENTS),
    ("skill_prompts", FOR_AGENTS),
    ("unassign_category", SAME_FOR_MANY),
    ("update_mining_settings", "The window reads and writes all settings at once."),
    ("verify_checkpoint", FOR_AGENTS),
];

/// Whether the window uses this request. `path` may carry a query.
pub fn allows(method: &str, path: &str) -> bool {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let path: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    let fitting = all().into_iter().filter(|operation| operation.method == method && fits(operation, &path));
    // As in the router, a word of the route goes before a parameter.
    let chosen = fitting.min_by_key(|operation| operation.path.matches('{').count());
    chosen.is_some_and(|operation| !NOT_IN_THE_WINDOW.iter().any(|(id, _)| *id == operation.id))
}

fn fits(operation: &Operation, path: &[&str]) -> bool {
    let route: Vec<&str> = operation.path.trim_start_matches('/').split('/').collect();
    let fits = |(wanted, given): (&&str, &&str)| if wanted.starts_with('{') { !given.is_empty() } else { wanted == given };
    route.len() == path.len() && route.iter().zip(path).all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_reaches_what_the_window_uses_and_nothing_else() {
        for (method, path, expected) in [
            ("GET", "/api/settings", true),
            ("GET", "/api/abilities/some-ability/checkpoint-reports", true),
            ("GET", "/api/learn/sessions?page=2&page_size=10", true),
            ("GET", "//api/settings", true),
            ("POST", "/api/bridge/verify-checkpoint", false),
            ("POST", "/api/config/intents", true),
            ("GET", "/api/config/intents", false),
            ("POST", "/api/abilities/lookup", true),
            ("GET", "/api/abilities/skill?ability=tea", false),
            ("DELETE", "/api/settings", false),
            ("get", "/api/settings", false),
            ("GET", "/api/settings/", false),
            ("GET", "/api/openapi.json", false),
            ("POST", "/mcp", false),
            ("GET", "/proof?for=person", false),
            ("GET", "/", false),
            ("GET", "", false),
            ("GET", "http://elsewhere.example/api/settings", false),
        ] {
            assert_eq!(allows(method, path), expected, "{method} {path}");
        }
    }
}
