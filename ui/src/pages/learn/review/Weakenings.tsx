import type { ProposalDetail } from '#ui/backend/types'
import { Note } from '#ui/components/Note'
import { Checkbox } from '#ui/components/Toggle'
import { say } from '#ui/lib/say'
import css from './Blockers.module.css'
import type { Review } from './useReview'

/**
 * What this version checks, guards or permits less strictly than the installed one. The engine
 * installs it only if each sentence was ticked.
 */
export function Weakenings({ detail, review }: { detail: ProposalDetail; review: Review }) {
  const weakenings = detail.weakenings ?? []
  if (weakenings.length === 0) return null
  return (
    <Note tone="warn">
      <b>{say('This version is weaker than the installed one.')}</b>
      <span className="muted">
        {say('Change the draft, or accept each point before you install it.')}
      </span>
      {weakenings.map(({ weakening_id: id, sentence }) => (
        <span key={id} className={css.weaker}>
          <Checkbox
            label={say('I accept: {sentence}', { sentence })}
            on={review.accepted.includes(id)}
            onChange={(on) => review.accept(id, on)}
          />
          <span aria-hidden>{say('I accept: {sentence}', { sentence })}</span>
        </span>
      ))}
    </Note>
  )
}
