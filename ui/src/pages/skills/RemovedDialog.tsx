import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as read from '#ui/backend/queries'
import { Button } from '#ui/components/Button'
import { Dialog } from '#ui/components/Dialog'
import { ErrorNote } from '#ui/components/ErrorNote'
import { SearchField } from '#ui/components/SearchField'
import { Skeleton } from '#ui/components/Skeleton'
import { Ago } from '#ui/components/Time'
import { formatDate, plural } from '#ui/components/format'
import css from './BatchDialog.module.css'
import { useRestore } from './useRestore'
import { resultMessage } from './skillActions'

/** At most this many rows are rendered. Typing more brings the others. */
const MOST = 100

/**
 * Removed skills are kept for a while and can be restored here, long after the message with Undo.
 */
export function RemovedDialog({ onClose }: { onClose(): void }) {
  const query = useQuery(read.removedSkills())
  // A refusal is shown in its row.
  const { restore, data, isPending, variables } = useRestore(() => undefined)
  const [text, setText] = useState('')
  const removed = query.data?.removed ?? []
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = removed.filter(({ name, path }) =>
    words.every((word) => `${name} ${path}`.toLowerCase().includes(word)),
  )
  const refused = data?.results.find((result) => !result.ok)
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Removed skills"
      description="A copy of each is kept for a while. It comes back to where it stood; nothing that stands there now is overwritten."
    >
      <div className={css.body}>
        {query.error && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
        {!query.data && !query.error && <Skeleton rows={3} />}
        {query.data && removed.length === 0 && (
          <p className="muted">Nothing was removed, or the copies are forgotten by now.</p>
        )}
        {removed.length > MOST && (
          <SearchField autoFocus label="Search removed skills" value={text} onText={setText} />
        )}
        <ul className={css.removed} aria-label="What can be brought back">
          {found.slice(0, MOST).map((skill) => (
            <li key={skill.undo}>
              <span className={css.result}>
                <b>{skill.name}</b> <code className="faint">{skill.path}</code>
                <span className="muted">
                  Removed <Ago at={skill.removed_at} />, kept until {formatDate(skill.kept_until)}
                </span>
                {refused && variables?.undo.includes(skill.undo) && (
                  <span role="alert" className={css.no}>
                    {resultMessage(refused)}
                  </span>
                )}
              </span>
              <Button
                aria-label={`Restore ${skill.name}`}
                busy={isPending && variables?.undo.includes(skill.undo)}
                disabled={isPending}
                onClick={() => restore([skill.undo])}
              >
                Restore
              </Button>
            </li>
          ))}
        </ul>
        {removed.length > 0 && found.length === 0 && (
          <p className="muted">No removed skill fits.</p>
        )}
        {found.length > MOST && (
          <p className="faint">{plural(found.length - MOST, 'more skill')}: type another word.</p>
        )}
      </div>
    </Dialog>
  )
}
