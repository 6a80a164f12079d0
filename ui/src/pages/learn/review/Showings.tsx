import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import type { ProposalDetail } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { Note } from '#ui/components/Note'
import { say } from '#ui/lib/say'
import css from './Showings.module.css'

/** What further showings of the task settled, and the one that is under way. */
export function Showings({ detail }: { detail: ProposalDetail }) {
  const navigate = useNavigate()
  const heading = useId()
  const settled = detail.settled ?? []
  const showings = detail.showings ?? 1
  if (detail.example_session_id)
    return (
      <Note
        action={
          <Button onClick={() => void navigate({ to: '/learn/active' })}>
            {say('Show the recording')}
          </Button>
        }
      >
        {say('Another example is being shown. The draft stays as it is until you use it.')}
      </Note>
    )
  if (showings < 2 && settled.length === 0) return null
  return (
    <section className={css.showings} aria-labelledby={heading}>
      <header>
        <h3 id={heading}>{say('What the examples settled')}</h3>
        <p className="faint">
          {say(
            `{showings, plural, =1 {You showed this task once.} =2 {You showed this task twice.}
            =3 {You showed this task three times.} =4 {You showed this task four times.}
            other {You showed this task # times.}}`,
            { showings },
          )}
        </p>
      </header>
      {settled.length > 0 ? (
        <ul className={css.list}>
          {settled.map(({ kind, text }) => (
            <li key={text} data-kind={kind}>
              {text}
            </li>
          ))}
        </ul>
      ) : (
        <p>{say('Nothing new: every showing says the same.')}</p>
      )}
    </section>
  )
}
