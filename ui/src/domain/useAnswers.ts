import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import * as act from '#ui/backend/mutations'
import type { QuestionView, Schemas } from '#ui/backend/types'
import { offerUndo } from '#ui/lib/undo'
import { say } from '#ui/lib/say'

type Given = Schemas['AnswerQuestionsRequest']['answers']

/** What undo gives: the earlier answer, or the suggested one, which an open question uses too. */
function before(questions: readonly QuestionView[], given: Given): Given | undefined {
  const earlier = given.map(({ question_id }) => {
    const question = questions.find((one) => one.question_id === question_id)
    return { question_id, answer_text: question?.answer_text ?? question?.assumed ?? '' }
  })
  return earlier.every(({ answer_text }) => answer_text) ? earlier : undefined
}

interface Attempt {
  what: string
  earlier: Given | undefined
  onDone: ((response: Schemas['AnswerQuestionsResponse']) => void) | undefined
}

/** Answers questions of a draft. Each answer can be taken back, where there was one before. */
export function useAnswers(sessionId: string, questions: readonly QuestionView[]) {
  // The form is gone before its mutation has settled, so what follows belongs to the mutation.
  const attempt = useRef<Attempt>(undefined)
  const { mutate, isPending } = useMutation({
    ...act.answerQuestions(sessionId),
    onSuccess: (response) => {
      const done = attempt.current
      attempt.current = undefined
      if (done?.earlier) offerUndo(done.what, () => mutate({ answers: done.earlier ?? [] }))
      done?.onDone?.(response)
    },
  })
  const answer = (answers: Given, onDone?: Attempt['onDone']): void => {
    const named = questions.find(({ question_id }) => question_id === answers[0]?.question_id)
    const what =
      answers.length === 1 && named
        ? say('“{questionText}” is answered.', { questionText: named.question_text })
        : say('{count, plural, one {# question} other {# questions}} answered.', {
            count: answers.length,
          })
    attempt.current = { what, earlier: before(questions, answers), onDone }
    mutate({ answers })
  }
  return { answer, answering: isPending }
}
