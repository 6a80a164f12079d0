import type { ConnectorBadge } from '#ui/backend/connectors'
import type { Tone } from '#ui/components/Badge'

/** The words of each badge. Which badges a connector has, the engine says. */
export const BADGE: Record<ConnectorBadge, { label: string; tone: Tone; says: string }> = {
  connected: { label: 'connected', tone: 'ok', says: 'It runs, or is reached, now.' },
  approval_required: { label: 'asks first', tone: 'accent', says: 'A call asks you first.' },
  auth_required: { label: 'wants a sign-in', tone: 'warn', says: 'It refused the credentials.' },
  degraded: { label: 'failed', tone: 'bad', says: 'It failed when it was used last.' },
  disabled: { label: 'off', tone: 'neutral', says: 'It is switched off.' },
  deferred: { label: 'not available', tone: 'neutral', says: 'This version cannot use it.' },
  background_only: { label: 'background', tone: 'neutral', says: 'It works without a person.' },
  trust_required: {
    label: 'not trusted',
    tone: 'warn',
    says: 'Check what it starts or connects to before you use it.',
  },
  tools_changed: {
    label: 'tools changed',
    tone: 'bad',
    says: 'Tools changed since you read them, and are not called.',
  },
}
