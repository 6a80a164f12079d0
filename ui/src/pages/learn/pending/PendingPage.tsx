import { useMutation } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { ChevronRight, Inbox } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import type { CategoryItem } from '#ui/backend/categories'
import * as act from '#ui/backend/mutations'
import type { PendingState } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { Button } from '#ui/components/Button'
import { FilterChip, RemovableChip } from '#ui/components/Chip'
import { EmptyState } from '#ui/components/EmptyState'
import { ErrorNote } from '#ui/components/ErrorNote'
import type { MenuItems } from '#ui/components/Menu'
import { NoMatches } from '#ui/components/NoMatches'
import { Page } from '#ui/components/Page'
import { RowMenu } from '#ui/components/RowMenu'
import { SearchField } from '#ui/components/SearchField'
import { Skeleton } from '#ui/components/Skeleton'
import table from '#ui/components/Table.module.css'
import { Ago } from '#ui/components/Time'
import { VirtualList } from '#ui/components/VirtualList'
import { copyToClipboard } from '#ui/components/copyToClipboard'
import { CategoryDots } from '#ui/domain/CategoryDots'
import { useCategoryEntry } from '#ui/domain/CategoryMenu'
import { useCategories } from '#ui/domain/categories'
import { importItem, itemsOf } from '#ui/domain/categoryItems'
import { type Pending, useCandidates, usePending } from '#ui/domain/pendingAbilities'
import { INSTALL_LANE, PENDING_STATE, watchedSources, titleOf } from '#ui/domain/sessionStates'
import { useOpenSession } from '#ui/domain/useOpenSession'
import { useRetainRecording } from '#ui/domain/useRetainRecording'
import { ImportPeek } from '#ui/pages/learn/history/ImportPeek'
import { ProposalPeek, SessionPeek } from '#ui/pages/learn/SessionPeek'
import { beginDrag } from '#ui/lib/drag'
import { say } from '#ui/lib/say'
import { Candidates } from './Candidates'
import css from './PendingPage.module.css'

const route = getRouteApi('/learn/pending')

interface Row {
  id: string
  title: string
  /** The folder name, if it has one. */
  slug: string | undefined
  /** The source, or the install lane. */
  about: string
  state: PendingState
  updated: string
  items: readonly CategoryItem[]
  of: Pending
}

/** Everything that is not yet accepted into Skills (§0B.7). */
export function PendingPage() {
  const navigate = useNavigate()
  const { pending, needed } = usePending()
  const candidates = useCandidates()
  const rows = useMemo(
    () => pending.map(rowOf).toSorted((a, b) => Date.parse(b.updated) - Date.parse(a.updated)),
    [pending],
  )
  const failed = needed.find((query) => query.error && !query.data)
  if (failed) {
    return (
      <Page label={say('Pending Abilities')}>
        <ErrorNote error={failed.error} onRetry={() => void failed.refetch()} />
      </Page>
    )
  }
  if (!needed[0].data) {
    return (
      <Page label={say('Pending Abilities')}>
        <Skeleton />
      </Page>
    )
  }
  const suggested = <Candidates candidates={candidates} />
  if (rows.length > 0 || candidates.length > 0)
    return (
      <div className={css.list}>
        {suggested}
        {rows.length > 0 && <Rows rows={rows} />}
      </div>
    )
  return (
    <Page label={say('Pending Abilities')}>
      {suggested}
      <EmptyState
        icon={<Inbox />}
        title={say('No pending abilities')}
        action={
          <Button look="primary" onClick={() => void navigate({ to: '/learn/new' })}>
            {say('Demonstrate a skill')}
          </Button>
        }
      >
        <p>
          {say(`Drafts stay here until you accept them. Read a draft, test it, rehearse it, and then
            install, approve or reject it.`)}
        </p>
      </EmptyState>
    </Page>
  )
}

/** The row of a pending ability. */
function rowOf(pending: Pending): Row {
  const { state } = pending
  if ('record' in pending) {
    const { record } = pending
    return {
      id: record.import_id,
      title: record.skill_name,
      slug: record.install_as ?? undefined,
      about: say('Import'),
      state,
      updated: record.updated_at,
      items: [importItem(record.import_id)],
      of: pending,
    }
  }
  const { session, proposal } = pending
  return {
    id: session.learn_session_id,
    title: proposal?.title ?? titleOf(session),
    slug: proposal?.proposed_skill_slug,
    about:
      proposal && state === 'private_active'
        ? INSTALL_LANE[proposal.install_lane]
        : watchedSources(session),
    state,
    updated: session.updated_at,
    items: itemsOf(session),
    of: pending,
  }
}

const STATES = Object.keys(PENDING_STATE) as PendingState[]

const wordsOf = ({ title, slug, about }: Row): string =>
  `${title} ${slug ?? ''} ${about}`.toLowerCase()

