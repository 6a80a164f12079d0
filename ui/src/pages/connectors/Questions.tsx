import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import * as backend from '#ui/backend/connectors'
import { Button } from '#ui/components/Button'
import { CopyableText } from '#ui/components/CopyableText'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Ago, ClockTime } from '#ui/components/Time'
import { Say, say } from '#ui/lib/say'
import { FormControls } from './FormControls'
import css from './connectors.module.css'
import { type FormField, readForm } from './schemaForm'

/** What connectors ask the person during a call. Their words are shown as text, and no address is a link. */
export function Questions({ only }: { only?: string }) {
  const query = useQuery(backend.pendingCalls())
  // An address that was agreed to is shown until the page is left: the question itself is gone by then.
  const [agreed, setAgreed] = useState<readonly { id: string; url: string }[]>([])
  const waiting = (query.data?.elicitations ?? []).filter(
    ({ server_id: id }) => only === undefined || id === only,
  )
  if (waiting.length === 0 && agreed.length === 0) return null
  return (
    <section className={css.trust} aria-label={say('Questions of connectors')}>
      <h2>{heading(waiting.length)}</h2>
      <ul className={css.list}>
        {waiting.map((question) => (
          <li key={question.dispatch_id}>
            <Question
              question={question}
              onAgreed={(url) =>
                setAgreed((before) => [...before, { id: question.dispatch_id, url }])
              }
            />
          </li>
        ))}
        {agreed.map(({ id, url }) => (
          <li key={id} className={css.request}>
            <p role="status">
              {say('Open this address in your browser. Apprentice does not open it.')}
            </p>
            <CopyableText text={url} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const heading = (waiting: number): string =>
  [say('An address to open'), say('A connector asks you')][waiting] ?? say('Connectors ask you')

function Question({
  question,
  onAgreed,
}: {
  question: backend.ConnectorQuestion
  onAgreed(url: string): void
}) {
  const answer = useMutation(backend.answerQuestion(question.dispatch_id))
  const fields = useMemo(() => (question.fields ?? []).map(formField), [question.fields])
  const [entered, setEntered] = useState<ReadonlyMap<string, string>>(new Map())
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const answerWith = (
    action: backend.ConnectorAnswer,
    content: Record<string, unknown> = {},
  ): void => {
    // The question is gone before the answer to this arrives, and this part of the page with it.
    void answer.mutateAsync({ action, content }).then(
      ({ url }) => {
        if (url) onAgreed(url)
      },
      () => undefined,
    )
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const read = readForm(fields, entered)
    const missing = fields.filter(
      ({ name, kind, required, initial }) =>
        required && kind === 'text' && (entered.get(name) ?? initial) === '',
    )
    const found = new Map(read.errors ?? [])
    for (const { name } of missing) found.set(name, say('Enter a value.'))
    setErrors(found)
    if (read.arguments && found.size === 0) answerWith('accept', read.arguments)
  }
  const enter = (name: string, text: string): void => setEntered(new Map(entered).set(name, text))
  const isForm = question.mode === 'form'
  return (
    <form
      className={css.request}
      aria-label={say('Question of {serverName}', { serverName: question.server_name })}
      onSubmit={submit}
      noValidate
    >
      <p>
        <Say
          text={'{serverName} asks you, {when}. It waits until {time}.'}
          values={{
            serverName: <b>{question.server_name}</b>,
            when: <Ago at={question.created_at} />,
            time: <ClockTime at={question.expires_at} />,
          }}
        />
      </p>
      <p className={css.words}>{question.message}</p>
      {isForm ? (
        <p className="muted">
          {say(`The connector wrote these questions and receives what you enter. Enter no password,
            key, code, or number of a card.`)}
        </p>
      ) : (
        <>
          <p>
            <Say
              text={'It wants you to open an address of {host}:'}
              values={{ host: <b>{question.host}</b> }}
            />
          </p>
          <pre aria-label={say('The whole address')}>{question.url}</pre>
        </>
      )}
      <FormControls fields={fields} entered={entered} errors={errors} onEnter={enter} />
      <div className={css.buttons}>
        <Button
          type={isForm ? 'submit' : 'button'}
          look="primary"
          busy={answer.isPending}
          {...(isForm ? {} : { onClick: () => answerWith('accept') })}
        >
          {isForm ? say('Answer') : say('Agree')}
        </Button>
        <Button look="danger" disabled={answer.isPending} onClick={() => answerWith('decline')}>
          {say('Refuse')}
        </Button>
        <Button disabled={answer.isPending} onClick={() => answerWith('cancel')}>
          {say('Close without an answer')}
        </Button>
      </div>
      {answer.error && <ErrorNote error={answer.error} />}
    </form>
  )
}

const KINDS = {
  text: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'switch',
  choice: 'choice',
  choices: 'json',
} as const

function formField(field: backend.ConnectorQuestionField): FormField {
  const kind = KINDS[field.kind]
  const choices = field.choices ?? []
  return {
    name: field.name,
    label: field.title,
    kind,
    required: field.required,
    hint: field.description ?? undefined,
    choices: choices.map(({ value }) => value),
    labels: new Map(choices.map(({ value, label }) => [value, label])),
    initial: initialText(field),
  }
}

/** What a field holds at first: the value that the connector proposes. Choices are entered as a JSON list. */
function initialText({
  kind,
  required,
  default: proposed,
}: backend.ConnectorQuestionField): string {
  if (kind === 'choices')
    return Array.isArray(proposed) ? JSON.stringify(proposed) : required ? '[]' : ''
  if (proposed === undefined || proposed === null) return ''
  return typeof proposed === 'string' ? proposed : JSON.stringify(proposed)
}
