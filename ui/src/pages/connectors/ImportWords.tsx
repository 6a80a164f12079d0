import type { ImportItem } from '#ui/backend/connectors'
import { Badge, type Tone } from '#ui/components/Badge'
import { Note } from '#ui/components/Note'
import { Reach } from './Reach'
import css from './connectors.module.css'

const VERDICT: Record<ImportItem['verdict'], { label: string; tone: Tone }> = {
  ready: { label: 'ready', tone: 'ok' },
  needs_values: { label: 'needs values', tone: 'warn' },
  already_registered: { label: 'registered', tone: 'neutral' },
  unsupported: { label: 'not possible', tone: 'bad' },
}

/** What an import would register, whole, with what is to be known about it. */
export function ImportWords({ item }: { item: ImportItem }) {
  return (
    <div className={css.offered}>
      <span>
        <b>{item.name}</b> <span className="faint">{item.agent_label}</span>{' '}
        <Badge tone={VERDICT[item.verdict].tone}>{VERDICT[item.verdict].label}</Badge>
      </span>
      {item.description && <p className="muted">It says: {item.description}</p>}
      {item.note && <p className="muted">{item.note}</p>}
      {item.findings?.map((finding) => (
        <Note key={finding.message} tone="warn">
          {finding.message}
        </Note>
      ))}
      {item.transport && (
        <Reach
          command={item.command}
          endpoint_url={item.endpoint_url}
          environment={item.environment}
          headers={item.headers}
        />
      )}
    </div>
  )
}
