import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Bot } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import * as act from '#ui/backend/mutations'
import * as read from '#ui/backend/queries'
import type { AgentRun, AgentRuntime, Schemas } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Field, NumberField, TextArea, TextInput } from '#ui/components/Field'
import { Note } from '#ui/components/Note'
import { Skeleton } from '#ui/components/Skeleton'
import { Checkbox } from '#ui/components/Toggle'
import { Say, say } from '#ui/lib/say'
import { AgentField, FolderField, agentsOf } from './AgentFields'
import css from './AgentRunForm.module.css'
import { TestPolicyFields } from './TestPolicyFields'
import { chosenPolicy, policyForm } from './testPolicy'
import {
  EMPTY_RUN,
  MINUTES,
  type RunForm,
  type RunSubject,
  inputsOf,
  isNeeded,
  isReady,
  problemsOf,
  requestOf,
} from './runRequest'

interface AgentRunFormProps {
  subject: RunSubject
  /** The session that taught it, which has its test policy. */
  sessionId: string | undefined
  variables: ReadonlyArray<Schemas['Variable']>
  /** Why no agent can do this task, such as one that is done in a browser. */
  impossible?: string
  /** The test policy is what the person wants to choose. */
  choosesPolicy?: boolean
  /** The run that is done once more: its agent and values are filled in. */
  before?: Pick<AgentRun, 'agent_id' | 'inputs'>
  onClose(): void
}

/** Lets an agent of this machine do the task, and opens its run. */
export function AgentRunForm({ impossible, onClose, ...rest }: AgentRunFormProps) {
  const agents = useQuery(read.agentRuntimes())
  const { sessionId } = rest
  const session = useQuery({ ...read.sessionDetail(sessionId ?? ''), enabled: Boolean(sessionId) })
  if (impossible) return <Impossible why={impossible} onClose={onClose} />
  if (agents.error) return <ErrorNote error={agents.error} onRetry={() => void agents.refetch()} />
  if (session.error)
    return <ErrorNote error={session.error} onRetry={() => void session.refetch()} />
  if (!agents.data || (sessionId && !session.data)) return <Skeleton rows={4} />
  return (
    <Fields
      {...rest}
      stored={session.data?.test_policy ?? undefined}
      acting={session.data?.acting_test_policy}
      {...agents.data}
      onClose={onClose}
      looking={agents.isFetching}
      onLookAgain={() => void agents.refetch()}
    />
  )
}

function Impossible({ why, onClose }: { why: string; onClose(): void }) {
  return (
    <div className={css.form}>
      <Note tone="warn">{why}</Note>
      <footer>
        <Button look="ghost" onClick={onClose}>
          {say('Close')}
        </Button>
      </footer>
    </div>
  )
}

function Fields({
  subject,
  sessionId,
  stored,
  acting,
  variables,
  runtimes,
  isolation,
  before,
  choosesPolicy,
  looking,
  onLookAgain,
  onClose,
}: Omit<AgentRunFormProps, 'impossible'> &
  Schemas['AgentRuntimesResponse'] & {
    /** The test policy that was set before. */
    stored: Schemas['TestPolicy'] | undefined
    /** The test policy that acts. */
    acting: Schemas['ActingTestPolicy'] | undefined
    looking: boolean
    onLookAgain(): void
  }) {
  const navigate = useNavigate()
  const policyBefore = stored && policyForm(stored)
  const [form, setForm] = useState<RunForm>(() => ({
    ...EMPTY_RUN,
    ...(before && { agent: before.agent_id, values: before.inputs }),
    policy: policyBefore,
  }))
  const [tried, setTried] = useState(false)
  const set = (change: Partial<RunForm>): void => setForm((old) => ({ ...old, ...change }))
  const { found, runtime } = agentsOf(runtimes, form.agent)
  const problems = problemsOf(form, variables, runtime)
  const shown = tried ? problems : undefined
  const start = useMutation({
    ...act.startAgentRun(),
    onSuccess: ({ run_id }) => {
      onClose()
      void navigate({ to: '/learn/runs/$runId', params: { runId: run_id } })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setTried(true)
    const policy = chosenPolicy(sessionId, policyBefore, form.policy)
    if (runtime && isReady(problems))
      start.mutate({ body: requestOf(subject, form, runtime), policy })
    else focusProblem(event.currentTarget)
  }
  return (
    <form onSubmit={submit} className={css.form} noValidate>
      <AgentField
        runtimes={runtimes}
        runtime={runtime}
        problem={shown?.agent}
        onChange={set}
        looking={looking}
        onLookAgain={onLookAgain}
      />
      {found.length > 0 && (
        <>
          <Values
            variables={variables}
            values={form.values}
            problems={shown?.values ?? {}}
            onChange={(values) => set({ values })}
          />
          <FolderField
            hint={say(`The agent works on a copy, so your folder stays unchanged. If empty, it starts with
              an empty folder.`)}
            folder={form.folder}
            problem={shown?.folder}
            onChange={set}
          />
          <Field
            label={say('Additional instructions')}
            hint={say('Optional. It is added to the task.')}
          >
            {(ids) => (
              <TextArea
                {...ids}
                rows={2}
                maxLength={4000}
                placeholder={say('Use the short form.')}
                value={form.message}
                onChange={(event) => set({ message: event.target.value })}
              />
            )}
          </Field>
          <Limits
            form={form}
            runtime={runtime}
            isolation={isolation}
            problems={shown}
            onChange={set}
          />
          {sessionId && (
            <TestPolicyFields
              form={form.policy}
              acting={acting}
              stored={stored !== undefined}
              problems={shown?.policy}
              byAgent
              open={choosesPolicy}
              onChange={(policy) => set({ policy })}
            />
          )}
        </>
      )}
      {start.error && <ErrorNote error={start.error} />}
      <footer>
        <Button look="ghost" onClick={onClose}>
          {say('Cancel')}
        </Button>
        {found.length > 0 && (
          <Button type="submit" look="primary" icon={<Bot size={14} />} busy={start.isPending}>
            {say('Start rehearsal')}
          </Button>
        )}
      </footer>
    </form>
  )
}

/** Puts the cursor where something is missing, once that is marked. */
export function focusProblem(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    const marked = form.querySelector<HTMLElement>('[data-problem], [aria-invalid=true]')
    const field = marked?.matches('input, textarea, select')
      ? marked
      : marked?.querySelector<HTMLElement>('button, input')
    field?.focus()
  })
}

