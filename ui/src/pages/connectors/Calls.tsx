import type { ConnectorReceipt } from '#ui/backend/connectors'
import { Badge, type Tone } from '#ui/components/Badge'
import { Ago } from '#ui/components/Time'
import { say } from '#ui/lib/say'
import css from './connectors.module.css'

const STATUS: Record<ConnectorReceipt['status'], { label: string; tone: Tone }> = {
  ok: { label: say('done'), tone: 'ok' },
  degraded: { label: say('in part'), tone: 'warn' },
  blocked: { label: say('not done'), tone: 'warn' },
  failed: { label: say('failed'), tone: 'bad' },
}

const WHO: Record<ConnectorReceipt['identity_asserted_kind'], string> = {
  local_user: say('you'),
  agent: say('an agent'),
  system: 'Apprentice',
}

/** What happened with a connector, newest first, and on whose behalf. */
export function Calls({ receipts }: { receipts: readonly ConnectorReceipt[] }) {
  if (receipts.length === 0) return <p className="muted">{say('Nothing happened yet.')}</p>
  return (
    <ul className={css.list} aria-label={say('Receipts')}>
      {receipts.map((receipt) => (
        <li key={receipt.receipt_id} className={css.receipt}>
          <Badge tone={STATUS[receipt.status].tone}>{STATUS[receipt.status].label}</Badge>
          <span className={css.words}>{receipt.summary}</span>
          <span className="faint">
            {receipt.identity_asserted_ref ?? WHO[receipt.identity_asserted_kind]}
          </span>
          {receipt.milliseconds !== undefined && receipt.milliseconds !== null && (
            <span className="faint num">
              {say('{milliseconds} ms', { milliseconds: receipt.milliseconds })}
            </span>
          )}
          <Ago at={receipt.created_at} className="faint" />
        </li>
      ))}
    </ul>
  )
}
