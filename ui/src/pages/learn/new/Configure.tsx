import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Circle, SlidersHorizontal } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useCommands } from '../../../app/commands'
import * as act from '../../../backend/mutations'
import * as read from '../../../backend/queries'
import type { Settings } from '../../../backend/types'
import { Button } from '../../../components/Button'
import { ErrorNote } from '../../../components/ErrorNote'
import { Field, FieldGroup, TextInput } from '../../../components/Field'
import { Segmented } from '../../../components/Segmented'
import { Skeleton } from '../../../components/Skeleton'
import { TagInput } from '../../../components/TagInput'
import { addressProblem } from '../../../domain/address'
import { useSlotSession } from '../../../domain/current'
import { sourcesFrom } from '../../../domain/sources'
import css from './Configure.module.css'
import { RunningNote, StartFailure } from './StartFailure'
import { WatchChips } from './WatchChips'
import { type Choices, EXECUTIONS, POLICIES, defaultsFrom, scopeInWords, toRequest } from './form'

/** The configuration of a demonstration. Every field has a sensible default: one click starts. */
export function Configure() {
  const query = useQuery(read.settings())
  if (query.data) return <Form settings={query.data.settings} />
  return query.error ? <ErrorNote error={query.error} onRetry={() => void query.refetch()} /> : <Skeleton rows={4} />
}

function Form({ settings }: { settings: Settings }) {
  const navigate = useNavigate()
  const doctor = useQuery(read.doctor())
  const sources = sourcesFrom(doctor.data)
  const running = useSlotSession()
  const who = settings.agent_display_name?.trim() || 'your agents'
  const [choices, setChoices] = useState<Choices>(() => defaultsFrom(settings.observation))
  const [options, setOptions] = useState(false)
  const set = (change: Partial<Choices>): void => setChoices((old) => ({ ...old, ...change }))

  const watch = choices.watch.filter((id) => sources.some((source) => source.id === id && source.ready))
  const problem = watch.includes('browser') ? addressProblem(choices.startAddress) : undefined
  const start = useMutation({ ...act.demonstrate(), onSuccess: () => navigate({ to: '/learn/active' }) })
  const begin = (): void => {
    if (!problem && watch.length > 0 && !running && !start.isPending) start.mutate(toRequest({ ...choices, watch }))
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    begin()
  }
  useCommands([
    { id: 'start', label: 'Start demonstration', group: 'Learn', keys: 'mod+enter', run: begin },
    { id: 'options', label: options ? 'Hide the options' : 'Show the options', group: 'Learn', words: 'execution mode', run: () => setOptions(!options) },
  ])

  return (
    <form className={css.form} onSubmit={submit} aria-label="Demonstrating Skill">
      <div className={css.left}>
        <Field label={`What should ${who} be able to do?`}>
          {(ids) => <TextInput {...ids} placeholder="Post the weekly release notes to the team wiki" maxLength={400} value={choices.goal} onChange={(event) => set({ goal: event.target.value })} />}
        </Field>
        <WatchChips sources={sources} watch={watch} onChange={(next) => set({ watch: next })} />
        <div className={css.pair}>
          {watch.includes('browser') && (
            <Field
              label="Start address"
              error={problem}
              hint={
                <>
                  Where the window opens.{' '}
                  <button type="button" className={css.inline} onClick={() => set({ startAddress: 'practice' })}>
                    Use the practice page
                  </button>
                </>
              }
            >
              {(ids) => <TextInput {...ids} placeholder="wiki.example.org" maxLength={2000} value={choices.startAddress} onChange={(event) => set({ startAddress: event.target.value })} />}
            </Field>
          )}
          <Field label="Only in" hint="Empty: all of what is watched. The rest is dropped and counted.">
            {(ids) => <TagInput {...ids} label="Only in" placeholder="Add a site, program or folder" values={choices.onlyIn} onChange={(onlyIn) => set({ onlyIn })} />}
          </Field>
        </div>
        <FieldGroup label="When the draft is ready" hint={POLICIES.find((policy) => policy.value === choices.policy)?.what}>
          <Segmented label="When the draft is ready" value={choices.policy} choices={POLICIES} onChange={(policy) => set({ policy })} />
        </FieldGroup>
        {options && (
          <FieldGroup label="Execution mode" hint={EXECUTIONS.find((mode) => mode.value === choices.execution)?.what}>
            <Segmented label="Execution mode" value={choices.execution} choices={EXECUTIONS} onChange={(execution) => set({ execution })} />
          </FieldGroup>
        )}
      </div>
      <div className={css.right}>
        <Pledge title="What will be seen">{scopeInWords(watch, choices.onlyIn)}</Pledge>
        <Pledge title="What will never be kept">Passwords, one-time codes, tokens, keys and card numbers. They are masked before anything is stored.</Pledge>
        <Pledge title="What stays yours">Everything stays on this computer. You can pause, delete single actions, or throw it all away.</Pledge>
        {running && !start.error && <RunningNote session={running} />}
        {start.error && <StartFailure error={start.error} sources={sources} onWatch={(next) => (start.reset(), set({ watch: next }))} />}
        <div className={css.buttons}>
          <Button type="submit" look="primary" icon={<Circle size={11} fill="currentColor" />} busy={start.isPending} disabled={watch.length === 0 || problem !== undefined || running !== undefined} title={running && 'One session at a time'}>
            Start demonstration
          </Button>
          <Button icon={<SlidersHorizontal size={14} />} aria-expanded={options} onClick={() => setOptions(!options)}>
            Options
          </Button>
        </div>
      </div>
    </form>
  )
}

function Pledge({ title, children }: { title: string; children: string }) {
  return (
    <section>
      <h3>{title}</h3>
      <p className="muted">{children}</p>
    </section>
  )
}
