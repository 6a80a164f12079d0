import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Infinity as Loop } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import * as act from '#ui/backend/mutations'
import * as read from '#ui/backend/queries'
import type { AgentRuntime, Schemas } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Field, NumberField, TextArea, TextInput } from '#ui/components/Field'
import { Note } from '#ui/components/Note'
import { Skeleton } from '#ui/components/Skeleton'
import { Checkbox } from '#ui/components/Toggle'
import { AgentField, agentsOf } from '#ui/domain/agentRuns/AgentFields'
import { Limits, focusProblem } from '#ui/domain/agentRuns/AgentRunForm'
import { TestPolicyFields } from '#ui/domain/agentRuns/TestPolicyFields'
import { unrecordedDefault } from '#ui/domain/agentRuns/testPolicy'
import { authorName } from '#ui/domain/authors'
import { useSlotSession } from '#ui/domain/currentSession'
import { RunningSessionNote, SessionStartError } from '#ui/domain/SessionStartError'
import { useCommands } from '#ui/shell/commands'
import { Say, say } from '#ui/lib/say'
import css from './Configure.module.css'
import {
  EMPTY_PRACTICE,
  type PracticeForm,
  type PracticeProblems,
  TRIES,
  canPractise,
  practicePolicy,
  practiceProblems,
  practiceRequest,
  restsOnWord,
} from './practicePlan'

interface Part {
  form: PracticeForm
  problems: PracticeProblems | undefined
  onChange(change: Partial<PracticeForm>): void
}

/** Autonomous Agent Practice: an agent tries a task until the expected results are there. */
export function Practise() {
  const agents = useQuery(read.agentRuntimes())
  if (agents.error) return <ErrorNote error={agents.error} onRetry={() => void agents.refetch()} />
  if (!agents.data) return <Skeleton rows={6} />
  return (
    <Fields
      {...agents.data}
      looking={agents.isFetching}
      onLookAgain={() => void agents.refetch()}
    />
  )
}

function Fields({
  runtimes,
  isolation,
  looking,
  onLookAgain,
}: Schemas['AgentRuntimesResponse'] & { looking: boolean; onLookAgain(): void }) {
  const navigate = useNavigate()
  const running = useSlotSession()
  const shape = useRef<HTMLFormElement>(null)
  const [form, setForm] = useState<PracticeForm>(EMPTY_PRACTICE)
  const [tried, setTried] = useState(false)
  const change = (part: Partial<PracticeForm>): void => setForm((old) => ({ ...old, ...part }))
  const { found, runtime } = agentsOf(runtimes, form.agent)
  const problems = practiceProblems(form, runtime)
  const part: Part = { form, problems: tried ? problems : undefined, onChange: change }
  const start = useMutation({
    ...act.practise(),
    onSuccess: () => navigate({ to: '/learn/active' }),
  })
  const begin = (): void => {
    if (running || start.isPending || found.length === 0) return
    setTried(true)
    if (runtime && canPractise(problems))
      start.mutate({
        body: practiceRequest(form, runtime),
        policy: practicePolicy(form, crypto.randomUUID()),
      })
    else if (shape.current) focusProblem(shape.current)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    begin()
  }
  useCommands([
    {
      id: 'start',
      label: say('Start the practice'),
      group: 'Learn',
      keys: 'mod+enter',
      run: begin,
    },
  ])
  return (
    <form
      ref={shape}
      className={css.form}
      onSubmit={submit}
      noValidate
      aria-label={say('Autonomous Agent Practice')}
    >
      <div className={css.left}>
        <Task {...part} />
      </div>
      <div className={css.right}>
        <AgentField
          runtimes={runtimes}
          runtime={runtime}
          problem={part.problems?.agent}
          onChange={change}
          looking={looking}
          onLookAgain={onLookAgain}
        />
        {found.length > 0 && (
          <>
            <Budget {...part} runtime={runtime} isolation={isolation} />
            <Policy {...part} />
            <AskAuthor {...part} />
          </>
        )}
        {running && !start.error && <RunningSessionNote session={running} />}
        {start.error && (
          <SessionStartError error={start.error} sources={[]} onWatch={() => start.reset()} />
        )}
        {found.length > 0 && (
          <div className={css.buttons}>
            <Button
              type="submit"
              look="primary"
              icon={<Loop size={14} />}
              busy={start.isPending}
              disabled={running !== undefined}
              title={running && say('One session at a time')}
            >
              {say('Start practice')}
            </Button>
          </div>
        )}
      </div>
    </form>
  )
}

