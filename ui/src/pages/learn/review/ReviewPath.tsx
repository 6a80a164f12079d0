import { Check } from 'lucide-react'
import { useId } from 'react'
import type { ProposalDetail, RehearsalStatus } from '#ui/backend/types'
import { say } from '#ui/lib/say'
import css from './ReviewPath.module.css'
import { focusQuestions } from './focusQuestions'
import { isInstalled, isOutdated } from './rehearsed'

interface Step {
  name: string
  done: boolean
  /** What is missing, or how it went. */
  note?: string
  onOpen?(): void
}

/** Where the draft is on its way into an agent's folder, and what comes next. */
export function ReviewPath({
  detail,
  rehearsal,
  onShowRehearsal,
}: {
  detail: ProposalDetail
  rehearsal: RehearsalStatus | undefined
  onShowRehearsal(): void
}) {
  const id = useId()
  const open = detail.questions.filter((question) => !question.answered).length
  const installed = isInstalled(detail)
  const steps: Step[] = [
    { name: say('Shown'), done: true },
    {
      name: say('What changes next time?'),
      done: open === 0,
      note:
        open > 0
          ? say('{open, plural, one {# question} other {# questions}}', { open })
          : undefined,
      onOpen: open > 0 ? focusQuestions : undefined,
    },
    {
      name: say('Rehearse'),
      done: detail.rehearsed,
      note: noteOf(rehearsal),
      onOpen: rehearsal && !rehearsal.running ? onShowRehearsal : undefined,
    },
    { name: say('Install'), done: installed },
  ]
  const current = installed ? -1 : steps.findIndex((step) => !step.done)
  return (
    <ol className={css.path} aria-label={say('Path to an installed ability')}>
      {steps.map(({ name, done, note, onOpen }, at) => (
        <li
          key={name}
          aria-current={at === current ? 'step' : undefined}
          data-done={done || undefined}
        >
          <span className={css.mark} aria-hidden>
            {done ? <Check size={11} strokeWidth={3} /> : at + 1}
          </span>
          <span id={`${id}${at}`}>
            {name}
            {done && <span className="sr"> {say('(done)')}</span>}
          </span>
          {note &&
            (onOpen ? (
              <button type="button" aria-describedby={`${id}${at}`} onClick={onOpen}>
                {note}
              </button>
            ) : (
              <span className={css.note}>{note}</span>
            ))}
        </li>
      ))}
    </ol>
  )
}

function noteOf(rehearsal: RehearsalStatus | undefined): string | undefined {
  if (!rehearsal) return say('never rehearsed')
  if (rehearsal.running) return 'running'
  if (isOutdated(rehearsal)) return say('of an earlier version')
  switch (rehearsal.overall_result) {
    case 'passed':
      return 'passed'
    case 'failed':
      return 'failed'
    case 'partial':
      return say('not complete')
    case 'cancelled':
      return 'cancelled'
  }
}
