import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  Bot,
  ChevronRight,
  CircleDashed,
  Download,
  FileArchive,
  FlaskConical,
  Play,
  Radio,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Header } from '#ui/shell/Header'
import type { CategoryItem } from '#ui/backend/categories'
import * as read from '#ui/backend/imports'
import type { SessionDetail } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { Button } from '#ui/components/Button'
import { EmptyState } from '#ui/components/EmptyState'
import { ErrorNote } from '#ui/components/ErrorNote'
import type { MenuItems } from '#ui/components/Menu'
import { Page } from '#ui/components/Page'
import { Progress } from '#ui/components/Progress'
import { RowMenu } from '#ui/components/RowMenu'
import { Skeleton } from '#ui/components/Skeleton'
import table from '#ui/components/Table.module.css'
import { Elapsed } from '#ui/components/Time'
import { useRovingFocus } from '#ui/components/useRovingFocus'
import { useCategoryEntry } from '#ui/domain/CategoryMenu'
import { abilityItem, importItem, itemsOf } from '#ui/domain/categoryItems'
import { reachedCount } from '#ui/domain/checkpoints'
import { useCurrentSession } from '#ui/domain/currentSession'
import { BatchProgress, TransferRow } from '#ui/domain/imports/ImportProgress'
import { IMPORT_STATE, isBusy } from '#ui/domain/imports/importStates'
import { useBatch } from '#ui/domain/imports/batch'
import { useTransfers } from '#ui/domain/imports/transfers'
import {
  SESSION_STATE,
  isManualEdit,
  isRunning,
  watchedSources,
  titleOf,
} from '#ui/domain/sessionStates'
import { useOpenSession } from '#ui/domain/useOpenSession'
import { say } from '#ui/lib/say'
import css from './ActivePage.module.css'

interface Job {
  id: string
  icon: ReactNode
  title: string
  what: string
  since: string
  done?: number
  total?: number
  badge: ReactNode
  /** The items that can be put into a category. */
  items: readonly CategoryItem[]
  open(): void
}

/** What runs now: sessions, rehearsals, installations, imports. */
export function ActivePage() {
  const { detail, loading, error, retry } = useCurrentSession()
  const imports = useImportJobs()
  const transfers = useTransfers()
  const onItsWay = useBatch() !== undefined || transfers.length > 0
  const jobs = [...useJobs(detail), ...imports]
  const navigate = useNavigate()
  const categoryEntry = useCategoryEntry()
  const menuOf = (job: Job) => (): MenuItems => {
    const assign = categoryEntry(job.items)
    return [
      { label: say('Open'), keys: 'enter', onSelect: job.open },
      ...(assign.length > 0 ? (['line', ...assign] as const) : []),
    ]
  }
  const { listProps, rowProps } = useRovingFocus(jobs.length, {
    onOpen: (index) => jobs[index]?.open(),
  })
  return (
    <>
      <Header title={say('Active')} />
      <Page label={say('Active')} flush={jobs.length > 0 || onItsWay}>
        {error && <ErrorNote error={error} onRetry={retry} />}
        {loading && !error && <Skeleton rows={3} />}
        {!loading && !error && jobs.length === 0 && !onItsWay && (
          <EmptyState
            icon={<CircleDashed />}
            title={say('Nothing is running')}
            action={
              <Button look="primary" onClick={() => void navigate({ to: '/learn/new' })}>
                {say('Demonstrate a skill')}
              </Button>
            }
          >
            <p>
              {say(`Demonstrations, rehearsals, installations and imports appear here while they run,
                with their progress.`)}
            </p>
          </EmptyState>
        )}
        {onItsWay && (
          <div className={css.transfers}>
            <BatchProgress />
            {transfers.map((transfer) => (
              <TransferRow key={transfer.id} transfer={transfer} />
            ))}
          </div>
        )}
        <div {...listProps} role="list" aria-label={say('Running now')}>
          {jobs.map((job, index) => (
            <div key={job.id} role="listitem">
              <RowMenu name={job.title} items={menuOf(job)}>
                <button
                  type="button"
                  className={`${table.row} ${css.row}`}
                  {...rowProps(index)}
                  onClick={job.open}
                >
                  <span className={css.icon} aria-hidden>
                    {job.icon}
                  </span>
                  <span className={css.text}>
                    <b className="clip">{job.title}</b>
                    <span className="muted clip">{job.what}</span>
                  </span>
                  {job.total ? <JobProgress done={job.done ?? 0} total={job.total} /> : <span />}
                  {job.badge}
                  <span className={css.since}>
                    <Elapsed since={job.since} />
                  </span>
                  <ChevronRight size={14} className={css.chevron} aria-hidden />
                </button>
              </RowMenu>
            </div>
          ))}
        </div>
      </Page>
    </>
  )
}

