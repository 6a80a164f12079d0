import { Pencil, Undo2 } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import type { QuestionView } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { TextInput } from '#ui/components/Field'
import { useAnswers } from '#ui/domain/useAnswers'
import { say } from '#ui/lib/say'
import css from './AnsweredQuestions.module.css'

/** What became of each answer. It can be changed as long as the draft can. */
export function AnsweredQuestions({
  sessionId,
  questions,
  changeable,
}: {
  sessionId: string
  questions: readonly QuestionView[]
  changeable: boolean
}) {
  const heading = useId()
  const { answer, answering } = useAnswers(sessionId, questions)
  if (questions.length === 0) return null
  return (
    <section aria-labelledby={heading} className={css.section}>
      <h3 id={heading}>{say('Your answers')}</h3>
      <ul className={css.list}>
        {questions.map((question) => (
          <Answered
            key={question.question_id}
            question={question}
            changeable={changeable}
            busy={answering}
            onGive={(text, onDone) =>
              answer([{ question_id: question.question_id, answer_text: text }], onDone)
            }
          />
        ))}
      </ul>
    </section>
  )
}

function Answered({
  question: { question_text, answer_text, assumed, choices },
  changeable,
  busy,
  onGive,
}: {
  question: QuestionView
  changeable: boolean
  busy: boolean
  onGive(text: string, onDone?: () => void): void
}) {
  const id = useId()
  const [text, setText] = useState<string>()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (text?.trim()) onGive(text.trim(), () => setText(undefined))
  }
  return (
    <li>
      <p className="muted" id={id}>
        {question_text}
      </p>
      {text === undefined ? (
        <div className={css.answer}>
          <p>{answer_text}</p>
          {changeable && (
            <>
              <Button
                look="ghost"
                icon={<Pencil size={13} />}
                aria-describedby={id}
                onClick={() => setText(answer_text ?? '')}
              >
                {say('Change')}
              </Button>
              {assumed && assumed !== answer_text && (
                <Button
                  look="ghost"
                  icon={<Undo2 size={13} />}
                  aria-describedby={id}
                  busy={busy}
                  title={assumed}
                  onClick={() => onGive(assumed)}
                >
                  {say('Use the suggested answer')}
                </Button>
              )}
            </>
          )}
        </div>
      ) : (
        <form onSubmit={submit} className={css.form}>
          {choices.length > 0 && (
            <div className={css.choices} role="group" aria-label={say('Suggested answers')}>
              {choices.map((choice) => (
                <Button key={choice} aria-pressed={text === choice} onClick={() => setText(choice)}>
                  {choice}
                </Button>
              ))}
            </div>
          )}
          <TextInput
            autoFocus
            aria-labelledby={id}
            maxLength={2000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <div className={css.buttons}>
            <Button
              type="submit"
              busy={busy}
              disabled={!text.trim() || text.trim() === answer_text}
            >
              {say('Answer')}
            </Button>
            <Button look="ghost" onClick={() => setText(undefined)}>
              {say('Cancel')}
            </Button>
          </div>
        </form>
      )}
    </li>
  )
}
