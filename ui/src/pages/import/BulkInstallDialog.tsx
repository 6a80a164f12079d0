import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useMemo } from 'react'
import { runImportCommand, importDetails } from '#ui/backend/imports'
import type { ImportRecord } from '#ui/backend/importTypes'
import { Button } from '#ui/components/Button'
import { Dialog } from '#ui/components/Dialog'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Skeleton } from '#ui/components/Skeleton'
import { runBatch } from '#ui/domain/imports/batch'
import { planInstall } from '#ui/domain/imports/bulkInstall'
import { defaultTargets } from '#ui/domain/installTargets'
import { say } from '#ui/lib/say'
import css from './BulkInstallDialog.module.css'

/** Installs the imports that need no decision. The others are listed with the reason and stay. */
export function BulkInstallDialog({
  records,
  onClose,
}: {
  records: readonly ImportRecord[]
  onClose(): void
}) {
  const client = useQueryClient()
  const query = useQuery(importDetails(records))
  const { ready, others } = useMemo(() => planInstall(query.data ?? []), [query.data])
  const places = useMemo(
    () => [
      ...new Set(
        ready.flatMap(({ targets }) =>
          targets
            .filter(({ target_id: id }) => defaultTargets(targets).includes(id))
            .map(({ label }) => label),
        ),
      ),
    ],
    [ready],
  )
  const install = (what: 'install-private' | 'approve'): void => {
    const steps = ready.map(({ import_record: { import_id, skill_name: name }, targets }) => {
      const acceptance = { import_id, acknowledged_findings: [], targets: defaultTargets(targets) }
      return {
        name,
        run: () =>
          runImportCommand(
            what === 'approve'
              ? { what, ...acceptance }
              : { what, target_scope: 'private', ...acceptance },
          ),
      }
    })
    void runBatch(
      client,
      what === 'approve'
        ? {
            what: 'approve',
            done: (values) => say('{count, number} of {total, number} approved.', values),
          }
        : {
            what: 'install',
            done: (values) => say('{count, number} of {total, number} installed.', values),
          },
      steps,
    )
    onClose()
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={say('Install {count, plural, one {# import} other {# imports}}?', {
        count: records.length,
      })}
      description={say(`Only imports without serious findings and without a name collision are installed. The
          others stay until you have looked at them.`)}
    >
      {query.error && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {!query.data && !query.error && <Skeleton rows={Math.min(4, records.length)} />}
      {query.data && (
        <>
          <ul className={css.sorted} aria-label={say('What will be done')}>
            {ready.map(({ import_record: record }) => (
              <li key={record.import_id}>
                <CircleCheck className={css.ok} aria-label={say('can be installed')} />
                <span>
                  <b>{record.install_as ?? record.skill_name}</b>
                </span>
              </li>
            ))}
            {others.map(({ record, why }) => (
              <li key={record.import_id}>
                <CircleAlert className={css.stays} aria-label={say('stays')} />
                <span>
                  <b>{record.install_as ?? record.skill_name}</b>{' '}
                  <span className="muted">{why}</span>
                </span>
              </li>
            ))}
          </ul>
          <p className="muted">
            {ready.length > 0
              ? say('Install to {places}.', { places: places.join(', ') })
              : say('You have to look at each of them first.')}
          </p>
        </>
      )}
      <footer className={css.foot}>
        <Button look="ghost" onClick={onClose}>
          {say('Cancel')}
        </Button>
        <Button disabled={ready.length === 0} onClick={() => install('approve')}>
          {ready.length > 0
            ? say('Approve {count} to workspace', { count: ready.length })
            : say('Approve to workspace')}
        </Button>
        <Button
          look="primary"
          disabled={ready.length === 0}
          onClick={() => install('install-private')}
        >
          {ready.length > 0
            ? say('Install {count} privately', { count: ready.length })
            : say('Install privately')}
        </Button>
      </footer>
    </Dialog>
  )
}
