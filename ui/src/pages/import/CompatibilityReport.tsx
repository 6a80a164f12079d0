import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { ImportFinding, ImportReport } from '#ui/backend/importTypes'
import { Badge } from '#ui/components/Badge'
import { Checkbox } from '#ui/components/Toggle'
import { say } from '#ui/lib/say'
import css from './CompatibilityReport.module.css'

const SEVERITY_ICON: Record<ImportFinding['severity'], ReactNode> = {
  error: <CircleAlert className={css.bad} aria-label={say('error')} />,
  warning: <TriangleAlert className={css.warn} aria-label={say('warning')} />,
  info: <Info className={css.info} aria-label={say('note')} />,
}

interface Props {
  report: ImportReport
  findings: readonly ImportFinding[]
  /** Codes of findings that must be ticked now. */
  needed: readonly string[]
  read: ReadFindings
  onRead(read: ReadFindings): void
}

/**
 * The findings that were ticked. Kept by content, because new findings about names may be inserted
 * before them.
 */
export type ReadFindings = ReadonlySet<string>

const findingKey = ({ code, message, path_hint: path, line }: ImportFinding): string =>
  JSON.stringify([code, message, path, line])

/** The findings that still have to be ticked. */
export const unread = (
  findings: readonly ImportFinding[],
  needed: readonly string[],
  read: ReadFindings,
): ImportFinding[] =>
  findings.filter(
    (finding) =>
      finding.needs_acknowledgement &&
      needed.includes(finding.code) &&
      !read.has(findingKey(finding)),
  )

/** The compatibility report: what the scan found, most severe first. */
export function CompatibilityReport({ report, findings, needed, read, onRead }: Props) {
  const id = useId()
  const grave = findings.filter((finding) => finding.needs_acknowledgement).length
  const tick = (finding: ImportFinding, on: boolean): void => {
    const next = new Set(read)
    if (on) next.add(findingKey(finding))
    else next.delete(findingKey(finding))
    onRead(next)
  }
  return (
    <section aria-label={say('Compatibility report')}>
      <h3>{say('Compatibility report')}</h3>
      <p className={css.verdict}>
        <Badge tone={report.compatible ? 'ok' : 'bad'}>
          {report.compatible ? say('Compatible') : say('Not compatible')}
        </Badge>
        {report.requires_adapter && <Badge tone="warn">{say('Requires an adapter')}</Badge>}
        <span className="muted">
          {findings.length === 0
            ? say('No findings.')
            : say('{count, plural, one {# finding} other {# findings}}', {
                count: findings.length,
              })}
          {grave > 0 && say(', {grave} of them must be read before you can install it', { grave })}
        </span>
      </p>
      {report.description && <p className={css.description}>{report.description}</p>}
      {findings.length > 0 && (
        <ul className={css.findings}>
          {findings.map((finding, at) => (
            <li
              key={`${finding.code} ${at}`}
              data-grave={finding.needs_acknowledgement || undefined}
            >
              {SEVERITY_ICON[finding.severity]}
              <div>
                <p>
                  {finding.message} <code className="faint">{finding.code}</code>
                </p>
                {finding.path_hint && (
                  <p className="faint">
                    <code>
                      {finding.path_hint}
                      {finding.line ? `:${finding.line}` : ''}
                    </code>
                  </p>
                )}
                {finding.excerpt && <pre className={css.excerpt}>{finding.excerpt}</pre>}
                {finding.needs_acknowledgement && needed.includes(finding.code) && (
                  <div className={css.ack}>
                    <Checkbox
                      id={`${id}-${at}`}
                      label={say('I have read this: {message}', { message: finding.message })}
                      on={read.has(findingKey(finding))}
                      onChange={(on) => tick(finding, on)}
                    />
                    <label htmlFor={`${id}-${at}`}>{say('I have read this')}</label>
                  </div>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
