import type { ReactNode } from 'react'
import { type BackendError, toBackendError } from '#ui/backend/errors'
import { say } from '#ui/lib/say'
import { Button } from './Button'
import { Note } from './Note'
import { MessageText } from './MessageText'

/** What is safe and what to do, by error code. The engine's message says what happened. */
const ADVICE: Record<string, string> = {
  OFFLINE: say('Open Apprentice again, or start `apprentice serve`.'),
  UNAUTHORIZED: say(
    'Open the full address that `apprentice serve` printed; it contains the access token.',
  ),
  DATABASE_TOO_NEW: say('Nothing was changed. Use the newer version of Apprentice.'),
  INSUFFICIENT_TRACES: say(
    'Nothing is lost. Demonstrate again, and do at least one thing that has an effect.',
  ),
  CHECKPOINT_LINT_FAILED: say('Your draft is kept. Fix the findings, then test again.'),
  TARGET_NOT_WRITABLE: say(
    'No partial files were left. Make the folder writable, or choose another one in Settings.',
  ),
  DISK_FULL: say('What was saved before is safe. Free some disk space, then try again.'),
  CLIENT_REQUEST_ID_REUSED: say('Nothing was done. Try again from the start.'),
  VALIDATION_IN_PROGRESS: say('Wait until the tests are finished, then try again.'),
  BRIDGE_REBUILD_FAILED: say('The files were not changed. Try again.'),
  SESSION_TIMEOUT: say('Start a new session.'),
  CATEGORY_LIMIT_REACHED: say(
    'Nothing was created. Delete a category that you no longer need, then try again.',
  ),
  CATEGORY_NOT_FOUND: say('It was deleted in the meantime. Nothing else was changed.'),
  SKILL_IMPORT_FILE_TOO_LARGE: say(
    'Nothing was kept. Remove files that agents do not need, or import the skills one by one.',
  ),
  SKILL_IMPORT_UNSUPPORTED_MIME: say(
    'Nothing was kept. Choose a .zip archive or a folder. A folder is packed for you.',
  ),
  SKILL_IMPORT_UNSUPPORTED_EXTENSION: say(
    'Nothing was kept. Choose a .zip archive or a folder. A folder is packed for you.',
  ),
  SKILL_IMPORT_ARCHIVE_REQUIRED: say('Choose an archive or a folder.'),
  SKILL_IMPORT_UPLOAD_EXPIRED: say('Nothing was installed. Upload it again.'),
  SKILL_IMPORT_NOT_FOUND: say('It may have been deleted in another window.'),
  SKILL_IMPORT_UPLOAD_IN_USE: say('Wait until the current step is finished.'),
  SKILL_IMPORT_SKILL_PATH_REQUIRED: say('Choose which skill to scan.'),
  SKILL_IMPORT_FINDINGS_NOT_ACKNOWLEDGED: say(
    'Nothing was installed. Read each serious finding and tick it.',
  ),
  SKILL_FINDINGS_NOT_ACKNOWLEDGED: say(
    'Nothing was installed. Read each serious finding and tick it.',
  ),
  NOT_REHEARSED: say(
    'Nothing was installed. Rehearse the draft, or choose to install it untested.',
  ),
  SKILL_IMPORT_FETCH_FAILED:
    say(`Check the address and your connection, then try again. You can also download it and drop the
      file here.`),
  INVALID_SKILL_IMPORT_TRANSITION: say(
    'Its state changed, perhaps in another window. Continue from the state that is shown.',
  ),
  INTERNAL: say('Your data is unchanged. If it happens again, run `apprentice doctor`.'),
}

export const adviceFor = (error: BackendError): string | undefined => ADVICE[error.code]

/** An error where it happened: what happened, what is safe, what to do. */
export function ErrorNote({
  error,
  onRetry,
  action,
  children,
}: {
  error: unknown
  onRetry?(): void
  /** Shown instead of “Try again”. */
  action?: ReactNode
  children?: ReactNode
}) {
  const known = toBackendError(error)
  const advice = adviceFor(known)
  return (
    <Note
      tone="bad"
      role="alert"
      action={action || (onRetry && <Button onClick={onRetry}>{say('Try again')}</Button>)}
    >
      <p>
        <MessageText text={known.message} />
      </p>
      {advice && (
        <p className="muted">
          <MessageText text={advice} />
        </p>
      )}
      {children}
    </Note>
  )
}
