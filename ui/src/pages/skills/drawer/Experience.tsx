import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { toast } from 'sonner'
import * as act from '#ui/backend/mutations'
import * as read from '#ui/backend/queries'
import type { Schemas } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Checkbox } from '#ui/components/Toggle'
import { say } from '#ui/lib/say'
import css from './AbilityPanel.module.css'

/**
 * What was reported of the installed version, and the changes that follow. “Improve” drafts them.
 * A change that weakens a check is only made if its sentence was ticked.
 */
export function Experience({ abilityId, path }: { abilityId: string; path?: string }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(read.abilityExperience(abilityId))
  const [accepted, setAccepted] = useState<readonly string[]>([])
  const save = useMutation({
    ...act.saveSkill(),
    onSuccess: () => void toast(say('Saved. The earlier version is under Versions.')),
  })
  const improve = useMutation({
    ...act.improveAbility(abilityId),
    onSuccess: async ({ proposal_id: proposalId, skill_md: text }) => {
      if (proposalId) await navigate({ to: '/learn/pending/$proposalId', params: { proposalId } })
      else if (text && path !== undefined) {
        const content = await client.fetchQuery(read.skillContent(path))
        save.mutate({ path, text, base_digest: content.digest })
      }
    },
  })
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (!data || data.changes.length === 0) return null
  const toggle = (id: string, on: boolean): void =>
    setAccepted((before) => (on ? [...before, id] : before.filter((known) => known !== id)))
  return (
    <section aria-label={say('What to improve')} className={css.reports}>
      <h3>{say('What to improve')}</h3>
      <ul className={css.changes}>
        {data.changes.map((change) => (
          <Change
            key={`${change.kind} ${change.words}`}
            change={change}
            accepted={accepted}
            onToggle={toggle}
          />
        ))}
      </ul>
      {improve.error && <ErrorNote error={improve.error} />}
      {save.error && <ErrorNote error={save.error} />}
      <div className={css.actions}>
        <Button
          look="primary"
          busy={improve.isPending || save.isPending}
          onClick={() => improve.mutate({ accepted_weakenings: [...accepted] })}
        >
          {say('Improve')}
        </Button>
        <span className="faint">
          {data.taught
            ? say(
                'It opens a draft with these changes. Nothing is installed before you approve it.',
              )
            : say('It adds these lines to the text. The earlier text is kept under Versions.')}
        </span>
      </div>
    </section>
  )
}

function Change({
  change,
  accepted,
  onToggle,
}: {
  change: Schemas['ProposedChange']
  accepted: readonly string[]
  onToggle(id: string, on: boolean): void
}) {
  const weakening = change.weakening ?? undefined
  return (
    <li>
      <span>{change.words}</span>
      <span className="faint">{change.evidence}</span>
      {weakening && (
        <span className={css.weaker}>
          <Checkbox
            label={say('I accept: {sentence}', { sentence: weakening.sentence })}
            on={accepted.includes(weakening.weakening_id)}
            onChange={(on) => onToggle(weakening.weakening_id, on)}
          />
          <span aria-hidden>{say('I accept: {sentence}', { sentence: weakening.sentence })}</span>
        </span>
      )}
    </li>
  )
}
