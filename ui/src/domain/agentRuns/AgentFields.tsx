// What every form has that starts an agent: which agent, and in a copy of which folder.

import type { AgentRuntime } from '#ui/backend/types'
import { Field, FieldGroup, TextInput } from '#ui/components/Field'
import { say } from '#ui/lib/say'
import { AgentPicker } from './AgentPicker'
import css from './AgentRunForm.module.css'

/** The agents that were found, and the chosen one of them. One agent needs no choice. */
export function agentsOf(
  runtimes: readonly AgentRuntime[],
  chosen: string | undefined,
): { found: AgentRuntime[]; runtime: AgentRuntime | undefined } {
  const found = runtimes.filter(({ presence }) => presence === 'found')
  const runtime =
    found.find(({ agent_id }) => agent_id === chosen) ?? (found.length === 1 ? found[0] : undefined)
  return { found, runtime }
}

interface AgentFieldProps {
  runtimes: AgentRuntime[]
  runtime: AgentRuntime | undefined
  /** What is wrong with the choice. */
  problem: string | undefined
  onChange(change: { agent: string; withoutIsolation: false }): void
  looking: boolean
  onLookAgain(): void
}

export function AgentField({
  runtimes,
  runtime,
  problem,
  onChange,
  looking,
  onLookAgain,
}: AgentFieldProps) {
  const { found } = agentsOf(runtimes, undefined)
  return (
    <FieldGroup label={say('Agent')}>
      <AgentPicker
        missing={problem !== undefined}
        runtimes={runtimes}
        chosen={runtime?.agent_id}
        onChoose={(agent) => onChange({ agent, withoutIsolation: false })}
        looking={looking}
        onLookAgain={onLookAgain}
      />
      {problem && found.length > 0 && (
        <p className={css.error} role="alert">
          {problem}
        </p>
      )}
    </FieldGroup>
  )
}

interface FolderFieldProps {
  hint: string
  folder: string
  problem: string | undefined
  onChange(change: { folder: string }): void
}

export function FolderField({ hint, folder, problem, onChange }: FolderFieldProps) {
  return (
    <Field label={say('Folder')} hint={hint} error={problem}>
      {(ids) => (
        <TextInput
          {...ids}
          maxLength={1000}
          placeholder="/home/me/reports"
          value={folder}
          onChange={(event) => onChange({ folder: event.target.value })}
        />
      )}
    </Field>
  )
}