/** What the agent is to do, and how anybody can tell. */
function Task({ form, problems, onChange }: Part) {
  return (
    <>
      <Field label={say('Goal')} error={problems?.goal}>
        {(ids) => (
          <TextInput
            {...ids}
            maxLength={400}
            placeholder={say('Make a clean table of the raw one')}
            value={form.goal}
            onChange={(event) => onChange({ goal: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={say('Files that must be there at the end')}
        error={problems?.files}
        hint={
          <>
            <Say
              text={`One per line, inside the folder of the try. Write <code>=></code> and a text that
              the file must contain. Apprentice reads the files after each try; they decide.`}
              values={{ code: (inner) => <code>{inner}</code> }}
            />
          </>
        }
      >
        {(ids) => (
          <TextArea
            {...ids}
            rows={4}
            placeholder={'clean.csv => Ada Lovelace\nreport.txt'}
            value={form.files}
            onChange={(event) => onChange({ files: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={say('What only you can judge')}
        error={problems?.words}
        hint={say(
          'One per line, such as: The table is easy to read. You judge it after the last try.',
        )}
      >
        {(ids) => (
          <TextArea
            {...ids}
            rows={2}
            value={form.words}
            onChange={(event) => onChange({ words: event.target.value })}
          />
        )}
      </Field>
      {restsOnWord(form) && (
        <Note tone="warn">
          {say(`Apprentice cannot check any of these results. The practice stops after the first
            finished try, and whether it worked rests on your word. Name a file if Apprentice
            should check one.`)}
        </Note>
      )}
      <Field
        label={say('Example folder')}
        error={problems?.folder}
        hint={say(`Each try works on a fresh copy, so your folder stays unchanged. If empty, each try
          starts with an empty folder.`)}
      >
        {(ids) => (
          <TextInput
            {...ids}
            maxLength={1000}
            placeholder="/home/me/tables"
            value={form.folder}
            onChange={(event) => onChange({ folder: event.target.value })}
          />
        )}
      </Field>
      <Field label={say('Hints')} error={problems?.hints} hint={say('What helps, one per line.')}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={2}
            placeholder={say('Keep the header')}
            value={form.hints}
            onChange={(event) => onChange({ hints: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={say('Limits')}
        error={problems?.limits}
        hint={say('What must not happen, one per line.')}
      >
        {(ids) => (
          <TextArea
            {...ids}
            rows={2}
            placeholder="raw.csv is changed"
            value={form.limits}
            onChange={(event) => onChange({ limits: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}

/** How often and how long it may try. */
function Budget({
  form,
  problems,
  onChange,
  runtime,
  isolation,
}: Part & { runtime: AgentRuntime | undefined; isolation: Schemas['IsolationReport'] }) {
  return (
    <>
      <NumberField
        label={say('Tries at most')}
        error={problems?.tries}
        digits={2}
        usual={TRIES.usual}
        value={form.tries}
        onChange={(tries) => onChange({ tries })}
      />
      <Limits
        label={say('Minutes for each try')}
        form={form}
        runtime={runtime}
        isolation={isolation}
        problems={problems}
        onChange={onChange}
      />
    </>
  )
}

/** What ends a try, and with it the practice. */
function Policy({ form, problems, onChange }: Part) {
  const settings = useQuery(read.settings()).data
  return (
    <TestPolicyFields
      form={form.policy}
      acting={undefined}
      unchosen={
        settings && {
          words: unrecordedDefault(settings.settings.default_test_policy),
          note: say(`This task was not recorded. Allow here what it may destroy or send, and more than 40
              actions.`),
        }
      }
      stored={false}
      problems={problems?.policy}
      byAgent
      hint={say('A forbidden action ends the practice. The policy is kept for the draft.')}
      onChange={(policy) => onChange({ policy })}
    />
  )
}

/** The author of drafts can help between tries, where one was chosen. */
function AskAuthor({ form, onChange }: Part) {
  const id = useId()
  const author = useQuery(read.authorSettings()).data
  if (!author || author.settings.provider === 'rules') return null
  const name = authorName(author)
  return (
    <label className={css.tick} htmlFor={id}>
      <Checkbox
        id={id}
        label={say('Ask {name} for hints after a failed try', { name })}
        on={form.useAuthor}
        onChange={(useAuthor) => onChange({ useAuthor })}
      />
      <span>
        {say(
          `Ask {name} for hints after a failed try. It is sent the goal, what must be true, the
          commands of the try, and what failed.`,
          { name },
        )}
      </span>
    </label>
  )
}
