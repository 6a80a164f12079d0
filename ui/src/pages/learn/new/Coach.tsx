import { useQuery } from '@tanstack/react-query'
import { GraduationCap } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import * as read from '#ui/backend/queries'
import { Button } from '#ui/components/Button'
import { Field, TextArea, TextInput } from '#ui/components/Field'
import { Note } from '#ui/components/Note'
import { Checkbox } from '#ui/components/Toggle'
import { useSlotSession } from '#ui/domain/currentSession'
import { RunningSessionNote, SessionStartError } from '#ui/domain/SessionStartError'
import { watchSources } from '#ui/domain/watchSources'
import { useCommands } from '#ui/shell/commands'
import { say } from '#ui/lib/say'
import css from './Configure.module.css'
import { EMPTY_OUTLINE, type Outline, coachingRequest, outlineProblem } from './outline'
import { useStart } from './useStart'

/** Coaching Agent: a draft from a typed outline, which can be shown once as well. */
export function Coach() {
  const sources = watchSources(useQuery(read.doctor()).data)
  const running = useSlotSession()
  const [outline, setOutline] = useState<Outline>(EMPTY_OUTLINE)
  const ticked = useId()
  const [show, setShow] = useState(false)
  const set = (change: Partial<Outline>): void => setOutline((old) => ({ ...old, ...change }))
  const ready = sources.filter((source) => source.ready).map(({ id }) => id)
  const blocked = running
    ? say('One session at a time')
    : (outlineProblem(outline) ??
      (show && ready.length === 0 ? say('Nothing can be watched on this computer') : undefined))
  const { start, busy, error, reset } = useStart()
  const begin = (): void => {
    if (!blocked && !busy) start(coachingRequest(outline, show ? ready : []))
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    begin()
  }
  const action = show ? say('Start demonstration') : say('Make the draft')
  useCommands([{ id: 'start', label: action, group: 'Learn', keys: 'mod+enter', run: begin }])
  return (
    <form className={css.form} onSubmit={submit} aria-label={say('Coaching Agent')}>
      <div className={css.left}>
        <Field label={say('Goal')}>
          {(ids) => (
            <TextInput
              {...ids}
              maxLength={400}
              placeholder={say('Send the monthly report to the board')}
              value={outline.goal}
              onChange={(event) => set({ goal: event.target.value })}
            />
          )}
        </Field>
        <Field
          label={say('Outline')}
          hint={say(`One step a line, at most 12. Write an input as '{name}' or as a “quoted” example,
              and after => how to check that a step is done.`)}
        >
          {(ids) => (
            <TextArea
              {...ids}
              rows={6}
              placeholder={
                'Open the report of {month} in the reporting portal\nSend it to the board => the sent folder shows it'
              }
              value={outline.steps}
              onChange={(event) => set({ steps: event.target.value })}
            />
          )}
        </Field>
        <Field label={say('Hints')} hint={say('What helps, one per line.')}>
          {(ids) => (
            <TextArea
              {...ids}
              placeholder={say('Only closed months')}
              value={outline.hints}
              onChange={(event) => set({ hints: event.target.value })}
            />
          )}
        </Field>
        <Field
          label={say('Limits')}
          hint={say('What must not happen and when to ask, one per line.')}
        >
          {(ids) => (
            <TextArea
              {...ids}
              placeholder={say('Ask before sending')}
              value={outline.limits}
              onChange={(event) => set({ limits: event.target.value })}
            />
          )}
        </Field>
      </div>
      <div className={css.right}>
        <Note>
          {say(`Rules make the draft from your text. Apprentice has not seen the task, so its
            checkpoints rest on your word. Apprentice asks for what is missing, and you can
            install the draft after you have answered.`)}
        </Note>
        <label className={css.tick} htmlFor={ticked}>
          <Checkbox
            id={ticked}
            label={say('I show it once as well')}
            on={show}
            onChange={(on) => (reset(), setShow(on))}
          />
          <span>
            {say(`I show it once as well: your outline names the steps, the demonstration brings
              values and evidence.`)}
          </span>
        </label>
        {running && !error && <RunningSessionNote session={running} />}
        {error && <SessionStartError error={error} sources={sources} onWatch={reset} />}
        <div className={css.buttons}>
          <Button
            type="submit"
            look="primary"
            icon={<GraduationCap size={14} />}
            busy={busy}
            disabled={blocked !== undefined}
            title={blocked}
          >
            {action}
          </Button>
        </div>
      </div>
    </form>
  )
}
