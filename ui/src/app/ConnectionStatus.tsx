import { WifiOff } from 'lucide-react'
import { useStreamStatus } from '#ui/backend/events'
import { say } from '#ui/lib/say'
import css from './ConnectionStatus.module.css'

/** Shown only while the event stream is down. The pages then poll every few seconds. */
export function ConnectionStatus() {
  const { state } = useStreamStatus()
  return (
    <div role="status" className={css.box}>
      {state === 'down' && (
        <span
          className={css.note}
          title={say(`The pages refresh every few seconds until the connection is back. Nothing that was
            captured is lost.`)}
        >
          <WifiOff size={13} aria-hidden />
          <span>{say('Real-time updates unavailable')}</span>
        </span>
      )}
    </div>
  )
}
