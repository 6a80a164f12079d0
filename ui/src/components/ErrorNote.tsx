import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { type BackendError, toBackendError } from '../backend/errors'
import { Button } from './Button'
import css from './ErrorNote.module.css'
import { Prose } from './Prose'

/** What is safe and what to do, by code. What happened is the engine's own sentence. */
const ADVICE: Record<string, string> = {
  OFFLINE: 'Open Apprentice again, or start `apprentice serve`.',
  UNAUTHORIZED: 'Open the address that `apprentice serve` printed; it holds the key.',
  DATABASE_TOO_NEW: 'Nothing was changed. Use the newer version of Apprentice.',
  INSUFFICIENT_TRACES: 'Nothing is lost. Demonstrate again and do at least one thing that changes something.',
  CHECKPOINT_LINT_FAILED: 'Your draft is kept. Mend what the findings name, then test again.',
  TARGET_NOT_WRITABLE: 'Nothing was left half-written. Free or unlock the folder, or choose another in Settings.',
  DISK_FULL: 'What was stored before is safe. Free some space, then try again.',
  CLIENT_REQUEST_ID_REUSED: 'Nothing was done. Try again from the start.',
  VALIDATION_IN_PROGRESS: 'Wait until the tests have ended, then try again.',
  BRIDGE_REBUILD_FAILED: 'The files are as they were before. Try again.',
  SESSION_TIMEOUT: 'Start a new session.',
  CATEGORY_LIMIT_REACHED: 'Nothing was created. Delete a category that you no longer need, then try again.',
  CATEGORY_NOT_FOUND: 'It was deleted meanwhile. Nothing else was changed.',
  INTERNAL: 'Your data is unchanged. If it happens again, run `apprentice doctor`.',
}

export const adviceFor = (error: BackendError): string | undefined => ADVICE[error.code]

/** A failure where it happened: what, what is safe, what to do. */
export function ErrorNote({ error, onRetry, children }: { error: unknown; onRetry?(): void; children?: ReactNode }) {
  const known = toBackendError(error)
  const advice = adviceFor(known)
  return (
    <div className={css.note} role="alert">
      <TriangleAlert size={15} aria-hidden />
      <div className={css.text}>
        <p>
          <Prose text={known.message} />
        </p>
        {advice && (
          <p className={css.advice}>
            <Prose text={advice} />
          </p>
        )}
        {children}
      </div>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  )
}
