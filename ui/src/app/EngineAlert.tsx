import { useQuery } from '@tanstack/react-query'
import { TriangleAlert, X } from 'lucide-react'
import { toBackendError } from '#ui/backend/errors'
import { dismissProblem, useStreamStatus } from '#ui/backend/events'
import { runtime } from '#ui/backend/queries'
import { IconButton } from '#ui/components/Button'
import { MessageText } from '#ui/components/MessageText'
import { Say, say } from '#ui/lib/say'
import css from './EngineAlert.module.css'

/**
 * Shown elsewhere: `OFFLINE` by ConnectionStatus, `UNAUTHORIZED` by TokenRequired. `CANCELLED`
 * needs no message.
 */
const SHOWN_ELSEWHERE = new Set(['OFFLINE', 'CANCELLED', 'UNAUTHORIZED'])

/**
 * Shown on every page: the engine refuses to work (a damaged or newer database, a home folder that
 * cannot be written), or something failed while it runs (`event: error` of the stream, §0C.16E).
 */
export function EngineAlert() {
  const { problem } = useStreamStatus()
  const { error } = useQuery(runtime())
  const refusal = error ? toBackendError(error) : undefined
  if (refusal && !SHOWN_ELSEWHERE.has(refusal.code)) {
    return (
      <div className={css.note} role="alert">
        <TriangleAlert size={15} aria-hidden />
        <span>
          <b>{say('Apprentice cannot work now.')}</b> <MessageText text={refusal.message} />
        </span>
      </div>
    )
  }
  if (!problem) return null
  return (
    <div className={css.note} role="alert">
      <TriangleAlert size={15} aria-hidden />
      <span>
        <Say
          text={'<b>There is a problem.</b> {messageText} What was captured so far is safe.'}
          values={{
            b: (inner) => <b>{inner}</b>,
            messageText: <MessageText text={problem.message} />,
          }}
        />
      </span>
      <IconButton label={say('Dismiss')} onClick={dismissProblem}>
        <X size={14} />
      </IconButton>
    </div>
  )
}
