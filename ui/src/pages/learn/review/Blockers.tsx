import { useState } from 'react'
import { toBackendError } from '#ui/backend/errors'
import type { ProposalDetail } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { AskDialog } from '#ui/components/Dialog'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Note } from '#ui/components/Note'
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
  const rename = <Button onClick={() => setRenaming(true)}>Rename</Button>
  if (!failure && sameName.length === 0 && errors.length === 0 && !detail.skill_md_edited)
    return null
  return (
    <div className={css.notes}>
      {failure && <ErrorNote error={failure}>{taken && <div>{rename}</div>}</ErrorNote>}
      {!taken && sameName.length > 0 && (
        <Note tone="warn" action={review.may.revise && rename}>
          <b>A skill named {proposal.proposed_skill_slug} is already there.</b>
          <span className="muted">
            {sameName.map((collision) => collision.path).join(', ')}. It is never overwritten. Give
            this one another name.
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
          You edited SKILL.md. Your text is kept as it is, also when the rest of the draft changes.
        </Note>
      )}
      <AskDialog
        key={String(renaming)}
        open={renaming}
        onClose={() => setRenaming(false)}
        title="Rename the skill"
        description="Small letters, digits and single hyphens; at most 64. It is the name of its folder."
        label="New name"
        placeholder={`${proposal.proposed_skill_slug}-2`}
        maxLength={64}
        action="Rename"
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
