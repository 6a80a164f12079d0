import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Command, useCommands } from '#ui/shell/commands'
import type { ImportCommand } from '#ui/backend/imports'
import type { ImportAction, ImportDetail } from '#ui/backend/importTypes'
import { Button } from '#ui/components/Button'
import { AskDialog, ConfirmDialog } from '#ui/components/Dialog'
import { isInstalled } from '#ui/domain/imports/importStates'
import { say } from '#ui/lib/say'
import css from './ImportActions.module.css'
import { type ReadFindings, unread } from './CompatibilityReport'
import { type ImportControls, isSkillName } from './useImportControls'

interface ImportButton {
  label: string
  look?: 'primary' | 'plain' | 'ghost' | 'danger'
  /** Why the button is disabled, as text. */
  blocked?: string
  /** The command that it runs, so that it can show a spinner. */
  command?: ImportCommand['what']
  run(): void
}

type OpenDialog = 'reject' | 'discard' | 'delete' | undefined

interface Props {
  detail: ImportDetail
  controls: ImportControls
  read: ReadFindings
  onOpen(id: string | undefined): void
}

/** The actions that are possible now. The engine says what the state allows. */
export function ImportActions({ detail, controls, read, onOpen }: Props) {
  const [asked, setAsked] = useState<OpenDialog>()
  const buttons = useImportButtons({ detail, controls, read, onOpen }, setAsked)
  const { import_record: record, temp_artifact: artifact } = detail
  useCommands(
    buttons
      .filter((button) => !button.blocked && !controls.busy)
      .map(({ label, run }): Command => ({
        id: `import ${label}`,
        label: `${label}: ${record.skill_name}`,
        group: 'Review',
        run,
      })),
  )
  const close = (): void => setAsked(undefined)
  const blocked = buttons.find(({ look }) => look === 'primary')?.blocked
  if (buttons.length === 0) return null
  return (
    <footer className={css.actions}>
      {blocked && <span className="muted">{blocked}</span>}
      {buttons.map(({ label, look, blocked: why, command, run }) => (
        <Button
          key={label}
          look={look}
          busy={command !== undefined && controls.running === command}
          disabled={controls.busy || why !== undefined}
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
        title={say('Reject this import?')}
        description={say('Nothing is installed. The reason is kept in History.')}
        label={say('Why?')}
        maxLength={1000}
        action={say('Reject')}
        long
        danger
        onAnswer={(reason) => (
          controls.run({ what: 'reject', import_id: record.import_id, reason }),
          close()
        )}
      />
      <ConfirmDialog
        open={asked === 'discard'}
        onClose={close}
        title={say('Discard this import?')}
        description={say('The copy is deleted and nothing is installed. You can upload it again.')}
        keep={say('Keep it')}
        action={say('Discard')}
        danger
        onConfirm={() => (controls.run({ what: 'discard', import_id: record.import_id }), close())}
      />
      <ConfirmDialog
        open={asked === 'delete'}
        onClose={close}
        title={say('Delete this upload?')}
        description={say('The uploaded file is deleted. Nothing was installed.')}
        keep={say('Keep it')}
        action={say('Delete')}
        danger
        onConfirm={() => (
          artifact &&
            controls.run({ what: 'delete', temp_artifact_ref: artifact.temp_artifact_ref }),
          close()
        )}
      />
    </footer>
  )
}

function useImportButtons(
  { detail, controls, read, onOpen }: Props,
  ask: (what: OpenDialog) => void,
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
  const readFirst =
    left > 0
      ? say(
          'Read and tick {left, plural, one {# serious finding} other {# serious findings}} first',
          { left },
        )
      : undefined
  const accept =
    readFirst ??
    (controls.targets.length === 0 ? say('Choose at least one folder to install to') : undefined)
  const acceptance = {
    import_id: id,
    acknowledged_findings: [...needed],
    targets: [...controls.targets],
  }
  const retry = (kind: 'scan' | 'stage' | 'install') => () =>
    controls.run({
      what: 'retry',
      import_id: id,
      retry_kind: kind,
      acknowledged_findings: kind === 'install' ? [...needed] : [],
    })
  const ref = artifact?.temp_artifact_ref
  const changed = controls.installAs !== undefined && controls.installAs !== report?.install_name
  const offers: Array<ImportButton | false | undefined> = [
    ref !== undefined &&
      ['uploaded', 'scan_failed', 'stage_failed'].includes(state) && {
        label: say('Delete the upload'),
        look: 'danger',
        command: 'delete',
        run: () => ask('delete'),
      },
    may('discard') && {
      label: say('Discard'),
      look: 'danger',
      command: 'discard',
      run: () => ask('discard'),
    },
    may('reject') && {
      label: say('Reject'),
      look: 'danger',
      command: 'reject',
      run: () => ask('reject'),
    },
    may('scan') &&
      ref !== undefined && {
        label: say('Scan'),
        look: 'primary',
        command: 'scan',
        run: () => controls.run({ what: 'scan', temp_artifact_ref: ref }),
      },
    may('retry_scan') && {
      label: say('Retry scan'),
      look: 'primary',
      command: 'retry',
      run: retry('scan'),
    },
    may('stage') && {
      label: say('Stage'),
      look: 'primary',
      command: 'stage',
      blocked:
        report?.compatible === false
          ? say('Agents could not read it as a skill')
          : changed && !isSkillName(controls.installAs ?? '')
            ? say('Fix the name first')
            : undefined,
      run: () =>
        controls.run({
          what: 'stage',
          import_id: id,
          install_as: changed ? controls.installAs : undefined,
          requested_pack_id: controls.pack.trim() || undefined,
        }),
    },
    may('retry_stage') && {
      label: say('Retry stage'),
      look: 'primary',
      command: 'retry',
      run: retry('stage'),
    },
    may('approve') && {
      label: say('Approve to workspace'),
      blocked: accept,
      command: 'approve',
      run: () => controls.run({ what: 'approve', ...acceptance }),
    },
    may('install_private') && {
      label: say('Install privately'),
      look: 'primary',
      blocked: accept,
      command: 'install-private',
      run: () => controls.run({ what: 'install-private', target_scope: 'private', ...acceptance }),
    },
    may('retry_install') && {
      label: say('Retry install'),
      look: 'primary',
      blocked: readFirst,
      command: 'retry',
      run: retry('install'),
    },
    state === 'expired' && {
      label: say('Upload it again'),
      look: 'primary',
      run: () => onOpen(undefined),
    },
    isInstalled(state) && {
      label: say('Show in Skills'),
      look: 'primary',
      run: () => void navigate({ to: '/skills', search: { open: record.ability_id ?? undefined } }),
    },
  ]
  return offers.filter((offer): offer is ImportButton => Boolean(offer))
}
