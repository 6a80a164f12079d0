// The copies of definitions that Apprentice wrote into the folders of agents.

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as read from '#ui/backend/queries'
import type { Schemas } from '#ui/backend/types'
import { say } from '#ui/lib/say'

export type Definition = Schemas['AgentDefinition']
export type Copy = Schemas['InstalledAgentDefinition']

/** The dialog that is open. */
export type Asked =
  | { what: 'show'; name: string }
  /** `agent`: its copy is brought up to date. Absent: the person chooses an agent. */
  | { what: 'install'; definition: Definition; agent?: string }
  | { what: 'remove'; copy: Copy }

export interface Agent {
  id: string
  label: string
  /** Whether it was found on this machine. */
  detected: boolean
}

/** The agents in whose format the engine writes. It refuses every other one. */
const WRITTEN_FOR: readonly string[] = ['claude-code', 'codex', 'gemini', 'opencode']

/** The agents of this machine. */
export function useAgents(): readonly Agent[] {
  const targets = useQuery(read.settings()).data?.targets
  return useMemo(
    () => (targets ?? []).map(({ target_id: id, label, detected }) => ({ id, label, detected })),
    [targets],
  )
}

export const labelOf = (agents: readonly Agent[], id: string): string =>
  agents.find((agent) => agent.id === id)?.label ?? id

/** Where a definition comes from. */
export function originOf({ scope, agent_id: id }: Definition, agents: readonly Agent[]): string {
  switch (scope) {
    case 'project':
      return say('of the project')
    case 'person':
      return say('your own')
    case 'agent':
      return id ? say('of {label}', { label: labelOf(agents, id) }) : say('of an agent')
    case 'built_in':
      return say('built in')
  }
}

/** The agents for which a definition can be written. Those that were found come first. */
export const choicesFor = (agents: readonly Agent[], { agent_id: own }: Definition): Agent[] =>
  WRITTEN_FOR.filter((id) => id !== own)
    .map((id) => agents.find((agent) => agent.id === id) ?? { id, label: id, detected: false })
    .toSorted((a, b) => Number(b.detected) - Number(a.detected))

/** The effective definition of a name. */
export const sourceOf = (all: readonly Definition[], name: string): Definition | undefined =>
  all.find((definition) => definition.name === name && !definition.hidden_by)

interface CopyState {
  tone: 'ok' | 'warn'
  text: string
  /** What follows from it. */
  why?: string
  /** What can be done with the copy. */
  can: ReadonlyArray<'update' | 'remove'>
}

/** What became of a copy, compared with the definition that counts for its name. */
export function stateOf(copy: Copy, source: Definition | undefined): CopyState {
  const update = source?.usable ? (['update'] as const) : []
  if (copy.state === 'missing')
    return { tone: 'warn', text: say('file is gone'), can: [...update, 'remove'] }
  if (copy.state === 'edited')
    return {
      tone: 'warn',
      text: say('edited by hand'),
      why: say(
        'Apprentice neither replaces nor removes it. To install it again, move the file away first.',
      ),
      can: [],
    }
  if (!source)
    return {
      tone: 'warn',
      text: say('no definition'),
      why: say('The definition is gone, or belongs to a project.'),
      can: ['remove'],
    }
  if (copy.source_fingerprint !== source.fingerprint)
    return { tone: 'warn', text: say('definition changed since'), can: [...update, 'remove'] }
  return { tone: 'ok', text: say('up to date'), can: ['remove'] }
}
