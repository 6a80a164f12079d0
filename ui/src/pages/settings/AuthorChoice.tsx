import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useMemo, useState } from 'react'
import { toast } from 'sonner'
import * as act from '#ui/backend/mutations'
import * as read from '#ui/backend/queries'
import type { Schemas } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Field, FieldGroup, TextInput } from '#ui/components/Field'
import { MessageText } from '#ui/components/MessageText'
import { Note } from '#ui/components/Note'
import { Segmented } from '#ui/components/Segmented'
import { Skeleton } from '#ui/components/Skeleton'
import { AGENT } from '#ui/domain/authors'
import { useCommands } from '#ui/shell/commands'
import { say } from '#ui/lib/say'
import { AuthorKey } from './AuthorKey'
import { AuthorTest } from './AuthorTest'
import css from './AuthorChoice.module.css'

type Provider = Schemas['AuthorProvider']
type Response = Schemas['AuthorSettingsResponse']

const PROVIDERS: ReadonlyArray<{ value: Provider; label: string }> = [
  { value: 'rules', label: say('Rules only') },
  { value: 'agent', label: say('Your agent') },
  { value: 'openai_compatible', label: say('OpenAI-compatible') },
  { value: 'anthropic', label: 'Anthropic' },
  { value: 'ollama', label: 'Ollama' },
]
const SAYS: Record<Provider, string> = {
  rules: say('Drafts are written by fixed rules on this computer. Nothing is sent to a model.'),
  agent: say('An agent that is installed here, with the model and the account that it uses.'),
  openai_compatible: say('OpenAI, or any other server that answers as it does.'),
  anthropic: say('Anthropic, with a key of yours.'),
  ollama: say('A model on your own machine.'),
}
/** The address that is used when none is given. */
const USUAL: Partial<Record<Provider, string>> = {
  openai_compatible: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com',
  ollama: 'http://127.0.0.1:11434',
}
const MODEL: Partial<Record<Provider, string>> = { agent: say('the one that it uses') }

/** Which model may improve drafts: an agent of this machine or a server, its key, and a test. */
export function AuthorChoice() {
  const query = useQuery(read.authorSettings())
  if (!query.data)
    return query.error ? (
      <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton rows={2} />
    )
  return <Form key={JSON.stringify(query.data.settings)} response={query.data} />
}

function Form({ response }: { response: Response }) {
  const { settings: saved, agents } = response
  const [form, setForm] = useState({
    provider: saved.provider,
    agent: saved.agent ?? agents[0],
    model: saved.model ?? '',
    address: saved.address ?? '',
    key: '',
  })
  const note = useId()
  const save = useMutation({
    ...act.updateAuthor(),
    onSuccess: () => {
      setForm((now) => ({ ...now, key: '' }))
      toast.success(say('Saved.'))
    },
  })
  const test = useMutation(act.testAuthor())
  const server = USUAL[form.provider] !== undefined
  const next = settingsOf(form)
  const changed = JSON.stringify(next) !== JSON.stringify(settingsOf(savedForm(response)))
  const edit = (change: Partial<typeof form>): void => {
    save.reset()
    test.reset()
    setForm({ ...form, ...change })
  }
  const missing = server && !form.model.trim() ? say('Give the name of the model.') : undefined
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!missing) save.mutate({ settings: next, key: form.key.trim() })
  }
  const testable = !changed && !form.key && saved.provider !== 'rules' && !response.problem
  const { mutate: ask } = test
  useCommands(
    useMemo(
      () =>
        testable
          ? [
              {
                id: 'author test',
                label: say('Test who writes the draft'),
                group: 'View' as const,
                words: say('model author'),
                run: () => ask(),
              },
            ]
          : [],
      [testable, ask],
    ),
  )
  return (
    <form className={css.form} onSubmit={submit} aria-describedby={note}>
      <Segmented<Provider>
        label={say('Who writes the draft')}
        value={form.provider}
        choices={PROVIDERS}
        onChange={(provider) => edit({ provider, model: '', address: '', key: '' })}
      />
      <p id={note} className="muted">
        {SAYS[form.provider]}
      </p>
      {form.provider === 'agent' &&
        (agents.length > 0 ? (
          <FieldGroup label={say('Found on this machine')}>
            <Segmented
              label={say('Agent')}
              value={form.agent ?? 'claude'}
              choices={agents.map((agent) => ({ value: agent, label: AGENT[agent] }))}
              onChange={(agent) => edit({ agent })}
            />
          </FieldGroup>
        ) : (
          <Note tone="warn">
            {say('None was found: {values}. Install one, or choose a server.', {
              values: Object.values(AGENT).join(', '),
            })}
          </Note>
        ))}
      {form.provider !== 'rules' && (
        <div className={css.fields}>
          <Field label={server ? say('Model') : say('Model (optional)')}>
            {(ids) => (
              <TextInput
                {...ids}
                maxLength={120}
                value={form.model}
                placeholder={MODEL[form.provider] ?? say('name of the model')}
                onChange={(event) => edit({ model: event.target.value })}
              />
            )}
          </Field>
          {server && (
            <Field label={say('Address (optional)')}>
              {(ids) => (
                <TextInput
                  {...ids}
                  maxLength={2048}
                  value={form.address}
                  placeholder={USUAL[form.provider]}
                  onChange={(event) => edit({ address: event.target.value })}
                />
              )}
            </Field>
          )}
        </div>
      )}
      {server && (
        <AuthorKey
          response={response}
          chosen={!changed}
          value={form.key}
          onChange={(key) => edit({ key })}
        />
      )}
      {save.error && <ErrorNote error={save.error} />}
      {!changed && response.problem && (
        <Note tone="warn">
          <MessageText text={response.problem} />
        </Note>
      )}
      <div className={css.actions}>
        <Button
          type="submit"
          look="primary"
          busy={save.isPending}
          disabled={(!changed && !form.key) || missing !== undefined}
          title={missing}
        >
          {say('Save')}
        </Button>
        {form.provider !== 'rules' && (
          <Button
            busy={test.isPending}
            disabled={!testable}
            title={testable ? undefined : say('Save a complete choice first')}
            onClick={() => ask()}
          >
            {say('Test')}
          </Button>
        )}
        <span className="faint">
          {form.provider === 'rules'
            ? undefined
            : changed
              ? say('Not saved')
              : say('Requests go to {goesTo}', { goesTo: response.goes_to })}
        </span>
      </div>
      {!changed && <AuthorTest test={test} last={response.last_answer ?? undefined} />}
    </form>
  )
}

interface FormState {
  provider: Provider
  agent: Schemas['AuthorAgent'] | undefined
  model: string
  address: string
}

const savedForm = ({ settings, agents }: Response): FormState => ({
  provider: settings.provider,
  agent: settings.agent ?? agents[0],
  model: settings.model ?? '',
  address: settings.address ?? '',
})

const settingsOf = ({ provider, agent, model, address }: FormState): Schemas['AuthorSettings'] => ({
  provider,
  agent: provider === 'agent' ? (agent ?? null) : null,
  model: provider === 'rules' ? null : model.trim() || null,
  address: USUAL[provider] ? address.trim() || null : null,
})
