import { TriangleAlert, X } from 'lucide-react'
import { dismissTrouble, useLive } from '../backend/events'
import { IconButton } from '../components/Button'
import css from './TroubleNote.module.css'

/** `event: error` of the stream, which must be seen (§0C.16E): something degraded while it runs. */
export function TroubleNote() {
  const { trouble } = useLive()
  if (!trouble) return null
  return (
    <div className={css.note} role="alert">
      <TriangleAlert size={15} aria-hidden />
      <span>
        <b>Degraded.</b> {trouble.message} What was captured so far is safe.
      </span>
      <IconButton label="Dismiss" onClick={dismissTrouble}>
        <X size={14} />
      </IconButton>
    </div>
  )
}
