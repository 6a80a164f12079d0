import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as backend from '#ui/backend/connectors'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Segmented } from '#ui/components/Segmented'
import { say } from '#ui/lib/say'
import { ToolName } from './ToolName'
import css from './connectors.module.css'

type Choice = 'inherit' | backend.PolicyMode

const CHOICES: readonly { value: Choice; label: string }[] = [
  { value: 'inherit', label: say('Default') },
  { value: 'enabled', label: say('Allowed') },
  { value: 'ask_first', label: say('Ask first') },
  { value: 'disabled', label: say('Off') },
]

const HOLDS: Record<backend.PolicyMode, string> = {
  enabled: say('allowed'),
  ask_first: say('asks first'),
  disabled: say('off'),
}

/** What a connector and each of its tools may do, and why. Arrow keys change a row. */
export function PolicyTable({ detail }: { detail: backend.ConnectorDetail }) {
  return (
    <table className={css.policy}>
      <caption>{say('The strictest setting applies: off, then ask first, then allowed.')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('What')}</th>
          <th scope="col">{say('You decide')}</th>
          <th scope="col">{say('Effective policy')}</th>
        </tr>
      </thead>
      <tbody>
        <PolicyRow name={say('Every tool')} policy={detail.server.effective_policy} />
        {detail.tools.map((tool) => (
          <PolicyRow key={tool.name} name={tool.name} policy={tool.policy}>
            <ToolName tool={tool} />
          </PolicyRow>
        ))}
      </tbody>
    </table>
  )
}

function PolicyRow({
  name,
  policy,
  children = name,
}: {
  name: string
  policy: backend.EffectivePolicy
  children?: ReactNode
}) {
  return (
    <tr>
      <th scope="row">{children}</th>
      <td>
        <PolicyChoice label={say('Policy of {name}', { name })} policy={policy} />
      </td>
      <td>
        <b>{HOLDS[policy.decision.mode]}</b>{' '}
        <span className="muted">{say('because {because}', { because: policy.because })}</span>
      </td>
    </tr>
  )
}

/** What the person sets for one target. */
export function PolicyChoice({
  label,
  policy,
}: {
  label: string
  policy: backend.EffectivePolicy
}) {
  const update = useMutation(backend.updatePolicy())
  const set = (mode: Choice): void =>
    update.mutate({ target: policy.target, ...(mode === 'inherit' ? {} : { decision: { mode } }) })
  return (
    <>
      <Segmented<Choice>
        label={label}
        value={policy.own ?? 'inherit'}
        choices={CHOICES}
        onChange={set}
      />
      {update.error && <ErrorNote error={update.error} />}
    </>
  )
}
