import { useMutation } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { toast } from 'sonner'
import { offerUndo } from '#ui/lib/undo'
import * as act from '#ui/backend/mutations'
import { forgetProgress, useProgress } from '#ui/backend/progress'
import type { Skill } from '#ui/backend/skillList'
import type { Schemas } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { Dialog } from '#ui/components/Dialog'
import { Diff } from '#ui/components/Diff'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Progress } from '#ui/components/Progress'
import { Skeleton } from '#ui/components/Skeleton'
import { Checkbox } from '#ui/components/Toggle'
import { say } from '#ui/lib/say'
import css from './BatchDialog.module.css'
import { useRestore } from './useRestore'
import {
  type BatchOperation,
  type Counted,
  countSkills,
  pathsOf,
  resultMessage,
} from './skillActions'

interface Text {
  /** The question: “Update 3 skills?” */
  title(skills: Counted): string
  /** What the progress is called. */
  progress: string
  says: string
  action: string
  /** What was done. */
  done(skills: Counted): string
  doneOf(values: { count: number; total: number }): string
  possible(values: { count: number; total: number }): string
}

const TEXT: Record<BatchOperation, Text> = {
  update: {
    title: (skills) => say('{count, plural, =1 {Update {name}?} other {Update # skills?}}', skills),
    progress: say('Update: progress'),
    doneOf: (values) => say('{count} of {total} updated.', values),
    possible: (values) => say('{count} of {total} can be updated.', values),
    says: say('The sources are fetched again. A newer version replaces the installed one.'),
    action: say('Update'),
    done: (skills) =>
      say('{count, plural, =1 {{name} updated.} other {# skills updated.}}', skills),
  },
  remove: {
    title: (skills) => say('{count, plural, =1 {Remove {name}?} other {Remove # skills?}}', skills),
    progress: say('Remove: progress'),
    doneOf: (values) => say('{count} of {total} removed.', values),
    possible: (values) => say('{count} of {total} can be removed.', values),
    says: say(`They are removed from the agents’ folders. A copy is kept, so that you can undo it.
          Abilities are uninstalled; their history stays.`),
    action: say('Remove'),
    done: (skills) =>
      say('{count, plural, =1 {{name} removed.} other {# skills removed.}}', skills),
  },
  fix: {
    title: (skills) => say('{count, plural, =1 {Fix {name}?} other {Fix # skills?}}', skills),
    progress: say('Fix: progress'),
    doneOf: (values) => say('{count} of {total} fixed.', values),
    possible: (values) => say('{count} of {total} can be fixed.', values),
    says: say('Repairs what can be repaired without changing the meaning of a skill.'),
    action: say('Fix'),
    done: (skills) => say('{count, plural, =1 {{name} fixed.} other {# skills fixed.}}', skills),
  },
}
/** The most results that are rendered. */
const MAX_RESULTS = 200

