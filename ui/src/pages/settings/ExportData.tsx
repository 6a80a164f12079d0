import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
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
import css from './Data.module.css'

const NAME = 'apprentice.zip'

/** Exports everything as one file: to a path that the person chooses, or as a download. */
export function ExportData() {
  const last = useQuery(read.dataExport()).data?.export ?? undefined
  const { mutate: begin, isPending } = useMutation(act.beginExport())
  const { mutate: choose, isPending: choosing } = useMutation({
    mutationFn: async () => transport().desktop?.chooseFile(NAME),
    onSuccess: (path) => {
      // The dialog of the desktop has already asked whether to replace the file.
      if (path) begin({ path, replace: true })
    },
  })
  const start = useCallback(() => (transport().desktop ? choose() : begin({})), [begin, choose])
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
                label: 'Export everything',
                group: 'View' as const,
                words: 'backup zip',
                run: start,
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
        <div>
          <Button icon={<Download size={14} />} busy={isPending || choosing} onClick={start}>
            Export everything…
          </Button>
        </div>
      )}
      {last && !running && <Outcome export={last} />}
    </>
  )
}

function Running({
  export: { done, total, doing },
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
        <Progress wide label="Export" done={total > 0 ? done : undefined} total={total} />
        <p className="muted num">
          {done} of {total}: {doing}
        </p>
      </div>
      <Button busy={cancelling} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}

function Outcome({ export: found }: { export: Schemas['DataExport'] }) {
  const fetchIt = useMutation({
    mutationFn: async () =>
      transport().download?.(`${operations.export_file.path}?export_id=${found.export_id}`, NAME),
    onSuccess: () => void toast.success(`${NAME} is in your downloads folder.`),
  })
  if (found.state === 'failed')
    return <Note tone="warn">{found.problem ?? 'The export failed.'}</Note>
  if (found.state === 'cancelled') return <p className="muted">Cancelled. No files were left.</p>
  if (found.path) {
    return (
      <p>
        Everything is in <code>{found.path}</code> ({formatBytes(found.bytes ?? 0)}).
      </p>
    )
  }
  if (!transport().download) return null
  return (
    <div>
      <Button look="primary" busy={fetchIt.isPending} onClick={() => fetchIt.mutate()}>
        Download {NAME} ({formatBytes(found.bytes ?? 0)})
      </Button>
    </div>
  )
}
