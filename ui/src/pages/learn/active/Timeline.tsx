import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import * as read from '../../../backend/queries'
import type { ObservedAction, Schemas, SessionDetail } from '../../../backend/types'
import { Empty } from '../../../components/Empty'
import { ErrorNote } from '../../../components/ErrorNote'
import { Skeleton } from '../../../components/Skeleton'
import { useRoving } from '../../../components/useRoving'
import { MousePointerClick } from 'lucide-react'
import { isCapturing } from '../../../domain/states'
import { type TimelineRow, toRows } from '../../../domain/timeline'
import css from './Timeline.module.css'
import { ActionRow, MarkRow } from './TimelineRows'
import { useActionMenu } from './useActionMenu'

interface TimelineProps {
  detail: SessionDetail
  query: UseQueryResult<Schemas['ObservedActionsResponse']>
  openedId: string | undefined
  onOpen(action: ObservedAction): void
}

export function Timeline({ detail, query, openedId, onOpen }: TimelineProps) {
  const actions = query.data?.actions
  const rows = useMemo(() => toRows(actions ?? [], detail.boundaries), [actions, detail.boundaries])
  const live = isCapturing(detail.session.state)
  if (query.error && !actions) return <Pad>{<ErrorNote error={query.error} onRetry={() => void query.refetch()} />}</Pad>
  if (!actions) return <Pad>{<Skeleton />}</Pad>
  return rows.length > 0 ? <Rows detail={detail} actions={actions} rows={rows} live={live} openedId={openedId} onOpen={onOpen} /> : <Waiting live={live} />
}

interface RowsProps extends Omit<TimelineProps, 'query'> {
  actions: readonly ObservedAction[]
  rows: readonly TimelineRow[]
  live: boolean
}

function Rows({ detail, actions, rows, live, openedId, onOpen }: RowsProps) {
  const inputs = useInputs(detail.session.proposal_id ?? undefined)
  const menuFor = useActionMenu(detail, actions)
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 34,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 12,
    paddingEnd: 12,
    // Outside a laid-out window (a test) there is no height to measure; draw a screenful anyway.
    initialRect: { width: 800, height: 600 },
  })
  useFollow(scroller, live)
  const { listProps, rowProps } = useRoving(rows.length, {
    scrollTo: (index) => virtual.scrollToIndex(index),
    onOpen: (index) => {
      const row = rows[index]
      if (row?.kind === 'action') onOpen(row.action)
    },
  })
  return (
    <div ref={scroller} className={css.scroller}>
      <div ref={listProps.ref} onKeyDown={listProps.onKeyDown} role="list" aria-label="Timeline" className={css.list} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]
          if (!row) return null
          return (
            <div
              key={item.key}
              ref={virtual.measureElement}
              role="listitem"
              aria-setsize={rows.length}
              aria-posinset={item.index + 1}
              className={css.slot}
              style={{ translate: `0 ${item.start}px` }}
              {...rowProps(item.index)}
            >
              {row.kind === 'mark' ? (
                <MarkRow boundary={row.boundary} />
              ) : (
                <ActionRow action={row.action} trimmed={row.trimmed} opened={row.id === openedId} inputs={inputs.get(row.id)} menu={menuFor(row.action)} onOpen={() => onOpen(row.action)} />
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

const Pad = ({ children }: { children: React.ReactNode }) => <div className={css.pad}>{children}</div>

function Waiting({ live }: { live: boolean }) {
  return (
    <div className={css.pad}>
      <Empty icon={<MousePointerClick />} title={live ? 'Waiting for your first action' : 'Nothing was recorded'}>
        {live ? (
          <p>Do the task in the watched window or terminal. Clicks, committed fields, choices and commands appear here; typing on the way does not.</p>
        ) : (
          <p>This session has no actions. Cancel it and demonstrate again.</p>
        )}
      </Empty>
    </div>
  )
}

/** Which actions gave the draft its inputs, once there is a draft. */
function useInputs(proposalId: string | undefined): ReadonlyMap<string, string[]> {
  const { data } = useQuery({ ...read.proposalDetail(proposalId ?? ''), enabled: proposalId !== undefined })
  return useMemo(() => {
    const found = new Map<string, string[]>()
    for (const variable of proposalId ? (data?.variables ?? []) : []) {
      for (const id of variable.source_event_ids) found.set(id, [...(found.get(id) ?? []), variable.name])
    }
    return found
  }, [data, proposalId])
}

/** Keeps the newest action in sight while the person has not scrolled away from the end. */
function useFollow(scroller: React.RefObject<HTMLDivElement | null>, live: boolean): void {
  const atEnd = useRef(true)
  useEffect(() => {
    const box = scroller.current
    const content = box?.firstElementChild
    if (!box || !content || !live) return undefined
    const onScroll = (): void => {
      atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < 60
    }
    // Fires once at the start, and whenever a row came or was measured.
    const grown = new ResizeObserver(() => atEnd.current && box.scrollTo({ top: box.scrollHeight }))
    grown.observe(content)
    grown.observe(box)
    box.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      grown.disconnect()
      box.removeEventListener('scroll', onScroll)
    }
  }, [scroller, live])
}
