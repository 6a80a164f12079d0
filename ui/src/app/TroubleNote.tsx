import { useQuery } from '@tanstack/react-query'
import { TriangleAlert, X } from 'lucide-react'
import { toBackendError } from '#ui/backend/errors'
import { dismissTrouble, useLive } from '#ui/backend/events'
import { runtime } from '#ui/backend/queries'
import { IconButton } from '#ui/components/Button'
import { Prose } from '#ui/components/Prose'
import css from './TroubleNote.module.css'

/** Told elsewhere: the live stream's note, and a request of ours that we took back. */
const ELSEWHERE = new Set(['OFFLINE', 'CANCELLED', 'UNAUTHORIZED'])

/**
 * What must be seen on every page: the engine refuses to work (a damaged or newer database, a home
 * that cannot be written), or something degraded while it runs (`event: error` of the stream,
 * §0C.16E).
 */
export function TroubleNote() {
  const { trouble } = useLive()
  const { error } = useQuery(runtime())
  const refusal = error ? toBackendError(error) : undefined
  if (refusal && !ELSEWHERE.has(refusal.code)) {
    return (
      <div className={css.note} role="alert">
        <TriangleAlert size={15} aria-hidden />
        <span>
          <b>Apprentice cannot work now.</b> <Prose text={refusal.message} />
        </span>
      </div>
    )
  }
  if (!trouble) return null
  return (
    <div className={css.note} role="alert">
      <TriangleAlert size={15} aria-hidden />
      <span>
        <b>Degraded.</b> <Prose text={trouble.message} /> What was captured so far is safe.
      </span>
      <IconButton label="Dismiss" onClick={dismissTrouble}>
        <X size={14} />
      </IconButton>
    </div>
  )
}
