import type { ConnectorBadge } from '#ui/backend/connectors'
import type { Tone } from '#ui/components/Badge'
import { say } from '#ui/lib/say'

/** The words of each badge. Which badges a connector has, the engine says. */
export const BADGE: Record<ConnectorBadge, { label: string; tone: Tone; says: string }> = {
  connected: { label: say('connected'), tone: 'ok', says: say('It runs, or is reached, now.') },
  approval_required: {
    label: say('asks first'),
    tone: 'accent',
    says: say('A call asks you first.'),
  },
  auth_required: {
    label: say('wants a sign-in'),
    tone: 'warn',
    says: say('It refused the credentials.'),
  },
  degraded: { label: say('failed'), tone: 'bad', says: say('It failed when it was used last.') },
  disabled: { label: say('off'), tone: 'neutral', says: say('It is switched off.') },
  deferred: {
    label: say('not available'),
    tone: 'neutral',
    says: say('This version cannot use it.'),
  },
  background_only: {
    label: say('background'),
    tone: 'neutral',
    says: say('It works without a person.'),
  },
  trust_required: {
    label: say('not trusted'),
    tone: 'warn',
    says: say('Check what it starts or connects to before you use it.'),
  },
  tools_changed: {
    label: say('tools changed'),
    tone: 'bad',
    says: say('Tools changed since you read them, and are not called.'),
  },
}
