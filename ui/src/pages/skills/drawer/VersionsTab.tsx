import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import * as act from '#ui/backend/mutations'
import * as read from '#ui/backend/queries'
import type { Schemas } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { Diff } from '#ui/components/Diff'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Skeleton } from '#ui/components/Skeleton'
import { TextFile, type TextView } from '#ui/components/TextFile'
import { Ago } from '#ui/components/Time'
import css from './SkillDrawer.module.css'

const CAUSE: Record<string, string> = {
  save: 'Before it was edited',
  fix: 'Before it was fixed',
  update: 'Before it was updated',
  remove: 'Before it was removed',
  restore: 'Before a version was restored',
  installed: 'Installed',
}

/** Earlier versions of the text, each as a diff against the current one. */
export function VersionsTab({
  of,
  content,
}: {
  of: string
  content: Schemas['SkillContentResponse'] | undefined
}) {
  const { data, error, refetch } = useQuery(read.skillVersions(of))
  const [chosen, setChosen] = useState<string>()
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={5} />
  if (data.versions.length === 0)
    return (
      <p className="muted">
        Nothing was changed through Apprentice yet. The last 20 texts are kept when it is edited,
        fixed, updated or removed here.
      </p>
    )
  return (
    <div className={css.stack}>
      <ul className={css.list} aria-label="Versions">
        {data.versions.map((version) => (
          <li key={version.version_id}>
            <button
              type="button"
              className={css.file}
              aria-pressed={version.version_id === chosen}
              onClick={() =>
                setChosen(version.version_id === chosen ? undefined : version.version_id)
              }
            >
              <span>{CAUSE[version.cause] ?? version.cause}</span>{' '}
              <Ago at={version.at} className="faint" />{' '}
              <span className="faint num">{version.bytes.toLocaleString()} bytes</span>
            </button>
          </li>
        ))}
      </ul>
      {chosen && <Version key={chosen} of={of} id={chosen} content={content} />}
    </div>
  )
}

function Version({
  of,
  id,
  content,
}: {
  of: string
  id: string
  content: Schemas['SkillContentResponse'] | undefined
}) {
  const { data, error, refetch } = useQuery(read.skillVersion(of, id))
  const [view, setView] = useState<TextView>('rendered')
  const standing = useQuery({ ...read.skillStanding(of), enabled: content !== undefined })
  const restore = useMutation({
    ...act.saveSkill(),
    onSuccess: () => toast('Restored. The text of before is under Versions.'),
  })
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={5} />
  const same = content?.content === data.text
  return (
    <section aria-label="This version" className={css.stack}>
      {content === undefined ? (
        <TextFile name="SKILL.md" text={data.text} view={view} onView={setView} />
      ) : same ? (
        <p className="muted">It says the same as now.</p>
      ) : (
        <>
          <p className="muted">What changed since: red went, green came.</p>
          <Diff text={data.diff} label="What changed since this version" />
        </>
      )}
      {restore.error && <ErrorNote error={restore.error} />}
      {content && !same && (
        <div className={css.actions}>
          <Button
            busy={restore.isPending}
            disabled={!standing.data || standing.data.locked != null}
            title={standing.data?.locked ?? undefined}
            onClick={() =>
              restore.mutate({
                path: content.skill.path,
                text: data.text,
                base_digest: content.digest,
              })
            }
          >
            Restore
          </Button>
          {standing.data?.locked && <span className="muted">{standing.data.locked}</span>}
        </div>
      )}
    </section>
  )
}
