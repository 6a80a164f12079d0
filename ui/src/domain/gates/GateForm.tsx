import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { BackendError } from '#ui/backend/errors'
import * as act from '#ui/backend/mutations'
import * as read from '#ui/backend/queries'
import type { Schemas } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Field, NumberField, TextArea, TextInput } from '#ui/components/Field'
import { Note } from '#ui/components/Note'
import { Skeleton } from '#ui/components/Skeleton'
import { Checkbox } from '#ui/components/Toggle'
import { AgentField, FolderField, agentsOf } from '#ui/domain/agentRuns/AgentFields'
import css from '#ui/domain/agentRuns/AgentRunForm.module.css'
import { Limits, Values, focusProblem } from '#ui/domain/agentRuns/AgentRunForm'
import { TestPolicyFields } from '#ui/domain/agentRuns/TestPolicyFields'
import type { RunSubject } from '#ui/domain/agentRuns/runRequest'
import { Say, say } from '#ui/lib/say'
import {
  EMPTY_GATE,
  type GateForm as Form,
  type GateProblems,
  TRIES,
  canTry,
  gateProblems,
  gateRequest,
} from './gateRequest'

export interface GateFormProps {
  subject: RunSubject
  /** It was taught here: it has a goal, effects that are read, and perhaps a recording. */
  taught: boolean
  variables: ReadonlyArray<Schemas['Variable']>
  /** The session that taught a draft, which has its test policy. */
  sessionId?: string
  /** Why no agent can do this task, such as one that is done in a browser. */
  impossible: string | undefined
  onClose(): void
}

/** The test policy that acts in the tries where none is chosen here. */
function useActing({ subject, sessionId }: Pick<GateFormProps, 'subject' | 'sessionId'>) {
  const ability = 'ability' in subject ? subject.ability : undefined
  const session = useQuery({
    ...read.sessionDetail(sessionId ?? ''),
    enabled: !ability && Boolean(sessionId),
  })
  const ofAbility = useQuery({
    ...read.abilityTestPolicy(ability ?? ''),
    enabled: Boolean(ability),
  })
  const { error, refetch } = ability ? ofAbility : session
  return { acting: ofAbility.data?.acting ?? session.data?.acting_test_policy, error, refetch }
}

/** Starts a gate, and opens it. */
export function GateForm({ impossible, ...rest }: GateFormProps) {
  const agents = useQuery(read.agentRuntimes())
  const policy = useActing(rest)
  if (impossible) return <Note tone="warn">{impossible}</Note>
  if (agents.error) return <ErrorNote error={agents.error} onRetry={() => void agents.refetch()} />
  if (policy.error) return <ErrorNote error={policy.error} onRetry={() => void policy.refetch()} />
  if (!agents.data || !policy.acting) return <Skeleton rows={4} />
  return (
    <Fields
      {...rest}
      acting={policy.acting}
      {...agents.data}
      looking={agents.isFetching}
      onLookAgain={() => void agents.refetch()}
    />
  )
}

