import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { runImportCommand } from '#ui/backend/imports'
import type { ImportDetail } from '#ui/backend/importTypes'
import { Button } from '#ui/components/Button'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Checkbox } from '#ui/components/Toggle'
import {
  type BatchKind,
  clearLastFailures,
  runBatch,
  useBatch,
  scannedWords,
} from '#ui/domain/imports/batch'
import { say } from '#ui/lib/say'
import css from './ChooseSkills.module.css'
import type { ImportControls } from './useImportControls'

const STEP_OF: Record<BatchKind, (values: { step: number; total: number }) => string> = {
  scan: (values) => say('Scanning {step} of {total}', values),
  stage: (values) => say('Staging {step} of {total}', values),
  approve: (values) => say('Approving {step} of {total}', values),
  install: (values) => say('Installing {step} of {total}', values),
}

/** A bundle of several skills: each chosen skill becomes an import. */
export function ChooseSkills({
  detail: { skills, temp_artifact: artifact },
  controls,
  onOpen,
}: {
  detail: ImportDetail
  controls: ImportControls
  onOpen(id: string | undefined): void
}) {
  const client = useQueryClient()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [failed, setFailed] = useState<string>()
  const batch = useBatch()
  const running = batch?.running ?? false
  const chosen = skills.filter(({ skill_path: path }) => !left.has(path))
  const scan = async (): Promise<void> => {
    if (!artifact) return
    setFailed(undefined)
    // This component is unmounted by the first scan, so the address tells whether the person left
    // the page.
    const from = window.location.href
    const refused = await runBatch(
      client,
      { what: 'scan', done: scannedWords },
      chosen.map((skill) => ({
        name: skill.name,
        run: () =>
          runImportCommand({
            what: 'scan',
            temp_artifact_ref: artifact.temp_artifact_ref,
            skill_path: skill.skill_path,
          }),
      })),
    )
    // The list shows every import, and BatchProgress the failures. If all failed, the error is
    // shown here instead.
    if (window.location.href !== from) return
    if (refused.length > 0 && refused.length === chosen.length) {
      setFailed(refused[0]?.why)
      clearLastFailures()
    } else if (chosen.length > 1) onOpen(undefined)
  }
  return (
    <section className={css.choose} aria-label={say('Skills in the bundle')}>
      <div className={css.chooseHead}>
        <h3>
          {say('It contains {count, plural, one {# skill} other {# skills}}', {
            count: skills.length,
          })}
        </h3>
        <Button
          look="ghost"
          onClick={() =>
            setLeft(left.size > 0 ? new Set() : new Set(skills.map(({ skill_path: path }) => path)))
          }
        >
          {left.size > 0 ? say('Select all') : say('Select none')}
        </Button>
      </div>
      <ul className={css.skills}>
        {skills.map((skill) => (
          <li key={skill.skill_path}>
            <Checkbox
              label={say('Scan {name}', { name: skill.name })}
              on={!left.has(skill.skill_path)}
              disabled={running}
              onChange={(on) =>
                setLeft(
                  on
                    ? new Set([...left].filter((path) => path !== skill.skill_path))
                    : new Set([...left, skill.skill_path]),
                )
              }
            />
            <span>
              <b>{skill.name}</b> <code className="faint">{skill.skill_path}</code>
              <span className="muted">{skill.description}</span>
            </span>
          </li>
        ))}
      </ul>
      {failed !== undefined && <ErrorNote error={new Error(failed)} />}
      <div className={css.chooseFoot}>
        {artifact && (
          <Button
            look="danger"
            disabled={running || controls.busy}
            onClick={() =>
              controls.run({ what: 'delete', temp_artifact_ref: artifact.temp_artifact_ref }, () =>
                onOpen(undefined),
              )
            }
          >
            {say('Delete the upload')}
          </Button>
        )}
        <Button
          look="primary"
          busy={running}
          disabled={chosen.length === 0}
          onClick={() => void scan()}
        >
          {batch?.running
            ? STEP_OF[batch.what]({
                step: Math.min(batch.done + 1, batch.total),
                total: batch.total,
              })
            : say('Scan {count, plural, one {# skill} other {# skills}}', { count: chosen.length })}
        </Button>
      </div>
    </section>
  )
}