function Rows({ rows }: { rows: readonly Row[] }) {
  const open = useOpenRow()
  const { category } = route.useSearch()
  const navigate = useNavigate()
  const categories = useCategories()
  const [state, setState] = useState<PendingState>()
  const [text, setText] = useState('')
  const sought = useDeferredValue(text).toLowerCase().split(/\s+/).filter(Boolean)
  const chosen = categories.all.find(({ id }) => id === category)
  const found = rows.filter(
    (row) =>
      sought.every((word) => wordsOf(row).includes(word)) &&
      (!chosen || row.items.some((item) => categories.has(chosen.id, item))),
  )
  const shown = found.filter((row) => !state || row.state === state)
  const menuOf = useRowMenu()
  const pick = (next: string | undefined): void =>
    void navigate({ to: '/learn/pending', search: { category: next }, replace: true })
  return (
    <>
      <div className={`${table.filters} ${css.filters}`} role="group" aria-label={say('Filters')}>
        <SearchField
          label={say('Search pending abilities')}
          className={css.search}
          value={text}
          onText={setText}
        />
        <FilterChip on={!state} onChoose={() => setState(undefined)} count={found.length}>
          {say('All')}
        </FilterChip>
        {STATES.map((known) => {
          const count = found.filter((row) => row.state === known).length
          return count > 0 || known === state ? (
            <FilterChip
              key={known}
              on={state === known}
              onChoose={() => setState(known)}
              count={count}
            >
              {PENDING_STATE[known].label}
            </FilterChip>
          ) : null
        })}
        {chosen && <RemovableChip label={chosen.title} onRemove={() => pick(undefined)} />}
      </div>
      {shown.length === 0 && (
        <NoMatches
          title={say('No matching pending abilities')}
          onClear={() => (setState(undefined), setText(''), pick(undefined))}
        />
      )}
      <VirtualList
        label={say('Pending abilities')}
        rows={shown}
        keyOf={({ id }) => id}
        height={42}
        onOpen={open}
        onDrag={(row, pressed) => row.items.length > 0 && beginDrag(pressed, row.title, row.items)}
        peek={(row) => ({ name: row.title, content: <PendingPeek row={row} /> })}
      >
        {(row, props) => (
          <RowMenu name={row.title} items={menuOf(row)}>
            <button
              type="button"
              {...props}
              className={`${table.row} ${css.row}`}
              onClick={() => open(row)}
            >
              <span>
                <Badge tone={PENDING_STATE[row.state].tone}>{PENDING_STATE[row.state].label}</Badge>
              </span>
              <span className={css.title}>
                <b className="clip">{row.title}</b>
                <CategoryDots categories={row.items.flatMap((item) => categories.of(item))} />
                {row.slug && <code className="faint clip">{row.slug}</code>}
              </span>
              <span className={`${css.meta} clip`}>{row.about}</span>
              <Ago at={row.updated} className={css.when} />
              <ChevronRight size={14} className={css.chevron} aria-hidden />
            </button>
          </RowMenu>
        )}
      </VirtualList>
    </>
  )
}

/** What Space shows of a row. */
function PendingPeek({ row: { of } }: { row: Row }) {
  if ('record' in of) return <ImportPeek record={of.record} />
  return of.proposal ? (
    <ProposalPeek proposalId={of.proposal.proposal_id} />
  ) : (
    <SessionPeek sessionId={of.session.learn_session_id} />
  )
}

function useOpenRow(): (row: Row) => void {
  const openSession = useOpenSession()
  const navigate = useNavigate()
  return ({ of }) =>
    'record' in of
      ? void navigate({ to: '/skills/import', search: { id: of.record.import_id } })
      : openSession(of.session)
}

/** The menu of a row. */
function useRowMenu(): (row: Row) => () => MenuItems {
  const open = useOpenRow()
  const navigate = useNavigate()
  const categoryEntry = useCategoryEntry()
  const recording = useRetainRecording()
  const { mutate: test } = useMutation(act.requestMoreTestsOf())
  return (row) => () => {
    const assign = categoryEntry(row.items)
    const categories: MenuItems = assign.length > 0 ? ['line', ...assign] : []
    const kept = 'record' in row.of ? [] : recording(row.of.session.learn_session_id)
    const first: MenuItems = [
      { label: say('Open'), keys: 'enter', onSelect: () => open(row) },
      ...kept,
    ]
    const proposal = 'record' in row.of ? undefined : row.of.proposal
    if (!proposal) return [...first, ...categories]
    const id = proposal.proposal_id
    const { actions } = proposal
    return [
      ...first,
      ...(actions.includes('revise')
        ? [
            {
              label: say('Revise'),
              onSelect: () =>
                void navigate({
                  to: '/learn/pending/$proposalId',
                  params: { proposalId: id },
                  search: { revise: true as const },
                }),
            },
          ]
        : []),
      ...(actions.includes('request_more_tests')
        ? [{ label: say('Request More Tests'), onSelect: () => test(id) }]
        : []),
      'line',
      {
        label: say('Copy the name'),
        onSelect: () => void copyToClipboard(proposal.proposed_skill_slug),
      },
      ...categories,
    ]
  }
}