function JobProgress({ done, total }: { done: number; total: number }) {
  return (
    <span className={css.progress}>
      <Progress wide label={say('Progress')} done={done} total={total} />
      <span className="num faint">{say('{done} of {total}', { done, total })}</span>
    </span>
  )
}

/** Imports that the engine is working on. */
function useImportJobs(): Job[] {
  const navigate = useNavigate()
  const imports = useQuery(read.imports()).data?.items ?? []
  const open = (id?: string): void => void navigate({ to: '/skills/import', search: { id } })
  return imports
    .filter((record) => isBusy(record.stage_state))
    .map((record) => ({
      id: record.import_id,
      icon: <FileArchive />,
      title: say('Import: {skillName}', { skillName: record.skill_name }),
      what: record.original_filename ?? '',
      since: record.updated_at,
      badge: (
        <Badge tone={IMPORT_STATE[record.stage_state].tone}>
          {IMPORT_STATE[record.stage_state].label}
        </Badge>
      ),
      items: [record.ability_id ? abilityItem(record.ability_id) : importItem(record.import_id)],
      open: () => open(record.import_id),
    }))
}

function useJobs(detail: SessionDetail | undefined): Job[] {
  const navigate = useNavigate()
  const openSession = useOpenSession()
  if (!detail) return []
  const { session, rehearsal } = detail
  const jobs: Job[] = []
  if (rehearsal?.running) {
    const { reached, of } = reachedCount(rehearsal.checkpoints, rehearsal.receipts)
    jobs.push({
      id: rehearsal.validation_run_id,
      icon: rehearsal.agent ? <Bot /> : <Play />,
      title: say('Rehearsal: {title}', { title: detail.proposal?.title ?? titleOf(session) }),
      what: rehearsal.agent
        ? say('Done by {agent}', { agent: rehearsal.agent })
        : say('{observedActionCount, plural, one {# action} other {# actions}} seen', {
            observedActionCount: rehearsal.observed_action_count,
          }),
      since: rehearsal.started_at,
      done: reached,
      total: of,
      badge: <Badge tone="accent">{say('Rehearsing')}</Badge>,
      items: itemsOf(session),
      open: () =>
        rehearsal.agent
          ? void navigate({
              to: '/learn/runs/$runId',
              params: { runId: rehearsal.validation_run_id },
            })
          : void navigate({
              to: '/learn/pending/$proposalId',
              params: { proposalId: rehearsal.proposal_id },
              search: { rehearsal: true },
            }),
    })
  }
  if (isRunning(session.state)) {
    const state = SESSION_STATE[session.state]
    jobs.push({
      id: session.learn_session_id,
      icon:
        session.state === 'installing_private' ? (
          <Download />
        ) : session.state === 'testing_proposal' ? (
          <FlaskConical />
        ) : (
          <Radio />
        ),
      title: titleOf(session),
      what: isManualEdit(session)
        ? say('A draft, edited by hand')
        : say('{sources} · {count, plural, one {# action} other {# actions}}', {
            sources: watchedSources(session),
            count: detail.captured_event_count,
          }),
      since: detail.observation_scope?.started_at ?? session.created_at,
      badge: <Badge tone={state.tone}>{state.label}</Badge>,
      items: itemsOf(session),
      open: () => openSession(session),
    })
  }
  return jobs
}
