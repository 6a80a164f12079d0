import { useState } from 'react'
import { toBackendError } from '#ui/backend/errors'
import type { ProposalDetail } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { AskDialog } from '#ui/components/Dialog'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Note } from '#ui/components/Note'
import { say } from '#ui/lib/say'
import css from './Blockers.module.css'
import type { Review } from './useReview'

/** What prevents the installation, each with a way to fix it. */
export function Blockers({ detail, review }: { detail: ProposalDetail; review: Review }) {
  const [renaming, setRenaming] = useState(false)
  const { proposal, validation } = detail
  const failure = review.failure ? toBackendError(review.failure) : undefined
  const taken = failure?.code === 'SKILL_ALREADY_EXISTS'
  const sameName = validation.collisions.filter((collision) => collision.kind === 'same_name')
  const errors = validation.lint.findings.filter((finding) => finding.severity === 'error')
  const rename = <Button onClick={() => setRenaming(true)}>{say('Rename')}</Button>
  if (!failure && sameName.length === 0 && errors.length === 0 && !detail.skill_md_edited)
    return null
  return (
    <div className={css.notes}>
      {failure && <ErrorNote error={failure}>{taken && <div>{rename}</div>}</ErrorNote>}
      {!taken && sameName.length > 0 && (
        <Note tone="warn" action={review.may.revise && rename}>
          <b>
            {say('There is already a skill named {proposedSkillSlug}.', {
              proposedSkillSlug: proposal.proposed_skill_slug,
            })}
          </b>
          <span className="muted">
            {say('{sameName}. It is not overwritten. Choose another name for this one.', {
              sameName: sameName.map((collision) => collision.path).join(', '),
            })}
          </span>
        </Note>
      )}
      {errors.map((finding) => (
        <Note key={finding.code + finding.excerpt} tone="warn">
          <span>
            <b>{finding.code}</b> {finding.message}
          </span>
          <span className="muted">{finding.suggestion}</span>
        </Note>
      ))}
      {detail.skill_md_edited && (
        <Note>
          {say('You edited SKILL.md. Your text is kept, even when the rest of the draft changes.')}
        </Note>
      )}
      <AskDialog
        key={String(renaming)}
        open={renaming}
        onClose={() => setRenaming(false)}
        title={say('Rename the skill')}
        description={say(`Use lower-case letters, digits and single hyphens, at most 64 characters. It is also
            the name of the folder.`)}
        label={say('New name')}
        placeholder={`${proposal.proposed_skill_slug}-2`}
        maxLength={64}
        action={say('Rename')}
        busy={review.busy.revise}
        onAnswer={(name) =>
          review.revise(
            { revision_instructions: '', edited_fields: { proposed_skill_slug: asSlug(name) } },
            () => setRenaming(false),
          )
        }
      />
    </div>
  )
}

/** Converts text to a folder name of the strict profile. */
export const asSlug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 64)
    .replace(/-+$/, '')
