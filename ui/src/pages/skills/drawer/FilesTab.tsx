import { useQuery } from '@tanstack/react-query'
import { File } from 'lucide-react'
import { useState } from 'react'
import * as read from '#ui/backend/queries'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Skeleton } from '#ui/components/Skeleton'
import { TextFile, type TextView } from '#ui/components/TextFile'
import { say } from '#ui/lib/say'
import css from './SkillDrawer.module.css'

/** The files beside SKILL.md, with a preview. */
export function FilesTab({ path, files }: { path: string; files: readonly string[] }) {
  const [chosen, setChosen] = useState<string>()
  const [view, setView] = useState<TextView>('rendered')
  if (files.length === 0)
    return <p className="muted">{say('There are no files other than SKILL.md.')}</p>
  return (
    <div className={css.stack}>
      <ul className={css.list} aria-label={say('Files')}>
        {files.map((file) => (
          <li key={file}>
            <button
              type="button"
              className={css.file}
              aria-pressed={file === chosen}
              onClick={() => setChosen(file === chosen ? undefined : file)}
            >
              <File size={13} aria-hidden /> <code>{file}</code>
            </button>
          </li>
        ))}
      </ul>
      {files.length >= 500 && (
        <p className="muted">{say('There are more files; the first 500 are listed.')}</p>
      )}
      {chosen && <Preview path={path} file={chosen} view={view} onView={setView} />}
    </div>
  )
}

function Preview({
  path,
  file,
  view,
  onView,
}: {
  path: string
  file: string
  view: TextView
  onView(view: TextView): void
}) {
  const { data, error, refetch } = useQuery(read.skillFile(path, file))
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={5} />
  return (
    <section aria-label={file} className={css.stack}>
      <p className="muted num">
        {[
          say('{count, plural, one {# byte} other {# bytes}}', { count: data.bytes }),
          data.executable && say('executable'),
          data.cut && say('only the beginning is shown'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {data.text === null || data.text === undefined ? (
        <p className="muted">{say('This is not a text file.')}</p>
      ) : (
        <TextFile name={file} text={data.text} view={view} onView={onView} />
      )}
    </section>
  )
}
