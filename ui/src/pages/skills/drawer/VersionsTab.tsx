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
import { say } from '#ui/lib/say'
import css from './SkillDrawer.module.css'

const CAUSE: Record<string, string> = {
  save: say('Before it was edited'),
  fix: say('Before it was fixed'),
  update: say('Before it was updated'),
  remove: say('Before it was removed'),
  restore: say('Before a version was restored'),
  installed: say('Installed'),
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
        {say(`Apprentice has not changed it yet. When you edit, fix, update or remove it here, the
          last 20 versions are kept.`)}
      </p>
    )
  return (
    <div className={css.stack}>
      <ul className={css.list} aria-label={say('Versions')}>
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
              <span className="faint num">
                {say('{bytes, number} bytes', { bytes: version.bytes })}
              </span>
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
    onSuccess: () => toast(say('Restored. The earlier version is under Versions.')),
  })
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={5} />
  const same = content?.content === data.text
  return (
    <section aria-label={say('This version')} className={css.stack}>
      {content === undefined ? (
        <TextFile name="SKILL.md" text={data.text} view={view} onView={setView} />
      ) : same ? (
        <p className="muted">{say('This version is the same as the current one.')}</p>
      ) : (
        <>
          <p className="muted">
            {say('Changes since this version: red was removed, green was added.')}
          </p>
          <Diff text={data.diff} label={say('Changes since this version')} />
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
            {say('Restore')}
          </Button>
          {standing.data?.locked && <span className="muted">{standing.data.locked}</span>}
        </div>
      )}
    </section>
  )
}
