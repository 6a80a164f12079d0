import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Command, useCommands } from '#ui/shell/commands'
import type { ImportCommand } from '#ui/backend/imports'
import type { ImportAction, ImportDetail } from '#ui/backend/importTypes'
import { Button } from '#ui/components/Button'
import { AskDialog, ConfirmDialog } from '#ui/components/Dialog'
import { plural } from '#ui/components/format'
import { isInstalled } from '#ui/domain/imports/importStates'
import css from './ImportActions.module.css'
import { type ReadFindings, unread } from './CompatibilityReport'
import { type ImportControls, isSkillName } from './useImportControls'

interface ImportButton {
  label: string
  look?: 'primary' | 'plain' | 'ghost' | 'danger'
  /** Why the button is disabled, as text. */
  blocked?: string
  /** The command that it runs, so that it can show a spinner. */
  move?: ImportCommand['what']
  run(): void
}

type Asked = 'reject' | 'discard' | 'delete' | undefined

interface Props {
  detail: ImportDetail
  steering: ImportControls
  read: ReadFindings
  onOpen(id: string | undefined): void
}

/** The actions that are possible now. The engine says what the state allows. */
export function ImportActions({ detail, steering, read, onOpen }: Props) {
  const [asked, setAsked] = useState<Asked>()
  const offers = useImportButtons({ detail, steering, read, onOpen }, setAsked)
  const { import_record: record, temp_artifact: artifact } = detail
  useCommands(
    offers
      .filter((offer) => !offer.blocked && !steering.busy)
      .map(({ label, run }): Command => ({
        id: `import ${label}`,
        label: `${label}: ${record.skill_name}`,
        group: 'Review',
        run,
      })),
  )
  const close = (): void => setAsked(undefined)
  const blocked = offers.find((offer) => offer.look === 'primary')?.blocked
  if (offers.length === 0) return null
  return (
    <footer className={css.actions}>
      {blocked && <span className="muted">{blocked}</span>}
      {offers.map(({ label, look, blocked: why, move, run }) => (
        <Button
          key={label}
          look={look}
          busy={move !== undefined && steering.moving === move}
          disabled={steering.busy || why !== undefined}
          title={why}
          onClick={run}
        >
          {label}
        </Button>
      ))}
      <AskDialog
        key={`reject ${asked}`}
        open={asked === 'reject'}
        onClose={close}
        title="Reject this import?"
        description="Nothing is installed. The reason is kept in History."
        label="Why?"
        maxLength={1000}
        action="Reject"
        long
        danger
        onAnswer={(reason) => (
          steering.move({ what: 'reject', import_id: record.import_id, reason }),
          close()
        )}
      />
      <ConfirmDialog
        open={asked === 'discard'}
        onClose={close}
        title="Discard this import?"
        description="The copy is deleted and nothing is installed. You can upload it again."
        keep="Keep it"
        action="Discard"
        danger
        onConfirm={() => (steering.move({ what: 'discard', import_id: record.import_id }), close())}
      />
      <ConfirmDialog
        open={asked === 'delete'}
        onClose={close}
        title="Delete this upload?"
        description="The uploaded file is deleted. Nothing was installed."
        keep="Keep it"
        action="Delete"
        danger
        onConfirm={() => (
          artifact &&
            steering.move({ what: 'delete', temp_artifact_ref: artifact.temp_artifact_ref }),
          close()
        )}
      />
    </footer>
  )
}

function useImportButtons(
  { detail, steering, read, onOpen }: Props,
  ask: (what: Asked) => void,
): ImportButton[] {
  const navigate = useNavigate()
  const {
    import_record: record,
    compatibility_report: report,
    temp_artifact: artifact,
    actions,
    acknowledgements_needed: needed,
  } = detail
  const { import_id: id, stage_state: state } = record
  const may = (action: ImportAction): boolean => actions.includes(action)
  const left = unread(report?.findings ?? [], needed, read).length
  const readFirst = left > 0 ? `Read and tick ${plural(left, 'grave finding')} first` : undefined
  const accept =
    readFirst ??
    (steering.targets.length === 0 ? 'Choose at least one place to install to' : undefined)
  const acceptance = {
    import_id: id,
    acknowledged_findings: [...needed],
    targets: [...steering.targets],
  }
  const retry = (kind: 'scan' | 'stage' | 'install') => () =>
    steering.move({
      what: 'retry',
      import_id: id,
      retry_kind: kind,
      acknowledged_findings: kind === 'install' ? [...needed] : [],
    })
  const ref = artifact?.temp_artifact_ref
  const changed = steering.installAs !== undefined && steering.installAs !== report?.install_name
  const offers: Array<ImportButton | false | undefined> = [
    ref !== undefined &&
      ['uploaded', 'scan_failed', 'stage_failed'].includes(state) && {
        label: 'Delete the upload',
        look: 'danger',
        move: 'delete',
        run: () => ask('delete'),
      },
    may('discard') && {
      label: 'Discard',
      look: 'danger',
      move: 'discard',
      run: () => ask('discard'),
    },
    may('reject') && { label: 'Reject', look: 'danger', move: 'reject', run: () => ask('reject') },
    may('scan') &&
      ref !== undefined && {
        label: 'Scan',
        look: 'primary',
        move: 'scan',
        run: () => steering.move({ what: 'scan', temp_artifact_ref: ref }),
      },
    may('retry_scan') && {
      label: 'Retry scan',
      look: 'primary',
      move: 'retry',
      run: retry('scan'),
    },
    may('stage') && {
      label: 'Stage',
      look: 'primary',
      move: 'stage',
      blocked:
        report?.compatible === false
          ? 'It cannot be made into a skill that agents read'
          : changed && !isSkillName(steering.installAs ?? '')
            ? 'Mend the name first'
            : undefined,
      run: () =>
        steering.move({
          what: 'stage',
          import_id: id,
          install_as: changed ? steering.installAs : undefined,
          requested_pack_id: steering.pack.trim() || undefined,
        }),
    },
    may('retry_stage') && {
      label: 'Retry stage',
      look: 'primary',
      move: 'retry',
      run: retry('stage'),
    },
    may('approve') && {
      label: 'Approve to workspace',
      blocked: accept,
      move: 'approve',
      run: () => steering.move({ what: 'approve', ...acceptance }),
    },
    may('install_private') && {
      label: 'Install privately',
      look: 'primary',
      blocked: accept,
      move: 'install-private',
      run: () => steering.move({ what: 'install-private', target_scope: 'private', ...acceptance }),
    },
    may('retry_install') && {
      label: 'Retry install',
      look: 'primary',
      blocked: readFirst,
      move: 'retry',
      run: retry('install'),
    },
    state === 'expired' && {
      label: 'Upload it again',
      look: 'primary',
      run: () => onOpen(undefined),
    },
    isInstalled(state) && {
      label: 'Show it under Skills',
      look: 'primary',
      run: () => void navigate({ to: '/skills', search: { open: record.ability_id ?? undefined } }),
    },
  ]
  return offers.filter((offer): offer is ImportButton => Boolean(offer))
}
