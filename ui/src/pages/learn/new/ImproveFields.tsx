import { useNavigate } from '@tanstack/react-router'
import { TrendingUp } from 'lucide-react'
import { toBackendError } from '#ui/backend/errors'
import { Button } from '#ui/components/Button'
import { EmptyState } from '#ui/components/EmptyState'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Field, FieldGroup } from '#ui/components/Field'
import { Segmented } from '#ui/components/Segmented'
import { Skeleton } from '#ui/components/Skeleton'
import { say } from '#ui/lib/say'
import { AbilityPicker } from './AbilityPicker'
import type { ImproveTarget } from './useImproveTarget'

const MODES = [
  {
    value: 'off',
    label: say('Off: edit the draft'),
    what: say('The draft starts from the installed text, and you edit it yourself.'),
  },
  {
    value: 'on',
    label: say('On: demonstrate again'),
    what: say('Do the task once more. The draft is made from the new demonstration.'),
  },
] as const

interface Props {
  improved: ImproveTarget
  /** Why the last start was refused. */
  refused: Error | null
  again: boolean
  onAgain(again: boolean): void
}

/** Which ability to improve, and how. */
export function ImproveFields({
  improved: { abilities, error, retry, chosen, unknown, choose },
  refused,
  again,
  onAgain,
}: Props) {
  const wrong =
    unknown === undefined
      ? abilityError(refused)
      : say('You have not taught an ability “{unknown}”. Choose one that you taught.', { unknown })
  const way = again ? 'on' : 'off'
  if (!abilities) return error ? <ErrorNote error={error} onRetry={retry} /> : <Skeleton rows={2} />
  return (
    <>
      <Field
        label={say('Ability')}
        error={wrong}
        hint={chosen && !chosen.usable_now ? chosen.reason_unusable : undefined}
      >
        {(ids) => (
          <AbilityPicker {...ids} abilities={abilities} chosen={chosen} onChoose={choose} />
        )}
      </Field>
      <FieldGroup
        label={say('Watch My Actions')}
        hint={MODES.find(({ value }) => value === way)?.what}
      >
        <Segmented
          label={say('Watch My Actions')}
          value={way}
          choices={MODES}
          onChange={(next) => onAgain(next === 'on')}
        />
      </FieldGroup>
    </>
  )
}

/** The error of the engine about the chosen ability, if it is one. */
export function abilityError(refused: Error | null): string | undefined {
  if (!refused) return undefined
  const { code, details, message } = toBackendError(refused)
  return code === 'ABILITY_NOT_FOUND' || details.field === 'target_skill_id'
    ? message.replace(/^target_skill_id: /, '')
    : undefined
}

export function NothingToImprove() {
  const navigate = useNavigate()
  return (
    <EmptyState
      icon={<TrendingUp />}
      title={say('No ability to improve yet')}
      action={
        <Button
          look="primary"
          onClick={() => void navigate({ to: '/learn/new', search: {}, replace: true })}
        >
          {say('Demonstrating Skill')}
        </Button>
      }
    >
      <p>
        {say(`You can improve an ability here after you have taught and installed it. Edit other
          skills on the Skills page.`)}
      </p>
    </EmptyState>
  )
}
