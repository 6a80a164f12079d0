// What the authors of drafts are called.

import type { Schemas } from '#ui/backend/types'
import { say } from '#ui/lib/say'

export const AGENT: Record<Schemas['AuthorAgent'], string> = {
  claude: 'Claude Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  opencode: 'opencode',
  goose: 'goose',
}

/** Who would write with these settings: `Claude Code`, or the name of a model. */
export function authorName({ settings, agents }: Schemas['AuthorSettingsResponse']): string {
  const agent = settings.agent ?? agents[0]
  if (settings.provider === 'agent' && agent) return AGENT[agent]
  return settings.model ?? say('The model')
}
