import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import * as backend from '#ui/backend/connectors'
import { toBackendError } from '#ui/backend/errors'
import { Button } from '#ui/components/Button'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Field, TextArea } from '#ui/components/Field'
import { Note } from '#ui/components/Note'
import { say } from '#ui/lib/say'
import { FormControls } from './FormControls'
import { Answer } from './Pending'
import { type Entered, fieldsOf, readForm, readJson } from './schemaForm'
import css from './connectors.module.css'

/** Calls a tool with arguments from a form that is made of its schema. */
export function TryTool({ id, tool }: { id: string; tool: backend.ConnectorTool }) {
  const fields = useMemo(() => fieldsOf(tool.input_schema), [tool.input_schema])
  const [entered, setEntered] = useState<Entered>(new Map())
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const call = useMutation(backend.callTool(id))
  const failure = call.error ? toBackendError(call.error) : undefined
  const waiting =
    failure?.code === 'MCP_ASK_FIRST_REQUIRED' ? failure.details.dispatch_id : undefined
  const asks = typeof waiting === 'string' ? waiting : undefined
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const read = fields ? readForm(fields, entered) : readJson(entered.get('') ?? '')
    setErrors(read.errors ?? new Map())
    if (read.arguments) call.mutate({ tool_name: tool.name, arguments: read.arguments })
  }
  const enter = (name: string, text: string): void => setEntered(new Map(entered).set(name, text))
  return (
    <form
      className={css.form}
      aria-label={say('Try {name}', { name: tool.name })}
      onSubmit={submit}
    >
      {fields ? (
        <FormControls fields={fields} entered={entered} errors={errors} onEnter={enter} />
      ) : (
        <Field
          label={say('Arguments, as JSON')}
          {...(errors.has('') ? { error: errors.get('') ?? '' } : {})}
        >
          {(ids) => (
            <TextArea
              {...ids}
              value={entered.get('') ?? '{}'}
              onChange={(event) => enter('', event.target.value)}
            />
          )}
        </Field>
      )}
      <div className={css.buttons}>
        <Button type="submit" busy={call.isPending} disabled={tool.pin === 'changed'}>
          {say('Call {name}', { name: tool.name })}
        </Button>
        {tool.pin === 'changed' && (
          <span className="muted">{say('Accept its changes first.')}</span>
        )}
      </div>
      {call.error && asks && (
        <Note tone="warn" role="alert">
          <div className={css.asks}>
            <p>{toBackendError(call.error).message}</p>
            <Answer id={asks} onAllowed={() => call.variables && call.mutate(call.variables)} />
          </div>
        </Note>
      )}
      {call.error && !asks && <ErrorNote error={call.error} />}
      {call.data && <Result answer={call.data} />}
    </form>
  )
}

/** What a tool answered. It is data of the server: shown as text, never as markup. */
function Result({
  answer: { result, is_error: failed, milliseconds },
}: {
  answer: { result: unknown; is_error: boolean; milliseconds: number }
}) {
  return (
    <section className={css.result} aria-label={say('Result')} aria-live="polite">
      {failed && <Note tone="bad">{say('The tool says that it failed.')}</Note>}
      <pre>{resultText(result)}</pre>
      <span className="faint num">{say('{milliseconds} ms', { milliseconds })}</span>
    </section>
  )
}

/** More would slow the page down. */
const SHOWN = 100_000

function resultText(result: unknown): string {
  const content = (result as { content?: unknown }).content
  const parts = Array.isArray(content) ? (content as readonly unknown[]) : []
  const texts = parts.map((part) => {
    const text = (part as { text?: unknown }).text
    return typeof text === 'string' ? text : JSON.stringify(part, null, 2)
  })
  const all = texts.length > 0 ? texts.join('\n') : JSON.stringify(result, null, 2)
  if (all.length <= SHOWN) return all
  const rest = say('… and {count, plural, one {# more character} other {# more characters}}', {
    count: all.length - SHOWN,
  })
  return `${all.slice(0, SHOWN)}\n${rest}`
}
