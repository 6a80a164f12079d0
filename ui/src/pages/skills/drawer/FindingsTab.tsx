import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Schemas } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { say } from '#ui/lib/say'
import css from './SkillDrawer.module.css'

const SEVERITY_ICON: Record<Schemas['FindingSeverity'], ReactNode> = {
  error: <CircleAlert className={css.bad} aria-label={say('error')} />,
  warning: <TriangleAlert className={css.warn} aria-label={say('warning')} />,
  info: <Info className={css.info} aria-label={say('note')} />,
}

type Finding = Schemas['SkillFinding'] & { fixable?: boolean }

/** What is wrong, where, and how to fix it. */
export function FindingList({ findings }: { findings: readonly Finding[] }) {
  return (
    <ul className={css.list}>
      {findings.map((finding) => (
        <li key={`${finding.code}${finding.line}${finding.message}`} className={css.finding}>
          {SEVERITY_ICON[finding.severity]}
          <span>
            {finding.message}
            {typeof finding.line === 'number' && (
              <span className="faint"> {say('Line {line}.', { line: finding.line })}</span>
            )}{' '}
            <code className="faint">{finding.code}</code>
            {finding.suggestion && <span className={css.remedy}>{finding.suggestion}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}

export function FindingsTab({
  findings,
  canFix,
  onFix,
  onEdit,
}: {
  findings: readonly Finding[]
  canFix: boolean
  onFix(): void
  onEdit(): void
}) {
  if (findings.length === 0) return <p className="muted">{say('No findings.')}</p>
  return (
    <section aria-label={say('Findings')} className={css.stack}>
      <FindingList findings={findings} />
      {canFix && (
        <div className={css.actions}>
          <Button onClick={onFix}>{say('Fix…')}</Button>
          <Button look="ghost" onClick={onEdit}>
            {say('Edit')}
          </Button>
        </div>
      )}
    </section>
  )
}
