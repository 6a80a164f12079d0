import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import * as read from '#ui/backend/imports'
import { Badge } from '#ui/components/Badge'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Skeleton } from '#ui/components/Skeleton'
import { TextFile, type TextView } from '#ui/components/TextFile'
import { useRovingFocus } from '#ui/components/useRovingFocus'
import { formatBytes } from '#ui/components/format'
import { say } from '#ui/lib/say'
import css from './ImportFiles.module.css'

/**
 * The files of the bundle, to be read before it is installed. If a finding must be read, the source
 * is shown first, because rendered Markdown can hide text.
 */
export function ImportFiles({ importId, grave }: { importId: string; grave: boolean }) {
  const query = useQuery(read.importFiles(importId))
  const [open, setOpen] = useState<string>()
  const [view, setView] = useState<TextView>()
  const files = query.data?.files ?? []
  const shown = open ?? files.find(({ path }) => path === 'SKILL.md')?.path ?? files[0]?.path
  const { listProps, rowProps } = useRovingFocus(files.length, {
    onOpen: (index) => setOpen(files[index]?.path),
  })
  return (
    <section aria-label={say('Files')}>
      <h3>
        {say('Files')}{' '}
        {query.data && (
          <span className="faint">
            {say('{count, plural, one {# file} other {# files}}, {size}', {
              count: files.length,
              size: formatBytes(query.data.byte_size),
            })}
          </span>
        )}
      </h3>
      {query.error && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {!query.data && !query.error && <Skeleton rows={3} />}
      {files.length > 0 && (
        <div className={css.files}>
          <div
            {...listProps}
            role="listbox"
            aria-label={say('Files of the bundle')}
            className={css.fileList}
          >
            {files.map((file, index) => (
              <button
                key={file.path}
                type="button"
                role="option"
                aria-selected={file.path === shown}
                {...rowProps(index)}
                onClick={() => setOpen(file.path)}
              >
                <FileText size={13} aria-hidden />
                <span className="clip" title={file.path}>
                  {file.path}
                </span>
                {file.executable && <Badge tone="warn">{say('executable')}</Badge>}
                {file.hidden && <Badge>{say('hidden')}</Badge>}
                <span className="faint num">{formatBytes(file.byte_size)}</span>
              </button>
            ))}
          </div>
          {shown && (
            <Preview
              key={shown}
              importId={importId}
              path={shown}
              view={view ?? (grave ? 'source' : 'rendered')}
              onView={setView}
            />
          )}
        </div>
      )}
    </section>
  )
}

function Preview({
  importId,
  path,
  view,
  onView,
}: {
  importId: string
  path: string
  view: TextView
  onView(view: TextView): void
}) {
  const query = useQuery(read.importFile(importId, path))
  const text = query.data?.text
  return (
    // Focusable, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.preview} role="region" aria-label={path} tabIndex={0}>
      {query.error && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {!query.data && !query.error && <Skeleton rows={4} />}
      {query.data && typeof text !== 'string' && (
        <p className="muted">{say('This is not a text file, so there is nothing to show.')}</p>
      )}
      {typeof text === 'string' && <TextFile name={path} text={text} view={view} onView={onView} />}
      {query.data?.truncated && <p className="muted">{say('Only the first 256 KiB are shown.')}</p>}
    </div>
  )
}
