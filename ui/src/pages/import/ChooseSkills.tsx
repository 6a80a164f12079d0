import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { carryOut } from '../../backend/imports'
import type { ImportDetail } from '../../backend/importTypes'
import { toBackendError } from '../../backend/errors'
import { keys } from '../../backend/keys'
import { Button } from '../../components/Button'
import { ErrorNote } from '../../components/ErrorNote'
import { Checkbox } from '../../components/Toggle'
import { plural } from '../../components/when'
import css from './ImportDetail.module.css'
import type { Steering } from './useImport'

/** A bundle of several skills: each that is chosen becomes an import of its own. */
export function ChooseSkills({ detail: { skills, temp_artifact: artifact }, steering, onOpen }: { detail: ImportDetail; steering: Steering; onOpen(id: string | undefined): void }) {
  const client = useQueryClient()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const [failed, setFailed] = useState<unknown>()
  const chosen = skills.filter(({ skill_path: path }) => !left.has(path))
  const scan = async (): Promise<void> => {
    if (!artifact) return
    setFailed(undefined)
    let refused = false
    // This part of the page goes with the first scan, so its address tells whether somebody went elsewhere.
    const from = window.location.href
    for (const [done, skill] of chosen.entries()) {
      setProgress({ done, total: chosen.length })
      try {
        await carryOut({ what: 'scan', temp_artifact_ref: artifact.temp_artifact_ref, skill_path: skill.skill_path })
      } catch (thrown) {
        setFailed(toBackendError(thrown))
        refused = true
        break
      }
    }
    setProgress(undefined)
    void client.invalidateQueries({ queryKey: keys.imports })
    // All of them stand in the list. A refusal is told here.
    if (window.location.href === from && !refused && chosen.length > 1) onOpen(undefined)
  }
  return (
    <section className={css.choose} aria-label="Skills in the bundle">
      <div className={css.chooseHead}>
        <h3>It holds {plural(skills.length, 'skill')}</h3>
        <Button look="ghost" onClick={() => setLeft(left.size > 0 ? new Set() : new Set(skills.map(({ skill_path: path }) => path)))}>
          {left.size > 0 ? 'Choose all' : 'Choose none'}
        </Button>
      </div>
      <ul className={css.skills}>
        {skills.map((skill) => (
          <li key={skill.skill_path}>
            <Checkbox
              label={`Scan ${skill.name}`}
              on={!left.has(skill.skill_path)}
              disabled={progress !== undefined}
              onChange={(on) => setLeft(on ? new Set([...left].filter((path) => path !== skill.skill_path)) : new Set([...left, skill.skill_path]))}
            />
            <span>
              <b>{skill.name}</b> <code className="faint">{skill.skill_path}</code>
              <span className="muted">{skill.description}</span>
            </span>
          </li>
        ))}
      </ul>
      {failed !== undefined && <ErrorNote error={failed} />}
      <div className={css.chooseFoot}>
        {artifact && (
          <Button look="danger" disabled={progress !== undefined || steering.busy} onClick={() => steering.move({ what: 'delete', temp_artifact_ref: artifact.temp_artifact_ref }, () => onOpen(undefined))}>
            Delete the upload
          </Button>
        )}
        <Button look="primary" busy={progress !== undefined} disabled={chosen.length === 0} onClick={() => void scan()}>
          {progress ? `Scanning ${progress.done + 1} of ${progress.total}` : `Scan ${plural(chosen.length, 'skill')}`}
        </Button>
      </div>
    </section>
  )
}
