import type { UseMutationResult } from '@tanstack/react-query'
import type { Schemas } from '#ui/backend/types'
import { ErrorNote } from '#ui/components/ErrorNote'
import { MessageText } from '#ui/components/MessageText'
import { Note } from '#ui/components/Note'
import { Ago } from '#ui/components/Time'
import { say, Say } from '#ui/lib/say'

const inWords = (milliseconds: number): string =>
  milliseconds < 1000
    ? say('{milliseconds} ms', { milliseconds })
    : `${(milliseconds / 1000).toFixed(1)} s`

/** The result of the test, or how the last request ended. */
export function AuthorTest({
  test,
  last,
}: {
  test: UseMutationResult<Schemas['AuthorTestResponse'], Error, void>
  last: Schemas['AuthorLastAnswer'] | undefined
}) {
  if (test.isPending)
    return (
      <p className="muted" role="status">
        {say('It is asked for one word…')}
      </p>
    )
  if (test.error) return <ErrorNote error={test.error} />
  if (test.data?.answered)
    return (
      <Note>
        <span role="status">
          <Say
            text={'{model} answered in {in}: {words}'}
            values={{
              model: <b>{test.data.model}</b>,
              in: inWords(test.data.milliseconds),
              words: <code>{test.data.words}</code>,
            }}
          />
        </span>
      </Note>
    )
  if (test.data)
    return (
      <Note tone="warn" role="alert">
        <p>
          <MessageText text={test.data.words} />
        </p>
        {test.data.remedy && (
          <p className="muted">
            <MessageText text={test.data.remedy} />
          </p>
        )}
      </Note>
    )
  if (!last) return null
  return (
    <p className="faint">
      {last.answered ? (
        <Say
          text="{model} answered {when}."
          values={{ model: last.words, when: <Ago at={last.at} /> }}
        />
      ) : (
        <Say
          text="The last request failed {when}: {problem}"
          values={{ problem: last.words, when: <Ago at={last.at} /> }}
        />
      )}
    </p>
  )
}
