import { say } from '#ui/lib/say'

/**
 * Display names of agents by the name of their MCP client. `make agents` checks them against the
 * programs.
 */
const DISPLAY_NAME: Record<string, string> = {
  'claude-code': 'Claude Code',
  'codex-mcp-client': 'Codex',
  'gemini-cli-mcp-client': 'Gemini CLI',
}

/** The agent of a report, for people. */
export const agentName = (agent: string | null | undefined): string =>
  agent ? (DISPLAY_NAME[agent] ?? agent) : say('An agent')