export function Values({
  legend = say('Values for this rehearsal'),
  variables,
  values,
  problems,
  onChange,
}: {
  legend?: string
  variables: ReadonlyArray<Schemas['Variable']>
  values: RunForm['values']
  problems: Readonly<Record<string, string>>
  onChange(values: RunForm['values']): void
}) {
  const inputs = inputsOf(variables)
  if (inputs.length === 0) return null
  const demonstrated = Object.fromEntries(inputs.map(({ name, example }) => [name, example]))
  return (
    <fieldset className={css.values}>
      <legend>{legend}</legend>
      <p className="muted">
        {say('Other values than in the demonstration show more.')}{' '}
        <button type="button" className={css.link} onClick={() => onChange(demonstrated)}>
          {say('Use those of the demonstration')}
        </button>
      </p>
      {inputs.map((variable) => (
        <Field
          key={variable.name}
          label={variable.label || variable.name}
          hint={
            [
              isNeeded(variable) ? '' : say('Optional.'),
              variable.list ? say('Several values, with commas between them.') : '',
            ]
              .filter(Boolean)
              .join(' ') || undefined
          }
          error={problems[variable.name]}
        >
          {(ids) => (
            <TextInput
              {...ids}
              placeholder={variable.example}
              maxLength={2000}
              required={isNeeded(variable)}
              value={values[variable.name] ?? ''}
              onChange={(event) => onChange({ ...values, [variable.name]: event.target.value })}
            />
          )}
        </Field>
      ))}
    </fieldset>
  )
}

/** How long it may take, and what it can reach. */
export function Limits({
  label = say('Time limit in minutes'),
  form,
  runtime,
  isolation,
  problems,
  onChange,
}: {
  label?: string
  form: Pick<RunForm, 'minutes' | 'withoutIsolation'>
  runtime: AgentRuntime | undefined
  isolation: Schemas['IsolationReport']
  problems: { minutes?: string; withoutIsolation?: string } | undefined
  onChange(change: { minutes?: string; withoutIsolation?: boolean }): void
}) {
  const id = useId()
  const free = runtime && !runtime.can_be_isolated
  return (
    <>
      <NumberField
        label={label}
        error={problems?.minutes}
        digits={3}
        usual={MINUTES.usual}
        value={form.minutes}
        onChange={(minutes) => onChange({ minutes })}
      />
      {free ? (
        <div className={css.free} data-problem={problems?.withoutIsolation ? true : undefined}>
          <Checkbox
            id={id}
            label={say('Run it without isolation')}
            on={form.withoutIsolation}
            onChange={(withoutIsolation) => onChange({ withoutIsolation })}
          />
          <label htmlFor={id}>
            <Say
              text={`<b>Run it without isolation.</b> {label} cannot be isolated here: it can read and
              write everything that you can.`}
              values={{ b: (inner) => <b>{inner}</b>, label: runtime.label }}
            />
          </label>
          {problems?.withoutIsolation && (
            <p className={css.error} role="alert">
              {problems.withoutIsolation}
            </p>
          )}
        </div>
      ) : (
        <details>
          <summary>{say('What it can reach')}</summary>
          <Reach isolation={isolation} />
        </details>
      )}
    </>
  )
}

/** The walls around a run, in sentences. */
export function Reach({ isolation }: { isolation: Schemas['IsolationReport'] }) {
  return (
    <div className={css.reach}>
      {isolation.holds.length > 0 && <h4>{say('Enforced')}</h4>}
      <ul className={css.sentences}>
        {isolation.holds.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {isolation.open.length > 0 && <h4>{say('Not limited')}</h4>}
      <ul className={css.sentences}>
        {isolation.open.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}
