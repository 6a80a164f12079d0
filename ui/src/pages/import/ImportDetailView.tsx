import { Link } from '@tanstack/react-router'
import { ArrowLeft, Tag } from 'lucide-react'
import { useState } from 'react'
import type { ImportDetail, ImportState } from '#ui/backend/importTypes'
import { Badge } from '#ui/components/Badge'
import { IconButton } from '#ui/components/Button'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Note } from '#ui/components/Note'
import { Progress } from '#ui/components/Progress'
import { CategoryDots } from '#ui/domain/CategoryDots'
import { ItemHeader } from '#ui/domain/ItemHeader'
import { useCategories } from '#ui/domain/categories'
import { showCategoryDialog } from '#ui/domain/categoryDialogs'
import { abilityItem, importItem } from '#ui/domain/categoryItems'
import { IMPORT_STATE, WARNING, isInstalled } from '#ui/domain/imports/importStates'
import { say, Say } from '#ui/lib/say'
import { ImportActions } from './ImportActions'
import { ChooseSkills } from './ChooseSkills'
import css from './ImportDetailView.module.css'
import { ImportFiles } from './ImportFiles'
import { type ReadFindings, CompatibilityReport } from './CompatibilityReport'
import { ImportFacts } from './ImportFacts'
import { ImportStepper } from './ImportStepper'
import { TriggerTest } from './TriggerTest'
import { useImportControls } from './useImportControls'

/** One import: its state, its report, and the actions that are possible now. */
export function ImportDetailView({
  detail,
  onOpen,
}: {
  detail: ImportDetail
  onOpen(id: string | undefined): void
}) {
  const {
    import_record: record,
    compatibility_report: report,
    acknowledgements_needed: needed,
    warnings,
    skills,
  } = detail
  const controls = useImportControls(detail)
  const [read, setRead] = useState<ReadFindings>(new Set())
  const categories = useCategories()
  const { state, label, tone, step } = IMPORT_STATE[record.stage_state]
  const item = record.ability_id ? abilityItem(record.ability_id) : importItem(record.import_id)
  const several = record.stage_state === 'uploaded' && skills.length > 1
  const readable = !['upload_pending', 'scanning', 'expired', 'discarded', 'rejected'].includes(
    record.stage_state,
  )
  return (
    <div className={css.import} data-state={state}>
      <ItemHeader className={css.head} name={record.install_as ?? record.skill_name} items={[item]}>
        <Link to="/skills/import" className={css.back} aria-label={say('Back to the imports')}>
          <ArrowLeft size={15} aria-hidden />
        </Link>
        <h2 className="clip" title={record.skill_name}>
          {record.skill_name}
        </h2>
        <span role="status">
          <Badge tone={tone}>{label}</Badge>
        </span>
        <CategoryDots categories={categories.of(item)} />
        {categories.available && (
          <IconButton
            label={say('Add to Category…')}
            onClick={() =>
              showCategoryDialog({ what: 'assign', items: [item], subject: record.skill_name })
            }
          >
            <Tag size={14} />
          </IconButton>
        )}
      </ItemHeader>
      <ImportStepper at={step} failed={tone === 'bad'} done={isInstalled(record.stage_state)} />
      <div className={css.columns}>
        <div className={css.main}>
          {warnings.map((warning) => (
            <Note key={warning} tone="warn">
              <b>{WARNING[warning]?.label ?? warning}</b>
              <span className="muted">{WARNING[warning]?.says}</span>
            </Note>
          ))}
          {controls.error && <ErrorNote error={controls.error} />}
          <StateSummary detail={detail} />
          {several && <ChooseSkills detail={detail} controls={controls} onOpen={onOpen} />}
          {report && (
            <CompatibilityReport
              findings={report.findings}
              report={report}
              needed={needsAcknowledgement(record.stage_state) ? needed : []}
              read={read}
              onRead={setRead}
            />
          )}
          {readable && !several && (
            <ImportFiles
              importId={record.import_id}
              grave={report?.findings.some((finding) => finding.needs_acknowledgement) ?? false}
            />
          )}
          {report && readable && (
            <TriggerTest
              importId={record.import_id}
              suggestions={report.trigger_phrases}
              tried={report.tried_requests}
            />
          )}
        </div>
        <ImportFacts detail={detail} controls={controls} />
      </div>
      {!several && (
        <ImportActions detail={detail} controls={controls} read={read} onOpen={onOpen} />
      )}
    </div>
  )
}

/** States in which the next step is the installation. */
const needsAcknowledgement = (state: ImportState): boolean =>
  state === 'ready_for_review' || state === 'install_failed'

/** Explains the state in a sentence. */
function StateSummary({
  detail: { import_record: record, partial_deployment: partial },
}: {
  detail: ImportDetail
}) {
  const failed = record.last_error_message && (
    <Note tone="bad" role="alert">
      <p>
        {record.last_error_message}{' '}
        {record.last_error_code && <code className="faint">{record.last_error_code}</code>}
      </p>
    </Note>
  )
  return (
    <>
      {failed}
      <p className={css.situation}>{STATE_TEXT[record.stage_state]}</p>
      {WORKING.has(record.stage_state) && (
        <Progress label={IMPORT_STATE[record.stage_state].label} />
      )}
      {partial && partial.state !== 'none' && (
        <Note tone={partial.blocking ? 'warn' : 'info'}>
          <Say
            text={`The installation is not complete: {state, select,
            availability_pending {availability pending} catalog_pending {catalogue pending}
            bridge_pending {bridge pending} receipt_pending {receipt pending}
            other {degraded}}.{reasonCode}`}
            values={{
              state: partial.state,
              reasonCode: partial.reason_code && (
                <code className="faint"> {partial.reason_code}</code>
              ),
            }}
          />
        </Note>
      )}
    </>
  )
}

/** States in which the engine is working. */
const WORKING = new Set<ImportDetail['import_record']['stage_state']>([
  'upload_pending',
  'scanning',
  'staging',
  'install_queued',
])

const STATE_TEXT: Record<ImportDetail['import_record']['stage_state'], string> = {
  upload_pending: say('The bundle is being uploaded.'),
  uploaded: say(
    'The bundle is uploaded. Nothing in it was run. The scan reads it and reports what it would do.',
  ),
  scanning: say('Every file is read: its format, what it asks an agent to do, and what it needs.'),
  scan_failed:
    say(`The bundle could not be read as a skill. Nothing was installed. Try again, or fix the bundle
      and upload it again.`),
  scan_complete: say(
    'Read the findings. Staging makes a clean copy that every agent can read. It installs nothing.',
  ),
  staging: say('A clean copy is being made.'),
  stage_failed: say('The clean copy could not be made. Nothing was installed.'),
  ready_for_review: say('The clean copy is ready. It waits for your decision and does not expire.'),
  install_queued: say('It is being installed.'),
  install_failed: say(
    'It could not be installed. All changes were undone; no agent sees an incomplete skill.',
  ),
  installed_private: say('It is installed for you only. You find it in Skills.'),
  approved: say('It is approved and installed for this workspace. You find it in Skills.'),
  rejected: say('You rejected it. Nothing was installed.'),
  discarded: say('You discarded it. Nothing was installed.'),
  expired: say('The upload was not staged within 24 hours and was deleted. Nothing was installed.'),
}
