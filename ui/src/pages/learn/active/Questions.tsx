import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { MessageCircleQuestion } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import * as read from '#ui/backend/queries'
import type { QuestionView } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { Button } from '#ui/components/Button'
import { TextInput } from '#ui/components/Field'
import { useAnswers } from '#ui/domain/useAnswers'
import { useBuildDraft } from '#ui/domain/useBuildDraft'
import { say } from '#ui/lib/say'
import css from './Questions.module.css'

/** Questions that the demonstration could not answer. */
export function Questions({ sessionId, proposalId }: { sessionId: string; proposalId: string }) {
  const { data } = useQuery(read.proposalDetail(proposalId))
  const open = data?.questions.filter((question) => !question.answered) ?? []
  if (open.length === 0) return null
  return (
    <QuestionsForm
      key={open.map((question) => question.question_id).join()}
      sessionId={sessionId}
      proposalId={proposalId}
      questions={open}
    />
  )
}

export function QuestionsForm({
  sessionId,
  proposalId,
  questions,
}: {
  sessionId: string
  proposalId: string
  questions: readonly QuestionView[]
}) {
  const navigate = useNavigate()
  const [answers, setAnswers] = useState<Record<string, string>>({})
  const { answer, answering } = useAnswers(sessionId, questions)
  const { build, building } = useBuildDraft(sessionId)
  const required = questions.filter((question) => question.required)
  const assumable = required.length > 0 && required.every((question) => question.assumed)
  const given = questions.flatMap(({ question_id }) =>
    answers[question_id]?.trim() ? [{ question_id, answer_text: answers[question_id].trim() }] : [],
  )
  const missing = questions.some(
    (question) => question.required && !answers[question.question_id]?.trim(),
  )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (given.length === 0 || missing) return
    answer(given, ({ next_action }) => {
      if (next_action !== 'more_questions')
        void navigate({ to: '/learn/pending/$proposalId', params: { proposalId } })
    })
  }
  return (
    <form className={css.form} onSubmit={submit} aria-label={say('Questions')}>
      <header className={css.head}>
        <MessageCircleQuestion size={16} aria-hidden />
        <h3>
          {say('{count, plural, one {# question} other {# questions}}', {
            count: questions.length,
          })}{' '}
          {required.length > 0
            ? say('to answer before the draft is finished')
            : say('that would improve the draft')}
        </h3>
      </header>
      {questions.map((question) => (
        <Question
          key={question.question_id}
          question={question}
          value={answers[question.question_id] ?? ''}
          onChange={(text) => setAnswers((old) => ({ ...old, [question.question_id]: text }))}
        />
      ))}
      <footer className={css.foot}>
        <Button
          type="submit"
          look="primary"
          busy={answering}
          disabled={missing || given.length === 0}
        >
          {say('Answer')}
        </Button>
        {assumable && (
          <Button busy={building} onClick={build}>
            {say('Build with the assumed answers')}
          </Button>
        )}
        <span className="faint">
          {missing
            ? say('Answer the required questions first.')
            : say('Unanswered questions use the suggested answer.')}
        </span>
      </footer>
    </form>
  )
}

function Question({
  question,
  value,
  onChange,
}: {
  question: QuestionView
  value: string
  onChange(text: string): void
}) {
  const id = useId()
  return (
    <div className={css.question}>
      <label htmlFor={id}>
        {question.question_text} {question.required && <Badge tone="warn">{say('required')}</Badge>}
      </label>
      {question.choices.length > 0 && (
        <div className={css.choices} role="group" aria-label={say('Suggested answers')}>
          {question.choices.map((choice) => (
            <Button
              key={choice}
              aria-pressed={value === choice}
              className={css.choice}
              onClick={() => onChange(choice)}
            >
              {choice}
            </Button>
          ))}
        </div>
      )}
      <TextInput
        id={id}
        maxLength={2000}
        value={value}
        placeholder={
          question.assumed
            ? say('If left empty: {assumed}', { assumed: question.assumed })
            : say('Your answer')
        }
        required={question.required}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
