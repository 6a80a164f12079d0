import type { ProposalDetail } from '#ui/backend/types'
import { Note } from '#ui/components/Note'
import { Checkbox } from '#ui/components/Toggle'
import { say } from '#ui/lib/say'
import css from './Blockers.module.css'
import type { Review } from './useReview'

/**
 * Serious findings of the scan for dangerous content, which imported skills pass too. The engine
 * installs the skill only if each kind was ticked.
 */
export function ScanFindings({ detail, review }: { detail: ProposalDetail; review: Review }) {
  const serious = (detail.findings ?? []).filter((finding) => finding.needs_acknowledgement)
  if (serious.length === 0) return null
  const codes = [...new Set(serious.map((finding) => finding.code))]
  return (
    <Note tone="warn">
      <b>{say('The scan found something that you must read before you install this skill.')}</b>
      {codes.map((code) => {
        const found = serious.filter((finding) => finding.code === code)
        const message = found[0]?.message ?? code
        return (
          <span key={code} className={css.weaker}>
            <Checkbox
              label={say('I have read this: {message} ({code})', { message, code })}
              on={review.acknowledged.includes(code)}
              onChange={(on) => review.acknowledge(code, on)}
            />
            <span aria-hidden>
              {message} <code className="faint">{code}</code>
              {found.map(({ line, excerpt }, at) => (
                <code key={at} className="muted">
                  {' '}
                  {line ? `SKILL.md:${line} ` : ''}
                  {excerpt}
                </code>
              ))}
            </span>
          </span>
        )
      })}
    </Note>
  )
}