/** Previews a batch operation for each skill, runs it, and shows the results. */
export function BatchDialog({
  what,
  skills,
  onClose,
}: {
  what: BatchOperation
  skills: readonly Skill[]
  onClose(): void
}) {
  const words = TEXT[what]
  const [operation] = useState(() => crypto.randomUUID())
  const [options, setOptions] = useState({ force: what === 'remove', accept_risk: false })
  // The preview stays visible while it is loaded again, and with it the checkbox.
  const [seen, setSeen] = useState<ReadonlyArray<Schemas['SkillResult']>>()
  const preview = useMutation({
    ...act.batchSkills(what),
    onSuccess: (answer) => setSeen(answer.results),
  })
  const work = useMutation(act.batchSkills(what))
  const { restore } = useRestore()
  const progress = useProgress(preview.isPending || work.isPending ? operation : undefined)
  const body = { paths: pathsOf(skills), operation_id: operation, ...options }
  const begin = useRef(() => preview.mutate(body))
  useEffect(() => begin.current(), [])
  useEffect(() => () => forgetProgress(operation), [operation])
  const cancel = (): void => void act.cancelSkillBatch(operation).catch(() => undefined)
  // Closing cancels the running operation. It stops after the current skill, and the results are
  // shown.
  const leave = (): void => {
    if (preview.isPending || work.isPending) cancel()
    if (!work.isPending) onClose()
  }
  const look = (change: Partial<typeof options>): void => {
    const next = { ...options, ...change }
    setOptions(next)
    preview.mutate({ ...body, ...next })
  }
  const results = work.data?.results ?? seen
  const possible = seen?.filter((result) => result.ok).length ?? 0
  const done = work.data?.results.filter((result) => result.ok) ?? []
  const run = (): void =>
    work.mutate(
      { ...body, apply: true },
      {
        onSuccess: ({ results: all }) => {
          const undos = all.flatMap((result) => result.undo ?? [])
          const good = all.filter((result) => result.ok)
          if (good.length > 0) {
            const says = words.done(countSkills(good))
            if (undos.length > 0) offerUndo(says, () => restore(undos))
            else toast(says)
          }
          if (all.every((result) => result.ok)) onClose()
        },
      },
    )
  const busy = preview.isPending || work.isPending
  return (
    <Dialog
      open
      onClose={leave}
      title={words.title(countSkills(skills))}
      description={words.says}
      wide
    >
      <div className={css.body}>
        {preview.error && <ErrorNote error={preview.error} />}
        {work.error && <ErrorNote error={work.error} />}
        {busy && skills.length > 1 && (
          <div className={css.progress}>
            <Progress
              wide
              label={work.isPending ? words.progress : say('Checking each skill')}
              done={progress?.done ?? 0}
              total={progress?.total ?? skills.length}
            />
            <span className="muted num">
              {say('{done} of {total}', {
                done: progress?.done ?? 0,
                total: progress?.total ?? skills.length,
              })}
            </span>
          </div>
        )}
        {!results && preview.isPending && <Skeleton rows={Math.min(4, skills.length)} />}
        {results && <Results results={results} done={work.data !== undefined} />}
        {!work.data && seen && <Options results={seen} options={options} onChange={look} />}
      </div>
      <footer className={css.foot}>
        <span role="status" className="muted">
          {work.data
            ? words.doneOf({ count: done.length, total: work.data.results.length })
            : seen
              ? possible === 0
                ? say('Nothing can be done.')
                : skills.length > 1
                  ? words.possible({ count: possible, total: skills.length })
                  : ''
              : ''}
        </span>
        <Button look="ghost" onClick={leave}>
          {work.data ? say('Close') : say('Cancel')}
        </Button>
        {!work.data && (
          <Button
            look={what === 'remove' ? 'destructive' : 'primary'}
            busy={work.isPending}
            disabled={preview.isPending || preview.error !== null || possible === 0}
            onClick={run}
          >
            {words.action}
          </Button>
        )}
      </footer>
    </Dialog>
  )
}

function Options({
  results,
  options,
  onChange,
}: {
  results: ReadonlyArray<Schemas['SkillResult']>
  options: { force: boolean; accept_risk: boolean }
  onChange(change: { force?: boolean; accept_risk?: boolean }): void
}) {
  const forced = results.some((result) => result.can_force)
  const risky = results.some((result) => result.can_accept_risk)
  return (
    <>
      {(forced || options.force) && (forced || results.some((result) => result.diff !== '')) && (
        <div className={css.option}>
          <Checkbox
            label={say('Also replace edited files')}
            on={options.force}
            onChange={(force) => onChange({ force })}
          />
          <span aria-hidden>{say('Also replace edited files; a copy is kept')}</span>
        </div>
      )}
      {(risky || options.accept_risk) && (
        <div className={css.option}>
          <Checkbox
            label={say('Ignore the findings of the scan')}
            on={options.accept_risk}
            onChange={(accept) => onChange({ accept_risk: accept })}
          />
          <span aria-hidden>{say('Ignore the findings of the scan')}</span>
        </div>
      )}
    </>
  )
}

export function Results({
  results,
  done,
}: {
  results: ReadonlyArray<Schemas['SkillResult']>
  done: boolean
}) {
  // Failures come first.
  const ordered = results.toSorted((a, b) => Number(a.ok) - Number(b.ok)).slice(0, MAX_RESULTS)
  return (
    <ul className={css.results} aria-label={done ? say('Results') : say('What will be done')}>
      {ordered.map((result) => (
        <li key={result.path}>
          {result.ok ? (
            <CircleCheck className={css.ok} aria-label={done ? say('done') : say('can be done')} />
          ) : (
            <CircleAlert className={css.no} aria-label={say('not done')} />
          )}
          <div className={css.result}>
            <b>{result.name}</b> <span className="muted">{resultMessage(result)}</span>
            {result.findings.length > 0 && (
              <ul className={css.findings} aria-label={say('Findings of the scan')}>
                {result.findings.map((finding) => (
                  <li key={finding.code + finding.message}>
                    {finding.message} <code className="faint">{finding.code}</code>
                  </li>
                ))}
              </ul>
            )}
            {result.diff !== '' && (
              <details open={results.length === 1}>
                <summary>{say('Changes to SKILL.md')}</summary>
                <Diff text={result.diff} label={say('Changes to {name}', { name: result.name })} />
              </details>
            )}
          </div>
        </li>
      ))}
      {results.length > MAX_RESULTS && (
        <li className="muted">
          {say('…and {count, number} more', { count: results.length - MAX_RESULTS })}
        </li>
      )}
    </ul>
  )
}
