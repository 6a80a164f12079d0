import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as read from '#ui/backend/queries'
import type { LiveDraft as Draft, ObservedAction } from '#ui/backend/types'
import { ErrorNote } from '#ui/components/ErrorNote'
import { MessageText } from '#ui/components/MessageText'
import { locale, say } from '#ui/lib/say'
import css from './LiveDraft.module.css'

interface LiveDraftProps {
  sessionId: string
  actions: readonly ObservedAction[]
  onOpen(action: ObservedAction): void
}

/** What is understood of the recording so far. It has a fixed place, so that nothing jumps when it grows. */
export function LiveDraft({ sessionId, actions, onOpen }: LiveDraftProps) {
  const { data, error, refetch } = useQuery(read.liveDraft(sessionId))
  const draft = data?.live_draft
  return (
    <div
      className={css.box}
      role="region"
      aria-label={say('Understood so far')}
      // Focusable, so that the keyboard can scroll it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <h3>{say('Understood so far')}</h3>
      <News draft={draft} />
      {error && !data ? (
        <ErrorNote error={error} onRetry={() => void refetch()} />
      ) : draft ? (
        <Understood draft={draft} actions={actions} onOpen={onOpen} />
      ) : (
        <p className="muted">
          {say('Nothing yet. Inputs and checkpoints appear here while you show the task.')}
        </p>
      )}
    </div>
  )
}

interface UnderstoodProps extends Pick<LiveDraftProps, 'actions' | 'onOpen'> {
  draft: Draft
}

function Understood({ draft, actions, onOpen }: UnderstoodProps) {
  const { checkpoints, inputs, stopped_at, title, unnamed } = draft
  return (
    <>
      {title ? (
        <p className={css.title}>{title}</p>
      ) : (
        <p className="muted">{say('Nothing that an ability could be made of yet.')}</p>
      )}
      {typeof stopped_at === 'number' && (
        <p className="muted">
          {say(
            `Not updated any more: there are more than {stoppedAt} actions. The draft after Stop
            has all of them.`,
            { stoppedAt: stopped_at.toLocaleString(locale()) },
          )}
        </p>
      )}
      <div className={css.columns}>
        <List title={say('Inputs')} empty={say('No value that differs next time.')}>
          {inputs.map(({ name, label, example }) => (
            <li key={name} dir="auto">
              <span>{label}</span>{' '}
              {typeof example === 'string' ? (
                <code>{example}</code>
              ) : (
                <span className={css.masked}>{say('masked')}</span>
              )}
            </li>
          ))}
        </List>
        <List title={say('Checkpoints')} empty={say('No result yet.')}>
          {checkpoints.map(({ checkpoint_id, goal }) => (
            <li key={checkpoint_id} dir="auto">
              <MessageText text={goal} />
            </li>
          ))}
        </List>
        {unnamed.length > 0 && (
          <List title={say('Without a name')}>
            {unnamed.map(({ event_id, question, action_label, window_title }) => {
              const action = actions.find((known) => known.event_id === event_id)
              return (
                <li key={event_id} dir="auto">
                  {question}{' '}
                  {action ? (
                    <button type="button" className={css.link} onClick={() => onOpen(action)}>
                      {action_label}
                    </button>
                  ) : (
                    action_label
                  )}
                  {window_title && <span className="faint"> · {window_title}</span>}
                </li>
              )
            })}
          </List>
        )}
      </div>
    </>
  )
}

function List({
  title,
  empty,
  children,
}: {
  title: string
  empty?: string
  children: React.ReactNode[]
}) {
  return (
    <div className={css.part}>
      <h4>{title}</h4>
      {children.length > 0 ? (
        <ul className={css.list} aria-label={title}>
          {children}
        </ul>
      ) : (
        <p className="faint">{empty}</p>
      )}
    </div>
  )
}

/** Says to a screen reader what is new, and not the whole list again. */
function News({ draft }: { draft: Draft | null | undefined }) {
  const [before, setBefore] = useState(draft)
  const [news, setNews] = useState('')
  // After a deletion there is no draft for a moment; screen readers do not hear the same text again.
  if (draft && before !== draft) {
    setBefore(draft)
    setNews(newsOf(before, draft))
  }
  return (
    <p className="sr" role="status" aria-live="polite">
      {news}
    </p>
  )
}

/** The new entries of a live draft in words. */
export function newsOf(before: Draft | null | undefined, now: Draft): string {
  const inputs = now.inputs.filter(
    (input) => !before?.inputs.some((known) => known.name === input.name),
  )
  const known = new Set(before?.checkpoints.map(({ goal }) => goal))
  const checkpoints = now.checkpoints.filter(({ goal }) => !known.has(goal))
  const asked = now.unnamed.filter(
    (action) => !before?.unnamed.some(({ event_id }) => event_id === action.event_id),
  )
  return [
    inputs.length > 0 &&
      say('New input: {inputs}.', { inputs: inputs.map(({ label }) => label).join(', ') }),
    checkpoints.length > 0 &&
      say('{count, plural, one {# new checkpoint} other {# new checkpoints}}.', {
        count: checkpoints.length,
      }),
    asked.at(-1)?.question,
  ]
    .filter(Boolean)
    .join(' ')
}