function Fields({
  subject,
  taught,
  variables,
  acting,
  runtimes,
  isolation,
  looking,
  onLookAgain,
  onClose,
}: Omit<GateFormProps, 'impossible' | 'sessionId'> &
  Schemas['AgentRuntimesResponse'] & {
    /** The test policy that acts. */
    acting: Schemas['ActingTestPolicy']
    looking: boolean
    onLookAgain(): void
  }) {
  const navigate = useNavigate()
  const [form, setForm] = useState(EMPTY_GATE)
  const [tried, setTried] = useState(false)
  const set = (change: Partial<Form>): void => setForm((old) => ({ ...old, ...change }))
  const { found, runtime } = agentsOf(runtimes, form.agent)
  const start = useMutation({
    ...act.startGate(),
    onSuccess: ({ gate_id }) => {
      onClose()
      void navigate({ to: '/learn/gates/$gateId', params: { gateId: gate_id } })
    },
  })
  // The engine says when a skill that was taught here has nothing that can be read.
  const [needsResults, setNeedsResults] = useState(!taught)
  const asks = { goal: !taught, results: needsResults }
  const problems = gateProblems(form, variables, asks, runtime)
  const shown = tried ? problems : undefined
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setTried(true)
    if (!runtime || !canTry(problems)) return focusProblem(event.currentTarget)
    start.mutate(gateRequest(subject, form, asks, runtime, crypto.randomUUID()), {
      onError: (error) => {
        if (error instanceof BackendError && error.details.field === 'results')
          setNeedsResults(true)
      },
    })
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
          <Task form={form} asks={asks} problems={shown} onChange={set} />
          <Values
            legend={say('Values for every try')}
            variables={variables}
            values={form.values}
            problems={shown?.values ?? {}}
            onChange={(values) => set({ values })}
          />
          <FolderField
            hint={say(`Each try works on a copy, so your folder stays unchanged. If empty, each try starts
              with an empty folder.`)}
            folder={form.folder}
            problem={shown?.folder}
            onChange={set}
          />
          <HowMany form={form} taught={taught} problems={shown} onChange={set} />
          <Limits
            label={say('Time limit of a try in minutes')}
            form={form}
            runtime={runtime}
            isolation={isolation}
            problems={shown}
            onChange={set}
          />
          <TestPolicyFields
            form={form.policy}
            acting={acting}
            stored={false}
            problems={shown?.policy}
            byAgent
            hint={say('Applies only to these tries. A try that violates it fails.')}
            onChange={(policy) => set({ policy })}
          />
        </>
      )}
      {start.error && <ErrorNote error={start.error} />}
      <footer>
        <Button look="ghost" onClick={onClose}>
          {say('Cancel')}
        </Button>
        {found.length > 0 && (
          <Button
            type="submit"
            look="primary"
            icon={<FlaskConical size={14} />}
            busy={start.isPending}
          >
            {say('Start the tries')}
          </Button>
        )}
      </footer>
    </form>
  )
}

interface PartProps {
  form: Form
  problems: GateProblems | undefined
  onChange(change: Partial<Form>): void
}

/** What is to be done, and how it shows, where nothing here says so. */
function Task({
  form,
  asks,
  problems,
  onChange,
}: PartProps & { asks: { goal: boolean; results: boolean } }) {
  return (
    <>
      {asks.goal && (
        <Field
          label={say('What the agent is to do')}
          hint={say(
            'Describe the task, not the method. The tries without the skill get this text too.',
          )}
          error={problems?.goal}
        >
          {(ids) => (
            <TextInput
              {...ids}
              maxLength={1000}
              placeholder={say('Write a clean table of the orders')}
              value={form.goal}
              onChange={(event) => onChange({ goal: event.target.value })}
            />
          )}
        </Field>
      )}
      {asks.results && (
        <Field
          label={say('What must be true at the end')}
          hint={say(
            'One file a line, in the folder of the try: report.txt, or clean.csv => Ada for a text in it.',
          )}
          error={problems?.files}
        >
          {(ids) => (
            <TextArea
              {...ids}
              rows={3}
              placeholder={'report.txt\nclean.csv => Ada Lovelace'}
              value={form.files}
              onChange={(event) => onChange({ files: event.target.value })}
            />
          )}
        </Field>
      )}
    </>
  )
}

/** How often each is tried, and when no further try begins. */
function HowMany({ form, taught, problems, onChange }: PartProps & { taught: boolean }) {
  const id = useId()
  return (
    <>
      <NumberField
        label={say('Tries of each')}
        hint={
          taught
            ? say(`Without the skill, with the recording alone, and with the skill. More tries show
              smaller differences.`)
            : say('Without the skill, and with it. More tries show smaller differences.')
        }
        error={problems?.tries}
        digits={2}
        usual={TRIES.usual}
        value={form.tries}
        onChange={(tries) => onChange({ tries })}
      />
      <NumberField
        label={say('Stop starting tries after (minutes)')}
        hint={say('Optional. The verdict uses the tries that finished.')}
        error={problems?.maxMinutes}
        digits={5}
        value={form.maxMinutes}
        onChange={(maxMinutes) => onChange({ maxMinutes })}
      />
      {taught && (
        <div className={css.free} data-plain>
          <Checkbox
            id={id}
            label={say('Also try with the recording alone')}
            on={form.withRecording}
            onChange={(withRecording) => onChange({ withRecording })}
          />
          <label htmlFor={id}>
            <Say
              text={`<b>Also try with the recording alone.</b> Your recorded actions, with secrets
              masked, go to the model of the agent.`}
              values={{ b: (inner) => <b>{inner}</b> }}
            />
          </label>
        </div>
      )}
    </>
  )
}
