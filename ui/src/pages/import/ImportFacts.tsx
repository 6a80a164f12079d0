import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { packs } from '#ui/backend/imports'
import type { ImportDetail, ImportReport } from '#ui/backend/importTypes'
import { Button } from '#ui/components/Button'
import { DescriptionList } from '#ui/components/DescriptionList'
import { Field, TextInput } from '#ui/components/Field'
import { Ago } from '#ui/components/Time'
import { formatBytes, formatDateTime } from '#ui/components/format'
import { TargetPicker } from '#ui/domain/TargetPicker'
import { locale, say } from '#ui/lib/say'
import css from './ImportFacts.module.css'
import { PackDialog } from './PackDialog'
import { type ImportControls, isSkillName } from './useImportControls'

const SOURCE: Record<ImportDetail['import_record']['source'], string> = {
  manual_upload: say('Uploaded by you'),
  anthropic_bundle: say('Anthropic bundle'),
  openclaw_bundle: say('OpenClaw bundle'),
  agent_generated: say('Made by an agent'),
}

/** Facts about the import, and the choices for the next step. */
export function ImportFacts({
  detail,
  controls,
}: {
  detail: ImportDetail
  controls: ImportControls
}) {
  const {
    import_record: record,
    temp_artifact: artifact,
    compatibility_report: report,
    targets,
    notes = [],
  } = detail
  return (
    <aside className={css.side} aria-label={say('Facts')}>
      <DescriptionList
        facts={[
          [say('File'), record.original_filename],
          [say('From'), SOURCE[record.source]],
          [say('Path in the bundle'), record.skill_path],
          [say('Size'), artifact && formatBytes(artifact.byte_size)],
          [
            say('Files'),
            report &&
              report.file_count > 0 &&
              `${report.file_count.toLocaleString(locale())}, ${formatBytes(report.byte_size)}`,
          ],
          [
            'SHA-256',
            artifact && (
              <code key="hash" title={artifact.content_hash_sha256}>
                {artifact.content_hash_sha256.slice(0, 12)}…
              </code>
            ),
          ],
          [
            say('Kept until'),
            artifact && record.stage_state !== 'expired' && (
              <time key="until" dateTime={artifact.expires_at}>
                {formatDateTime(artifact.expires_at)}
              </time>
            ),
          ],
          [say('Retries'), record.retry_count > 0 && record.retry_count],
          [say('Installed as'), record.install_as],
          [
            say('Pack'),
            record.skill_pack && record.stage_state !== 'scan_complete' && (
              <PackLink key="pack" packId={record.skill_pack} />
            ),
          ],
          [
            say('Notes'),
            notes.length > 0 && (
              <span key="notes" className={css.notes}>
                {notes.join('\n')}
              </span>
            ),
          ],
          [say('Rules'), report && <code key="rules">{report.rule_version}</code>],
          [say('Changed'), <Ago key="changed" at={record.updated_at} />],
        ]}
      />
      {record.stage_state === 'scan_complete' && report && (
        <BeforeStaging controls={controls} report={report} />
      )}
      {record.stage_state === 'ready_for_review' && (
        <section className={css.box}>
          <h3>{say('Install to')}</h3>
          <TargetPicker
            targets={targets}
            chosen={controls.targets}
            onChange={controls.setTargets}
            locked={false}
          />
        </section>
      )}
    </aside>
  )
}

function PackLink({ packId }: { packId: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="ghost" onClick={() => setOpen(true)}>
        {packId}
      </Button>
      {open && <PackDialog packId={packId} onClose={() => setOpen(false)} />}
    </>
  )
}

/** What will happen to the name of the skill, as a hint. */
function nameHint(
  { install_name: own, suggested_name: suggested, replaces }: ImportReport,
  name: string,
): string {
  if (replaces) {
    const { title, imported_at: at } = replaces
    return name === own
      ? say('Replaces “{title}”, the version that you imported on {at}.', {
          title,
          at: formatDateTime(at),
        })
      : say('Keeps “{title}”, which you imported on {at}, and installs this one in addition.', {
          title,
          at: formatDateTime(at),
        })
  }
  if (!suggested) return say('The name of its folder. Agents use it to find the skill.')
  return name === own
    ? say('“{own}” is already taken: the installation will be refused.', { own })
    : say('“{own}” is already taken and is not overwritten, so this one needs another name.', {
        own,
      })
}

/** The name to install under, and the pack. */
function BeforeStaging({ controls, report }: { controls: ImportControls; report: ImportReport }) {
  const known = useQuery(packs()).data ?? []
  const { install_name: own, replaces } = report
  const name = controls.installAs ?? own
  const fault = isSkillName(name)
    ? undefined
    : say('Use lower-case letters, digits and single hyphens, at most 64 characters.')
  return (
    <section className={css.box}>
      <h3>{say('Before staging')}</h3>
      <Field label={say('Install under the name')} error={fault} hint={nameHint(report, name)}>
        {(ids) => (
          <TextInput
            {...ids}
            maxLength={64}
            value={name}
            onChange={(event) => controls.setInstallAs(event.target.value)}
          />
        )}
      </Field>
      {replaces && (
        <Button
          look="ghost"
          onClick={() => controls.setInstallAs(name === own ? replaces.free_name : own)}
        >
          {name === own ? say('Install it in addition') : say('Replace that version')}
        </Button>
      )}
      <Field label={say('Pack')} hint={say('A pack groups skills that belong together. Optional.')}>
        {(ids) => (
          <>
            <TextInput
              {...ids}
              list="known-packs"
              maxLength={64}
              value={controls.pack}
              onChange={(event) => controls.setPack(event.target.value)}
            />
            <datalist id="known-packs">
              {known.map((pack) => (
                <option key={pack.pack_id} value={pack.pack_id}>
                  {pack.title}
                </option>
              ))}
            </datalist>
          </>
        )}
      </Field>
    </section>
  )
}
