//! The table of agents, one row each: which folders an agent reads, in which order, and by which rules it decides between skills
//! of one name.
//!
//! To add an agent, add one [`plain`] row: id, label, configuration folder, and the folders that it reads, the first one wins.
//! Folders are relative, with `/`. An agent that decides differently gets its own [`Rules`] in `rules.rs`.

use crate::agents::rules::{
    CLAUDE_CODE, CODEX, COPILOT, CURSOR, GEMINI, GOOSE, OPENCLAW, OPENCODE, OPENSKILLS, PLAIN, Rules, THREE_LAYERS,
};
use Location::{Chain, Each, Home, Marked, Nested, Own, Plugins, Project, System, User};

/// A folder in which an agent looks. The variant says what the path is relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// Below the folder that is worked in.
    Project(&'static str),
    /// Below the folder that is worked in, and each above it up to the top of the repository, nearest first.
    Chain(&'static str),
    /// Below the nearest folder, upwards from the one that is worked in, that has the first of these (FR-3F-060).
    Marked(&'static str),
    /// Below folders inside the project; read when the agent works on files there.
    Nested(&'static str),
    /// Below the user's home. What begins with `.config/` follows `XDG_CONFIG_HOME`.
    User(&'static str),
    /// Below the agent's configuration folder.
    Own(&'static str),
    /// `skills` in each folder below this one of the agent's configuration.
    Each(&'static str),
    /// `skills` of installed plugins, whose names get the plugin's before them.
    Plugins,
    /// Below `/`.
    System(&'static str),
    /// Below Apprentice's own `<home>`.
    Home(&'static str),
}

/// One row.
#[derive(Clone, Copy, Debug)]
pub struct Agent {
    /// Stable id, for commands and settings.
    pub id: &'static str,
    /// Name for people.
    pub label: &'static str,
    /// Other names under which installers know it.
    pub aliases: &'static [&'static str],
    /// Its configuration folder below the user's home; empty where there is none.
    pub config: &'static str,
    /// Environment variable that names the configuration folder instead.
    pub moved_by: Option<&'static str>,
    /// Older or further folders that show that the agent is installed. The first that exists replaces a missing `config`.
    pub also: &'static [&'static str],
    /// Names of its programs, which show that it is installed.
    pub programs: &'static [&'static str],
    /// In order of precedence.
    pub places: &'static [Location],
    /// How it decides between skills.
    pub rules: &'static Rules,
    /// Shown in settings also where it is not installed.
    pub main: bool,
}

/// A row by the common rules.
const fn plain(id: &'static str, label: &'static str, config: &'static str, places: &'static [Location]) -> Agent {
    Agent { id, label, aliases: &[], config, moved_by: None, also: &[], programs: &[], places, rules: &PLAIN, main: false }
}

impl Agent {
    const fn moved_by(self, variable: &'static str) -> Self {
        Self { moved_by: Some(variable), ..self }
    }

    const fn also(self, also: &'static [&'static str]) -> Self {
        Self { also, ..self }
    }

    const fn runs(self, programs: &'static [&'static str]) -> Self {
        Self { programs, ..self }
    }

    const fn aliases(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    const fn rules(self, rules: &'static Rules) -> Self {
        Self { rules, ..self }
    }

    const fn main(self) -> Self {
        Self { main: true, ..self }
    }
}

/// The agent of this id or alias.
pub fn find(id: &str) -> Option<&'static Agent> {
    AGENTS.iter().find(|agent| agent.id == id || agent.aliases.contains(&id))
}

/// Environment variables that move a folder. The program's entry point reads them.
pub fn variables() -> impl Iterator<Item = &'static str> {
    AGENTS.iter().filter_map(|agent| agent.moved_by).chain([XDG_CONFIG, PROJECT, XDG_STATE])
}

pub(crate) const XDG_CONFIG: &str = "XDG_CONFIG_HOME";
/// Moves the lock file of another installer.
pub const XDG_STATE: &str = "XDG_STATE_HOME";
/// Names the project of the three layers, in place of looking for its `.apprentice` folder (FR-3F-060).
pub const PROJECT: &str = "APPRENTICE_PROJECT";

/// The order is the order of precedence in a listing of all.
#[rustfmt::skip]
pub const AGENTS: &[Agent] = &[
    plain("claude-code", "Claude Code", ".claude", &[System("etc/claude-code/.claude/skills"), Own("skills"), Chain(".claude/skills"), Nested(".claude/skills"), Plugins])
        .moved_by("CLAUDE_CONFIG_DIR").runs(&["claude"]).aliases(&["claude"]).rules(&CLAUDE_CODE).main(),
    plain("codex", "Codex", ".codex", &[Chain(".agents/skills"), Chain(".codex/skills"), User(".agents/skills"), Own("skills"), Own("skills/.system"), System("etc/codex/skills")])
        .moved_by("CODEX_HOME").runs(&["codex"]).rules(&CODEX).main(),
    plain("openclaw", "OpenClaw", ".openclaw", &[Project("skills"), Project(".agents/skills"), User(".openclaw/workspace/skills"), User(".openclaw/workspace/.agents/skills"), User(".agents/skills"), Own("skills")])
        .also(&[".clawdbot", ".moltbot"]).runs(&["openclaw"]).rules(&OPENCLAW).main(),
    plain("gemini", "Gemini CLI", ".gemini", &[Project(".agents/skills"), Project(".gemini/skills"), User(".agents/skills"), Own("skills"), Each("extensions")])
        .runs(&["gemini"]).aliases(&["gemini-cli"]).rules(&GEMINI).main(),
    plain("goose", "goose", ".config/goose", &[Project(".agents/skills"), Project(".goose/skills"), Project(".claude/skills"), User(".agents/skills"), Own("skills"), User(".claude/skills")])
        .runs(&["goose"]).rules(&GOOSE).main(),
    plain("opencode", "opencode", ".config/opencode", &[Chain(".opencode/skills"), Chain(".claude/skills"), Chain(".agents/skills"), Own("skills"), User(".claude/skills"), User(".agents/skills")])
        .runs(&["opencode"]).rules(&OPENCODE).main(),
    plain("cursor", "Cursor", ".cursor", &[Project(".agents/skills"), Project(".cursor/skills"), Project(".claude/skills"), Project(".codex/skills"), User(".agents/skills"), Own("skills"), User(".claude/skills"), User(".codex/skills")])
        .runs(&["cursor", "cursor-agent"]).rules(&CURSOR).main(),
    plain("copilot", "GitHub Copilot", ".copilot", &[Chain(".github/skills"), Chain(".agents/skills"), Chain(".claude/skills"), Own("skills"), User(".agents/skills"), User(".claude/skills")])
        .runs(&["copilot"]).aliases(&["github-copilot", "vscode"]).rules(&COPILOT).main(),
    plain("shared", "Shared folder (.agents)", ".agents", &[Project(".agents/skills"), Own("skills")]).main(),
    plain("openskills", "openskills", ".agent", &[Project(".agent/skills"), User(".agent/skills"), Project(".claude/skills"), User(".claude/skills")])
        .rules(&OPENSKILLS),
    plain("three-layer", "Three layers (project, user, workspace)", "", &[Project(".openclaw/skills"), Project(".claude/skills"), Project(".agents/skills"), Marked(".apprentice/skills"), Chain(".agents/skills"), User(".openclaw/skills"), User(".claude/skills"), Home("skills"), Home("workspace/skills")])
        .rules(&THREE_LAYERS),
    plain("skillbag", "SkillBag workspace", "", &[Chain(".skills")]),
    plain("adal", "AdaL", ".adal", &[Project(".adal/skills"), Own("skills")]),
    plain("aider-desk", "AiderDesk", ".aider-desk", &[Project(".aider-desk/skills"), Own("skills")]),
    plain("amp", "Amp", ".config/amp", &[Project(".agents/skills"), User(".config/agents/skills")]).runs(&["amp"]),
    plain("antigravity", "Antigravity", ".gemini/antigravity", &[Project(".agents/skills"), Own("skills")]),
    plain("antigravity-cli", "Antigravity CLI", ".gemini/antigravity-cli", &[Project(".agents/skills"), Own("skills")]),
    plain("astrbot", "AstrBot", ".astrbot", &[Project("data/skills"), Own("data/skills")]),
    plain("augment", "Augment", ".augment", &[Project(".augment/skills"), Own("skills")]).runs(&["auggie"]),
    plain("autohand-code", "Autohand Code CLI", ".autohand", &[Project(".autohand/skills"), Own("skills")]).moved_by("AUTOHAND_HOME"),
    plain("bob", "IBM Bob", ".bob", &[Project(".bob/skills"), Own("skills")]),
    plain("cline", "Cline", ".cline", &[Project(".agents/skills"), User(".agents/skills")]),
    plain("codearts-agent", "CodeArts Agent", ".codeartsdoer", &[Project(".codeartsdoer/skills"), Own("skills")]),
    plain("codebuddy", "CodeBuddy", ".codebuddy", &[Project(".codebuddy/skills"), Own("skills")]),
    plain("codemaker", "Codemaker", ".codemaker", &[Project(".codemaker/skills"), Own("skills")]),
    plain("codestudio", "Code Studio", ".codestudio", &[Project(".codestudio/skills"), Own("skills")]),
    plain("command-code", "Command Code", ".commandcode", &[Project(".commandcode/skills"), Own("skills")]),
    plain("continue", "Continue", ".continue", &[Project(".continue/skills"), Own("skills")]),
    plain("cortex", "Cortex Code", ".snowflake/cortex", &[Project(".cortex/skills"), Own("skills")]),
    plain("crush", "Crush", ".config/crush", &[Project(".crush/skills"), Own("skills")]).runs(&["crush"]),
    plain("deepagents", "Deep Agents", ".deepagents", &[Project(".agents/skills"), Own("agent/skills")]),
    plain("devin", "Devin for Terminal", ".config/devin", &[Project(".devin/skills"), Own("skills")]),
    plain("dexto", "Dexto", ".dexto", &[Project(".agents/skills"), User(".agents/skills")]),
    plain("droid", "Droid", ".factory", &[Project(".agents/skills"), Own("skills")]).runs(&["droid"]),
    plain("firebender", "Firebender", ".firebender", &[Project(".agents/skills"), Own("skills")]),
    plain("forgecode", "ForgeCode", ".forge", &[Project(".forge/skills"), Own("skills")]),
    plain("fx", "fx", ".fx", &[Project(".agents/skills"), User(".agents/skills")]),
    plain("grok", "Grok Build", ".grok", &[Project(".grok/skills"), Own("skills")]).moved_by("GROK_HOME"),
    plain("hermes-agent", "Hermes Agent", ".hermes", &[Project(".hermes/skills"), Own("skills")]).moved_by("HERMES_HOME"),
    plain("iflow-cli", "iFlow CLI", ".iflow", &[Project(".iflow/skills"), Own("skills")]).runs(&["iflow"]),
    plain("inference-sh", "inference.sh", ".inferencesh", &[Project(".inferencesh/skills"), Own("skills")]),
    plain("jazz", "Jazz", ".jazz", &[Project(".jazz/skills"), Own("skills")]),
    plain("junie", "Junie", ".junie", &[Project(".junie/skills"), Own("skills")]),
    plain("kilo", "Kilo Code", ".kilo", &[Project(".agents/skills"), Own("skills")]).also(&[".kilocode"]),
    plain("kimchi", "Kimchi", ".config/kimchi", &[Project(".kimchi/skills"), Own("harness/skills")]),
    plain("kimi-code-cli", "Kimi Code CLI", ".kimi-code", &[Project(".agents/skills"), User(".agents/skills")]).also(&[".kimi"]).runs(&["kimi"]),
    plain("kiro-cli", "Kiro CLI", ".kiro", &[Project(".kiro/skills"), Own("skills")]).runs(&["kiro-cli"]),
    plain("kode", "Kode", ".kode", &[Project(".kode/skills"), Own("skills")]),
    plain("lingma", "Lingma", ".lingma", &[Project(".lingma/skills"), Own("skills")]),
    plain("loaf", "Loaf", ".loaf", &[Project(".agents/skills"), User(".agents/skills")]),
    plain("mcpjam", "MCPJam", ".mcpjam", &[Project(".mcpjam/skills"), Own("skills")]),
    plain("minimax-code", "MiniMax Code", ".minimax", &[Project(".minimax/skills"), Own("skills")]),
    plain("mistral-vibe", "Mistral Vibe", ".vibe", &[Project(".vibe/skills"), Own("skills")]).moved_by("VIBE_HOME").runs(&["vibe"]),
    plain("moxby", "Moxby", ".moxby", &[Project(".moxby/skills"), Own("skills")]),
    plain("mux", "Mux", ".mux", &[Project(".mux/skills"), Own("skills")]),
    plain("neovate", "Neovate", ".neovate", &[Project(".neovate/skills"), Own("skills")]),
    plain("ona", "Ona", ".ona", &[Project(".ona/skills"), Own("skills")]),
    plain("openhands", "OpenHands", ".openhands", &[Project(".openhands/skills"), Own("skills")]),
    plain("pi", "Pi", ".pi/agent", &[Project(".agents/skills"), User(".agents/skills")]),
    plain("pochi", "Pochi", ".pochi", &[Project(".pochi/skills"), Own("skills")]),
    plain("posit-assistant", "Posit Assistant", ".posit/assistant", &[Project(".posit/assistant/skills"), Own("skills")]).also(&[".positai"]),
    plain("qoder", "Qoder", ".qoder", &[Project(".qoder/skills"), Own("skills")]),
    plain("qoder-cn", "Qoder CN", ".qoder-cn", &[Project(".qoder/skills"), Own("skills")]),
    plain("qwen-code", "Qwen Code", ".qwen", &[Project(".qwen/skills"), Own("skills")]).runs(&["qwen"]),
    plain("reasonix", "Reasonix", ".reasonix", &[Project(".reasonix/skills"), Own("skills")]),
    plain("roo", "Roo Code", ".roo", &[Project(".roo/skills"), Own("skills")]),
    plain("rovodev", "Rovo Dev", ".rovodev", &[Project(".rovodev/skills"), Own("skills")]),
    plain("sarvam-code", "Sarvam Code", ".sarvam", &[Project(".agents/skills"), User(".agents/skills")]).moved_by("SARVAM_HOME"),
    plain("tabnine-cli", "Tabnine CLI", ".tabnine", &[Project(".tabnine/agent/skills"), Own("agent/skills")]),
    plain("terramind", "Terramind", ".terramind", &[Project(".terramind/skills"), Own("skills")]),
    plain("tinycloud", "Tinycloud", ".tinycloud", &[Project(".tinycloud/skills"), Own("skills")]),
    plain("trae", "Trae", ".trae", &[Project(".trae/skills"), Own("skills")]),
    plain("trae-cn", "Trae CN", ".trae-cn", &[Project(".trae/skills"), Own("skills")]),
    plain("warp", "Warp", ".warp", &[Project(".agents/skills"), User(".agents/skills")]),
    plain("windsurf", "Windsurf", ".codeium/windsurf", &[Project(".windsurf/skills"), Own("skills")]).runs(&["windsurf"]),
    plain("zcode", "ZCode", ".zcode", &[Project(".zcode/skills"), Own("skills")]),
    plain("zed", "Zed", ".config/zed", &[Project(".agents/skills"), User(".agents/skills")]).runs(&["zed"]),
    plain("zencoder", "Zencoder", ".zencoder", &[Project(".zencoder/skills"), Own("skills")]),
    plain("zenflow", "Zenflow", ".zencoder", &[Project(".zencoder/skills"), Own("skills")]),
    plain("eve", "Eve", "", &[Project("agent/skills")]),
    plain("promptscript", "PromptScript", "", &[Project(".agents/skills")]),
    plain("replit", "Replit", "", &[Project(".agents/skills"), User(".config/agents/skills")]),
    plain("universal", "Universal (.config/agents)", ".config/agents", &[Project(".agents/skills"), User(".config/agents/skills")]),
];
