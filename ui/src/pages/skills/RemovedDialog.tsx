import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as read from '#ui/backend/queries'
import { Button } from '#ui/components/Button'
import { Dialog } from '#ui/components/Dialog'
import { ErrorNote } from '#ui/components/ErrorNote'
import { SearchField } from '#ui/components/SearchField'
import { Skeleton } from '#ui/components/Skeleton'
import { Ago } from '#ui/components/Time'
import { formatDate } from '#ui/components/format'
import { Say, say } from '#ui/lib/say'
import css from './BatchDialog.module.css'
import { useRestore } from './useRestore'
import { resultMessage } from './skillActions'

/** At most this many rows are rendered. Typing more brings the others. */
const MAX_ROWS = 100

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
      title={say('Removed skills')}
      description={say(`A copy of each removed skill is kept for a while. It is restored to its old folder, and
          nothing is overwritten.`)}
    >
      <div className={css.body}>
        {query.error && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
        {!query.data && !query.error && <Skeleton rows={3} />}
        {query.data && removed.length === 0 && (
          <p className="muted">
            {say('There are no copies: nothing was removed, or they have expired.')}
          </p>
        )}
        {removed.length > MAX_ROWS && (
          <SearchField
            autoFocus
            label={say('Search removed skills')}
            value={text}
            onText={setText}
          />
        )}
        <ul className={css.removed} aria-label={say('Skills that can be restored')}>
          {found.slice(0, MAX_ROWS).map((skill) => (
            <li key={skill.undo}>
              <span className={css.result}>
                <b>{skill.name}</b> <code className="faint">{skill.path}</code>
                <span className="muted">
                  <Say
                    text={'Removed {when}, kept until {keptUntil}'}
                    values={{
                      when: <Ago at={skill.removed_at} />,
                      keptUntil: formatDate(skill.kept_until),
                    }}
                  />
                </span>
                {refused && variables?.undo.includes(skill.undo) && (
                  <span role="alert" className={css.no}>
                    {resultMessage(refused)}
                  </span>
                )}
              </span>
              <Button
                aria-label={say('Restore {name}', { name: skill.name })}
                busy={isPending && variables?.undo.includes(skill.undo)}
                disabled={isPending}
                onClick={() => restore([skill.undo])}
              >
                {say('Restore')}
              </Button>
            </li>
          ))}
        </ul>
        {removed.length > 0 && found.length === 0 && (
          <p className="muted">{say('No matching skills.')}</p>
        )}
        {found.length > MAX_ROWS && (
          <p className="faint">
            {say('{count, plural, one {# more skill} other {# more skills}}. Type another word.', {
              count: found.length - MAX_ROWS,
            })}
          </p>
        )}
      </div>
    </Dialog>
  )
}
