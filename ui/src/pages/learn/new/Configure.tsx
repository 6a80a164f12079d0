import { useQuery } from '@tanstack/react-query'
import { Circle, Pencil, SlidersHorizontal } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useCommands } from '#ui/shell/commands'
import * as read from '#ui/backend/queries'
import type { Settings } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Skeleton } from '#ui/components/Skeleton'
import { useProjectIds } from '#ui/domain/ProjectChips'
import { urlProblem } from '#ui/domain/webAddress'
import { useSlotSession } from '#ui/domain/currentSession'
import { watchSources } from '#ui/domain/watchSources'
import css from './Configure.module.css'
import { ImproveFields, NothingToImprove, abilityError } from './ImproveFields'
import { PrivacyNotice } from './PrivacyNotice'
import { RunningSessionNote, SessionStartError } from '#ui/domain/SessionStartError'
import { say } from '#ui/lib/say'
import { WatchFields } from './WatchFields'
import { type Choices, defaultsFrom, toRequest } from './form'
import { useImproveTarget } from './useImproveTarget'
import { useStart } from './useStart'

/**
 * The form of a demonstration or an improvement. Every field has a default, so one click starts.
 */
export function Configure({ improving }: { improving: boolean }) {
  const query = useQuery(read.settings())
  if (query.data) return <Form settings={query.data.settings} improving={improving} />
  return query.error ? (
    <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
  ) : (
    <Skeleton rows={4} />
  )
}

function Form({ settings, improving }: { settings: Settings; improving: boolean }) {
  const doctor = useQuery(read.doctor())
  const projects = useProjectIds()
  const sources = watchSources(doctor.data)
  const running = useSlotSession()
  const improved = useImproveTarget()
  const who = settings.agent_display_name?.trim()
  const [choices, setChoices] = useState<Choices>(() => defaultsFrom(settings.observation))
  const [options, setOptions] = useState(false)
  const fields = useRef<HTMLDivElement>(null)
  // The options open below the visible part of a low window.
  useEffect(() => {
    if (options) fields.current?.scrollIntoView?.({ block: 'end' })
  }, [options])
  const set = (change: Partial<Choices>): void => setChoices((old) => ({ ...old, ...change }))

  const watching = !improving || choices.demonstrateAgain
  const watch = choices.watch.filter((id) =>
    sources.some((source) => source.id === id && source.ready),
  )
  const problem =
    watching && watch.includes('browser') ? urlProblem(choices.startAddress) : undefined
  const blocked = running
    ? say('One session at a time')
    : improving && !improved.chosen
      ? say('Choose the ability to improve')
      : watching && watch.length === 0
        ? say('Choose at least one source')
        : problem
  const { start, busy, error, reset } = useStart()
  const begin = (): void => {
    if (!blocked && !busy)
      start(toRequest({ ...choices, watch }, improving ? improved.chosen?.ability_id : undefined))
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    begin()
  }
  const nothing = improving && improved.abilities?.length === 0
  const action = watching ? say('Start demonstration') : say('Edit a draft')
  useCommands([
    ...(nothing
      ? []
      : [{ id: 'start', label: action, group: 'Learn' as const, keys: 'mod+enter', run: begin }]),
    ...(watching && !nothing
      ? [
          {
            id: 'options',
            label: options ? say('Hide the options') : say('Show the options'),
            group: 'Learn' as const,
            words: say('execution mode'),
            run: () => setOptions(!options),
          },
        ]
      : []),
  ])

  if (nothing) return <NothingToImprove />
  return (
    <form
      className={css.form}
      onSubmit={submit}
      aria-label={improving ? say('Improving Existing Skill') : say('Demonstrating Skill')}
    >
      <div ref={fields} className={css.left}>
        {improving && (
          <ImproveFields
            improved={improved}
            refused={error}
            again={choices.demonstrateAgain}
            onAgain={(again) => (reset(), set({ demonstrateAgain: again }))}
          />
        )}
        {watching && (
          <WatchFields
            goal={
              improving
                ? {
                    label: say('What should it do now?'),
                    hint: say('Leave empty to keep its goal.'),
                  }
                : {
                    label: who
                      ? say('What should {who} be able to do?', { who })
                      : say('What should your agents be able to do?'),
                    placeholder: say('Post the weekly release notes to the team wiki'),
                  }
            }
            sourcesLabel={improving ? say('What is watched') : undefined}
            sources={sources}
            watch={watch}
            problem={problem}
            projects={projects}
            choices={choices}
            options={options}
            onChange={set}
          />
        )}
      </div>
      <div className={css.right}>
        <PrivacyNotice
          improving={improving}
          watching={watching}
          watch={watch}
          onlyIn={choices.onlyIn}
        />
        {running && !error && <RunningSessionNote session={running} />}
        {error && !abilityError(error) && (
          <SessionStartError
            error={error}
            sources={sources}
            onWatch={(next) => (reset(), set({ watch: next }))}
          />
        )}
        <div className={css.buttons}>
          <Button
            type="submit"
            look="primary"
            icon={watching ? <Circle size={11} fill="currentColor" /> : <Pencil size={13} />}
            busy={busy}
            disabled={blocked !== undefined}
            title={blocked}
          >
            {action}
          </Button>
          {watching && (
            <Button
              icon={<SlidersHorizontal size={14} />}
              aria-expanded={options}
              onClick={() => setOptions(!options)}
            >
              {say('Options')}
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}
