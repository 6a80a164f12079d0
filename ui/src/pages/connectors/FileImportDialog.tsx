import { useMutation } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { toast } from 'sonner'
import * as backend from '#ui/backend/connectors'
import { toBackendError } from '#ui/backend/errors'
import { Button } from '#ui/components/Button'
import { Dialog } from '#ui/components/Dialog'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Field, Select, TextArea, TextInput } from '#ui/components/Field'
import { say } from '#ui/lib/say'
import { ImportWords } from './ImportWords'
import { canImport } from './importable'
import css from './connectors.module.css'

/** The file as the engine takes it: a text, or the path of a file of this machine. */
const fileOf = (given: string): backend.ImportFile =>
  given.trim().startsWith('{') ? { text: given } : { path: given.trim() }

/** Shows what a server.json or a bundle offers, asks for what it leaves open, and registers it. `found`: the one of the registry. */
export function FileImportDialog({
  found,
  onClose,
  onDone,
}: {
  found?: backend.RegistryServer
  onClose(): void
  onDone(serverId: string): void
}) {
  const [given, setGiven] = useState(found?.text ?? '')
  const [chosen, setChosen] = useState(found?.items.find(canImport)?.key)
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({})
  const plan = useMutation(backend.fileImportPlan())
  const run = useMutation(backend.importServers())
  const picker = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const items = found?.items ?? plan.data?.items ?? []
  const item = items.find(({ key }) => key === chosen)
  const answerIsWrong =
    run.error !== null && (item?.inputs ?? []).some(({ name }) => errorOf(run.error, name))
  // The button is below all answers: the wrong one may be out of sight.
  useEffect(() => {
    if (answerIsWrong) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [answerIsWrong])
  const choose = (key: string | undefined): void => {
    setChosen(key)
    setAnswers({})
    run.reset()
  }
  const change = (text: string): void => {
    setGiven(text)
    choose(undefined)
    plan.reset()
  }
  const show = (event: FormEvent): void => {
    event.preventDefault()
    plan.mutate(fileOf(given), {
      onSuccess: ({ items: offered }) => choose(offered.find(canImport)?.key),
    })
  }
  const pick = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    void target.files?.[0]?.text().then(change)
    target.value = ''
  }
  const start = (): void => {
    if (!item) return
    const values = (item.inputs ?? []).flatMap(({ name, many }) => {
      const answer = answers[name] ?? ''
      const all = many ? answer.split('\n') : [answer]
      return all.filter((value) => value !== '').map((value) => ({ name, value }))
    })
    run.mutate(
      { keys: [item.key], file: fileOf(given), values },
      {
        onSuccess: ({ servers }) => {
          toast.success(say('The connector was imported. Read it before it is used.'))
          const id = servers[0]?.registry.server_id
          if (id) onDone(id)
          else onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={found ? say('Import {name}', { name: found.name }) : say('Import a file')}
      description={say('Nothing is downloaded and nothing is started. Secrets go to the keychain.')}
    >
      <form ref={form} className={css.form} onSubmit={show}>
        {!found && (
          <>
            <Field
              label={say('File')}
              hint={say(`The path of a server.json or a bundle (.mcpb, .dxt) on this machine, or the text
                of a server.json.`)}
            >
              {(ids) => (
                <TextArea
                  {...ids}
                  autoFocus
                  placeholder="/home/ada/Downloads/weather.mcpb"
                  value={given}
                  onChange={(event) => change(event.target.value)}
                />
              )}
            </Field>
            <div className={css.buttons}>
              <Button
                type="submit"
                look={items.length > 0 ? 'plain' : 'primary'}
                busy={plan.isPending}
                disabled={given.trim() === ''}
              >
                {say('Show what it offers')}
              </Button>
              <Button
                look="ghost"
                icon={<FileDown size={14} />}
                onClick={() => picker.current?.click()}
              >
                {say('Choose a server.json')}
              </Button>
              <input
                ref={picker}
                type="file"
                hidden
                accept=".json,application/json"
                aria-label="server.json"
                onChange={pick}
              />
            </div>
          </>
        )}
        {plan.error && <ErrorNote error={plan.error} />}
        {items.length > 0 && (
          <ul className={css.list} aria-label={say('What the file offers')}>
            {items.map((offered) => (
              <li key={offered.key} className={css.found}>
                <input
                  type="radio"
                  name="offer"
                  aria-label={say('Import {name}', { name: offered.name })}
                  checked={offered.key === chosen}
                  disabled={!canImport(offered)}
                  onChange={() => choose(offered.key)}
                />
                <ImportWords item={offered} />
              </li>
            ))}
          </ul>
        )}
        {item?.inputs?.map((input) => (
          <Answer
            key={input.name}
            input={input}
            value={answers[input.name] ?? ''}
            error={run.error && errorOf(run.error, input.name)}
            onChange={(value) => setAnswers({ ...answers, [input.name]: value })}
          />
        ))}
        {run.error && !answerIsWrong && <ErrorNote error={run.error} />}
        <footer className={css.foot}>
          <Button look="ghost" onClick={onClose}>
            {say('Cancel')}
          </Button>
          <Button look="primary" busy={run.isPending} disabled={!item} onClick={start}>
            {say('Import')}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

/** What is wrong with the answer of this name. The label names it already. */
function errorOf(thrown: unknown, name: string): string | undefined {
  const { details, message } = toBackendError(thrown)
  const field = `values.${name}`
  return details.field === field ? sentence(message.replace(`${field}: `, '')) : undefined
}

const sentence = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`

/** One value that the file leaves to the person. */
function Answer({
  input,
  value,
  error,
  onChange,
}: {
  input: backend.ImportInput
  value: string
  error?: string | null | undefined
  onChange(value: string): void
}) {
  const choices = input.kind === 'boolean' ? ['true', 'false'] : (input.choices ?? [])
  const fallback = (input.default ?? []).join(', ')
  const hint = [
    input.description,
    input.many && say('One on each line.'),
    input.secret && say('It is kept in the keychain.'),
    fallback !== '' && say('Without an answer: {fallback}.', { fallback }),
  ]
  const given = {
    value,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  return (
    <Field
      label={input.required ? input.label : say('{label} (optional)', { label: input.label })}
      hint={hint.filter(Boolean).join(' ')}
      {...(error ? { error } : {})}
    >
      {(ids) =>
        choices.length > 0 && !input.many ? (
          <Select {...ids} {...given}>
            <option value="">
              {fallback === '' ? say('choose one') : say('as the file has it')}
            </option>
            {choices.map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </Select>
        ) : input.many ? (
          <TextArea {...ids} {...given} />
        ) : (
          <TextInput
            {...ids}
            {...given}
            type={input.secret ? 'password' : 'text'}
            autoComplete="off"
          />
        )
      }
    </Field>
  )
}
