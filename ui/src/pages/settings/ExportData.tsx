import { useMutation, useQuery } from '@tanstack/react-query'
import { Archive, Download } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { toast } from 'sonner'
import { useCommands } from '#ui/shell/commands'
import * as act from '#ui/backend/mutations'
import * as read from '#ui/backend/queries'
import { operations } from '#ui/backend/operations.gen'
import { transport } from '#ui/backend/transport'
import type { Schemas } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { Note } from '#ui/components/Note'
import { Progress } from '#ui/components/Progress'
import { formatBytes } from '#ui/components/format'
import { say, Say } from '#ui/lib/say'
import css from './Data.module.css'
import { RestoreBackup } from './RestoreBackup'

type Contents = Schemas['ExportContents']

const NAMES: Record<Contents, string> = {
  records: 'apprentice.zip',
  backup: 'apprentice-backup.zip',
}

/**
 * Writes everything into one file, as records to read or as a backup to restore: to a path that the
 * person chooses, or as a download.
 */
export function ExportData() {
  const last = useQuery(read.dataExport()).data?.export ?? undefined
  const { mutate: begin, isPending } = useMutation(act.beginExport())
  const { mutate: choose, isPending: choosing } = useMutation({
    mutationFn: async (contents: Contents) => ({
      contents,
      path: await transport().desktop?.chooseFile(NAMES[contents]),
    }),
    onSuccess: ({ contents, path }) => {
      // The dialog of the desktop has already asked whether to replace the file.
      if (path) begin({ path, contents, replace: true })
    },
  })
  const start = useCallback(
    (contents: Contents) => (transport().desktop ? choose(contents) : begin({ contents })),
    [begin, choose],
  )
  const end = useMutation(act.endExport())
  const running = last?.state === 'running'
  useCommands(
    useMemo(
      () =>
        running
          ? []
          : [
              {
                id: 'export-data',
                label: say('Export everything'),
                group: 'View' as const,
                words: say('zip records json'),
                run: () => start('records'),
              },
              {
                id: 'back-up',
                label: say('Back up now'),
                group: 'View' as const,
                words: say('backup save copy zip'),
                run: () => start('backup'),
              },
            ],
      [running, start],
    ),
  )
  return (
    <>
      {last && running ? (
        <Running export={last} onCancel={() => end.mutate()} cancelling={end.isPending} />
      ) : (
        <div className={css.chips}>
          <Button
            icon={<Archive size={14} />}
            busy={isPending || choosing}
            onClick={() => start('backup')}
          >
            {say('Back up…')}
          </Button>
          <RestoreBackup />
          <Button
            icon={<Download size={14} />}
            busy={isPending || choosing}
            onClick={() => start('records')}
          >
            {say('Export everything…')}
          </Button>
        </div>
      )}
      {last && !running && <Outcome export={last} />}
    </>
  )
}

function Running({
  export: { contents, done, total, doing },
  onCancel,
  cancelling,
}: {
  export: Schemas['DataExport']
  onCancel(): void
  cancelling: boolean
}) {
  return (
    <div className={css.row} role="status">
      <div>
        <Progress
          wide
          label={contents === 'backup' ? say('Backup') : say('Export')}
          done={total > 0 ? done : undefined}
          total={total}
        />
        <p className="muted num">{say('{done} of {total}: {doing}', { done, total, doing })}</p>
      </div>
      <Button busy={cancelling} onClick={onCancel}>
        {say('Cancel')}
      </Button>
    </div>
  )
}

function Outcome({ export: found }: { export: Schemas['DataExport'] }) {
  const name = NAMES[found.contents ?? 'records']
  const fetchIt = useMutation({
    mutationFn: async () =>
      transport().download?.(`${operations.export_file.path}?export_id=${found.export_id}`, name),
    onSuccess: () => void toast.success(say('{name} is in your downloads folder.', { name })),
  })
  if (found.state === 'failed')
    return <Note tone="warn">{found.problem ?? say('The file could not be written.')}</Note>
  if (found.state === 'cancelled')
    return <p className="muted">{say('Cancelled. No files were left.')}</p>
  if (found.path) {
    const values = { path: <code>{found.path}</code>, size: formatBytes(found.bytes ?? 0) }
    return (
      <p>
        {found.contents === 'backup' ? (
          <Say text="The backup is in {path} ({size})." values={values} />
        ) : (
          <Say text="Everything is in {path} ({size})." values={values} />
        )}
      </p>
    )
  }
  if (!transport().download) return null
  return (
    <div>
      <Button look="primary" busy={fetchIt.isPending} onClick={() => fetchIt.mutate()}>
        {say('Download {name} ({bytes})', { name, bytes: formatBytes(found.bytes ?? 0) })}
      </Button>
    </div>
  )
}
