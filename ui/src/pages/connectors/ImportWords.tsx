import type { ImportItem } from '#ui/backend/connectors'
import { Badge, type Tone } from '#ui/components/Badge'
import { Note } from '#ui/components/Note'
import { say } from '#ui/lib/say'
import { Reach } from './Reach'
import css from './connectors.module.css'

const VERDICT: Record<ImportItem['verdict'], { label: string; tone: Tone }> = {
  ready: { label: say('ready'), tone: 'ok' },
  needs_values: { label: say('needs values'), tone: 'warn' },
  already_registered: { label: say('registered'), tone: 'neutral' },
  unsupported: { label: say('not possible'), tone: 'bad' },
}

/** What an import would register, whole, with what is to be known about it. */
export function ImportWords({ item }: { item: ImportItem }) {
  return (
    <div className={css.offered}>
      <span>
        <b>{item.name}</b> <span className="faint">{item.agent_label}</span>{' '}
        <Badge tone={VERDICT[item.verdict].tone}>{VERDICT[item.verdict].label}</Badge>
      </span>
      {item.description && (
        <p className="muted">{say('It says: {description}', { description: item.description })}</p>
      )}
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
